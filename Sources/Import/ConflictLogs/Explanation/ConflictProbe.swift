import LayoutPlugin
import SceneModel

/// An engine that answers one query after the other. Rows that two queries share stay in the engine, so a query costs only its new rows.
final class ConflictProbe {
  private let make: @Sendable () -> any ConstraintSolving
  private var solver: any ConstraintSolving
  private var declarations: [Bool]
  private var held: [LinearConstraint.ID: LinearConstraint] = [:]
  /// The values for the last query without a contradiction.
  private(set) var values: [Variable: Double] = [:]
  /// The number of rows, counted over all queries.
  private(set) var rowsAsked = 0

  init(_ plugin: Plugin) throws(PluginFault) {
    guard let make = plugin.makeSolver else { throw .notOffered("\(plugin.manifest.name) has no solver") }
    (self.make, solver, declarations) = (make, make(), [])
  }

  /// Returns rows that contradict each other; nil if there are none. `declarations` says for each unknown, by its number, whether it must not be
  /// negative.
  func ask(
    _ declarations: [Bool], _ rows: [LinearConstraint]
  ) throws(PluginFault) -> [LinearConstraint.ID]? {
    rowsAsked += rows.count
    var edits: [SolverEdit] = []
    let isNew = declarations != self.declarations
    if isNew {
      (solver, held, values) = (make(), [:], [:])
      for (number, isNonNegative) in declarations.enumerated() {
        edits.append(.declare(Variable(UInt32(number)), nonNegative: isNonNegative))
      }
      self.declarations = []
    }
    var wanted: [LinearConstraint.ID: LinearConstraint] = [:]
    wanted.reserveCapacity(rows.count)
    for row in rows { wanted[row.id] = row }
    // The edits are in a fixed order, not in the order of a dictionary.
    edits += held.keys.filter { wanted[$0] != held[$0] }.sorted().map { .remove($0) }
    edits += rows.filter { held[$0.id] != $0 }.map { .add($0) }
    guard !edits.isEmpty else { return nil }
    if case .conflict(let ids) = try solver.apply(edits) { return ids }
    (held, self.declarations) = (wanted, declarations)
    try solver.drainChanges { values[$0] = $1 }
    return nil
  }

  /// Returns a proof of the contradiction in the last query; empty if there was none, or if the engine makes no certificates.
  func certificate() throws(PluginFault) -> [CertificateEntry] { try solver.certificate() ?? [] }
}
