import LayoutPlugin
import SceneModel

/// Solves linear constraints with strict priorities, incrementally, to one canonical point.
///
/// The values are a function of the present set of constraints alone: never of the order of edits. Each reported value
/// is the exact optimum rounded to the nearest multiple of 2^-20. `Guides/solver.md` tells how it works.
public final class ConstraintSolver: ConstraintSolving {
  struct VariableRecord {
    var id: UInt32
    var isAlive = true
    var isNonNegative = false
    var isDirty = false
    var isQueued = false
    var hasReport = false
    var rows: [Int32] = []
    var value = 0.0
    var reported = 0.0
    var component: Int32 = -1
  }

  struct RowRecord {
    var id: LinearConstraint.ID
    var isAlive = true
    /// By ascending variable; one comes twice only when its coefficients have no exact sum in one `Double`.
    var terms: [Term]
    var relation: Relation
    var constant: Double
    var priority: Double
    var isSeen = false
  }

  struct Term: Hashable {
    var variable: Int32
    var coefficient: Double
  }

  var variables: [VariableRecord] = []
  var rows: [RowRecord] = []
  var freeVariables: [Int32] = []
  var freeRows: [Int32] = []
  var variableSlots = IdentifierMap()
  var rowSlots = IdentifierMap()
  /// Variables whose component must be solved again.
  var dirty: [Int32] = []
  /// Touched rows without terms: `0 = 3` is a conflict of one.
  var emptyRows: [Int32] = []
  /// Variables whose value may differ from the one reported last.
  var queued: [Int32] = []
  /// What undoes the present transaction, last edit first.
  var journal: [Inverse] = []
  /// The Farkas vector of the last transaction when it was refused.
  var refusal: [CertificateEntry]?

  public init() {}

  public func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    journal.removeAll(keepingCapacity: true)
    refusal = nil
    for (index, edit) in edits.enumerated() {
      do {
        try perform(edit)
      } catch let mistake {
        undo()
        try settle()
        throw .rejected("edit \(index): \(mistake.reason)")
      }
    }
    if let conflict = try resolve() {
      let names = conflict.members.map { rows[Int($0)].id }
      let proof = try farkasVector(conflict.component, conflict.members)
      undo()
      try settle()
      refusal = proof
      return .conflict(names)
    }
    return .solved
  }

  public func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    for slot in queued {
      let index = Int(slot)
      variables[index].isQueued = false
      guard variables[index].isAlive else { continue }
      let value = variables[index].value
      if variables[index].hasReport, variables[index].reported.bitPattern == value.bitPattern { continue }
      variables[index].hasReport = true
      variables[index].reported = value
      body(Variable(variables[index].id), value)
    }
    queued.removeAll(keepingCapacity: true)
  }
}
