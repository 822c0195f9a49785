import LayoutKernel
import ScenePlayer
import SceneModel

/// The result of checking one scene: the `scenes[]` entry of `check --json`.
public struct SceneReport: Codable, Sendable {
  public struct Judged: Codable, Hashable, Sendable {
    public var coordinates = 0
    public var reproduced = 0
    public init() {}
  }

  public struct Calibrated: Codable, Hashable, Sendable {
    public var what, id, edge: String
    public var value: Double
  }

  public struct Mismatch: Codable, Hashable, Sendable {
    public var view, tag: String
    /// The differences of the frame in points: the laid out numbers minus the recorded ones.
    public var dx, dy, dw, dh: Double
    public var cause: String
    /// Whether required constraints on plain edges, centres and sizes determine another frame by arithmetic alone.
    public var isStale: Bool
    /// Whether the mismatch counts: a judged coordinate is wrong, and the view is not ambiguous.
    public var isJudged = true
  }

  public struct Uncompared: Codable, Hashable, Sendable {
    public var view, why: String
  }

  /// A conflict, with the constraint that gives way.
  public struct BrokenConstraint: Codable, Hashable, Sendable {
    /// The constraints as lines of text, in the order of UIKit's log.
    public var constraints: [String]
    /// The index in `constraints` of the one that gives way.
    public var broken: Int
    /// The violation of the broken constraint, in points.
    public var miss: Double
    /// The reason why the constraints cannot all hold, in a sentence. Nil until a target that can explain conflicts sets it.
    public var sentence: String?
    /// The facts of the file that are assumed to hold at run time, as text. Nil until a target that can explain conflicts sets them.
    public var assumed: [String]?
    /// Whether UIKit logs the conflict at run time, though Interface Builder's canvas resolves it without a message.
    public var isOfRunTime = false
    /// The number of further constraints of the set that have to give way. They are not reported separately.
    public var further = 0

    init(_ conflict: Conflict, miss: Double) {
      constraints = conflict.members.map(\.text)
      broken = conflict.broken
      self.miss = miss
    }
  }

  /// A layout with conflicts. Laying the scene out again with these quirks gives the same conflicts.
  public struct ConflictLayout: Sendable {
    public var scene: Scene
    public var quirks: LayoutQuirks
    /// The indices of the reported conflicts in the kernel's list.
    public var indices: [Int] = []
  }

  /// A remark that is not a finding.
  public struct Note: Codable, Hashable, Sendable {
    public enum What: String, Codable, Hashable, Sendable {
      /// The layout does not settle.
      case loop
      /// Views that Interface Builder has not laid out, and therefore marks as ambiguous.
      case unlaidCells = "unlaid-cells"
      /// Constraints contradict each other on the canvas, and not at run time.
      case canvasConflict = "canvas-conflict"
      /// The scene has controls of AppKit, whose sizes are not known to this project. Ambiguity is reported only for views that Interface Builder
      /// marks.
      case controlsOfMac = "mac-controls"
    }

    public var what: What
    public var text: String
  }

  /// The coordinates that are not judged for one reason.
  public struct LeftOut: Codable, Hashable, Sendable {
    public var why: String
    public var coordinates = 0
    /// The coordinates, as `view` or `view.x`, in document order.
    public var which: [String] = []

    private enum CodingKeys: String, CodingKey { case why, coordinates }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(why, forKey: .why)
      try container.encode(coordinates, forKey: .coordinates)
    }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      why = try container.decode(String.self, forKey: .why)
      coordinates = try container.decode(Int.self, forKey: .coordinates)
    }

    init(why: String) { self.why = why }
  }

  /// The counts of views that Interface Builder itself marked as ambiguous.
  public struct Marks: Codable, Hashable, Sendable {
    public var views = 0
    /// The number of marked views that are reported as ambiguous.
    public var told = 0
    /// The number of the other marked views that a reported conflict leaves open.
    public var inConflict = 0
    /// The number of views in table cells that the canvas does not lay out. The canvas is expected to mark all of them as ambiguous.
    public var unlaid = 0
    /// The number of marked views in cells that the canvas does not lay out, without those that are reported or in a conflict.
    public var unseen = 0
    public init() {}

    static func += (sum: inout Marks, more: Marks) {
      sum.views += more.views
      sum.told += more.told
      sum.inConflict += more.inConflict
      sum.unlaid += more.unlaid
      sum.unseen += more.unseen
    }
  }

  /// A view's frame as it is shown, in its superview's coordinates.
  public struct Frame: Hashable, Sendable {
    public var view: String
    public var rect: Rect

    init(view: String, _ rect: Rect) {
      self.view = view
      self.rect = rect
    }
  }

  public var file: String
  public var root: String
  public var device: String?
  public var views: Int
  public var compared = 0
  public var reproduced = 0
  public var judged = Judged()
  public var calibrated: [Calibrated]
  public var mismatches: [Mismatch] = []
  public var uncompared: [Uncompared] = []
  public var conflicts: [BrokenConstraint] = []
  public var ambiguous: [String] = []
  /// The ambiguous views, grouped by the constraints that connect them, with their open numbers. They are not part of the JSON of `check`, whose
  /// findings describe them in words.
  public var ambiguities: [Ambiguity] = []
  /// The layouts in which `conflicts` were found, in the order of the conflicts. They are not part of the JSON of `check`.
  public var conflictLayouts: [ConflictLayout] = []
  /// Conflicts that come from rounding: of less than a point on Interface Builder's canvas, otherwise of less than a pixel.
  public var roundings: [BrokenConstraint] = []
  public var notes: [Note] = []
  /// The reactions of the story that trigger each other without end. They are not part of the JSON of `check`; its findings describe them.
  public var endless: [EndlessChain] = []
  public var leftOut: [LeftOut] = []
  public var marks = Marks()
  /// Whether the file marks views as misplaced or ambiguous, or its recorded frames contradict its own required constraints.
  public var flagged: Bool
  /// The reasons why the scene is flagged, as text.
  public var flags: [String]
  /// The frames, in document order; not part of the JSON of `check`.
  public var frames: [Frame] = []

  private enum CodingKeys: String, CodingKey {
    case file, root, device, views, compared, reproduced, judged, calibrated, mismatches, uncompared, conflicts,
      ambiguous, roundings, notes, leftOut, marks
    case flagged, flags
  }

  init(file: String, imported: ImportedScene) {
    self.file = file
    root = imported.root
    device = imported.scene.device
    views = imported.scene.views.count
    calibrated = imported.calibrated.map {
      Calibrated(what: $0.what.rawValue, id: $0.identifier, edge: $0.edge, value: $0.value)
    }
    flagged = imported.isFlagged
    let names = Dictionary(
      imported.scene.constraints.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    flags = imported.flags.map { flag in
      switch flag {
      case .marked(let view, let mark): "\(imported.identifier(of: view)) is marked \(mark)"
      case .contradicted(let id, let miss):
        "recorded frames miss required constraint \(names[id] ?? "?") by \((miss * 100).rounded() / 100)"
      }
    }
  }
}

extension SceneReport {
  /// The number of mismatches whose recorded frame contradicts required constraints by arithmetic alone.
  public var stale: Int { mismatches.count(where: \.isStale) }

  mutating func leaveOut(_ why: String, view: String, _ part: Coordinate.Part?) {
    let index = leftOut.firstIndex { $0.why == why } ?? leftOut.endIndex
    if index == leftOut.endIndex { leftOut.append(LeftOut(why: why)) }
    leftOut[index].coordinates += part == nil ? 4 : 1
    leftOut[index].which.append(part.map { "\(view).\($0.rawValue)" } ?? view)
  }

  /// Counts the views that Interface Builder marked. `conflicting` are the views that conflicts leave open.
  mutating func countMarks(_ imported: ImportedScene, told: Set<ItemID>, conflicting: Set<ItemID>) {
    if imported.isOfAppKit { notes.append(.controlsOfMac) }
    let unseen = imported.viewsInUnseenCells
    marks.unlaid = unseen.count
    for view in imported.marks("ambiguous") {
      marks.views += 1
      if told.contains(view) {
        marks.told += 1
      } else if conflicting.contains(view) {
        marks.inConflict += 1
      } else if unseen.contains(view) {
        marks.unseen += 1
      }
    }
    if !unseen.isEmpty {
      notes.append(Note(unlaid: imported.scene.views.map(\.id).filter(unseen.contains).map(imported.identifier)))
    }
  }
}

extension SceneReport.Note {
  init(canvas constraints: [String]) {
    what = .canvasConflict
    text =
      "these contradict each other on the canvas alone, by a size, a bar or a placeholder that run time does not have: "
      + constraints.joined(separator: "; ")
  }

  /// The note for a scene that AppKit lays out.
  static let controlsOfMac = SceneReport.Note(
    what: .controlsOfMac,
    text:
      "AppKit lays this out, and the sizes of its controls are not known here: a view is reported as ambiguous where Interface Builder "
      + "marks it, too, and no other view is asked")

  init(unlaid views: [String]) {
    what = .unlaidCells
    text =
      "\(views.joined(separator: ", ")) stand in cells that reach beyond what their table shows: Interface Builder lays those out "
      + "when they are scrolled to, and until then marks what is in them as ambiguous, whatever its constraints are"
  }

  /// Makes the note that the layout does not settle. The last events show the margins and safe areas that kept changing.
  init(loop views: [String], events: some BidirectionalCollection<LayoutEvent>, scene: Scene) {
    what = .loop
    var movers: [String] = []
    for event in events.suffix(100) {
      let mover: (ItemID, String)
      switch event {
      case .layoutMarginsDidChange(let id): mover = (id, "margins")
      case .safeAreaInsetsDidChange(let id): mover = (id, "safe area")
      default: continue
      }
      let name = "the \(mover.1) of \(scene.views.first { $0.id == mover.0 }?.name ?? "\(mover.0)")"
      if !movers.contains(name) { movers.append(name) }
    }
    text =
      "layout does not settle: \(views.joined(separator: ", ")) keep asking for layout"
      + (movers.isEmpty ? "" : ", and \(movers.joined(separator: ", ")) keep changing")
  }
}

extension Coordinate.Part {
  /// All parts of a frame, in the order in which they are reported.
  static let ordered: [Coordinate.Part] = [.x, .y, .width, .height]
}

extension Rect {
  subscript(part: Coordinate.Part) -> Double {
    switch part {
    case .x: x
    case .y: y
    case .width: width
    case .height: height
    }
  }
}
