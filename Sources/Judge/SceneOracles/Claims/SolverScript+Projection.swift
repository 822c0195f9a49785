import LayoutPlugin
import SceneModel

extension SolverScript {
  /// Returns the script without features that a solver does not claim. Unclaimed rows are removed with their later edits, and priorities
  /// are mapped to its levels in the same order. A projected script is its own projection.
  package func projected(onto promise: EnginePromise) -> SolverScript {
    if promise == EnginePromise() { return self }
    let projection = Projection(promise: promise, isMirrored: false)
    var script = SolverScript(provenance: provenance)
    var dropped: Set<LinearConstraint.ID> = []
    for transaction in transactions {
      var edits: [SolverEdit] = []
      for edit in transaction.edits {
        switch edit {
        case .declare(let variable, let isNonNegative):
          edits.append(.declare(variable, nonNegative: isNonNegative && promise.claims(.nonNegative)))
        case .forget: edits.append(edit)
        case .add(let row):
          if let own = projection.row(row) {
            edits.append(.add(own))
            dropped.remove(row.id)
          } else {
            dropped.insert(row.id)
          }
        case .remove(let id): if dropped.remove(id) == nil { edits.append(edit) }
        case .setConstant(let id, let value):
          if !dropped.contains(id), projection.allows(value) || !value.isFinite { edits.append(edit) }
        case .setPriority(let id, let value):
          if dropped.contains(id) { continue }
          // A malformed one is kept: engines must refuse it.
          if !(value > 0 && value <= LinearConstraint.requiredPriority) {
            edits.append(edit)
          } else if let level = projection.level(value) {
            edits.append(.setPriority(id, level))
          }
        }
      }
      let isWhole = edits == transaction.edits
      let most = max(promise.edits ?? edits.count, 1)
      for start in stride(from: 0, to: max(edits.count, 1), by: most) {
        let end = min(start + most, edits.count)
        script.transactions.append(
          Transaction(
            edits: Array(edits[start..<end]),
            expectations: isWhole && end == edits.count ? transaction.expectations : []))
      }
    }
    return script
  }
}

extension Projection {
  /// Projects a row; nil if the engine does not claim it. Malformed numbers are kept: engines must refuse them.
  func row(_ row: LinearConstraint) -> LinearConstraint? {
    if row.relation != .equal, !promise.claims(.inequalities) { return nil }
    let numbers = row.terms.map(\.coefficient) + [row.constant]
    guard numbers.allSatisfy({ allows($0) || !$0.isFinite }) else { return nil }
    var own = row
    if row.priority > 0, row.priority <= LinearConstraint.requiredPriority {
      guard let level = level(row.priority) else { return nil }
      own.priority = level
    }
    return own
  }
}

extension LinearSystem {
  /// Returns the system as an engine with weights solves it: all optional rows in one tier, each times its level's weight.
  func weighted(by promise: EnginePromise) -> LinearSystem {
    if promise.weights.isEmpty { return self }
    return weighing { row in
      guard !row.isRequired, let level = promise.levels.firstIndex(of: row.priority), level > 0 else {
        return (row.priority, 1)
      }
      return (1, promise.weights[level - 1])
    }
  }
}
