import LayoutPlugin
import SceneModel

extension ScriptTrial {
  /// Why the end of the first play is no basis of comparison; nil: it is one.
  private var obstacle: Verdict? {
    if notes.isCutShort { return .undecided("a malformed edit was accepted") }
    return notes.hasSolved ? nil : .undecided("nothing was solved")
  }

  /// Compares the values at the end of the play with those of a new engine.
  func compareFresh(_ what: String, _ transactions: (LinearSystem) -> [[SolverEdit]]) -> Verdict {
    obstacle ?? compare(what, values(after: transactions(notes.system)))
  }

  /// The script without the refused transactions leads to the same values.
  func withoutRefusals() -> Verdict {
    if notes.refusals.isEmpty { return .undecided("nothing was refused") }
    if notes.isCutShort { return .undecided("a malformed edit was accepted") }
    // What an uncanonical engine has met may show in its values.
    guard isCanonical else { return .holds }
    let comparison = compare("without refused transactions", values(without: notes.refusals))
    guard case .broken = comparison else { return comparison }
    // Which of them did it: one alone, as a rule.
    for refusal in notes.refusals.sorted() {
      guard case .success(let values) = values(without: notes.refusals.subtracting([refusal])),
        case .success(let right) = self.values(without: notes.refusals),
        let variable = Set(values.keys).union(right.keys).sorted().first(where: {
          values[$0]?.bitPattern != right[$0]?.bitPattern
        }), let value = values[variable]
      else { continue }
      return .broken(
        ScriptTrial.words(refused: refusal + 1, variable, right[variable], value) + ", as shows at the end")
    }
    return comparison
  }

  private func values(without transactions: Set<Int>) -> Result<[Variable: Double], Mismatch> {
    // Those that are left are refused, or not: what counts is what the engine holds in the end.
    guard let solver = plugin.makeSolver?() else { return .failure(Mismatch("the plugin offers no solver")) }
    for (index, transaction) in script.transactions.enumerated() where !transactions.contains(index) {
      let answer = ScriptTrial.answer(of: solver, to: transaction.edits)
      if !answer.isSolved, !notes.refusals.contains(index) {
        return .failure(Mismatch("it answered \(describe(answer))"))
      }
    }
    return drained(solver)
  }

  /// The verdict on a run that fetches changes only at the end: each variable must be reported once.
  func drainedOnce() -> Verdict {
    if let obstacle { return obstacle }
    guard let solver = plugin.makeSolver?() else { return .undecided("the plugin offers no solver") }
    for transaction in script.transactions { _ = ScriptTrial.answer(of: solver, to: transaction.edits) }
    var values: [Variable: Double] = [:]
    var twice: Variable?
    do {
      try solver.drainChanges { if values.updateValue($1, forKey: $0) != nil { twice = $0 } }
    } catch { return .broken("no changes could be drained: \(error)") }
    if let twice { return .broken("\(twice) was reported twice by one drain at the end") }
    return compare("what one drain at the end reports", .success(values))
  }

  private func compare(_ what: String, _ other: Result<[Variable: Double], Mismatch>) -> Verdict {
    switch other {
    case .failure(let reason): return .broken("\(what): \(reason.text)")
    case .success(let values):
      if values.count == notes.values.count,
        notes.values.allSatisfy({ values[$0]?.bitPattern == $1.bitPattern })
      {
        return .holds
      }
      for variable in Set(values.keys).union(notes.values.keys).sorted()
      where values[variable]?.bitPattern != notes.values[variable]?.bitPattern {
        return .broken("\(variable) is \(spelled(notes.values[variable])); \(what): \(spelled(values[variable]))")
      }
      return .holds
    }
  }

  func spelled(_ value: Double?) -> String { value?.description ?? "not there" }
}

extension ScriptTrial {
  /// The answers that can be had after the script from the engine that played it.
  struct Aftermath {
    var malformed: Verdict
    var removal: Verdict
  }

  /// Sends malformed edits to the engine that played the script, and then empties it. It ends the engine's use, so it
  /// happens once.
  var aftermath: Aftermath {
    if let done = finished { return done }
    let result: Aftermath
    if let obstacle {
      result = Aftermath(malformed: obstacle, removal: obstacle)
    } else if let solver = notes.solver {
      let malformed = malformed(solver)
      // An engine that is broken by now says nothing about the second question.
      let removal: Verdict =
        if case .broken = malformed { .undecided("the engine did not refuse a malformed edit as it should") } else {
          self.removal(solver).map { .broken($0) } ?? .holds
        }
      result = Aftermath(malformed: malformed, removal: removal)
    } else {
      let absence = Verdict.undecided("the plugin offers no solver")
      result = Aftermath(malformed: absence, removal: absence)
    }
    finished = result
    return result
  }

  private func malformed(_ solver: any ConstraintSolving) -> Verdict {
    let taken = notes.system.constraints.first
    let unused = LinearConstraint.ID((notes.system.constraints.last?.id.rawValue ?? 0) &+ 1)
    let variable = notes.system.variables.keys.min() ?? Variable(0)
    let harmless = SolverEdit.declare(Variable(UInt32.max), nonNegative: true)
    func added(_ coefficient: Double, _ constant: Double, _ priority: Double) -> SolverEdit {
      .add(
        LinearConstraint(
          id: unused, terms: [.init(coefficient, variable)], relation: .equal, constant: constant, priority: priority))
    }
    var edits: [SolverEdit] = [
      added(.nan, 1, 1000), added(.infinity, 1, 500), added(1, .nan, 1000), added(1, -.infinity, 1), added(1, 1, 0),
      added(1, 1, 1000.0000001), added(1, 1, .nan), .remove(unused), .setConstant(unused, 1), .setPriority(unused, 1),
      .declare(Variable(UInt32.max), nonNegative: false),
    ]
    if let taken {
      edits += [.add(taken), .setConstant(taken.id, .nan), .setPriority(taken.id, -1)]
      if let used = taken.exactTerms.first { edits.append(.forget(used.variable)) }
    }
    if notes.system.variables[Variable(UInt32.max)] != nil { return .undecided("the variable to refuse is in use") }
    for edit in edits {
      guard case .fault(.rejected) = ScriptTrial.answer(of: solver, to: [harmless, edit]) else {
        return .broken("\"\(edit.words)\" is malformed, and was not refused as such")
      }
      let refused = "\"\(harmless.words); \(edit.words)\" was refused as malformed, and after it "
      var reported: String?
      do { try solver.drainChanges { reported = "\(refused)\($0) was reported as \($1)" } } catch {
        return .broken("\(refused)\(error)")
      }
      if let reported { return .broken(reported) }
    }
    return .holds
  }

  private func removal(_ solver: any ConstraintSolving) -> String? {
    let system = notes.system
    let emptying: [[SolverEdit]] = [
      system.constraints.map { .remove($0.id) }, system.variables.keys.sorted().map { .forget($0) },
    ]
    for edits in emptying {
      let answer = ScriptTrial.answer(of: solver, to: edits)
      if !answer.isSolved { return "emptying the engine: it answered \(describe(answer))" }
    }
    switch drained(solver) {
    case .failure(let reason): return reason.text
    case .success(let values):
      if let left = values.keys.min() { return "the engine is empty, and reported \(left)" }
    }
    let answer = ScriptTrial.answer(of: solver, to: system.edits)
    if !answer.isSolved { return "filling the emptied engine again: it answered \(describe(answer))" }
    guard isCanonical else { return nil }
    let refilled = drained(solver)
    if case .broken(let text) = compare("the engine emptied and filled again", refilled) { return text }
    return nil
  }
}
