import Benchmarking
import EngineIsolation
import Foundation
import SceneModel

/// The commit that made an engine slower.
package struct SlowDown: Encodable {
  /// The commit's hash (`first`, the first one that is slower), and the subject of its message.
  package var first, subject: String
  /// The benchmark that shows the slow-down.
  package var path: String
  /// The slow-down relative to the last measured commit before it, in words.
  package var evidence: String
  package var functions: [GrownFunction]
  package var passedOver: [String]

  /// Finds the commit by bisection.
  ///
  /// - Parameters:
  ///   - makers: returns a function that makes the measured build of a commit. The build runs only the benchmarks that the filter accepts; nil: all
  ///     chosen ones.
  ///   - pairs: The number of pairs of runs, if instructions do not decide.
  /// - Throws: `UserMistake` if nothing is slower; `CancellationError` if the user interrupts.
  package init(
    of builds: EngineBuilds, maker makers: (_ filter: String?) -> BuildMaker,
    pairs: Int, wantsEnd: @escaping () -> Bool, say: @escaping (String) -> Void
  ) throws {
    let paired = PairedComparison(pairs: 0, wantsEnd: wantsEnd, say: { _ in })
    let timed = PairedComparison(pairs: pairs, wantsEnd: wantsEnd, say: { _ in })
    let all = makers(nil)
    var one = all
    func build(_ commit: String, _ filter: String?) throws -> (any MeasuredBuild)? {
      if wantsEnd() { throw CancellationError() }
      if case .failed(let reason) = try builds.answer(for: commit) {
        say("\(commit.prefix(10)): \(reason)")
        return nil
      }
      return try (filter == nil ? all : one).commit(commit, of: builds)
    }
    // The whole selection at both ends: by instructions, and where they do not tell, by time.
    let ends = builds.ends
    guard let good = try build(ends.good, nil) else {
      throw UserMistake(
        .buildFailed, "\(ends.good.prefix(10)): cannot be measured. Name another good revision with --good.")
    }
    guard let bad = try build(ends.bad, nil) else {
      throw UserMistake(.buildFailed, "\(ends.bad.prefix(10)): cannot be measured. Name another revision with --bad.")
    }
    func slowest(_ comparison: Comparison) -> (path: String, growth: Double, isCounted: Bool)? {
      comparison.changes.filter { $0.verdict == .slower }.compactMap { change in
        if let counted = change.instructions?.value, counted > 1.01 { return (change.path, counted, true) }
        return change.time.map { (change.path, $0.ratio, false) }
      }.max { $0.growth < $1.growth }
    }
    var whole = try paired.compare(BuildMeasurement(good), BuildMeasurement(bad)).comparison
    if slowest(whole) == nil, pairs > 0, good.digest == nil || good.digest != bad.digest {
      say("instructions do not tell: comparing times")
      whole = try timed.compare(BuildMeasurement(good), BuildMeasurement(bad)).comparison
    }
    guard let suspect = slowest(whole), suspect.growth > 1 else {
      throw UserMistake(
        .nothingToDo,
        "\(ends.bad.prefix(10)): nothing is slower than at \(ends.good.prefix(10)). Name other revisions, or benchmarks with --filter."
      )
    }
    say("\(suspect.path) is slower by \(SlowDown.percent(suspect.growth)); looking for the commit")
    let filter = PathFilter.exactly([suspect.path])
    one = makers(filter)
    let judge = suspect.isCounted ? paired : timed
    guard let base = try build(ends.good, filter) else { throw CancellationError() }
    var counted = BuildMeasurement(base)
    if suspect.isCounted { try counted.count(say: { _ in }) }
    var lastGood = ends.good
    let answer = try builds.first { commit throws in
      if commit == ends.good { return false }
      if commit == ends.bad { return true }
      guard let candidate = try build(commit, filter) else { return nil }
      let change = try judge.compare(counted, BuildMeasurement(candidate)).comparison.changes.first
      let growth =
        change?.isSameBuild == true
        ? 1 : suspect.isCounted ? change?.instructions?.value : change?.time?.ratio
      guard let growth else {
        say("\(commit.prefix(10)): \(change?.evidence ?? "was not measured")")
        return nil
      }
      // Half of the growth, so that what other commits cost beside the one that is looked for tells nothing.
      let isSlower = growth > suspect.growth.squareRoot()
      if !isSlower { lastGood = commit }
      say("\(commit.prefix(10)): \(SlowDown.percent(growth)), \(isSlower ? "slower" : "not slower")")
      return isSlower
    }
    (first, subject, passedOver, path) = (answer.commit, answer.description, answer.passedOver, suspect.path)
    var step: Change?
    if let before = try build(lastGood, filter), let after = try build(answer.commit, filter) {
      step = try judge.compare(BuildMeasurement(before), BuildMeasurement(after)).comparison.changes.first
    }
    evidence =
      suspect.isCounted
      ? step?.instructions.map { "instructions \(SlowDown.percent($0.value))" } ?? ""
      : step?.evidence ?? ""
    functions = step?.functions ?? []
  }

  private static func percent(_ ratio: Double) -> String {
    let share = ((ratio - 1) * 1000).rounded() / 10
    return "\(share > 0 ? "+" : "")\(share) %"
  }
}
