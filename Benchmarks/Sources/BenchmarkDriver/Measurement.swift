import Benchmarking
import GBShim

/// What a case's preparation returns: the body that is timed, already checked and warm.
public struct Measurement {
  /// Operations in one round of the body.
  public var operations: Int
  /// One round of the body.
  public var round: () -> Void
  /// Runs before and after each round, untimed: makes the next edits, puts away what a round left. A case with one of
  /// them is timed round by round.
  public var beforeRound: (() -> Void)?
  public var afterRound: (() -> Void)?
  /// Exact numbers that say what was measured and what it cost.
  public var counters: [String: Double]
  /// What cost is fitted over: constraints, or views.
  public var scale: Int
  /// What informs and decides nothing, such as a ratio of two times.
  public var label: String?

  public init(
    operations: Int, scale: Int, counters: [String: Double], beforeRound: (() -> Void)? = nil,
    afterRound: (() -> Void)? = nil, round: @escaping () -> Void
  ) {
    self.operations = operations
    self.scale = scale
    self.counters = counters
    self.beforeRound = beforeRound
    self.afterRound = afterRound
    self.round = round
  }
}

/// One benchmark at several sizes: prepared in one closure that returns the measured one.
public struct Case {
  /// `solver/tick/feed`; a size is appended: `solver/tick/feed-200`.
  public var path: String
  public var sizes: [Int]
  /// The prepared measurement has a `beforeRound` or an `afterRound`.
  public var isTimedByRound: Bool
  /// Checks the result, warms up, and returns what is timed. An error becomes an error row.
  public var prepare: (Int) throws -> Measurement

  public init(path: String, sizes: [Int], isTimedByRound: Bool = false, prepare: @escaping (Int) throws -> Measurement)
  {
    self.path = path
    self.sizes = sizes
    self.isTimedByRound = isTimedByRound
    self.prepare = prepare
  }
}

/// Edits of a run that never comes back are made so many at a time: enough that reading the clock costs next to nothing,
/// and an even number, so that what a round takes away it gives back.
public let freshEditsPerRound = 64

/// Of an engine that takes longer than `slowTransaction` seconds for a transaction, only this many edits are made at a time. Also an even number.
public let slowEditsPerRound = 2

/// No engine is slow while instructions are counted: they are of the same work, however fast the machine is.
public var slowTransaction: Double { gb_is_counting_instructions() ? .infinity : 0.02 }

/// The seconds after which answers have been checked enough.
public var longestCheck: Double { gb_is_counting_instructions() ? .infinity : 2 }

/// Allocations of the body, and the bytes that it leaves behind.
public func countingMemory(_ body: () throws -> Void) rethrows -> (allocations: Int, liveBytes: Int) {
  gb_memory_start()
  var result = gb_memory(allocations: 0, live_bytes: 0)
  do {
    defer { result = gb_memory_stop() }
    try body()
  }
  return (Int(result.allocations), Int(result.live_bytes))
}

/// The compiler must assume that these values are read.
@inline(__always)
public func keepAlive(_ values: UnsafeMutableBufferPointer<Double>) { gb_do_not_optimize(values.baseAddress) }
