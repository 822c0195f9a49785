import LayoutPlugin
import SceneModel

/// Distinguishes contradictions that come from rounding from real ones, and finds multipliers that are the rounded digits of a fraction.
struct RoundingSearch {
  let log: ConflictLog
  let facts: ConflictFacts
  let system: ConflictSystem
  let probe: ConflictProbe
  /// Rows that are part of every query although they are not lines of the list, such as margins that a scene states.
  let always: [Int]
  private let meant: ConflictSystem?
  private let fractions: [(line: Int, digits: String, fraction: MultiplierFraction)]

  init(
    _ log: ConflictLog, _ facts: ConflictFacts, system: ConflictSystem, probe: ConflictProbe, always: [Int]
  ) {
    (self.log, self.facts, self.system, self.probe, self.always) = (log, facts, system, probe, always)
    var changed = log.entries
    fractions = log.constraints.compactMap { index, constraint in
      guard case .equation(var equation) = constraint.body, let (digits, fraction) = equation.meanFraction() else {
        return nil
      }
      var constraint = constraint
      constraint.body = .equation(equation)
      changed[index] = .read(constraint)
      return (index, digits, fraction)
    }
    meant =
      fractions.isEmpty
      ? nil : ConflictSystem(ConflictLog(line: log.line, platform: log.platform, entries: changed), facts)
  }

  /// Returns the points by which a list fails to be satisfiable, if that comes from rounding; `nil` if it is more than rounding explains, or if the
  /// list is satisfiable.
  ///
  /// - Parameters:
  ///   - sets: The irreducible sets that contradict themselves with the digits that the log prints. If there are none, all digits count as exact.
  ///   - lines: The lines that were read.
  func miss(of sets: [[Int]], lines: [Int]) throws(PluginFault) -> Double? {
    if sets.isEmpty {
      guard
        let core = try system.conflict(among: lines + always, on: probe, changing: { $1.uncertainty = 0 })
      else { return nil }
      guard let miss = try leastMiss(of: core.filter { !always.contains($0) }, isExact: true),
        miss < RoundingSearch.pixel
      else { return nil }
      return miss
    }
    var most = 0.0
    for set in sets {
      guard let miss = try leastMiss(of: set, isExact: false) else { return nil }
      if miss >= RoundingSearch.pixel {
        guard miss < RoundingSearch.point, try holds(set) else { return nil }
      }
      most = max(most, miss)
    }
    return most
  }

  /// Returns the change that replaces digits by the fraction that they were rounded from; `nil` if that does not resolve the contradiction.
  func fix(core: [Int], lines: [Int], words: ConflictWords) throws(PluginFault) -> ConflictExplanation.Fix? {
    let mine = fractions.filter { core.contains($0.line) }
    guard let first = mine.first, try holds(core) else { return nil }
    var named: [String] = []
    for entry in mine {
      let name = "\(entry.fraction) for \(entry.digits)"
      if !named.contains(name) { named.append(name) }
    }
    let others = mine.count > 1 ? " and \(counted(mine.count - 1, "more line"))" : ""
    return ConflictExplanation.Fix(
      action: .changeMultiplier, constraint: first.line, to: nil, resolvesList: try holds(lines),
      text: "Write the exact fraction instead of its rounded digits: \(named.joined(separator: ", ")), in "
        + "\(words.quotation(of: first.line))\(others).",
      along: mine.dropFirst().map(\.line))
  }

  /// Whether lines are satisfiable with fractions in place of their digits.
  private func holds(_ lines: [Int]) throws(PluginFault) -> Bool {
    guard let meant else { return false }
    return try meant.conflict(among: lines + always, on: probe) == nil
  }

  /// Returns the least number of points by which one line of a set must be violated for the others to hold; nil if no line of the set can make them
  /// hold.
  private func leastMiss(of core: [Int], isExact: Bool) throws(PluginFault) -> Double? {
    var least: Double?
    for line in core.prefix(RoundingSearch.mostLines) {
      guard let row = system.rows[line],
        let values = try system.values(
          among: core + always, on: probe,
          changing: { index, row in
            if isExact { row.uncertainty = 0 }
            if index == line { row.priority = ConflictSystem.almostRequired }
          })
      else { continue }
      let difference = row.terms.reduce(0) { $0 + $1.coefficient * (values[$1.variable] ?? 0) } - row.constant
      let miss =
        switch row.relation {
        case .equal: abs(difference)
        case .lessThanOrEqual: max(0, difference)
        case .greaterThanOrEqual: max(0, -difference)
        }
      least = min(least ?? miss, miss)
    }
    return least
  }

  /// The limit in points below which a contradiction counts as rounding: a pixel of the finest screens, because a log does not say which screen it is
  /// from (rule L4.4).
  static let pixel = 1.0 / 3 - 1e-3
  /// The limit in points below which a contradiction counts as rounding if the digits of a fraction cause it, as in files of Interface Builder.
  private static let point = 1 - 1e-3
  /// The largest number of lines of a set that are tried, enough for real sums. Each line needs one query.
  private static let mostLines = 32
}

/// A fraction that was written as a multiplier in decimal digits: 1/3 for 0.333.
struct MultiplierFraction: CustomStringConvertible {
  let numerator: Int
  let denominator: Int

  /// Makes the fraction with a small denominator whose decimal digits, cut off or rounded, are the given ones; `nil` if there is none, or if the
  /// digits are exact.
  init?(digits: String) {
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      (2...7).contains(parts[1].count), let value = Double(digits), value < 100
    else { return nil }
    var unit = 1.0
    for _ in parts[1] { unit *= 10 }
    // Two digits may come from many fractions, or be exact.
    for denominator in parts[1].count == 2 ? [3, 6] : [3, 6, 7, 9, 11, 12] {
      let numerator = Int((value * Double(denominator)).rounded())
      guard numerator > 0, MultiplierFraction.areCoprime(numerator, denominator) else { continue }
      let whole = Double(numerator) / Double(denominator) * unit
      let written = (value * unit).rounded()
      guard whole.rounded(.down) == written || whole.rounded() == written else { continue }
      (self.numerator, self.denominator) = (numerator, denominator)
      return
    }
    return nil
  }

  var value: Double { Double(numerator) / Double(denominator) }

  var description: String { "\(numerator).0 / \(denominator)" }

  private static func areCoprime(_ a: Int, _ b: Int) -> Bool {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 1
  }
}

extension ConstraintDescription.Equation {
  /// Replaces the multiplier's digits by the fraction that they were rounded from; returns `nil` if they are exact.
  fileprivate mutating func meanFraction() -> (digits: String, fraction: MultiplierFraction)? {
    guard let written = leadingMultiplier ?? trailingMultiplier.flatMap({ $0.isDivision ? nil : $0.number }),
      let fraction = MultiplierFraction(digits: written.text)
    else { return nil }
    let number = ConstraintDescription.Number(text: "\(fraction.value)", value: fraction.value)
    if leadingMultiplier != nil { leadingMultiplier = number } else { trailingMultiplier?.number = number }
    return (written.text, fraction)
  }
}
