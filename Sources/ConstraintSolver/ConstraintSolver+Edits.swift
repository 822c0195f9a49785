import LayoutPlugin
import SceneModel

extension ConstraintSolver {
  /// What is wrong with an edit.
  struct Mistake: Error {
    var reason: String
  }

  enum Inverse {
    case forget(Int32)
    case revive(VariableRecord)
    case removeRow(Int32)
    case addRow(RowRecord)
    case setConstant(Int32, Double)
    case setPriority(Int32, Double)
  }

  func perform(_ edit: SolverEdit) throws(Mistake) {
    switch edit {
    case .declare(let variable, let isNonNegative): try declare(variable, isNonNegative)
    case .forget(let variable):
      guard let slot = variableSlots[variable.id] else { throw Mistake(reason: "\(variable) is unknown") }
      guard variables[slot].rows.isEmpty else {
        let user = rows[Int(variables[slot].rows[0])].id
        throw Mistake(reason: "\(variable) cannot be forgotten while \(user) uses it")
      }
      journal.append(.revive(variables[slot]))
      removeVariable(slot)
    case .add(let constraint): try add(constraint)
    case .remove(let id):
      let slot = try rowSlot(id)
      journal.append(.addRow(rows[slot]))
      removeRow(slot)
    case .setConstant(let id, let constant):
      let slot = try rowSlot(id)
      guard constant.isFinite else { throw Mistake(reason: "\(id): the constant is not finite") }
      guard rows[slot].constant != constant else { return }
      journal.append(.setConstant(Int32(slot), rows[slot].constant))
      rows[slot].constant = constant + 0
      touch(slot)
    case .setPriority(let id, let priority):
      let slot = try rowSlot(id)
      try check(priority, of: id)
      guard rows[slot].priority != priority else { return }
      journal.append(.setPriority(Int32(slot), rows[slot].priority))
      rows[slot].priority = priority
      touch(slot)
    }
  }

  /// Takes back the edits of the present transaction.
  func undo() {
    while let inverse = journal.popLast() {
      switch inverse {
      case .forget(let slot): removeVariable(Int(slot))
      case .revive(let record): insertVariable(record)
      case .removeRow(let slot): removeRow(Int(slot))
      case .addRow(let record): insertRow(record)
      case .setConstant(let slot, let constant):
        rows[Int(slot)].constant = constant
        touch(Int(slot))
      case .setPriority(let slot, let priority):
        rows[Int(slot)].priority = priority
        touch(Int(slot))
      }
    }
  }

  private func declare(_ variable: Variable, _ isNonNegative: Bool) throws(Mistake) {
    if let slot = variableSlots[variable.id] {
      guard variables[slot].isNonNegative == isNonNegative else {
        let before = variables[slot].isNonNegative ? "non-negative" : "free"
        throw Mistake(reason: "\(variable) is already \(before)")
      }
      return
    }
    let slot = insertVariable(VariableRecord(id: variable.id, isNonNegative: isNonNegative))
    journal.append(.forget(Int32(slot)))
  }

  private func add(_ constraint: LinearConstraint) throws(Mistake) {
    let id = constraint.id
    guard rowSlots[id.rawValue] == nil else { throw Mistake(reason: "\(id) exists already") }
    guard constraint.constant.isFinite else { throw Mistake(reason: "\(id): the constant is not finite") }
    try check(constraint.priority, of: id)
    for term in constraint.terms where !term.coefficient.isFinite {
      throw Mistake(reason: "\(id): the coefficient of \(term.variable) is not finite")
    }
    var terms: [Term] = []
    terms.reserveCapacity(constraint.terms.count)
    for term in ConstraintSolver.merged(constraint.terms) {
      var slot = variableSlots[term.variable.id]
      if slot == nil {
        slot = insertVariable(VariableRecord(id: term.variable.id))
        journal.append(.forget(Int32(slot!)))
      }
      terms.append(Term(variable: Int32(slot!), coefficient: term.coefficient))
    }
    let slot = insertRow(
      RowRecord(
        id: id, terms: terms, relation: constraint.relation, constant: constraint.constant + 0,
        priority: constraint.priority))
    journal.append(.removeRow(Int32(slot)))
  }

  /// Adds up the coefficients of each variable, exactly; a sum of zero vanishes, and the variable with it.
  static func merged(_ terms: [LinearConstraint.Term]) -> [LinearConstraint.Term] {
    var isPlain = true
    for i in terms.indices {
      if terms[i].coefficient == 0 || i > 0 && terms[i - 1].variable >= terms[i].variable { isPlain = false }
    }
    if isPlain { return terms }
    var result: [LinearConstraint.Term] = []
    var rest = terms.sorted { $0.variable < $1.variable }[...]
    while let variable = rest.first?.variable {
      let same = rest.prefix { $0.variable == variable }
      rest = rest.dropFirst(same.count)
      var parts: [Double] = []
      for term in same where term.coefficient != 0 {
        let last = parts.popLast() ?? 0
        let sum = last + term.coefficient
        let carried = sum - last
        let error = (last - (sum - carried)) + (term.coefficient - carried)
        if error == 0 { parts.append(sum) } else { parts += [last, term.coefficient] }
      }
      if parts.count == 1 && parts[0] == 0 { continue }
      if parts.count > 1, parts.reduce(Rational.zero, { $0 + Rational($1) }).isZero { continue }
      result += parts.map { LinearConstraint.Term($0, variable) }
    }
    return result
  }

  private func check(_ priority: Double, of id: LinearConstraint.ID) throws(Mistake) {
    guard priority > 0, priority <= LinearConstraint.requiredPriority else {
      throw Mistake(reason: "\(id): priority \(priority) is outside (0, 1000]")
    }
  }

  private func rowSlot(_ id: LinearConstraint.ID) throws(Mistake) -> Int {
    guard let slot = rowSlots[id.rawValue] else { throw Mistake(reason: "\(id) is unknown") }
    return slot
  }

  // MARK: Tables

  @discardableResult
  private func insertVariable(_ record: VariableRecord) -> Int {
    let slot: Int
    if let free = freeVariables.popLast() {
      slot = Int(free)
      let isQueued = variables[slot].isQueued
      variables[slot] = record
      variables[slot].isQueued = isQueued
    } else {
      slot = variables.count
      variables.append(record)
    }
    variables[slot].isAlive = true
    variables[slot].isDirty = false
    variableSlots.insert(record.id, slot)
    markDirty(Int32(slot))
    return slot
  }

  private func removeVariable(_ slot: Int) {
    variableSlots.remove(variables[slot].id)
    variables[slot].isAlive = false
    variables[slot].rows = []
    freeVariables.append(Int32(slot))
  }

  @discardableResult
  private func insertRow(_ record: RowRecord) -> Int {
    let slot: Int
    if let free = freeRows.popLast() {
      slot = Int(free)
      rows[slot] = record
    } else {
      slot = rows.count
      rows.append(record)
    }
    rowSlots.insert(record.id.rawValue, slot)
    var last: Int32 = -1
    for term in record.terms where term.variable != last {
      variables[Int(term.variable)].rows.append(Int32(slot))
      last = term.variable
    }
    touch(slot)
    return slot
  }

  private func removeRow(_ slot: Int) {
    touch(slot)
    var last: Int32 = -1
    for term in rows[slot].terms where term.variable != last {
      last = term.variable
      let index = variables[Int(last)].rows.lastIndex(of: Int32(slot))!
      variables[Int(last)].rows.swapAt(index, variables[Int(last)].rows.count - 1)
      variables[Int(last)].rows.removeLast()
    }
    rowSlots.remove(rows[slot].id.rawValue)
    rows[slot].isAlive = false
    rows[slot].terms = []
    freeRows.append(Int32(slot))
  }

  private func touch(_ row: Int) {
    if rows[row].terms.isEmpty { emptyRows.append(Int32(row)) }
    for term in rows[row].terms { markDirty(term.variable) }
  }

  private func markDirty(_ slot: Int32) {
    if !variables[Int(slot)].isDirty {
      variables[Int(slot)].isDirty = true
      dirty.append(slot)
    }
  }
}
