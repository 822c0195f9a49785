/// A block's program, and the dense simplex's progress on it. Blocks with equal programs share one. The first of them that is solved fills it in.
/// After that, a shared shape does not change: a block that needs another basis makes a copy.
final class BlockShape {
  typealias Dense = LexicographicSimplex<DenseTableau>

  /// The largest number of variables for which a dense tableau is kept. Larger blocks factor the active rows.
  static let denseLimit = 24

  let program: Program
  /// Whether rounding can hide an exact zero: some coefficient is no power of two, or a power beyond 8 or 1/8. Products
  /// of lower powers become small step by step, which is noticed.
  let isDelicate: Bool
  /// Whether doubles cannot be trusted at all: coefficients are too far apart, or repeated terms have no exact sum.
  let isExactOnly: Bool
  /// The bases that exact numbers have confirmed; nil if the shape is not delicate. Copies share them, whatever rows
  /// are relaxed.
  let confirmedBases: ConfirmedBases?
  /// The memory that a dense simplex keeps beside a block's numbers; nil if it is not dense.
  private let kept: UnsafeMutableRawPointer?
  /// The simplex's progress. A caller of `simplex` that makes progress stores it here.
  var state = SimplexState()
  /// Whether the shape was solved from the origin, without positions and without doubt. Then other blocks may start with its
  /// active rows.
  var isModel = false

  var isDense: Bool { kept != nil }
  var hasStarted: Bool { state.hasStarted }

  /// Makes a shape at the origin, for a copy of `program`.
  init(_ program: Program, isProved: Bool = false) {
    var arePowers = true
    var (smallest, largest) = (1.0, 1.0)
    for e in 0..<program.termCount {
      let magnitude = program.coefficients[e].magnitude
      if magnitude == 1 { continue }
      arePowers = arePowers && magnitude.significand == 1
      (smallest, largest) = (min(smallest, magnitude), max(largest, magnitude))
    }
    isDelicate = !arePowers || smallest < 1 / Tolerance.plainCoefficient || largest > Tolerance.plainCoefficient
    isExactOnly = isProved || largest > smallest * Tolerance.coefficientSpread || program.isSplit
    let isDense = !isExactOnly && program.variableCount <= BlockShape.denseLimit
    (self.program, kept) = BlockShape.memory(for: program, isDense: isDense)
    confirmedBases = isDelicate ? ConfirmedBases() : nil
    start()
  }

  private init(_ other: BlockShape) {
    (isDelicate, isExactOnly, confirmedBases) = (other.isDelicate, other.isExactOnly, other.confirmedBases)
    (program, kept) = BlockShape.memory(for: other.program, isDense: other.isDense)
  }

  /// Allocates a copy of the program, followed by the memory that a dense simplex keeps.
  private static func memory(
    for program: Program, isDense: Bool
  ) -> (program: Program, kept: UnsafeMutableRawPointer?) {
    let kept = isDense ? room(program).kept : 0
    let memory = UnsafeMutableRawPointer.allocate(byteCount: program.byteCount + kept, alignment: 8)
    return (program.copy(in: memory), isDense ? memory + program.byteCount : nil)
  }

  deinit { program.free() }

  private static func room(_ program: Program) -> (numbers: Int, kept: Int, lent: Int) {
    Dense.room(rowCount: program.rowCount, variableCount: program.variableCount)
  }

  /// Sets the state to the origin. Residuals and bounds are not stored here: each block has its own.
  private func start() {
    guard let kept else { return }
    withUnsafeTemporaryAllocation(byteCount: BlockShape.room(program).numbers, alignment: 8) { numbers in
      var simplex = Dense(program, numbers: numbers.baseAddress!, keeping: kept)
      if isDelicate { simplex.trackDoubt() }
      state = simplex.state
    }
  }

  /// Returns a copy with the same active rows, which no other block shares.
  func copy() -> BlockShape {
    let copy = BlockShape(self)
    if let kept { copy.kept?.copyMemory(from: kept, byteCount: BlockShape.room(program).kept) }
    copy.state = state
    return copy
  }

  /// Returns a copy at the origin, which no other block shares.
  func restarted() -> BlockShape {
    let copy = BlockShape(self)
    copy.start()
    return copy
  }

  /// The simplex with a block's numbers. Its progress is lost unless the caller puts `state` back.
  func simplex(_ numbers: UnsafeMutablePointer<Double>) -> Dense {
    Dense(program, numbers: numbers, resuming: state, keeping: kept!)
  }
}

/// The shapes of recent blocks: a cache, because cells repeat the same few shapes.
struct BlockShapes {
  private static let capacity = 32
  /// The length in bytes of the longest program in the cache. Longer programs are rarely repeated, and slow to compare.
  private static let longestProgram = 4096
  /// The shapes, by a hash of the program; empty before the first shape.
  private var shapes: [BlockShape?] = []

  static func mayShare(_ program: Program) -> Bool {
    program.variableCount <= BlockShape.denseLimit && program.byteCount <= longestProgram
  }

  /// Returns the cached shape of an equal program, if a block may begin with it. Otherwise makes a shape, and caches it if blocks may share it.
  mutating func shape(_ program: Program, isProved: Bool) -> BlockShape {
    guard BlockShapes.mayShare(program) else { return BlockShape(program, isProved: isProved) }
    if shapes.isEmpty { shapes = Array(repeating: nil, count: BlockShapes.capacity) }
    let place = Int(truncatingIfNeeded: program.hash >> 32) & (BlockShapes.capacity - 1)
    if let shape = shapes[place], shape.isModel || !shape.hasStarted, shape.program == program { return shape }
    let shape = BlockShape(program, isProved: isProved)
    shapes[place] = shape
    return shape
  }
}
