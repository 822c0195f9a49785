import SceneModel

/// A `SolverEdit` that is valid only for a call: the terms of an added row lie in the owner's memory, so nothing is
/// copied.
package enum BorrowedEdit: BitwiseCopyable {
  /// A variable is declared, as by `SolverEdit.declare`.
  case declare(Variable, nonNegative: Bool)
  /// A variable is forgotten, as by `SolverEdit.forget`.
  case forget(Variable)
  /// A row is added, as by `SolverEdit.add`.
  case add(BorrowedRow)
  /// A row is removed, as by `SolverEdit.remove`.
  case remove(LinearConstraint.ID)
  /// A row gets another constant, as by `SolverEdit.setConstant`.
  case setConstant(LinearConstraint.ID, Double)
  /// A row gets another priority, as by `SolverEdit.setPriority`.
  case setPriority(LinearConstraint.ID, Double)

  /// A copy of the edit that owns its memory.
  package var edit: SolverEdit {
    switch self {
    case .declare(let variable, let isNonNegative): .declare(variable, nonNegative: isNonNegative)
    case .forget(let variable): .forget(variable)
    case .add(let row): .add(row.constraint)
    case .remove(let id): .remove(id)
    case .setConstant(let id, let constant): .setConstant(id, constant)
    case .setPriority(let id, let priority): .setPriority(id, priority)
    }
  }
}

/// A row to be added: the members of a `LinearConstraint`.
package struct BorrowedRow: BitwiseCopyable {
  /// The id, chosen by the caller, unique while the row exists.
  package var id: LinearConstraint.ID
  /// The left side. The owner must not change this memory during the call.
  package var terms: UnsafeBufferPointer<LinearConstraint.Term>
  /// How the left side compares with the constant.
  package var relation: Relation
  /// The right side.
  package var constant: Double
  /// The priority, in (0, 1000].
  package var priority: Double

  /// Makes a row from its members. The terms stay in the caller's memory.
  package init(
    id: LinearConstraint.ID, terms: UnsafeBufferPointer<LinearConstraint.Term>, relation: Relation, constant: Double,
    priority: Double
  ) {
    (self.id, self.terms, self.relation, self.constant, self.priority) = (id, terms, relation, constant, priority)
  }

  /// Makes the row of a constraint. Its terms lie in other memory, which the caller owns.
  package init(_ row: LinearConstraint, terms: UnsafeBufferPointer<LinearConstraint.Term>) {
    self.init(id: row.id, terms: terms, relation: row.relation, constant: row.constant, priority: row.priority)
  }

  /// A copy of the row that owns its memory.
  package var constraint: LinearConstraint {
    LinearConstraint(id: id, terms: Array(terms), relation: relation, constant: constant, priority: priority)
  }
}
