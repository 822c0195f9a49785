import LayoutPlugin
import SceneModel

/// What the scene wants is compared with what the engine has, and the difference is sent as one transaction.
extension LayoutKernel {
  func want(_ variable: Variable) {
    if wantedVariables.insert(variable.id).inserted { touchedVariables.insert(variable.id) }
  }

  func want(_ row: LinearConstraint) {
    guard wanted.updateValue(row, forKey: row.id) != row else { return }
    touchedRows.insert(row.id)
    for term in row.terms { want(term.variable) }
  }

  func drop(_ id: LinearConstraint.ID) {
    if wanted.removeValue(forKey: id) != nil { touchedRows.insert(id) }
  }

  /// Replaces a group of system rows.
  func replace(_ group: inout [LinearConstraint.ID], with constraints: [SystemConstraint]) {
    let new = constraints.map(\.id)
    if new != group {
      let kept = Set(new)
      for id in group where !kept.contains(id) { drop(id) }
      group = new
    }
    for constraint in constraints { want(row(of: constraint)) }
  }

  var hasUnsentChanges: Bool { !touchedRows.isEmpty || !staleConstraints.isEmpty || !touchedVariables.isEmpty }

  /// Sends what has changed and solves; breaks required constraints until nothing conflicts. Marks the views whose
  /// frames will move.
  func solve() throws(LayoutMistake) {
    for id in staleConstraints.sorted() { try refreshRow(of: id) }
    staleConstraints.removeAll()
    guard hasUnsentChanges else { return }
    let variables = touchedVariables.sorted()
    let rows = touchedRows.sorted()
    // A broken constraint is tried again when a member of its conflict set changes.
    var stillBroken = broken.filter { entry in
      wanted[entry.id]?.isRequired == true && entry.members.isDisjoint(with: touchedRows)
    }
    let retried = broken.map(\.id).filter { id in !stillBroken.contains { $0.id == id } }
    var reports: [Conflict] = []
    while true {
      let edits = edits(variables: variables, rows: rows, retried: retried, broken: stillBroken.map(\.id))
      switch try apply(edits) {
      case .solved:
        commit(edits, variables)
        broken = stillBroken
        for conflict in reports {
          events.append(.conflict(conflicts.count))
          conflicts.append(conflict)
        }
        try drain()
        return
      case .conflict(let set):
        let report = conflict(set, besides: stillBroken.map(\.id))
        guard let report, !stillBroken.contains(where: { $0.id == report.brokenID }) else {
          throw .engine(.broken("conflict \(set) names no required constraint that is in force"))
        }
        reports.append(report)
        stillBroken.append((report.brokenID, Set(set)))
      }
    }
  }

  private func refreshRow(of id: UInt32) throws(LayoutMistake) {
    guard let constraint = constraints[id], constraint.isActive else {
      drop(LinearConstraint.ID(id))
      return
    }
    let row = row(of: constraint)
    guard row.constant.isFinite, row.terms.allSatisfy({ $0.coefficient.isFinite }) else {
      throw .scene(
        where: "constraint \(constraint.name)", problem: "its numbers overflow",
        hint: "Use a smaller constant or multiplier.")
    }
    want(row)
  }

  /// Removals first, so that an id may come back in the same transaction with other terms.
  private func edits(
    variables: [UInt32], rows: [LinearConstraint.ID], retried: [LinearConstraint.ID], broken: [LinearConstraint.ID]
  ) -> [SolverEdit] {
    let lowered = Set(broken)
    func effective(_ row: LinearConstraint) -> LinearConstraint {
      var row = row
      if lowered.contains(row.id) { row.priority = Conflict.brokenPriority }
      return row
    }
    var removals: [SolverEdit] = []
    var declarations: [SolverEdit] = []
    var changes: [SolverEdit] = []
    var forgotten: [SolverEdit] = []
    for id in variables {
      if wantedVariables.contains(id) {
        guard !declaredVariables.contains(id) else { continue }
        let variable = Variable(id)
        declarations.append(.declare(variable, nonNegative: variable.unknown?.isSize ?? false))
      } else if declaredVariables.contains(id) {
        forgotten.append(.forget(Variable(id)))
      }
    }
    let known = Set(rows)
    let others = Set(retried + broken).subtracting(known).sorted()
    for id in rows + others {
      guard let new = wanted[id].map(effective) else {
        if installed[id] != nil { removals.append(.remove(id)) }
        continue
      }
      guard let old = installed[id] else {
        changes.append(.add(new))
        continue
      }
      if old.terms != new.terms || old.relation != new.relation {
        removals.append(.remove(id))
        changes.append(.add(new))
        continue
      }
      if old.constant != new.constant { changes.append(.setConstant(id, new.constant)) }
      if old.priority != new.priority { changes.append(.setPriority(id, new.priority)) }
    }
    return removals + declarations + changes + forgotten
  }

  private func apply(_ edits: [SolverEdit]) throws(LayoutMistake) -> SolverOutcome {
    let outcome: SolverOutcome
    do throws(PluginFault) {
      outcome = try solver.apply(edits)
    } catch {
      throw .engine(error)
    }
    sentEdits += edits.count
    if recorder != nil {
      var transaction = SolverScript.Transaction(edits: edits)
      if case .conflict(let set) = outcome { transaction.expectations = [.conflict(set)] }
      recorder?.transactions.append(transaction)
    }
    return outcome
  }

  private func commit(_ edits: [SolverEdit], _ variables: [UInt32]) {
    for edit in edits {
      switch edit {
      case .declare(let variable, _): declaredVariables.insert(variable.id)
      case .forget(let variable): declaredVariables.remove(variable.id)
      case .add(let row): installed[row.id] = row
      case .remove(let id): installed[id] = nil
      case .setConstant(let id, let value): installed[id]?.constant = value
      case .setPriority(let id, let value): installed[id]?.priority = value
      }
    }
    touchedRows.removeAll(keepingCapacity: true)
    touchedVariables.removeAll(keepingCapacity: true)
  }

  /// Takes the engine's new values and marks the superviews of views that will move.
  private func drain() throws(LayoutMistake) {
    var changed: [Item] = []
    do throws(PluginFault) {
      try solver.drainChanges { variable, value in
        guard let item = self.items[variable.item] else { return }
        switch variable.unknown {
        case .minX: item.minX = value
        case .minY: item.minY = value
        case .width: item.width = value
        case .height: item.height = value
        case .contentWidth:
          item.contentSize.width = value
          return
        case .contentHeight:
          item.contentSize.height = value
          return
        case let spacer?:
          item.spacers[spacer] = value
          return
        case nil: return
        }
        changed.append(item)
      }
    } catch {
      throw .engine(error)
    }
    if suspendedMoves != nil {
      suspendedMoves?.append(contentsOf: changed)
    } else {
      for item in afterSolving + changed where items[item.id] === item { noteMove(of: item) }
      afterSolving = []
    }
  }

  /// Puts a view on its superview's list when it is not where the engine wants it.
  func noteMove(of item: Item) {
    guard let parent = item.parent else { return }
    if item.isGuide {
      setNeedsLayout(parent)
      return
    }
    guard !item.isMoved, item.engineFrame != item.frame else { return }
    item.isMoved = true
    parent.moved.append(item)
    setNeedsLayout(parent)
  }
}
