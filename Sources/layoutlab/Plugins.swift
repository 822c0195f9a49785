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
    offers = plugin.makeSolver == nil ? [] : ["solver"]
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
      The engine runs in a process of its own: one that crashes or hangs is told, and takes nothing with it. A law that \
      an engine does not claim is undecided, not broken.

      Example: layoutlab plugins check ./libMySolver.so --scripts 2000
      """)

  @Argument(help: "layoutlab, reference, or the path of a plugin library.")
  var engine: String

  @Option(help: "How many random scripts.")
  var scripts = 500

  @Option(help: "Where the randomness starts.")
  var seed: UInt64 = 1

  @Option(name: .customLong("time"), help: "Seconds until an engine that does not answer is given up.")
  var seconds = 300

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: .hidden)
  var inProcess = false

  func validate() throws {
    guard scripts > 0, seconds > 0 else { throw ValidationError("--scripts and --time are positive") }
  }

  func run() async throws {
    let rows = inProcess ? try judge() : try await judgeInOtherProcess()
    if json || inProcess {
      print(try jsonText(["laws": rows]))
    } else {
      for row in rows { print(row.text) }
      print("engine \(engine), \(scripts) scripts, seed \(seed)")
    }
    if !inProcess, rows.contains(where: { $0.verdict == "broken" }) { try Outcome.found.exit() }
  }

  private func judge() throws -> [LawRow] {
    let plugin = try EngineOptions.registry.plugin(engine)
    // Timelines are as many as scripts, for an engine that samples them.
    let targets: [FuzzTarget] = [.solver()] + (plugin.makeSampler == nil ? [] : [.timeline()])
    return targets.flatMap { target in
      var rows = target.laws.map { LawRow(law: $0.name, verdict: "undecided", judged: 0) }
      var entropy = Entropy(seed: seed)
      for _ in 0..<scripts {
        let document = target.generate(&entropy)
        for (index, verdict) in Law.verdicts(of: target.laws, on: document, with: plugin).enumerated() {
          rows[index].note(verdict, on: document)
        }
      }
      return rows
    }
  }

  private func judgeInOtherProcess() async throws -> [LawRow] {
    let arguments = ["plugins", "check", engine, "--scripts", "\(scripts)", "--seed", "\(seed)", "--in-process"]
    let worker = Task {
      try await Subprocess.run(
        .path(.init(PluginsCheck.ownExecutable)), arguments: Arguments(arguments), output: .string(limit: 16 << 20),
        error: .string(limit: 1 << 20))
    }
    let seconds = seconds
    let watchdog = Task {
      try await Task.sleep(for: .seconds(seconds))
      // Cancelling tears the process down.
      worker.cancel()
    }
    defer { watchdog.cancel() }
    let result = await worker.result
    guard !worker.isCancelled else { return [LawRow.noAnswer("the engine did not finish within \(seconds) s")] }
    let ended = try result.get()
    switch ended.terminationStatus {
    case .exited(0):
      struct Answer: Decodable { var laws: [LawRow] }
      return try JSONDecoder().decode(Answer.self, from: Data(ended.standardOutput.utf8)).laws
    case .exited(let status):
      printToStandardError(ended.standardError.trimmingCharacters(in: .newlines))
      throw ExitCode(status)
    default:
      return [LawRow.noAnswer("the engine ended its process: \(ended.terminationStatus)")]
    }
  }

  private static var ownExecutable: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
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

  static func noAnswer(_ why: String) -> LawRow {
    LawRow(law: "plugin.answers", verdict: "broken", judged: 0, detail: why)
  }

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
