/// The memory that a simplex needs only while it solves. Blocks that are solved one after the other share it. It is a
/// view of memory: copies are the same workspace.
struct Workspace<N: Number> {
  /// The dual value of each active row: the cost of one point of its residual.
  let price: SparseVector<N>
  /// The candidates of the ratio test: the distance to each, its entry in the column, and the rows already passed.
  let step: UnsafeMutablePointer<N>
  let candidate: UnsafeMutablePointer<Int32>
  let passed: UnsafeMutablePointer<Int32>
  /// Rows whose costs are to be added to the prices, each with its factor.
  let costRows: UnsafeMutablePointer<Int32>
  let costFactors: UnsafeMutablePointer<Int8>
  /// The rows sorted by tier, and the end of each tier's list.
  let tierRows: UnsafeMutablePointer<Int32>
  let tierEnd: UnsafeMutablePointer<Int32>
  /// For each place, the first tier known to get worse when its row goes up, and when it goes down.
  let firstHurtTiers: UnsafeMutablePointer<Int32>
  /// The present stage's cost of one point of residual, below and above the breakpoint.
  let slopeBelow: UnsafeMutablePointer<Int8>
  let slopeAbove: UnsafeMutablePointer<Int8>
  /// The rows known to have one value at all points that the stages so far have left. They keep that value.
  let isFixed: UnsafeMutablePointer<Bool>

  static func byteCount(rowCount: Int, columnCount: Int) -> Int {
    let numbers = columnCount + rowCount
    let words = columnCount + 1 + 5 * rowCount + 2 + 2 * columnCount
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
    // One for each row at most, one for the required tier, and one more while they are filled.
    tierEnd = arena.take(rowCount + 2)
    firstHurtTiers = arena.take(2 * columnCount)
    price = SparseVector(values: prices, list: list, isListed: arena.take(columnCount))
    costFactors = arena.take(rowCount)
    slopeBelow = arena.take(rowCount)
    slopeAbove = arena.take(rowCount)
    isFixed = arena.take(rowCount)
  }

  /// Initialises the numbers, because types that are more than plain bytes must be initialised before they are assigned.
  func initialize(rowCount: Int, columnCount: Int) {
    price.values.initialize(repeating: N.zero, count: columnCount + rowCount)
  }

  func deinitialize(rowCount: Int, columnCount: Int) {
    price.values.deinitialize(count: columnCount + rowCount)
  }

  /// Clears the workspace before the first stage.
  func clear(rowCount: Int, columnCount: Int) {
    price.values.update(repeating: N.zero, count: columnCount)
    price.forgetPlaces(count: columnCount)
    slopeBelow.update(repeating: 0, count: 2 * rowCount)
    isFixed.update(repeating: false, count: rowCount)
    firstHurtTiers.update(repeating: .max, count: 2 * columnCount)
  }
}
