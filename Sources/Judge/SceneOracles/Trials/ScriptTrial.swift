import LayoutPlugin
import SceneModel

/// One script on one engine. It is played once, and the facts that the cheap laws need are recorded during that run.
///
/// Further runs (fresh, shuffled, without the refused edits, …) are made when a law first needs them.
final class ScriptTrial {
  /// An engine's answer to a transaction.
  enum Answer: Hashable {
    case solved
    case conflict([LinearConstraint.ID])
    case fault(PluginFault)

    var isSolved: Bool { self == .solved }

    var isFault: Bool { if case .fault = self { true } else { false } }
  }

  /// The state of a run after a transaction.
  struct State {
    /// The number of the transaction, counted from 1.
    var transaction: Int
    var edits: [SolverEdit]
    var answer: Answer
    /// The system that the engine must hold now.
    var system: LinearSystem
    var values: [Variable: Double]
    let solver: any ConstraintSolving
  }

  /// The first observation of each kind in the first run; nil if there was none.
  final class Notes {
    /// How the engine violated its contract; nil if it did not. Answers after the violation mean nothing.
    var violation: VerdictMessage?
    var required: VerdictMessage?
    var rejected: VerdictMessage?
    var changes: VerdictMessage?
    var malformed: VerdictMessage?
    /// The transactions that the engine refused, by index from 0.
    var refusals: Set<Int> = []
    var system = LinearSystem()
    var values: [Variable: Double] = [:]
    var solver: (any ConstraintSolving)?
    /// Whether a transaction was solved, and whether one of the solved systems had required constraints or bounds.
    var hasSolved = false
    var hasRequired = false
    /// Whether the engine's state and the trial's own record differ, so that later answers mean nothing.
    var isCutShort = false
  }

  let script: SolverScript
  let plugin: Plugin
  private(set) lazy var notes = playOnce()
  var finished: Aftermath?
  /// The exact solutions of systems after transactions. They are expensive, and several laws need them.
  private var solutions: [Int: (system: LinearSystem, exact: ExactSolution?)] = [:]
  private var uniquenesses: [Int: (system: LinearSystem, isUnique: [Variable: Bool])] = [:]

  init(_ script: SolverScript, _ plugin: Plugin) {
    self.script = script.projected(onto: plugin.manifest.promise)
    self.plugin = plugin
  }

  var isCanonical: Bool { plugin.manifest.capabilities.contains(.canonical) }

  /// Returns the exact solution of the system after a transaction; nil if the required constraints contradict each other.
  func exact(_ system: LinearSystem, after transaction: Int) -> ExactSolution? {
    if let known = solutions[transaction], known.system == system { return known.exact }
    let exact = ExactSolution(system)
    solutions[transaction] = (system, exact)
    return exact
  }

  /// Returns which values the tiers alone fix after a transaction.
  func uniqueness(in system: LinearSystem, after transaction: Int) -> [Variable: Bool] {
    if let known = uniquenesses[transaction], known.system == system { return known.isUnique }
    let isUnique = ExactSolution.uniqueness(in: system)
    uniquenesses[transaction] = (system, isUnique)
    return isUnique
  }

  /// Plays the script and calls a closure after each transaction, until it returns false. Reported changes are fetched each time.
  func play(_ body: (State) -> Bool) {
    guard let solver = plugin.makeSolver?() else { return }
    var state = State(
      transaction: 0, edits: [], answer: .solved, system: LinearSystem(), values: [:], solver: solver)
    for (index, transaction) in script.transactions.enumerated() {
      state.transaction = index + 1
      state.edits = transaction.edits
      let journal = try? state.system.apply(transaction.edits)
      state.answer = ScriptTrial.answer(of: solver, to: transaction.edits)
      if let journal {
        if state.answer.isSolved {
          forgetReports(of: transaction.edits, in: &state.values)
        } else {
          state.system.undo(journal)
        }
      } else if state.answer.isSolved {
        return
      }
      try? solver.drainChanges { state.values[$0] = $1 }
      if !body(state) { return }
    }
  }

  static func answer(of solver: any ConstraintSolving, to edits: [SolverEdit]) -> Answer {
    do {
      switch try solver.apply(edits) {
      case .solved: return .solved
      case .conflict(let members): return .conflict(members)
      }
    } catch { return .fault(error) }
  }

  /// Returns the values that a new solver has after these transactions; fails if it does not solve each of them, or does not report the values.
  func values(after transactions: [[SolverEdit]]) -> Result<[Variable: Double], Mismatch> {
    guard let solver = plugin.makeSolver?() else { return .failure(Mismatch("the plugin offers no solver")) }
    for edits in transactions {
      let answer = ScriptTrial.answer(of: solver, to: edits)
      if !answer.isSolved { return .failure(Mismatch("it answered: \(describe(answer))")) }
    }
    return drained(solver)
  }

  func drained(_ solver: any ConstraintSolving) -> Result<[Variable: Double], Mismatch> {
    var values: [Variable: Double] = [:]
    do { try solver.drainChanges { values[$0] = $1 } } catch {
      return .failure(Mismatch("it did not report changes: \(error)"))
    }
    return .success(values)
  }

  /// The reason why another run does not have the expected values.
  struct Mismatch: Error {
    var text: VerdictMessage
    init(_ text: VerdictMessage) { self.text = text }
  }

  func forgetReports(of edits: [SolverEdit], in values: inout [Variable: Double]) {
    for case .forget(let variable) in edits { values[variable] = nil }
  }

  private func playOnce() -> Notes {
    let notes = Notes()
    guard let solver = plugin.makeSolver?() else { return notes }
    notes.solver = solver
    for (index, transaction) in script.transactions.enumerated() {
      let place = index + 1
      var fault: PluginFault?
      var journal: LinearSystem.Journal?
      do { journal = try notes.system.apply(transaction.edits) } catch { fault = error }
      let answer = ScriptTrial.answer(of: solver, to: transaction.edits)
      switch answer {
      case .fault(.broken(let violation)):
        notes.violation = "transaction \(place): \(PluginFault.broken(violation))"
        return notes
      case .solved:
        if let fault {
          notes.malformed = "transaction \(place) must be a fault (\(expected: "\(fault)")), and was accepted"
          notes.isCutShort = true
          return notes
        }
        notes.hasSolved = true
        forgetReports(of: transaction.edits, in: &notes.values)
        drain(solver, place, notes)
        if notes.violation != nil { return notes }
        checkRequired(place, notes)
      case .conflict, .fault:
        if let journal { notes.system.undo(journal) }
        notes.refusals.insert(index)
        if case .conflict = answer, let fault {
          note(
            &notes.malformed,
            "transaction \(place) must be a fault (\(expected: "\(fault)")), and was called a conflict")
        }
        if case .fault(let said) = answer, fault == nil {
          note(&notes.malformed, "transaction \(place) is well formed, and \(said)")
        }
        do {
          try solver.drainChanges { variable, value in
            note(&notes.rejected, ScriptTrial.words(refused: place, variable, notes.values[variable], value))
          }
        } catch {
          notes.violation = "after transaction \(place), \(error)"
          return notes
        }
      }
    }
    return notes
  }

  /// Describes the change that a refused transaction reported, for a verdict. `place`: the transaction's number, from 1. `before`: the variable's
  /// value until then; nil if it had none.
  static func words(refused place: Int, _ variable: Variable, _ before: Double?, _ after: Double) -> VerdictMessage {
    let deed: VerdictMessage =
      switch before {
      case nil: "gave \(variable) the value \(after)"
      case after: "reported \(variable) again, as \(after)"
      case let before?: "changed \(variable) from \(before) to \(after)"
      }
    return "the refused transaction \(place) \(deed)"
  }

  private func note(_ remark: inout VerdictMessage?, _ text: @autoclosure () -> VerdictMessage) {
    if remark == nil { remark = text() }
  }

  private func drain(_ solver: any ConstraintSolving, _ place: Int, _ notes: Notes) {
    var seen: Set<Variable> = []
    do {
      try solver.drainChanges { variable, value in
        if notes.changes == nil {
          if notes.system.variables[variable] == nil {
            notes.changes = "after transaction \(place), \(variable) was reported and does not exist"
          } else if seen.contains(variable) {
            notes.changes = "after transaction \(place), \(variable) was reported twice"
          } else if notes.values[variable] == value {
            notes.changes = "after transaction \(place), \(variable) was reported as \(value), as before"
          } else if !value.isFinite {
            notes.changes = "after transaction \(place), \(variable) was reported as \(value)"
          } else if value == 0, value.sign == .minus {
            notes.changes = "after transaction \(place), \(variable) was reported as -0.0, and zero is +0"
          }
        }
        seen.insert(variable)
        notes.values[variable] = value
      }
    } catch {
      notes.violation = "after transaction \(place), \(error)"
      return
    }
    if notes.values.count != notes.system.variables.count, notes.changes == nil {
      let missing = notes.system.variables.keys.filter { notes.values[$0] == nil }.sorted()
      if let first = missing.first {
        notes.changes = "after transaction \(place), \(first) has never been reported"
      }
    }
  }

  private func checkRequired(_ place: Int, _ notes: Notes) {
    guard notes.required == nil else { return }
    let values = notes.values
    var worst: VerdictMessage?
    notes.system.forEachConstraint { constraint in
      guard constraint.isRequired else { return }
      notes.hasRequired = true
      guard let excess = ScriptTrial.excess(of: constraint, values, slack: plugin.manifest.promise.slack ?? 0) else {
        return
      }
      worst = "after transaction \(place), required \(constraint.id) is violated by \(excess)"
    }
    if worst == nil {
      for (variable, isNonNegative) in notes.system.variables where isNonNegative {
        notes.hasRequired = true
        if let value = values[variable], value < -(plugin.manifest.promise.slack ?? 0) {
          worst = "after transaction \(place), non-negative \(variable) is \(value)"
        }
      }
    }
    notes.required = worst
  }

  /// Returns by how much a row is violated. Nil if it holds, if rounding may explain the violation, or if doubles cannot decide it.
  ///
  /// - Parameter slack: Points by which the engine says that a value may be off.
  static func excess(
    of constraint: LinearConstraint, _ values: [Variable: Double], slack: Double
  ) -> Double? {
    var residual = -constraint.constant
    var allowance = abs(constraint.constant) * 0x1p-50
    // Whether the left side may be more, or less, than it is with these values.
    var (mayBeMore, mayBeLess) = (false, false)
    for term in constraint.terms {
      let value = values[term.variable] ?? 0
      // The largest double may report any larger value with the same sign.
      if value.magnitude == .greatestFiniteMagnitude {
        if (term.coefficient < 0) == (value < 0) { mayBeMore = true } else { mayBeLess = true }
      }
      residual += term.coefficient * value
      // A grid step or the engine's slack for each reported value, and the rounding of this sum itself.
      allowance += abs(term.coefficient) * max(BigRational.grid, slack) + abs(term.coefficient * value) * 0x1p-48
    }
    guard allowance.isFinite, residual.isFinite else { return nil }
    if residual < 0 && mayBeMore || residual > 0 && mayBeLess { residual = 0 }
    let violation =
      switch constraint.relation {
      case .equal: abs(residual)
      case .lessThanOrEqual: residual
      case .greaterThanOrEqual: -residual
      }
    return violation > allowance ? violation : nil
  }
}

func describe(_ answer: ScriptTrial.Answer) -> VerdictMessage {
  switch answer {
  case .solved: "solved"
  case .conflict(let members): "conflict \(members.map(\.description).joined(separator: " "))"
  case .fault(let fault): "\(fault)"
  }
}
