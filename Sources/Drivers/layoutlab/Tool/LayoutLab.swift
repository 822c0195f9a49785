import ArgumentParser
import CCoverageCallbacks
import Benchmarking
import ConstraintSolver
import Dispatch
import EngineIsolation
import LayoutPlugin
import SceneChecking
import SceneModel

@main
struct LayoutLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layoutlab",
    abstract: "Checks, fuzzes and measures Auto Layout scenes and the engines that solve them.",
    discussion: """
      Exit status: 0 clean, 1 found (a finding, conflict or regression), 3 undecided, 64 usage, 65 bad input, \
      70 a fault of an engine or our own.
      """,
    version: ToolVersion().text,
    subcommands: [
      CheckCommand.self, ExplainCommand.self, DiffCommand.self, SnapshotCommand.self, ShowCommand.self,
      TraceCommand.self, ImportCommand.self, FuzzCommand.self, ShrinkCommand.self, KeepCommand.self,
      AcceptCommand.self, BisectCommand.self, CorpusCommand.self, CampaignCommand.self, BenchCommand.self,
      PluginsCommand.self, EngineCommand.self, RecordCommand.self, ReportCommand.self, FilmCommand.self,
      SoakCommand.self, PortCommand.self, RunCommand.self,
      SelfCheckCommand.self, AnswerElsewhereCommand.self,
    ])

  static func main() {
    StandardOutput.watch()
    let status: Int32
    let given = Array(CommandLine.arguments.dropFirst())
    let arguments = Installation.current?.withExamples(given) ?? given
    let verbs = configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { name(of: $0) } + ["help"]
    if let message = Suggestion.message(
      for: arguments, among: verbs, hidden: configuration.subcommands.map { name(of: $0) })
    {
      printToStandardError(message)
      exit(withError: ExitCode.validationFailure)
    }
    do {
      let command = try parseAsRoot(arguments)
      status =
        if let verb = command as? any EngineUser, verb.engine.isForeign {
          try verb.performInOwnProcess()
        } else {
          perform(command)
        }
    } catch {
      status = tell(error)
    }
    exit(withError: ExitCode(status))
  }

  private static func name(of verb: any ParsableCommand.Type) -> String {
    verb.configuration.commandName ?? ""
  }

  /// The verb that the command line names; nil if its first word is not a verb.
  private static var calledVerb: (any ParsableCommand.Type)? {
    guard let word = CommandLine.arguments.dropFirst().first else { return nil }
    return configuration.subcommands.first { name(of: $0) == word }
  }

  /// Runs a verb, and returns its exit status.
  static func perform(_ command: any ParsableCommand) -> Int32 {
    do {
      var command = command
      if let asynchronous = command as? any AsyncParsableCommand {
        try runToItsEnd(asynchronous)
      } else {
        try command.run()
      }
      return Outcome.clean.rawValue
    } catch {
      return tell(error)
    }
  }

  /// Runs an asynchronous verb. Only verbs with several threads are asynchronous: a process with several threads cannot fork to run an engine.
  private static func runToItsEnd(_ command: any AsyncParsableCommand) throws {
    let isDone = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var command = command
    nonisolated(unsafe) var problem: (any Error)?
    Task.detached {
      do { try await command.run() } catch { problem = error }
      isDone.signal()
    }
    isDone.wait()
    if let problem { throw problem }
  }

  /// Runs a body in a verb's `validate()`, and turns its errors into the parser's.
  static func validating<Result>(_ body: () throws(UsageMistake) -> Result) throws(ValidationError) -> Result {
    do throws(UsageMistake) { return try body() } catch { throw ValidationError(error.description) }
  }

  /// Prints an error, and returns its exit status: 65 for mistakes, 70 for faults, 64 for errors in the command line.
  static func tell(_ error: any Error) -> Int32 {
    switch error {
    case is UserMistake, is TextError:
      printToStandardError("layoutlab: \(error)")
      return Outcome.badInput.rawValue
    case let failure as LayoutFailure:
      printToStandardError("layoutlab: \(failure)")
      return failure.outcome.rawValue
    case is DriverFault:
      printToStandardError("layoutlab: \(error)")
      return Outcome.ownFault.rawValue
    case is PluginFault, is EngineRefusal:
      let refusal = EngineRefusal(error)
      printToStandardError("layoutlab: \(refusal)")
      return (refusal.isMistake ? Outcome.badInput : .ownFault).rawValue
    case let mistake as UsageMistake: return tell(ValidationError(mistake.description))
    default:
      let status = exitCode(for: error)
      let usageName = calledVerb.map(name) ?? ""
      let message = LayoutLab.message(for: error)
      let code =
        status == .validationFailure && !message.isEmpty && !message.hasSuffix("]")
        ? " [\(MistakeCode.usage.rawValue)]" : ""
      // The usage of the verb that was called, which the error itself does not always know.
      let text = (calledVerb ?? LayoutLab.self).fullMessage(for: error).replacing(message, with: message + code)
        .replacing("Usage: \(usageName) ", with: "Usage: layoutlab \(usageName) ")
        .replacing("See '\(usageName) ", with: "See 'layoutlab \(usageName) ")
      if !text.isEmpty { status.isSuccess ? print(text) : printToStandardError(text) }
      return status.rawValue
    }
  }
}
