import LayoutKernel
import LayoutPlugin
import SceneImport
import SceneModel

/// A screen at every width of a range: where it breaks, as intervals.
///
/// A law is held against what the screen does at its own width: an overlap or a view outside that is there already is meant.
public struct ScreenSweep: Sendable {
  public enum Trouble: Hashable, Sendable, Comparable {
    case conflict(String)
    case outside(String)
    case overlap(String, String)
    case noSize(String)
    case cut(String)
    case smallTarget(String)

    public var words: String {
      switch self {
      case .conflict(let text): "required constraints conflict, and \(text) gives way"
      case .outside(let view): "\(view) leaves its superview"
      case .overlap(let first, let second): "\(first) and \(second) overlap"
      case .noSize(let view): "\(view) has no room left"
      case .cut(let view): "the text of \(view) is cut"
      case .smallTarget(let view): "\(view) is less than 44 points wide for a finger"
      }
    }

    public static func < (a: Trouble, b: Trouble) -> Bool { a.words < b.words }
  }

  public struct Interval: Hashable, Sendable {
    public var trouble: Trouble
    /// Points, both inside.
    public var from, to: Double
  }

  public private(set) var intervals: [Interval] = []

  /// Points between two widths that are looked at.
  private static let step = 1.0
  /// A hair more than rounding to pixels makes of touching views.
  private static let tolerance = 0.51
  /// Points; Apple's guidelines for what a finger is to meet.
  private static let smallestTarget = 44.0

  /// Each width is laid out afresh and resized to, so that no conflict of another width is remembered: two layouts a point.
  public init(
    _ imported: ImportedScene, widths: ClosedRange<Double>, makeSolver: () -> any ConstraintSolving
  ) throws(LayoutMistake) {
    var scene = imported.scene
    scene.steps = []
    func laidOut() throws(LayoutMistake) -> LayoutKernel {
      let kernel = try LayoutKernel(scene: scene, solver: makeSolver(), quirks: SceneCheck.canvas)
      try kernel.layoutIfNeeded()
      return kernel
    }
    let kernel = try laidOut()
    let height = scene.root.frame.height
    let meant = ScreenSweep.troubles(of: kernel, imported).filter {
      if case .conflict = $0 { false } else { true }
    }
    var open: [Trouble: Double] = [:]
    var width = widths.lowerBound
    var last = width
    while width <= widths.upperBound {
      let kernel = try laidOut()
      try kernel.perform(.resize(Size(width: width, height: height)))
      try kernel.layoutIfNeeded()
      let now = ScreenSweep.troubles(of: kernel, imported).subtracting(meant)
      for (trouble, from) in open where !now.contains(trouble) {
        intervals.append(Interval(trouble: trouble, from: from, to: last))
        open[trouble] = nil
      }
      for trouble in now where open[trouble] == nil { open[trouble] = width }
      last = width
      width += ScreenSweep.step
    }
    for (trouble, from) in open { intervals.append(Interval(trouble: trouble, from: from, to: last)) }
    intervals.sort { ($0.from, $0.trouble) < ($1.from, $1.trouble) }
  }

  private static func troubles(of kernel: LayoutKernel, _ imported: ImportedScene) -> Set<Trouble> {
    var troubles: Set<Trouble> = []
    for conflict in kernel.conflicts { troubles.insert(.conflict(conflict.members[conflict.broken].text)) }
    let views = kernel.scene.views.filter { !$0.isHidden && $0.kind != .layer }
    var children: [ItemID: [(View, Rect)]] = [:]
    var scrolls: Set<ItemID> = []
    for view in views {
      if view.scroll != nil || view.table != nil || view.flow != nil { scrolls.insert(view.id) }
      guard let parent = view.parent else { continue }
      let frame = kernel.displayedFrame(of: view.id)
      children[parent, default: []].append((view, frame))
      let name = imported.title(of: view.id)
      let wanted = view.intrinsic.width ?? 0
      if wanted > tolerance, frame.width < tolerance { troubles.insert(.noSize(name)) }
      // A text that may break into lines has no width of its own.
      if [.label, .button].contains(view.kind), view.text == nil, frame.width > tolerance,
        frame.width + tolerance < wanted
      {
        troubles.insert(.cut(name))
      }
      let targets: Set<View.Kind> = [.button, .toggle, .slider, .stepper, .segmentedControl, .textField]
      if targets.contains(view.kind), frame.width > tolerance, frame.width + tolerance < smallestTarget {
        troubles.insert(.smallTarget(name))
      }
      let room = kernel.displayedFrame(of: parent)
      // What scrolls may be larger than its window.
      guard !scrolls.contains(parent) else { continue }
      if frame.x < -tolerance || frame.maxX > room.width + tolerance { troubles.insert(.outside(name)) }
    }
    for (parent, list) in children where !scrolls.contains(parent) && list.count <= 60 {
      for (index, (first, frame)) in list.enumerated() {
        for (second, other) in list.dropFirst(index + 1)
        where frame.inset(by: .all(tolerance)).intersects(other.inset(by: .all(tolerance)))
          && min(frame.width, frame.height, other.width, other.height) > 2 * tolerance
        {
          troubles.insert(.overlap(imported.title(of: first.id), imported.title(of: second.id)))
        }
      }
    }
    return troubles
  }
}

extension CheckFinding {
  /// A sweep's intervals.
  public static func all(in sweep: ScreenSweep, of imported: ImportedScene, file: String) -> [CheckFinding] {
    sweep.intervals.map { interval in
      let range =
        interval.from == interval.to
        ? readable(interval.from) : "\(readable(interval.from)) to \(readable(interval.to))"
      var kind = Kind.screen
      if case .conflict = interval.trouble { kind = .conflict }
      return CheckFinding(
        kind, file: file, root: imported.root, element: imported.title(of: .root),
        message: "at widths of \(range) points \(interval.trouble.words)",
        fix:
          "`layoutlab show \(file.shellQuoted) --root \(imported.root) --width \(readable(interval.from)) --png screen.png` shows it."
      )
    }
  }
}
