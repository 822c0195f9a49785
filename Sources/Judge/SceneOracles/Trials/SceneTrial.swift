import LayoutKernel
import LayoutPlugin
import SceneModel

/// One scene on one engine. It is played once, and further runs are made when a law first needs them.
final class SceneTrial {
  /// The reason why this scene cannot be judged on this engine.
  struct Obstacle: Error {
    var text: VerdictMessage
    var code = Undecided.Code.notApplicable
    /// Whether the engine gave no answer. No scene may cause that.
    var isFault = false
    /// Whether the engine violated its contract; later answers mean nothing.
    var isViolation = false
  }

  /// The state at the end of a run.
  final class Ending {
    let kernel: any SceneLayout
    /// The steps that the kernel refused as mistaken, by index.
    let refused: Set<Int>
    /// The scene at the end, and its frames: views, then guides. Both must be read before the kernel continues.
    private(set) lazy var scene = kernel.scene
    private(set) lazy var frames =
      scene.views.map { kernel.frame(of: $0.id) } + scene.guides.map { kernel.frame(of: $0.id) }

    init(kernel: any SceneLayout, refused: Set<Int>) {
      self.kernel = kernel
      self.refused = refused
    }

    var items: some Sequence<ItemID> { [scene.views.lazy.map(\.id), scene.guides.lazy.map(\.id)].joined() }

    func frame(of item: ItemID) -> Rect? {
      if let index = scene.views.firstIndex(where: { $0.id == item }) { return frames[index] }
      return scene.guides.firstIndex { $0.id == item }.map { frames[scene.views.count + $0] }
    }
  }

  let scene: Scene
  let plugin: Plugin
  let make: SceneLayoutMaker
  private(set) lazy var ending: Result<Ending, Obstacle> = attempt { () throws(Obstacle) in try play(scene) }
  // Both verdicts go on with the kernel of the first run, `idle` first. Afterwards no other law can use it.
  private(set) lazy var idle = judgeIdle()
  private(set) lazy var hiding = judgeHiding()
  /// A second run, for laws that use the kernel itself; none of them changes it.
  private(set) lazy var untouched: Result<Ending, Obstacle> = attempt { () throws(Obstacle) in try play(scene) }

  init(_ scene: Scene, _ plugin: Plugin, _ make: @escaping SceneLayoutMaker) {
    self.scene = scene
    self.plugin = plugin
    self.make = make
  }

  /// Whether `judgeCanonical` can judge the scene. An engine's fault can be judged.
  var isComparable: Bool {
    switch ending {
    case .success(let ending): isCanonical && !ending.kernel.hasConflict
    case .failure(let obstacle): obstacle.isFault
    }
  }

  /// How the engine violated its contract in the first run; nil if it did not.
  var violation: VerdictMessage? {
    if case .failure(let obstacle) = ending, obstacle.isViolation { return obstacle.text }
    return nil
  }

  var isCanonical: Bool { plugin.manifest.capabilities.contains(.canonical) }

  func kernel(_ scene: Scene, _ plugin: Plugin) throws(Obstacle) -> any SceneLayout {
    guard let solver = plugin.makeSolver?() else {
      throw Obstacle(text: "the plugin offers no solver", code: .notClaimed)
    }
    var start = scene
    start.steps = []
    do { return try make(start, solver) } catch { throw Obstacle(mistake: error) }
  }

  /// Performs the steps, ends updates of tables that are still open (a scene cannot express these), and lays everything out at the end of
  /// the turn.
  func play(_ scene: Scene) throws(Obstacle) -> Ending {
    let kernel = try kernel(scene, plugin)
    let performer = LayoutPerformer(kernel)
    var playback = Playback(of: scene, on: performer)
    playback.passesOverRefused = true
    let refused: Set<Int>
    do { refused = try playback.finish() } catch { throw Obstacle(mistake: error) }
    for table in performer.updating.sorted() where kernel.scene.views.contains(where: { $0.id == table }) {
      try perform(.endUpdates(table), on: kernel)
    }
    // A frame that code has set is replaced by the engine's when the superview lays out, as in UIKit. Setting an origin requests no
    // layout, so until then the scene does not determine the view's position.
    let framed = Set(scene.steps.flatMap(\.framedViews))
    if !framed.isEmpty {
      let parents = Set(kernel.scene.views.filter { framed.contains($0.id) }.compactMap(\.parent))
      for parent in parents.sorted() { try perform(.needsLayout(parent), on: kernel) }
    }
    try layOut(kernel)
    return Ending(kernel: kernel, refused: refused)
  }

  func layOut(_ kernel: any SceneLayout) throws(Obstacle) {
    do { try kernel.layoutIfNeeded() } catch { throw Obstacle(mistake: error) }
  }

  func perform(_ step: Step, on kernel: any SceneLayout) throws(Obstacle) {
    do { try kernel.perform(step) } catch { throw Obstacle(mistake: error) }
  }

  private func attempt(_ body: () throws(Obstacle) -> Ending) -> Result<Ending, Obstacle> {
    do { return .success(try body()) } catch { return .failure(error) }
  }

  /// Returns a verdict from the end of a run; of the first run if none is given. A scene that cannot be played leaves the law undecided; an engine's
  /// fault breaks it.
  func judge(on play: Result<Ending, Obstacle>? = nil, _ body: (Ending) throws(Obstacle) -> Verdict) -> Verdict {
    do throws(Obstacle) {
      return try body(try (play ?? ending).get())
    } catch {
      return error.verdict
    }
  }

  /// Judges as `judge` does, but only if the layout is a function of the present scene. This is so if the engine breaks ties canonically, and no
  /// constraint is broken now. (As in UIKit, the first conflict decides which constraint is broken.) Earlier conflicts that were resolved do not
  /// matter.
  func judgeCanonical(
    on play: Result<Ending, Obstacle>? = nil, _ body: (Ending) throws(Obstacle) -> Verdict
  ) -> Verdict {
    judge(on: play) { (ending) throws(Obstacle) in
      if ending.kernel.hasConflict { throw Obstacle(text: "constraints of the scene conflict") }
      if ending.scene.readsFrames, ending.frames.contains(where: isBeyondGrid) {
        throw Obstacle(text: "springs or margins are made from frames beyond 2^33 points, which are rounded")
      }
      if ending.scene.hasUntoldFeedback {
        throw Obstacle(
          text: "margins follow frames, and a scene does not tell that of a cell's content before it is measured")
      }
      return try body(ending)
    }
  }

  /// The magnitude up to which values are multiples of 2⁻²⁰, whose sums and differences are exact; larger ones are rounded doubles.
  private static let gridEnd = 0x1p33

  func isBeyondGrid(_ frame: Rect) -> Bool {
    [frame.x, frame.y, frame.width, frame.height].contains { $0.magnitude > Self.gridEnd }
  }

  /// Judges whether all items have the same frames in `kernel` as in `ending`. A broken verdict names the first item whose frame differs; `what` says
  /// how the other run differs. `renamed` returns an item's id in `kernel`; nil if the item is not compared.
  func compare(
    _ what: VerdictMessage, _ kernel: any SceneLayout, with ending: Ending, renamed: (ItemID) -> ItemID? = { $0 }
  ) -> Verdict {
    for (item, expected) in zip(ending.items, ending.frames) {
      guard let other = renamed(item) else { continue }
      let frame = kernel.frame(of: other)
      if frame == expected { continue }
      return .broken("\(name(item, in: ending.scene)) is at \(text(expected)); \(what): \(text(frame))")
    }
    return .holds
  }

  func name(_ item: ItemID, in scene: Scene) -> String {
    scene.views.first { $0.id == item }?.name ?? scene.guides.first { $0.id == item }?.name ?? "\(item)"
  }

  func text(_ rect: Rect) -> VerdictMessage { "\(rect.x) \(rect.y) \(rect.width) \(rect.height)" }
}

extension Step {
  /// The views whose frame, centre or bounds the step sets, or a step inside its animation block.
  fileprivate var framedViews: [ItemID] {
    switch self {
    case .setProperty(let view, .frame), .setProperty(let view, .center), .setProperty(let view, .bounds): [view]
    case .animate(let animation): animation.steps.flatMap(\.framedViews)
    default: []
    }
  }
}

extension SceneTrial.Obstacle {
  init(mistake: LayoutMistake) {
    text = VerdictMessage(mistake)
    if case .engine(let fault) = mistake {
      isFault = true
      if case .broken = fault { isViolation = true }
    }
  }

  /// The verdict of a law that cannot be judged for this reason: broken if the engine is at fault, undecided otherwise.
  var verdict: Verdict { isFault ? .broken(text) : .undecided(code, "\(text)") }
}

extension SceneTrial {
  private func judgeIdle() -> Verdict {
    judge { (ending) throws(Obstacle) in
      ending.kernel.recordsEvents = true
      ending.kernel.removeEvents()
      try layOut(ending.kernel)
      guard let event = ending.kernel.events.first else { return .holds }
      return .broken("nothing was pending, and the pass ran \(ending.kernel.events.count) callbacks, first \(event)")
    }
  }

  private func judgeHiding() -> Verdict {
    guard idle == .holds else { return .undecided("the play did not end at rest") }
    return judgeCanonical { (ending) throws(Obstacle) in
      let (kernel, scene) = (ending.kernel, ending.scene)
      // The frames are computed lazily, so they are read before the kernel goes on.
      _ = ending.frames
      if scene.losesProportions { throw Obstacle(text: "flexible lengths that became zero do not grow again") }
      // The choice of the view does not matter much. An arranged view is preferred, because a stack view closes the gap when it is hidden.
      let arranged = scene.views.lazy.compactMap { $0.stack?.arranged.first }.first
      guard let view = scene.views.last(where: { !$0.isHidden && $0.parent != nil }) else {
        throw Obstacle(text: "no view can be hidden")
      }
      let chosen = arranged.flatMap { id in scene.views.first { $0.id == id && !$0.isHidden } } ?? view
      for step in [Step.hide(chosen.id), .show(chosen.id)] {
        try perform(step, on: kernel)
        try layOut(kernel)
      }
      if kernel.hasConflict { return .broken("the scene conflicts after hiding and showing \(chosen.name)") }
      guard scene.hasFeedback else { return compare("after hiding and showing \(chosen.name)", kernel, with: ending) }
      // If margins and frames depend on each other, hiding and showing may lead to another stable layout. So a new kernel lays out the scene at the
      // end, for comparison.
      let shown = Ending(kernel: kernel, refused: [])
      guard shown.scene.views.map(\.isHidden) == scene.views.map(\.isHidden) else {
        return .broken("\(chosen.name) was shown, and is hidden")
      }
      return compare("after hiding and showing \(chosen.name), a new kernel", try laidOut(shown.scene), with: shown)
    }
  }

  /// The tolerance in points: each frame is rounded to 2⁻²⁰ once before and once after it is doubled, and rows may read rounded frames.
  private static let doublingTolerance = 0x1p-15

  func judgeDoubled() -> Verdict {
    judgeCanonical { (ending) throws(Obstacle) in
      guard let doubled = ending.scene.doubled else { throw Obstacle(text: "not everything in the scene grows") }
      let kernel = try laidOut(doubled)
      if kernel.hasConflict { return .broken("the doubled scene has a conflict") }
      for (item, frame) in zip(ending.items, ending.frames) {
        let (expected, found) = (frame.doubled, kernel.frame(of: item))
        if expected == found || distance(expected, found) <= Self.doublingTolerance { continue }
        return .broken(
          "doubled, \(name(item, in: ending.scene)) is expected at \(text(expected)), and is at \(text(found))")
      }
      return .holds
    }
  }

  /// A distance in points that is longer than any margin.
  private static let nestingDistance = 64.0

  func judgeMoved() -> Verdict {
    judgeCanonical { (ending) throws(Obstacle) in
      let kernel = try laidOut(ending.scene.nested(at: Self.nestingDistance))
      if kernel.hasConflict { return .broken("the scene conflicts inside another view") }
      return compare("inside another view", kernel, with: ending) { $0 == .root ? nil : $0 }
    }
  }

  func laidOut(_ scene: Scene) throws(Obstacle) -> any SceneLayout {
    let kernel = try kernel(scene, plugin)
    try layOut(kernel)
    return kernel
  }

  /// Returns the largest difference of the four coordinates, in points.
  func distance(_ a: Rect, _ b: Rect) -> Double {
    max(abs(a.x - b.x), abs(a.y - b.y), abs(a.width - b.width), abs(a.height - b.height))
  }
}
