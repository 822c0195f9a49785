import LayoutPlugin
import SceneModel

/// The amounts that a row adds to its constraint's constant: one on the right, and one that is subtracted for the left side. They are kept apart so
/// that a new constant is rounded as in a new row.
struct RowOffsets: BitwiseCopyable, Equatable {
  var right = 0.0
  var left = 0.0
  /// The factor by which the row is multiplied.
  var scale = 1.0

  static let none = RowOffsets()

  func constant(_ own: Double) -> Double { right + own * scale - left }
}

/// Required constraints that are broken, each with the conflict set that it was broken for, oldest first.
struct BrokenConstraints {
  private(set) var entries: [(id: LinearConstraint.ID, members: [LinearConstraint.ID])] = []
  private var ids = NumberSet()

  var isEmpty: Bool { entries.isEmpty }

  func contains(_ id: UInt32) -> Bool { !entries.isEmpty && ids.contains(id) }

  mutating func append(_ id: LinearConstraint.ID, _ members: [LinearConstraint.ID]) {
    entries.append((id, members))
    ids.insert(id.rawValue)
  }

  /// Removes some constraints and returns them.
  mutating func removeAll(
    where isGone: (LinearConstraint.ID, [LinearConstraint.ID]) -> Bool
  ) -> [LinearConstraint.ID] {
    var removed: [LinearConstraint.ID] = []
    entries.removeAll { entry in
      guard isGone(entry.id, entry.members) else { return false }
      removed.append(entry.id)
      ids.remove(entry.id.rawValue)
      return true
    }
    return removed
  }
}

/// The difference between the scene's rows and the engine's rows is sent as one transaction.
extension LayoutKernel {
  /// Notes that the engine must know these unknowns.
  func want(_ unknowns: Unknown.Set, of item: Item) {
    guard !unknowns.isSubset(of: item.wantedUnknowns) else { return }
    if item.wantedUnknowns.isEmpty, let ghost = forgottenItems.firstIndex(where: { $0.id == item.id }) {
      // The number came back before the engine heard that it had left.
      HardState.numberCameBack.reach()
      item.declaredUnknowns = forgottenItems.remove(at: ghost).declaredUnknowns
    }
    item.wantedUnknowns.formUnion(unknowns)
    guard !item.isTouched else { return }
    item.isTouched = true
    touchedItems.append(item)
  }

  /// Notes that an item has left the scene.
  func forgetUnknowns(of item: Item) {
    item.wantedUnknowns = []
    if !item.declaredUnknowns.isEmpty { forgottenItems.append(item) }
  }

  func want(_ row: BorrowedRow) {
    if !rowsAside.isEmpty { rowsAside.remove(row.id.rawValue) }
    if rows.want(row) { touchedRows.append(row.id.rawValue) }
  }

  /// Gives a row of the scene another constant.
  func want(_ constant: Double, for id: UInt32) {
    if !rowsAside.isEmpty { rowsAside.remove(id) }
    if rows.want(constant, for: id) { touchedRows.append(id) }
  }

  func drop(_ id: LinearConstraint.ID) {
    if !rowsAside.isEmpty { rowsAside.remove(id.rawValue) }
    if rows.drop(id.rawValue) { touchedRows.append(id.rawValue) }
  }

  /// Adds the row that defines a constraint's part.
  func wantPart(of id: UInt32, _ row: BorrowedRow) {
    if !parts.contains(id) {
      parts[id] = 0
      touchedParts.insert(id)
    }
    want(row)
  }

  func dropPart(of id: UInt32) {
    guard !parts.isEmpty, parts.removeValue(forKey: id) != nil else { return }
    touchedParts.insert(id)
    drop(LinearConstraint.ID(partOf: id))
  }

  /// Replaces the system's rows of one origin by those of the constraints that a closure appends.
  func replace(_ group: SlotGroup, of item: Item, _ append: (inout RowWriter) -> Void) {
    var writer = RowWriter(self, item)
    append(&writer)
    dropSlots(item.systemRows & group.bits & ~writer.slots, of: item)
    item.systemRows |= writer.slots
  }

  /// Removes the system's rows of one origin.
  func drop(_ group: SlotGroup, of item: Item) { dropSlots(item.systemRows & group.bits, of: item) }

  func dropSystemRows(of item: Item) { dropSlots(item.systemRows, of: item) }

  private func dropSlots(_ slots: UInt64, of item: Item) {
    if slots == 0 { return }
    item.systemRows &= ~slots
    for slot in Bits(slots) { drop(LinearConstraint.ID(item.id, slot: slot)) }
  }

  /// The rows of one origin that the scene has.
  func systemRows(of item: Item, _ group: SlotGroup) -> [LinearConstraint.ID] {
    Bits(item.systemRows & group.bits).map { LinearConstraint.ID(item.id, slot: $0) }
  }

  func markStale(_ id: UInt32) {
    var isNew = false
    constraints.update(id) { state in
      isNew = !state.isStale
      state.isStale = true
    }
    if isNew { staleConstraints.append(id) }
  }

  /// Marks the constraints whose rows read an item, or its margins, as stale.
  func markStale(readersOf item: Item, marginsOnly: Bool = false) {
    readers.each(of: item.node, marginsOnly: marginsOnly) { markStale($0) }
  }

  var hasUnsentChanges: Bool {
    !touchedRows.isEmpty || !staleConstraints.isEmpty || !touchedItems.isEmpty || !forgottenItems.isEmpty
  }

  /// Sends what has changed and solves; breaks required constraints until nothing conflicts. Marks the views whose
  /// frames will move.
  func solve() throws(LayoutMistake) {
    if !hasUnsentChanges { return }
    try refreshStaleRows()
    forgetFittedSizesOfTouchedRows()
    if let runaway { throw .layoutLoop(views: [name(of: runaway.id)]) }
    if touchedRows.count > 1 { touchedRows.sort() }
    if touchedItems.count > 1 { touchedItems.sort { $0.id < $1.id } }
    // A broken constraint is tried again when a member of its conflict set changes.
    var stillBroken = broken
    var untouched: [UInt32] = []
    func change(_ id: LinearConstraint.ID) {
      if rows.contains(id.rawValue), !rows.isTouched(id.rawValue) { untouched.append(id.rawValue) }
    }
    if !broken.isEmpty {
      let triedAgain = stillBroken.removeAll { id, members in
        !rows.isRequired(id.rawValue) || members.contains { rows.isTouched($0.rawValue) }
      }
      if !triedAgain.isEmpty { HardState.brokenTriedAgain.reach() }
      for id in triedAgain { change(id) }
    }
    var reports: [Conflict] = []
    var described = DescribedMembers()
    while true {
      switch try applyEdits(also: untouched, broken: stillBroken) {
      case .solved:
        commit(also: untouched, broken: stillBroken)
        if reports.isEmpty, stillBroken.entries.count < broken.entries.count { HardState.brokenHeldAgain.reach() }
        if !broken.isEmpty || !stillBroken.isEmpty { broken = stillBroken }
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
        // One that was tried again is on the list already.
        if !untouched.contains(report.brokenID.rawValue) { change(report.brokenID) }
        stillBroken.append(report.brokenID, set)
        HardState.requiredBroken.reach()
        if stillBroken.entries.count == 3 { HardState.threeBrokenAtOnce.reach() }
      }
    }
  }

  /// Reports the conflicts. It is called when the values are known, because they say by how much each constraint is missed.
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
    if staleConstraints.isEmpty { return }
    staleConstraints.sort()
    for id in staleConstraints {
      guard let index = constraints.index(of: id) else { continue }
      let constraint = constraints.bare(at: index)
      guard constraint.isActive else {
        constraints.setOffsets(nil, at: index)
        drop(LinearConstraint.ID(id))
        dropPart(of: id)
        continue
      }
      guard let offsets = wantRow(of: constraint) else {
        throw .scene(
          where: "constraint \(constraints[id]?.name ?? "")", problem: "its numbers overflow",
          hint: "Use a smaller constant or multiplier.")
      }
      constraints.setOffsets(offsets, at: index)
    }
    for id in staleConstraints { constraints.update(id) { $0.isStale = false } }
    staleConstraints.removeAll(keepingBytes: spareRoom)
  }

  /// Sends the changes. The list of edits is reused for each transaction.
  private func applyEdits(also untouched: [UInt32], broken: BrokenConstraints) throws(LayoutMistake) -> SolverOutcome {
    var edits: [BorrowedEdit] = []
    swap(&edits, &spareEdits)
    defer {
      edits.removeAll(keepingBytes: spareRoom)
      rows.takeBackTerms(keepingBytes: spareRoom)
      swap(&edits, &spareEdits)
    }
    collect(&edits, also: untouched, broken: broken)
    return try apply(edits)
  }

  /// Collects the edits, removals first, so that an id may return in the same transaction with other terms.
  private func collect(_ edits: inout [BorrowedEdit], also untouched: [UInt32], broken: BrokenConstraints) {
    edits.reserveCapacity(touchedRows.count + 4 * touchedItems.count + untouched.count)
    // A row with one version has nothing to remove.
    if rows.hasChanges { for id in touchedRows { rows.appendRemoval(of: id, to: &edits) } }
    for item in touchedItems {
      for unknown in Bits(UInt64(item.wantedUnknowns.subtracting(item.declaredUnknowns).rawValue)) {
        let isSize = Unknown(rawValue: unknown)?.isSize ?? false
        edits.append(.declare(Variable(item.id.rawValue << 4 | unknown), nonNegative: isSize))
      }
    }
    for id in touchedParts.keys where parts.contains(id) && !declaredParts.contains(id) {
      edits.append(.declare(Variable(partOf: id), nonNegative: false))
    }
    for id in touchedRows { rows.appendChanges(of: id, to: &edits, isBroken: broken.contains(id)) }
    for id in untouched { rows.appendChanges(of: id, to: &edits, isBroken: broken.contains(id)) }
    for item in forgottenItems {
      for unknown in item.declaredUnknowns.members { edits.append(.forget(Variable(item.id, unknown))) }
    }
    for id in touchedParts.keys where !parts.contains(id) && declaredParts.contains(id) {
      edits.append(.forget(Variable(partOf: id)))
    }
  }

  /// Returns the fault in terms of the scene: views and constraints in place of variables and rows.
  private func fault(_ fault: PluginFault) -> LayoutMistake {
    .engine(
      fault.naming(
        variable: { solverName(of: $0, viewName: name) },
        row: { row in row.user.flatMap { constraints[$0.rawValue]?.name } ?? solverName(of: row, viewName: name) }))
  }

  private func apply(_ edits: [BorrowedEdit]) throws(LayoutMistake) -> SolverOutcome {
    let outcome: SolverOutcome
    do throws(PluginFault) {
      outcome = try edits.withUnsafeBufferPointer { lent throws(PluginFault) in try solver.apply(borrowed: lent) }
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

  /// Notes that the engine has all rows of the scene.
  private func commit(also untouched: [UInt32], broken: BrokenConstraints) {
    if touchedRows.count == rows.count, !rows.hasChanges, broken.isEmpty {
      rows.settleAll()
    } else {
      for id in touchedRows { rows.settle(id, isBroken: broken.contains(id)) }
      for id in untouched { rows.settle(id, isBroken: broken.contains(id)) }
    }
    rows.endTransaction(keepingBytes: spareRoom)
    touchedRows.removeAll(keepingBytes: spareRoom)
    for item in touchedItems {
      item.declaredUnknowns = item.wantedUnknowns
      item.isTouched = false
    }
    touchedItems.removeAll(keepingBytes: spareRoom)
    if !touchedParts.isEmpty {
      for id in touchedParts.keys {
        if parts.contains(id) { declaredParts.insert(id) } else { declaredParts.remove(id) }
      }
      touchedParts.removeAll()
    }
    if !forgottenItems.isEmpty { forgottenItems.removeAll() }
    if rows.keys.count > 2 * trimmedRowCount + Self.manyRows { trim() }
  }

  /// The number of rows below which memory is not trimmed.
  private static let manyRows = 64

  /// Frees the unused memory of tables and lists, after a build or when the scene has doubled.
  private func trim() {
    trimmedRowCount = rows.keys.count
    (touchedRows, touchedItems, staleConstraints) = ([], [], [])
    rows.trim()
    constraints.trim()
    readers.trim()
    items.trim()
  }

  /// Takes the engine's new values and marks the superviews of views that will move.
  private func drain() throws(LayoutMistake) {
    var changed: [NodePointer] = []
    swap(&changed, &spareNodes)
    defer {
      changed.removeAll(keepingBytes: spareRoom)
      swap(&changed, &spareNodes)
    }
    do throws(PluginFault) {
      let nodes = items.nodes
      try solver.drainRuns { variables, values in
        var last: NodePointer?
        var lastID = UInt32.max
        for q in 0..<variables.count {
          let (id, unknown) = (variables[q].id >> 4, variables[q].id & 15)
          if id != lastID {
            guard let index = nodes.index(of: id) else {
              if variables[q].isPart { parts.update(variables[q].constraintOfPart) { $0 = values[q] } }
              continue
            }
            (last, lastID) = (nodes.values[index], id)
          }
          guard let node = last else { continue }
          if node.pointee.take(values[q], unknown) {
            if changed.last != node { changed.append(node) }
          } else if let unknown = Unknown(rawValue: unknown) {
            node.pointee.item.take(values[q], for: unknown)
          }
        }
      }
    } catch {
      throw fault(error)
    }
    for node in changed where isBeyondReach(node.pointee.rectangle) {
      runaway = node.pointee.item
      throw .layoutLoop(views: [name(of: node.pointee.id)])
    }
    if suspendedMoves != nil {
      suspendedMoves?.append(contentsOf: changed.lazy.map(\.pointee.item))
      return
    }
    if !afterSolving.isEmpty {
      for item in afterSolving where items[item.id] === item { noteMove(of: item.node) }
      afterSolving = []
    }
    for node in changed { noteMove(of: node) }
  }

  /// Whether a rectangle is further away than any number of a document can put it. Margins and springs that feed each other grow by a factor in each
  /// round.
  private func isBeyondReach(_ rectangle: Rect) -> Bool {
    !(max(abs(rectangle.x), abs(rectangle.y)) <= Self.largestNumber
      && max(rectangle.width, rectangle.height) <= Self.largestNumber)
  }

  /// Puts a view on its superview's list if it is not where the engine wants it.
  private func noteMove(of node: NodePointer) {
    guard let parent = node.pointee.parent else { return }
    if node.pointee.traits.contains(.isGuide) {
      setNeedsLayout(parent)
      return
    }
    guard !node.pointee.isMoved, node.pointee.engineFrame != node.pointee.frame else { return }
    parent.noteMove(of: node)
    setNeedsLayout(parent)
  }
}

extension LayoutKernel {
  /// The bytes that each list of edits, rows, items or moved nodes keeps between two passes. So an edit that moves every view finds room without an
  /// allocation, and what a build needs is not kept for what a constant needs.
  var spareRoom: Int { 4096 + 16 * items.count }
}
