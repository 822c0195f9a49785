import LayoutPlugin
import SceneModel

extension Manifest {
  /// Whether the same requests must have the same answers, bit for bit. That is also required of an engine that does not say how it breaks ties and
  /// promises no tolerance.
  package var isBitwise: Bool {
    capabilities.contains(.canonical) || promise.ties == .canonical || promise.ties == nil && promise.tolerance == nil
  }
}

extension ScriptTrial {
  /// The reason why no other run can be compared with the end of the first run; nil if one can.
  private var obstacle: Verdict? {
    if notes.isCutShort { return .undecided(.anotherLaw, "a malformed edit was accepted") }
    return notes.hasSolved ? nil : .undecided("nothing was solved")
  }

  /// Compares the values at the end of the first run with those of a new engine. `transactions` returns the edits for it, made from the final system;
  /// `what` describes them in the message. Undecided if nothing was solved.
  func compareFresh(_ what: VerdictMessage, _ transactions: (LinearSystem) -> [[SolverEdit]]) -> Verdict {
    obstacle ?? compare(what, values(after: transactions(notes.system).flatMap(inTransactions)))
  }

  /// Returns the edits in order, in as few transactions as the engine's promise allows.
  private func inTransactions(_ edits: [SolverEdit]) -> [[SolverEdit]] {
    guard let most = plugin.manifest.promise.edits, most < edits.count else { return [edits] }
    return stride(from: 0, to: edits.count, by: max(most, 1)).map {
      Array(edits[$0..<min($0 + max(most, 1), edits.count)])
    }
  }

  /// Returns the first variable for which two engines with the same constraints have different values that the promise does not allow; nil if there
  /// is none. Values within the tolerance are the same. If the engine may break ties in any way, only values that the constraints fix are compared.
  func difference(
    _ values: [Variable: Double], _ others: [Variable: Double], in system: LinearSystem
  ) -> Variable? {
    let promise = plugin.manifest.promise
    let slack = 2 * (promise.slack ?? ScriptTrial.usualSlack)
    var unique: [Variable: Bool]?
    for variable in Set(values.keys).union(others.keys).sorted() {
      guard let a = values[variable], let b = others[variable] else { return variable }
      if a.bitPattern == b.bitPattern { continue }
      if plugin.manifest.isBitwise { return variable }
      if (a - b).magnitude <= slack + max(a.magnitude, b.magnitude) * 0x1p-30 { continue }
      if promise.ties == .present { return variable }
      unique = unique ?? uniqueness(in: system)
      if unique?[variable] == true { return variable }
    }
    return nil
  }

  /// Returns for each variable whether the tiers alone determine its value. Empty if the exact judge cannot decide it.
  private func uniqueness(in system: LinearSystem) -> [Variable: Bool] {
    let weighted = system.weighted(by: plugin.manifest.promise)
    return weighted.isTooLargeToWeigh ? [:] : ExactSolution.uniqueness(in: weighted)
  }

  /// Plays the script once more. The answers must be of the same kinds, and the values the same as far as the engine promises it.
  func playAgain() -> Verdict {
    var first: [State] = []
    play {
      first.append($0)
      return true
    }
    var verdict = ScriptTrial.nothingSolved
    var rest = first[...]
    play { state in
      guard let before = rest.popFirst() else { return false }
      guard state.answer.isLike(before.answer) else {
        verdict = .broken(
          "transaction \(state.transaction), asked again: \(describe(state.answer)); at first: \(describe(before.answer))"
        )
        return false
      }
      guard state.answer.isSolved else { return true }
      verdict = .holds
      guard let variable = difference(before.values, state.values, in: state.system) else { return true }
      verdict = .broken(
        "after transaction \(state.transaction) \(variable) is \(spelled(before.values[variable])), and asked again "
          + spelled(state.values[variable]))
      return false
    }
    return verdict
  }

  /// Judges whether the script without the refused transactions leads to the same values.
  func withoutRefusals() -> Verdict {
    if notes.refusals.isEmpty { return .undecided("nothing was refused") }
    if notes.isCutShort { return .undecided(.anotherLaw, "a malformed edit was accepted") }
    let comparison = compare("without refused transactions", values(without: notes.refusals))
    guard case .broken = comparison else { return comparison }
    // Searches for the refusal that changed a value; mostly it is a single one.
    for refusal in notes.refusals.sorted() {
      guard case .success(let values) = values(without: notes.refusals.subtracting([refusal])),
        case .success(let right) = self.values(without: notes.refusals),
        let variable = difference(values, right, in: notes.system), let value = values[variable]
      else { continue }
      return .broken(
        ScriptTrial.words(refused: refusal + 1, variable, right[variable], value) + ", as shows at the end")
    }
    return comparison
  }

  private func values(without transactions: Set<Int>) -> Result<[Variable: Double], Mismatch> {
    // The refused transactions that are kept may be refused again or not. Only the engine's final values count.
    guard let solver = plugin.makeSolver?() else { return .failure(Mismatch("the plugin offers no solver")) }
    for (index, transaction) in script.transactions.enumerated() where !transactions.contains(index) {
      let answer = ScriptTrial.answer(of: solver, to: transaction.edits)
      if !answer.isSolved, !notes.refusals.contains(index) {
        return .failure(Mismatch("it answered: \(describe(answer))"))
      }
    }
    return drained(solver)
  }

  /// The verdict on a run that fetches changes only once, at the end: each variable must be reported once.
  func drainedOnce() -> Verdict {
    if let obstacle { return obstacle }
    guard let solver = plugin.makeSolver?() else { return .undecided(.notClaimed, "the plugin offers no solver") }
    for transaction in script.transactions { _ = ScriptTrial.answer(of: solver, to: transaction.edits) }
    var values: [Variable: Double] = [:]
    var twice: Variable?
    do {
      try solver.drainChanges { if values.updateValue($1, forKey: $0) != nil { twice = $0 } }
    } catch { return .broken("no changes could be drained: \(error)") }
    if let twice { return .broken("\(twice) was reported twice by one drain at the end") }
    return compare("what one drain at the end reports", .success(values))
  }

  private func compare(_ what: VerdictMessage, _ other: Result<[Variable: Double], Mismatch>) -> Verdict {
    switch other {
    case .failure(let reason): return .broken("\(what): \(reason.text)")
    case .success(let values):
      guard let variable = difference(notes.values, values, in: notes.system) else { return .holds }
      return .broken("\(variable) is \(spelled(notes.values[variable])); \(what): \(spelled(values[variable]))")
    }
  }

  func spelled(_ value: Double?) -> VerdictMessage { value.map { "\($0)" } ?? "not there" }
}

extension ScriptTrial {
  /// The verdicts of two tests that follow the script.
  struct Aftermath {
    var malformed: Verdict
    var removal: Verdict
  }

  /// Sends malformed edits to the engine that played the script, then empties and refills it, and judges both. The result is cached, because the
  /// engine cannot be used afterwards.
  var aftermath: Aftermath {
    if let done = finished { return done }
    let result: Aftermath
    if let obstacle {
      result = Aftermath(malformed: obstacle, removal: obstacle)
    } else if let solver = notes.solver {
      let malformed = malformed(solver)
      // An engine that broke the first law proves nothing about the second.
      let removal: Verdict =
        if case .broken = malformed { .undecided(.anotherLaw, "the engine did not refuse a malformed edit") } else {
          self.removal(solver).map { .broken($0) } ?? .holds
        }
      result = Aftermath(malformed: malformed, removal: removal)
    } else {
      let absence = Verdict.undecided(.notClaimed, "the plugin offers no solver")
      result = Aftermath(malformed: absence, removal: absence)
    }
    finished = result
    return result
  }

  private func malformed(_ solver: any ConstraintSolving) -> Verdict {
    let taken = notes.system.constraints.first
    let unused = LinearConstraint.ID((notes.system.constraints.last?.id.rawValue ?? 0) &+ 1)
    let variable = notes.system.variables.keys.min() ?? Variable(0)
    let promise = plugin.manifest.promise
    // Except for the mistake itself, the malformed edits have only numbers that the engine claims.
    let level = promise.claims(.priorities) ? promise.levels.last ?? 1 : LinearConstraint.requiredPriority
    let stranger = Variable(UInt32.max)
    // A refusal must undo the earlier edits of its transaction. There are none for an engine that takes only one edit at a time.
    let before: [SolverEdit] =
      (promise.edits ?? 2) < 2 ? [] : [.declare(stranger, nonNegative: promise.claims(.nonNegative))]
    func added(_ coefficient: Double, _ constant: Double, _ priority: Double) -> SolverEdit {
      .add(
        LinearConstraint(
          id: unused, terms: [.init(coefficient, variable)], relation: .equal, constant: constant, priority: priority))
    }
    var edits: [SolverEdit] = [
      added(.nan, 1, 1000), added(.infinity, 1, level), added(1, .nan, 1000), added(1, -.infinity, level),
      added(1, 1, 0), added(1, 1, 1000.0000001), added(1, 1, .nan), .remove(unused), .setConstant(unused, 1),
      .setPriority(unused, level),
    ]
    if promise.claims(.nonNegative), let known = before.isEmpty ? notes.system.variables.keys.min() : stranger {
      edits.append(.declare(known, nonNegative: notes.system.variables[known] == false))
    }
    if let taken {
      edits += [.add(taken), .setConstant(taken.id, .nan), .setPriority(taken.id, -1)]
      if let used = taken.exactTerms.first { edits.append(.forget(used.variable)) }
    }
    if notes.system.variables[stranger] != nil { return .undecided("the variable to refuse is in use") }
    for edit in edits {
      guard case .fault(.rejected) = ScriptTrial.answer(of: solver, to: before + [edit]) else {
        return .broken(
          "\"\(edit.words)\" must be a fault (\(expected: "\(PluginFault.rejected("it is malformed"))")), and was not refused as such"
        )
      }
      let sent = (before + [edit]).map(\.words).joined(separator: "; ")
      let refused: VerdictMessage = "\"\(sent)\" was refused as malformed, and after it "
      var reported: VerdictMessage?
      do { try solver.drainChanges { reported = "\(refused)\($0) was reported as \($1)" } } catch {
        return .broken("\(refused)\(error)")
      }
      if let reported { return .broken(reported) }
    }
    return .holds
  }

  private func removal(_ solver: any ConstraintSolving) -> VerdictMessage? {
    let system = notes.system
    let emptying: [[SolverEdit]] = [
      system.constraints.map { .remove($0.id) }, system.variables.keys.sorted().map { .forget($0) },
    ]
    for edits in emptying.flatMap(inTransactions) {
      let answer = ScriptTrial.answer(of: solver, to: edits)
      if !answer.isSolved { return "emptying the engine: it answered: \(describe(answer))" }
    }
    switch drained(solver) {
    case .failure(let reason): return reason.text
    case .success(let values):
      if let left = values.keys.min() { return "the engine is empty, and reported \(left)" }
    }
    for edits in inTransactions(system.edits) {
      let answer = ScriptTrial.answer(of: solver, to: edits)
      if !answer.isSolved { return "filling the emptied engine again: it answered: \(describe(answer))" }
    }
    guard isCanonical else { return nil }
    let refilled = drained(solver)
    if case .broken(let text) = compare("the engine emptied and filled again", refilled) { return text }
    return nil
  }
}
