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

struct PluginsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "The linked engines, and the libraries named.",
    discussion: "Example: layoutlab plugins list ./libMySolver.so")

  @Argument(help: "Libraries to load and list as well.")
  var libraries: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  /// Seconds that a library may take to load.
  private static let patience = 10

  func run() async throws {
    var rows = EngineOptions.registry.plugins.map { PluginRow(EngineOffers($0), path: nil) }
    for library in libraries {
      // A name without a slash is a file here, too.
      let path = library.contains("/") ? library : "./" + library
      switch try await EngineProcess(engine: path, patience: PluginsList.patience).run(
        .describe, answer: EngineOffers.self)
      {
      case .answered(let offers): rows.append(PluginRow(offers, path: path))
      case .lost(let loss, _): throw UserMistake("\(library): cannot be loaded: \(loss.how).")
      }
    }
    if json {
      print(try jsonText(["plugins": rows]))
    } else {
      for row in rows {
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

  init(_ engine: EngineOffers, path: String?) {
    (name, version, self.path) = (engine.name, engine.version, path)
    offers = (engine.hasSolver ? ["solver"] : []) + (engine.hasSampler ? ["sampler"] : [])
    let claims = Capabilities(rawValue: engine.claims)
    capabilities = PluginRow.words.filter { claims.contains($0.capability) }.map(\.word)
  }

  private static let words: [(capability: Capabilities, word: String)] = [
    (.canonical, "canonical"), (.certifying, "certifying"), (.conflictSets, "conflictSets"),
    (.uniqueness, "uniqueness"),
  ]
}

struct PluginsCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Every law on an engine, over random documents or over files.",
    discussion: """
      The engine runs in a process of its own: one that crashes, hangs, eats the memory or ends the process is told, and \
      takes nothing with it. What it writes to its standard error is passed on. A law that an engine does not claim is \
      undecided, not broken.

      Exit status: 0 every law holds that the engine claims, 1 one is broken, 3 one could not be judged, 65 bad input.

      Example: layoutlab plugins check ./libMySolver.so --scripts 2000 --save Broken
      """)

  @Argument(help: "layoutlab, reference, or the path of a plugin library.")
  var engine: String

  @Argument(help: "Files to judge (.solver, .scene, .timeline); none: random documents.")
  var files: [String] = []

  @Option(help: "How many random documents of each kind: scripts and scenes for a solver, timelines for a sampler.")
  var scripts = 500

  @Option(help: "Where the randomness starts.")
  var seed: UInt64 = 1

  @Option(name: .customLong("time"), help: "Seconds that one document may take until the engine is given up.")
  var seconds = 60

  @Option(help: "A folder for the document of each broken law.")
  var save: String?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard scripts > 0, seconds > 0 else { throw ValidationError("--scripts and --time are positive") }
  }

  func run() async throws {
    // What is wrong with a file is said before an engine starts.
    for file in files { _ = try Shrink.document(file) }
    let process = EngineProcess(engine: engine, patience: seconds)
    var rows: [LawRow]
    switch try await process.run(work, answer: [LawRow].self) {
    case .answered(let answer): rows = answer
    case .lost(let loss, let soFar):
      rows = soFar ?? []
      var row = LawRow(law: PluginsCheck.answers, verdict: .broken, isClaimed: true, judged: 0, detail: loss.how)
      if let document = loss.document {
        let lightest = files.isEmpty ? await process.minimized(document) : document
        row.take(lightest, loss.how)
      }
      rows.append(row)
    }
    if rows.isEmpty {
      let offered =
        files.isEmpty ? "neither a solver nor a sampler, so there is no law about it" : "nothing for these files"
      throw UserMistake("\(engine): offers \(offered).")
    }
    let saved = try save.map { try saveDocuments(of: rows, in: URL(filePath: $0)) }
    if json {
      print(try jsonText(["laws": rows]))
    } else {
      for row in rows { print(row.text) }
      print(
        "engine \(engine), \(files.isEmpty ? "\(scripts) documents of each kind, seed \(seed)" : "\(files.count) files")"
      )
      for file in saved ?? [] { print("Reproduce:  layoutlab plugins check \(engine) \(file)") }
    }
    try outcome(rows).exit()
  }

  private var work: EngineWork {
    files.isEmpty ? .check(documents: scripts, seed: seed) : .judge(files: files)
  }

  /// No law of the judge's: that there is an answer at all.
  private static let answers = "plugin.answers"

  private func outcome(_ rows: [LawRow]) -> Outcome {
    if rows.contains(where: { $0.verdict == .broken }) { return .found }
    // A file shows what it shows; so many random documents show something of everything.
    return files.isEmpty && rows.contains { $0.verdict == .undecided && $0.isClaimed } ? .undecided : .clean
  }

  private func saveDocuments(of rows: [LawRow], in folder: URL) throws -> [String] {
    try rows.compactMap { row in
      guard let text = row.document else { return nil }
      let kind = text.prefix { $0 != " " }
      let file = folder.appending(path: "\(row.law).\(kind)")
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file, options: .atomic)
      } catch {
        throw UserMistake("\(folder.relativePath): cannot be written (\(error.localizedDescription)). Name a folder.")
      }
      return file.relativePath
    }
  }
}
