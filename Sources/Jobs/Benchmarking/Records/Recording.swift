/// The measurements of one build of a driver on one machine: a baseline, or the candidate that is compared with it.
public struct Recording: Hashable, Sendable {
  /// The id of the machine, which does not contain its name; see `Machine`.
  public var machine: String
  /// The revision of the source that was measured.
  public var revision: String
  /// The circumstances of the measurement by name, such as `toolchain` or `engine`, each one line.
  public var facts: [String: String] = [:]
  /// The measurements, by benchmark path.
  public var cases: [String: Case]

  public struct Case: Hashable, Sendable {
    /// The counters of the workload and of the engine's work. They are the same on every machine.
    public var counters: [String: Double] = [:]
    /// The instructions per iteration, from callgrind: the median over several positions of heap and stack; nil if they were not counted.
    public var instructions: Double?
    /// The fewest and the most instructions over these positions; nil if they were counted for one position only.
    public var instructionRange: ClosedRange<Double>?
    /// The count for each position of heap and stack, in the order in which they were counted.
    var layouts: [Double] = []
    /// The loads and stores per iteration that miss the last-level cache, in callgrind's model; nil if they were not counted.
    public var lastLevelMisses: Double?
    /// Nanoseconds of processor time per iteration: the median of each process run, in the order in which they ran.
    public var runs: [Double] = []
    /// The reason why there are no numbers; nil if there are.
    public var failure: String?

    public init(
      counters: [String: Double] = [:], instructions: Double? = nil, runs: [Double] = [], failure: String? = nil
    ) {
      self.counters = counters
      self.instructions = instructions
      self.runs = runs
      self.failure = failure
    }
  }

  public init(machine: String, revision: String, cases: [String: Case] = [:]) {
    self.machine = machine
    self.revision = revision
    self.cases = cases
  }

  /// Returns the newest of several recordings of one machine (the last one), in which each counter and each count of instructions is replaced by the
  /// highest of all recordings. Benchmarks that the newest recording lacks are left out. Nil if there are no recordings.
  public static func worst(of recordings: [Recording]) -> Recording? {
    guard var result = recordings.last else { return nil }
    for (path, newest) in result.cases {
      let all = recordings.filter { $0.machine == result.machine }.compactMap { $0.cases[path] }
        .filter { $0.failure == nil }
      var entry = newest
      for name in newest.counters.keys where all.allSatisfy({ $0.counters[name] != nil }) {
        entry.counters[name] = all.compactMap { $0.counters[name] }.max() ?? newest.counters[name]
      }
      if let costliest = all.filter({ $0.instructions != nil }).max(by: { $0.instructions ?? 0 < $1.instructions ?? 0 })
      {
        (entry.instructions, entry.instructionRange) = (costliest.instructions, costliest.instructionRange)
      }
      result.cases[path] = entry
    }
    return result
  }

  /// Adds one process run: for each benchmark the median processor time of its repetitions.
  public mutating func addRun(_ report: BenchmarkReport) {
    let measured = Dictionary(grouping: report.rows.filter { $0.kind == .iteration }, by: \.path)
    for (path, rows) in measured {
      var entry = cases[path] ?? Case()
      entry.failure = rows.compactMap(\.failure).first ?? entry.failure
      let times = rows.compactMap(\.processorNanoseconds)
      if !times.isEmpty { entry.runs.append(median(times)) }
      // The clock decides how often a timed run repeats a case, and that changes the state of the heap. Counted runs repeat nothing, so
      // their counts are used.
      if entry.instructions == nil { entry.counters = rows[0].counters }
      cases[path] = entry
    }
  }

  /// Adds the instruction counts of one process run under callgrind. The cost of aligned copies and pointer tables depends on the addresses of heap
  /// and stack. So several runs with different addresses are added; `instructions` is their median, and `instructionRange` their range.
  /// - Parameters:
  ///   - counted: the report of that run. Its iterations and counters are exact; its times mean nothing.
  ///   - dumps: instructions of each measured region, by benchmark path.
  public mutating func addInstructions(_ counted: BenchmarkReport, dumps: [String: UInt64]) {
    for row in counted.rows where row.kind == .iteration {
      var entry = cases[row.path] ?? Case()
      entry.failure = row.failure ?? entry.failure
      entry.counters = row.counters
      if let total = dumps[row.path], row.iterations > 0 {
        entry.layouts.append(Double(total) / Double(row.iterations))
        entry.instructions = median(entry.layouts)
        if entry.layouts.count > 1, let least = entry.layouts.min(), let most = entry.layouts.max() {
          entry.instructionRange = least...most
        }
      }
      cases[row.path] = entry
    }
  }
}
