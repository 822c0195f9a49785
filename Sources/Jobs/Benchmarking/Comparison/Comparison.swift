/// The limits by which a comparison decides whether something has changed.
public struct Criteria: Hashable, Sendable {
  /// The limit for exact counts, as a share. Smaller differences count as equal, because another version of a library may cost a few instructions.
  /// If a count depends on the addresses of heap and stack, each build has a range of counts. Then the gap between the two ranges must be larger
  /// than this.
  public var gate = 0.01
  /// The limit for times of benchmarks without instruction counts. Smaller differences are ignored, however certain they are.
  public var floor = 0.02
  /// The limit for times of benchmarks with equal instruction counts. It is larger, because such builds often differ only in the addresses of their
  /// code. Moving a whole library's code by 16 bytes changed its times by up to 8 %; with padding, up to 11 % (`Guides/benchmarking.md`). See also
  /// Mytkowicz and others, "Producing wrong data without doing anything obviously wrong", 2009.
  public var floorOfSameInstructions = 0.1
  /// The limit for differences of last-level cache misses per instruction. Above it, builds with equal instruction counts are taken to differ in more
  /// than the addresses of their code, and `floor` is their limit. The difference must also be more than one miss per operation. One more miss in
  /// 50 000 instructions can cost 7 % of the time in a virtual machine. Between copies whose code or heap is moved, callgrind's model differs by
  /// less: by 0.3 per operation in small operations, and in larger ones by one in 280 000 instructions.
  public var missesOfInstruction = 0.00002
  /// The probability that a comparison of equal builds calls no benchmark changed because of its time.
  public var confidence = 0.99
  /// The confidence for each half of the pairs. A change that only times show must appear in both halves. Other work on the machine comes in
  /// bursts, and may slow down one half.
  public var confidenceOfHalves = 0.9
  /// The least number of interleaved pairs for a decision. If only times show a change, the same number of further pairs must confirm it.
  public var fewestPairs = 12
  /// The numbers of pairs, ascending, at which a change that only times show is looked for in both halves of the pairs. With few pairs, another load
  /// may have hidden it in one half. At the last number, a change that is not in both halves is given up.
  package var confirmingPairs: [Int] { [2 * fewestPairs, 4 * fewestPairs] }
  /// The noise limit. If the ratio of the two builds varies by more from pair to pair, time decides only if the whole interval is beyond the limit
  /// for times.
  public var noisiest = 0.05

  public init() {}
}

public enum ComparisonVerdict: Hashable, Sendable {
  case same, faster, slower
  /// No decision, with the reason as a code and in words; it does not count as passed.
  case undecided(Reason, String)

  /// The stable code of the reason why nothing was decided.
  public enum Reason: String, Hashable, Sendable, Codable {
    case notMeasured = "not-measured"
    case failed = "benchmark-failed"
    case baselineFailed = "baseline-failed"
    case otherWorkload = "other-workload"
    case counterMissing = "counter-missing"
    case otherMachine = "other-machine"
    case tooFewPairs = "too-few-pairs"
    case tooNoisy = "too-noisy"
    case acrossFloor = "across-floor"
    case unconfirmed = "unconfirmed"
    /// Counts fell and time rose.
    case contradiction = "counts-against-time"
    case nothingCompared = "nothing-compared"
  }

  /// The code of the reason why nothing was decided; nil if something was.
  public var reason: Reason? { if case .undecided(let reason, _) = self { reason } else { nil } }

  public var word: String {
    switch self {
    case .same: "same"
    case .faster: "faster"
    case .slower: "slower"
    case .undecided: "undecided"
    }
  }
}

/// One benchmark, before and after.
public struct Change: Hashable, Sendable {
  public var path: String
  public var verdict: ComparisonVerdict
  /// The numbers on which the decision rests, in words.
  public var evidence: String
  public var instructions: Ratio?
  /// The share by which the counts of one build vary with the addresses of heap and stack: the larger of both builds.
  public var spread: Double?
  /// The counters that differ.
  public var counters: [String: Ratio]
  public var time: PairedRatio?
  /// Whether both builds are the same bytes.
  package var isSameBuild = false
  /// Whether time shows a change that more pairs of runs must confirm.
  package var isUnconfirmed = false
  /// The last-level cache misses in callgrind's model. They choose the limit for times of benchmarks with equal instruction counts, and decide
  /// nothing by themselves.
  public var lastLevelMisses: Ratio?
  /// Changes of behaviour, such as setting more frames, in words. They say nothing about speed.
  public var behaviour: [String] = []
  /// The functions that grew. Found only if the benchmark takes more instructions and functions were compared.
  public var functions: [GrownFunction] = []
  /// The cost of each call in both builds; nil if it was not examined.
  public var calls: CostTree?

  /// The kinds of work that grew, in words, such as rows and pivots; empty unless the benchmark is slower.
  public var work: [String] {
    guard verdict == .slower else { return [] }
    return counters.filter { $0.value.after > $0.value.before }.sorted { $0.key < $1.key }.map { name, ratio in
      let growth = ratio.before > 0 ? " (\(percent(ratio.value - 1)))" : ""
      return "\(name.replacing("_", with: " ")) \(spelled(ratio.before)) → \(spelled(ratio.after))\(growth)"
    }
  }

}

public struct Ratio: Hashable, Sendable, Codable {
  public var before, after: Double

  /// The ratio, after over before; 1 if both are 0.
  public var value: Double { before == after ? 1 : after / before }
}

/// The ratio of two builds' times over interleaved pairs of runs.
public struct PairedRatio: Hashable, Sendable, Codable {
  /// The ratio, after over before: the median over the pairs.
  public var ratio: Double
  /// The ends of the bootstrap confidence interval of `ratio`.
  public var low, high: Double
  public var pairs: Int
  /// The noise: the median factor, less 1, between the ratios of neighbouring pairs. Load that slows both builds equally is no noise.
  public var noise: Double
}

public struct Comparison: Hashable, Sendable {
  /// The day on which the comparison was made, as `2026-11-24`; nil if it is not known.
  public var date: String?
  public var machine: String
  public var before, after: String
  /// Facts in the records of both builds besides their revisions, such as compiler and flags.
  public var factsBefore: [String: String] = [:]
  public var factsAfter: [String: String] = [:]
  /// The changes, ascending by path.
  public var changes: [Change]
  /// Benchmarks that the baseline does not have, so they cannot be compared.
  public var added: [String]

  /// The worst verdict: one slower benchmark makes the comparison slower; otherwise one undecided benchmark makes it undecided.
  public var verdict: ComparisonVerdict {
    if changes.contains(where: { $0.verdict == .slower }) { return .slower }
    for case let (path, .undecided(reason, text)) in changes.map({ ($0.path, $0.verdict) }) {
      return .undecided(reason, "\(path): \(text)")
    }
    if changes.isEmpty { return .undecided(.nothingCompared, "nothing was compared") }
    return changes.contains { $0.verdict == .faster } ? .faster : .same
  }

  /// 0: nothing is worse; 1: something is slower; 3: undecided.
  public var exitStatus: Int32 {
    switch verdict {
    case .same, .faster: 0
    case .slower: 1
    case .undecided: 3
    }
  }
}

extension Comparison {
  /// The benchmarks for which more pairs of runs may change the decision. They are neither slower nor faster yet, and their interval of time is too
  /// wide to show that the times are equal.
  public var pathsThatWantPairs: [String] {
    changes.filter { change in
      let isDecided = change.isSameBuild || change.verdict == .slower || change.verdict == .faster
      guard let time = change.time, !isDecided else { return false }
      return max(time.high - 1, 1 - time.low) > Comparison.narrow
    }.map(\.path)
  }

  /// The benchmarks for which time shows a change that is not confirmed yet.
  package var unconfirmedPaths: [String] { changes.filter(\.isUnconfirmed).map(\.path) }

  /// The distance of the interval's ends from 1 up to which the interval shows that the two times are equal.
  private static let narrow = 0.03
}

/// Compares one build with another. Exact counts decide first: if one grew, the benchmark is `slower`, whatever the times are. If the counts are
/// equal, times can only change that decision if their whole interval is beyond the limit (or beyond the machine's noise, if that is larger).
/// Without instruction counts, times decide alone. A change that only times show must also appear, with less confidence, in the first and in the
/// second half of the pairs, because other load on the machine comes in bursts. If the machines or the workloads differ, if there are too few
/// pairs, or if there is too much noise, the verdict is `undecided`, never a pass.
///
/// - Parameter isSameBuild: whether both builds are the same bytes. If so, no measurement can show a difference.
public func compare(
  _ before: Recording, _ after: Recording, within criteria: Criteria = Criteria(), isSameBuild: Bool = false
) -> Comparison {
  let paths = before.cases.keys.sorted()
  // Each benchmark's interval is wide enough that `criteria.confidence` holds for all of them together (Bonferroni).
  let confidence = 1 - (1 - criteria.confidence) / Double(max(1, paths.count))
  let judge = Judge(
    criteria: criteria, confidence: confidence, isSameMachine: before.machine == after.machine,
    isSameBuild: isSameBuild, isSameEngine: before.facts["engine"] == after.facts["engine"])
  return Comparison(
    machine: after.machine, before: before.revision, after: after.revision, factsBefore: before.facts,
    factsAfter: after.facts, changes: paths.map { path in judge.change(path, before.cases[path]!, after.cases[path]) },
    added: after.cases.keys.filter { before.cases[$0] == nil }.sorted())
}

private struct Judge {
  /// Counters that describe the workload. If they differ, two different workloads have the same name.
  static let workloadCounters = ["variables", "constraints", "views", "edits"]

  /// Counters that describe what a build does. If they differ, the behaviour has changed, and the build is neither slower nor faster.
  static let behaviourCounters: Set = ["frames", "callbacks", "changes"]

  var criteria: Criteria
  var confidence: Double
  var isSameMachine: Bool
  var isSameBuild = false
  /// Whether both builds have the same engine. Another engine allocates and counts differently, so its counters cannot fail a comparison.
  var isSameEngine = true

  func change(_ path: String, _ before: Recording.Case, _ after: Recording.Case?) -> Change {
    var change = Change(path: path, verdict: .same, evidence: "", counters: [:])
    func undecided(_ reason: ComparisonVerdict.Reason, _ text: String) -> Change {
      change.verdict = .undecided(reason, text)
      change.evidence = text
      return change
    }
    guard let after else { return undecided(.notMeasured, "it was not measured again") }
    if let failure = before.failure { return undecided(.baselineFailed, "the baseline failed: \(failure)") }
    if let failure = after.failure { return undecided(.failed, "it failed: \(failure)") }
    // The counters of a slow engine are means over fewer transactions. They are not compared with means over another number.
    let rounds = Set([before, after].compactMap { $0.counters["transactions"] })
    let isSameRound = rounds.count < 2
    let other = Self.workloadCounters.first {
      before.counters[$0] != after.counters[$0] && (isSameRound || $0 != "edits")
    }
    if let other {
      return undecided(.otherWorkload, "another workload: \(other) differs")
    }
    for (name, value) in before.counters.sorted(by: { $0.key < $1.key }) where isSameRound {
      guard let now = after.counters[name] else {
        guard isSameEngine else { continue }
        return undecided(.counterMissing, "\(name) is no longer counted")
      }
      guard now != value else { continue }
      change.counters[name] = Ratio(before: value, after: now)
      if Self.behaviourCounters.contains(name) {
        let difference = Benchmarking.spelled(abs(now - value))
        change.behaviour.append("\(difference) \(now > value ? "more" : "fewer") \(name) an operation")
      }
    }
    if isSameMachine, let a = before.instructions, let b = after.instructions {
      change.instructions = Ratio(before: a, after: b)
      change.spread = [before.instructionRange, after.instructionRange].compactMap { range in
        range.map { $0.lowerBound > 0 ? $0.upperBound / $0.lowerBound - 1 : 0 }
      }.max()
    }
    if isSameMachine, let a = before.lastLevelMisses, let b = after.lastLevelMisses {
      change.lastLevelMisses = Ratio(before: a, after: b)
    }
    if isSameBuild {
      (change.isSameBuild, change.evidence) = (true, "the same bytes")
      return change
    }
    let counters = isSameEngine ? change.counters : [:]
    var gates = counters.filter { !Self.behaviourCounters.contains($0.key) }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
    if change.instructions != nil { gates.insert(("instructions", gap(before, after)), at: 0) }
    let pairs = isSameMachine ? zip(before.runs, after.runs).filter { $0 > 0 && $1 > 0 } : []
    change.time = pairedRatio(pairs, confidence: confidence)

    let risen = gates.filter { $0.1.value > 1 + criteria.gate }
    if !risen.isEmpty {
      change.verdict = .slower
      change.evidence = risen.map { told($0, change) }.joined(separator: ", ")
      return change
    }
    guard isSameMachine else { return undecided(.otherMachine, "the baseline is from another machine") }
    let fallen = gates.filter { $0.1.value < 1 - criteria.gate }
    let clock: ComparisonVerdict
    (clock, change.isUnconfirmed) = clockVerdict(pairs, change.time, beyond: floors(of: change))
    if !fallen.isEmpty {
      guard clock != .slower else {
        return undecided(
          .contradiction, "\(fallen.map { told($0, change) }.joined(separator: ", ")), yet the time rose")
      }
      change.verdict = .faster
      change.evidence = fallen.map { told($0, change) }.joined(separator: ", ")
      return change
    }
    guard let time = change.time, time.pairs >= criteria.fewestPairs else {
      let pairs = change.time?.pairs ?? 0
      return undecided(.tooFewPairs, "\(pairs) interleaved pairs of runs, \(criteria.fewestPairs) needed")
    }
    switch clock {
    case .slower, .faster:
      change.verdict = clock
      change.evidence = spelled(time)
      return change
    case .same: break
    case .undecided(let reason, let text):
      guard change.instructions != nil else { return undecided(reason, text) }
    }
    change.evidence =
      change.instructions.map { told(("instructions", $0), change) + ", " + spelled(time) } ?? spelled(time)
    return change
  }

  /// Returns the ratio of instructions between the nearest ends of both ranges, a difference that no addresses of heap and stack explain. It is 1 if
  /// the ranges overlap.
  private func gap(_ before: Recording.Case, _ after: Recording.Case) -> Ratio {
    let (a, b) = (before.instructions ?? 0, after.instructions ?? 0)
    let (one, two) = (before.instructionRange ?? a...a, after.instructionRange ?? b...b)
    if two.lowerBound > one.upperBound { return Ratio(before: one.upperBound, after: two.lowerBound) }
    if two.upperBound < one.lowerBound { return Ratio(before: one.lowerBound, after: two.upperBound) }
    return Ratio(before: a, after: a)
  }

  /// Returns a description of a measured ratio. For instructions it has the medians, and how far the counts of one build vary.
  private func told(_ gate: (String, Ratio), _ change: Change) -> String {
    guard gate.0 == "instructions", let instructions = change.instructions else { return spelled(gate) }
    let spread =
      change.spread.map { $0 > 0.0005 ? " (± \(percent($0 / 2).dropFirst()) by layout of memory)" : "" } ?? ""
    return spelled(("instructions", instructions)) + spread
  }

  /// The least differences of time that count, as shares.
  private typealias Floors = (slower: Double, faster: Double)

  /// Returns the limit in each direction. If instruction counts are equal, it is low in the direction in which the cache misses changed.
  private func floors(of change: Change) -> Floors {
    guard let instructions = change.instructions?.before, instructions > 0 else {
      return (criteria.floor, criteria.floor)
    }
    let more = change.lastLevelMisses.map { $0.after - $0.before } ?? 0
    let fewest = max(1, criteria.missesOfInstruction * instructions)
    func floor(_ isLow: Bool) -> Double { isLow ? criteria.floor : criteria.floorOfSameInstructions }
    return (floor(more > fewest), floor(-more > fewest))
  }

  /// Returns the verdict by times, and whether more pairs must confirm it.
  private func clockVerdict(
    _ pairs: [(Double, Double)], _ time: PairedRatio?, beyond floors: Floors
  ) -> (verdict: ComparisonVerdict, isUnconfirmed: Bool) {
    guard let time, time.pairs >= criteria.fewestPairs else {
      return (.undecided(.tooFewPairs, "too few pairs"), false)
    }
    if let direction = direction(of: time, beyond: floors) {
      guard pairs.count >= criteria.confirmingPairs[0] else {
        return (
          .undecided(.unconfirmed, "\(spelled(time)); \(criteria.confirmingPairs[0]) pairs must confirm it"), true
        )
      }
      let middle = pairs.count / 2
      let isConfirmed = [pairs[..<middle], pairs[middle...]].allSatisfy {
        pairedRatio(Array($0), confidence: criteria.confidenceOfHalves).flatMap {
          self.direction(of: $0, beyond: floors)
        } == direction
      }
      if isConfirmed { return (direction, false) }
      return (
        .undecided(.unconfirmed, "\(spelled(time)), but not in each half of them"),
        criteria.confirmingPairs.contains { $0 > pairs.count }
      )
    }
    guard time.noise <= criteria.noisiest else {
      return (.undecided(.tooNoisy, "too noisy: from pair to pair the ratio differs by \(percent(time.noise))"), false)
    }
    let limits = widened(floors, by: time.noise)
    if time.high <= 1 + limits.slower, time.low >= 1 / (1 + limits.faster) { return (.same, false) }
    let limit = time.high > 1 + limits.slower ? limits.slower : limits.faster
    return (
      .undecided(.acrossFloor, "\(spelled(time)) reaches across the floor of \(percent(limit)); run more pairs"), false
    )
  }

  /// Returns slower or faster if the whole interval is beyond the limit; nil otherwise.
  private func direction(of time: PairedRatio, beyond floors: Floors) -> ComparisonVerdict? {
    let floors = widened(floors, by: time.noise)
    return time.low > 1 + floors.slower ? .slower : time.high < 1 / (1 + floors.faster) ? .faster : nil
  }

  /// Returns the limits, or half the noise if that is larger. The interval already contains the noise; the additional half allows for differences
  /// between two builds of the same source.
  private func widened(_ floors: Floors, by noise: Double) -> Floors {
    let least = min(noise, criteria.noisiest) / 2
    return (max(floors.slower, least), max(floors.faster, least))
  }

  private func pairedRatio(_ pairs: [(Double, Double)], confidence: Double) -> PairedRatio? {
    guard !pairs.isEmpty else { return nil }
    let ratios = pairs.map { log2Ratio($1, $0) }
    let interval = bootstrapMedian(ratios, confidence: confidence)
    let steps = zip(ratios, ratios.dropFirst()).map { abs($1 - $0) }
    return PairedRatio(
      ratio: exp2(interval.median), low: exp2(interval.low), high: exp2(interval.high), pairs: pairs.count,
      noise: steps.isEmpty ? 0 : exp2(median(steps)) - 1)
  }

  private func spelled(_ gate: (String, Ratio)) -> String {
    gate.1.before == 0
      ? "\(gate.0) from 0 to \(Benchmarking.spelled(gate.1.after))" : "\(gate.0) \(percent(gate.1.value - 1))"
  }

  private func spelled(_ time: PairedRatio) -> String {
    "time \(percent(time.ratio - 1)) (\(percent(time.low - 1)) … \(percent(time.high - 1)), \(time.pairs) pairs)"
  }
}
