import LayoutPlugin
import SceneModel

/// An engine with two planted mistakes. A campaign that does not find one of them cannot be trusted, and counts as failed.
public enum Canary {
  public static let name = "canary"
  /// The number of generated inputs of a canary unit. Each target finds its planted mistake with fewer.
  static let executions = 1000
  /// The targets that find the planted bug quickly. The targets for stories and programs would find it too rarely.
  static let targets: Set<String> = ["FuzzSolver", "FuzzLayout", "FuzzTimeline"]

  /// Makes an engine with a planted bug from a correct one. Its solver rounds values to whole points from the second transaction on. Its sampler's
  /// values are wrong by a thousandth after half a second.
  public static func plugin(around sound: Plugin) -> Plugin {
    var plugin = sound
    plugin.manifest.name = name
    if let makeSolver = sound.makeSolver { plugin.makeSolver = { RoundingSolver(makeSolver()) } }
    if let makeSampler = sound.makeSampler { plugin.makeSampler = { DriftingSampler(makeSampler()) } }
    return plugin
  }
}

private final class RoundingSolver: ConstraintSolving {
  private let sound: any ConstraintSolving
  private var transactions = 0

  init(_ sound: any ConstraintSolving) { self.sound = sound }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    transactions += 1
    return try sound.apply(edits)
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    let rounds = transactions > 1
    try sound.drainChanges { variable, value in body(variable, rounds ? value.rounded() + 0 : value) }
  }

  func certificate() throws(PluginFault) -> [CertificateEntry]? { try sound.certificate() }
  func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? { try sound.isUnique(variable) }
}

private final class DriftingSampler: AnimationSampling {
  private let sound: any AnimationSampling

  init(_ sound: any AnimationSampling) { self.sound = sound }

  func load(_ timeline: Timeline) throws(PluginFault) { try sound.load(timeline) }

  func sample(at times: [Double], into values: inout [Double]) throws(PluginFault) {
    try sound.sample(at: times, into: &values)
    guard !times.isEmpty else { return }
    let width = values.count / times.count
    for at in values.indices where times[at / width] > 0.5 { values[at] += 0.001 }
  }
}
