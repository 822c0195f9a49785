/// Ends of one program that exact numbers have confirmed, the latest few: cells repeat each other, and devices turn back.
///
/// Prices depend on which rows are active and on which sides the others lie, and on no bound. So what is confirmed of one block is
/// confirmed of all that read the same.
final class ConfirmedEnds {
  /// Where a simplex has ended.
  struct End: Equatable {
    /// Breakpoints of later stages do not matter.
    var lastStage: Int32
    /// Of each row whether it is active, and whether it matters, which a relaxed row never does; of one that matters and is not active
    /// three times the side on which it lies, and the one on which it counts: -4 to 4.
    var rows: [Int8]

    static let active: Int8 = 5
    static let activeIdly: Int8 = 6
    static let idle: Int8 = 7
  }

  private static let capacity = 16
  private var ends: [End] = []
  private var oldest = 0

  func contains(_ end: End) -> Bool { ends.contains(end) }

  func insert(_ end: End) {
    if ends.count < ConfirmedEnds.capacity { return ends.append(end) }
    ends[oldest] = end
    oldest = (oldest + 1) % ConfirmedEnds.capacity
  }
}
