/// From a caller's 32-bit id to the slot that holds its record: a table for low ids, which most callers hand out in order,
/// and open addressing in flat memory for the others.
struct IdentifierMap: ~Copyable {
  /// By id, the slots of all ids below its length; -1 for none.
  private var table = Buffer<Int32>()
  /// Places of scattered ids, a power of two; none before the first.
  private var keys = Buffer<UInt32>()
  private var slots = Buffer<Int32>()
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

  init() {}

  deinit {
    table.free()
    keys.free()
    slots.free()
  }

  private var mask: Int { slots.count - 1 }

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
    return scattered == 0 ? nil : IdentifierMap.scatteredSlot(key, keys, slots)
  }

  /// Handed the parts: for a call on the map itself each look into the table would copy it first.
  private static func scatteredSlot(
    _ key: UInt32, _ keys: Buffer<UInt32>, _ slots: Buffer<Int32>
  ) -> Int? {
    let mask = slots.count - 1
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
    for i in 0..<slots.count where slots[i] >= 0 && Int(keys[i]) < length {
      table[Int(keys[i])] = slots[i]
      slots[i] = IdentifierMap.removed
      scattered -= 1
    }
  }

  private mutating func scatter(_ key: UInt32, _ slot: Int) {
    if (occupied + 1) * 8 > slots.count * 5 { rebuild() }
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
      guard scattered > 0 else { return }
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
    let (oldKeys, oldSlots) = (keys, slots)
    (keys, slots) = (Buffer(), Buffer())
    keys.append(repeating: 0, count: size)
    slots.append(repeating: IdentifierMap.empty, count: size)
    (occupied, scattered) = (0, 0)
    for i in 0..<oldSlots.count where oldSlots[i] >= 0 { scatter(oldKeys[i], Int(oldSlots[i])) }
    oldKeys.free()
    oldSlots.free()
  }
}
