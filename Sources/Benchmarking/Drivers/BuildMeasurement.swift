/// One build measured: alone, as a baseline, or in pairs with another.
package struct BuildMeasurement {
  package private(set) var recording: Recording
  /// Of the last run.
  package private(set) var rows: [BenchmarkRow] = []
  private let drivers: BenchmarkDrivers
  private let selection, timing: [String]

  /// Counts instructions, where valgrind is there; `say` hears where it is not.
  package init(
    _ drivers: BenchmarkDrivers, selection: [String], seconds: Double, machine: String, say: (String) -> Void
  ) throws {
    (self.drivers, self.selection) = (drivers, selection)
    timing = selection + ["--benchmark_min_time=\(seconds)"]
    recording = Recording(machine: machine, revision: sourceRevision())
    if let counted = try drivers.countInstructions(selection) {
      recording.addInstructions(counted.report, dumps: counted.dumps)
    } else {
      say("valgrind is missing: no instruction counts. Install it (make set-up) for exact gates.")
    }
  }

  package mutating func run() throws {
    let report = try drivers.run(timing)
    recording.addRun(report)
    rows = report.rows
  }

  /// Runs both builds in pairs, in the order ABBA, and adds the other's times to its recording.
  /// - Parameter otherTiming: what is asked of the other build's drivers.
  package mutating func run(
    pairs: Int, with other: BenchmarkDrivers, _ otherTiming: [String], into before: inout Recording,
    say: (String) -> Void
  ) throws {
    for pair in 0..<pairs {
      say("pair \(pair + 1) of \(pairs)")
      for isOurs in pair % 2 == 0 ? [false, true] : [true, false] {
        if isOurs { try run() } else { before.addRun(try other.run(otherTiming)) }
      }
    }
  }
}
