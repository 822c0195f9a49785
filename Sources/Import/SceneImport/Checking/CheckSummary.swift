/// The sums over the scenes of a check: the `summary` of `check --json`.
public struct CheckSummary: Codable, Sendable {
  public var files = 0
  public var scenes = 0
  public var compared = 0
  public var reproduced = 0
  public var judged = SceneReport.Judged()
  /// The counts of comparisons in scenes that are not flagged.
  public var clean = Part()
  public var conflicts = 0
  public var ambiguous = 0
  public var mistakes = 0
  public var roundings = 0
  public var notes = 0
  /// The sums over the scenes that are not flagged and whose recorded frames agree with the required constraints.
  public var fresh = Part()
  /// The number of views in scenes that are not flagged whose recorded frame contradicts the required constraints.
  public var stale = 0
  /// The coordinates that are not judged, in scenes that are not flagged, by reason; the most frequent first.
  public var leftOut: [SceneReport.LeftOut] = []
  public var marks = SceneReport.Marks()

  public struct Part: Codable, Sendable {
    public var scenes = 0
    public var compared = 0
    public var reproduced = 0
    public var judged = SceneReport.Judged()
    public init() {}

    mutating func add(_ report: SceneReport) {
      scenes += 1
      compared += report.compared
      reproduced += report.reproduced
      judged.coordinates += report.judged.coordinates
      judged.reproduced += report.judged.reproduced
    }
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
    roundings += report.roundings.count
    notes += report.notes.count
    marks += report.marks
    guard !report.flagged else { return }
    clean.add(report)
    stale += report.stale
    if report.stale == 0 { fresh.add(report) }
    for left in report.leftOut {
      if let index = leftOut.firstIndex(where: { $0.why == left.why }) {
        leftOut[index].coordinates += left.coordinates
      } else {
        leftOut.append(left)
      }
    }
    leftOut.sort { ($1.coordinates, $0.why) < ($0.coordinates, $1.why) }
  }
}
