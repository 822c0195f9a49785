import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

@testable import ConstraintSolver

/// Which variables of a large block the constraints leave a choice.
@Suite struct UniquenessTests {
  /// Views below one another, 8 apart: top `2 i`, height `2 i + 1`, without any wish for a height.
  private func chain(_ count: UInt32, bottoms: [UInt32: Double]) -> [LinearConstraint] {
    var rows = [row(1, [(1, 0)], .equal, 8)]
    for i in 1..<count {
      rows.append(row(1 + i, [(1, 2 * i), (-1, 2 * i - 2), (-1, 2 * i - 1)], .equal, 8))
    }
    for (view, bottom) in bottoms.sorted(by: { $0.key < $1.key }) {
      rows.append(row(1000 + view, [(1, 2 * view), (1, 2 * view + 1)], .equal, bottom))
    }
    return rows
  }

  private func solver(_ rows: [LinearConstraint], count: UInt32) throws -> ConstraintSolver {
    let solver = ConstraintSolver()
    let variables = (0..<2 * count).map { SolverEdit.declare(Variable($0), nonNegative: $0 % 2 == 1) }
    #expect(try solver.apply(variables + rows.map { .add($0) }) == .solved)
    return solver
  }

  @Test("All heights are open where only their sum is known; the first top is not", arguments: [20, 200] as [UInt32])
  func openChain(count: UInt32) throws {
    let solver = try solver(chain(count, bottoms: [count - 1: Double(60 * count)]), count: count)
    #expect(try solver.isUnique(Variable(0)) == true)
    for variable in 1..<2 * count { #expect(try solver.isUnique(Variable(variable)) == false, "\(variable)") }
  }

  /// What is on its kink turns the sum of all directions back: then variables are asked one by one.
  @Test("Heights that add up to nothing are none; the others stay open", arguments: [20, 120] as [UInt32])
  func blockedChain(count: UInt32) throws {
    let half = count / 2
    var rows = chain(count, bottoms: [half - 1: Double(8 * half), count - 1: Double(60 * count)])
    // The halves depend on each other.
    for i in 0..<half {
      rows.append(row(2000 + i, [(1, 2 * i + 1), (-1, 2 * (half + i) + 1)], .lessThanOrEqual, 5))
    }
    let solver = try solver(rows, count: count)
    for variable in 0..<2 * count {
      // The view after the first half begins where that ends.
      #expect(try solver.isUnique(Variable(variable)) == (variable <= 2 * half), "\(variable)")
    }
  }

  @Test("As the exact judge says", arguments: 0..<12 as Range<UInt64>)
  func likeTheJudge(seed: UInt64) throws {
    var entropy = Entropy(seed: seed &* 6151 &+ 1)
    let count = UInt32(14 + entropy.below(6))
    var rows = chain(count, bottoms: [count - 1: Double(40 * count)])
    for i in 0..<count where entropy.below(3) > 0 {
      let relation = entropy.pick([Relation.equal, .lessThanOrEqual, .greaterThanOrEqual])
      let other = UInt32(entropy.below(Int(count)))
      let terms: [(Double, UInt32)] = other == i ? [(1, 2 * i + 1)] : [(1, 2 * i + 1), (-1, 2 * other + 1)]
      rows.append(
        row(3000 + i, terms, relation, Double(entropy.below(3) * 10), entropy.pick([250, 500, 750])))
    }
    let solver = try solver(rows, count: count)
    let judge = ReferenceSolver()
    let variables = (0..<2 * count).map { SolverEdit.declare(Variable($0), nonNegative: $0 % 2 == 1) }
    #expect(try judge.apply(variables + rows.map { .add($0) }) == .solved)
    for variable in 0..<2 * count {
      #expect(try solver.isUnique(Variable(variable)) == judge.isUnique(Variable(variable)), "\(variable)")
    }
  }
}
