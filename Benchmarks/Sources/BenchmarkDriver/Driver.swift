import Benchmarking
import Foundation
import GBShim

/// The program around a list of cases: Google Benchmark's flags, and a few of our own.
///
///     --benchmark_filter=REGEX   on paths such as solver/tick/feed-200; a leading - negates
///     --benchmark_list_tests     the paths, nothing is run
///     --most_constraints=N       leave out larger workloads
///     --own                      leave out peers, the limit, and what an engine gains by remembering: what gates
///     --quiet                    nothing on the terminal; for --benchmark_out
///     --none_is_fine             exit with 0 when no path matches, writing no report
///     --plugin=PATH              measure this engine too, behind the C table (may be repeated)
///     --engines_alone            measure what --plugin names and nothing else, under `solver/`, so that two builds have the same paths;
///                                --plugin=layoutlab is the engine that is linked
///     --screens=FOLDER           measure the screens in these .scene, .storyboard and .xib files too
///
/// Under callgrind each case runs one round and dumps its instructions under its path.
public struct Driver {
  public var plugins: [String] = []
  public var mostConstraints = Int.max
  public var isOwnOnly = false
  public var isEnginesAlone = false
  public var importedScreens: String?
  /// What the report says of the engine that is measured alone.
  public var engineName: String?
  private var filter: String?
  private var isListing = false
  private var isNoneFine = false
  private var isQuiet = false
  private var remaining: [String]

  public init(arguments: [String]) {
    remaining = []
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      switch (parts.first, parts.count > 1 ? parts[1] : nil) {
      case ("--benchmark_filter", let value): filter = value
      case ("--benchmark_list_tests", nil), ("--benchmark_list_tests", "true"): isListing = true
      case ("--most_constraints", let value?) where Int(value) != nil: mostConstraints = Int(value)!
      case ("--plugin", let value?): plugins.append(value)
      case ("--screens", let value?): importedScreens = value
      case ("--own", nil): isOwnOnly = true
      case ("--engines_alone", nil): isEnginesAlone = true
      case ("--quiet", nil): isQuiet = true
      case ("--none_is_fine", nil): isNoneFine = true
      default: remaining.append(argument)
      }
    }
  }

  /// Runs the cases that the filter leaves and returns the exit status: 0, 1 when a case failed, 64 for a bad flag.
  public func run(_ cases: [Case]) -> Int32 {
    var cArguments: [UnsafeMutablePointer<CChar>?] = remaining.map { duplicate($0) } + [nil]
    var count = Int32(remaining.count)
    gb_initialize(&count, &cArguments)
    guard !gb_has_unrecognized_arguments(count, &cArguments) else { return 64 }
    let selected: [Case]
    do {
      let filter = try PathFilter(filter)
      selected = cases.compactMap { one in
        var one = one
        one.sizes = one.sizes.filter { filter.accepts("\(one.path)-\($0)") }
        return one.sizes.isEmpty ? nil : one
      }
    } catch {
      return refuse("--benchmark_filter is not a regular expression: \(error)", status: 64)
    }
    if isListing {
      for one in selected { for size in one.sizes { print("\(one.path)-\(size)") } }
      return 0
    }
    if selected.isEmpty {
      return isNoneFine ? 0 : refuse("no benchmark matches; --benchmark_list_tests lists them", status: 64)
    }
    gb_add_context("machine", Machine.identifier)
    if let engineName { gb_add_context("engine", engineName) }
    let runners = selected.map(Runner.init)
    for runner in runners { runner.register() }
    _ = gb_run(isQuiet)
    return runners.contains { $0.hasFailed } ? 1 : 0
  }

  /// Says what is wrong on the error stream; returns the exit status, 65 for bad input.
  public func refuse(_ problem: String, status: Int32 = 65) -> Int32 {
    FileHandle.standardError.write(Data((problem + "\n").utf8))
    return status
  }

  /// Google Benchmark keeps pointers to its arguments for as long as the process lives.
  private func duplicate(_ text: String) -> UnsafeMutablePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
    return copy
  }
}

/// One case as Google Benchmark calls it: again and again with growing iteration counts, so what was prepared is kept
/// until another size is asked for.
private final class Runner {
  private let one: Case
  private var prepared: (size: Int, measurement: Measurement)?
  /// The smallest size that took longer than `longestPreparation` seconds to prepare.
  private var slow: (size: Int, seconds: Int)?
  private static let longestPreparation = 20
  private(set) var hasFailed = false

  init(_ one: Case) { self.one = one }

  func register() {
    let benchmark = gb_register(
      one.path, { state, context in Unmanaged<Runner>.fromOpaque(context!).takeUnretainedValue().run(state!) },
      Unmanaged.passRetained(self).toOpaque())
    for size in one.sizes { gb_add_size(benchmark, Int64(size)) }
    if one.isTimedByRound { gb_use_manual_time(benchmark) }
    // No fit of complexity: libbenchmark reads what is not there when one size of a family fails, and the table fits by itself.
    if gb_is_counting_instructions() { gb_set_iterations(benchmark, 1) }
  }

  private func run(_ state: OpaquePointer) {
    let size = Int(gb_size(state))
    let path = "\(one.path)-\(size)"
    let isCounting = gb_is_counting_instructions()
    do {
      if prepared?.size != size {
        if let slow, size > slow.size {
          throw CheckFailure(
            description: "left out, because size \(slow.size) took \(slow.seconds) s to build and check")
        }
        prepared = nil
        let start = ContinuousClock.now
        prepared = (size, try one.prepare(size))
        let seconds = Int((.now - start) / .seconds(1))
        if !isCounting, seconds > Self.longestPreparation { slow = (size, seconds) }
        // The first round may take many times as long as a later one, and alone be long enough for Google Benchmark.
        if !isCounting, let measurement = prepared?.measurement { perform(measurement, nil, isCounting) }
      }
    } catch {
      hasFailed = true
      gb_fail(state, "\(error)")
      return
    }
    guard let (_, measurement) = prepared else { return }
    if isCounting { gb_instructions_start() }
    while gb_keep_running_batch(state, Int64(measurement.operations)) { perform(measurement, state, isCounting) }
    if isCounting { gb_instructions_dump(path) }
    for (name, value) in measurement.counters.sorted(by: { $0.key < $1.key }) {
      gb_set_counter(state, name, value, Int32(GB_COUNTER_PLAIN))
    }
    if let label = measurement.label { gb_set_label(state, label) }
    gb_set_complexity(state, Int64(measurement.scale))
  }

  /// Performs one round.
  ///
  /// - Parameter state: The receiver of its time; nil if the round is not timed.
  @inline(__always)
  private func perform(_ measurement: Measurement, _ state: OpaquePointer?, _ isCounting: Bool) {
    let isTimedByRound = measurement.beforeRound != nil || measurement.afterRound != nil
    measurement.beforeRound?()
    let start = isTimedByRound ? gb_seconds() : 0
    if isCounting { gb_instructions_collect() }
    measurement.round()
    if isCounting { gb_instructions_pause() }
    guard isTimedByRound else { return }
    if let state { gb_set_iteration_time(state, gb_seconds() - start) }
    measurement.afterRound?()
  }
}
