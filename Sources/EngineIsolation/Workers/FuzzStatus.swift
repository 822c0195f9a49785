import SceneFuzzing

/// How a run stands: what it tells while it goes on.
public struct FuzzStatus: Codable, Sendable {
  public var target: String
  public var secondsLeft: Double
  public var executions: Int
  /// Since the status before.
  public var perSecond: Double
  /// Edges that some worker reached; nil without coverage.
  public var edges: Int?
  public var corpus: Int?
  public var new = 0
  public var known = 0
  public var nondeterministic = 0
  public var workersLost: Int
  /// Violations and losses that nobody has looked at yet.
  public var waiting: Int

  /// In one line.
  public var text: String {
    let minutes = Int(secondsLeft.rounded(.up)) / 60, seconds = Int(secondsLeft.rounded(.up)) % 60
    var parts = [
      "\(target) \(secondsLeft > 0 ? "\(minutes):\(seconds < 10 ? "0" : "")\(seconds) to go" : "looking at what was found")",
      "\(short(perSecond))/s, \(short(Double(executions))) in all",
    ]
    if let edges { parts.append("\(edges) edges") }
    if let corpus { parts.append("corpus \(corpus)") }
    parts.append("\(new) new, \(known) known, \(nondeterministic) nondeterministic")
    parts.append("\(workersLost) workers lost")
    if waiting > 0 { parts.append("\(waiting) waiting") }
    return parts.joined(separator: " | ")
  }

  private func short(_ number: Double) -> String {
    switch number {
    case ..<10_000: "\(Int(number.rounded()))"
    case ..<10_000_000: "\(Int((number / 1000).rounded()))k"
    default: "\(Int((number / 1_000_000).rounded()))M"
    }
  }
}

/// The events of a run while it goes on.
public enum FuzzEvent: Sendable {
  case status(FuzzStatus)
  case finding(FuzzReport.Item)
  case lost(FuzzRun.Crash)
}
