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
  /// Calls `body` with one edit, or throws why it is none.
  func lend(_ index: Int, to body: (LentEdit) throws(Mistake) -> Void) throws(Mistake)
}

extension [SolverEdit]: EditList {
  package func lend(_ index: Int, to body: (LentEdit) throws(Mistake) -> Void) throws(Mistake) {
    try withUnsafeBufferPointer { edits throws(Mistake) in try (edits.baseAddress! + index).pointee.lend(to: body) }
  }
}

extension SolverEdit {
  /// Borrows the edit: a copy would count references to its terms.
  @inline(__always)
  fileprivate func lend(to body: (LentEdit) throws(Mistake) -> Void) throws(Mistake) {
    switch self {
    case .declare(let variable, let isNonNegative): try body(.declare(variable, nonNegative: isNonNegative))
    case .forget(let variable): try body(.forget(variable))
    case .add(let row):
      try row.terms.withUnsafeBufferPointer { terms throws(Mistake) in
        try body(
          .add(
            LentRow(
              id: row.id, terms: terms, relation: row.relation, constant: row.constant, priority: row.priority)))
      }
    case .remove(let id): try body(.remove(id))
    case .setConstant(let id, let constant): try body(.setConstant(id, constant))
    case .setPriority(let id, let priority): try body(.setPriority(id, priority))
    }
  }
}
