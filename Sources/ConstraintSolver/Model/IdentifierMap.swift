/// From a caller's 32-bit id to the slot that holds its record: a table for low ids, which most callers hand out in order, and a
/// dictionary for the others.
struct IdentifierMap: ~Copyable {
  /// By id, the slots of all ids below its length; -1 for none.
  private var table = Buffer<Int32>()
  /// Ids beyond the table.
  private var scattered: [UInt32: Int32] = [:]
  private(set) var count = 0

  private static let empty: Int32 = -1
  private static let fewest = 16
  /// A longer table grows in smaller steps.
  private static let long = 4096

  init() {}

  @inline(__always)
  subscript(key: UInt32) -> Int? {
    if Int(key) < table.count {
      let slot = table[Int(key)]
      return slot < 0 ? nil : Int(slot)
    }
    return scattered.isEmpty ? nil : scattered[key].map(Int.init)
  }

  /// `key` is not in the map.
  mutating func insert(_ key: UInt32, _ slot: Int) {
    if Int(key) >= table.count, Int(key) < 4 * (count + IdentifierMap.fewest) { extendTable(over: Int(key)) }
    if Int(key) < table.count { table[Int(key)] = Int32(slot) } else { scattered[key] = Int32(slot) }
    count += 1
  }

  /// Grows the table until it holds `key`, and takes over scattered ids that belong there now.
  private mutating func extendTable(over key: Int) {
    var length = max(table.count, 4 * IdentifierMap.fewest)
    while length <= key { length += length < IdentifierMap.long ? length : length / 4 }
    table.append(repeating: IdentifierMap.empty, count: length - table.count)
    for (key, slot) in scattered where Int(key) < length {
      table[Int(key)] = slot
      scattered[key] = nil
    }
  }

  mutating func remove(_ key: UInt32) {
    if Int(key) < table.count {
      if table[Int(key)] < 0 { return }
      table[Int(key)] = IdentifierMap.empty
    } else if scattered.removeValue(forKey: key) == nil {
      return
    }
    count -= 1
    if count == 0 { self = IdentifierMap() }
  }
}
