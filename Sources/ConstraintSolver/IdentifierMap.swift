/// From a caller's 32-bit id to the slot that holds its record: open addressing in flat memory.
struct IdentifierMap: ~Copyable {
  private var keys: UnsafeMutablePointer<UInt32>
  private var slots: UnsafeMutablePointer<Int32>
  private var mask: Int
  private(set) var count = 0
  /// Slots in use or left behind by a removal.
  private var occupied = 0

  private static let empty: Int32 = -1
  private static let removed: Int32 = -2

  init() {
    (keys, slots) = IdentifierMap.table(16)
    mask = 15
  }

  deinit {
    keys.deallocate()
    slots.deallocate()
  }

  private static func table(_ size: Int) -> (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<Int32>) {
    let keys = UnsafeMutablePointer<UInt32>.allocate(capacity: size)
    keys.initialize(repeating: 0, count: size)
    let slots = UnsafeMutablePointer<Int32>.allocate(capacity: size)
    slots.initialize(repeating: empty, count: size)
    return (keys, slots)
  }

  // Ids are handed out in order: four neighbours share a place in memory, and places are scattered, since one long run would
  // be walked to its end for each id that is not there.
  @inline(__always)
  private func place(_ key: UInt32) -> Int {
    let mixed = (key >> 2) &* 0x9E37_79B9
    return Int((mixed ^ mixed >> 16) << 2 | key & 3) & mask
  }

  @inline(__always)
  subscript(key: UInt32) -> Int? {
    var i = place(key)
    while true {
      let slot = slots[i]
      if slot == IdentifierMap.empty { return nil }
      if slot >= 0, keys[i] == key { return Int(slot) }
      i = (i + 1) & mask
    }
  }

  /// `key` is not in the map.
  mutating func insert(_ key: UInt32, _ slot: Int) {
    if (occupied + 1) * 8 > (mask + 1) * 5 { rebuild() }
    var i = place(key)
    while slots[i] >= 0 { i = (i + 1) & mask }
    if slots[i] == IdentifierMap.empty { occupied += 1 }
    keys[i] = key
    slots[i] = Int32(slot)
    count += 1
  }

  mutating func remove(_ key: UInt32) {
    var i = place(key)
    while !(slots[i] >= 0 && keys[i] == key) {
      if slots[i] == IdentifierMap.empty { return }
      i = (i + 1) & mask
    }
    slots[i] = IdentifierMap.removed
    count -= 1
    if count == 0 { clear() }
  }

  private mutating func clear() {
    keys.deallocate()
    slots.deallocate()
    (keys, slots) = IdentifierMap.table(16)
    mask = 15
    occupied = 0
  }

  private mutating func rebuild() {
    var size = 16
    while size < (count + 1) * 2 { size *= 2 }
    let (oldKeys, oldSlots, oldSize) = (keys, slots, mask + 1)
    (keys, slots) = IdentifierMap.table(size)
    mask = size - 1
    occupied = 0
    count = 0
    for i in 0..<oldSize where oldSlots[i] >= 0 { insert(oldKeys[i], Int(oldSlots[i])) }
    oldKeys.deallocate()
    oldSlots.deallocate()
  }
}
