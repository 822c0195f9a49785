import LayoutKernel
import SceneModel

/// What a check found out about one scene: the `scenes[]` entry of `check --json`.
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
    /// Laid out minus recorded, in points.
    public var dx, dy, dw, dh: Double
    public var cause: String
  }

  public struct Uncompared: Codable, Hashable, Sendable {
    public var view, why: String
  }

  /// A conflict, with the constraint that gives way.
  public struct BrokenConstraint: Codable, Hashable, Sendable {
    /// As lines, in the order of UIKit's log.
    public var constraints: [String]
    /// Index in `constraints` of the one that gives way.
    public var broken: Int

    init(_ conflict: Conflict) {
      constraints = conflict.members.map(\.text)
      broken = conflict.broken
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
  /// The file marks views as misplaced or ambiguous, or its recorded frames contradict its own required constraints.
  public var flagged: Bool
  /// Why it is flagged, in words.
  public var flags: [String]
  /// In document order; not part of the JSON of `check`.
  public var frames: [Frame] = []

  private enum CodingKeys: String, CodingKey {
    case file, root, device, views, compared, reproduced, judged, calibrated, mismatches, uncompared, conflicts,
      ambiguous
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

/// Sums over the scenes of a check: the `summary` of `check --json`.
public struct CheckSummary: Codable, Sendable {
  public var files = 0
  public var scenes = 0
  public var compared = 0
  public var reproduced = 0
  public var judged = SceneReport.Judged()
  /// The same over scenes that are not flagged.
  public var clean = Part()
  public var conflicts = 0
  public var ambiguous = 0
  public var mistakes = 0

  public struct Part: Codable, Sendable {
    public var scenes = 0
    public var compared = 0
    public var reproduced = 0
    public var judged = SceneReport.Judged()
    public init() {}
  }

  public init() {}

  public mutating func add(_ report: SceneReport) {
    scenes += 1
    compared += report.compared
    reproduced += report.reproduced
    judged.coordinates += report.judged.coordinates
    judged.reproduced += report.judged.reproduced
    conflicts += report.conflicts.count
    ambiguous += report.ambiguous.count
    guard !report.flagged else { return }
    clean.scenes += 1
    clean.compared += report.compared
    clean.reproduced += report.reproduced
    clean.judged.coordinates += report.judged.coordinates
    clean.judged.reproduced += report.judged.reproduced
  }
}
