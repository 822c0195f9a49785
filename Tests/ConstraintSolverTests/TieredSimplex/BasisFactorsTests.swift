import SceneModel
import Testing

@testable import ConstraintSolver

@Suite struct BasisFactorsTests {
  private func solve(_ count: Int, _ values: [Double], _ body: (SparseVector<Double>, SparseVector<Double>) -> Void)
    -> [Double]
  {
    let vectors = SparseVectors<Double>(2, length: count)
    let (right, result) = (vectors[0], vectors[1])
    for (place, value) in values.enumerated() where value != 0 { right[place] = value }
    body(right, result)
    return (0..<count).map { result[$0] }
  }

  /// Rows that define one variable from earlier ones, in any order, then some that tell three of a kernel apart.
  private func shuffledRows(_ entropy: inout Entropy, kernel: Int, chain: Int) -> [[Double]] {
    let count = kernel + chain
    var rows: [[Double]] = []
    for r in 0..<count {
      var row = Array(repeating: 0.0, count: count)
      // Larger than the others together: never singular.
      row[r] = entropy.pick([7, -8, 9.5])
      if r < kernel {
        for c in 0..<kernel where c != r { row[c] = entropy.pick([0, 1, -1, 0.5]) }
      } else if r.isMultiple(of: 3) {
        row[r] = 1
      } else {
        row[entropy.below(r)] = entropy.pick([-1, 2])
        row[r] = 7
      }
      rows.append(row)
    }
    for r in (1..<count).reversed() { rows.swapAt(r, entropy.below(r + 1)) }
    return rows
  }

  @Test("Solutions satisfy the rows, and combinations of rows add up", arguments: UInt64(0)..<60)
  func solves(seed: UInt64) {
    var entropy = Entropy(seed: seed &* 6971 &+ 3)
    let rows = shuffledRows(&entropy, kernel: entropy.below(6), chain: 1 + entropy.below(90))
    let count = rows.count
    let matrix = MatrixRows(dense: rows)
    guard var factors = BasisFactors<Double>(matrix) else {
      Issue.record("no factors")
      return
    }
    // Twice: what the first solve leaves behind must not reach the second.
    for _ in 0..<2 {
      let right = (0..<count).map { _ in entropy.pick([0, 0, 0, 1, -3.5, 40]) }
      let point = solve(count, right) { factors.solve($0, $1, dropping: 0) }
      for r in 0..<count {
        let sum = (0..<count).reduce(0) { $0 + rows[r][$1] * point[$1] }
        #expect(abs(sum - right[r]) < 1e-9)
      }
      let combination = solve(count, right) { factors.solveTransposed($0, $1) }
      for c in 0..<count {
        let sum = (0..<count).reduce(0) { $0 + rows[$1][c] * combination[$1] }
        #expect(abs(sum - right[c]) < 1e-9)
      }
    }
  }

  @Test("Two rows for one column, and a row for none, have no factors")
  func singular() {
    for rows: [[Double]] in [
      [[2, 0], [3, 0]], [[1, 1, 0], [0, 2, 0], [0, 4, 0]], [[1, 2, 3], [2, 4, 7], [3, 6, 10]],
    ] {
      let matrix = MatrixRows(dense: rows)
      if let factors = BasisFactors<Double>(matrix) {
        Issue.record("factors of \(rows)")
        _ = consume factors
      }
    }
  }
}
