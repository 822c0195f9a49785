import LayoutPlugin
import SceneModel

/// A row in the table: where its terms are, and its numbers.
struct RowRecord: BitwiseCopyable {
  var run: TermRun
  var relation: Relation
  var constant: Double
  var priority: Double

  /// Whether both rows have the same terms and relation.
  func isLike(_ other: RowRecord) -> Bool { run == other.run && relation == other.relation }
}

/// Rows with their terms, one after the other in one list.
struct SavedRows {
  private var terms: [LinearConstraint.Term] = []
  private var rows: [(id: UInt32, record: RowRecord, end: Int)] = []

  fileprivate mutating func append(_ id: UInt32, _ row: RowRecord, of pool: borrowing TermPool) {
    pool.each(of: row.run) { terms.append($0) }
    rows.append((id, row, terms.count))
  }

  /// Calls a closure with each row, whose terms are valid during the call.
  func each(_ body: (BorrowedRow) -> Void) {
    terms.withUnsafeBufferPointer { terms in
      var start = 0
      for (id, row, end) in rows {
        body(
          BorrowedRow(
            id: LinearConstraint.ID(id), terms: UnsafeBufferPointer(rebasing: terms[start..<end]),
            relation: row.relation,
            constant: row.constant, priority: row.priority))
        start = end
      }
    }
  }
}

/// The state of a row in 24 bytes: a scene has four to five rows for each view.
private struct RowState: BitwiseCopyable {
  enum Standing: UInt32 {
    /// The engine has the row as the scene wants it.
    case settled
    /// The scene wants the row, and the engine does not have it.
    case new
    /// The row may differ from the engine's, or the scene no longer wants it. `RowTable.changes` has both versions.
    case changed
  }

  /// Where the row's terms are; for a changed row, its index in the list of changes.
  var first: Int32
  private var packed: UInt32
  var constant: Double
  var priority: Double

  init(_ row: RowRecord, _ standing: Standing, isBroken: Bool = false) {
    first = row.run.first
    (constant, priority) = (row.constant, row.priority)
    packed =
      UInt32(row.run.length) << 5 | UInt32(row.relation.rawValue + 1) << 3 | (isBroken ? 4 : 0) | standing.rawValue
  }

  /// Makes the state of a changed row.
  init(change: Int) {
    (first, packed, constant, priority) = (Int32(change), Standing.changed.rawValue, 0, 0)
  }

  @inline(__always)
  var standing: Standing { Standing(rawValue: packed & 3)! }
  /// Records that the engine has the row.
  @inline(__always)
  mutating func settle(isBroken: Bool) { packed = packed & ~7 | (isBroken ? 4 : 0) | Standing.settled.rawValue }

  /// Whether the constraint is broken. If so, the engine has it with a priority just below required (`Conflict.brokenPriority`).
  var isBroken: Bool { packed & 4 != 0 }

  /// The row of the scene; not valid for a changed row.
  @inline(__always)
  var row: RowRecord {
    RowRecord(
      run: TermRun(first: first, length: Int32(packed >> 5)), relation: Relation(rawValue: Int32(packed >> 3 & 3) - 1)!,
      constant: constant, priority: priority)
  }
}

/// A row as the scene wants it, and as the engine has it. A version is nil where the row does not exist.
private struct RowVersions: BitwiseCopyable {
  var wanted: RowRecord?
  var installed: RowRecord?

  /// Whether the scene's row has other terms, or another relation, than the engine's.
  var isReshaped: Bool {
    guard let wanted, let installed else { return false }
    return !wanted.isLike(installed)
  }
}

/// All rows by number, in flat memory. Between an edit and the transaction that sends the edit to the engine, a row has two versions, the old and
/// the new one.
struct RowTable: ~Copyable {
  private var states = NumberTable<RowState>()
  private var changes: [RowVersions] = []
  private var terms = TermPool()
  private var lent = BorrowedTerms()

  var keys: [UInt32] { states.keys }
  var count: Int { states.count }
  /// Whether a row has two versions: as the scene wants it, and as the engine has it.
  var hasChanges: Bool { !changes.isEmpty }

  mutating func reserveCapacity(_ capacity: Int) {
    states.reserveCapacity(capacity)
    terms.reserveCapacity(2 * capacity)
  }

  /// Frees unused memory if there is a lot of it.
  mutating func trim() {
    states.trim()
    terms.trim()
  }

  @inline(__always)
  private func versions(at index: Int) -> RowVersions {
    let state = states.values[index]
    switch state.standing {
    case .new: return RowVersions(wanted: state.row, installed: nil)
    case .changed: return changes[Int(state.first)]
    case .settled:
      var installed = state.row
      if state.isBroken { installed.priority = Conflict.brokenPriority }
      return RowVersions(wanted: state.row, installed: installed)
    }
  }

  private func versions(_ id: UInt32) -> RowVersions? {
    guard let index = states.index(of: id) else { return nil }
    return versions(at: index)
  }

  /// Stores another version of the scene's row; nil removes it. Returns whether this is the first change of the row since the last transaction.
  private mutating func change(at index: Int, to wanted: RowRecord?, from versions: RowVersions) -> Bool {
    let state = states.values[index]
    if state.standing == .new, let wanted {
      states.change(at: index) { $0 = RowState(wanted, .new) }
      return false
    }
    let changed = RowVersions(wanted: wanted, installed: versions.installed)
    if state.standing == .changed {
      changes[Int(state.first)] = changed
      return false
    }
    note(changed, at: index)
    return state.standing == .settled
  }

  @inline(__always)
  private mutating func note(_ versions: RowVersions, at index: Int) {
    states.change(at: index) { $0 = RowState(change: changes.count) }
    changes.append(versions)
  }

  /// Whether the row differs, or may differ, from the engine's; false if there is no such row.
  func isTouched(_ id: UInt32) -> Bool { states.index(of: id).map { states.values[$0].standing != .settled } ?? false }

  func contains(_ id: UInt32) -> Bool { states.contains(id) }

  /// Whether the scene has the row and it is required.
  func isRequired(_ id: UInt32) -> Bool {
    versions(id)?.wanted.map { $0.priority >= LinearConstraint.requiredPriority } ?? false
  }

  /// The row as the scene wants it; nil if the scene has no such row.
  func wanted(_ id: UInt32) -> LinearConstraint? { versions(id)?.wanted.map { constraint(id, $0) } }

  /// Appends the row as the scene wants it to a list; returns whether the scene wants it.
  func appendWanted(_ id: UInt32, to list: inout SavedRows) -> Bool {
    guard let row = versions(id)?.wanted else { return false }
    list.append(id, row, of: terms)
    return true
  }

  /// The row as the engine has it; nil if the engine does not have it.
  func installed(_ id: UInt32) -> LinearConstraint? { versions(id)?.installed.map { constraint(id, $0) } }

  private func constraint(_ id: UInt32, _ row: RowRecord) -> LinearConstraint {
    var list: [LinearConstraint.Term] = []
    terms.each(of: row.run) { list.append($0) }
    return LinearConstraint(
      id: LinearConstraint.ID(id), terms: list, relation: row.relation, constant: row.constant, priority: row.priority)
  }

  /// Stores the row as the scene wants it now. Returns whether this is the first change of the row since the last transaction.
  mutating func want(_ row: BorrowedRow) -> Bool {
    let id = row.id.rawValue
    terms.take(row.terms)
    guard let index = states.index(of: id) else {
      let record = RowRecord(
        run: terms.insert(), relation: row.relation, constant: row.constant, priority: row.priority)
      states.append(id, RowState(record, .new))
      return true
    }
    let versions = versions(at: index)
    func isSame(_ other: RowRecord) -> Bool { other.relation == row.relation && terms.holds(other.run) }
    let run: TermRun
    if let wanted = versions.wanted, isSame(wanted) {
      if wanted.constant == row.constant, wanted.priority == row.priority { return false }
      run = wanted.run
    } else {
      release(versions.wanted, besides: versions.installed)
      if let installed = versions.installed, isSame(installed) { run = installed.run } else { run = terms.insert() }
    }
    let wanted = RowRecord(run: run, relation: row.relation, constant: row.constant, priority: row.priority)
    return change(at: index, to: wanted, from: versions)
  }

  /// Frees the terms of a row, unless the other version of the row has the same terms.
  private mutating func release(_ row: RowRecord?, besides other: RowRecord?) {
    if let row, row.run != other?.run { terms.release(row.run) }
  }

  /// Sets the constant that a row should have from now on. Does nothing if the scene has no such row. Returns whether this is the first change of the
  /// row since the last transaction.
  mutating func want(_ constant: Double, for id: UInt32) -> Bool {
    guard let index = states.index(of: id) else { return false }
    let state = states.values[index]
    switch state.standing {
    case .new: states.change(at: index) { $0.constant = constant }
    case .changed: changes[Int(state.first)].wanted?.constant = constant
    case .settled:
      if state.constant == constant { return false }
      var versions = versions(at: index)
      versions.wanted?.constant = constant
      note(versions, at: index)
      return true
    }
    return false
  }

  /// Removes a row from the scene; does nothing if the scene has no such row. Returns whether this is the first change of the row since the last
  /// transaction.
  mutating func drop(_ id: UInt32) -> Bool {
    guard let index = states.index(of: id) else { return false }
    let versions = versions(at: index)
    guard versions.wanted != nil else { return false }
    release(versions.wanted, besides: versions.installed)
    return change(at: index, to: nil, from: versions)
  }

  /// Calls a closure with the variables of both versions of a row: as the scene wants it, and as the engine has it.
  func eachVariable(of id: UInt32, _ body: (Variable) -> Void) {
    guard let versions = versions(id) else { return }
    if let wanted = versions.wanted { terms.each(of: wanted.run) { body($0.variable) } }
    if let installed = versions.installed, installed.run != versions.wanted?.run {
      terms.each(of: installed.run) { body($0.variable) }
    }
  }

  /// Records that the engine has the scene's version of the row.
  mutating func settle(_ id: UInt32, isBroken: Bool) {
    guard let index = states.index(of: id) else { return }
    let state = states.values[index]
    if state.standing != .changed {
      states.change(at: index) { $0.settle(isBroken: isBroken) }
      return
    }
    let versions = changes[Int(state.first)]
    release(versions.installed, besides: versions.wanted)
    guard let wanted = versions.wanted else {
      states.removeValue(forKey: id)
      return
    }
    states.change(at: index) { $0 = RowState(wanted, .settled, isBroken: isBroken) }
  }

  /// Records that the engine has all rows. None of them may have two versions or be broken.
  mutating func settleAll() {
    for index in 0..<states.count { states.change(at: index) { $0.settle(isBroken: false) } }
  }

  /// Ends a transaction that leaves no difference between scene and engine.
  mutating func endTransaction(keepingBytes count: Int) { changes.removeAll(keepingBytes: count) }

  func appendRemoval(of id: UInt32, to edits: inout [BorrowedEdit]) {
    guard let versions = versions(id), versions.installed != nil else { return }
    if versions.wanted == nil || versions.isReshaped { edits.append(.remove(LinearConstraint.ID(id))) }
  }

  /// Appends the edits for a row. A broken constraint stays in the engine, at `Conflict.brokenPriority`. The terms of an added row stay valid until
  /// `takeBackTerms`.
  mutating func appendChanges(of id: UInt32, to edits: inout [BorrowedEdit], isBroken: Bool) {
    guard let index = states.index(of: id) else { return }
    let name = LinearConstraint.ID(id)
    let versions = versions(at: index)
    guard let wanted = versions.wanted else { return }
    let priority = isBroken ? Conflict.brokenPriority : wanted.priority
    guard let installed = versions.installed, !versions.isReshaped else {
      edits.append(
        .add(
          BorrowedRow(
            id: name, terms: lent.lend(wanted.run, of: terms), relation: wanted.relation, constant: wanted.constant,
            priority: priority)))
      return
    }
    if installed.constant != wanted.constant { edits.append(.setConstant(name, wanted.constant)) }
    if installed.priority != priority { edits.append(.setPriority(name, priority)) }
  }

  /// Invalidates the terms of the edits, after the engine has read them.
  mutating func takeBackTerms(keepingBytes count: Int) { lent.takeBack(keepingBytes: count) }
}
