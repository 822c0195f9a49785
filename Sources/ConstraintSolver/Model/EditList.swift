import SceneModel

/// A `SolverEdit`, lent for a moment: an added row's terms lie wherever its owner has them. To copy them was a fifth of a
/// build.
package enum LentEdit {
  case declare(Variable, nonNegative: Bool)
  case forget(Variable)
  case add(LentRow)
  case remove(LinearConstraint.ID)
  case setConstant(LinearConstraint.ID, Double)
  case setPriority(LinearConstraint.ID, Double)
}

/// A row to be added: the members of a `LinearConstraint`.
package struct LentRow {
  var id: LinearConstraint.ID
  var terms: UnsafeBufferPointer<LinearConstraint.Term>
  var relation: Relation
  var constant: Double
  var priority: Double

  package init(
    id: LinearConstraint.ID, terms: UnsafeBufferPointer<LinearConstraint.Term>, relation: Relation, constant: Double,
    priority: Double
  ) {
    (self.id, self.terms, self.relation, self.constant, self.priority) = (id, terms, relation, constant, priority)
  }
}

/// What is wrong with an edit.
package struct Mistake: Error {
  var reason: String

  package init(reason: String) { self.reason = reason }
}

/// The edits of one transaction, in whichever form they came: a large one is not copied to be read.
package protocol EditList {
  var count: Int { get }
  /// One edit, lent for as long as the list lives and is not written to, or why it is none.
  func lent(_ index: Int) throws(Mistake) -> LentEdit
}

extension [SolverEdit]: EditList {
  /// Counts no reference to the terms of a row, as long as nothing happens between taking it and looking where its terms are: that was
  /// a twentieth of a small build.
  @inline(__always)
  package func lent(_ index: Int) -> LentEdit {
    switch self[index] {
    case .declare(let variable, let isNonNegative): .declare(variable, nonNegative: isNonNegative)
    case .forget(let variable): .forget(variable)
    case .add(let row):
      .add(
        LentRow(
          id: row.id, terms: row.terms.withUnsafeBufferPointer { $0 }, relation: row.relation, constant: row.constant,
          priority: row.priority))
    case .remove(let id): .remove(id)
    case .setConstant(let id, let constant): .setConstant(id, constant)
    case .setPriority(let id, let priority): .setPriority(id, priority)
    }
  }
}
