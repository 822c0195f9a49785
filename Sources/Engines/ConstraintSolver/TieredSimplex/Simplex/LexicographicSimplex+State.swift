/// The state of a dense simplex between two solves, beside its arrays.
struct SimplexState: BitwiseCopyable {
  fileprivate(set) var pivots: Int32 = 0
  fileprivate(set) var lastStage: Int32 = 0
  fileprivate var freeCount: Int32 = 0
  fileprivate(set) var hasStarted = false
  fileprivate(set) var isUniqueBeforeTieBreak = false
  fileprivate var sawTinyRate = false
  fileprivate var tracksDoubt = false
  fileprivate var entries = DenseTableau.EntryFlags()

  /// Whether rounding may have hidden that some price or entry is not quite zero.
  var isDoubtful: Bool { sawTinyRate || entries.sawCancellation || entries.hasTinyEntries }
}

extension LexicographicSimplex where T == DenseTableau {
  /// Makes a simplex from a stored state, over the memory that it kept. The numbers are those of any block with the
  /// same program.
  init(
    _ program: Program, numbers: UnsafeMutableRawPointer, resuming state: SimplexState,
    keeping kept: UnsafeMutableRawPointer
  ) {
    self.init(program, numbers: numbers, over: kept, owned: nil) { m, n, kept in
      DenseTableau(rowCount: m + n, columnCount: n, resuming: state.entries, keeping: kept)
    }
    (pivots, lastStage, freeCount) = (state.pivots, state.lastStage, state.freeCount)
    (hasStarted, isUniqueBeforeTieBreak) = (state.hasStarted, state.isUniqueBeforeTieBreak)
    (sawTinyRate, tracksDoubt) = (state.sawTinyRate, state.tracksDoubt)
  }

  /// The state to store.
  var state: SimplexState {
    SimplexState(
      pivots: pivots, lastStage: lastStage, freeCount: freeCount, hasStarted: hasStarted,
      isUniqueBeforeTieBreak: isUniqueBeforeTieBreak, sawTinyRate: sawTinyRate, tracksDoubt: tracksDoubt,
      entries: tableau.flags)
  }

  /// Starts recording entries that look like zero but may not be. Call it before the first pivot.
  mutating func trackDoubt() {
    tracksDoubt = true
    tableau.watch()
  }
}
