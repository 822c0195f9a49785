import LayoutPlugin
import SceneModel

extension ScriptTrial {
  /// What the end of the first play is worth as a basis of comparison.
  private var basis: Result<Notes, Mismatch> {
    if !isCanonical { return .failure(Mismatch("\(plugin.manifest.name) does not claim canonical ties")) }
    if notes.isCutShort { return .failure(Mismatch("a malformed edit was accepted")) }
    return .success(notes)
  }

  /// Compares the values at the end of the play with those of a new engine.
  func compareFresh(_ what: String, _ transactions: (LinearSystem) -> [[SolverEdit]]) -> Verdict {
    switch basis {
    case .failure(let reason): return .undecided(reason.text)
    case .success(let notes): return compare(what, values(after: transactions(notes.system)), notes)
    }
  }

  /// The script without the refused transactions leads to the same values.
  func withoutRefusals() -> Verdict {
    if notes.refusals.isEmpty { return .holds }
    guard case .success(let notes) = basis else { return .holds }
    let accepted = script.transactions.enumerated().filter { !notes.refusals.contains($0.offset) }
    return compare("the script without its refused transactions", values(after: accepted.map(\.element.edits)), notes)
  }

  /// A run that asks for changes only at the end hears of each variable once.
  func drainedOnce() -> Verdict {
    guard !notes.isCutShort, let solver = plugin.makeSolver?() else { return .holds }
    for transaction in script.transactions { _ = ScriptTrial.answer(of: solver, to: transaction.edits) }
    var values: [Variable: Double] = [:]
    var twice: Variable?
    do {
      try solver.drainChanges { if values.updateValue($1, forKey: $0) != nil { twice = $0 } }
    } catch { return .broken("no changes could be drained: \(error)") }
    if let twice { return .broken("\(twice) was reported twice by one drain at the end") }
    return compare("what one drain at the end reports", .success(values), notes)
  }

  private func compare(
    _ what: String, _ other: Result<[Variable: Double], Mismatch>, _ notes: Notes
  ) -> Verdict {
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

  private func spelled(_ value: Double?) -> String { value?.description ?? "not there" }
}

extension ScriptTrial {
  /// What was found wrong after the script, with the engine that played it; nil: nothing.
  struct Aftermath {
    var malformed: String?
    var removal: String?
  }

  /// Sends malformed edits to the engine that played the script, and then empties it. It ends the engine's use, so it
  /// happens once.
  var aftermath: Aftermath {
    if let done = finished { return done }
    var result = Aftermath()
    if let solver = notes.solver, !notes.isCutShort {
      result.malformed = malformed(solver)
      result.removal = removal(solver)
    }
    finished = result
    return result
  }

  private func malformed(_ solver: any ConstraintSolving) -> String? {
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
    if notes.system.variables[Variable(UInt32.max)] != nil { return nil }
    for edit in edits {
      guard case .fault(.rejected) = ScriptTrial.answer(of: solver, to: [harmless, edit]) else {
        return "\(edit) is malformed, and was not refused as such"
      }
    }
    var reported: String?
    do {
      try solver.drainChanges { reported = "\($0) was reported as \($1) after malformed edits were refused" }
    } catch { return "no changes could be drained after malformed edits: \(error)" }
    return reported
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
    if case .broken(let text) = compare("the engine emptied and filled again", refilled, notes) { return text }
    return nil
  }
}
