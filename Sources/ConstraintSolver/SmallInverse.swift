/// The inverse of a few rows, written out: for these the lists of a sparse elimination cost more than they save.
struct SmallInverse {
  static let mostRows = 6

  private let count: Int
  /// Row by row.
  private let entries: [Double]

  /// Nil when a pivot is too small to be trusted.
  init?(_ matrix: MatrixRows) {
    let n = matrix.count
    count = n
    var isRegular = true
    entries = Array(unsafeUninitializedCapacity: n * n) { inverse, length in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: n * n) { rest in
        rest.initialize(repeating: 0)
        inverse.initialize(repeating: 0)
        for r in 0..<n {
          for e in matrix.entries(r) { rest[r * n + Int(matrix.columns[e])] = matrix.values[e] }
          inverse[r * n + r] = 1
        }
        isRegular = SmallInverse.eliminate(rest, inverse, n)
      }
      length = n * n
    }
    if !isRegular { return nil }
  }

  /// Makes `rest` the identity, doing the same to `inverse` (Gauss and Jordan, the largest pivot of each column). False: it
  /// cannot.
  private static func eliminate(
    _ rest: UnsafeMutableBufferPointer<Double>, _ inverse: UnsafeMutableBufferPointer<Double>, _ n: Int
  ) -> Bool {
    for c in 0..<n {
      var pivot = c
      for r in c + 1..<n where rest[r * n + c].magnitude > rest[pivot * n + c].magnitude { pivot = r }
      if rest[pivot * n + c].magnitude < 1e-9 { return false }
      let factor = 1 / rest[pivot * n + c]
      for j in 0..<n {
        if pivot != c {
          rest.swapAt(pivot * n + j, c * n + j)
          inverse.swapAt(pivot * n + j, c * n + j)
        }
        rest[c * n + j] *= factor
        inverse[c * n + j] *= factor
      }
      for r in 0..<n where r != c && rest[r * n + c] != 0 {
        let multiple = rest[r * n + c]
        for j in 0..<n {
          rest[r * n + j] -= multiple * rest[c * n + j]
          inverse[r * n + j] -= multiple * inverse[c * n + j]
        }
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
