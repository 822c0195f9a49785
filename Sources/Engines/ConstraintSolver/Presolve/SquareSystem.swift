/// A square system: as many required equalities as variables, which they determine.
final class SquareSystem {
  let rows: [Int32]
  let variables: [Int32]
  /// The LU factors, shared by systems with the same coefficients.
  let factors: Factors

  var count: Int { rows.count }

  init(rows: [Int32], variables: [Int32], _ factors: Factors) {
    self.rows = rows
    self.variables = variables
    self.factors = factors
  }

  /// Solves the system. `right` has the right side of each row, and is overwritten. `solution` receives the value of each variable.
  func solve(_ right: UnsafeMutablePointer<Double>, _ solution: UnsafeMutablePointer<Double>) {
    factors.factorization.solve(right, solution)
  }

  /// The factors of a matrix, and what is cached with them. Systems with the same coefficients share one instance.
  final class Factors {
    let factorization: SparseFactorization<Double>
    /// The inverse in two doubles, by variable and then by row; nil until it pays.
    var inverse: [Approximation]?
    /// The number of solves without the inverse.
    private var solves = 0
    /// Whether several systems share these factors.
    @exclusivity(unchecked) var isShared = false
    /// The right sides of the last solve and its solution, if several systems share the factors. Cells often repeat the right sides, too.
    @exclusivity(unchecked) private var lastBounds = Buffer<Approximation>()
    @exclusivity(unchecked) private var lastSolution = Buffer<Approximation>()

    init(_ factorization: SparseFactorization<Double>) { self.factorization = factorization }

    /// Copies the stored solution into `solution` if it belongs to these right sides; otherwise returns false.
    func recall(_ bounds: UnsafeBufferPointer<Approximation>, into solution: UnsafeMutablePointer<Approximation>)
      -> Bool
    {
      guard lastBounds.count == bounds.count else { return false }
      for i in 0..<bounds.count where lastBounds[i] != bounds[i] { return false }
      solution.update(from: lastSolution.base, count: bounds.count)
      return true
    }

    /// Keeps a solution for systems with the same right sides.
    func remember(_ bounds: UnsafeBufferPointer<Approximation>, _ solution: UnsafePointer<Approximation>) {
      guard isShared else { return }
      lastBounds.removeAll()
      lastSolution.removeAll()
      for i in 0..<bounds.count {
        lastBounds.append(bounds[i])
        lastSolution.append(solution[i])
      }
    }

    /// The largest number of rows for which an inverse is kept. A larger inverse is slower than the factors, which are sparse.
    private static let mostRows = 6
    /// The number of solves after which the inverse is computed. It costs as much as a few solves.
    private static let solvesBefore = 8

    /// Counts a solve of a system with `count` rows. Returns whether computing the inverse pays now.
    func wantsInverse(_ count: Int) -> Bool {
      guard count <= Factors.mostRows, inverse == nil else { return false }
      solves += 1
      return solves > Factors.solvesBefore
    }
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
  /// The matrix of the system that is being made; and, during factorisation, the part that is not eliminated yet.
  var matrix = MatrixRows()
  private var elimination = EliminationMatrix<Double>()
  /// The matrix that was factored last, and its factors. They are kept because cells often repeat the same matrix.
  private var lastMatrix = MatrixRows()
  private var lastFactors: SquareSystem.Factors?
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

  /// Factors `matrix`. Afterwards `matrix` may hold another matrix. Nil if a pivot is too small to be trusted, or if a row is so large or small that
  /// a rounding error could be taken for a pivot.
  mutating func factorize() -> SquareSystem.Factors? {
    if let lastFactors, matrix == lastMatrix {
      lastFactors.isShared = true
      return lastFactors
    }
    for r in 0..<matrix.count where !Tolerance.rowSizes.contains(matrix.size(r)) { return nil }
    let factors = SparseFactorization<Double>(matrix, in: &elimination).map(SquareSystem.Factors.init)
    if matrix.count > SquareSystemWorkspace.manyRows {
      matrix = MatrixRows()
      elimination = EliminationMatrix()
    } else if let factors {
      swap(&matrix, &lastMatrix)
      lastFactors = factors
    }
    return factors
  }

  /// Frees all memory.
  mutating func trim() { self = SquareSystemWorkspace() }
}
