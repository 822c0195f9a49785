import LayoutPlugin
import SceneModel

/// Queries about the rows: contradictions, their proofs, values.
extension ConflictSystem {
  /// Returns some of the given lines that contradict each other; nil if all can hold together. The result is irreducible if the engine's conflicts
  /// are.
  func conflict(
    among lines: [Int], on probe: ConflictProbe, changing change: (Int, inout Row) -> Void = { _, _ in }
  ) throws(PluginFault) -> [Int]? {
    guard let ids = try probe.ask(declarations, rows(of: lines, changing: change)) else { return nil }
    return Set(ids.map { Int($0.rawValue / 2) }).sorted()
  }

  /// Returns a Farkas vector of the contradiction that was found last: a multiplier for each line that takes part.
  func prices(on probe: ConflictProbe) throws(PluginFault) -> [Int: Double] {
    var prices: [Int: Double] = [:]
    for entry in try probe.certificate() where entry.tier == 0 {
      prices[Int(entry.constraint.rawValue / 2), default: 0] += entry.multiplier
    }
    return prices
  }

  /// Returns the value of a line's left side that is nearest to its constant (or to `target`) while every other given line holds. Nil if the others
  /// contradict each other.
  func nearestValue(
    of line: Int, to target: Double? = nil, among lines: [Int], on probe: ConflictProbe
  ) throws(PluginFault) -> Double? {
    guard let row = rows[line],
      let values = try values(
        among: lines, on: probe,
        changing: { index, row in
          guard index == line else { return }
          row.priority = ConflictSystem.almostRequired
          if let target {
            row.constant = target
            row.relation = .equal
          }
        })
    else { return nil }
    return row.terms.reduce(0) { $0 + $1.coefficient * (values[$1.variable] ?? 0) }
  }

  /// Returns a layout in which the given lines hold; nil if they contradict each other.
  func values(
    among lines: [Int], on probe: ConflictProbe, changing change: (Int, inout Row) -> Void = { _, _ in }
  ) throws(PluginFault) -> [Variable: Double]? {
    try probe.ask(declarations, rows(of: lines, changing: change)) == nil ? probe.values : nil
  }

  /// Returns the lines whose row is the same as that of an earlier line, `of`.
  func repetitions(among lines: [Int]) -> [(line: Int, of: Int)] {
    var first: [String: Int] = [:]
    var found: [(line: Int, of: Int)] = []
    for line in lines {
      guard let row = rows[line] else { continue }
      var terms: [Variable: Double] = [:]
      for term in row.terms { terms[term.variable, default: 0] += term.coefficient }
      let text = terms.sorted { $0.key < $1.key }.filter { $0.value != 0 }.map { "\($0.key) \($0.value)" }
      let key = "\(text) \(row.relation) \(row.constant) \(row.priority)"
      if let known = first[key] { found.append((line, known)) } else { first[key] = line }
    }
    return found
  }

  /// The priority to which UIKit lowers a broken constraint: below required, and above every public priority.
  static let almostRequired = 999.9999999

  /// Whether each unknown is never negative.
  private var declarations: [Bool] { variables.map(\.isNonNegative) }

  private func rows(of lines: [Int], changing change: (Int, inout Row) -> Void) -> [LinearConstraint] {
    var constraints: [LinearConstraint] = []
    constraints.reserveCapacity(lines.count)
    for line in lines {
      guard var row = rows[line] else { continue }
      change(line, &row)
      let terms = row.terms.map { LinearConstraint.Term($0.coefficient, $0.variable) }
      func add(_ slot: Int, _ relation: Relation, _ constant: Double) {
        constraints.append(
          LinearConstraint(
            id: LinearConstraint.ID(UInt32(2 * line + slot)), terms: terms, relation: relation, constant: constant,
            priority: row.priority))
      }
      switch row.relation {
      case .equal where row.uncertainty > 0:
        add(0, .greaterThanOrEqual, row.constant - row.uncertainty)
        add(1, .lessThanOrEqual, row.constant + row.uncertainty)
      case .equal: add(0, .equal, row.constant)
      case .lessThanOrEqual: add(0, .lessThanOrEqual, row.constant + row.uncertainty)
      case .greaterThanOrEqual: add(0, .greaterThanOrEqual, row.constant - row.uncertainty)
      }
    }
    return constraints
  }
}
