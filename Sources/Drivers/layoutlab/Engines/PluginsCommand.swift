import ArgumentParser
import EngineIsolation
import Foundation
import SceneModel

struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "Lists the available engines, judges one by every law, or writes the template of an adapter.",
    discussion: "Example: layoutlab plugins check ./libMySolver.so",
    subcommands: [PluginsList.self, PluginsCheck.self, PluginsNew.self])
}

struct PluginsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the linked engines, and the libraries that you name.",
    discussion: "Example: layoutlab plugins list ./libMySolver.so")

  @Argument(help: "Libraries to load and list as well.")
  var libraries: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  /// The seconds that a library may take to load.
  private static let patience = 10

  func run() throws {
    var rows = EngineOptions.registry.plugins.map { ListedEngine(EngineOffers($0)) }
    for library in libraries {
      // A name without a slash is a file here, too.
      let path = library.contains("/") || library.hasPrefix("cmd:") ? library : "./" + library
      let engine = NamedEngine(path, linked: EngineOptions.registry, from: .commandLine)
      rows.append(ListedEngine(try engine.offers(patience: PluginsList.patience), path: path))
    }
    print(json ? try jsonText(["plugins": rows]) : rows.map(\.text).joined(separator: "\n"))
  }
}

struct PluginsCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Judges an engine by every law, on random documents or on files.",
    discussion: """
      The engine runs in a process of its own, so a crash, a hang, a flood of memory or an exit is reported and stops nothing \
      else. Of its standard error the first 64 KiB and the last 4 are passed on. A law that an engine does not claim is \
      undecided, not broken; so is one for which the engine is too slow. What takes long is told on the standard error.

      Exit status: 0 every law that the engine claims holds, 1 a law is broken, 3 a law could not be judged, 65 bad input.

      Example: layoutlab plugins check ./libMySolver.so --scripts 2000 --save Broken
      """)

  @Argument(help: "layoutlab, reference, the path of a plugin library, or cmd:'COMMAND' for a program.")
  var engine: String

  @Argument(help: "Files to judge (.solver, .scene, .timeline). If absent, random documents.")
  var files: [String] = []

  @Option(
    help: "The number of random documents of each kind: scripts and scenes for a solver, timelines for a sampler.")
  var scripts = 500

  @Option(help: "The seed of the random documents.")
  var seed: UInt64 = 1

  @Option(
    name: .customLong("time"),
    help: "Seconds that one answer of a command may take, or one law of a library, until the engine is given up.")
  var seconds = 60

  @Option(help: "Seconds for the random documents of one kind. Those for which it does not suffice are not judged.")
  var budget = LawTrial.usualBudget

  @Option(name: .customLong("law"), help: "A law to judge by (may be repeated). If absent, all laws.")
  var laws: [String] = []

  @Option(name: .customLong("without-law"), help: "A law to leave out (may be repeated).")
  var withoutLaws: [String] = []

  @Option(help: "A folder for the document of each broken law.")
  var save: String?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard scripts > 0, seconds > 0, budget > 0 else {
      throw ValidationError("--scripts, --time and --budget must be above 0.")
    }
  }

  func run() throws {
    let named = NamedEngine(engine, linked: EngineOptions.registry, from: .commandLine)
    let trial = try LawTrial(
      named, files: files, random: scripts, seed: seed, patience: seconds, budget: budget,
      by: LawChoice(only: laws, without: withoutLaws))
    let (line, start) = (StatusLine(), ContinuousClock.now)
    let record = try trial.record { event in
      switch event {
      case .status(let status): line.show("\((ContinuousClock.now - start).components.seconds) s, \(status)")
      case .errors(let bytes): line.write(bytes)
      }
    }
    line.clear()
    let saved = try save.map { try record.saveDocuments(in: URL(filePath: $0)) } ?? []
    if json {
      print(try jsonText(record))
    } else {
      let commands = saved.map { "Reproduce:  layoutlab plugins check \(engine.shellQuoted) \($0.shellQuoted)" }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let summary = [trial.words, record.pace?.text(of: seconds), record.causes].compactMap(\.self)
      print((record.laws.map(\.text) + summary + commands).joined(separator: "\n"))
    }
    try trial.outcome(record).exit()
  }
}
