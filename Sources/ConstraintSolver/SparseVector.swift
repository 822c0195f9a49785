/// A vector of which few entries are not zero: all values, and a list of the places that were written.
///
/// Whoever holds it frees it.
struct SparseVector {
  let values: UnsafeMutablePointer<Double>
  private let isListed: UnsafeMutablePointer<Bool>
  private(set) var places = Buffer<Int32>()

  init(count: Int) {
    values = .allocate(capacity: count)
    values.initialize(repeating: 0, count: count)
    isListed = .allocate(capacity: count)
    isListed.initialize(repeating: false, count: count)
  }

  @inline(__always)
  mutating func add(_ value: Double, at place: Int) {
    values[place] += value
    if isListed[place] { return }
    isListed[place] = true
    places.append(Int32(place))
  }

  mutating func removeAll() {
    for place in places {
      values[Int(place)] = 0
      isListed[Int(place)] = false
    }
    places.removeAll()
  }

  func free() {
    values.deallocate()
    isListed.deallocate()
    places.free()
  }
}
