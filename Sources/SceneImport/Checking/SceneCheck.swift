import LayoutKernel
import LayoutPlugin
import SceneModel

/// Lays a scene out and holds it against what was recorded of it.
///
/// A view counts as reproduced when each number of its frame is within half a point of the recorded one, as solved or
/// as rounded to pixels: recorded edges are rounded, and a tie on a canvas of one pixel a point is half a point off.
public struct SceneCheck: Sendable {
  /// Half a point: recorded edges are rounded to pixels, and files without a device have one pixel a point. The
  /// addition is what a multiplier written with six digits makes of a screen's width.
  public static let tolerance = 0.5 + 1e-3

  public var quirks: LayoutQuirks
  /// Asks the engine of each view whether its frame is unique: as many solves again as there are views.
  public var findsAmbiguity: Bool

  public init(quirks: LayoutQuirks = SceneCheck.canvas, findsAmbiguity: Bool = true) {
    self.quirks = quirks
    self.findsAmbiguity = findsAmbiguity
  }

  /// Interface Builder's canvas.
  public static let canvas: LayoutQuirks = {
    var quirks = LayoutQuirks()
    quirks.pixelRounding = .edges
    return quirks
  }()

  /// Lays out, performs the scene's steps, and compares where that ends.
  public func report(
    on imported: ImportedScene, file: String, solver: any ConstraintSolving
  ) throws(LayoutMistake) -> SceneReport {
    let kernel = try LayoutKernel(scene: imported.scene, solver: solver, quirks: quirks)
    try kernel.layoutIfNeeded()
    if !imported.scene.steps.isEmpty {
      for step in imported.scene.steps { try kernel.perform(step) }
      try kernel.layoutIfNeeded()
    }
    var report = SceneReport(file: file, imported: imported)
    report.conflicts = kernel.conflicts.map(SceneReport.BrokenConstraint.init)
    let ambiguous = findsAmbiguity ? ambiguousViews(of: imported.scene, kernel) : []
    report.ambiguous = ambiguous.map { imported.identifier(of: $0) }
    compare(imported, kernel, ambiguous: Set(ambiguous), into: &report)
    return report
  }

  private func ambiguousViews(of scene: Scene, _ kernel: LayoutKernel) -> [ItemID] {
    scene.views.map(\.id).filter { kernel.hasAmbiguousLayout($0) == true }
  }

  private func compare(
    _ imported: ImportedScene, _ kernel: LayoutKernel, ambiguous: Set<ItemID>, into report: inout SceneReport
  ) {
    var wrong: Set<ItemID> = []
    let causes = MismatchCauses(imported, conflicts: kernel.conflicts, ambiguous: ambiguous)
    for view in imported.scene.views {
      let frame = kernel.displayedFrame(of: view.id)
      report.frames.append(.init(view: imported.identifier(of: view.id), frame))
      let identifier = imported.identifier(of: view.id)
      guard imported.exemptions[view.id] == nil, let recorded = imported.scene.recorded[view.id] else {
        let why = imported.exemptions[view.id] ?? (view.parent == nil ? .root : .unrecorded)
        report.uncompared.append(.init(view: identifier, why: why.rawValue))
        continue
      }
      let solved = kernel.frame(of: view.id)
      func difference(_ number: (Rect) -> Double) -> Double {
        let (rounded, exact) = (number(frame) - number(recorded), number(solved) - number(recorded))
        return abs(exact) < abs(rounded) ? exact : rounded
      }
      let differences: [(Coordinate.Part, Double)] = [
        (.x, difference(\.x)), (.y, difference(\.y)), (.width, difference(\.width)), (.height, difference(\.height)),
      ]
      report.compared += 1
      for (part, difference) in differences where !imported.unjudged.contains(Coordinate(view.id, part)) {
        report.judged.coordinates += 1
        if abs(difference) <= SceneCheck.tolerance { report.judged.reproduced += 1 }
      }
      if differences.allSatisfy({ abs($0.1) <= SceneCheck.tolerance }) {
        report.reproduced += 1
      } else {
        wrong.insert(view.id)
        report.mismatches.append(
          .init(
            view: identifier, tag: imported.origins[view.id]?.tag ?? view.kind.rawValue, dx: differences[0].1,
            dy: differences[1].1, dw: differences[2].1, dh: differences[3].1,
            cause: causes.cause(of: view, wrong: wrong)))
      }
    }
  }
}

extension ImportedScene {
  /// The file's id of a view, or its name in the scene.
  public func identifier(of item: ItemID) -> String {
    origins[item]?.identifier ?? scene.views.first { $0.id == item }?.name
      ?? scene.guides.first { $0.id == item }?.name ?? "\(item)"
  }

  /// A scene that came from its own text form: everything recorded is compared, nothing was calibrated.
  public init(scene: Scene) {
    self.init(
      scene: scene, root: scene.root.name, origins: [:], calibrated: [], unjudged: [], exemptions: [.root: .root],
      flags: [], mistakes: [])
  }
}

/// Says why a view is not where it was recorded, as far as that can be seen.
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

  /// A superview, or a view on the other side of a constraint, that is in the set.
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
