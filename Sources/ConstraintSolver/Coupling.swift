/// A square set of rows that define their variables together.
final class Coupling {
  let rows: [Int32]
  let variables: [Int32]
  let factorization: SparseFactorization<Double>

  var count: Int { rows.count }

  init(rows: [Int32], variables: [Int32], _ factorization: consuming SparseFactorization<Double>) {
    self.rows = rows
    self.variables = variables
    self.factorization = factorization
  }
}

/// Where one coupling after the other is made and solved.
struct CouplingRoom: ~Copyable {
  /// The bounds of the rows, and the solution that belongs to them.
  private(set) var bounds = Buffer<Approximation>()
  private(set) var solution = Buffer<Approximation>()
  /// Of one step of refinement.
  private(set) var right = Buffer<Double>()
  private(set) var correction = Buffer<Double>()
  /// The one that is made.
  var matrix = MatrixRows()
  var elimination = EliminationMatrix<Double>()

  mutating func reserve(_ count: Int) {
    if bounds.count >= count { return }
    let more = count - bounds.count
    bounds.append(repeating: .zero, count: more)
    solution.append(repeating: .zero, count: more)
    right.append(repeating: 0, count: more)
    correction.append(repeating: 0, count: more)
  }

  /// Gives back the room in which couplings were made.
  mutating func trim() {
    matrix = MatrixRows()
    elimination = EliminationMatrix()
  }

  deinit {
    bounds.free()
    solution.free()
    right.free()
    correction.free()
  }
}
