/// A square system: as many required equalities as variables, which they determine.
final class SquareSystem {
  let rows: [Int32]
  let variables: [Int32]
  /// The factors, shared by systems that read the same.
  private let factorization: SparseFactorization<Double>

  var count: Int { rows.count }

  init(rows: [Int32], variables: [Int32], _ factorization: SparseFactorization<Double>) {
    self.rows = rows
    self.variables = variables
    self.factorization = factorization
  }

  /// Solves for `solution`, by variable. `right` is by row, and is overwritten.
  func solve(_ right: UnsafeMutablePointer<Double>, _ solution: UnsafeMutablePointer<Double>) {
    factorization.solve(right, solution)
  }
}

/// The memory in which square systems are made and solved, one at a time.
struct SquareSystemWorkspace: ~Copyable {
  /// The right sides of the rows, and the solution.
  private(set) var bounds = Buffer<Approximation>()
  private(set) var solution = Buffer<Approximation>()
  /// The vectors of one step of refinement.
  private(set) var right = Buffer<Double>()
  private(set) var correction = Buffer<Double>()
  /// The system that is being made, and its remaining part during factorisation.
  var matrix = MatrixRows()
  private var elimination = EliminationMatrix<Double>()
  /// The last system that was factored, and its factors: cells repeat it.
  private var lastMatrix = MatrixRows()
  private var lastFactorization: SparseFactorization<Double>?
  /// The number of rows from which memory for factorisation is not kept.
  private static let manyRows = 1000

  mutating func reserve(_ count: Int) {
    if bounds.count >= count { return }
    let more = count - bounds.count
    bounds.append(repeating: .zero, count: more)
    solution.append(repeating: .zero, count: more)
    right.append(repeating: 0, count: more)
    correction.append(repeating: 0, count: more)
  }

  /// Factors `matrix`, which may then hold another one. Nil if a pivot is too small to be trusted, or a row so large or
  /// small that rounding could pass for one.
  mutating func factorize() -> SparseFactorization<Double>? {
    if let lastFactorization, matrix == lastMatrix { return lastFactorization }
    for r in 0..<matrix.count where !Tolerance.rowSizes.contains(matrix.size(r)) { return nil }
    let factorization = SparseFactorization<Double>(matrix, in: &elimination)
    if matrix.count > SquareSystemWorkspace.manyRows {
      matrix = MatrixRows()
      elimination = EliminationMatrix()
    } else if let factorization {
      swap(&matrix, &lastMatrix)
      lastFactorization = factorization
    }
    return factorization
  }

  /// Frees all memory.
  mutating func trim() { self = SquareSystemWorkspace() }
}
