import Foundation
import Reports
import SceneModel

/// The figures that became worse over the nights, and people's notes about them: a file of JSON lines next to the history, one line for each
/// regression.
public struct RegressionLedger: Sendable {
  public enum State: String, Codable, CaseIterable, Sendable {
    /// A night reported the regression, and nobody has examined it yet.
    case open
    /// A person examined it: it is a regression.
    case confirmed
    /// The regression will not be repaired, for a reason.
    case accepted
    /// The figure has its former level again, or a person marked it as fixed.
    case fixed
  }

  public struct Entry: Codable, Hashable, Sendable {
    public var id: String
    /// The figure's path, such as `instructions/solver/tick/feed-20`.
    public var figure: String
    public var machine: String?
    public var kind: FigureShift.Kind
    /// The date and revision of the first night with the regression.
    public var since, revision: String
    /// The date of the night that reported the regression, and of the last night in which it grew.
    public var told, seen: String
    /// The figure's level before the regression, and its present level.
    public var before, now: Double
    public var state: State
    public var owner, reason: String?
  }

  public private(set) var entries: [Entry] = []
  /// Lines that are not entries; they are kept unchanged.
  private var unreadable: [String] = []

  /// The number of nights after which a regression no longer counts as new. So if a list is started with a long history, only recent regressions
  /// are reported.
  private static let fresh = 14
  /// Two jumps are the same if their first nights differ by at most the first number. A jump turns out to be part of a creep if its first night and
  /// that of the creep differ by at most the second number. First nights may shift when nights are added.
  private static let (sameJump, sameCreep) = (3, 8)
  /// The largest number of nights from the last growth of a creep to a step that still counts as part of it.
  private static let rest = 5
  /// The size below which a jump during a creep counts as part of the creep, as a share of the level.
  private static let smallStep = 0.02
  /// The largest variation from night to night, as a share. Figures that vary more are shown, but not judged.
  private static let unstable = 0.03

  public init() {}

  public init(text: String) {
    for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
      if let entry = try? JSONDecoder().decode(Entry.self, from: Data(line.utf8)) {
        entries.append(entry)
      } else {
        unreadable.append(String(line))
      }
    }
  }

  /// The text that `init(text:)` reads.
  public var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = entries.compactMap { entry in try? String(decoding: encoder.encode(entry), as: UTF8.self) }
    return (unreadable + lines).map { $0 + "\n" }.joined()
  }

  /// The regressions that are not fixed, the newest first.
  public var standing: [Entry] { entries.filter { $0.state != .fixed }.sorted { ($1.told, $0.id) < ($0.told, $1.id) } }

  /// Returns whether a figure varies so much from night to night that no change of level can be derived from it.
  public static func isUnstable(_ trend: NightTrend) -> Bool {
    let values = trend.points.map(\.value)
    let level = abs(FigureShift.median(values[...]))
    return values.count >= 8 && FigureShift.noise(of: values) > unstable * level
  }

  /// Sets the state, owner or reason of a regression.
  ///
  /// - Throws: `UserMistake` if there is no regression with that id, or if it is accepted without a reason.
  public mutating func set(_ id: String, _ state: State?, owner: String?, reason: String?) throws(UserMistake) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else {
      throw UserMistake(.unknownName, "\(id): no such regression. Without an id, all of them are listed.")
    }
    guard state != .accepted || reason ?? entries[index].reason != nil else {
      throw UserMistake(.valueMissing, "\(id): say why it is accepted with --reason.")
    }
    entries[index].state = state ?? entries[index].state
    entries[index].owner = owner ?? entries[index].owner
    entries[index].reason = reason ?? entries[index].reason
  }

  /// Updates the regressions with the last night of a history.
  public mutating func update(with history: NightHistory) {
    let machine = history.nights.last?.machine
    for trend in history.trends where !RegressionLedger.isUnstable(trend) { update(with: trend, machine: machine) }
  }

  private mutating func update(with trend: NightTrend, machine: String?) {
    guard let tonight = trend.points.last, let isWorseAbove = trend.isWorseAbove else { return }
    let dates = trend.points.map(\.date)
    func night(_ date: String) -> Int { dates.lastIndex { $0 <= date } ?? 0 }
    var own: [Int] { entries.indices.filter { entries[$0].figure == trend.name && entries[$0].machine == machine } }
    func isWorse(_ shift: FigureShift) -> Bool { (shift.since > shift.before) == isWorseAbove }

    for shift in FigureShift.all(in: trend.points.map(\.value)) where isWorse(shift) {
      let creeping = own.last {
        entries[$0].kind == .creep && entries[$0].state != .fixed
          && shift.start - night(entries[$0].seen) <= RegressionLedger.rest
      }
      switch shift.kind {
      case .jump:
        let isOld = dates.count - shift.start > RegressionLedger.fresh
        let isKnown = own.contains {
          abs(night(entries[$0].since) - shift.start) <= RegressionLedger.sameJump && entries[$0].kind == .jump
        }
        let step = abs(shift.since - shift.before)
        let isOfCreep = creeping != nil && step < RegressionLedger.smallStep * abs(shift.before)
        if !isOld, !isKnown, !isOfCreep { open(shift, trend, machine) }
      case .creep:
        let jump = own.last {
          entries[$0].kind == .jump && entries[$0].state != .fixed
            && abs(night(entries[$0].since) - shift.start) <= RegressionLedger.sameCreep
        }
        guard let known = creeping ?? jump else {
          open(shift, trend, machine)
          continue
        }
        (entries[known].kind, entries[known].now, entries[known].seen) = (.creep, shift.since, tonight.date)
      }
    }
    let level = FigureShift.median(trend.points.suffix(3).map(\.value)[...])
    for index in own where [.open, .confirmed].contains(entries[index].state) {
      let entry = entries[index]
      let worse = (level - entry.before) / max(abs(entry.before), .leastNormalMagnitude) * (isWorseAbove ? 1 : -1)
      if worse < FigureShift.floor / 2, dates.count - night(entry.since) >= 3 { entries[index].state = .fixed }
    }
  }

  private mutating func open(_ shift: FigureShift, _ trend: NightTrend, _ machine: String?) {
    let (point, tonight) = (trend.points[shift.start], trend.points[trend.points.count - 1])
    let digest = Digest(of: Array("\(trend.name) \(machine ?? "") \(point.date) \(point.revision)".utf8))
    entries.append(
      Entry(
        id: String("\(digest)".prefix(8)), figure: trend.name, machine: machine, kind: shift.kind, since: point.date,
        revision: point.revision, told: tonight.date, seen: tonight.date, before: shift.before, now: shift.since,
        state: .open))
  }
}

extension RegressionLedger.Entry {
  /// The change of the figure, as a share of the level before; positive if the figure rose, which for capacities is better. 0 if that level was 0.
  var share: Double { before == 0 ? 0 : (now - before) / abs(before) }

  /// The regression in one line, for people.
  public var sentence: String {
    let how = kind == .jump ? "at once" : "little by little"
    let percent = readable((share * 1000).rounded() / 10)
    let said = [state.rawValue, owner.map { "owner \($0)" }, reason].compactMap { $0 }.joined(separator: ", ")
    return "\(id)  \(figure)  \(share > 0 ? "+" : "")\(percent) % \(how) since \(since) (\(revision)): \(said)"
  }
}
