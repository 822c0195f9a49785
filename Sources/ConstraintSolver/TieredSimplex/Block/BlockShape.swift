/// A block's program, and how far a dense simplex has come with it: what blocks that repeat each other share, until one of
/// them goes its own way.
///
/// Whoever is the first to solve it does so for all. From then on it stays as it is while it is shared: whoever wants to
/// change it does so to a copy. Blocks that end elsewhere, with other rows active, leave their ends for those that come later.
final class BlockShape {
  typealias Dense = LexicographicSimplex<DenseTableau>

  /// Beyond this many variables no tableau is kept: the active rows are factored.
  static let denseLimit = 24

  let program: Program
  /// Rounding can hide what is exactly zero, or what is nearly so: some coefficient is no power of two, or a high one. Products of low
  /// powers become small step by step, which is seen.
  let isDelicate: Bool
  /// Coefficients so far apart, or without an exact sum, that doubles cannot be trusted at all.
  let isExactOnly: Bool
  /// Where rounding can hide something. Copies share them, whatever rows are relaxed.
  let confirmedEnds: ConfirmedEnds?
  /// The memory that a dense simplex keeps beside the numbers of a block; nil where it is not dense.
  private let kept: UnsafeMutableRawPointer?
  /// How far it has come; whoever changes it puts it back.
  var state = SimplexState()
  /// It was solved once from the origin, without positions and without doubt: mostly another block is solved with the same
  /// active rows.
  var isModel = false
  /// Models that the same program has beside this one, which blocks begin with; the latest last.
  private(set) var otherModels: [BlockShape] = []
  private static let mostOtherModels = 3

  var isDense: Bool { kept != nil }
  var hasStarted: Bool { state.hasStarted }

  /// At the origin, for a copy of `program`.
  init(_ program: Program) {
    var arePowers = true
    var (smallest, largest) = (1.0, 1.0)
    for e in 0..<program.termCount {
      let magnitude = program.coefficients[e].magnitude
      if magnitude == 1 { continue }
      arePowers = arePowers && magnitude.significand == 1
      (smallest, largest) = (min(smallest, magnitude), max(largest, magnitude))
    }
    isDelicate = !arePowers || smallest < 1 / Tolerance.plainCoefficient || largest > Tolerance.plainCoefficient
    isExactOnly = largest > smallest * Tolerance.coefficientSpread || program.isSplit
    let isDense = !isExactOnly && program.variableCount <= BlockShape.denseLimit
    (self.program, kept) = BlockShape.memory(for: program, isDense: isDense)
    confirmedEnds = isDelicate ? ConfirmedEnds() : nil
    start()
  }

  private init(_ other: BlockShape) {
    (isDelicate, isExactOnly, confirmedEnds) = (other.isDelicate, other.isExactOnly, other.confirmedEnds)
    (program, kept) = BlockShape.memory(for: other.program, isDense: other.isDense)
  }

  /// A copy of the program, and behind it room for what a dense simplex keeps.
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

  /// At the origin. The numbers that belong there are the blocks'.
  private func start() {
    guard let kept else { return }
    withUnsafeTemporaryAllocation(byteCount: BlockShape.room(program).numbers, alignment: 8) { numbers in
      var simplex = Dense(program, numbers: numbers.baseAddress!, keeping: kept)
      if isDelicate { simplex.trackDoubt() }
      state = simplex.state
    }
  }

  /// One that nobody shares, with the same active rows.
  func copy() -> BlockShape {
    let copy = BlockShape(self)
    if let kept { copy.kept?.copyMemory(from: kept, byteCount: BlockShape.room(program).kept) }
    copy.state = state
    return copy
  }

  /// One that nobody shares, at the origin.
  func restarted() -> BlockShape {
    let copy = BlockShape(self)
    copy.start()
    return copy
  }

  /// Takes up a model of the same program.
  func add(_ model: BlockShape) {
    if otherModels.count == BlockShape.mostOtherModels { otherModels.removeFirst() }
    otherModels.append(model)
  }

  /// The simplex with a block's numbers. What it changes beside these counts once `state` is put back.
  func simplex(_ numbers: UnsafeMutablePointer<Double>) -> Dense {
    Dense(program, numbers: numbers, resuming: state, keeping: kept!)
  }
}

/// Shapes that blocks have lately had: cells repeat the same few.
struct BlockShapes {
  private static let capacity = 32
  /// Longer programs are seldom repeated, and long to compare.
  private static let longestProgram = 4096
  /// By a hash of the program. Empty before the first.
  private var shapes: [BlockShape?] = []

  static func mayShare(_ program: Program) -> Bool {
    program.variableCount <= BlockShape.denseLimit && program.byteCount <= longestProgram
  }

  /// The shape that reads the same, if a block may begin with it, or a new one.
  mutating func shape(_ program: Program) -> BlockShape {
    guard BlockShapes.mayShare(program) else { return BlockShape(program) }
    if shapes.isEmpty { shapes = Array(repeating: nil, count: BlockShapes.capacity) }
    let place = Int(truncatingIfNeeded: program.hash >> 32) & (BlockShapes.capacity - 1)
    if let shape = shapes[place], shape.isModel || !shape.hasStarted, shape.program == program { return shape }
    let shape = BlockShape(program)
    shapes[place] = shape
    return shape
  }
}
