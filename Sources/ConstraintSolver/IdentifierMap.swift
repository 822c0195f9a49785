/// From a caller's 32-bit id to the slot that holds its record: a table for low ids, which most callers hand out in order,
/// and open addressing in flat memory for the others.
struct IdentifierMap: ~Copyable {
  /// By id, the slots of all ids below its length; -1 for none.
  private var table = Buffer<Int32>()
  private var keys: UnsafeMutablePointer<UInt32>
  private var slots: UnsafeMutablePointer<Int32>
  private var mask: Int
  private(set) var count = 0
  /// Ids beyond the table.
  private var scattered = 0
  /// Places of scattered ids in use or left behind by a removal.
  private var occupied = 0

  private static let empty: Int32 = -1
  private static let removed: Int32 = -2
  private static let fewest = 16
  /// A longer table grows in smaller steps.
  private static let long = 4096

  init() {
    (keys, slots) = IdentifierMap.emptyPlaces(IdentifierMap.fewest)
    mask = IdentifierMap.fewest - 1
  }

  deinit {
    table.free()
    keys.deallocate()
    slots.deallocate()
  }

  private static func emptyPlaces(_ size: Int) -> (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<Int32>) {
    let keys = UnsafeMutablePointer<UInt32>.allocate(capacity: size)
    keys.initialize(repeating: 0, count: size)
    let slots = UnsafeMutablePointer<Int32>.allocate(capacity: size)
    slots.initialize(repeating: empty, count: size)
    return (keys, slots)
  }

  // Four neighbours share a place in memory, and places are scattered, since one long run would be walked to its end for
  // each id that is not there.
  @inline(__always)
  private static func place(_ key: UInt32, _ mask: Int) -> Int {
    let mixed = (key >> 2) &* 0x9E37_79B9
    return Int((mixed ^ mixed >> 16) << 2 | key & 3) & mask
  }

  @inline(__always)
  subscript(key: UInt32) -> Int? {
    if Int(key) < table.count {
      let slot = table[Int(key)]
      return slot < 0 ? nil : Int(slot)
    }
    return scattered == 0 ? nil : IdentifierMap.scatteredSlot(key, keys, slots, mask)
  }

  /// Handed the parts: for a call on the map itself each look into the table would copy it first.
  private static func scatteredSlot(
    _ key: UInt32, _ keys: UnsafeMutablePointer<UInt32>, _ slots: UnsafeMutablePointer<Int32>, _ mask: Int
  ) -> Int? {
    var i = place(key, mask)
    while true {
      let slot = slots[i]
      if slot == empty { return nil }
      if slot >= 0, keys[i] == key { return Int(slot) }
      i = (i + 1) & mask
    }
  }

  /// `key` is not in the map.
  mutating func insert(_ key: UInt32, _ slot: Int) {
    if Int(key) >= table.count, Int(key) < 4 * (count + IdentifierMap.fewest) { extendTable(over: Int(key)) }
    if Int(key) < table.count {
      table[Int(key)] = Int32(slot)
    } else {
      scatter(key, slot)
    }
    count += 1
  }

  /// Grows the table until it holds `key`, and takes over scattered ids that belong there now.
  private mutating func extendTable(over key: Int) {
    var length = max(table.count, 4 * IdentifierMap.fewest)
    while length <= key { length += length < IdentifierMap.long ? length : length / 4 }
    table.append(repeating: IdentifierMap.empty, count: length - table.count)
    guard scattered > 0 else { return }
    for i in 0...mask where slots[i] >= 0 && Int(keys[i]) < length {
      table[Int(keys[i])] = slots[i]
      slots[i] = IdentifierMap.removed
      scattered -= 1
    }
  }

  private mutating func scatter(_ key: UInt32, _ slot: Int) {
    if (occupied + 1) * 8 > (mask + 1) * 5 { rebuild() }
    var i = IdentifierMap.place(key, mask)
    while slots[i] >= 0 { i = (i + 1) & mask }
    if slots[i] == IdentifierMap.empty { occupied += 1 }
    keys[i] = key
    slots[i] = Int32(slot)
    scattered += 1
  }

  mutating func remove(_ key: UInt32) {
    if Int(key) < table.count {
      if table[Int(key)] < 0 { return }
      table[Int(key)] = IdentifierMap.empty
    } else {
      var i = IdentifierMap.place(key, mask)
      while !(slots[i] >= 0 && keys[i] == key) {
        if slots[i] == IdentifierMap.empty { return }
        i = (i + 1) & mask
      }
      slots[i] = IdentifierMap.removed
      scattered -= 1
    }
    count -= 1
    if count == 0 { self = IdentifierMap() }
  }

  private mutating func rebuild() {
    var size = IdentifierMap.fewest
    while size < (scattered + 1) * 2 { size *= 2 }
    let (oldKeys, oldSlots, oldSize) = (keys, slots, mask + 1)
    (keys, slots) = IdentifierMap.emptyPlaces(size)
    mask = size - 1
    (occupied, scattered) = (0, 0)
    for i in 0..<oldSize where oldSlots[i] >= 0 { scatter(oldKeys[i], Int(oldSlots[i])) }
    oldKeys.deallocate()
    oldSlots.deallocate()
  }
}
