import ArgumentParser
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import Subprocess

struct Plugins: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the engines at hand, or holds one to every law.",
    discussion: "Example: layoutlab plugins check ./libMySolver.so",
    subcommands: [PluginsList.self, PluginsCheck.self])
}

struct PluginsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "The linked engines, and the libraries named.",
    discussion: "Example: layoutlab plugins list ./libMySolver.so")

  @Argument(help: "Libraries to load and list as well.")
  var libraries: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let plugins = try EngineOptions.registry.plugins + libraries.map { try Plugin.load(path: $0) }
    if json {
      print(try jsonText(["plugins": plugins.map { PluginRow($0) }]))
    } else {
      for plugin in plugins {
        let row = PluginRow(plugin)
        print("\(row.name) \(row.version)  \(row.offers.joined(separator: ", "))")
        print("  claims: \(row.capabilities.isEmpty ? "nothing" : row.capabilities.joined(separator: ", "))")
        if let path = row.path { print("  from \(path)") }
      }
    }
  }
}

private struct PluginRow: Encodable {
  var name: String
  var version: String
  var offers: [String]
  var capabilities: [String]
  var path: String?

  init(_ plugin: Plugin) {
    name = plugin.manifest.name
    version = plugin.manifest.version
    path = plugin.manifest.path
    offers = (plugin.makeSolver == nil ? [] : ["solver"]) + (plugin.makeSampler == nil ? [] : ["sampler"])
    capabilities = PluginRow.words.filter { plugin.manifest.capabilities.contains($0.capability) }.map(\.word)
  }

  private static let words: [(capability: Capabilities, word: String)] = [
    (.canonical, "canonical"), (.certifying, "certifying"), (.conflictSets, "conflictSets"),
    (.uniqueness, "uniqueness"),
  ]
}

struct PluginsCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Every law on an engine, over random scripts.",
    discussion: """
      The engine runs in a process of its own: one that crashes, hangs or ends the process is told, and takes nothing with \
      it. What it writes to its standard error is passed on. A law that an engine does not claim is undecided, not broken.

      Example: layoutlab plugins check ./libMySolver.so --scripts 2000
      """)

  @Argument(help: "layoutlab, reference, or the path of a plugin library.")
  var engine: String

  @Option(help: "How many random scripts.")
  var scripts = 500

  @Option(help: "Where the randomness starts.")
  var seed: UInt64 = 1

  @Option(name: .customLong("time"), help: "Seconds that one script may take until the engine is given up.")
  var seconds = 60

  @Flag(help: "Print JSON.")
  var json = false

  @Option(help: .hidden)
  var notes: String?

  func validate() throws {
    guard scripts > 0, seconds > 0 else { throw ValidationError("--scripts and --time are positive") }
  }

  func run() async throws {
    if let notes { return try judge(CheckNotes(folder: URL(fileURLWithPath: notes))) }
    let rows = try await judgeInOtherProcess()
    if json {
      print(try jsonText(["laws": rows]))
    } else {
      for row in rows { print(row.text) }
      print("engine \(engine), \(scripts) scripts, seed \(seed)")
      if rows.contains(where: { $0.document != nil && $0.law != PluginsCheck.answers }) {
        print("To make a script small: save it as a file, and layoutlab shrink FILE --law LAW --engine \(engine)")
      }
    }
    if rows.contains(where: { $0.verdict == "broken" }) { try Outcome.found.exit() }
  }

  /// Timelines are as many as scripts, for an engine that samples them.
  private static func targets(_ plugin: Plugin) -> [FuzzTarget] {
    [.solver()] + (plugin.makeSampler == nil ? [] : [.timeline()])
  }

  private func judge(_ notes: CheckNotes) throws {
    let plugin = try EngineOptions.registry.plugin(engine)
    var all: [LawRow] = []
    for target in PluginsCheck.targets(plugin) {
      var rows = target.laws.map { LawRow(law: $0.name, verdict: "undecided", judged: 0) }
      var entropy = Entropy(seed: seed)
      for number in 0..<scripts {
        let document = target.generate(&entropy)
        try notes.begin(CheckNotes.Position(target: target.name, number: number))
        for (index, verdict) in Law.verdicts(of: target.laws, on: document, with: plugin).enumerated() {
          rows[index].note(verdict, on: document)
        }
      }
      all += rows
    }
    try notes.answer(all)
  }

  private func judgeInOtherProcess() async throws -> [LawRow] {
    let notes = try CheckNotes()
    defer { notes.remove() }
    let arguments = [
      "plugins", "check", engine, "--scripts", "\(scripts)", "--seed", "\(seed)", "--notes", notes.folder.path,
    ]
    let worker = Task {
      try await Subprocess.run(
        .path(.init(PluginsCheck.ownExecutable)), arguments: Arguments(arguments),
        environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]), output: .discarded,
        error: .currentStandardError)
    }
    let seconds = seconds
    let watchdog = Task {
      var (position, since) = (notes.position, ContinuousClock.now)
      while true {
        try await Task.sleep(for: .milliseconds(100))
        if notes.position != position { (position, since) = (notes.position, .now) }
        // Cancelling tears the process down.
        if ContinuousClock.now - since > .seconds(seconds) { return worker.cancel() }
      }
    }
    defer { watchdog.cancel() }
    let result = await worker.result
    guard !worker.isCancelled else { return [noAnswer("the engine did not come back within \(seconds) s", notes)] }
    let status = try result.get().terminationStatus
    if let rows: [LawRow] = notes.answer() {
      return status.isSuccess
        ? rows : rows + [noAnswer("the engine ended its process, \(status), after the last", notes)]
    }
    // What is wrong before the first script has been said.
    if notes.position == nil, case .exited(let code) = status, code != 0 { throw ExitCode(code) }
    return [noAnswer("the engine ended its process: \(status)", notes)]
  }

  private static let answers = "plugin.answers"

  /// The engine has not answered, at the script that was played last.
  private func noAnswer(_ why: String, _ notes: CheckNotes) -> LawRow {
    var row = LawRow(law: PluginsCheck.answers, verdict: "broken", judged: 0, detail: why)
    guard let position = notes.position, let plugin = try? EngineOptions.registry.plugin("layoutlab"),
      let target = PluginsCheck.targets(plugin).first(where: { $0.name == position.target })
    else { return row }
    row.detail = "\(why) (\(target.name), document \(position.number + 1) of \(scripts), seed \(seed))"
    var entropy = Entropy(seed: seed)
    for _ in 0..<position.number { _ = target.generate(&entropy) }
    row.document = target.generate(&entropy).text
    return row
  }

  private static var ownExecutable: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }
}

/// What the two processes of a check tell each other: files in a folder, since the engine may write to any stream.
private struct CheckNotes {
  /// A document that is played: which one of a fuzz target's.
  struct Position: Codable, Equatable {
    var target: String
    var number: Int
  }

  let folder: URL
  private var positionFile: URL { folder.appending(path: "position.json") }
  private var answerFile: URL { folder.appending(path: "answer.json") }

  init(folder: URL) { self.folder = folder }

  /// In a folder of its own.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "layoutlab-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// What comes next.
  func begin(_ position: Position) throws {
    try JSONEncoder().encode(position).write(to: positionFile, options: .atomic)
  }

  /// Nil before the first.
  var position: Position? { read(positionFile) }

  func answer(_ rows: [LawRow]) throws { try JSONEncoder().encode(rows).write(to: answerFile, options: .atomic) }

  func answer() -> [LawRow]? { read(answerFile) }

  private func read<Value: Decodable>(_ file: URL) -> Value? {
    (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
  }
}

/// A law's fate over all scripts.
private struct LawRow: Codable {
  var law: String
  var verdict: String
  /// Scripts on which the law could be judged.
  var judged: Int
  var detail: String?
  /// The first script that breaks the law, in text form.
  var document: String?

  var text: String {
    switch verdict {
    case "broken":
      "\(law) is broken\n  \(detail ?? "")\n\((document ?? "").split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))"
    case "holds": "\(law) holds (\(judged) documents)"
    default: "\(law) undecided: \(detail ?? "no document could be judged")"
    }
  }

  mutating func note(_ verdict: Verdict, on document: Document) {
    switch verdict {
    case .holds:
      judged += 1
      if self.verdict != "broken" { self.verdict = "holds" }
    case .broken(let why):
      judged += 1
      guard self.verdict != "broken" else { return }
      self.verdict = "broken"
      detail = why
      self.document = document.text
    case .undecided(let why): if judged == 0 { detail = why }
    }
  }
}
