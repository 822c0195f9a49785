/// A vector with few entries that are not zero: all values, and a list of the places that were written. It is a view of
/// memory: copies are the same vector.
struct SparseVector<N: Number> {
  let values: UnsafeMutablePointer<N>
  /// The number of places, followed by the places.
  private let list: UnsafeMutablePointer<Int32>
  private let isListed: UnsafeMutablePointer<Bool>

  /// Makes a vector in the caller's memory: `n` values, `n + 1` numbers and `n` marks. The values must be zero, and
  /// `forgetPlaces` must be called before use.
  init(
    values: UnsafeMutablePointer<N>, list: UnsafeMutablePointer<Int32>, isListed: UnsafeMutablePointer<Bool>
  ) {
    (self.values, self.list, self.isListed) = (values, list, isListed)
  }

  /// Marks every place as not written.
  func forgetPlaces(count: Int) {
    list[0] = 0
    isListed.initialize(repeating: false, count: count)
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

/// The memory of several sparse vectors of one length.
struct SparseVectors<N: Number>: ~Copyable {
  private let values: Buffer<N>
  private let lists: Buffer<Int32>
  private let marks: Buffer<Bool>
  private let length: Int

  init(_ count: Int, length: Int) {
    self.length = length
    values = Buffer(repeating: N.zero, count: count * length)
    lists = Buffer(repeating: 0, count: count * (length + 1))
    marks = Buffer(repeating: false, count: count * length)
  }

  subscript(number: Int) -> SparseVector<N> {
    SparseVector(
      values: values.base + number * length, list: lists.base + number * (length + 1),
      isListed: marks.base + number * length)
  }
}
