import LayoutPlugin
import SceneModel
import Synchronization

/// Logs every call of an engine in a black box, so another process sees the progress and the present file.
public final class EngineWatch: Sendable {
  private let blackBox: BlackBox
  private let file = Mutex<[UInt8]>([])

  public init(_ blackBox: BlackBox) { self.blackBox = blackBox }

  /// Sets the file that later calls are about.
  public func workOn(_ file: String) { self.file.withLock { $0 = Array(file.utf8) } }

  /// Whether the process will be killed soon, so that an engine should give up.
  public var isTimeUp: Bool { blackBox.isTimeUp() }

  fileprivate func noteCall() { blackBox.note(file.withLock { $0 }) }

  /// Returns the plugin with engines whose calls are logged.
  public func watching(_ plugin: Plugin) -> Plugin {
    var watched = Plugin(manifest: plugin.manifest)
    watched.cancellations = plugin.cancellations
    if let make = plugin.makeSolver { watched.makeSolver = { WatchedSolver.around(make(), self) } }
    if let make = plugin.makeSampler { watched.makeSampler = { WatchedSampler(make(), self) } }
    if let make = plugin.makeLayoutEngine {
      watched.makeLayoutEngine = { () throws(PluginFault) in WatchedLayoutEngine(try make(), self) }
    }
    return watched
  }
}

private class WatchedSolver: ConstraintSolving {
  private let solver: any ConstraintSolving
  private let watch: EngineWatch

  init(_ solver: any ConstraintSolving, _ watch: EngineWatch) { (self.solver, self.watch) = (solver, watch) }

  /// Returns the watched solver. A solver behind the C table must stay recognisable as one, because one law is only about those.
  static func around(_ solver: any ConstraintSolving, _ watch: EngineWatch) -> WatchedSolver {
    (solver as? any CapacityLimiting).map { WatchedTableSolver(limiting: $0, watch) } ?? WatchedSolver(solver, watch)
  }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    watch.noteCall()
    return try solver.apply(edits)
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    watch.noteCall()
    try solver.drainChanges(body)
  }

  func drainRuns(_ body: RunBody) throws(PluginFault) {
    watch.noteCall()
    try solver.drainRuns(body)
  }

  func certificate() throws(PluginFault) -> [CertificateEntry]? {
    watch.noteCall()
    return try solver.certificate()
  }

  func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? {
    watch.noteCall()
    return try solver.isUnique(variable)
  }
}

private final class WatchedTableSolver: WatchedSolver, CapacityLimiting {
  private let table: any CapacityLimiting

  init(limiting table: any CapacityLimiting, _ watch: EngineWatch) {
    self.table = table
    super.init(table, watch)
  }

  func limitRoom() { table.limitRoom() }
}

private final class WatchedLayoutEngine: LayoutEngine {
  private let engine: any LayoutEngine
  private let watch: EngineWatch

  init(_ engine: any LayoutEngine, _ watch: EngineWatch) { (self.engine, self.watch) = (engine, watch) }

  func open(_ scene: Scene) throws(PluginFault) -> LayoutAnswer {
    watch.noteCall()
    return try engine.open(scene)
  }

  func edit(_ steps: [Step]) throws(PluginFault) -> LayoutAnswer {
    watch.noteCall()
    return try engine.edit(steps)
  }
}

private final class WatchedSampler: AnimationSampling {
  private let sampler: any AnimationSampling
  private let watch: EngineWatch

  init(_ sampler: any AnimationSampling, _ watch: EngineWatch) { (self.sampler, self.watch) = (sampler, watch) }

  func load(_ timeline: Timeline) throws(PluginFault) {
    watch.noteCall()
    try sampler.load(timeline)
  }

  func sample(at times: [Double], into values: inout [Double]) throws(PluginFault) {
    watch.noteCall()
    try sampler.sample(at: times, into: &values)
  }
}
