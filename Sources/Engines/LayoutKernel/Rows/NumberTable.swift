import SceneModel

/// Values by 32-bit number, in flat memory. A few numbers are searched linearly. More numbers are indexed directly if they lie close together, and
/// hashed otherwise. Only growing allocates memory.
///
/// The order of `keys` follows from what was inserted and removed, never from a hash: it is the same in every process.
struct NumberTable<Value> {
  private(set) var keys: [UInt32] = []
  private(set) var values: [Value] = []
  /// The hash table: for each place the index in `keys` plus one; 0 for a free place. Empty while a linear search is faster.
  private var places: [Int32] = []
  /// Whether each number's place is the number itself. Otherwise places are found by open addressing with linear probing.
  private var isDirect = false
  /// The number of entries for which places are made at once.
  private var expected = 0

  private static var searchedCount: Int { 12 }

  var count: Int { keys.count }
  var isEmpty: Bool { keys.isEmpty }

  func contains(_ key: UInt32) -> Bool { index(of: key) != nil }

  subscript(key: UInt32) -> Value? {
    get { index(of: key).map { values[$0] } }
    set {
      guard let newValue else {
        removeValue(forKey: key)
        return
      }
      if let index = index(of: key) { values[index] = newValue } else { append(key, newValue) }
    }
  }

  /// Changes a value in place; does nothing if the number is not in the table.
  mutating func update(_ key: UInt32, _ change: (inout Value) -> Void) {
    if let index = index(of: key) { change(&values[index]) }
  }

  /// Changes a value in place; makes it first if there is none.
  mutating func update<Result>(
    _ key: UInt32, default value: @autoclosure () -> Value, _ change: (inout Value) -> Result
  ) -> Result {
    if let index = index(of: key) { return change(&values[index]) }
    append(key, value())
    return change(&values[values.count - 1])
  }

  /// Removes a value and returns it; nil if the number is not in the table. The last entry takes its place.
  @discardableResult
  mutating func removeValue(forKey key: UInt32) -> Value? {
    guard let index = index(of: key) else { return nil }
    let last = keys.count - 1
    let removed = values[index]
    if places.isEmpty {
      keys[index] = keys[last]
    } else {
      let (hole, moved) = (place(of: key), place(of: keys[last]))
      keys[index] = keys[last]
      places[moved] = Int32(index + 1)
      if isDirect { places[hole] = 0 } else { clear(hole) }
    }
    values[index] = values[last]
    keys.removeLast()
    values.removeLast()
    return removed
  }

  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    isDirect = false
  }

  /// Makes room for a number of entries at once, so that the table need not grow several times.
  mutating func reserveCapacity(_ capacity: Int) {
    expected = capacity
    keys.reserveCapacity(capacity)
    values.reserveCapacity(capacity)
  }

  /// Frees unused memory if there is a lot of it.
  mutating func trim() {
    keys.trim()
    values.trim()
    let isLarge = expected > 2 * keys.count
    expected = 0
    if isLarge, !places.isEmpty { rebuild() }
  }

  /// Adds a number that is not in the table.
  mutating func append(_ key: UInt32, _ value: Value) {
    keys.append(key)
    values.append(value)
    if places.isEmpty, keys.count <= Self.searchedCount { return }
    if isDirect ? key >= places.count : keys.count * 4 > places.count * 3 {
      rebuild()
    } else {
      places[place(of: key)] = Int32(keys.count)
    }
  }

  /// The index of the number's value among `values`, valid until something is inserted or removed. Nil if the number is not in the table.
  func index(of key: UInt32) -> Int? {
    if places.isEmpty {
      return keys.withUnsafeBufferPointer { keys in
        for index in keys.indices where keys[index] == key { return index }
        return nil
      }
    }
    if isDirect, key >= places.count { return nil }
    let entry = places[place(of: key)]
    return entry == 0 ? nil : Int(entry) - 1
  }

  /// The memory of a table, for many look-ups in a row.
  struct Lookup {
    fileprivate let table: NumberTable
    fileprivate let places: UnsafeBufferPointer<Int32>
    fileprivate let values: UnsafeBufferPointer<Value>

    @inline(__always)
    subscript(key: UInt32) -> Value? {
      guard table.isDirect else { return table[key] }
      guard key < places.count, places[Int(key)] != 0 else { return nil }
      return values[Int(places[Int(key)]) - 1]
    }
  }

  /// Calls a closure with a look-up that counts no references and is valid during the call.
  func withLookup<Failure>(_ body: (Lookup) throws(Failure) -> Void) throws(Failure) {
    try places.withUnsafeBufferPointer { places throws(Failure) in
      try values.withUnsafeBufferPointer { values throws(Failure) in
        try body(Lookup(table: self, places: places, values: values))
      }
    }
  }

  /// Changes the value at an index in place.
  @inline(__always)
  mutating func change<Result>(at index: Int, _ change: (inout Value) -> Result) -> Result { change(&values[index]) }

  @inline(__always)
  private func home(of key: UInt32, _ count: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (count - 1)
  }

  /// The place of the number, or the free place where it would go.
  @inline(__always)
  private func place(of key: UInt32) -> Int {
    if isDirect { return Int(key) }
    return places.withUnsafeBufferPointer { places in
      keys.withUnsafeBufferPointer { keys in
        var place = home(of: key, places.count)
        while places[place] != 0, keys[Int(places[place]) - 1] != key { place = (place + 1) & (places.count - 1) }
        return place
      }
    }
  }

  /// Frees a place of the hash table. The entries that follow it without a gap move up if they may, so that no tombstones accumulate.
  private mutating func clear(_ freed: Int) {
    let mask = places.count - 1
    var hole = freed
    var next = freed
    while true {
      next = (next + 1) & mask
      guard places[next] != 0 else { break }
      let home = home(of: keys[Int(places[next]) - 1], places.count)
      if (next - home) & mask >= (next - hole) & mask {
        places[hole] = places[next]
        hole = next
      }
    }
    places[hole] = 0
  }

  private mutating func rebuild() {
    let end = Int(keys.max() ?? 0) + 1
    let count = max(keys.count, expected)
    isDirect = end <= count * 4
    var size = 32
    if isDirect { size = max(size, end + end / 4, expected + 1) } else { while size * 3 < count * 4 { size *= 2 } }
    places = [Int32](repeating: 0, count: size)
    for (index, key) in keys.enumerated() { places[place(of: key)] = Int32(index + 1) }
  }
}

extension NumberTable {
  subscript(id: ItemID) -> Value? {
    get { self[id.rawValue] }
    set { self[id.rawValue] = newValue }
  }
}

extension Array {
  /// Frees unused memory if there is a lot of it, but keeps some for the next elements.
  mutating func trim() {
    guard capacity > count + count / 8 else { return }
    var trimmed: [Element] = []
    trimmed.reserveCapacity(count + count / 16)
    trimmed += self
    self = trimmed
  }
}

/// A set of numbers.
extension NumberTable where Value == Void {
  /// Inserts a number; returns whether it was new.
  @discardableResult
  mutating func insert(_ key: UInt32) -> Bool {
    if contains(key) { return false }
    append(key, ())
    return true
  }

  /// Removes a number; returns whether it was there.
  @discardableResult
  mutating func remove(_ key: UInt32) -> Bool { removeValue(forKey: key) != nil }
}

typealias NumberSet = NumberTable<Void>
