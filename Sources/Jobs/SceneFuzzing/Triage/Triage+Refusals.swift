import LayoutPlugin
import SceneModel
import SceneOracles

/// Recognises findings after an engine refused an edit. A refusal can leave an engine in a wrong state, so that it breaks laws with documents that
/// have little else in common.
extension Triage {
  /// The ways in which an engine may refuse a transaction.
  enum Refusal: Hashable {
    case conflict, fault
  }

  /// The refusals with which the engine answers a document's transactions; for a scene, the transactions that it causes.
  func refusals(of document: Document) -> Set<Refusal> {
    Set(
      answers(to: document).compactMap { answer -> Refusal? in
        switch answer {
        case .success(let outcome): outcome == .solved ? nil : .conflict
        case .failure: .fault
        }
      })
  }

  /// The engine's own messages about the transactions of a document that it refused: the first few, shortened if they are long.
  func engineWords(on document: Document) -> [String] {
    let words = answers(to: document).enumerated().compactMap { index, answer -> String? in
      guard case .failure(let fault) = answer else { return nil }
      let said = if case .rejected(let reason) = fault { reason } else { "\(fault)" }
      return "transaction \(index + 1): \(said.prefix(Triage.longestWords))"
    }
    return Array(words.prefix(3))
  }

  private static let longestWords = 300

  private func answers(to document: Document) -> [Result<SolverOutcome, PluginFault>] {
    let script: SolverScript?
    switch document {
    case .solver(let own): script = own
    case .scene(let scene): script = scene.solverScript(on: plugin)
    case .timeline: script = nil
    }
    guard let script, let solver = plugin.makeSolver?() else { return [] }
    willJudge(document)
    return script.transactions.map { transaction in
      do throws(PluginFault) { return .success(try solver.apply(transaction.edits)) } catch { return .failure(error) }
    }
  }

  /// Whether the engine refuses at least one of some malformed edits as malformed. If it does, the ones that it accepts may be different bugs.
  var refusesMalformedEdits: Bool {
    let row = LinearConstraint(
      id: .init(1), terms: [.init(1, Variable(1))], relation: .equal, constant: 1,
      priority: LinearConstraint.requiredPriority)
    let edits: [SolverEdit] = [
      .add(row), .add(row), .remove(.init(2)), .setConstant(.init(2), 1), .forget(Variable(2)),
      .setConstant(.init(1), .nan),
    ]
    let script = SolverScript(transactions: edits.map { .init(edits: [$0]) })
    return answers(to: .solver(script)).contains { if case .failure(.rejected) = $0 { true } else { false } }
  }

  /// The kinds of edits whose refusal a finding needs: the refusals are right, and without the refused transactions the law holds, also if empty
  /// transactions take their places. (Some bugs depend on the number of transactions before, and so does the room for changes in
  /// `solver.answers-fit-the-room`.) Nil if there are none.
  ///
  /// - Parameter isBroken: whether a document breaks the finding's law in the same way.
  func refusal(neededBy finding: Finding, _ isBroken: (Document) -> Bool) -> String? {
    guard case .solver(let script) = finding.minimized else { return nil }
    func kinds(_ transactions: [SolverScript.Transaction]) -> String {
      Set(transactions.flatMap { $0.edits.map { edit in edit.kind } }).sorted().joined(separator: ", ")
    }
    // The engine refused the last transaction, and gave another answer when it was asked again.
    if finding.subject.violation == .unsteadyConflict {
      return kinds(script.transactions.suffix(1))
    }
    // A wrong answer to the last transaction is not caused by a refusal of this transaction, but what is read after it may be.
    let last = script.transactions.count - 1
    let judgesAnswer =
      Triage.answersAlone.contains(finding.law)
      || finding.subject.isMissedRefusal && !Triage.goOn.contains(finding.law)
      || isLastAnswer(finding.subject.fault, to: script)
    let refused = rightlyRefusedTransactions(of: script).filter { $0 < last || !judgesAnswer }
    if refused.isEmpty { return nil }
    var (rest, emptied) = (script, script)
    for at in refused.reversed() {
      rest.transactions.remove(at: at)
      emptied.transactions[at].edits = []
    }
    let without = [Document.solver(rest), .solver(emptied)]
    if without.contains(where: isBroken) { return nil }
    // This law compares a script with its rest, so it never judges the rest itself. Laws that send refused edits of their own cannot judge it.
    let others = laws.filter { !$0.isAboutRepetition && !Triage.goOn.contains($0.name) }
    if finding.law == Triage.refusalLaw, without.contains(where: { broken(others, on: $0).contains { _ in true } }) {
      return nil
    }
    if let alone = alone(refused, of: script), !isBroken(.solver(alone)) { return "edits before the refused one" }
    return kinds(refused.map { script.transactions[$0] })
  }

  /// Returns the script with only the malformed edit of each refused transaction; nil if nothing can be left out. If it is lawful, the engine has
  /// kept edits of transactions that it refused.
  private func alone(_ refused: [Int], of script: SolverScript) -> SolverScript? {
    var (system, small) = (LinearSystem(), script)
    for (index, transaction) in script.transactions.enumerated() {
      let journal = try? system.apply(transaction.edits)
      guard refused.contains(index) else { continue }
      if let journal {
        // It contradicts the present rows, and no edit of it is malformed.
        system.undo(journal)
        continue
      }
      let malformed = transaction.edits.first { edit in
        guard let journal = try? system.apply([edit]) else { return true }
        system.undo(journal)
        return false
      }
      if let malformed { small.transactions[index].edits = [malformed] }
    }
    return small == script ? nil : small
  }

  private static let refusalLaw = "solver.rejected-edit-changes-nothing"

  /// Whether the engine answers the last transaction of a script with this fault.
  private func isLastAnswer(_ fault: VerdictSubject.Fault?, to script: SolverScript) -> Bool {
    guard let fault, case .failure(let last)? = answers(to: .solver(script)).last else { return false }
    return VerdictSubject("\(last)").fault == fault
  }

  /// The laws that send further requests to the engine after the script was played.
  private static let goOn: Set = [
    "solver.removal-returns-to-the-empty-state", "solver.malformed-edit-is-a-fault", refusalLaw,
  ]

  /// The laws that judge what the engine says about a refusal.
  private static let answersAlone: Set = [
    "solver.conflict-set-is-irreducible", "solver.certificates-prove-the-result",
  ]

  /// Returns the transactions that the engine rightly refuses, with any code: malformed ones, and those that contradict the present rows. Ascending.
  private func rightlyRefusedTransactions(of script: SolverScript) -> [Int] {
    var system = LinearSystem()
    return zip(script.transactions, answers(to: .solver(script))).enumerated().compactMap { index, each in
      let (transaction, answer) = each
      guard let journal = try? system.apply(transaction.edits) else {
        if case .failure = answer { return index }
        return nil
      }
      if case .success(.solved) = answer { return nil }
      defer { system.undo(journal) }
      return ExactSolution(system) == nil ? index : nil
    }
  }
}

extension SolverEdit {
  /// The kind of edit, for findings about refusals. A change of a row counts as a new row.
  fileprivate var kind: String {
    switch self {
    case .declare: "variable"
    case .forget, .remove: "less"
    case .add, .setConstant, .setPriority: "row"
    }
  }
}
