import LayoutPlugin
import SceneModel

/// A row as the scene wants it and as the engine has it.
struct RowState {
  var wanted: LinearConstraint?
  var installed: LinearConstraint?
  var isTouched = false
}

/// A constraint of the document while it is laid out.
struct ConstraintState {
  var constraint: LayoutConstraint
  /// Place in the document's order.
  var position: Int
  /// Items whose unknowns or properties its row reads.
  var readers: [Item] = []
  var isStale = false
  /// The row's constant is the constraint's between these two; nil while there is no row. It holds until the row is stale.
  var offsets: RowOffsets?
}

/// What a row adds to its constraint's constant on the right, and then takes off for the left side: apart, so that a new
/// constant is rounded as a new row would be.
struct RowOffsets: BitwiseCopyable {
  var right = 0.0
  var left = 0.0

  func constant(_ own: Double) -> Double { right + own - left }
}

/// A required constraint that is broken, and the conflict set that it was broken for.
struct BrokenConstraint {
  var id: LinearConstraint.ID
  var members: [LinearConstraint.ID]
}

/// What the scene wants is compared with what the engine has, and the difference is sent as one transaction.
extension LayoutKernel {
  /// The engine must know these unknowns.
  func want(_ unknowns: Unknown.Set, of item: Item) {
    guard !unknowns.isSubset(of: item.wantedUnknowns) else { return }
    if item.wantedUnknowns.isEmpty, let ghost = forgottenItems.firstIndex(where: { $0.id == item.id }) {
      // The number came back before the engine heard that it had left.
      item.declaredUnknowns = forgottenItems.remove(at: ghost).declaredUnknowns
    }
    item.wantedUnknowns.formUnion(unknowns)
    guard !item.isTouched else { return }
    item.isTouched = true
    touchedItems.append(item)
  }

  /// An item has left the scene.
  func forgetUnknowns(of item: Item) {
    item.wantedUnknowns = []
    if !item.declaredUnknowns.isEmpty { forgottenItems.append(item) }
  }

  func want(_ row: LinearConstraint) {
    let isNew = rows.update(row.id.rawValue, default: RowState()) { state in
      guard state.wanted != row else { return false }
      state.wanted = row
      defer { state.isTouched = true }
      return !state.isTouched
    }
    if isNew { touchedRows.append(row.id.rawValue) }
  }

  /// A wanted row gets another constant.
  func want(_ constant: Double, for id: UInt32) {
    guard let index = rows.index(of: id) else { return }
    let isNew = rows.change(at: index) { state in
      guard let old = state.wanted?.constant, old != constant else { return false }
      state.wanted?.constant = constant
      defer { state.isTouched = true }
      return !state.isTouched
    }
    if isNew { touchedRows.append(id) }
  }

  func drop(_ id: LinearConstraint.ID) {
    var isNew = false
    rows.update(id.rawValue) { state in
      guard state.wanted != nil else { return }
      state.wanted = nil
      isNew = !state.isTouched
      state.isTouched = true
    }
    if isNew { touchedRows.append(id.rawValue) }
  }

  /// Replaces the system's rows of one origin.
  func replace(_ group: SlotGroup, of item: Item, with constraints: [SystemConstraint]) {
    var slots: UInt64 = 0
    for constraint in constraints { slots |= 1 << UInt64(constraint.id.rawValue & 63) }
    dropSlots(item.systemRows & group.bits & ~slots, of: item)
    item.systemRows |= slots
    for constraint in constraints {
      let row = row(of: constraint)
      if !row.constant.isFinite || !row.terms.allSatisfy(\.coefficient.isFinite) { runaway = item }
      want(row)
    }
  }

  func dropSystemRows(of item: Item) { dropSlots(item.systemRows, of: item) }

  private func dropSlots(_ slots: UInt64, of item: Item) {
    item.systemRows &= ~slots
    for slot in Bits(slots) { drop(LinearConstraint.ID(item.id, slot: slot)) }
  }

  /// The wanted rows of one origin.
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

  func markStale(_ ids: NumberSet) { for id in ids.keys { markStale(id) } }

  var hasUnsentChanges: Bool {
    !touchedRows.isEmpty || !staleConstraints.isEmpty || !touchedItems.isEmpty || !forgottenItems.isEmpty
  }

  /// Sends what has changed and solves; breaks required constraints until nothing conflicts. Marks the views whose
  /// frames will move.
  func solve() throws(LayoutMistake) {
    if !hasUnsentChanges { return }
    try refreshStaleRows()
    if let runaway { throw .layoutLoop(views: [name(of: runaway.id)]) }
    if touchedRows.count > 1 { touchedRows.sort() }
    if touchedItems.count > 1 { touchedItems.sort { $0.id < $1.id } }
    // A broken constraint is tried again when a member of its conflict set changes.
    var stillBroken = broken
    var untouched: [UInt32] = []
    func change(_ id: LinearConstraint.ID) {
      guard rows[id.rawValue]?.isTouched == false, !untouched.contains(id.rawValue) else { return }
      untouched.append(id.rawValue)
    }
    if !broken.isEmpty {
      stillBroken.removeAll { entry in
        rows[entry.id.rawValue]?.wanted?.isRequired != true
          || entry.members.contains { rows[$0.rawValue]?.isTouched == true }
      }
      for entry in broken where !stillBroken.contains(where: { $0.id == entry.id }) { change(entry.id) }
    }
    var reports: [Conflict] = []
    while true {
      switch try applyEdits(also: untouched, broken: stillBroken) {
      case .solved:
        commit(also: untouched, broken: stillBroken)
        if !broken.isEmpty || !stillBroken.isEmpty { broken = stillBroken }
        for conflict in reports {
          note(.conflict(conflicts.count))
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
        stillBroken.append(BrokenConstraint(id: report.brokenID, members: set))
        change(report.brokenID)
      }
    }
  }

  private func refreshStaleRows() throws(LayoutMistake) {
    if staleConstraints.isEmpty { return }
    staleConstraints.sort()
    for id in staleConstraints {
      guard let state = constraints[id] else { continue }
      guard state.constraint.isActive else {
        constraints.update(id) { $0.offsets = nil }
        drop(LinearConstraint.ID(id))
        continue
      }
      let (row, offsets) = row(of: state.constraint)
      guard row.constant.isFinite, row.terms.allSatisfy({ $0.coefficient.isFinite }) else {
        throw .scene(
          where: "constraint \(state.constraint.name)", problem: "its numbers overflow",
          hint: "Use a smaller constant or multiplier.")
      }
      constraints.update(id) { $0.offsets = offsets }
      want(row)
    }
    for id in staleConstraints { constraints.update(id) { $0.isStale = false } }
    staleConstraints.removeAll(keepingCapacity: true)
  }

  /// The row as it is sent: broken constraints stay in the system, below every priority that can be asked for.
  private func effective(_ id: UInt32, _ broken: [BrokenConstraint]) -> LinearConstraint? {
    guard var row = rows[id]?.wanted else { return nil }
    if !broken.isEmpty, broken.contains(where: { $0.id == row.id }) { row.priority = Conflict.brokenPriority }
    return row
  }

  /// Sends what has changed; its edits stand in one list that is used again and again.
  private func applyEdits(also untouched: [UInt32], broken: [BrokenConstraint]) throws(LayoutMistake) -> SolverOutcome {
    var edits: [SolverEdit] = []
    swap(&edits, &spareEdits)
    defer {
      edits.removeAll(keepingCapacity: true)
      swap(&edits, &spareEdits)
    }
    collect(&edits, also: untouched, broken: broken)
    return try apply(edits)
  }

  /// Removals first, so that an id may come back in the same transaction with other terms.
  private func collect(_ edits: inout [SolverEdit], also untouched: [UInt32], broken: [BrokenConstraint]) {
    edits.reserveCapacity(touchedRows.count + 4 * touchedItems.count + untouched.count)
    for id in touchedRows {
      guard let state = rows[id], let old = state.installed else { continue }
      if let new = state.wanted, old.terms == new.terms, old.relation == new.relation { continue }
      edits.append(.remove(old.id))
    }
    for item in touchedItems {
      for unknown in item.wantedUnknowns.subtracting(item.declaredUnknowns).members {
        edits.append(.declare(Variable(item.id, unknown), nonNegative: unknown.isSize))
      }
    }
    for id in touchedRows { collect(&edits, id, broken) }
    for id in untouched { collect(&edits, id, broken) }
    for item in forgottenItems {
      for unknown in item.declaredUnknowns.members { edits.append(.forget(Variable(item.id, unknown))) }
    }
  }

  private func collect(_ edits: inout [SolverEdit], _ id: UInt32, _ broken: [BrokenConstraint]) {
    guard let new = effective(id, broken) else { return }
    guard let old = rows[id]?.installed, old.terms == new.terms, old.relation == new.relation else {
      edits.append(.add(new))
      return
    }
    if old.constant != new.constant { edits.append(.setConstant(new.id, new.constant)) }
    if old.priority != new.priority { edits.append(.setPriority(new.id, new.priority)) }
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

  /// The engine has everything that was wanted.
  private func commit(also untouched: [UInt32], broken: [BrokenConstraint]) {
    for id in touchedRows { commit(id, broken) }
    for id in untouched { commit(id, broken) }
    touchedRows.removeAll(keepingCapacity: true)
    for item in touchedItems {
      item.declaredUnknowns = item.wantedUnknowns
      item.isTouched = false
    }
    touchedItems.removeAll(keepingCapacity: true)
    if !forgottenItems.isEmpty { forgottenItems.removeAll() }
  }

  private func commit(_ id: UInt32, _ broken: [BrokenConstraint]) {
    guard let row = effective(id, broken) else {
      rows.removeValue(forKey: id)
      return
    }
    rows.update(id) { state in
      state.installed = row
      state.isTouched = false
    }
  }

  /// Takes the engine's new values and marks the superviews of views that will move.
  private func drain() throws(LayoutMistake) {
    var changed: [Item] = []
    swap(&changed, &spareItems)
    defer {
      changed.removeAll(keepingCapacity: true)
      swap(&changed, &spareItems)
    }
    do throws(PluginFault) {
      try solver.drainRuns { variables, values in
        for q in 0..<variables.count {
          guard let item = self.items[variables[q].item], let unknown = variables[q].unknown else { continue }
          if item.take(values[q], for: unknown), changed.last !== item { changed.append(item) }
        }
      }
    } catch {
      throw .engine(error)
    }
    for item in changed where isBeyondReach(item) {
      runaway = item
      throw .layoutLoop(views: [name(of: item.id)])
    }
    if suspendedMoves != nil {
      suspendedMoves?.append(contentsOf: changed)
      return
    }
    for item in afterSolving where items[item.id] === item { noteMove(of: item) }
    for item in changed { noteMove(of: item) }
    if !afterSolving.isEmpty { afterSolving = [] }
  }

  /// Further away than any number of a document can put it: margins and springs that feed each other grow by a factor a
  /// round.
  private func isBeyondReach(_ item: Item) -> Bool {
    !(max(abs(item.minX), abs(item.minY)) <= Self.largestNumber && max(item.width, item.height) <= Self.largestNumber)
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
