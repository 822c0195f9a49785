/// A vector of which few entries are not zero: all values, and a list of the places that were written.
///
/// A view of memory: copies are the same vector.
struct SparseVector<N: Number> {
  let values: UnsafeMutablePointer<N>
  /// The places, after how many there are.
  private let list: UnsafeMutablePointer<Int32>
  private let isListed: UnsafeMutablePointer<Bool>

  init(count: Int) {
    let values = UnsafeMutablePointer<N>.allocate(capacity: count)
    values.initialize(repeating: N.zero, count: count)
    self.init(values: values, list: .allocate(capacity: count + 1), isListed: .allocate(capacity: count), count: count)
  }

  /// In memory that is freed elsewhere: `count` values, which are zero, `count + 1` numbers, and `count` marks.
  init(
    values: UnsafeMutablePointer<N>, list: UnsafeMutablePointer<Int32>, isListed: UnsafeMutablePointer<Bool>, count: Int
  ) {
    (self.values, self.list, self.isListed) = (values, list, isListed)
    list[0] = 0
    isListed.initialize(repeating: false, count: count)
  }

  /// Frees what `init(count:)` has allocated, where values are plain.
  func free() {
    values.deallocate()
    list.deallocate()
    isListed.deallocate()
  }

  @inline(__always)
  var places: UnsafeMutableBufferPointer<Int32> { .init(start: list + 1, count: Int(list[0])) }

  @inline(__always)
  subscript(place: Int) -> N {
    get { values[place] }
    nonmutating set {
      values[place] = newValue
      if isListed[place] { return }
      isListed[place] = true
      list[0] += 1
      list[Int(list[0])] = Int32(place)
    }
  }

  func removeAll() {
    for place in places {
      values[Int(place)] = N.zero
      isListed[Int(place)] = false
    }
    list[0] = 0
  }
}
