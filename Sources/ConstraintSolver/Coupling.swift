/// A square set of rows that define their variables together.
final class Coupling {
  let rows: [Int32]
  let variables: [Int32]
  let factorization: SparseFactorization<Double>
  let right: UnsafeMutablePointer<Double>
  let solution: UnsafeMutablePointer<Double>
  let correction: UnsafeMutablePointer<Double>
  /// How much an error of the right sides can grow, as far as two probes can tell.
  let amplification: Double

  init?(rows: [Int32], variables: [Int32], rowStart: [Int32], columns: [Int32], values: [Double]) {
    let count = rows.count
    guard
      let factorization = SparseFactorization<Double>(
        count: count, rowStart: rowStart, columns: columns, values: values)
    else { return nil }
    self.rows = rows
    self.variables = variables
    right = .allocate(capacity: 3 * count)
    right.initialize(repeating: 0, count: 3 * count)
    solution = right + count
    correction = solution + count
    var largest = 1.0
    for pattern in 0..<2 {
      for i in 0..<count { right[i] = pattern == 0 || i % 2 == 0 ? 1 : -1 }
      factorization.solve(right, solution)
      for i in 0..<count { largest = max(largest, solution[i].magnitude) }
    }
    amplification = largest
    self.factorization = factorization
  }

  deinit { right.deallocate() }
}
