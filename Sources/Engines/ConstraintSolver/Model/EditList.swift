import LayoutPlugin
import SceneModel

/// The reason for which an edit cannot be made.
package struct Mistake: Error {
  var reason: String

  package init(reason: String) { self.reason = reason }
}

/// The edits of one transaction, in any form. A large list is read where it is, without a copy.
package protocol EditList {
  var count: Int { get }
  /// Returns one edit, which is valid while the list lives and does not change. Throws the reason if the entry is not a valid edit.
  func borrowed(_ index: Int) throws(Mistake) -> BorrowedEdit
}

extension [SolverEdit]: EditList {
  /// Returns an edit without counting references to its terms, which took a twentieth of a small build's time. The caller must read the terms at
  /// once, before anything else can change the array.
  @inline(__always)
  package func borrowed(_ index: Int) -> BorrowedEdit {
    switch self[index] {
    case .declare(let variable, let isNonNegative): .declare(variable, nonNegative: isNonNegative)
    case .forget(let variable): .forget(variable)
    case .add(let row):
      .add(
        BorrowedRow(
          id: row.id, terms: row.terms.withUnsafeBufferPointer { $0 }, relation: row.relation, constant: row.constant,
          priority: row.priority))
    case .remove(let id): .remove(id)
    case .setConstant(let id, let constant): .setConstant(id, constant)
    case .setPriority(let id, let priority): .setPriority(id, priority)
    }
  }
}

extension ConstraintSolver: EditBorrowing {
  package func apply(borrowed edits: [BorrowedEdit]) throws(PluginFault) -> SolverOutcome {
    try apply(BorrowedEdits(edits: edits))
  }
}

private struct BorrowedEdits: EditList {
  let edits: [BorrowedEdit]

  var count: Int { edits.count }

  @inline(__always)
  func borrowed(_ index: Int) -> BorrowedEdit { edits[index] }
}
