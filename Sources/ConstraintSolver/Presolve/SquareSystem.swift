/// A square set of rows that define their variables together.
final class SquareSystem {
  let rows: [Int32]
  let variables: [Int32]
  /// Shared by those that read the same.
  private let factorization: SparseFactorization<Double>

  var count: Int { rows.count }

  init(rows: [Int32], variables: [Int32], _ factorization: SparseFactorization<Double>) {
    self.rows = rows
    self.variables = variables
    self.factorization = factorization
  }

  /// `right` by row, destroyed; `solution` by variable.
  func solve(_ right: UnsafeMutablePointer<Double>, _ solution: UnsafeMutablePointer<Double>) {
    factorization.solve(right, solution)
  }
}

/// Where one square system after the other is made and solved.
struct SquareSystemRoom: ~Copyable {
  /// The bounds of the rows, and the solution that belongs to them.
  private(set) var bounds = Buffer<Approximation>()
  private(set) var solution = Buffer<Approximation>()
  /// Of one step of refinement.
  private(set) var right = Buffer<Double>()
  private(set) var correction = Buffer<Double>()
  /// The one that is made, and what is left of it while it is factored.
  var matrix = MatrixRows()
  private var elimination = EliminationMatrix<Double>()
  /// The last one that was factored, and its factors: cells repeat it.
  private var lastMatrix = MatrixRows()
  private var lastFactorization: SparseFactorization<Double>?
  /// Room to factor more rows is not kept.
  private static let manyRows = 1000

  mutating func reserve(_ count: Int) {
    if bounds.count >= count { return }
    let more = count - bounds.count
    bounds.append(repeating: .zero, count: more)
    solution.append(repeating: .zero, count: more)
    right.append(repeating: 0, count: more)
    correction.append(repeating: 0, count: more)
  }

  /// Factors `matrix`, which may be another one then; nil when a pivot is too small to be trusted, or a row is so large or small
  /// that rounding could pass for one.
  mutating func factorize() -> SparseFactorization<Double>? {
    if let lastFactorization, matrix == lastMatrix { return lastFactorization }
    for r in 0..<matrix.count where !Tolerance.rowSizes.contains(matrix.size(r)) { return nil }
    let factorization = SparseFactorization<Double>(matrix, in: &elimination)
    if matrix.count > SquareSystemRoom.manyRows {
      matrix = MatrixRows()
      elimination = EliminationMatrix()
    } else if let factorization {
      swap(&matrix, &lastMatrix)
      lastFactorization = factorization
    }
    return factorization
  }

  /// Gives back all room.
  mutating func trim() { self = SquareSystemRoom() }
}
