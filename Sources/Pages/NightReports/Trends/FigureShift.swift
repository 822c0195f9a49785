import Foundation

/// A change of a figure's level over the nights, either sudden or gradual.
public struct FigureShift: Hashable, Sendable {
  public enum Kind: String, Codable, Sendable {
    /// The level changed from one night to the next.
    case jump
    /// The level changes gradually in one direction, by less each night than can be noticed in one night.
    case creep
  }

  public var kind: Kind
  /// The index of the first night of the change among the values.
  public var start: Int
  /// The level before the change, and the level since then.
  public var before, since: Double

  /// The smallest change that counts, as a share of the level. Smaller ones are not worth a person's time.
  static let floor = 0.01
  /// The number of nights whose median is the level, so that one bad night does not change it.
  private static let level = 3
  /// The size that a jump or a creep must exceed, in multiples of the noise. Among 1 000 series of 60 nights with nothing but noise, about 3 have a
  /// jump beyond it.
  private static let significance = 4.5
  /// The factor by which a jump must exceed the median step of the nights around it. Smaller steps in the same direction belong to a creep.
  private static let drift = 3.0
  private static let neighbourhood = 8
  /// The numbers of nights at the end of a series in which a creep (a gradual change) is searched for, the smallest first.
  private static let windows = [8, 12, 16, 20]
  /// The least Kendall's tau of a creep: the share of pairs of nights in which the later value is higher, minus the share in which it is lower.
  private static let tau = 0.7

  /// Returns all jumps of a series, and the creep at its end if there is one. The values are one figure over the nights, the oldest first.
  public static func all(in values: [Double]) -> [FigureShift] {
    let noise = noise(of: values)
    let jumps = jumps(in: values, noise: noise)
    return jumps + (creep(in: values, without: jumps, noise: noise).map { [$0] } ?? [])
  }

  /// The standard deviation from night to night. It is computed from the median of second differences, so neither a jump nor a creep increases it.
  static func noise(of values: [Double]) -> Double {
    guard values.count > 2 else { return 0 }
    let bends = (1..<values.count - 1).map { (night: Int) -> Double in
      let around: Double = values[night + 1] + values[night - 1]
      return abs(around - 2 * values[night])
    }
    // 0.6745: the median of a normal distribution's absolute values; a bend has one night, twice another, and a third in it.
    return median(bends[...]) / (0.6745 * 6.0.squareRoot())
  }

  /// Returns the jumps. The difference between the medians of three nights and of the three nights before is a jump if it exceeds the smallest
  /// change that counts, the noise and the steps around it. A jump must also fit the nights around it better than a gradual rise does.
  private static func jumps(in values: [Double], noise: Double) -> [FigureShift] {
    guard values.count >= 2 * level else { return [] }
    let nights = level...(values.count - level)
    let steps = nights.map { night in
      median(values[night..<night + level]) - median(values[night - level..<night])
    }
    func step(_ night: Int) -> Double { steps[night - level] }
    /// Returns the distance between the values of a night and of the night before it.
    func edge(_ night: Int) -> Double { abs(values[night] - values[night - 1]) }
    var result: [FigureShift] = []
    for night in nights {
      let before = median(values[night - level..<night])
      guard abs(step(night)) > floor * abs(before), abs(step(night)) > significance * noise,
        !(night - 2...min(night + 2, values.count - 1)).contains(where: { edge($0) > edge(night) }),
        result.last.map({ night - $0.start >= level }) ?? true
      else { continue }
      let others = nights.filter { abs($0 - night) <= neighbourhood && abs($0 - night) >= level }.map { step($0) }
      // Steps the other way are no drift.
      let drifts = others.isEmpty ? 0 : median(others[...])
      let usual = drifts * step(night) > 0 ? drifts : 0
      guard abs(step(night) - usual) > (drift - 1) * abs(usual) else { continue }
      let around = max(0, night - 6)..<min(values.count, night + 6)
      let nightly = usual / Double(level)
      let steady = around.map { (other: Int) -> Double in values[other] - Double(other) * nightly }
      let split = night - around.lowerBound
      guard deviation(steady[..<split]) + deviation(steady[split...]) <= deviationFromRise(steady[...]) else {
        continue
      }
      result.append(FigureShift(kind: .jump, start: night, before: before, since: before + step(night)))
    }
    return result
  }

  /// The sum of squares around the mean.
  private static func deviation(_ values: ArraySlice<Double>) -> Double {
    let mean = values.reduce(0, +) / Double(max(1, values.count))
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  }

  /// Returns the least sum of squares around a line that is level at first and then rises or falls by the same amount each night.
  private static func deviationFromRise(_ values: ArraySlice<Double>) -> Double {
    let starts = values.startIndex + 1..<max(values.startIndex + 2, values.endIndex - 2)
    return starts.map { (start: Int) -> Double in
      let level = values[..<start].reduce(0, +) / Double(start - values.startIndex)
      var (products, squares): (Double, Double) = (0, 0)
      for night in start..<values.endIndex {
        let distance = Double(night - start + 1)
        products += distance * (values[night] - level)
        squares += distance * distance
      }
      var sum = deviation(values[..<start])
      for night in start..<values.endIndex {
        let rest = values[night] - level - products / squares * Double(night - start + 1)
        sum += rest * rest
      }
      return sum
    }.min() ?? .infinity
  }

  /// Returns the creep at the end of the values: nights that, after the jumps are subtracted, change in one direction by more than the noise and the
  /// smallest change that counts. Nil if there is none. The change is measured between the medians of both ends. Mann and Kendall's test, which makes
  /// no assumption about the noise, must find a trend. A single step is not a creep.
  private static func creep(in values: [Double], without jumps: [FigureShift], noise: Double) -> FigureShift? {
    var smooth = values
    for jump in jumps {
      for night in jump.start..<values.count { smooth[night] -= jump.since - jump.before }
    }
    let end = windows[0] / 2
    for window in windows where window <= smooth.count {
      let recent = smooth[(smooth.count - window)...]
      let (before, since) = (median(recent.prefix(end)), median(recent.suffix(end)))
      guard abs(since - before) > floor * abs(before), abs(since - before) > significance * noise else { continue }
      var balance = 0
      for (index, value) in recent.enumerated() {
        for later in recent.dropFirst(index + 1) { balance += later > value ? 1 : later < value ? -1 : 0 }
      }
      let pairs = window * (window - 1) / 2
      guard abs(Double(balance)) >= tau * Double(pairs), (balance > 0) == (since > before) else { continue }
      let atOnce = (recent.startIndex + 2..<recent.endIndex - 1).map { split in
        deviation(recent[..<split]) + deviation(recent[split...])
      }.min()
      guard deviationFromRise(recent) < atOnce ?? .infinity else { continue }
      let start = beginning(of: recent, rising: since > before, noise: noise)
      return FigureShift(kind: .creep, start: start, before: before, since: median(values.suffix(end)))
    }
    return nil
  }

  /// Returns the first night of the creep: the one after the last night that was still at the level with which the window begins.
  private static func beginning(of recent: ArraySlice<Double>, rising: Bool, noise: Double) -> Int {
    let first = median(recent.prefix(3))
    let last = recent.indices.last { rising ? recent[$0] <= first + noise : recent[$0] >= first - noise }
    return min((last ?? recent.startIndex) + 1, recent.endIndex - 1)
  }

  static func median(_ values: ArraySlice<Double>) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
