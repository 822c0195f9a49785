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
    self.init(values: values, list: .allocate(capacity: count + 1), isListed: .allocate(capacity: count))
    forgetPlaces(count: count)
  }

  /// In memory that is freed elsewhere: some values, one number more than these, and a mark of each. When the values are zero,
  /// `forgetPlaces` makes it a vector.
  init(
    values: UnsafeMutablePointer<N>, list: UnsafeMutablePointer<Int32>, isListed: UnsafeMutablePointer<Bool>
  ) {
    (self.values, self.list, self.isListed) = (values, list, isListed)
  }

  /// No place has been written.
  func forgetPlaces(count: Int) {
    list[0] = 0
    isListed.initialize(repeating: false, count: count)
  }

  /// Frees what `init(count:)` has allocated for so many.
  func free(count: Int) {
    values.deinitialize(count: count)
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
