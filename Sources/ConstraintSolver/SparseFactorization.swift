/// A square sparse system, eliminated once and solved for many right sides.
///
/// The order of pivots is chosen for sparsity: a column that is left in one row first, then the shortest row.
/// Everything lives in flat arrays, so the steps can be replayed in either number.
struct SparseFactorization<N: Number>: ~Copyable {
  private struct Entry {
    var column: Int32
    var value: N
  }

  private struct Operation {
    var target: Int32
    var source: Int32
    var factor: N
  }

  let count: Int
  private var pivotRows: [Int32] = []
  private var pivotColumns: [Int32] = []
  private var inverses: [N] = []
  private var start: [Int32] = [0]
  private var upper: [Entry] = []
  private var operations: [Operation] = []

  /// Nil when a pivot is too small to be trusted. `rows` holds each row's columns and values.
  init?(count: Int, rowStart: [Int32], columns: [Int32], values: [Double]) {
    self.count = count
    var lists: [[Entry]] = []
    lists.reserveCapacity(count)
    var columnRows = [[Int32]](repeating: [], count: count)
    var columnCount = [Int32](repeating: 0, count: count)
    for r in 0..<count {
      var list: [Entry] = []
      list.reserveCapacity(Int(rowStart[r + 1] - rowStart[r]))
      for e in Int(rowStart[r])..<Int(rowStart[r + 1]) {
        list.append(Entry(column: columns[e], value: N(values[e])))
        columnRows[Int(columns[e])].append(Int32(r))
        columnCount[Int(columns[e])] += 1
      }
      lists.append(list)
    }
    var isRowDone = [Bool](repeating: false, count: count)
    var isColumnDone = [Bool](repeating: false, count: count)
    var singles: [Int32] = (0..<Int32(count)).reversed().filter { columnCount[Int($0)] == 1 }
    // Rows by length; a row may stand in several lists, and only its present length counts.
    var byLength = [[Int32]](repeating: [], count: 8)
    func shelf(_ length: Int) -> Int { min(length, 7) }
    for r in (0..<count).reversed() { byLength[shelf(lists[r].count)].append(Int32(r)) }
    var place = [Int32](repeating: -1, count: count)

    for _ in 0..<count {
      var row = -1
      var column = -1
      while let candidate = singles.popLast() {
        guard !isColumnDone[Int(candidate)], columnCount[Int(candidate)] == 1 else { continue }
        for r in columnRows[Int(candidate)] where !isRowDone[Int(r)] {
          for entry in lists[Int(r)] where entry.column == candidate && !(entry.value.magnitude < N(0.01)) {
            row = Int(r)
            column = Int(candidate)
          }
        }
        if row >= 0 { break }
      }
      if row < 0 {
        search: for length in 0..<byLength.count {
          while let candidate = byLength[length].popLast() {
            let r = Int(candidate)
            if isRowDone[r] || shelf(lists[r].count) != length { continue }
            row = r
            break search
          }
        }
        guard row >= 0, !lists[row].isEmpty else { return nil }
        var largest = N.zero
        for entry in lists[row] where largest < entry.value.magnitude { largest = entry.value.magnitude }
        if !N.isExact, largest < N(1e-9) { return nil }
        var fewest = Int32.max
        for entry in lists[row] where !(entry.value.magnitude < largest * N(0.1)) {
          if columnCount[Int(entry.column)] < fewest {
            fewest = columnCount[Int(entry.column)]
            column = Int(entry.column)
          }
        }
      }
      isRowDone[row] = true
      isColumnDone[column] = true
      pivotRows.append(Int32(row))
      pivotColumns.append(Int32(column))
      var inverse = N.one
      for entry in lists[row] {
        let c = Int(entry.column)
        columnCount[c] -= 1
        if c == column {
          inverse = N.one / entry.value
        } else {
          upper.append(entry)
          if columnCount[c] == 1, !isColumnDone[c] { singles.append(entry.column) }
        }
      }
      inverses.append(inverse)
      start.append(Int32(upper.count))
      guard columnCount[column] > 0 else { continue }
      let from = Int(start[start.count - 2])
      let to = upper.count
      for t in columnRows[column] where !isRowDone[Int(t)] {
        let target = Int(t)
        guard let at = lists[target].firstIndex(where: { Int($0.column) == column }) else { continue }
        let factor = lists[target][at].value * inverse
        lists[target].swapAt(at, lists[target].count - 1)
        lists[target].removeLast()
        for (q, entry) in lists[target].enumerated() { place[Int(entry.column)] = Int32(q) }
        let before = lists[target].count
        for e in from..<to {
          let c = Int(upper[e].column)
          if place[c] >= 0 {
            let q = Int(place[c])
            lists[target][q].value = lists[target][q].value - factor * upper[e].value
          } else {
            lists[target].append(Entry(column: Int32(c), value: -(factor * upper[e].value)))
            columnRows[c].append(t)
            columnCount[c] += 1
          }
        }
        for q in 0..<before { place[Int(lists[target][q].column)] = -1 }
        var q = 0
        while q < lists[target].count {
          if lists[target][q].value.isSignificant {
            q += 1
            continue
          }
          let c = Int(lists[target][q].column)
          columnCount[c] -= 1
          if columnCount[c] == 1 { singles.append(Int32(c)) }
          lists[target].swapAt(q, lists[target].count - 1)
          lists[target].removeLast()
        }
        operations.append(Operation(target: t, source: Int32(row), factor: factor))
        byLength[shelf(lists[target].count)].append(t)
      }
    }
  }

  /// `right` by row, destroyed; `solution` by column.
  func solve(_ right: UnsafeMutablePointer<N>, _ solution: UnsafeMutablePointer<N>) {
    operations.withUnsafeBufferPointer { operations in
      for operation in operations {
        right[Int(operation.target)] =
          right[Int(operation.target)] - operation.factor * right[Int(operation.source)]
      }
    }
    pivotRows.withUnsafeBufferPointer { pivotRows in
      pivotColumns.withUnsafeBufferPointer { pivotColumns in
        inverses.withUnsafeBufferPointer { inverses in
          start.withUnsafeBufferPointer { start in
            upper.withUnsafeBufferPointer { upper in
              for i in (0..<count).reversed() {
                var sum = right[Int(pivotRows[i])]
                for e in Int(start[i])..<Int(start[i + 1]) {
                  sum = sum - upper[e].value * solution[Int(upper[e].column)]
                }
                solution[Int(pivotColumns[i])] = sum * inverses[i]
              }
            }
          }
        }
      }
    }
  }
}
