/// The memory that a simplex writes while it solves and that nobody reads afterwards: blocks that are solved one after the other share it.
///
/// A view of memory: copies are the same workspace.
struct Workspace<N: Number> {
  /// The cost of a unit of each active row's residual.
  let price: SparseVector<N>
  /// Where the rows in the way stop the point: how far away, and which entry of the column.
  let step: UnsafeMutablePointer<N>
  let candidate: UnsafeMutablePointer<Int32>
  let passed: UnsafeMutablePointer<Int32>
  /// Rows whose costs are to join the prices, each times a factor.
  let costRows: UnsafeMutablePointer<Int32>
  let costFactors: UnsafeMutablePointer<Int8>
  /// Rows by tier, and where each tier's end.
  let tierRows: UnsafeMutablePointer<Int32>
  let tierEnd: UnsafeMutablePointer<Int32>
  /// Places of directions in which the objective falls, and whose rows matter as little as each other's.
  let pricingCandidates: UnsafeMutablePointer<Int32>
  /// Of each place: the first tier that is known to suffer when its row goes up, and when it goes down.
  let objections: UnsafeMutablePointer<Int32>
  /// The present stage's cost of one unit of residual, below and above the breakpoint.
  let slopeBelow: UnsafeMutablePointer<Int8>
  let slopeAbove: UnsafeMutablePointer<Int8>
  /// Rows known to have one value over all that the stages so far have left, which they keep.
  let isFixed: UnsafeMutablePointer<Bool>

  static func byteCount(rowCount: Int, columnCount: Int) -> Int {
    let numbers = columnCount + rowCount
    let words = columnCount + 1 + 5 * rowCount + 2 + 3 * columnCount
    return numbers * MemoryLayout<N>.stride + words * 4 + columnCount + 4 * rowCount
  }

  init(_ arena: inout Arena, rowCount: Int, columnCount: Int) {
    let prices: UnsafeMutablePointer<N> = arena.take(columnCount)
    step = arena.take(rowCount)
    let list: UnsafeMutablePointer<Int32> = arena.take(columnCount + 1)
    candidate = arena.take(rowCount)
    passed = arena.take(rowCount)
    costRows = arena.take(rowCount)
    tierRows = arena.take(rowCount)
    // One for each row at most, and the required one; while they are filled, one more.
    tierEnd = arena.take(rowCount + 2)
    pricingCandidates = arena.take(columnCount)
    objections = arena.take(2 * columnCount)
    price = SparseVector(values: prices, list: list, isListed: arena.take(columnCount))
    costFactors = arena.take(rowCount)
    slopeBelow = arena.take(rowCount)
    slopeAbove = arena.take(rowCount)
    isFixed = arena.take(rowCount)
  }

  /// Numbers that are no plain values must be there before they are written.
  func initialize(rowCount: Int, columnCount: Int) {
    price.values.initialize(repeating: N.zero, count: columnCount + rowCount)
  }

  func deinitialize(rowCount: Int, columnCount: Int) {
    price.values.deinitialize(count: columnCount + rowCount)
  }

  /// Before the first stage, whoever has used it last.
  func clear(rowCount: Int, columnCount: Int) {
    price.values.update(repeating: N.zero, count: columnCount)
    price.forgetPlaces(count: columnCount)
    slopeBelow.update(repeating: 0, count: 2 * rowCount)
    isFixed.update(repeating: false, count: rowCount)
    objections.update(repeating: .max, count: 2 * columnCount)
  }
}
