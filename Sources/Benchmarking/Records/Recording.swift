/// The measurements of one build of a driver on one machine: a baseline, or the candidate that is compared with it.
public struct Recording: Hashable, Sendable {
  /// A neutral id, see `Machine`.
  public var machine: String
  /// Of the source that was measured.
  public var revision: String
  /// By benchmark path.
  public var cases: [String: Case]

  public struct Case: Hashable, Sendable {
    /// The counters of the workload and of the engine's work; the same on every machine.
    public var counters: [String: Double] = [:]
    /// Exact instructions per iteration, from callgrind; nil when they were not counted.
    public var instructions: Double?
    /// Nanoseconds per iteration: the median of each process run, in the order in which they ran.
    public var runs: [Double] = []
    /// Why there are no numbers.
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

  /// Adds one process run: for each benchmark the median of its repetitions.
  /// - Parameter inProcessorTime: what other programs do at the same time is left out.
  public mutating func addRun(_ report: BenchmarkReport, inProcessorTime: Bool = false) {
    let measured = Dictionary(grouping: report.rows.filter { $0.kind == .iteration }, by: \.path)
    for (path, rows) in measured {
      var entry = cases[path] ?? Case()
      entry.failure = rows.compactMap(\.failure).first ?? entry.failure
      let times = rows.compactMap { inProcessorTime ? $0.processorNanoseconds : $0.nanoseconds }
      if !times.isEmpty { entry.runs.append(median(times)) }
      // How often a timed run repeats a case depends on the clock, and what the heap looks like on how often; counted
      // runs repeat nothing, so theirs stand.
      if entry.instructions == nil { entry.counters = rows[0].counters }
      cases[path] = entry
    }
  }

  /// Adds the instruction counts of one process run under callgrind.
  /// - Parameters:
  ///   - counted: the report of that run; its iterations and counters are exact, its times mean nothing.
  ///   - dumps: instructions of each measured region, by benchmark path.
  public mutating func addInstructions(_ counted: BenchmarkReport, dumps: [String: UInt64]) {
    for row in counted.rows where row.kind == .iteration {
      var entry = cases[row.path] ?? Case()
      entry.failure = row.failure ?? entry.failure
      entry.counters = row.counters
      if let total = dumps[row.path], row.iterations > 0 {
        entry.instructions = Double(total) / Double(row.iterations)
      }
      cases[row.path] = entry
    }
  }
}
