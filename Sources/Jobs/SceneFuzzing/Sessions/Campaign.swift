import LayoutPlugin
import SceneModel

/// Fuzzing inside this process, from a seed: no coverage guidance, no libFuzzer, the same documents on every machine.
public struct Campaign: Sendable {
  public struct Outcome: Sendable {
    public var executions: Int
    public var violations: [Violation]
    public var fileViolations: [FileViolation] = []
  }

  public var target: FuzzTarget
  public var plugin: Plugin
  public var seed: UInt64

  public init(_ target: FuzzTarget, plugin: Plugin, seed: UInt64) {
    self.target = target
    self.plugin = plugin
    self.seed = seed
  }

  /// Runs until `isOver` returns true, which is called after each execution with the outcome so far. `willJudge` is called before each input.
  public func run(willJudge: ([UInt8]) -> Void = { _ in }, until isOver: (Outcome) -> Bool) -> Outcome {
    var outcome = Outcome(executions: 0, violations: [])
    var found: [Violation] = []
    var foundFiles: [FileViolation] = []
    let session = FuzzSession(
      target, plugin: plugin, recordFile: { foundFiles.append($0) }, record: { found.append($0) })
    var entropy = Entropy(seed: seed)
    var pool: [Document] = []
    repeat {
      var document: Document
      if let at = pool.position(&entropy), entropy.chance(1, in: 2) {
        document = pool[at]
        for _ in 0..<(1 + entropy.below(3)) { target.mutate(&document, &entropy) }
        if !target.tidy(&document) { document = target.generate(&entropy) }
      } else {
        document = target.generate(&entropy)
      }
      if pool.count < 256 { pool.append(document) } else { pool[entropy.below(256)] = document }
      if !target.files.isEmpty, entropy.chance(1, in: 2) {
        let kind = entropy.pick(target.files)
        var bytes = kind.write?(document) ?? kind.generate(&entropy)
        if kind.write != nil || entropy.chance(1, in: 2) { bytes = damaged(bytes, as: kind, &entropy) }
        willJudge(bytes)
        _ = session.execute(target.input(bytes))
      }
      willJudge(document.compact)
      session.judge(document, draw: entropy.next())
      outcome.executions = session.executions
      outcome.violations += found
      outcome.fileViolations += foundFiles
      found.removeAll(keepingCapacity: true)
      foundFiles.removeAll(keepingCapacity: true)
    } while !isOver(outcome)
    return outcome
  }
}
