import LayoutPlugin
import SceneModel

/// A sound solver that counts its transactions in memory that all instances share without protection.
final class RacingSolver: ConstraintSolving {
  private let sound: any ConstraintSolving
  /// The counter, which is on the heap, where no optimiser notices that it is never read.
  nonisolated(unsafe) private static let transactions = {
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    count.initialize(to: 0)
    return count
  }()

  private init(_ sound: any ConstraintSolving) { self.sound = sound }

  static func plugin(around sound: Plugin) -> Plugin {
    var plugin = sound
    if let make = sound.makeSolver { plugin.makeSolver = { RacingSolver(make()) } }
    return plugin
  }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    RacingSolver.transactions.pointee += 1
    return try sound.apply(edits)
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) { try sound.drainChanges(body) }
  func certificate() throws(PluginFault) -> [CertificateEntry]? { try sound.certificate() }
  func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? { try sound.isUnique(variable) }
  var workDone: SolverWork? { sound.workDone }
}
