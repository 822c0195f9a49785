import ArgumentParser
import ConstraintSolver
import EngineConversation
import LayoutPlugin
import SceneOracles

struct EngineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Runs our own kernel or solver as a program that answers requests of the engine protocol.",
    discussion: """
      Reads requests from the standard input and answers each with one line of JSON, until the input ends \
      (Guides/engine-protocol.md). Compare your adapter with it. It also shows how much time the pipe costs.

      Example: layoutlab plugins check cmd:'layoutlab engine'
      Example: layoutlab engine < finding.jsonl
      """)

  @Flag(help: "Answer as a solver instead of a layout engine.")
  var solver = false

  @Option(help: "The engine beneath: layoutlab or reference.")
  var over = "layoutlab"

  func run() throws {
    guard let plugin = EngineOptions.registry[over], let makeSolver = plugin.makeSolver else {
      throw ValidationError("--over \(over): there is no such engine. Write layoutlab or reference.")
    }
    var promise = EnginePromise.ofKernel
    if solver {
      promise = EnginePromise()
      (promise.ties, promise.tolerance) = (.canonical, 0x1p-20)
      promise.claims = [.inequalities, .priorities, .nonNegative, .conflicts, .time]
    }
    let manifest = EngineManifest(
      engine: plugin.manifest.name, version: plugin.manifest.version, kind: solver ? .solver : .layout, promise: promise
    )
    let server =
      solver
      ? EngineServer(manifest, makeSolver: makeSolver)
      : EngineServer(manifest, makeLayoutEngine: { () throws(PluginFault) in KernelLayoutEngine(makeSolver) })
    server.serve()
  }
}
