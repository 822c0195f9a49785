import EngineConversation
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// A finding in a form that the engine's author can replay without this project: the lines to the engine, and the errors in its answers.
public struct FindingConversation: Sendable {
  /// The requests, a line each: `./engine < minimized.jsonl`.
  package var requests: [String]
  /// The engine's answers, the right answers, and the reasons, as text.
  package var text: String

  /// Replays a document and records the conversation in which it breaks a law.
  ///
  /// - Parameters:
  ///   - connection: a connection that is used for nothing else and records the conversation.
  ///   - rate: how often the law broke when the document was replayed.
  init(_ law: Law, _ document: Document, detail: String, _ rate: ReplayRate, _ connection: CommandConnection) {
    var first = connection.exchanges.count
    // A violation that occurs by chance is shown as soon as it occurs.
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
      "\(manifest.name) \(manifest.version) breaks this rule: \(law.summary)", "", "What happened", "  \(detail)", "",
      "Why this is wrong",
      "  \(law.authorsReason)", "", "Replay (COMMAND starts the engine; the setting fills memory that is new or freed)",
      "  \(CommandConnection.fillsMemory) COMMAND < minimized.jsonl"
        + (rate.isSteady ? "" : "    shows it in \(rate.words)"), "",
      "The conversation (> to the engine, < its answer)",
    ]
    if case .solver = document {
      lines.insert("  (vN and cN have the id N; a transaction is an \"apply\")", at: 4)
    }
    for (number, exchange) in all.enumerated() {
      lines.append("  \(number + 1) > \(exchange.request)")
      lines.append("  \(number + 1) < \(exchange.answer.isEmpty ? "no answer" : exchange.answer)")
    }
    lines += FindingConversation.rightAnswers(document, manifest.promise, FindingConversation.edits(in: all))
    text = lines.joined(separator: "\n") + "\n"
  }

  /// The exact answers after the opening and each edit, as lines.
  private static func rightAnswers(
    _ document: Document, _ promise: EnginePromise, _ edits: [(line: Int, isMade: Bool)]
  ) -> [String] {
    var lines = ["", "What would have been right, worked out in exact fractions"]
    /// Returns a remark with an edit's line in the conversation. `number` is the index of the edit, from 0.
    func line(_ number: Int) -> String { edits.indices.contains(number) ? " (line \(edits[number].line))" : "" }
    if case .solver(let script) = document {
      for (number, answer) in script.rightAnswers(promise).enumerated() {
        lines.append("  after transaction \(number + 1)\(line(number)): \(words(answer))")
      }
      return lines
    }
    guard case .scene(let scene) = document else { return [] }
    func isMade(_ number: Int) -> Bool { !edits.indices.contains(number) || edits[number].isMade }
    for (number, answer) in scene.rightFrames(promise, isMade: isMade).enumerated() {
      let place = answer.edit == 0 ? "at first" : "after edit \(answer.edit)\(line(number - 1))"
      let frames = answer.frames.map { EngineAnswer.layout(.frames($0, conflict: [])).line }
      lines.append("  \(place): \(frames ?? "the required constraints contradict each other")")
      if !answer.free.isEmpty {
        let free = answer.free.map { "the \($0.numbers.joined(separator: ", ")) of \($0.item.rawValue)" }
        lines.append("    The constraints leave a choice for \(free.joined(separator: "; ")).")
      }
      if number > 0, !isMade(number - 1) {
        lines.append("    The engine did not make this edit. So everything stays as it was before it.")
      }
    }
    return lines
  }

  /// The lists of edits that the first document got: the line of each, and whether a layout engine performed it. It did if it answered with frames.
  private static func edits(in exchanges: [Exchange]) -> [(line: Int, isMade: Bool)] {
    var edits: [(line: Int, isMade: Bool)] = []
    let first = exchanges.first { $0.request.hasPrefix("{\"open\"") }?.process
    var documents = 0
    for (number, exchange) in exchanges.enumerated() where exchange.process == first {
      if exchange.request.hasPrefix("{\"open\"") { documents += 1 }
      let isEdit = exchange.request.hasPrefix("{\"edit\"") || exchange.request.hasPrefix("{\"apply\"")
      if documents == 1, isEdit, exchange.request != EngineRequest.edit([]).line {
        edits.append((number + 1, exchange.hasFrames))
      }
    }
    return edits
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

  /// Returns the requests for a document on which the engine crashes or hangs, one a line.
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
  /// Writes the conversation of a finding beside its document, if the engine is a command. It runs in the process with the engine.
  func writeConversation(_ finding: Finding, _ laws: [Law]) throws {
    guard let connection = try engine.connection(isNoting: true),
      let law = laws.first(where: { $0.name == finding.law }), finding.rate.broken > 0
    else { return }
    try FindingConversation(law, finding.minimized, detail: finding.detail, finding.rate, connection)
      .write(to: store.findingFolder(finding.id, target: finding.target))
  }
}
