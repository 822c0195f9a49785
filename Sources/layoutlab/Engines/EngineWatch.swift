import LayoutPlugin
import SceneModel
import Synchronization

/// Notes every call of an engine in a black box, so that another process sees that it goes on, and with which file.
final class EngineWatch: Sendable {
  /// Of this process, when another one watches it.
  static var current: EngineWatch? { shared.withLock { $0 } }
  private static let shared = Mutex<EngineWatch?>(nil)

  private let state: Mutex<State>
  private struct State {
    var blackBox: BlackBox
    var file: [UInt8] = []
  }

  private init(_ blackBox: sending BlackBox) { state = Mutex(State(blackBox: blackBox)) }

  /// Engines that `EngineOptions` hands out from now on are watched.
  static func begin(_ blackBox: sending BlackBox) {
    let watch = EngineWatch(blackBox)
    shared.withLock { $0 = watch }
  }

  /// The file that calls are for from now on.
  func workOn(_ file: String) { state.withLock { $0.file = Array(file.utf8) } }

  fileprivate func noteCall() {
    // Whoever cannot be watched works on.
    state.withLock { try? $0.blackBox.note($0.file) }
  }

  func watching(_ plugin: Plugin) -> Plugin {
    var watched = Plugin(manifest: plugin.manifest)
    if let make = plugin.makeSolver { watched.makeSolver = { WatchedSolver(make(), self) } }
    if let make = plugin.makeSampler { watched.makeSampler = { WatchedSampler(make(), self) } }
    return watched
  }
}

private final class WatchedSolver: ConstraintSolving {
  private let solver: any ConstraintSolving
  private let watch: EngineWatch

  init(_ solver: any ConstraintSolving, _ watch: EngineWatch) { (self.solver, self.watch) = (solver, watch) }

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
