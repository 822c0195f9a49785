import Foundation
import SceneModel
import Synchronization

/// The measurement of one build: alone, as a baseline, or in pairs with another.
package struct BuildMeasurement {
  package let build: any MeasuredBuild
  package private(set) var recording: Recording
  /// The rows of the last run.
  package private(set) var rows: [BenchmarkRow] = []

  /// Makes a measurement of a build.
  ///
  /// - Parameter recording: earlier measurements of the build; nil if there are none.
  package init(_ build: any MeasuredBuild, continuing recording: Recording? = nil) {
    self.build = build
    self.recording = recording ?? Recording(machine: Machine.identifier, revision: build.revision)
    if recording == nil { self.recording.facts = build.facts }
  }

  /// Counts instructions if valgrind is installed; otherwise calls `say` with a message.
  package mutating func count(say: (String) -> Void) throws {
    guard let layouts = try build.countInstructions(say: say) else {
      say("no instruction counts: times alone decide. (Those of a library need valgrind: make set-up.)")
      return
    }
    for counted in layouts {
      recording.addInstructions(counted.report, dumps: counted.dumps.mapValues(\.instructions))
      for (path, dump) in counted.dumps {
        guard let misses = dump.lastLevelMisses,
          let row = counted.report.rows.first(where: { $0.path == path && $0.kind == .iteration }), row.iterations > 0
        else { continue }
        recording.cases[path]?.lastLevelMisses = Double(misses) / Double(row.iterations)
      }
    }
  }

  /// Runs the benchmarks.
  package mutating func run() throws { add(try build.run(only: nil, alternation: nil)) }

  /// Runs two builds once.
  ///
  /// - Parameters:
  ///   - paths: The benchmarks that are run; nil for all.
  ///   - isSecondFirst: whether the second build starts. Builds whose processes cannot alternate are run one after the other.
  static func run(
    _ one: inout BuildMeasurement, _ two: inout BuildMeasurement, only paths: [String]?, isSecondFirst: Bool
  ) throws {
    guard one.build.canAlternate, two.build.canAlternate else {
      func run(_ measurement: inout BuildMeasurement) throws {
        measurement.add(try measurement.build.run(only: paths, alternation: nil))
      }
      if isSecondFirst { try run(&two) }
      try run(&one)
      if !isSecondFirst { try run(&two) }
      return
    }
    let (first, second) = isSecondFirst ? (two.build, one.build) : (one.build, two.build)
    let alternation = ProcessAlternation()
    let other = Mutex<Result<BenchmarkReport, any Error>?>(nil)
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let result = Result { try second.run(only: paths, alternation: alternation) }
      other.withLock { $0 = result }
      end.signal()
    }
    let result = Result { try first.run(only: paths, alternation: alternation) }
    end.wait()
    let reports = (try result.get(), try other.withLock { try $0!.get() })
    one.add(isSecondFirst ? reports.1 : reports.0)
    two.add(isSecondFirst ? reports.0 : reports.1)
  }

  private mutating func add(_ report: BenchmarkReport) {
    recording.addRun(report)
    if let engine = report.context["engine"] { recording.facts["engine"] = engine }
    rows = report.rows
  }
}

/// Two builds that are measured in alternation and compared.
package struct PairedComparison {
  /// The number of pairs of runs that are always made.
  package var pairs: Int
  /// The seconds for more pairs of runs after the first `pairs`. Only benchmarks that are still undecided are run. If only times show a change, the
  /// pairs that must confirm it are run even if no time is left.
  package var budget: Double
  package var wantsEnd: () -> Bool
  package var say: (String) -> Void

  package init(
    pairs: Int, budget: Double = 0, wantsEnd: @escaping () -> Bool = { false }, say: @escaping (String) -> Void
  ) {
    (self.pairs, self.budget, self.wantsEnd, self.say) = (pairs, budget, wantsEnd, say)
  }

  /// Runs both builds in pairs and judges the benchmarks. Where the number of instructions grew, it also reports which functions grew. Equal builds
  /// are run once.
  ///
  /// - Parameter filter: The benchmarks that are judged.
  /// - Throws: `CancellationError` if the user interrupts.
  package func compare(
    _ before: BuildMeasurement, _ after: BuildMeasurement, where filter: (String) -> Bool = { _ in true }
  ) throws -> (comparison: Comparison, rows: [BenchmarkRow]) {
    var (before, after) = (before, after)
    let isSameBuild = before.build.digest != nil && before.build.digest == after.build.digest
    if !isSameBuild {
      if before.recording.cases.allSatisfy({ $0.value.instructions == nil }) {
        say("counting the instructions of \(before.recording.revision)")
        try before.count(say: say)
      }
      try endIfWanted()
      say("counting the instructions of \(after.recording.revision)")
      try after.count(say: say)
    }
    func judged() -> Comparison {
      var (before, after) = (before.recording, after.recording)
      before.cases = before.cases.filter { filter($0.key) }
      after.cases = after.cases.filter { filter($0.key) }
      return Benchmarking.compare(before, after, isSameBuild: isSameBuild)
    }
    // A build that cannot be run again gives no pairs.
    var round = Round(purpose: .always, paths: nil, end: isSameBuild || before.build is RecordedBuild ? 1 : pairs)
    var (pair, endOfAlways) = (0, ContinuousClock.now)
    func isSpent() -> Bool { ContinuousClock.now - endOfAlways >= .seconds(budget) }
    while true {
      while pair < round.end, round.purpose != .deciding || !isSpent() {
        let begun = ContinuousClock.now
        let open = round.paths.map { ", of \(counted($0.count, "benchmark")) still open" } ?? ""
        say("pair \(pair + 1) of \(round.end)\(open)")
        try endIfWanted()
        try BuildMeasurement.run(&before, &after, only: round.paths, isSecondFirst: pair % 2 == 1)
        pair += 1
        if pair == 1, round.end > 1 { announce(.now - begun, of: round.end, after.rows) }
      }
      if round.purpose == .always { endOfAlways = .now }
      if isSameBuild || pairs == 0 { break }
      guard let next = self.round(after: round, pair, isSpent: isSpent(), judged()) else { break }
      round = next
    }
    var comparison = judged()
    if !isSameBuild { try explain(&comparison, before.build, after.build) }
    return (comparison, after.rows)
  }

  /// A number of pairs of runs after which the results are examined.
  private struct Round {
    enum Purpose {
      /// The pairs that are always made.
      case always
      /// More time may still decide a benchmark. The round ends when the time budget is spent.
      case deciding
      /// Only times show a change. The round is run whatever the budget is.
      case confirming
    }

    var purpose: Purpose
    /// The benchmarks that are run; nil: all.
    var paths: [String]?
    /// The number of pairs, including earlier rounds, at which the round ends.
    var end: Int
  }

  /// Returns the next round; nil if everything is decided.
  private func round(after last: Round, _ pair: Int, isSpent: Bool, _ present: Comparison) -> Round? {
    let open = Set(present.unconfirmedPaths + (isSpent ? [] : present.pathsThatWantPairs)).sorted()
    if open.isEmpty { return nil }
    if isSpent {
      // A benchmark that failed gives no pairs, so it may remain unconfirmed for ever.
      let end = Criteria().confirmingPairs.first { $0 > pair }
      return end.map { Round(purpose: .confirming, paths: open, end: $0) }
    }
    // The number of pairs doubles before each look. With a look after each pair, a difference would appear sooner or later where none is.
    return Round(purpose: .deciding, paths: open, end: 2 * last.end)
  }

  /// Calls `say` with the time that all pairs will take, and the reason, if that is more than a minute.
  private func announce(_ pair: Duration, of count: Int, _ rows: [BenchmarkRow]) {
    let rest = pair * (count - 1)
    guard rest > .seconds(60), let slowest = rows.max(by: { ($0.nanoseconds ?? 0) < ($1.nanoseconds ?? 0) }),
      let nanoseconds = slowest.nanoseconds
    else { return }
    say(
      "a pair takes \(Int(pair / .seconds(1))) s, so the rest takes about \(Int(rest / .seconds(60))) min. Slowest: \(slowest.path), "
        + "\(duration(nanoseconds)). --filter and --most-constraints leave benchmarks out.")
  }

  private func endIfWanted() throws { if wantsEnd() { throw CancellationError() } }

  /// The largest number of slower benchmarks that are explained. Each needs a run of both builds under callgrind.
  private static let mostExplained = 3

  /// Finds the functions that grew in slower benchmarks with more instructions, and stores them in `comparison`. At most `mostExplained` benchmarks
  /// are examined, those that grew most first.
  private func explain(
    _ comparison: inout Comparison, _ before: any MeasuredBuild, _ after: any MeasuredBuild
  ) throws {
    func growth(_ change: Change) -> Double { change.instructions?.value ?? 1 }
    let grown = comparison.changes.indices.filter {
      comparison.changes[$0].verdict == .slower && growth(comparison.changes[$0]) > 1
    }.sorted { growth(comparison.changes[$0]) > growth(comparison.changes[$1]) }
    for index in grown.prefix(Self.mostExplained) {
      try endIfWanted()
      let path = comparison.changes[index].path
      say("\(path): looking for the functions that grew")
      guard let one = try before.profile(of: path), let two = try after.profile(of: path) else { return }
      let tree = CostTree(one, two)
      let grown = GrownFunction.all(one.functions, two.functions)
      let names = plainNames(tree.names.union(grown.map(\.name)))
      comparison.changes[index].calls = tree.renamed(names)
      comparison.changes[index].functions = grown.map {
        GrownFunction(name: names[$0.name] ?? $0.name, before: $0.before, after: $0.after)
      }
    }
  }
}
