import Foundation

/// Figures of nights past: a file of JSON lines, a night a line. Files are enough for some hundred numbers a night. People can read, merge and
/// correct them, and no database is needed.
public struct NightHistory: Sendable {
  public struct Night: Codable, Hashable, Sendable {
    /// The date, such as `2026-11-24`.
    public var date: String
    public var revision: String
    /// The machine. Times are compared on one machine only.
    public var machine: String?
    /// The figures by path, such as `cost/solver/tick/feed-200`.
    public var figures: [String: Double]

    public init(date: String, revision: String, machine: String? = nil, figures: [String: Double]) {
      self.date = date
      self.revision = revision
      self.machine = machine
      self.figures = figures
    }
  }

  /// The oldest first.
  public private(set) var nights: [Night] = []
  /// Lines that cannot be read as nights. They stay in the file.
  public private(set) var unreadable: [String] = []

  public init() {}

  public init(text: String) {
    for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
      if let night = try? JSONDecoder().decode(Night.self, from: Data(line.utf8)) {
        record(night)
      } else {
        unreadable.append(String(line))
      }
    }
  }

  /// The text that `init(text:)` reads.
  public var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = nights.compactMap { night in try? String(decoding: encoder.encode(night), as: UTF8.self) }
    return (unreadable + lines).map { $0 + "\n" }.joined()
  }

  /// Adds a night, in place of an earlier record of the same day and revision on the same machine.
  public mutating func record(_ night: Night) {
    nights.removeAll { ($0.date, $0.revision) == (night.date, night.revision) && $0.machine == night.machine }
    let place = nights.firstIndex { $0.date > night.date } ?? nights.endIndex
    nights.insert(night, at: place)
  }

  /// The course of each figure of the last night over the nights that have it, by name. Times are taken from nights on the last night's machine
  /// only.
  public var trends: [NightTrend] {
    guard let last = nights.last else { return [] }
    return last.figures.keys.sorted().compactMap { name in
      let isTimed = name.hasPrefix(NightHistory.costs) || name.hasPrefix(NightHistory.capacities)
      let comparable = nights.filter { !isTimed || $0.machine == last.machine }
      let points = comparable.compactMap { night in
        night.figures[name].map { NightTrend.Point(date: night.date, revision: night.revision, value: $0) }
      }
      return points.count > 1 ? NightTrend(name: name, points: points) : nil
    }
  }

  static let costs = "cost/"
  static let capacities = "capacity/"
}

/// One figure over the nights, and where it became another.
public struct NightTrend: Sendable {
  public struct Point: Hashable, Sendable {
    public var date, revision: String
    public var value: Double

    public init(date: String, revision: String, value: Double) {
      self.date = date
      self.revision = revision
      self.value = value
    }
  }

  /// The first night of a new level, with the medians before and since.
  public struct Change: Hashable, Sendable {
    public var point: Point
    public var before, since: Double

    /// The change as a share of the earlier level; nil if that was 0.
    public var share: Double? { before == 0 ? nil : (since - before) / abs(before) }
  }

  public var name: String
  public var points: [Point]
  /// The oldest first.
  public let changes: [Change]

  /// A level lasts this many nights, so that one bad night is none.
  private static let shortest = 3
  /// Standard deviations: of 1 000 series of 60 nights of noise some 3 have a change that is none.
  private static let significance = 4.0
  /// The smallest change that counts: less than a hundredth is none that anybody has to look at.
  private static let floor = 0.01

  public init(name: String, points: [Point]) {
    self.name = name
    self.points = points
    let values = points.map(\.value)
    let noise = NightTrend.noise(of: values)
    var starts: [Int] = []
    // Binary segmentation: the greatest change first, then what is before and behind it.
    var pending = [0..<values.count]
    while let range = pending.popLast() {
      guard let start = NightTrend.change(in: range, of: values, noise: noise) else { continue }
      starts.append(start)
      pending += [range.lowerBound..<start, start..<range.upperBound]
    }
    let bounds = [0] + starts.sorted() + [values.count]
    changes = (1..<max(1, bounds.count - 1)).map { index in
      Change(
        point: points[bounds[index]], before: NightTrend.median(values[bounds[index - 1]..<bounds[index]]),
        since: NightTrend.median(values[bounds[index]..<bounds[index + 1]]))
    }
  }

  /// The standard deviation from night to night, by the median step: a change of level is one step among many.
  private static func noise(of values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let steps = zip(values.dropFirst(), values).map { abs($0 - $1) }
    // 0.6745: the median of a normal distribution's absolute values; a step has two nights in it.
    return median(steps[...]) / (0.6745 * 2.0.squareRoot())
  }

  /// The split that explains most, if it explains more than noise does.
  private static func change(in range: Range<Int>, of values: [Double], noise: Double) -> Int? {
    guard range.count >= 2 * shortest else { return nil }
    var best: (start: Int, score: Double)?
    for start in (range.lowerBound + shortest)...(range.upperBound - shortest) {
      let (left, right) = (values[range.lowerBound..<start], values[start..<range.upperBound])
      let (before, since) = (mean(left), mean(right))
      let weight = (Double(left.count) * Double(right.count) / Double(range.count)).squareRoot()
      let score = abs(since - before) * weight
      if score > best?.score ?? 0 { best = (start, score) }
    }
    guard let best, best.score > significance * noise else { return nil }
    let before = median(values[range.lowerBound..<best.start])
    let since = median(values[best.start..<range.upperBound])
    return abs(since - before) > floor * abs(before) ? best.start : nil
  }

  private static func mean(_ values: ArraySlice<Double>) -> Double { values.reduce(0, +) / Double(values.count) }

  private static func median(_ values: ArraySlice<Double>) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
