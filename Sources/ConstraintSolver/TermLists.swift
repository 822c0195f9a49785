/// A number that stands at an index: of a column, a row, a pivot, or a variable. Twelve bytes: large blocks hold many.
struct Term: BitwiseCopyable, Equatable {
  var index: Int32
  private var low: UInt32
  private var high: UInt32

  @inline(__always)
  init(index: Int32, value: Double) {
    self.index = index
    (low, high) = (UInt32(truncatingIfNeeded: value.bitPattern), UInt32(value.bitPattern >> 32))
  }

  @inline(__always)
  var value: Double { Double(bitPattern: UInt64(high) << 32 | UInt64(low)) }
}

/// Lists of terms one after the other in flat memory, one for each owner, in the order in which they came.
///
/// Whoever holds it frees it.
struct TermLists {
  private let end: UnsafeMutablePointer<Int32>
  private let terms: UnsafeMutablePointer<Term>

  /// Sorts terms by the owner that each belongs to; `forEach` hands all of them over, twice.
  @inline(__always)
  init(count: Int, _ forEach: (_ take: (_ owner: Int, Term) -> Void) -> Void) {
    let end = TermLists.counters(count)
    forEach { owner, _ in end[owner + 1] += 1 }
    self.init(counted: end, count)
    forEach(take)
  }

  /// A matrix by row and by column; `forEach` hands its entries over, twice.
  @inline(__always)
  static func both(
    count: Int, _ forEach: (_ take: (_ row: Int32, _ column: Int32, Double) -> Void) -> Void
  ) -> (byRow: TermLists, byColumn: TermLists) {
    let (rowEnd, columnEnd) = (counters(count), counters(count))
    forEach { row, column, _ in
      rowEnd[Int(row) + 1] += 1
      columnEnd[Int(column) + 1] += 1
    }
    let rows = TermLists(counted: rowEnd, count)
    let columns = TermLists(counted: columnEnd, count)
    forEach { row, column, value in
      rows.take(Int(row), Term(index: column, value: value))
      columns.take(Int(column), Term(index: row, value: value))
    }
    return (rows, columns)
  }

  private static func counters(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let counters = UnsafeMutablePointer<Int32>.allocate(capacity: count + 1)
    counters.initialize(repeating: 0, count: count + 1)
    return counters
  }

  /// Room for as many terms of each owner as stand behind it.
  private init(counted end: UnsafeMutablePointer<Int32>, _ count: Int) {
    for k in 0..<count { end[k + 1] += end[k] }
    self.end = end
    terms = .allocate(capacity: max(Int(end[count]), 1))
  }

  /// Filling a list moves where it starts to where it ends, which is where the next one starts.
  @inline(__always)
  private func take(_ owner: Int, _ term: Term) {
    (terms + Int(end[owner])).initialize(to: term)
    end[owner] += 1
  }

  @inline(__always)
  subscript(owner: Int) -> UnsafeBufferPointer<Term> {
    let start = owner > 0 ? Int(end[owner - 1]) : 0
    return UnsafeBufferPointer(start: terms + start, count: Int(end[owner]) - start)
  }

  func free() {
    end.deallocate()
    terms.deallocate()
  }
}
