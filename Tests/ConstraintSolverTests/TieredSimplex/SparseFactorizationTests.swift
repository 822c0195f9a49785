import SceneModel
import Testing

@testable import ConstraintSolver

@Suite struct SparseFactorizationTests {
  private func solution(_ factorization: SparseFactorization<Double>, _ right: [Double]) -> [Double] {
    var (right, solution) = (right, Array(repeating: Double.nan, count: right.count))
    factorization.solve(&right, &solution)
    return solution
  }

  @Test("Rows whose first entry is zero are solved in another order")
  func pivots() {
    let matrix = MatrixRows(dense: [[0, 2, 0], [0, 0, 4], [1, 1, 0]])
    guard let factorization = SparseFactorization<Double>(matrix) else {
      Issue.record("found to be singular")
      return
    }
    #expect(solution(factorization, [6, 8, 10]) == [7, 3, 2])
  }

  @Test("Rows that depend on each other have no factors")
  func singular() {
    let matrix = MatrixRows(dense: [[1, 2, 3], [2, 4, 7], [3, 6, 10]])
    #expect(SparseFactorization<Double>(matrix) == nil)
  }

  @Test("Rows far from one another in size do not hide that they depend on each other (found by FuzzSolver)")
  func singularAtAnyScale() {
    let matrix = MatrixRows(dense: [[1e-9, 1e9], [1e-9, 1e9]])
    #expect(SparseFactorization<Double>(matrix) == nil)
  }

  @Test("The solution satisfies the rows, as nearly as doubles do", arguments: 0..<40)
  func satisfies(seed: UInt64) {
    var entropy = Entropy(seed: seed &* 7919 &+ 1)
    let count = 1 + entropy.below(6)
    let rows = (0..<count).map { r in
      (0..<count).map { c in
        // Larger than the others of a row together: never singular.
        r == c ? entropy.pick([7, -8, 9]) : entropy.pick([0, 0, 1, -1, 0.5, 4.0 / 3])
      }
    }
    let right = (0..<count).map { _ in Double(entropy.below(2000)) - 1000 }
    let matrix = MatrixRows(dense: rows)
    guard let factorization = SparseFactorization<Double>(matrix) else {
      Issue.record("found to be singular")
      return
    }
    let solution = solution(factorization, right)
    for (row, bound) in zip(rows, right) {
      let sum = zip(row, solution).reduce(0) { $0 + $1.0 * $1.1 }
      // A few dozen roundings of numbers below 10^4.
      #expect(abs(sum - bound) < 1e-10)
    }
  }
}
