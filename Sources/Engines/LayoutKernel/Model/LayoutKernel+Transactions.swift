import LayoutPlugin
import SceneModel

/// The difference between the scene's rows and the engine's rows is sent as one transaction.
extension LayoutKernel {
  /// Replaces an item's rows of one group of system constraints by the rows of the constraints that the closure appends to the writer.
  func replace(_ group: SlotGroup, of item: Item, _ append: (inout RowWriter) -> Void) {
    var writer = RowWriter(self, item)
    append(&writer)
    rows.dropSlots(item.systemRows & group.bits & ~writer.slots, of: item)
    item.systemRows |= writer.slots
  }

  /// Sends the changes and solves. Breaks required constraints until no conflict is left. Marks the views whose frames will move.
  func solve() throws(LayoutMistake) {
    if !rows.hasUnsentChanges { return }
    try refreshStaleRows()
    forgetFittedSizesOfTouchedRows()
    if let runaway = rows.runaway { throw .layoutLoop(views: [name(of: runaway.id)]) }
    if rows.touched.count > 1 { rows.touched.sort() }
    if rows.touchedItems.count > 1 { rows.touchedItems.sort { $0.id < $1.id } }
    // A broken constraint is tried again when a member of its conflict set changes.
    var stillBroken = rows.broken
    var untouched: [UInt32] = []
    func change(_ id: LinearConstraint.ID) {
      if rows.table.contains(id.rawValue), !rows.table.isTouched(id.rawValue) { untouched.append(id.rawValue) }
    }
    if !rows.broken.isEmpty {
      let triedAgain = stillBroken.removeAll { id, members in
        !rows.table.isRequired(id.rawValue) || members.contains { rows.table.isTouched($0.rawValue) }
      }
      if !triedAgain.isEmpty { HardState.brokenTriedAgain.reach() }
      for id in triedAgain { change(id) }
    }
    var reports: [Conflict] = []
    var described = DescribedMembers()
    while true {
      switch try applyEdits(also: untouched, broken: stillBroken) {
      case .solved:
        if reports.isEmpty, stillBroken.entries.count < rows.broken.entries.count { HardState.brokenHeldAgain.reach() }
        rows.commit(also: untouched, broken: stillBroken, keepingBytes: spareRoom)
        if rows.hasGrown {
          rows.trim()
          items.trim()
        }
        defer { tell(reports) }
        try drain()
        return
      case .conflict(let set):
        guard let report = conflict(set, besides: stillBroken, &described),
          !stillBroken.contains(report.brokenID.rawValue)
        else {
          let members = set.flatMap { [.row($0), ", "] as [ContractViolation.Word] }.dropLast()
          throw fault(
            .broken(
              ContractViolation(
                .unknownConflictRow, by: "the engine",
                ["a conflict of "] + Array(members) + [" names no required constraint that is in force"])))
        }
        reports.append(report)
        // A constraint that was tried again is already on the list.
        if !untouched.contains(report.brokenID.rawValue) { change(report.brokenID) }
        stillBroken.append(report.brokenID, set)
        HardState.requiredBroken.reach()
        if stillBroken.entries.count == 3 { HardState.threeBrokenAtOnce.reach() }
      }
    }
  }

  /// Reports the conflicts. It is called after the values are known, because these say by how much each constraint is violated.
  private func tell(_ reports: [Conflict]) {
    for conflict in reports {
      if miss(of: conflict) < largestRounding {
        roundings.append(conflict)
      } else {
        note(.conflict(conflicts.count))
        conflicts.append(conflict)
      }
    }
  }

  private func refreshStaleRows() throws(LayoutMistake) {
    if rows.stale.isEmpty { return }
    rows.stale.sort()
    for id in rows.stale {
      guard let index = rows.constraints.index(of: id) else { continue }
      let constraint = rows.constraints.bare(at: index)
      guard constraint.isActive else {
        rows.constraints.setOffsets(nil, at: index)
        rows.drop(LinearConstraint.ID(id))
        rows.dropPart(of: id)
        continue
      }
      guard let offsets = wantRow(of: constraint) else {
        throw .scene(
          where: "constraint \(rows.constraints[id]?.name ?? "")", problem: "its numbers overflow",
          hint: "Use a smaller constant or multiplier.")
      }
      rows.constraints.setOffsets(offsets, at: index)
    }
    for id in rows.stale { rows.constraints.update(id) { $0.isStale = false } }
    rows.stale.removeAll(keepingBytes: spareRoom)
  }

  /// Sends the changes. The list of edits is reused for each transaction.
  private func applyEdits(also untouched: [UInt32], broken: BrokenConstraints) throws(LayoutMistake) -> SolverOutcome {
    var edits: [BorrowedEdit] = []
    swap(&edits, &rows.spareEdits)
    defer {
      edits.removeAll(keepingBytes: spareRoom)
      rows.table.takeBackTerms(keepingBytes: spareRoom)
      swap(&edits, &rows.spareEdits)
    }
    rows.collect(&edits, also: untouched, broken: broken)
    return try apply(edits)
  }

  /// Returns the fault in terms of the scene: views and constraints in place of variables and rows.
  private func fault(_ fault: PluginFault) -> LayoutMistake {
    .engine(
      fault.naming(
        variable: { solverName(of: $0, viewName: name) },
        row: { row in row.user.flatMap { rows.constraints[$0.rawValue]?.name } ?? solverName(of: row, viewName: name) })
    )
  }

  private func apply(_ edits: [BorrowedEdit]) throws(LayoutMistake) -> SolverOutcome {
    let outcome: SolverOutcome
    do throws(PluginFault) {
      outcome =
        if let borrower { try borrower.apply(borrowed: edits) } else { try solver.apply(edits.map(\.edit)) }
    } catch {
      throw fault(error)
    }
    sentEdits += edits.count
    if recorder != nil {
      var transaction = SolverScript.Transaction(edits: edits.map(\.edit))
      if case .conflict(let set) = outcome { transaction.expectations = [.conflict(set)] }
      recorder?.transactions.append(transaction)
    }
    return outcome
  }

  /// Takes the engine's new values and marks the superviews of views that will move.
  private func drain() throws(LayoutMistake) {
    var changed = NodeBuffer()
    swap(&changed, &passes.spareNodes)
    defer {
      changed.removeAll(keepingBytes: spareRoom)
      swap(&changed, &passes.spareNodes)
    }
    var isWithinReach = true
    do throws(PluginFault) {
      try items.nodes.withLookup { nodes throws(PluginFault) in
        try solver.drainRuns { variables, values in
          var last: NodePointer?
          var lastID = UInt32.max
          var isListed = false
          for q in variables.indices {
            let (id, unknown, value) = (variables[q].id >> 4, variables[q].id & 15, values[q])
            if id != lastID {
              guard let node = nodes[id] else {
                if variables[q].isPart { rows.parts.update(variables[q].constraintOfPart) { $0 = value } }
                continue
              }
              (last, lastID, isListed) = (node, id, false)
            }
            guard let node = last else { continue }
            if node.pointee.take(value, unknown) {
              if !(value.magnitude <= Self.largestNumber) { isWithinReach = false }
              if !isListed { changed.append(node) }
              isListed = true
            } else if let unknown = Unknown(rawValue: unknown) {
              node.pointee.item.take(value, for: unknown)
            }
          }
        }
      }
    } catch {
      throw fault(error)
    }
    if !isWithinReach {
      for node in changed.view where isBeyondReach(node.pointee.rectangle) {
        rows.runaway = node.pointee.item
        throw .layoutLoop(views: [name(of: node.pointee.id)])
      }
    }
    if measurement.suspendedMoves != nil {
      measurement.suspendedMoves?.append(contentsOf: changed.view.lazy.map(\.pointee.item))
      return
    }
    var marked: NodePointer?
    if !measurement.afterSolving.isEmpty {
      for item in measurement.afterSolving where items[item.id] === item { noteMove(of: item.node, &marked) }
      measurement.afterSolving = []
    }
    for node in changed.view { noteMove(of: node, &marked) }
  }

  /// Whether a rectangle is further away than any number of a document can put it. That happens if margins and springs enlarge each other by a
  /// factor in each round.
  private func isBeyondReach(_ rectangle: Rect) -> Bool {
    !(max(abs(rectangle.x), abs(rectangle.y)) <= Self.largestNumber
      && max(rectangle.width, rectangle.height) <= Self.largestNumber)
  }

  /// Adds a view to its superview's list if its frame differs from the engine's. `marked` is the superview that was marked last.
  @inline(__always)
  private func noteMove(of node: NodePointer, _ marked: inout NodePointer?) {
    guard let parent = node.pointee.parent else { return }
    if node.pointee.traits.contains(.isGuide) {
      setNeedsLayout(parent)
      return
    }
    guard !node.pointee.isMoved, node.pointee.engineFrame != node.pointee.frame else { return }
    parent.noteMove(of: node)
    if marked != parent { setNeedsLayout(parent) }
    marked = parent
  }
}

extension LayoutKernel {
  /// The bytes of memory that each list of edits, rows, items or moved nodes keeps between two passes. This is enough for an edit that moves every
  /// view. Larger memory, as a build needs it, is freed.
  var spareRoom: Int { 4096 + 16 * items.count }
}
