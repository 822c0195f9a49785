/// A map from the caller's 32-bit ids to slots: a table for low ids, which most callers hand out in order, and a hash
/// table for the others.
struct IdentifierMap: ~Copyable {
  /// The slots of all ids below the table's length; -1 for none.
  private var table = Buffer<Int32>()
  /// The ids beyond the table.
  private var scattered = ScatteredIdentifiers()
  private(set) var count = 0

  private static let empty: Int32 = -1
  private static let fewest = 16
  /// The length from which a table grows in smaller steps.
  private static let long = 4096

  init() {}

  @inline(__always)
  subscript(key: UInt32) -> Int? {
    let slot = Int(key) < table.count ? table[Int(key)] : scattered[key]
    return slot < 0 ? nil : Int(slot)
  }

  /// Inserts an id that is not in the map.
  mutating func insert(_ key: UInt32, _ slot: Int) {
    if Int(key) >= table.count, Int(key) < 4 * (count + IdentifierMap.fewest) { extendTable(over: Int(key)) }
    if Int(key) < table.count { table[Int(key)] = Int32(slot) } else { scattered.insert(key, Int32(slot)) }
    count += 1
  }

  /// Grows the table until it holds `key`, and moves scattered ids there that now fit.
  private mutating func extendTable(over key: Int) {
    var length = max(table.count, 4 * IdentifierMap.fewest)
    while length <= key { length += length < IdentifierMap.long ? length : length / 4 }
    table.append(repeating: IdentifierMap.empty, count: length - table.count)
    let table = table.base
    scattered.removeAll { key, slot in
      guard Int(key) < length else { return false }
      table[Int(key)] = slot
      return true
    }
  }

  mutating func remove(_ key: UInt32) {
    if Int(key) < table.count {
      if table[Int(key)] < 0 { return }
      table[Int(key)] = IdentifierMap.empty
    } else if !scattered.remove(key) {
      return
    }
    count -= 1
    if count == 0 { self = IdentifierMap() }
  }
}

/// A hash table of ids: open addressing with linear probing, at most three quarters full. Its order is never visible.
struct ScatteredIdentifiers: ~Copyable {
  struct Entry: BitwiseCopyable {
    var key: UInt32
    /// The slot; -1 if the entry is free.
    var slot: Int32

    static let free = Entry(key: 0, slot: -1)
  }

  /// The entries, a power of two of them; none until there is an id.
  private var entries = Buffer<Entry>()
  private var count = 0

  private static let fewest = 16

  /// The slot of an id; -1 if it is not in the table.
  subscript(key: UInt32) -> Int32 { count == 0 ? -1 : entries[place(of: key)].slot }

  private func home(of key: UInt32) -> Int {
    Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (entries.count - 1)
  }

  /// The place of an id, or the free entry where it would go.
  private func place(of key: UInt32) -> Int {
    var place = home(of: key)
    while entries[place].slot >= 0, entries[place].key != key { place = (place + 1) & (entries.count - 1) }
    return place
  }

  mutating func insert(_ key: UInt32, _ slot: Int32) {
    if 4 * (count + 1) > 3 * entries.count { rebuild(entries.count == 0 ? Self.fewest : 2 * entries.count) }
    entries[place(of: key)] = Entry(key: key, slot: slot)
    count += 1
  }

  private mutating func rebuild(_ length: Int) {
    var old = Buffer<Entry>()
    swap(&old, &entries)
    entries.reserve(length)
    entries.append(repeating: .free, count: length)
    for entry in old.view where entry.slot >= 0 { entries[place(of: entry.key)] = entry }
  }

  /// Removes an id. Returns whether it was there. Later members of the run move up, so that no tombstones accumulate.
  mutating func remove(_ key: UInt32) -> Bool {
    guard count > 0 else { return false }
    var hole = place(of: key)
    if entries[hole].slot < 0 { return false }
    let mask = entries.count - 1
    var next = (hole + 1) & mask
    while entries[next].slot >= 0 {
      if (next - home(of: entries[next].key)) & mask >= (next - hole) & mask {
        entries[hole] = entries[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    entries[hole] = .free
    count -= 1
    return true
  }

  /// Removes the entries for which the closure returns true.
  mutating func removeAll(_ isTaken: (UInt32, Int32) -> Bool) {
    if count == 0 { return }
    var rest = Buffer<Entry>()
    for entry in entries.view where entry.slot >= 0 && !isTaken(entry.key, entry.slot) { rest.append(entry) }
    if rest.count == count { return }
    for q in 0..<entries.count { entries[q] = .free }
    for entry in rest.view { entries[place(of: entry.key)] = entry }
    count = rest.count
  }
}
