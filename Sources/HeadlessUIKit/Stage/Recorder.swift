import Foundation
import LayoutKernel
import ScenePlayer
import SceneModel

/// Writes down what is done to a window's views, as the steps of a scene.
final class Recorder {
  /// The scene when the window was shown.
  var start: Scene?
  private var isOn = false
  private var isPaused = false
  private var steps: [Step] = []
  /// Blocks that are open, with what has been done in them since they were opened or split.
  private var blocks: [(settings: AnimationStep?, steps: [Step])] = []
  /// Virtual time up to which the steps reach.
  private var time = 0.0

  func begin(_ host: Host) {
    isOn = true
    time = host.player?.layers.now ?? 0
  }

  /// For work whose steps say nothing of their own.
  func pausing(_ body: () -> Void) {
    let before = isPaused
    isPaused = true
    body()
    isPaused = before
  }

  func record(_ step: Step, _ host: Host) {
    guard isOn, !isPaused else { return }
    catchUp(host)
    guard let open = blocks.indices.last, let settings = blocks[open].settings else {
      append(step)
      return
    }
    switch step {
    case .addConstraint, .addView, .addGuide, .beginUpdates, .endUpdates, .animate:
      // None of them moves anything by itself; a story has no room for them in a block.
      close(settings, &blocks[open].steps)
      append(step)
    default: blocks[open].steps.append(step)
    }
  }

  /// Records the steps that come later when they come.
  func catchUp(_ host: Host) {
    guard isOn, blocks.isEmpty, let now = host.player?.layers.now, now > time else { return }
    // Time begins with the end of a turn.
    if steps.last == .advance(0) { steps.removeLast() }
    steps.append(.advance(now - time))
    time = now
  }

  /// Records a layout outside of every block, though no time passed: a block after it finds nothing pending.
  func turnEnded(_ host: Host) {
    catchUp(host)
    guard isOn, blocks.isEmpty, let last = steps.last else { return }
    if case .advance = last { return }
    steps.append(.advance(0))
  }

  /// - Parameter settings: nil for blocks in which nothing moves.
  func open(_ settings: AnimationStep?) {
    if let last = blocks.indices.last, let outer = blocks[last].settings { close(outer, &blocks[last].steps) }
    blocks.append((settings, []))
  }

  func close() {
    guard var block = blocks.popLast() else { return }
    if let settings = block.settings { close(settings, &block.steps) }
  }

  private func close(_ settings: AnimationStep, _ inner: inout [Step]) {
    guard !inner.isEmpty else { return }
    var step = settings
    step.steps = inner
    inner = []
    append(.animate(step))
  }

  private func append(_ step: Step) { steps.append(step) }

  func scene(_ host: Host) -> Scene {
    catchUp(host)
    var scene = start ?? host.kernel.scene
    scene.steps = steps
    return scene
  }
}

extension Scene {
  /// A window as a scene: the tree that it was shown with, and everything that was done to it since. Constraints are named by the file and
  /// line that made them, views by the property that holds them, or by their class.
  public init(recording window: UIWindow) {
    guard let host = window.host else {
      self.init(rootSize: window.bounds.size.model)
      return
    }
    self = host.recorder.scene(host)
    SceneNaming(window: window).rename(&self)
  }
}

extension UIWindow {
  /// The window's layout as it is now, and its views under the names that people know; nil for a window that was never shown.
  package var presentLayout: (named: Scene, kernel: LayoutKernel)? {
    guard let kernel = host?.kernel else { return nil }
    var scene = kernel.scene
    SceneNaming(window: self).rename(&scene)
    return (scene, kernel)
  }
}

/// Names that people know: a view's identifier, or the property of a view or controller that holds it.
struct SceneNaming {
  private var names: [ItemID: String] = [:]

  init(window: UIWindow) {
    func look(at owner: Any) {
      var mirror: Mirror? = Mirror(reflecting: owner)
      while let present = mirror {
        // What UIKit's own classes keep is nobody's name for it.
        let isOurs = String(reflecting: present.subjectType).hasPrefix("HeadlessUIKit.")
        for child in present.children where !isOurs || child.label == "storedView" {
          guard var label = child.label, let view = child.value as? UIView ?? (child.value as? UIView?).flatMap({ $0 })
          else {
            continue
          }
          if label.hasPrefix("$__lazy_storage_$_") { label.removeFirst("$__lazy_storage_$_".count) }
          // A controller keeps its view under a name of ours.
          if label == "storedView" { label = "view" }
          if names[view.item] == nil { names[view.item] = label }
        }
        mirror = present.superclassMirror
      }
    }
    func visit(_ view: UIView) {
      if view.host != nil, let identifier = view.accessibilityIdentifier, !identifier.isEmpty {
        names[view.item] = identifier
      }
      if let controller = view.controller { look(at: controller) }
      if Swift.type(of: view) != UIView.self { look(at: view) }
      for child in view.subviews { visit(child) }
    }
    visit(window)
    names[.root] = nil
  }

  func name(of view: UIView) -> String? { names[view.item] }

  func rename(_ scene: inout Scene) {
    var taken: Set<String> = ["root"]
    func free(_ wanted: String) -> String {
      var name = wanted
      var count = 1
      while !taken.insert(name).inserted {
        count += 1
        name = "\(wanted)-\(count)"
      }
      return name
    }
    func rename(_ view: inout View) {
      guard view.id != .root else { return }
      view.name = free(names[view.id] ?? String(view.name.prefix { $0 != "@" }))
    }
    for index in scene.views.indices { rename(&scene.views[index]) }
    for index in scene.guides.indices {
      scene.guides[index].name = free(String(scene.guides[index].name.prefix { $0 != "@" }))
    }
    for index in scene.constraints.indices {
      scene.constraints[index].name = free(String(scene.constraints[index].name.prefix { $0 != "@" }))
    }
    for index in scene.steps.indices {
      switch scene.steps[index] {
      case .addView(var view):
        rename(&view)
        scene.steps[index] = .addView(view)
      case .addGuide(var guide):
        guide.name = free(String(guide.name.prefix { $0 != "@" }))
        scene.steps[index] = .addGuide(guide)
      case .addConstraint(var constraint):
        constraint.name = free(String(constraint.name.prefix { $0 != "@" }))
        scene.steps[index] = .addConstraint(constraint)
      default: break
      }
    }
  }
}
