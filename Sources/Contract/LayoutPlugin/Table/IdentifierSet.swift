/// A set of 32-bit ids in flat memory: a look-up takes a few nanoseconds, and only growth allocates.
///
/// Every value that a plugin reports is looked up here, so this cost is part of every measurement of a plugin.
struct IdentifierSet {
  /// The hash table, with open addressing and linear probing; 0 is a free place, and other values are the id plus one.
  private var places = [UInt64](repeating: 0, count: 16)
  private(set) var count = 0

  func contains(_ id: UInt32) -> Bool { places[place(of: id)] != 0 }

  mutating func insert(_ id: UInt32) {
    let place = place(of: id)
    guard places[place] == 0 else { return }
    places[place] = UInt64(id) + 1
    count += 1
    if count * 2 > places.count { grow() }
  }

  mutating func remove(_ id: UInt32) {
    var hole = place(of: id)
    guard places[hole] != 0 else { return }
    count -= 1
    // Later members of the run move up, so that no tombstones pile up over a long life.
    var next = hole
    while true {
      next = (next + 1) & mask
      guard places[next] != 0 else { break }
      let home = home(of: UInt32(truncatingIfNeeded: places[next] - 1))
      if (next - home) & mask >= (next - hole) & mask {
        places[hole] = places[next]
        hole = next
      }
    }
    places[hole] = 0
  }

  private var mask: Int { places.count - 1 }

  private func home(of id: UInt32) -> Int {
    Int(truncatingIfNeeded: (UInt64(id) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
  }

  /// Returns the place of the id, or the free place where it would be stored.
  private func place(of id: UInt32) -> Int {
    var place = home(of: id)
    while places[place] != 0, places[place] != UInt64(id) + 1 { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = places
    places = [UInt64](repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 { places[place(of: UInt32(truncatingIfNeeded: entry - 1))] = entry }
  }
}
