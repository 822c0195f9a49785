/// The inverse of a few rows, written out: for these the lists of a sparse elimination cost more than they save.
struct SmallInverse {
  static let mostRows = 6

  private let count: Int
  /// Row by row, in the order of the solution.
  private let entries: [Double]

  /// Nil when a pivot is too small to be trusted; the sparse elimination may still find others. The rows must be of a size
  /// that has an inverse in doubles.
  init?(_ matrix: borrowing MatrixRows) {
    let n = matrix.count
    count = n
    var isRegular = true
    entries = Array(unsafeUninitializedCapacity: n * n) { entries, length in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * n * n) { room in
        room.initialize(repeating: 0)
        for r in 0..<n {
          let size = matrix.size(r)
          for e in matrix.entries(r) { room[r * 2 * n + Int(matrix.columns[e])] = matrix.values[e] / size }
          room[r * 2 * n + n + r] = 1 / size
        }
        entries.initialize(repeating: 0)
        isRegular = SmallInverse.eliminate(room, n, into: entries)
      }
      length = n * n
    }
    if !isRegular { return nil }
  }

  /// Rows of `2 * n` numbers, a matrix and beside it the identity: makes the matrix a permutation (Gauss and Jordan, with the
  /// largest pivot there is), and what became of the identity, in the columns' order, the inverse. False: it cannot.
  ///
  /// The largest number of each row is one: what is small beside that is small, whatever the units.
  private static func eliminate(
    _ room: UnsafeMutableBufferPointer<Double>, _ n: Int, into inverse: UnsafeMutableBufferPointer<Double>
  ) -> Bool {
    // Rows and columns that have had a pivot.
    var (doneRows, doneColumns) = (0, 0)
    for _ in 0..<n {
      var (row, column, largest) = (0, 0, 0.0)
      for r in 0..<n where doneRows & 1 << r == 0 {
        for c in 0..<n where doneColumns & 1 << c == 0 && room[r * 2 * n + c].magnitude > largest {
          (row, column, largest) = (r, c, room[r * 2 * n + c].magnitude)
        }
      }
      // Not a number, too.
      guard largest >= Tolerance.pivot else { return false }
      doneRows |= 1 << row
      doneColumns |= 1 << column
      let pivot = room[row * 2 * n + column]
      for j in 0..<2 * n { room[row * 2 * n + j] /= pivot }
      for r in 0..<n where r != row {
        let multiple = room[r * 2 * n + column]
        if multiple == 0 { continue }
        for j in 0..<2 * n { room[r * 2 * n + j] -= multiple * room[row * 2 * n + j] }
      }
    }
    for r in 0..<n {
      for c in 0..<n where room[r * 2 * n + c] > 0.5 {
        for j in 0..<n { inverse[c * n + j] = room[r * 2 * n + n + j] }
      }
    }
    return true
  }

  /// `right` by row, `solution` by column.
  func solve(_ right: UnsafeMutablePointer<Double>, _ solution: UnsafeMutablePointer<Double>) {
    entries.withUnsafeBufferPointer { entries in
      for c in 0..<count {
        var sum = 0.0
        for r in 0..<count { sum += entries[c * count + r] * right[r] }
        solution[c] = sum
      }
    }
  }
}
