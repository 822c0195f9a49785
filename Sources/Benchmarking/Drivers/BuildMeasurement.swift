import SceneModel

/// One build measured: alone, as a baseline, or in pairs with another.
package struct BuildMeasurement {
  package private(set) var recording: Recording
  /// Of the last run.
  package private(set) var rows: [BenchmarkRow] = []
  private let drivers: BenchmarkDrivers
  private let selection, timing: [String]

  /// Counts instructions, where valgrind is there; `say` hears where it is not.
  /// - Parameters:
  ///   - facts: what the recording says of the build.
  ///   - revision: nil: that of this repository.
  ///   - counts: whether instructions are counted at all.
  package init(
    _ drivers: BenchmarkDrivers, selection: [String], seconds: Double, machine: String, facts: [String: String] = [:],
    revision: String? = nil, counts: Bool = true, say: (String) -> Void
  ) throws {
    (self.drivers, self.selection) = (drivers, selection)
    timing = selection + ["--benchmark_min_time=\(seconds)"]
    recording = Recording(machine: machine, revision: revision ?? sourceRevision())
    recording.facts = facts
    guard counts else { return }
    if let layouts = try drivers.countInstructions(selection) {
      for counted in layouts {
        recording.addInstructions(counted.report, dumps: counted.dumps.mapValues(\.instructions))
        for (path, dump) in counted.dumps {
          guard let misses = dump.misses,
            let row = counted.report.rows.first(where: { $0.path == path && $0.kind == .iteration }), row.iterations > 0
          else { continue }
          recording.cases[path]?.misses = Double(misses) / Double(row.iterations)
        }
      }
    } else {
      say("valgrind is missing: no instruction counts. Install it (make set-up) for exact gates.")
    }
  }

  /// - Parameter paths: the benchmarks that are run; nil: all.
  package mutating func run(only paths: [String]? = nil) throws {
    let report = try drivers.run(timing + (paths.map { ["--benchmark_filter=\(PathFilter.exactly($0))"] } ?? []))
    recording.addRun(report)
    rows = report.rows
  }

  /// Runs both builds in pairs, in the order ABBA, and adds the other's times to its recording: so many pairs, and for benchmarks that
  /// time may still decide more, until the budget in seconds is used up.
  /// - Parameter otherTiming: what is asked of the other build's drivers.
  package mutating func run(
    pairs: Int, budget: Double = 0, with other: BenchmarkDrivers, _ otherTiming: [String], into before: inout Recording,
    say: (String) -> Void
  ) throws {
    var pair = 0
    var start = ContinuousClock.now
    var paths: [String]?
    while true {
      if pair == pairs { start = .now }
      if pair >= pairs {
        let open = compare(before, recording).pathsThatWantPairs
        if open.isEmpty || ContinuousClock.now - start >= .seconds(budget) { return }
        paths = open
      }
      say(
        "pair \(pair + 1)\(paths.map { ", of \(counted($0.count, "benchmark")) that are still open" } ?? " of \(pairs)")"
      )
      let choice = paths.map { ["--benchmark_filter=\(PathFilter.exactly($0))"] } ?? []
      for isOurs in pair % 2 == 0 ? [false, true] : [true, false] {
        if isOurs { try run(only: paths) } else { before.addRun(try other.run(otherTiming + choice)) }
      }
      pair += 1
    }
  }
}
