import LayoutPlugin
import SceneModel
import Testing

@testable import ConstraintSolver

/// Large blocks whose coefficients have no short binary fraction, or products that are nearly nothing: what doubles take for
/// zero decides there, and only fractions tell.
@Suite struct DelicateBlockTests {
  private static let ratios = [1, -1, 4.0 / 3, -0.75, 1.0 / 3]
  private static let powers = [1, -1, 0x1p-8, 256, 0.5]

  /// Rows over neighbours, some required and the rest of four tiers; none of them contradict each other.
  private func rows(_ entropy: inout Entropy, variableCount: Int, coefficients: [Double]) -> [LinearConstraint] {
    (1...UInt32(3 * variableCount)).map { id in
      let start = entropy.below(variableCount)
      var variables: Set<UInt32> = []
      for _ in 0..<entropy.pick([1, 1, 2, 2, 2, 3]) {
        variables.insert(UInt32(1 + (start + entropy.below(6)) % variableCount))
      }
      let terms = variables.sorted().map { (entropy.pick(coefficients), $0) }
      if entropy.chance(1, in: 8) { return row(id, terms, .greaterThanOrEqual, -200) }
      let relation = entropy.pick([.equal, .lessThanOrEqual, .greaterThanOrEqual] as [Relation])
      return row(id, terms, relation, Double(10 * entropy.below(8)), Double(100 * (1 + entropy.below(4))))
    }
  }

  /// Moves a constant a few times, takes a row out and back, or moves five at once.
  private func edits(_ entropy: inout Entropy, of rows: inout [LinearConstraint]) -> [[SolverEdit]] {
    func moved(_ q: Int, to constant: Double) -> SolverEdit {
      rows[q].constant = constant
      return .setConstant(rows[q].id, constant)
    }
    let wishes = rows.indices.filter { !rows[$0].isRequired }
    let q = entropy.pick(wishes)
    switch entropy.below(3) {
    case 0: return (0..<4).map { _ in [moved(q, to: Double(5 * entropy.below(30)))] }
    case 1: return [[.remove(rows[q].id)], [.add(rows[q])]]
    default: return [(0..<5).map { _ in moved(entropy.pick(wishes), to: Double(10 * entropy.below(8))) }]
    }
  }

  /// What fractions alone find, from nothing.
  private func exactValues(_ system: inout System) throws -> [UInt32: Double] {
    var result: [UInt32: Double] = [:]
    var seen: Set<Int32> = []
    for slot in 0..<Int32(system.variables.count) where !seen.contains(slot) {
      let component = system.component(of: slot)
      seen.formUnion(component.variables)
      if component.rows.isEmpty { continue }
      let (program, bounds, _) = system.program(component, component.rows)
      defer { program.free() }
      var simplex = LexicographicSimplex<FactoredTableau<Rational>>(program, bounds: bounds)
      try runExactSimplex { () throws(NumericalTrouble) in try simplex.solve() }
      for (index, variable) in component.variables.enumerated() {
        result[system.variables[variable].id] = simplex.value(index).reported
      }
    }
    return result
  }

  private func expectNoHistory(seed: UInt64, variableCount: Int, coefficients: [Double]) throws {
    var entropy = Entropy(seed: seed)
    let declared = (1...UInt32(variableCount)).map {
      SolverEdit.declare(Variable($0), nonNegative: entropy.chance(1, in: 2))
    }
    let rows = rows(&entropy, variableCount: variableCount, coefficients: coefficients)
    _ = try expectNoHistory(declared, rows, &entropy, "seed \(seed)")
  }

  /// Edits the rows again and again.
  private func expectNoHistory(
    _ declared: [SolverEdit], _ rows: [LinearConstraint], _ entropy: inout Entropy, _ name: Comment
  ) throws -> ConstraintSolver {
    var rows = rows
    let solver = ConstraintSolver()
    #expect(try solver.apply(declared + rows.map { .add($0) }) == .solved)
    var present = try solver.changes()
    for _ in 0..<8 {
      for edit in edits(&entropy, of: &rows) {
        #expect(try solver.apply(edit) == .solved)
        present.merge(try solver.changes()) { $1 }
      }
      let fresh = try freshValues(declared + rows.map { .add($0) })
      #expect(present.filter { $0.value != 0 } == fresh.filter { $0.value != 0 }, name)
    }
    let exact = try exactValues(&solver.system)
    #expect(present.filter { $0.value != 0 } == exact.filter { $0.value != 0 }, name)
    return solver
  }

  // Each of these seeds ended in values that were not the optimum, or not a new system's.

  @Test(
    "Ratios leave no trace of earlier edits (found by review)",
    arguments: [30, 35, 38, 49, 55, 71, 658, 681, 698, 1016, 1280, 1285] as [UInt64])
  func ratios(seed: UInt64) throws {
    try expectNoHistory(seed: seed, variableCount: 70, coefficients: Self.ratios)
  }

  @Test(
    "Products of small coefficients are not taken for nothing (found by review)",
    arguments: [579, 581, 626, 639, 681, 1233, 1383, 1420, 1646] as [UInt64])
  func powers(seed: UInt64) throws {
    try expectNoHistory(seed: seed, variableCount: 40, coefficients: Self.powers)
  }

  // Where every end counted as confirmed once one was, each of these kept a point that is not the optimum.

  @Test(
    "An end that was confirmed says nothing of another one",
    arguments: [
      (6, true, 46), (12, true, 24), (12, true, 97), (12, false, 82), (20, true, 76), (20, true, 105), (20, false, 16),
    ] as [(Int, Bool, UInt64)])
  func otherEnds(variableCount: Int, hasRatios: Bool, seed: UInt64) throws {
    let coefficients = hasRatios ? Self.ratios : Self.powers
    var entropy = Entropy(seed: seed)
    let rows = rows(&entropy, variableCount: variableCount, coefficients: coefficients)
    _ = try expectNoHistory([], rows, &entropy, "seed \(seed)")
  }

  @Test("What is confirmed of one cell is confirmed of those that read the same, and of no other")
  func repeatedCells() throws {
    var sharedEnds = 0
    for seed in UInt64(0)..<40 {
      var entropy = Entropy(seed: seed)
      let cell = rows(&entropy, variableCount: 5, coefficients: Self.ratios)
      let rows = (0..<UInt32(6)).flatMap { number in
        cell.map { row in
          var copy = row
          copy.id = .init(100 * number + row.id.rawValue)
          copy.terms = row.terms.map { LinearConstraint.Term($0.coefficient, Variable(10 * number + $0.variable.id)) }
          if !row.isRequired { copy.constant += Double(5 * entropy.below(12)) }
          return copy
        }
      }
      let solver = try expectNoHistory([], rows, &entropy, "seed \(seed)")
      let blocks = solver.system.blocks.compactMap { $0 }.filter { $0.state == .confirmed }
      let ends = Set(blocks.compactMap { $0.shape.confirmedBases.map { ObjectIdentifier($0) } })
      sharedEnds += blocks.count - ends.count
    }
    #expect(sharedEnds > 0)
  }
}
