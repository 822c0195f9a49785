import ArgumentParser
import EngineIsolation
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
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

  /// Seconds that a library may take to load.
  private static let patience = 10

  func run() throws {
    var rows = EngineOptions.registry.plugins.map { PluginRow(EngineOffers($0), path: nil) }
    for library in libraries {
      // A name without a slash is a file here, too.
      let path = library.contains("/") ? library : "./" + library
      let engine = NamedEngine(path, linked: EngineOptions.registry)
      rows.append(PluginRow(try engine.offers(patience: PluginsList.patience), path: path))
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

struct PluginsCheck: ParsableCommand {
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

  func run() throws {
    // What is wrong with a file is said before an engine starts.
    let documents = try files.map(ShrinkCommand.document)
    let named = NamedEngine(engine, linked: EngineOptions.registry)
    let process = EngineProcess(named, patience: seconds)
    let (scripts, seed) = (scripts, seed)
    let others = OtherProcesses(engine, patience: OtherProcesses.patience(within: seconds))
    let result = try process.run { (desk: EngineProcess.Desk<[LawRow]>) in
      documents.isEmpty
        ? try EngineCheck.rows(documents: scripts, seed: seed, named, asking: others, desk)
        : try EngineCheck.rows(documents, named, asking: others, desk)
    }
    var rows: [LawRow]
    switch result {
    case .answered(let answer): rows = answer
    case .lost(let loss, let soFar):
      var row = LawRow(lost: loss)
      if let document = loss.document {
        row.take(files.isEmpty ? process.minimized(document) : document, loss.how)
      }
      rows = (soFar ?? []) + [row]
    }
    if rows.isEmpty {
      let offered =
        files.isEmpty ? "neither a solver nor a sampler, so there is no law about it" : "nothing for these files"
      throw UserMistake("\(engine): offers \(offered).")
    }
    let saved = try save.map { try saveDocuments(of: rows, in: URL(filePath: $0)) }
    if json {
      print(try jsonText(LawRecord(laws: rows)))
    } else {
      for row in rows { print(row.text) }
      print(
        "engine \(engine), \(files.isEmpty ? "\(scripts) documents of each kind, seed \(seed)" : "\(files.count) files")"
      )
      for file in saved ?? [] { print("Reproduce:  layoutlab plugins check \(engine) \(file)") }
    }
    try outcome(rows).exit()
  }

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
