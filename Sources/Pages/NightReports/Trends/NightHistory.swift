import Foundation

/// The figures of past nights: a file of JSON lines, one line for each night. People can read, merge and correct such a file, and the format is
/// compact enough for some hundred numbers a night.
public struct NightHistory: Sendable {
  public struct Night: Codable, Hashable, Sendable {
    /// The date, such as `2026-11-24`.
    public var date: String
    public var revision: String
    /// The machine. Times of different machines are never compared.
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

  /// The nights, the oldest first.
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

  /// The values of each figure of the last night over all nights that have it, by name. Times, instructions and capacities are taken only from nights
  /// on the last night's machine. A figure with a single value is left out.
  public var trends: [NightTrend] {
    guard let last = nights.last else { return [] }
    return last.figures.keys.sorted().compactMap { name in
      // Instructions are a processor's, too: what runs depends on what vectors it has.
      let isTimed = [NightHistory.costs, NightHistory.instructions, NightHistory.capacities].contains {
        name.hasPrefix($0)
      }
      let comparable = nights.filter { !isTimed || $0.machine == last.machine }
      let points = comparable.compactMap { night in
        night.figures[name].map { NightTrend.Point(date: night.date, revision: night.revision, value: $0) }
      }
      return points.count > 1 ? NightTrend(name: name, points: points) : nil
    }
  }

  static let costs = "cost/"
  static let instructions = "instructions/"
  static let capacities = "capacity/"
}

/// One figure over the nights, and the changes of its level.
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

  public var name: String
  public var points: [Point]
  /// The jumps, the oldest first, then the creep that is still going on.
  public let shifts: [FigureShift]

  public init(name: String, points: [Point]) {
    self.name = name
    self.points = points
    shifts = FigureShift.all(in: points.map(\.value))
  }
}
