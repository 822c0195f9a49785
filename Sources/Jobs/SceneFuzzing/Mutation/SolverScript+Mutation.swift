import SceneModel

extension Mutator where Subject == SolverScript {
  public static let all: [Mutator] = [
    .append, .insert, .delete, .duplicate, .swap, .split, .join, .changeConstant, .changePriority, .changeCoefficient,
    .changeRelation, .changeVariable, .copyPriority, .repeatRow, .repeatTransaction, .drag, .toggle, .retry,
  ]

  /// A new transaction that fits the system built so far.
  static let append = Mutator("append a transaction") { script, entropy in
    var system = script.system(before: script.transactions.count)
    let edits = (0..<entropy.count(1...3)).map { _ in system.edit(&entropy) }
    script.transactions.append(.init(edits: edits))
  }

  static let drag = Mutator("drag a constant") { script, entropy in
    var system = script.system(before: script.transactions.count)
    script.transactions += system.drag(&entropy).map { .init(edits: [$0]) }
  }

  static let toggle = Mutator("take a row out and put it back") { script, entropy in
    var system = script.system(before: script.transactions.count)
    script.transactions += system.toggle(&entropy).map { .init(edits: [$0]) }
  }

  static let retry = Mutator("add a row again that was refused") { script, entropy in
    var system = script.system(before: script.transactions.count)
    script.transactions += system.retry(&entropy).map { .init(edits: [$0]) }
  }

  static let insert = Mutator("insert an edit") { script, entropy in
    guard let at = script.transactions.position(&entropy) else { return }
    var system = script.system(before: at + 1)
    script.transactions[at].edits.append(system.edit(&entropy))
  }

  static let delete = Mutator("delete an edit") { script, entropy in
    guard let place = script.place(&entropy) else { return }
    script.transactions[place.transaction].edits.remove(at: place.edit)
    if script.transactions[place.transaction].edits.isEmpty { script.transactions.remove(at: place.transaction) }
  }

  static let duplicate = Mutator("duplicate an edit") { script, entropy in
    guard let place = script.place(&entropy), let at = script.transactions.position(&entropy) else { return }
    script.transactions[at].edits.append(script.transactions[place.transaction].edits[place.edit])
  }

  static let swap = Mutator("swap two edits") { script, entropy in
    guard let a = script.place(&entropy), let b = script.place(&entropy) else { return }
    let edit = script.transactions[a.transaction].edits[a.edit]
    script.transactions[a.transaction].edits[a.edit] = script.transactions[b.transaction].edits[b.edit]
    script.transactions[b.transaction].edits[b.edit] = edit
  }

  static let split = Mutator("split a transaction") { script, entropy in
    guard let at = script.transactions.position(&entropy), script.transactions[at].edits.count > 1 else { return }
    let cut = 1 + entropy.below(script.transactions[at].edits.count - 1)
    let tail = Array(script.transactions[at].edits[cut...])
    script.transactions[at].edits.removeSubrange(cut...)
    script.transactions.insert(.init(edits: tail), at: at + 1)
  }

  static let join = Mutator("join two transactions") { script, entropy in
    guard script.transactions.count > 1 else { return }
    let at = entropy.below(script.transactions.count - 1)
    script.transactions[at].edits += script.transactions.remove(at: at + 1).edits
  }

  static let changeConstant = Mutator("change a constant") { script, entropy in
    script.changeEdit(&entropy) { edit, entropy in
      let constant = entropy.constant(wildness: 2)
      switch edit {
      case .add(var row):
        row.constant = entropy.chance(1, in: 3) ? row.constant + Double(entropy.below(3) - 1) : constant
        edit = .add(row)
      case .setConstant(let id, _): edit = .setConstant(id, constant)
      default: return false
      }
      return true
    }
  }

  static let changePriority = Mutator("change a priority") { script, entropy in
    script.changeEdit(&entropy) { edit, entropy in
      let required = entropy.chance(1, in: 3)
      let priority = required ? LinearConstraint.requiredPriority : entropy.optionalPriority()
      switch edit {
      case .add(var row):
        row.priority = priority
        edit = .add(row)
      case .setPriority(let id, _): edit = .setPriority(id, priority)
      default: return false
      }
      return true
    }
  }

  static let changeCoefficient = Mutator("change a coefficient") { script, entropy in
    script.changeRow(&entropy) { row, entropy in
      guard let at = row.terms.position(&entropy) else { return }
      row.terms[at].coefficient = entropy.coefficient(wildness: entropy.chance(1, in: 8) ? 20 : 0)
    }
  }

  static let changeRelation = Mutator("change a relation") { script, entropy in
    script.changeRow(&entropy) { row, entropy in row.relation = entropy.pick(Relation.allCases) }
  }

  static let changeVariable = Mutator("change a term's variable") { script, entropy in
    let variables = script.variables
    guard !variables.isEmpty else { return }
    script.changeRow(&entropy) { row, entropy in
      let variable = entropy.pick(variables)
      if let at = row.terms.position(&entropy), entropy.chance(2, in: 3) {
        row.terms[at].variable = variable
      } else if row.terms.count < 8 {
        row.terms.append(.init(entropy.coefficient(), variable))
      }
    }
  }

  /// Gives a row the priority of another row, because only rows of one tier compete.
  static let copyPriority = Mutator("copy a priority from another row") { script, entropy in
    let rows = script.rows
    guard !rows.isEmpty else { return }
    script.changeRow(&entropy) { row, entropy in row.priority = entropy.pick(rows).priority }
  }

  static let repeatRow = Mutator("repeat a row under a new id") { script, entropy in
    let rows = script.rows
    guard let at = rows.position(&entropy) else { return }
    var row = rows[at]
    row.id = .init((rows.map(\.id.rawValue).max() ?? 0) &+ 1)
    if entropy.chance(1, in: 2) { row.constant = entropy.constant() }
    script.transactions[entropy.below(script.transactions.count)].edits.append(.add(row))
  }

  static let repeatTransaction = Mutator("repeat a transaction") { script, entropy in
    guard let at = script.transactions.position(&entropy) else { return }
    script.transactions.append(script.transactions[at])
  }
}

extension SolverScript {
  /// The rows that the script adds, in order.
  var rows: [LinearConstraint] {
    transactions.flatMap { $0.edits.compactMap { if case .add(let row) = $0 { row } else { nil } } }
  }

  /// The variables that the script names, ascending.
  var variables: [Variable] {
    var found = Set<Variable>()
    for edit in transactions.lazy.flatMap(\.edits) {
      switch edit {
      case .declare(let variable, _), .forget(let variable): found.insert(variable)
      case .add(let row): found.formUnion(row.terms.lazy.map(\.variable))
      default: break
      }
    }
    return found.sorted()
  }

  /// Returns the system that the transactions before `end` have built.
  fileprivate func system(before end: Int) -> ScriptSketch {
    var bounds = ScriptBounds.fuzzing
    bounds.wildness = 1
    var system = ScriptSketch(bounds: bounds)
    for transaction in transactions[..<end] {
      for edit in transaction.edits { system.follow(edit) }
    }
    return system
  }

  fileprivate func place(_ entropy: inout Entropy) -> (transaction: Int, edit: Int)? {
    guard let transaction = transactions.position(&entropy),
      let edit = transactions[transaction].edits.position(&entropy)
    else { return nil }
    return (transaction, edit)
  }

  /// Passes random edits to `change` until it returns true, which means that it changed the edit; at most six of them.
  fileprivate mutating func changeEdit(
    _ entropy: inout Entropy, _ change: (inout SolverEdit, inout Entropy) -> Bool
  ) {
    for _ in 0..<6 {
      guard let place = place(&entropy) else { return }
      if change(&transactions[place.transaction].edits[place.edit], &entropy) { return }
    }
  }

  fileprivate mutating func changeRow(
    _ entropy: inout Entropy, _ change: (inout LinearConstraint, inout Entropy) -> Void
  ) {
    changeEdit(&entropy) { edit, entropy in
      guard case .add(var row) = edit else { return false }
      change(&row, &entropy)
      edit = .add(row)
      return true
    }
  }
}
