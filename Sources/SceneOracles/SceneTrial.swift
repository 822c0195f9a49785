import LayoutKernel
import LayoutPlugin
import SceneModel

/// One scene on one engine: it is played once, and the laws' further runs are made when one first asks for them.
final class SceneTrial {
  /// Why nothing can be said about this scene on this engine.
  struct Obstacle: Error {
    var text: String
    /// The engine did not answer, which no scene may cause.
    var isFault = false
  }

  /// Where the first play ended.
  struct Ending {
    var kernel: any SceneLayout
    var scene: Scene
    var frames: [ItemID: Rect]
    /// Steps that the kernel refused as mistaken, by index.
    var refused: Set<Int>
  }

  let scene: Scene
  let plugin: Plugin
  let make: SceneLayoutMaker
  private(set) lazy var ending: Result<Ending, Obstacle> = attempt { () throws(Obstacle) in try play(scene) }
  private(set) lazy var afterwards = tamper()

  init(_ scene: Scene, _ plugin: Plugin, _ make: @escaping SceneLayoutMaker) {
    self.scene = scene
    self.plugin = plugin
    self.make = make
  }

  var isCanonical: Bool { plugin.manifest.capabilities.contains(.canonical) }

  func kernel(_ scene: Scene, _ plugin: Plugin) throws(Obstacle) -> any SceneLayout {
    guard let solver = plugin.makeSolver?() else { throw Obstacle(text: "the plugin offers no solver") }
    var start = scene
    start.steps = []
    do { return try make(start, solver) } catch { throw Obstacle(mistake: error) }
  }

  /// Performs the steps, and lays everything out at the end of the turn.
  func play(_ scene: Scene) throws(Obstacle) -> Ending {
    let kernel = try kernel(scene, plugin)
    var refused: Set<Int> = []
    for (index, step) in scene.steps.enumerated() {
      do {
        try kernel.perform(step)
      } catch {
        switch error {
        case .scene, .constraint: refused.insert(index)
        case .layoutLoop, .engine: throw Obstacle(mistake: error)
        }
      }
    }
    try layOut(kernel)
    let present = kernel.scene
    return Ending(kernel: kernel, scene: present, frames: frames(of: kernel, present), refused: refused)
  }

  func layOut(_ kernel: any SceneLayout) throws(Obstacle) {
    do { try kernel.layoutIfNeeded() } catch { throw Obstacle(mistake: error) }
  }

  func perform(_ step: Step, on kernel: any SceneLayout) throws(Obstacle) {
    do { try kernel.perform(step) } catch { throw Obstacle(mistake: error) }
  }

  func frames(of kernel: any SceneLayout, _ scene: Scene) -> [ItemID: Rect] {
    var frames: [ItemID: Rect] = [:]
    frames.reserveCapacity(scene.views.count + scene.guides.count)
    for view in scene.views { frames[view.id] = kernel.frame(of: view.id) }
    for guide in scene.guides { frames[guide.id] = kernel.frame(of: guide.id) }
    return frames
  }

  private func attempt(_ body: () throws(Obstacle) -> Ending) -> Result<Ending, Obstacle> {
    do { return .success(try body()) } catch { return .failure(error) }
  }

  /// A verdict from the first play's end; a scene that cannot be played is nobody's fault, an engine's fault is.
  func judge(_ body: (Ending) throws(Obstacle) -> Verdict) -> Verdict {
    do throws(Obstacle) {
      return try body(try ending.get())
    } catch {
      return error.isFault ? .broken(error.text) : .undecided(error.text)
    }
  }

  /// As `judge`, where the layout must be a function of the present scene: a canonical engine, and nothing in conflict,
  /// since which constraint is broken depends on which conflict was met first, as in UIKit.
  func judgeCanonical(_ body: (Ending) throws(Obstacle) -> Verdict) -> Verdict {
    guard isCanonical else { return .undecided("\(plugin.manifest.name) does not claim canonical ties") }
    return judge { (ending) throws(Obstacle) in
      guard ending.kernel.conflicts.isEmpty else { throw Obstacle(text: "constraints of the scene conflict") }
      return try body(ending)
    }
  }

  /// The first item whose frame differs.
  func compare(_ what: String, _ kernel: any SceneLayout, with ending: Ending) -> Verdict {
    for item in ending.scene.views.map(\.id) + ending.scene.guides.map(\.id) {
      let frame = kernel.frame(of: item)
      guard let expected = ending.frames[item], frame != expected else { continue }
      return .broken("\(name(item, in: ending.scene)) is at \(text(expected)); \(what): \(text(frame))")
    }
    return .holds
  }

  func name(_ item: ItemID, in scene: Scene) -> String {
    scene.views.first { $0.id == item }?.name ?? scene.guides.first { $0.id == item }?.name ?? "\(item)"
  }

  func text(_ rect: Rect) -> String { "\(rect.x) \(rect.y) \(rect.width) \(rect.height)" }
}

extension SceneTrial.Obstacle {
  init(mistake: LayoutMistake) {
    text = mistake.description
    if case .engine = mistake { isFault = true }
  }
}

extension SceneTrial {
  /// What happened to the first play's kernel when it was asked for more, in this order; it is of no use afterwards.
  struct Afterwards {
    var idle = Verdict.holds
    var hiding = Verdict.holds
  }

  private func tamper() -> Afterwards {
    var result = Afterwards()
    result.idle = judge { (ending) throws(Obstacle) in
      ending.kernel.removeEvents()
      try layOut(ending.kernel)
      guard let event = ending.kernel.events.first else { return .holds }
      return .broken("nothing was pending, and the pass ran \(ending.kernel.events.count) callbacks, first \(event)")
    }
    guard result.idle == .holds else { return result }
    result.hiding = judgeCanonical { (ending) throws(Obstacle) in
      // Which one does not matter much; a stack's arranged view is the one that collapses.
      let arranged = ending.scene.views.compactMap { $0.stack?.arranged.first }.first
      guard let view = ending.scene.views.last(where: { !$0.isHidden && $0.parent != nil }), !view.isHidden else {
        return .holds
      }
      let chosen = arranged.flatMap { id in ending.scene.views.first { $0.id == id && !$0.isHidden } } ?? view
      for step in [Step.hide(chosen.id), .show(chosen.id)] {
        try perform(step, on: ending.kernel)
        try layOut(ending.kernel)
      }
      guard ending.kernel.conflicts.isEmpty else { throw Obstacle(text: "the scene conflicts while a view is hidden") }
      return compare("after hiding and showing \(chosen.name)", ending.kernel, with: ending)
    }
    return result
  }
}
