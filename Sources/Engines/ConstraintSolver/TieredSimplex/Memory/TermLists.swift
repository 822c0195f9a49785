/// A coefficient with its index: of a column, a row, a pivot or a variable. With a double it takes twelve bytes,
/// because large blocks hold many.
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

/// A list of terms for each owner, all in flat memory, in the order in which they came.
struct TermLists<N: Number>: ~Copyable {
  private var ends = Buffer<Int32>()
  private var terms = Buffer<Term<N>>()

  /// Makes a list of terms for each of `count` owners. `forEach` must pass every term and its owner to `take`. It is called twice.
  @inline(__always)
  init(count: Int, _ forEach: (_ take: (_ owner: Int, Term<N>) -> Void) -> Void) {
    ends.append(repeating: 0, count: count + 1)
    let end = ends.base
    forEach { owner, _ in end[owner + 1] += 1 }
    for k in 0..<count { end[k + 1] += end[k] }
    _ = terms.extend(by: Int(end[count]))
    let place = terms.base
    // Filling a list moves its start to its end, which is where the next list starts.
    forEach { owner, term in
      (place + Int(end[owner])).initialize(to: term)
      end[owner] += 1
    }
  }

  @inline(__always)
  subscript(owner: Int) -> UnsafeBufferPointer<Term<N>> {
    let start = owner > 0 ? Int(ends[owner - 1]) : 0
    return UnsafeBufferPointer(start: terms.base + start, count: Int(ends[owner]) - start)
  }
}
