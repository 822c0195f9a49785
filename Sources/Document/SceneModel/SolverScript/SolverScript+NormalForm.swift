extension SolverScript {
  /// The script with variables and constraints renumbered in order, constants and priorities replaced by their ranks, and without
  /// expectations and empty transactions.
  ///
  /// Constraints keep their order of age, because it has a meaning. A normal form is its own normal form.
  public var normalForm: SolverScript {
    var variables: [Variable: Variable] = [:]
    var numbers = NumberRanks()
    var ids: Set<LinearConstraint.ID> = []
    func note(_ variable: Variable) {
      if variables[variable] == nil { variables[variable] = Variable(UInt32(variables.count)) }
    }
    for edit in transactions.flatMap(\.edits) {
      switch edit {
      case .declare(let variable, _), .forget(let variable): note(variable)
      case .add(let constraint):
        ids.insert(constraint.id)
        constraint.terms.forEach { note($0.variable) }
        numbers.note(constant: constraint.constant, priority: constraint.priority)
      case .remove(let id): ids.insert(id)
      case .setConstant(let id, let value):
        ids.insert(id)
        numbers.note(constant: value)
      case .setPriority(let id, let value):
        ids.insert(id)
        numbers.note(priority: value)
      }
    }
    numbers.rank()
    var constraints: [LinearConstraint.ID: LinearConstraint.ID] = [:]
    for (rank, id) in ids.sorted().enumerated() { constraints[id] = LinearConstraint.ID(UInt32(rank)) }

    func renamed(_ edit: SolverEdit) -> SolverEdit {
      switch edit {
      case .declare(let variable, let nonNegative): .declare(variables[variable]!, nonNegative: nonNegative)
      case .forget(let variable): .forget(variables[variable]!)
      case .add(let constraint):
        .add(
          LinearConstraint(
            id: constraints[constraint.id]!,
            terms: constraint.terms.map { LinearConstraint.Term($0.coefficient, variables[$0.variable]!) },
            relation: constraint.relation, constant: numbers.constant(constraint.constant),
            priority: numbers.priority(constraint.priority)))
      case .remove(let id): .remove(constraints[id]!)
      case .setConstant(let id, let value): .setConstant(constraints[id]!, numbers.constant(value))
      case .setPriority(let id, let value): .setPriority(constraints[id]!, numbers.priority(value))
      }
    }
    return SolverScript(
      transactions: transactions.filter { !$0.edits.isEmpty }.map { Transaction(edits: $0.edits.map(renamed)) })
  }
}
