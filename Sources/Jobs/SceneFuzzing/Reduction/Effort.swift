import LayoutPlugin
import SceneModel
import SceneOracles

/// The work that a document causes for an engine. It is the engine's own count, which does not depend on the load of the machine, or else the time.
public struct Effort: Sendable {
  public enum Unit: String, Sendable {
    case work = "rows and pivots"
    case nanoseconds
  }

  public var amount: Int
  public var unit: Unit

  /// The number of timed plays for an engine that does not count its work. The shortest time is used, because other load can only make it longer.
  private static let repetitions = 7

  /// Measures the work of a document; nil if the plugin lacks the kind of engine that it needs, or if a scene is not valid. A refused transaction
  /// counts as work, too.
  public init?(of document: Document, on plugin: Plugin) {
    switch document {
    case .solver(let script):
      guard let effort = Effort(of: script, on: plugin) else { return nil }
      self = effort
    case .scene(let scene):
      guard let script = scene.solverScript(on: plugin), let effort = Effort(of: script, on: plugin) else { return nil }
      self = effort
    case .timeline(let timeline):
      guard let make = plugin.makeSampler else { return nil }
      let times = (0..<64).map { Double($0) / 16 }
      amount = Effort.least {
        let sampler = make()
        var values: [Double] = []
        guard (try? sampler.load(timeline)) != nil else { return }
        try? sampler.sample(at: times, into: &values)
      }
      unit = .nanoseconds
    }
  }

  private init?(of script: SolverScript, on plugin: Plugin) {
    guard let make = plugin.makeSolver else { return nil }
    func play() -> SolverWork? {
      let solver = make()
      for transaction in script.transactions {
        _ = try? solver.apply(transaction.edits)
        try? solver.drainChanges { _, _ in }
      }
      return solver.workDone
    }
    if let work = play() {
      (amount, unit) = (work.rows + work.pivots, .work)
    } else {
      (amount, unit) = (Effort.least { _ = play() }, .nanoseconds)
    }
  }

  private static func least(_ body: () -> Void) -> Int {
    let clock = ContinuousClock()
    return (0..<repetitions).map { _ in Int(clock.measure(body) / .nanoseconds(1)) }.min() ?? 0
  }

  public var words: String { "\(amount) \(unit.rawValue)" }
}
