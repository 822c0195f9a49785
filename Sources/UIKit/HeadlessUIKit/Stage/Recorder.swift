import Foundation
import LayoutKernel
import ScenePlayer
import SceneModel

/// Records the changes of a window's views and layers, as the steps of a scene.
final class Recorder {
  /// The scene when the window was shown; nil before.
  var start: Scene?
  private var isOn = false
  private var isPaused = false
  private var steps: [Step] = []
  /// The place in the program from which each step was recorded.
  private var sources: [RecordedSource] = []
  /// For each open block the index of the step that opened it; nil for a block that was not recorded.
  private var openings: [Int?] = []
  /// The virtual time up to which steps are recorded.
  private var time = 0.0
  private var animatorCount = 0

  func begin(_ host: Host) {
    isOn = true
    time = host.player?.layers.now ?? 0
  }

  /// Runs work without recording its steps.
  func pausing(_ body: () -> Void) {
    let before = isPaused
    isPaused = true
    body()
    isPaused = before
  }

  /// Records a step.
  ///
  /// - Parameter source: the line of code to record, if the step is performed later than that line ran; nil for the line that runs now.
  func record(_ step: Step, _ host: Host, after source: RecordedSource? = nil) {
    guard isOn, !isPaused else { return }
    catchUp(host)
    append(step, source ?? RecordedSource(known: nil))
  }

  /// Records the frame and the content that code gave a view before the view came into the window. So the recording names the lines of code that set
  /// them.
  func recordOrigin(of view: UIView, _ host: Host) {
    guard isOn, !isPaused else { return }
    // A view with a mask may have been resized since.
    if let source = view.placedFrom {
      view.placedFrom = nil
      if view.translatesAutoresizingMaskIntoConstraints, view.autoresizingMask.isEmpty {
        record(.setProperty(view.item, .frame(host.kernel.frame(of: view.item))), host, after: source)
      }
    }
    if let source = view.filledFrom {
      view.filledFrom = nil
      if let text = view.sentText {
        record(.setProperty(view.item, .text(text)), host, after: source)
      } else if let size = view.sentSize, size.width != nil || size.height != nil {
        record(.setIntrinsic(view.item, size), host, after: source)
      }
    }
  }

  /// Records the time that has passed on the player's clock since the last step.
  func catchUp(_ host: Host) {
    guard isOn, openings.isEmpty, let now = host.player?.layers.now, now > time else { return }
    // The advance ends the turn, too, so it replaces an advance by 0 s.
    if steps.last == .advance(0) {
      steps.removeLast()
      sources.removeLast()
    }
    for seconds in Recorder.steps(from: time, to: now) { append(.advance(seconds), nil) }
    time = now
  }

  /// Returns durations which, added to the first time one after the other, give exactly the second time in doubles. There is one if possible, and
  /// otherwise two.
  static func steps(from time: Double, to now: Double) -> [Double] {
    let seconds = now - time
    if let exact = [seconds, seconds.nextUp, seconds.nextDown].first(where: { time + $0 == now }) { return [exact] }
    let shorter = time + seconds < now ? seconds : seconds.nextDown
    return [shorter, now - (time + shorter)]
  }

  /// Records an advance by 0 s, which performs pending layout, if the last step was no advance and no block is open. So a later block finds no layout
  /// pending.
  func turnEnded(_ host: Host) {
    catchUp(host)
    guard isOn, openings.isEmpty, let last = steps.last else { return }
    if case .advance = last { return }
    append(.advance(0), nil)
  }

  func open(_ block: BlockStep, _ host: Host, from source: SourceLine? = nil) {
    guard isOn, !isPaused else { return openings.append(nil) }
    catchUp(host)
    openings.append(steps.count)
    append(.play(.open(block)), source)
  }

  /// Closes a block. A block that was not opened by the program and contains no step is removed from the recording.
  func close(isOfProgram: Bool) {
    guard let opening = openings.popLast(), let opening else { return }
    if !isOfProgram, opening == steps.count - 1 {
      steps.removeLast()
      sources.removeLast()
    } else {
      append(.play(.close), nil)
    }
  }

  /// Records a value. A value that a scene cannot express is left out.
  func recordValue(of item: ItemID, _ key: String, _ value: AnimationValue, _ host: Host) {
    if PlayerStep.canSet(key, value) { record(.play(.set(item, key, value)), host) }
  }

  /// Records a change of a transaction. A change directly after the transaction's first step is merged into that step.
  func record(_ change: TransactionChange, _ host: Host, from source: SourceLine?) {
    guard isOn, !isPaused else { return }
    if case .play(.begin(var duration, var curve, var disables, var completion))? = steps.last,
      change.completion == nil || completion.isEmpty, change.disablesActions != false || !disables
    {
      duration = change.duration ?? duration
      curve = change.curve ?? curve
      disables = change.disablesActions ?? disables
      completion = change.completion ?? completion
      steps[steps.count - 1] = .play(
        .begin(duration: duration, curve: curve, disablesActions: disables, completion: completion))
    } else {
      record(.play(.transaction(change)), host, after: source.map { RecordedSource(known: $0) })
    }
  }

  /// Returns a new name for an animator; it begins with the line of code that made it, if that is known.
  func animatorName(_ source: SourceLine?) -> String {
    animatorCount += 1
    return source.map { "\($0)#\(animatorCount)" } ?? "animator-\(animatorCount)"
  }

  private func append(_ step: Step, _ source: SourceLine?) { append(step, RecordedSource(known: source)) }

  private func append(_ step: Step, _ source: RecordedSource) {
    steps.append(step)
    sources.append(source)
  }

  func scene(_ host: Host) -> Scene {
    catchUp(host)
    var scene = start ?? host.kernel.scene
    scene.setSteps(steps, from: RecordedSource.lines(of: sources))
    return scene
  }
}

extension Scene {
  /// Makes the scene of a window: the tree with which it was shown, and everything that was done to it since. Constraints are named by the file and
  /// line that made them, views by the property that holds them, or by their class. A window that was never shown gives an empty scene.
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
  /// The player that animates the window's layers; nil for a window that was never shown.
  package var player: ScenePlayer? { host?.player }

  /// The window's present layout, and its views under readable names; nil for a window that was never shown.
  package var presentLayout: (named: Scene, kernel: LayoutKernel)? {
    guard let kernel = host?.kernel else { return nil }
    var scene = kernel.scene
    SceneNaming(window: self).rename(&scene)
    return (scene, kernel)
  }
}

/// Readable names: a view's identifier, or the property of a view or controller that holds it.
struct SceneNaming {
  private var names: [ItemID: String] = [:]

  init(window: UIWindow) {
    func look(at owner: Any) {
      var mirror: Mirror? = Mirror(reflecting: owner)
      while let present = mirror {
        // The properties of UIKit's own classes are not names of the program.
        let isOurs = String(reflecting: present.subjectType).hasPrefix("HeadlessUIKit.")
        for child in present.children where !isOurs || child.label == "storedView" {
          guard var label = child.label, let view = child.value as? UIView ?? (child.value as? UIView?).flatMap({ $0 })
          else {
            continue
          }
          if label.hasPrefix("$__lazy_storage_$_") { label.removeFirst("$__lazy_storage_$_".count) }
          // `UIViewController` stores its view in a property of this module.
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
    let sources = scene.steps.indices.map { scene.source(ofStep: $0) }
    defer { scene.setSteps(scene.steps, from: sources) }
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
