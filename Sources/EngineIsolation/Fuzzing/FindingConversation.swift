import EngineConversation
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// A finding as the author of an engine replays it, without this project: the lines to the engine, and what is wrong with its answers.
public struct FindingConversation: Sendable {
  /// The requests, a line each: `./engine < minimized.jsonl`.
  package var requests: [String]
  /// What was answered, what would have been right, and why.
  package var text: String

  /// The conversation in which a document breaks a law now.
  ///
  /// - Parameters:
  ///   - connection: A connection of its own, which notes what is said.
  ///   - rate: how often the law broke when the document was replayed.
  init(_ law: Law, _ document: Document, detail: String, _ rate: ReplayRate, _ connection: CommandConnection) {
    var first = connection.exchanges.count
    // What comes and goes is shown as it comes.
    for _ in 0..<rate.replaysToSeeIt {
      first = connection.exchanges.count
      if case .broken = law.judge(document, connection.plugin) { break }
    }
    let exchanges = connection.exchanges[first...].filter { $0.request != EngineRequest.hello.line }
    let hello = connection.exchanges.first { $0.request == EngineRequest.hello.line }
    let all = [hello].compactMap { $0 } + exchanges
    requests = all.map(\.request)
    let manifest = connection.plugin.manifest
    var lines = [
      "\(manifest.name) \(manifest.version): \(law.summary)", "", "What happened", "  \(detail)", "",
      "Why this is wrong",
      "  \(law.authorsReason)", "", "Again",
      "  \(CommandConnection.fillsMemory) COMMAND < minimized.jsonl"
        + (rate.isSteady ? "" : ", which shows it in \(rate.words)"), "",
      "The conversation (> to the engine, < its answer)",
    ]
    if case .solver = document {
      lines.insert("  (vN and cN have the id N; a transaction is an \"apply\")", at: 4)
    }
    for (number, exchange) in all.enumerated() {
      lines.append("  \(number + 1) > \(exchange.request)")
      lines.append("  \(number + 1) < \(exchange.answer.isEmpty ? "no answer" : exchange.answer)")
    }
    lines += FindingConversation.rightAnswers(document, manifest.promise)
    text = lines.joined(separator: "\n") + "\n"
  }

  /// The exact answers after the opening and each edit, as lines.
  private static func rightAnswers(_ document: Document, _ promise: EnginePromise) -> [String] {
    var lines = ["", "What would have been right, worked out in exact fractions"]
    if case .solver(let script) = document {
      for (number, answer) in script.rightAnswers(promise).enumerated() {
        lines.append("  after transaction \(number + 1): \(words(answer))")
      }
      return lines
    }
    guard case .scene(let scene) = document else { return [] }
    for (number, answer) in scene.rightFrames(promise).enumerated() {
      let place = number == 0 ? "at first" : "after edit \(number)"
      guard let answer else {
        lines.append("  \(place): the required constraints contradict each other")
        continue
      }
      let frames = EngineAnswer.layout(.frames(answer.frames, conflict: [])).line
      lines.append("  \(place): \(frames)" + (answer.isUnique ? "" : " (or another: the constraints leave a choice)"))
    }
    return lines
  }

  private static func words(_ answer: SolverScript.RightAnswer?) -> String {
    switch answer {
    case nil: "too large to be worked out"
    case .fault: "a fault: an edit is malformed"
    case .conflict: "a conflict: the required rows contradict each other"
    case .values(let values):
      values.isEmpty
        ? "no variable has a value"
        : values.sorted { $0.key < $1.key }.map { variable, value in
          "\(variable) is \(value.map { TextNumber.spell($0) } ?? "free to be one of several values")"
        }.joined(separator: ", ")
    }
  }

  /// The lines of a document as it is played, for a document at which the engine crashes or hangs.
  package static func requests(of document: Document, _ promise: EnginePromise) -> [String] {
    switch document {
    case .scene(let scene):
      var start = scene.projected(onto: promise)
      let batches = start.batches
      start.steps = []
      return [EngineRequest.hello.line, EngineRequest.open(start).line] + batches.map { EngineRequest.edit($0).line }
    case .solver(let script):
      let own = script.projected(onto: promise)
      return [EngineRequest.hello.line, EngineRequest.reset.line]
        + own.transactions.map { EngineRequest.apply($0.edits).line }
    case .timeline: return []
    }
  }

  /// Writes `minimized.jsonl` and `finding.txt` into the folder of a finding.
  func write(to folder: URL) throws(UserMistake) {
    try DurableFile.write(
      Array((requests.joined(separator: "\n") + "\n").utf8), to: folder.appending(path: FindingConversation.linesName))
    try DurableFile.write(Array(text.utf8), to: folder.appending(path: FindingConversation.textName))
  }

  package static let linesName = "minimized.jsonl"
  package static let textName = "finding.txt"
}

extension FuzzedEngine {
  /// Writes the conversation of a finding on a command beside it; in the process with the engine.
  func writeConversation(_ finding: Finding, _ laws: [Law]) throws {
    guard let connection = try engine.connection(isNoting: true),
      let law = laws.first(where: { $0.name == finding.law }), finding.rate.broken > 0
    else { return }
    try FindingConversation(law, finding.minimized, detail: finding.detail, finding.rate, connection)
      .write(to: store.findingFolder(finding.id, target: finding.target))
  }
}
