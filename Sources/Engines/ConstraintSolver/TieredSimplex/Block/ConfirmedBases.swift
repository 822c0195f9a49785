/// The last 16 bases of one program that exact numbers have confirmed to be optimal. Prices depend on which rows are active and on which sides the
/// others lie, and on no bound. So a basis that is confirmed for one block is confirmed for all blocks with an equal program.
final class ConfirmedBases {
  /// An optimal basis.
  struct Basis: Equatable {
    /// The last stage that was needed. Breakpoints of later stages do not matter.
    var lastStage: Int32
    /// The state of each row. A row that is not active and matters has three times the side on which it lies, plus the
    /// side on which it counts: -4 to 4. Others have one of the constants below. A relaxed row never matters.
    var rows: [Int8]

    static let active: Int8 = 5
    static let activeButUnneeded: Int8 = 6
    static let unneeded: Int8 = 7
  }

  private static let capacity = 16
  private var bases: [Basis] = []
  private var oldest = 0

  func contains(_ basis: Basis) -> Bool { bases.contains(basis) }

  func insert(_ basis: Basis) {
    if bases.count < ConfirmedBases.capacity { return bases.append(basis) }
    bases[oldest] = basis
    oldest = (oldest + 1) % ConfirmedBases.capacity
  }
}
