import AnimationSampler
import LayoutKernel
import LayoutPlugin
import ScenePlayer
import SceneModel

/// Lays a scene out and compares it with the recorded frames.
///
/// A view counts as reproduced if each number of its frame, exact or rounded to pixels, is within half a point of the recorded one.
/// Recorded edges are rounded: on a canvas with one pixel per point, by up to half a point.
public struct SceneCheck: Sendable {
  /// The largest difference in points that counts as equal. Half a point allows for frames that were rounded to pixels on a canvas with one pixel
  /// per point. The rest allows for multipliers that are written with six digits.
  public static let tolerance = 0.5 + 1e-3

  /// The difference in points up to which elimination and engine count as equal, because of rounding.
  static let arithmeticTolerance = 0.01

  /// The layout rules; nil for those of the scene's host, Interface Builder or UIKit.
  public var quirks: LayoutQuirks?
  /// Whether the check looks for views whose frames are not unique. That takes further layouts, and several solves for each number that is open.
  public var findsAmbiguity: Bool

  public init(quirks: LayoutQuirks? = nil, findsAmbiguity: Bool = true) {
    self.quirks = quirks
    self.findsAmbiguity = findsAmbiguity
  }

  /// The quirks of Interface Builder's canvas.
  public static let canvas: LayoutQuirks = {
    var quirks = LayoutQuirks()
    quirks.pixelRounding = .edges
    quirks.hiddenArrangedViews = .besideChain
    quirks.contentSizeYields = true
    quirks.weighsNestedStacks = true
    return quirks
  }()

  /// Lays the scene out, performs its steps, and compares the final frames. `solver` is evaluated anew for each layout, so that each has an engine of
  /// its own. Ambiguity and the layout at run time need further layouts.
  public func report(
    on imported: ImportedScene, file: String, solver: @escaping @autoclosure () -> any ConstraintSolving
  ) throws(LayoutMistake) -> SceneReport {
    let isCanvas = imported.scene.steps.isEmpty && !imported.origins.isEmpty
    let quirks = quirks ?? imported.quirks
    var imported = isCanvas ? imported.onCanvas : imported
    func laidOut(_ scene: Scene) throws(LayoutMistake) -> LayoutKernel {
      try layOut(scene, quirks, solver(), onLoop: { _ in })
    }
    if isCanvas, imported.exemptions.values.contains(.otherDevice) == false {
      imported = try OpenLayout(imported: imported, quirks: quirks, makeKernel: laidOut).completed()
    }
    var loops: [SceneReport.Note] = []
    var endless: [EndlessChain] = []
    let kernel = try layOut(imported.scene, quirks, solver(), onEnd: { endless = $0.layers.endlessChains }) {
      loops.append($0)
    }
    var report = SceneReport(file: file, imported: imported)
    report.notes = loops
    report.endless = endless
    var conflicting = try tellConflicts(of: kernel, imported, quirks, solver(), in: &report)
    if imported.isOfCanvas { conflicting += try tellRunTime(of: imported, quirks, solver(), in: &report) }
    if findsAmbiguity {
      report.ambiguities =
        isCanvas
        ? try OpenLayout(imported: imported, quirks: quirks, makeKernel: laidOut).ambiguities()
        : try kernel.ambiguities(
          among: imported.scene.views.map(\.id).filter { kernel.hasAmbiguousLayout($0) == true })
    }
    let ambiguous = Set(report.ambiguities.flatMap(\.views))
    report.ambiguous = imported.scene.views.filter { ambiguous.contains($0.id) }.map {
      imported.identifier(of: $0.id)
    }
    if findsAmbiguity {
      report.countMarks(imported, told: ambiguous, conflicting: imported.views(below: conflicting))
    }
    compare(imported, kernel, ambiguous: ambiguous, into: &report)
    return report
  }

  /// Lays the scene out. If the layout does not settle, that is reported, and the last state is examined like any other.
  func layOut(
    _ scene: Scene, _ quirks: LayoutQuirks, _ solver: any ConstraintSolving, onEnd: (ScenePlayer) -> Void = { _ in },
    onLoop tell: (SceneReport.Note) -> Void
  ) throws(LayoutMistake) -> LayoutKernel {
    let kernel = try LayoutKernel(scene: scene.start, solver: solver, quirks: quirks)
    // The last events describe a loop, if there is one.
    kernel.recordsEvents = true
    func settling(_ body: () throws(LayoutMistake) -> Void) throws(LayoutMistake) {
      do throws(LayoutMistake) {
        try body()
      } catch .layoutLoop(let views) {
        tell(SceneReport.Note(loop: views, events: kernel.events, scene: scene))
      }
    }
    try settling { () throws(LayoutMistake) in try kernel.layoutIfNeeded() }
    guard !scene.steps.isEmpty else { return kernel }
    try settling { () throws(LayoutMistake) in
      let player = try ScenePlayer(kernel: kernel, makeSampler: { AnimationSampler() })
      var playback = Playback(of: scene, on: player)
      try playback.finish()
      onEnd(player)
    }
    return kernel
  }

  private func compare(
    _ imported: ImportedScene, _ kernel: LayoutKernel, ambiguous: Set<ItemID>, into report: inout SceneReport
  ) {
    var wrong: Set<ItemID> = []
    var arithmetic: Arithmetic?
    let causes = MismatchCauses(imported, conflicts: kernel.conflicts, ambiguous: ambiguous)
    for view in imported.scene.views {
      let frame = kernel.displayedFrame(of: view.id)
      report.frames.append(.init(view: imported.identifier(of: view.id), frame))
      let identifier = imported.identifier(of: view.id)
      guard imported.exemptions[view.id] == nil, let recorded = imported.scene.recorded[view.id] else {
        let why = imported.exemptions[view.id] ?? (view.parent == nil ? .root : .unrecorded)
        report.uncompared.append(.init(view: identifier, why: why.rawValue))
        // In a scene without recorded frames, no comparison was left out.
        if why != .root, !imported.scene.recorded.isEmpty { report.leaveOut(why.rawValue, view: identifier, nil) }
        continue
      }
      let solved = kernel.frame(of: view.id)
      func difference(_ number: (Rect) -> Double) -> Double {
        let (rounded, exact) = (number(frame) - number(recorded), number(solved) - number(recorded))
        return abs(exact) < abs(rounded) ? exact : rounded
      }
      let told = [Coordinate.Part.x, .y, .width, .height].map { imported.untold[Coordinate(view.id, $0)] == nil }
      let all: [(Coordinate.Part, Double)] = [
        (.x, difference(\.x)), (.y, difference(\.y)), (.width, difference(\.width)), (.height, difference(\.height)),
      ]
      let differences = zip(all, told).map { ($0.0, $1 ? $0.1 : 0) }
      report.compared += 1
      for (part, difference) in differences {
        let coordinate = Coordinate(view.id, part)
        if let why = imported.untold[coordinate] ?? imported.unjudged[coordinate]?.rawValue {
          report.leaveOut(why, view: identifier, part)
          continue
        }
        report.judged.coordinates += 1
        if abs(difference) <= SceneCheck.tolerance { report.judged.reproduced += 1 }
      }
      if differences.allSatisfy({ abs($0.1) <= SceneCheck.tolerance }) {
        report.reproduced += 1
      } else {
        wrong.insert(view.id)
        let isStale = differences.allSatisfy { part, difference in
          guard abs(difference) > SceneCheck.tolerance else { return true }
          if arithmetic == nil { arithmetic = Arithmetic(imported.scene) }
          guard let fixed = arithmetic?.value(part, of: view.id) else { return false }
          return abs(fixed - solved[part]) <= SceneCheck.arithmeticTolerance
        }
        report.mismatches.append(
          .init(
            view: identifier, tag: imported.origins[view.id]?.tag ?? view.kind.rawValue, dx: differences[0].1,
            dy: differences[1].1, dw: differences[2].1, dh: differences[3].1,
            cause: isStale
              ? "required constraints alone fix another frame: the recorded one is older"
              : causes.cause(of: view, wrong: wrong), isStale: isStale,
            isJudged: !ambiguous.contains(view.id)
              && differences.contains { part, difference in
                abs(difference) > SceneCheck.tolerance && imported.unjudged[Coordinate(view.id, part)] == nil
              }))
      }
    }
    // Views that the story added, such as cells of tables and pushed screens.
    let known = Set(imported.scene.views.map(\.id))
    for view in kernel.scene.views where !known.contains(view.id) {
      report.frames.append(.init(view: imported.identifier(of: view.id), kernel.displayedFrame(of: view.id)))
    }
  }
}

extension ImportedScene {
  /// The file's id of a view, or its name in the scene.
  public func identifier(of item: ItemID) -> String {
    origins[item]?.identifier ?? names[item] ?? scene.views.first { $0.id == item }?.name
      ?? scene.guides.first { $0.id == item }?.name ?? "\(item)"
  }

  /// Makes a scene that came from its own text form. All recorded frames are compared, and nothing was calibrated.
  public init(scene: Scene, lines: SceneLines = SceneLines()) {
    self.init(
      scene: scene, root: scene.root.name, origins: [:], calibrated: [], unjudged: [:], exemptions: [.root: .root],
      flags: [], mistakes: [])
    self.lines = lines
    for view in scene.views { names[view.id] = view.name }
    for guide in scene.guides { names[guide.id] = guide.name }
    for step in scene.steps {
      if case .addView(let view) = step { names[view.id] = view.name }
      if case .addGuide(let guide) = step { names[guide.id] = guide.name }
    }
  }
}

/// Finds the reason why a view is not where it was recorded, if there is a recognisable one.
struct MismatchCauses {
  private var contradicted: [ItemID: String] = [:]
  private var broken: [ItemID: String] = [:]
  private let marked: [ItemID: String]
  private let symbols: Set<ItemID>
  private let ambiguous: Set<ItemID>
  private let scene: Scene

  init(_ imported: ImportedScene, conflicts: [Conflict], ambiguous: Set<ItemID>) {
    scene = imported.scene
    self.ambiguous = ambiguous
    symbols = Set(imported.calibrated.filter { $0.what == .imageSize }.map(\.item))
    var marked: [ItemID: String] = [:]
    let constraints = Dictionary(scene.constraints.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for flag in imported.flags {
      switch flag {
      case .marked(let view, let mark): marked[view] = mark
      case .contradicted(let id, _):
        guard let constraint = constraints[id] else { continue }
        for anchor in constraint.anchors where contradicted[anchor.item] == nil {
          contradicted[anchor.item] = constraint.name
        }
      }
    }
    self.marked = marked
    for conflict in conflicts {
      for member in conflict.members {
        guard let constraint = member.constraint.flatMap({ constraints[$0] }) else { continue }
        for anchor in constraint.anchors where broken[anchor.item] == nil { broken[anchor.item] = constraint.name }
      }
    }
  }

  func cause(of view: View, wrong: Set<ItemID>) -> String {
    if let mark = marked[view.id] { return "the file marks this view as \(mark)" }
    if let name = contradicted[view.id] { return "the recorded frame contradicts required constraint \(name)" }
    if let name = broken[view.id] { return "required constraints conflict: \(name)" }
    if ambiguous.contains(view.id) { return "the constraints do not determine this view" }
    if symbols.contains(view.id) { return "an SF Symbol has alignment insets that the file does not tell" }
    if let neighbour = neighbour(of: view, in: Set(contradicted.keys)) {
      return "a related view, \(neighbour), contradicts its required constraints"
    }
    if let neighbour = neighbour(of: view, in: wrong) { return "follows \(neighbour)" }
    if !contradicted.isEmpty { return "other recorded frames of the scene contradict its required constraints" }
    if !marked.isEmpty { return "the file marks other views of the scene as misplaced or ambiguous" }
    if view.parent.flatMap({ parent in scene.views.first { $0.id == parent } })?.stack != nil {
      return "arranged by a stack view"
    }
    return "unexplained"
  }

  /// The superview, or a view on the other side of a constraint, if it is in the set; nil if there is none.
  private func neighbour(of view: View, in set: Set<ItemID>) -> String? {
    func name(_ id: ItemID) -> String? { scene.views.first { $0.id == id }?.name }
    if let parent = view.parent, set.contains(parent) { return name(parent) }
    for constraint in scene.constraints where constraint.names(view.id) {
      for anchor in constraint.anchors where anchor.item != view.id && set.contains(anchor.item) {
        return name(anchor.item)
      }
    }
    return nil
  }
}
