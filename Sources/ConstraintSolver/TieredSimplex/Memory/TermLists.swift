/// A number that stands at an index: of a column, a row, a pivot, or a variable. A double takes twelve bytes: large blocks hold many.
struct Term<N: Number> {
  var index: Int32
  private var packed: N.Packed

  @inline(__always)
  init(index: Int32, value: N) {
    self.index = index
    packed = value.packed
  }

  @inline(__always)
  var value: N { N(packed: packed) }
}

extension Term: BitwiseCopyable where N.Packed: BitwiseCopyable {}
extension Term: Equatable where N.Packed: Equatable {}

/// Lists of terms one after the other in flat memory, one for each owner, in the order in which they came.
struct TermLists<N: Number>: ~Copyable {
  private let count: Int
  private let end: UnsafeMutablePointer<Int32>
  private let terms: UnsafeMutablePointer<Term<N>>

  /// Sorts terms by the owner that each belongs to; `forEach` hands all of them over, twice.
  @inline(__always)
  init(count: Int, _ forEach: (_ take: (_ owner: Int, Term<N>) -> Void) -> Void) {
    let end = TermLists.counters(count)
    forEach { owner, _ in end[owner + 1] += 1 }
    self.init(counted: end, count)
    // Filling a list moves where it starts to where it ends, which is where the next one starts.
    let terms = terms
    forEach { owner, term in
      (terms + Int(end[owner])).initialize(to: term)
      end[owner] += 1
    }
  }

  private static func counters(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let counters = UnsafeMutablePointer<Int32>.allocate(capacity: count + 1)
    counters.initialize(repeating: 0, count: count + 1)
    return counters
  }

  /// Room for as many terms of each owner as stand behind it.
  private init(counted end: UnsafeMutablePointer<Int32>, _ count: Int) {
    for k in 0..<count { end[k + 1] += end[k] }
    self.count = count
    self.end = end
    terms = .allocate(capacity: max(Int(end[count]), 1))
  }

  @inline(__always)
  subscript(owner: Int) -> UnsafeBufferPointer<Term<N>> {
    let start = owner > 0 ? Int(end[owner - 1]) : 0
    return UnsafeBufferPointer(start: terms + start, count: Int(end[owner]) - start)
  }

  deinit {
    if count > 0 { terms.deinitialize(count: Int(end[count - 1])) }
    end.deallocate()
    terms.deallocate()
  }
}
