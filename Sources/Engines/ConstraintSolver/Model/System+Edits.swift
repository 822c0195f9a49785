import LayoutPlugin
import SceneModel

extension System {
  /// The inverse of one edit.
  struct Inverse: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      case forget
      case revive
      case removeRow
      case restoreRow
      case setConstant
      case setPriority

      /// Whether `slot` is that of a row, not of a variable.
      var isOfRow: Bool { self != .forget && self != .revive }
    }

    var kind: Kind
    var slot: Int32
    var number = 0.0
  }

  /// The inverse of the present transaction if the journal has a single step; otherwise nil.
  var onlyInverse: Inverse? { beganEmpty || journal.count != 1 ? nil : journal[0] }

  mutating func perform(_ edit: BorrowedEdit) throws(Mistake) {
    switch edit {
    case .declare(let variable, let isNonNegative): try declare(variable, isNonNegative)
    case .forget(let variable):
      guard let slot = variableSlots[variable.id] else { throw Mistake(reason: "\(variable) is unknown") }
      guard variables[slot].firstTerm < 0 else {
        let user = rows[terms[variables[slot].firstTerm].row].id
        throw Mistake(reason: "\(variable) cannot be forgotten while c\(user) uses it")
      }
      journal.append(Inverse(kind: .revive, slot: Int32(slot)))
      withdraw(slot)
    case .add(let row): try add(row)
    case .remove(let id):
      let slot = try rowSlot(id)
      journal.append(Inverse(kind: .restoreRow, slot: Int32(slot)))
      noteChange(demands[slot].constant)
      unlink(slot)
      removedRows.append(Int32(slot))
    case .setConstant(let id, let constant):
      let slot = try rowSlot(id)
      guard constant.isFinite else { throw Mistake(reason: "\(id): the constant is not finite") }
      guard demands[slot].constant != constant else { return }
      journal.append(Inverse(kind: .setConstant, slot: Int32(slot), number: demands[slot].constant))
      noteChange(constant - demands[slot].constant)
      setConstant(slot, constant + 0)
    case .setPriority(let id, let priority):
      let slot = try rowSlot(id)
      try check(priority, of: id)
      guard demands[slot].priority != priority else { return }
      journal.append(Inverse(kind: .setPriority, slot: Int32(slot), number: demands[slot].priority))
      setPriority(slot, priority)
    }
  }

  private mutating func noteChange(_ change: Double) {
    if change != 0, change.magnitude < Tolerance.tinyChange { hasTinyChange = true }
  }

  /// Undoes the edits of the present transaction, last one first.
  mutating func undo() {
    if beganEmpty { return removeEverything() }
    while let inverse = journal.popLast() {
      let slot = Int(inverse.slot)
      switch inverse.kind {
      case .forget:
        withdraw(slot)
        freeVariables.append(inverse.slot)
      case .revive:
        variableSlots.insert(variables[slot].id, slot)
        variables[slot].isAlive = true
        enqueue(slot)
      case .removeRow:
        unlink(slot)
        releaseTerms(slot)
        freeRows.append(inverse.slot)
      case .restoreRow:
        _ = removedRows.popLast()
        link(slot)
      case .setConstant: setConstant(slot, inverse.number)
      case .setPriority: setPriority(slot, inverse.number)
      }
    }
  }

  /// Ends a successful transaction: frees what only an undo would have needed.
  mutating func commit() {
    for q in 0..<removedRows.count {
      releaseTerms(Int(removedRows[q]))
      freeRows.append(removedRows[q])
    }
    removedRows.removeAll()
    for q in 0..<journal.count where journal[q].kind == .revive {
      let slot = journal[q].slot
      // The variable was forgotten, and no later edit of the same transaction has reused its slot.
      if !variables[slot].isAlive { freeVariables.append(slot) }
    }
    journal.removeAll()
    if variableSlots.count == 0, rowSlots.count == 0 {
      removeEverything()
    } else if isLarge {
      trim()
    }
    if deadNodes > nodes.count / 2 + 64 { compactNodes() }
  }

  private mutating func removeEverything() {
    let (work, refusals, limit, isProved) = (work, refusals, conflictSearchLimit, isProved)
    self = System()
    (self.work, self.refusals, conflictSearchLimit, self.isProved) = (work, refusals, limit, isProved)
  }

  private mutating func withdraw(_ variable: Int) {
    variableSlots.remove(variables[variable].id)
    variables[variable].isAlive = false
    if variables[variable].node >= 0 { abandonedNodes.append(variables[variable].node) }
  }

  private mutating func trim() {
    variables.trim()
    values.trim()
    rows.trim()
    demands.trim()
    terms.trim()
    nodes.trim()
    journal.trim()
    queued.trim()
    changedRows.trim()
    squareWorkspace.trim()
    simplexMemory.trim()
    programMemory.trim()
  }

  private mutating func setConstant(_ slot: Int, _ constant: Double) {
    demands[slot].constant = constant
    if rows[slot].termCount == 0 { changedRows.append(Int32(slot)) }
    let node = Int(rows[slot].node)
    if node >= 0 { dirty.insert(node) }
  }

  private mutating func setPriority(_ slot: Int, _ priority: Double) {
    demands[slot].priority = priority
    rows[slot].isRequired = priority >= LinearConstraint.requiredPriority
    rows[slot].isReranked = true
    changedRows.append(Int32(slot))
  }

  /// Reserves memory for as many rows as there are edits, because tables that grow step by step are copied again and again. Most edits of a first
  /// transaction add rows. The limit is 50 MB.
  mutating func reserve(editCount: Int) {
    let rowCount = min(editCount, 1 << 18)
    variables.reserve(adding: rowCount)
    values.reserve(adding: rowCount)
    queued.reserve(adding: rowCount)
    rows.reserve(adding: rowCount)
    demands.reserve(adding: rowCount)
    terms.reserve(adding: 3 * rowCount)
    changedRows.reserve(adding: rowCount)
    if !beganEmpty { journal.reserve(2 * rowCount) }
  }

  /// Notes how to undo an addition.
  @inline(__always)
  private mutating func noteNew(_ slot: Int, _ kind: Inverse.Kind) {
    if !beganEmpty { journal.append(Inverse(kind: kind, slot: Int32(slot))) }
  }

  private mutating func declare(_ variable: Variable, _ isNonNegative: Bool) throws(Mistake) {
    if let slot = variableSlots[variable.id] {
      guard variables[slot].isNonNegative == isNonNegative else {
        throw Mistake(reason: "\(variable) is already \(variables[slot].isNonNegative ? "non-negative" : "free")")
      }
      return
    }
    noteNew(insertVariable(variable, isNonNegative), .forget)
  }

  mutating func insertVariable(_ variable: Variable, _ isNonNegative: Bool) -> Int {
    var record = VariableRecord(id: variable.id, isNonNegative: isNonNegative)
    let value = ValueRecord()
    let slot: Int
    if let free = freeVariables.popLast() {
      slot = Int(free)
      record.isQueued = variables[slot].isQueued
      variables[slot] = record
      values[slot] = value
    } else {
      slot = variables.count
      variables.append(record)
      values.append(value)
    }
    variableSlots.insert(variable.id, slot)
    enqueue(slot)
    return slot
  }

  mutating func add(_ row: BorrowedRow) throws(Mistake) {
    let id = row.id
    guard rowSlots[id.rawValue] == nil else { throw Mistake(reason: "\(id) exists already") }
    guard row.constant.isFinite else { throw Mistake(reason: "\(id): the constant is not finite") }
    try check(row.priority, of: id)
    noteChange(row.constant)
    let isPlain = System.isPlain(row.terms)
    if !isPlain {
      for term in row.terms where !term.coefficient.isFinite {
        throw Mistake(reason: "\(id): the coefficient of \(term.variable) is not finite")
      }
    }
    let demand = DemandRecord(constant: row.constant + 0, priority: row.priority)
    let record = RowRecord(
      id: id.rawValue, relation: Int8(row.relation.rawValue),
      isRequired: row.priority >= LinearConstraint.requiredPriority)
    let slot: Int
    if let free = freeRows.popLast() {
      slot = Int(free)
      rows[slot] = record
      demands[slot] = demand
    } else {
      slot = rows.count
      rows.append(record)
      demands.append(demand)
    }
    if isPlain {
      addTerms(row.terms, to: slot)
    } else {
      var isSplit = false
      let merged = System.merged(row.terms, isSplit: &isSplit)
      rows[slot].isSplit = isSplit
      merged.withUnsafeBufferPointer { addTerms($0, to: slot) }
    }
    rowSlots.insert(id.rawValue, slot)
    changedRows.append(Int32(slot))
    noteNew(slot, .removeRow)
  }

  /// Adds the row's terms, in force.
  private mutating func addTerms(_ list: UnsafeBufferPointer<LinearConstraint.Term>, to slot: Int) {
    let first = takeTerms(list.count)
    rows[slot].firstTerm = Int32(first)
    rows[slot].termCount = Int32(list.count)
    for (offset, term) in list.enumerated() {
      let variable: Int
      if let known = variableSlots[term.variable.id] {
        variable = known
      } else {
        variable = insertVariable(term.variable, false)
        noteNew(variable, .forget)
      }
      let next = variables[variable].firstTerm
      terms[first + offset] = TermRecord(
        variable: Int32(variable), row: Int32(slot), next: next, previous: -1, coefficient: term.coefficient)
      putFirst(Int32(first + offset), of: Int32(variable), before: next)
    }
  }

  /// Whether no variable occurs twice and each coefficient is finite and not zero. False for rows of more than eight
  /// terms.
  @inline(__always)
  private static func isPlain(_ terms: UnsafeBufferPointer<LinearConstraint.Term>) -> Bool {
    if terms.count > 8 { return false }
    for a in 0..<terms.count {
      if terms[a].coefficient == 0 || !terms[a].coefficient.isFinite { return false }
      for b in 0..<a where terms[a].variable == terms[b].variable { return false }
    }
    return true
  }

  /// Adds up the coefficients of each variable exactly. A sum of zero vanishes, and the variable with it. Coefficients
  /// that have no exact sum in one `Double` stay side by side.
  private static func merged(
    _ terms: UnsafeBufferPointer<LinearConstraint.Term>, isSplit: inout Bool
  ) -> [LinearConstraint.Term] {
    var result: [LinearConstraint.Term] = []
    var rest = terms.sorted { $0.variable < $1.variable }[...]
    while let variable = rest.first?.variable {
      let same = rest.prefix { $0.variable == variable }
      rest = rest.dropFirst(same.count)
      var parts: [Double] = []
      for term in same where term.coefficient != 0 {
        var sum = CompensatedSum(parts.popLast() ?? 0)
        let before = sum.value
        sum.add(1, term.coefficient)
        if sum.isExact, sum.value.isFinite {
          if sum.value != 0 { parts.append(sum.value) }
        } else {
          parts += [before, term.coefficient]
        }
      }
      if parts.reduce(Rational.zero, { $0 + Rational($1) }).isZero { continue }
      if parts.count > 1 { isSplit = true }
      result += parts.map { LinearConstraint.Term($0, variable) }
    }
    return result
  }

  @inline(__always)
  private func check(_ priority: Double, of id: LinearConstraint.ID) throws(Mistake) {
    guard priority > 0, priority <= LinearConstraint.requiredPriority else {
      throw Mistake(reason: "\(id): priority \(priority) is outside (0, 1000]")
    }
  }

  private mutating func rowSlot(_ id: LinearConstraint.ID) throws(Mistake) -> Int {
    guard let slot = rowSlots[id.rawValue] else { throw Mistake(reason: "\(id) is unknown") }
    return slot
  }

  // MARK: Tables

  @inline(__always)
  private mutating func takeTerms(_ count: Int) -> Int {
    if freeTerms.isEmpty { return terms.extend(by: count) }
    return takeFreeTerms(count)
  }

  private mutating func takeFreeTerms(_ count: Int) -> Int {
    if count == 0 { return 0 }
    guard count < freeTerms.count, freeTerms[count] >= 0 else { return terms.extend(by: count) }
    let first = Int(freeTerms[count])
    freeTerms[count] = terms[first].next
    return first
  }

  private mutating func giveBackTerms(_ first: Int, _ count: Int) {
    if freeTerms.isEmpty { freeTerms.append(repeating: -1, count: System.longestRun + 1) }
    guard count > 0, count <= System.longestRun else { return }
    terms[first].next = freeTerms[count]
    freeTerms[count] = Int32(first)
  }

  private mutating func releaseTerms(_ row: Int) {
    giveBackTerms(Int(rows[row].firstTerm), Int(rows[row].termCount))
    rows[row].termCount = 0
  }

  /// Puts a row into force.
  mutating func link(_ slot: Int) {
    rowSlots.insert(rows[slot].id, slot)
    rows[slot].isAlive = true
    for t in rows[slot].terms {
      let variable = terms[t].variable
      let next = variables[variable].firstTerm
      terms[t].previous = -1
      terms[t].next = next
      putFirst(t, of: variable, before: next)
    }
    changedRows.append(Int32(slot))
  }

  @inline(__always)
  private func putFirst(_ term: Int32, of variable: Int32, before next: Int32) {
    if next >= 0 { terms[next].previous = term }
    variables[variable].firstTerm = term
  }

  /// Takes a row out of force. The row keeps its node and its terms.
  private mutating func unlink(_ slot: Int) {
    rowSlots.remove(rows[slot].id)
    rows[slot].isAlive = false
    for t in rows[slot].terms {
      let (next, previous) = (terms[t].next, terms[t].previous)
      if previous >= 0 { terms[previous].next = next } else { variables[terms[t].variable].firstTerm = next }
      if next >= 0 { terms[next].previous = previous }
    }
    changedRows.append(Int32(slot))
  }
}
