import LayoutPlugin
import SceneModel

/// An engine that is a command: the plugin that laws judge, and the log of its requests and answers.
package struct CommandConnection: Sendable {
  /// The prefix by which a name is recognised as a command.
  package static let prefix = "cmd:"

  /// The environment setting that makes the C library fill new and freed memory with a pattern. Engines are started with it, so it is printed before
  /// a command that a user should repeat.
  package static let fillsMemory = CommandProcess.fillsMemory

  /// The engine as a plugin, which laws judge.
  package let plugin: Plugin
  private let pool: CommandPool

  /// Starts the command and reads its manifest.
  ///
  /// - Parameters:
  ///   - isTimed: whether its speed is measured: then its memory is not filled.
  ///   - isNoting: whether requests and answers are logged in `exchanges`.
  ///   - answered: called after each answer with the time that it took.
  ///   - lost: called when a process of the command exited, crashed, or took too much memory. If it returns, that counts as a contract violation.
  package init(
    _ command: String, isTimed: Bool = false, isNoting: Bool = false,
    answered: @escaping @Sendable (Duration) -> Void = { _ in },
    lost: @escaping @Sendable (CommandLoss) -> Void = { _ in }
  ) throws(PluginFault) {
    let pool = CommandPool(command, isTimed: isTimed, isNoting: isNoting, answered: answered, lost: lost)
    let first: CommandProcess
    do { first = try CommandProcess(command, isTimed: isTimed) } catch {
      throw .cannotLoad(path: command, reason: "it cannot be started")
    }
    let manifest: EngineManifest
    do throws(PluginFault) {
      guard case .manifest(let told) = try pool.exchange(.hello, first) else {
        throw .notAPlugin(path: command, reason: "its answer to hello does not describe an engine")
      }
      manifest = told
    } catch {
      guard case .broken(let violation) = error else { throw error }
      throw .cannotLoad(path: command, reason: "it \(violation.text)")
    }
    first.number = 1
    pool.giveBack(first)
    var plugin = Plugin(manifest: manifest.manifest)
    plugin.manifest.path = command
    switch manifest.kind {
    case .layout: plugin.makeLayoutEngine = { () throws(PluginFault) in CommandEngine(pool) }
    case .solver: plugin.makeSolver = { CommandSolver(pool) }
    }
    (self.plugin, self.pool) = (plugin, pool)
  }

  /// The time after which requests are refused without being sent. Nil if there is no limit.
  package var deadline: ContinuousClock.Instant? {
    get { pool.deadline }
    nonmutating set { pool.deadline = newValue }
  }

  /// Ends the idle processes, so that a new process opens the next document.
  package func renew() { pool.renew() }

  /// All requests so far with their answers, in order.
  package var exchanges: [Exchange] { pool.exchanges }

  /// Returns the mean nanoseconds of each list of steps after a scene was opened, by the engine's own clock. Nil if the engine answers that it does
  /// not support this scene.
  package func time(_ scene: Scene, _ lists: [[Step]], rounds: Int) throws(PluginFault) -> (
    times: [Double], clock: String
  )? {
    let engine = CommandEngine(pool)
    switch try engine.open(scene) {
    case .frames: return try engine.time(lists, rounds: rounds)
    case .unsupported: return nil
    default: throw pool.violation("did not lay out a scene that it was to be timed on")
    }
  }

  /// Applies transactions to a solver, then measures how long it takes for some lists of edits. Returns the times and the name of the clock.
  package func time(
    after transactions: [[SolverEdit]], _ lists: [[SolverEdit]], rounds: Int
  ) throws(PluginFault) -> (times: [Double], clock: String) {
    let solver = CommandSolver(pool)
    for edits in transactions { _ = try solver.apply(edits) }
    return try solver.time(lists, rounds: rounds)
  }
}
