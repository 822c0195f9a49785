/// A square set of rows that define their variables together.
final class Coupling {
  let rows: [Int32]
  let variables: [Int32]
  let factorization: SparseFactorization<Double>
  /// The bounds of the rows, and the solution that belongs to them.
  let bounds: UnsafeMutablePointer<Approximation>
  let solution: UnsafeMutablePointer<Approximation>
  /// Room for one step of refinement.
  let right: UnsafeMutablePointer<Double>
  let correction: UnsafeMutablePointer<Double>

  var count: Int { rows.count }

  init?(rows: [Int32], variables: [Int32], rowStart: [Int32], columns: [Int32], values: [Double]) {
    let count = rows.count
    guard
      let factorization = SparseFactorization<Double>(
        count: count, rowStart: rowStart, columns: columns, values: values)
    else { return nil }
    self.rows = rows
    self.variables = variables
    bounds = .allocate(capacity: 2 * count)
    bounds.initialize(repeating: .zero, count: 2 * count)
    solution = bounds + count
    right = .allocate(capacity: 2 * count)
    right.initialize(repeating: 0, count: 2 * count)
    correction = right + count
    self.factorization = factorization
  }

  deinit {
    bounds.deallocate()
    right.deallocate()
  }
}
