/// A square set of rows that define their variables together.
final class SquareSystem {
  let rows: [Int32]
  let variables: [Int32]
  private let inverse: Inverse

  enum Inverse: ~Copyable {
    case small(SmallInverse)
    case sparse(SparseFactorization<Double>)
  }

  var count: Int { rows.count }

  init(rows: [Int32], variables: [Int32], _ inverse: consuming Inverse) {
    self.rows = rows
    self.variables = variables
    self.inverse = inverse
  }

  /// `right` by row, destroyed; `solution` by variable.
  func solve(_ right: UnsafeMutablePointer<Double>, _ solution: UnsafeMutablePointer<Double>) {
    switch inverse {
    case .small(let inverse): inverse.solve(right, solution)
    case .sparse(let factorization): factorization.solve(right, solution)
    }
  }

  /// Rows of the exact inverse that were asked for, by variable. A width in equal parts has seven edges at its eighths; where more
  /// values are in doubt, to solve for all of them costs no more.
  private var exactRows: [Int: [Rational]] = [:]
  private static let mostExactRows = 8
  /// Variables that have been in doubt lately.
  private var asked: Set<Int> = []
  private static let mostAsked = 16

  /// By row, what a variable gains for each point of the row's bound, exactly; nil when too many have asked.
  ///
  /// `forEach` hands over the coefficients by row and variable. Worked out from the transposed matrix when it is asked for again.
  func exactRow(
    of variable: Int, _ forEach: (_ take: (_ row: Int, _ variable: Int, Double) -> Void) -> Void
  ) -> [Rational]? {
    if let known = exactRows[variable] { return known }
    guard exactRows.count < SquareSystem.mostExactRows else { return nil }
    // What is in doubt once, by chance, is not worth a row.
    if asked.count == SquareSystem.mostAsked { asked.removeAll() }
    if asked.insert(variable).inserted { return nil }
    var columns = [[(row: Int32, value: Double)]](repeating: [], count: count)
    forEach { row, variable, value in columns[variable].append((Int32(row), value)) }
    var matrix = MatrixRows()
    for column in columns {
      for entry in column { matrix.append(entry.row, entry.value) }
      matrix.endRow()
    }
    guard let factorization = SparseFactorization<Rational>(matrix) else { return nil }
    var right = [Rational](repeating: .zero, count: count)
    right[variable] = .one
    var result = right
    right.withUnsafeMutableBufferPointer { right in
      result.withUnsafeMutableBufferPointer { factorization.solve(right.baseAddress!, $0.baseAddress!) }
    }
    exactRows[variable] = result
    return result
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
  /// The last small one, and its inverse: cells repeat it.
  private var lastMatrix = MatrixRows()
  private var lastInverse: SmallInverse?
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

  /// Inverts `matrix`, which may be another one then; nil when a pivot is too small to be trusted, or a row is so large or small
  /// that rounding could pass for one.
  mutating func invert() -> SquareSystem.Inverse? {
    if let lastInverse, matrix == lastMatrix { return .small(lastInverse) }
    for r in 0..<matrix.count where !Tolerance.rowSizes.contains(matrix.size(r)) { return nil }
    if matrix.count <= SmallInverse.mostRows, let inverse = SmallInverse(matrix) {
      swap(&matrix, &lastMatrix)
      lastInverse = inverse
      return .small(inverse)
    }
    defer {
      if matrix.count > SquareSystemRoom.manyRows {
        matrix = MatrixRows()
        elimination = EliminationMatrix()
      }
    }
    guard let factorization = SparseFactorization<Double>(matrix, in: &elimination) else { return nil }
    return .sparse(factorization)
  }

  /// Gives back all room.
  mutating func trim() { self = SquareSystemRoom() }
}
