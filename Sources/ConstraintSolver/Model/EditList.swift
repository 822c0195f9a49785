import LayoutPlugin
import SceneModel

/// An edit that cannot be made, with the reason.
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

extension UnsafeBufferPointer<LentEdit>: EditList {
  @inline(__always)
  package func lent(_ index: Int) -> LentEdit { self[index] }
}
