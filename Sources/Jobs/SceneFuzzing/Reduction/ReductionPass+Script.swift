import SceneModel

extension ReductionPass {
  static let scripts: [ReductionPass] = [
    .script("drop transactions") { script in
      chunks(of: script.transactions.count).lazy.map { range in
        var smaller = script
        smaller.transactions.removeSubrange(range)
        return smaller
      }
    },
    .script("drop expectations") { script in
      var smaller = script
      for at in smaller.transactions.indices { smaller.transactions[at].expectations = [] }
      return smaller == script ? [] : [smaller]
    },
    .script("drop edits") { script in
      chunks(of: script.transactions.reduce(0) { $0 + $1.edits.count }).lazy.map { script.droppingEdits($0) }
    },
    .script("drop a row with its history") { script in
      Set(script.rows.map(\.id)).sorted(by: >).lazy.map { id in script.filteringEdits { $0.row != id } }
    },
    .script("drop a variable") { script in
      script.variables.reversed().lazy.map { variable in
        script.filteringEdits { $0.variable != variable }.mappingRows { row in
          row.terms.removeAll { $0.variable == variable }
        }
      }
    },
    .script("join transactions") { script in
      var joined = script
      joined.transactions = [.init(edits: script.transactions.flatMap(\.edits))]
      let pairs = (0..<max(0, script.transactions.count - 1)).lazy.map { at in
        var smaller = script
        smaller.transactions[at].edits += smaller.transactions.remove(at: at + 1).edits
        return smaller
      }
      return script.transactions.count > 1 ? [joined] + Array(pairs) : []
    },
    .script("fold a change into the row it changes") { script in script.foldingChanges },
    .script("use one variable for two") { script in
      let variables = script.variables
      return variables.indices.lazy.flatMap { late in
        variables[..<late].lazy.map { early in script.replacing(variables[late], by: early) }
      }
    },
    .script("drop terms") { script in
      script.rowPlaces.lazy.flatMap { place in
        script.row(at: place).terms.indices.lazy.map { at in
          script.changingRow(at: place) { $0.terms.remove(at: at) }
        }
      }
    },
    .script("add up the terms of a variable") { script in
      let places = script.rowPlaces.filter { !script.row(at: $0).hasDistinctTerms }
      let all = script.mappingRows { $0.addUpTerms() }
      return (places.count > 1 ? [all] : []) + places.map { script.changingRow(at: $0) { $0.addUpTerms() } }
    },
    .script("free variables") { script in
      script.variables.lazy.map { variable in
        script.filteringEdits { edit in
          if case .declare(variable, _) = edit { false } else { true }
        }
      }
    },
    .script("rank priorities") { script in [script.rankingPriorities] },
    .script("simplify rows") { script in
      script.rowPlaces.lazy.flatMap { place in
        let row = script.row(at: place)
        var simpler: [SolverScript] = []
        if row.relation != .equal { simpler.append(script.changingRow(at: place) { $0.relation = .equal }) }
        if !row.isRequired {
          simpler.append(script.changingRow(at: place) { $0.priority = LinearConstraint.requiredPriority })
        }
        for other in script.rows where other.priority > row.priority {
          simpler.append(script.changingRow(at: place) { $0.priority = other.priority })
        }
        for at in row.terms.indices {
          for number in [1, -1] + plainer(than: row.terms[at].coefficient) {
            simpler.append(script.changingRow(at: place) { $0.terms[at].coefficient = number })
          }
        }
        for number in plainer(than: row.constant) {
          simpler.append(script.changingRow(at: place) { $0.constant = number })
        }
        return simpler
      }
    },
    // A removal is the simplest change of a row. If the bug shows with it, too, the bug does not depend on the kind of change.
    .script("remove a row instead of changing it") { script in
      script.places.lazy.compactMap { script.removingChangedRow(at: $0) }
    },
    .script("simplify changes") { script in
      script.places.lazy.flatMap { (place) -> [SolverScript] in
        switch script.transactions[place.transaction].edits[place.edit] {
        case .setConstant(let id, let value):
          return plainer(than: value).map { number in script.changing(at: place) { $0 = .setConstant(id, number) } }
        case .setPriority(let id, let value):
          return [1000, 500, 10, 1, value.rounded()].filter { $0 > 0 && $0 <= 1000 && $0 != value }
            .map { number in script.changing(at: place) { $0 = .setPriority(id, number) } }
        default: return []
        }
      }
    },
    .script("normal form") { script in [script.normalForm] },
  ]
}

extension SolverScript {
  fileprivate struct Place {
    var transaction, edit: Int
  }

  fileprivate var places: [Place] {
    transactions.indices.flatMap { transaction in
      transactions[transaction].edits.indices.map { Place(transaction: transaction, edit: $0) }
    }
  }

  fileprivate var rowPlaces: [Place] {
    places.filter { if case .add = transactions[$0.transaction].edits[$0.edit] { true } else { false } }
  }

  fileprivate func row(at place: Place) -> LinearConstraint {
    guard case .add(let row) = transactions[place.transaction].edits[place.edit] else {
      preconditionFailure("the place of a row holds another edit")
    }
    return row
  }

  fileprivate func changing(at place: Place, _ change: (inout SolverEdit) -> Void) -> SolverScript {
    var changed = self
    change(&changed.transactions[place.transaction].edits[place.edit])
    return changed
  }

  fileprivate func changingRow(at place: Place, _ change: (inout LinearConstraint) -> Void) -> SolverScript {
    changing(at: place) { edit in
      guard case .add(var row) = edit else { return }
      change(&row)
      edit = .add(row)
    }
  }

  fileprivate func filteringEdits(_ keeps: (SolverEdit) -> Bool) -> SolverScript {
    var filtered = self
    for at in filtered.transactions.indices { filtered.transactions[at].edits.removeAll { !keeps($0) } }
    filtered.transactions.removeAll { $0.edits.isEmpty }
    return filtered
  }

  fileprivate func mappingRows(_ change: (inout LinearConstraint) -> Void) -> SolverScript {
    var mapped = self
    for place in rowPlaces { mapped = mapped.changingRow(at: place, change) }
    return mapped
  }

  /// Returns the script without the edits whose indices, counted over all transactions, are in a range.
  fileprivate func droppingEdits(_ range: Range<Int>) -> SolverScript {
    var number = -1
    return filteringEdits { _ in
      number += 1
      return !range.contains(number)
    }
  }

  /// Returns a script for each later change of a constant or priority: the row has the new value from the start.
  fileprivate var foldingChanges: [SolverScript] {
    places.compactMap { place in
      let edit = transactions[place.transaction].edits[place.edit]
      guard let id = edit.row else { return nil }
      let folded: (inout LinearConstraint) -> Void
      switch edit {
      case .setConstant(_, let value): folded = { $0.constant = value }
      case .setPriority(_, let value): folded = { $0.priority = value }
      default: return nil
      }
      guard let start = rowPlaces.first(where: { row(at: $0).id == id }) else { return nil }
      var smaller = changingRow(at: start, folded)
      smaller.transactions[place.transaction].edits.remove(at: place.edit)
      smaller.transactions.removeAll { $0.edits.isEmpty }
      return smaller
    }
  }

  /// Returns the script in which the row is removed in place of the edit that changes it, and later edits of the row are left out. Nil if the edit
  /// changes no row.
  fileprivate func removingChangedRow(at place: Place) -> SolverScript? {
    let changed: LinearConstraint.ID
    switch transactions[place.transaction].edits[place.edit] {
    case .setConstant(let id, _), .setPriority(let id, _): changed = id
    default: return nil
    }
    var smaller = self
    for at in transactions.indices where at >= place.transaction {
      let kept = transactions[at].edits.enumerated().filter { index, edit in
        edit.row != changed || at == place.transaction && index <= place.edit
      }
      smaller.transactions[at].edits = kept.map(\.element)
    }
    smaller = smaller.changing(at: place) { $0 = .remove(changed) }
    smaller.transactions.removeAll { $0.edits.isEmpty }
    return smaller
  }

  fileprivate func replacing(_ variable: Variable, by other: Variable) -> SolverScript {
    filteringEdits { $0.variable != variable }.mappingRows { row in
      for at in row.terms.indices where row.terms[at].variable == variable { row.terms[at].variable = other }
    }
  }

  /// The script with its priorities replaced by 1, 2, 3 …, in the same order.
  fileprivate var rankingPriorities: SolverScript {
    var used = Set(rows.map(\.priority))
    for edit in transactions.lazy.flatMap(\.edits) {
      if case .setPriority(_, let priority) = edit { used.insert(priority) }
    }
    used.remove(LinearConstraint.requiredPriority)
    let order = used.sorted()
    func rank(_ priority: Double) -> Double { order.firstIndex(of: priority).map { Double($0 + 1) } ?? priority }
    var ranked = mappingRows { $0.priority = rank($0.priority) }
    for place in places {
      if case .setPriority(let id, let priority) = transactions[place.transaction].edits[place.edit] {
        ranked = ranked.changing(at: place) { $0 = .setPriority(id, rank(priority)) }
      }
    }
    return ranked
  }
}

extension LinearConstraint {
  fileprivate var hasDistinctTerms: Bool { Set(terms.map(\.variable)).count == terms.count }

  /// Adds up the terms of each variable, in the order of their first terms, and drops sums that are zero or not finite.
  fileprivate mutating func addUpTerms() {
    var sums: [Term] = []
    for term in terms {
      if let at = sums.firstIndex(where: { $0.variable == term.variable }) {
        sums[at].coefficient += term.coefficient
      } else {
        sums.append(term)
      }
    }
    terms = sums.filter { $0.coefficient != 0 && $0.coefficient.isFinite }
  }
}

extension SolverEdit {
  /// The row that the edit names; nil for edits of variables.
  fileprivate var row: LinearConstraint.ID? {
    switch self {
    case .add(let row): row.id
    case .remove(let id), .setConstant(let id, _), .setPriority(let id, _): id
    case .declare, .forget: nil
    }
  }

  /// The variable that the edit declares or forgets; nil for edits of rows.
  fileprivate var variable: Variable? {
    switch self {
    case .declare(let variable, _), .forget(let variable): variable
    default: nil
    }
  }
}
