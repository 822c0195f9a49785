import Foundation

extension Comparison: Encodable {
  private enum Key: String, CodingKey {
    case date, verdict, code, reason, exitStatus, machine, before, after, factsBefore, factsAfter, changes, added
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(date, forKey: .date)
    try container.encode(verdict.word, forKey: .verdict)
    if case .undecided(let code, let reason) = verdict {
      try container.encode(code, forKey: .code)
      try container.encode(reason, forKey: .reason)
    }
    try container.encode(exitStatus, forKey: .exitStatus)
    try container.encode(machine, forKey: .machine)
    try container.encode(before, forKey: .before)
    try container.encode(after, forKey: .after)
    try container.encode(factsBefore, forKey: .factsBefore)
    try container.encode(factsAfter, forKey: .factsAfter)
    try container.encode(changes, forKey: .changes)
    try container.encode(added, forKey: .added)
  }

  /// The text of `verdict.json`.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// The comparison for people: a line for each benchmark (slower ones first, then undecided, faster and equal ones), then changes of behaviour and
  /// new benchmarks.
  public var summary: String {
    let order = ["slower": 0, "undecided": 1, "faster": 2, "same": 3]
    let width = changes.map(\.path.count).max() ?? 0
    let lines =
      changes
      .sorted { (order[$0.verdict.word]!, $0.path) < (order[$1.verdict.word]!, $1.path) }
      .map { change in
        let path = change.path.padding(toLength: width, withPad: " ", startingAt: 0)
        return "\(change.verdict.word.padding(toLength: 9, withPad: " ", startingAt: 0))  \(path)  \(change.evidence)"
          + (change.lastLevelMisses.map {
            abs($0.value - 1) > 0.02 ? ", cache misses \(percent($0.value - 1)) (model)" : ""
          }
            ?? "")
          + (change.work + change.functions.map(\.text)).map { "\n             grew: \($0)" }.joined()
      }
    let behaviour = changes.filter { !$0.behaviour.isEmpty }
      .map { "changed    \($0.path)  behaves differently: \($0.behaviour.joined(separator: ", "))" }
    return (lines + behaviour + added.map { "new        \($0)" }).joined(separator: "\n")
  }
}

extension Change: Encodable {
  private enum Key: String, CodingKey {
    case name, verdict, code, detail, instructions, counters, time, spread, lastLevelMisses, behaviour, work, functions,
      calls
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(path, forKey: .name)
    try container.encode(verdict.word, forKey: .verdict)
    try container.encodeIfPresent(verdict.reason, forKey: .code)
    try container.encode(evidence, forKey: .detail)
    try container.encodeIfPresent(instructions, forKey: .instructions)
    try container.encode(counters, forKey: .counters)
    try container.encodeIfPresent(time, forKey: .time)
    try container.encodeIfPresent(spread, forKey: .spread)
    try container.encodeIfPresent(lastLevelMisses, forKey: .lastLevelMisses)
    try container.encode(behaviour, forKey: .behaviour)
    try container.encode(work, forKey: .work)
    try container.encode(functions, forKey: .functions)
    try container.encodeIfPresent(calls, forKey: .calls)
  }
}

/// The JSON of `bench compare --json`, read back: the verdict, and an entry for each benchmark.
public struct ComparisonRecord: Decodable, Sendable {
  public struct Change: Decodable, Sendable {
    public var name, verdict, detail: String
    public var behaviour: [String]?
    public var work: [String]?
    public var functions: [GrownFunction]?
    public var calls: CostTree?
    /// The instructions of both builds; nil if they were not counted.
    public var instructions: Ratio?
  }
  public var verdict: String
  /// The day on which the comparison was made.
  public var date: String?
  public var machine: String?
  /// The revisions that were compared.
  public var before, after: String?
  /// The reason why nothing was decided; nil if it was.
  public var reason: String?
  public var changes: [Change]
}
