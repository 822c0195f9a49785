import ArgumentParser
import ConstraintSolver
import LayoutPlugin
import SceneModel

@main
struct LayoutLab: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layoutlab",
    abstract: "Checks, fuzzes and measures Auto Layout scenes and the engines that solve them.",
    discussion: """
      Exit status: 0 clean, 1 found (a finding, conflict or regression), 3 undecided, 64 usage, 65 bad input, \
      70 our own fault.
      """,
    version: Plugin.layoutlab.manifest.version,
    subcommands: [
      Check.self, Explain.self, Show.self, Import.self, Fuzz.self, Shrink.self, Keep.self, Bench.self, Plugins.self,
      Report.self, FilmVerb.self, SoakVerb.self, EngineWorker.self,
    ])

  /// Parses, runs, and gives every error its exit status: mistakes are 65, faults of engines and our own are 70.
  static func main() async {
    watchStandardOutput()
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let mistake as UserMistake {
      printToStandardError("layoutlab: \(mistake.description)")
      exit(withError: ExitCode(Outcome.badInput.rawValue))
    } catch let mistake as TextError {
      printToStandardError("layoutlab: \(mistake)")
      exit(withError: ExitCode(Outcome.badInput.rawValue))
    } catch let fault as PluginFault {
      printToStandardError("layoutlab: \(fault)")
      exit(withError: ExitCode(fault.isBadInput ? Outcome.badInput.rawValue : Outcome.ownFault.rawValue))
    } catch {
      exit(withError: error)
    }
  }
}

extension PluginFault {
  /// The user named something that is no plugin of ours; the rest is an engine's own fault.
  fileprivate var isBadInput: Bool {
    switch self {
    case .cannotLoad, .wrongABI, .notOffered: true
    case .rejected, .broken: false
    }
  }
}
