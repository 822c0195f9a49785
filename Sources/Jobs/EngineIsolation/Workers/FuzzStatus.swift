import SceneFuzzing
import SceneModel

/// The progress of a fuzz run, as reported while it runs.
public struct FuzzStatus: Codable, Sendable {
  public var target: String
  public var secondsLeft: Double
  public var executions: Int
  /// Executions per second since the last status.
  public var perSecond: Double
  /// The coverage edges that some worker reached; nil without coverage.
  public var edges: Int?
  public var corpus: Int?
  public var new = 0
  public var known = 0
  public var nondeterministic = 0
  public var workersLost: Int
  /// The number of violations and crashes that wait for triage.
  public var waiting: Int

  /// Returns the status in one line of at most `columns` columns if possible. If it is too long, the least important parts are left out.
  public func text(columns: Int = .max) -> String {
    let left = Int(secondsLeft.rounded(.up))
    let time = "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)"
    let (rate, all) = (short(perSecond), short(Double(executions)))
    let (isRunning, looks) = (secondsLeft > 0, "looking at what was found")
    var full = [
      "\(target) \(isRunning ? "\(time) to go" : looks)", "\(rate)/s, \(all) in all",
      "\(new) new, \(known) known, \(nondeterministic) nondeterministic", counted(workersLost, "worker") + " lost",
    ]
    let found = [(new, "new"), (known, "known"), (nondeterministic, "nondeterministic")].filter { $0.0 > 0 }
      .map { "\($0) \($1)" }.joined(separator: ", ")
    var brief = [
      "\(target) \(isRunning ? time : looks)", "\(rate)/s, \(all)", found.isEmpty ? "nothing found" : found,
      "\(workersLost) lost",
    ]
    // Parts that are left out if the line is too long, the last one first.
    let more = [
      edges.map { "\($0) edges" }, waiting > 0 ? "\(waiting) to look at" : nil, corpus.map { "corpus \($0)" },
    ].compactMap { $0 }
    full.insert(contentsOf: more, at: 2)
    func line(_ parts: [String]) -> String { parts.joined(separator: " | ") }
    if line(full).count <= columns { return line(full) }
    for count in (0...more.count).reversed() {
      let parts = brief[..<2] + more[..<count] + brief[2...]
      if line(Array(parts)).count <= columns { return line(Array(parts)) }
    }
    while brief.count > 1, line(brief).count > columns { brief.removeLast() }
    return String(line(brief).prefix(columns))
  }

  private func short(_ number: Double) -> String {
    switch number {
    case ..<10_000: "\(Int(number.rounded()))"
    case ..<10_000_000: "\(Int((number / 1000).rounded()))k"
    default: "\(Int((number / 1_000_000).rounded()))M"
    }
  }
}

/// The events of a run, reported while it goes on.
public enum FuzzEvent: Sendable {
  case status(FuzzStatus)
  case finding(FuzzReport.Item)
  case lost(FuzzRun.Crash)
}
