/// The state of a simplex between two solves, beside what stands in its memory.
struct SimplexState: BitwiseCopyable {
  fileprivate(set) var pivots: Int32 = 0
  fileprivate(set) var lastStage: Int32 = 0
  fileprivate var freeCount: Int32 = 0
  fileprivate(set) var hasStarted = false
  fileprivate var isUniqueBeforeTieBreak = false
  fileprivate var sawFaintRate = false
  fileprivate var tracksDoubt = false
  fileprivate var entries = DenseTableau.Knowledge()

  /// Whether rounding may have hidden that something is not quite zero.
  var isDoubtful: Bool { sawFaintRate || entries.sawCancellation || entries.hasFaintEntries }
}

extension LexicographicSimplex where T == DenseTableau {
  /// One that was put away: over the memory that it kept, with numbers of anyone who solves the same program.
  init(
    _ program: Program, numbers: UnsafeMutableRawPointer, resuming state: SimplexState,
    keeping kept: UnsafeMutableRawPointer
  ) {
    self.init(program, numbers: numbers, over: kept, owned: nil) { m, n, kept in
      DenseTableau(rowCount: m + n, columnCount: n, resuming: state.entries, keeping: kept)
    }
    (pivots, lastStage, freeCount) = (state.pivots, state.lastStage, state.freeCount)
    (hasStarted, isUniqueBeforeTieBreak) = (state.hasStarted, state.isUniqueBeforeTieBreak)
    (sawFaintRate, tracksDoubt) = (state.sawFaintRate, state.tracksDoubt)
  }

  /// To put it away.
  var state: SimplexState {
    SimplexState(
      pivots: pivots, lastStage: lastStage, freeCount: freeCount, hasStarted: hasStarted,
      isUniqueBeforeTieBreak: isUniqueBeforeTieBreak, sawFaintRate: sawFaintRate, tracksDoubt: tracksDoubt,
      entries: tableau.knowledge)
  }

  /// Watches for what rounding may hide. Before the first exchange.
  mutating func trackDoubt() {
    tracksDoubt = true
    tableau.watch()
  }
}
