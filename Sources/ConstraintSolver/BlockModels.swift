/// Which block has lately solved which program: cells repeat the same few, and the next one begins where the last one ended.
///
/// Only a hint: the block may be gone, or be another one by now. Whoever holds it frees it.
struct BlockModels {
  private static let capacity = 32
  /// By a hash of the program; -1 for none. Empty before the first.
  private var slots = Buffer<Int32>()

  /// Where the block may be that has solved this program.
  func slot(for program: Program) -> Int? {
    if slots.isEmpty { return nil }
    let slot = slots[BlockModels.place(of: program)]
    return slot < 0 ? nil : Int(slot)
  }

  mutating func note(_ program: Program, slot: Int) {
    if slots.isEmpty { slots.append(repeating: -1, count: BlockModels.capacity) }
    slots[BlockModels.place(of: program)] = Int32(slot)
  }

  func free() { slots.free() }

  private static func place(of program: Program) -> Int {
    Int(truncatingIfNeeded: program.hash >> 32) & (capacity - 1)
  }
}
