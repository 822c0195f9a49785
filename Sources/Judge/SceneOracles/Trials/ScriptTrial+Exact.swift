import LayoutPlugin
import SceneModel

extension ScriptTrial {
  func judgeExpectations() -> Verdict {
    guard script.transactions.contains(where: { !$0.expectations.isEmpty }) else {
      return .undecided("the script expects nothing")
    }
    var verdict = Verdict.holds
    var played = 0
    play { state in
      played = state.transaction
      for expectation in script.transactions[state.transaction - 1].expectations {
        switch expectation {
        case .value(let variable, let value):
          let reported = state.values[variable]
          if let reported, abs(reported - value) <= BigRational.grid / 2 { continue }
          verdict = .broken(
            "after transaction \(state.transaction), \(variable) is \(spelled(reported)), not \(value)"
          )
        case .conflict(let members):
          if state.answer == .conflict(members) { continue }
          verdict = .broken(
            "transaction \(state.transaction) is expected to be a \(describe(.conflict(members))), and the answer was: "
              + describe(state.answer))
        }
        return false
      }
      return true
    }
    if verdict == .holds, played < script.transactions.count {
      return .broken("transaction \(played + 1) must be a fault, and was accepted")
    }
    return verdict
  }

  /// Returns the system that a refused transaction would have made; nil if the transaction is malformed.
  private func refusedSystem(_ state: State) -> LinearSystem? {
    var system = state.system
    return (try? system.apply(state.edits)) == nil ? nil : system
  }

  func judgeConflicts() -> Verdict {
    let namesSets = plugin.manifest.capabilities.contains(.conflictSets)
    var verdict = Verdict.undecided("there was no conflict")
    play { state in
      guard case .conflict(let members) = state.answer, let system = refusedSystem(state) else { return true }
      let place: VerdictMessage = "transaction \(state.transaction)"
      let list = members.map(\.description).joined(separator: " ")
      verdict = .holds
      if !namesSets {
        if !system.isContradictory(system.constraints.filter(\.isRequired).map(\.id)) {
          verdict = .broken("\(place) was refused, and can be satisfied")
        }
      } else if zip(members, members.dropFirst()).contains(where: { $0 >= $1 }) {
        verdict = .broken("\(place): the conflict \(list) is not ascending")
      } else {
        // Optional constraints are not part of a contradiction.
        let required = members.filter { system[$0]?.isRequired == true }
        let spare =
          members.first { !required.contains($0) }
          ?? members.first { id in system.isContradictory(members.filter { $0 != id }) }
        if !system.isContradictory(required) {
          verdict = .broken("\(place): the conflict \(list) is no contradiction")
        } else if let spare {
          verdict = .broken("\(place): the conflict \(list) is one without \(spare), too")
        }
      }
      return verdict == .holds
    }
    return verdict
  }

  func judgeValues() -> Verdict {
    var isJudged = false
    var verdict = Verdict.holds
    play { state in
      verdict = compareWithExact(state)
      if !state.answer.isFault { isJudged = true }
      return verdict == .holds
    }
    return isJudged ? verdict : ScriptTrial.nothingSolved
  }

  private func compareWithExact(_ state: State) -> Verdict {
    let place: VerdictMessage = "transaction \(state.transaction)"
    switch state.answer {
    case .fault: return .holds
    case .conflict:
      guard let system = refusedSystem(state) else { return .holds }
      return ExactSolution(system) == nil ? .holds : .broken("\(place) was refused, and can be satisfied")
    case .solved:
      guard let exact = self.exact(state.system, after: state.transaction) else {
        return .broken("\(place) was accepted, and is a contradiction")
      }
      for (variable, value) in exact.values.sorted(by: { $0.key < $1.key }) {
        let expected = value.onGrid
        guard let reported = state.values[variable] else {
          return .broken("after \(place), \(variable) has no value; the exact one is \(expected)")
        }
        if reported.bitPattern != expected.bitPattern {
          return .broken("after \(place), \(variable) is \(reported); the exact value is \(expected)")
        }
      }
      return .holds
    }
  }

  func judgeTiers() -> Verdict {
    var verdict = Verdict.undecided("nothing optional was solved")
    let promise = plugin.manifest.promise
    play { state in
      let system = state.system.weighted(by: promise)
      if system.isTooLargeToWeigh { return false }
      guard state.answer.isSolved, !system.tiers.isEmpty else { return true }
      verdict = .holds
      guard let exact = self.exact(system, after: state.transaction) else {
        verdict = .broken("transaction \(state.transaction) was accepted, and is a contradiction")
        return false
      }
      if exact.isBeyond(promise) {
        verdict = ScriptTrial.beyondDoubles
        return false
      }
      // If a higher tier is better than possible, a required constraint is violated, which another law reports. The comparison ends there,
      // because lower tiers may then have any value.
      if let (tier, cost, least) = firstDifference(state, exact), cost > least {
        verdict = .broken(
          "after transaction \(state.transaction), tier \(tier) is violated by \(cost.nearestDouble); "
            + "\(least.nearestDouble) is possible")
      }
      return verdict == .holds
    }
    return verdict
  }

  /// Returns the first tier whose cost differs from that of the exact solution by more than rounding and the engine's promise explain; nil if there
  /// is none. It also compares an engine with weights tier by tier, up to the first tier that the engine trades for another.
  private func firstDifference(
    _ state: State, _ exact: ExactSolution
  ) -> (tier: Int, cost: BigRational, least: BigRational)? {
    let promise = plugin.manifest.promise
    let best = state.system.costs(at: exact.values)
    let costs = state.system.costs(
      at: state.values.mapValues { BigRational($0) }, slack: promise.slack.map { BigRational($0) })
    for (tier, cost) in costs {
      let least = best.first { $0.tier == tier }?.cost.total ?? .zero
      let allowance =
        cost.allowance * BigRational(isCanonical || promise.slack != nil ? 1 : ScriptTrial.uncanonicalAllowance)
      if (cost.total - least).magnitude > allowance { return (tier, cost.total, least) }
    }
    return nil
  }

  /// Whether an answer satisfies every required row, and each tier as well as the exact solution does, within the engine's tolerance. If such an
  /// answer is far from the exact solution, the two differ only because of the last bits of the rows' numbers. An engine with a tolerance may
  /// ignore these bits.
  private func isAsGood(_ state: State, _ exact: ExactSolution) -> Bool {
    guard let slack = plugin.manifest.promise.slack, !plugin.manifest.isBitwise else { return false }
    let areHeld = state.system.constraints.allSatisfy {
      !$0.isRequired || ScriptTrial.excess(of: $0, state.values, slack: slack) == nil
    }
    return areHeld && firstDifference(state, exact) == nil
  }

  /// Judges the values that the tiers alone fix, for an engine that may break ties in any way.
  func judgeUniqueValues() -> Verdict {
    let promise = plugin.manifest.promise
    let slack = promise.slack ?? ScriptTrial.usualSlack
    var verdict = ScriptTrial.nothingSolved
    play { state in
      guard state.answer.isSolved else { return true }
      let system = state.system.weighted(by: promise)
      if system.isTooLargeToWeigh { return false }
      guard let exact = self.exact(system, after: state.transaction) else {
        verdict = .undecided(.anotherLaw, "transaction \(state.transaction) was accepted, and is a contradiction")
        return false
      }
      if exact.isBeyond(promise) {
        verdict = ScriptTrial.beyondDoubles
        return false
      }
      if verdict != .holds { verdict = .holds }
      let off = exact.values.filter { variable, value in
        let right = value.nearestDouble
        guard let found = state.values[variable] else { return true }
        return (found - right).magnitude > 4 * slack + right.magnitude * 0x1p-30
      }
      if off.isEmpty { return true }
      let unique = self.uniqueness(in: system, after: state.transaction)
      guard let (variable, value) = off.filter({ unique[$0.key] == true }).min(by: { $0.key < $1.key }),
        !isAsGood(state, exact)
      else { return true }
      verdict = .broken(
        "after transaction \(state.transaction), \(variable) is \(spelled(state.values[variable])), and the constraints "
          + "leave only \(value.nearestDouble)")
      return false
    }
    return verdict
  }

  /// The error in points for an engine that promises nothing.
  static let usualSlack = 1e-3

  private static let beyondDoubles = Verdict.undecided(
    .outOfReach, "the exact optimum lies beyond what doubles or the engine reach")
  static let nothingSolved = Verdict.undecided("nothing was solved")

  /// The allowance for an engine that does not promise the grid, as a multiple of the grid's rounding: 10⁻³ points for each term.
  private static let uncanonicalAllowance = 1024

  func judgeUniqueness() -> Verdict {
    var verdict = ScriptTrial.nothingSolved
    play { state in
      guard state.answer.isSolved else { return true }
      verdict = .holds
      let expected = uniqueness(in: state.system, after: state.transaction)
      for (variable, isUnique) in expected.sorted(by: { $0.key < $1.key }) {
        let said: Bool?
        do { said = try state.solver.isUnique(variable) } catch {
          verdict = .broken("after transaction \(state.transaction), asked about \(variable): \(error)")
          return false
        }
        if said != isUnique {
          verdict = .broken(
            "after transaction \(state.transaction), \(variable) is \(words: isUnique ? "" : "not ")unique, and the engine "
              + "says \(words: said.map { $0 ? "it is" : "it is not" } ?? "nothing")")
          return false
        }
      }
      return true
    }
    return verdict
  }

  func judgeCertificates() -> Verdict {
    var verdict = ScriptTrial.nothingSolved
    play { state in
      if state.answer.isFault { return true }
      let certificate: Certificate
      do {
        guard let entries = try state.solver.certificate() else {
          verdict = .broken("after transaction \(state.transaction) there is no certificate")
          return false
        }
        certificate = Certificate(entries)
      } catch {
        verdict = .broken("after transaction \(state.transaction), asked for a certificate: \(error)")
        return false
      }
      let judged: Verdict
      if case .conflict(let members) = state.answer {
        guard let system = refusedSystem(state) else { return true }
        judged = certificate.provesContradiction(of: members, in: system)
      } else if state.hasValuesBeyondDoubles, ExactSolution(state.system)?.isBeyondDoubles == true {
        judged = ScriptTrial.beyondDoubles
      } else {
        judged = certificate.proves(state.system, state.values)
      }
      switch judged {
      case .holds:
        verdict = .holds
        return true
      case .broken where state.hasPricesBeyondDoubles:
        verdict = .undecided(.outOfReach, "after transaction \(state.transaction): the prices may be beyond doubles")
      case .broken(let text): verdict = .broken("after transaction \(state.transaction): \(text)")
      case .undecided(let why): verdict = .undecided(why.code, "after transaction \(state.transaction): \(why)")
      }
      return false
    }
    return verdict
  }
}

extension ScriptTrial.State {
  /// Whether a price may exceed the range of doubles: a row with a coefficient below the smallest normal double may need a larger price than the
  /// largest double.
  fileprivate var hasPricesBeyondDoubles: Bool {
    system.constraints.contains { $0.terms.contains { $0.coefficient.isSubnormal } }
  }

  /// Whether a value may be too large for the double that reports it.
  fileprivate var hasValuesBeyondDoubles: Bool {
    values.values.contains { $0.magnitude == .greatestFiniteMagnitude }
  }
}

extension ExactSolution {
  /// Whether a value is larger than the numbers with which the engine promises to work, or than any double.
  fileprivate func isBeyond(_ promise: EnginePromise) -> Bool {
    guard promise.tolerance != nil, let most = promise.range?.upperBound else { return isBeyondDoubles }
    return values.values.contains { $0.nearestDouble.magnitude > most }
  }

  /// Whether a value is larger than any double, so that no double can report it.
  fileprivate var isBeyondDoubles: Bool {
    values.values.contains { $0.nearestDouble.magnitude == .greatestFiniteMagnitude }
  }
}

extension LinearSystem {
  /// The cost of a tier, and the error that rounding the values to the grid can have added to it.
  struct Cost {
    var total = BigRational.zero
    var allowance = BigRational.zero
  }

  /// Returns the sum of the violations of each tier, tier 1 first.
  ///
  /// - Parameter slack: the points by which a value may be wrong; nil: the error of rounding to the grid.
  func costs(at values: [Variable: BigRational], slack: BigRational? = nil) -> [(tier: Int, cost: Cost)] {
    let tiers = tiers
    var costs: [Int: Cost] = [:]
    forEachConstraint { constraint in
      guard let tier = tiers[constraint.priority] else { return }
      var residual = -BigRational(constraint.constant)
      var cost = costs[tier] ?? Cost()
      for (variable, coefficient) in constraint.exactTerms {
        let value = values[variable] ?? .zero
        residual += coefficient * value
        cost.allowance += coefficient.magnitude * (slack ?? value.roundingAllowance)
      }
      cost.total += constraint.relation.violation(residual)
      costs[tier] = cost
    }
    return costs.sorted { $0.key < $1.key }.map { (tier: $0.key, cost: $0.value) }
  }
}

extension Relation {
  func violation(_ residual: BigRational) -> BigRational {
    switch self {
    case .equal: residual.magnitude
    case .lessThanOrEqual: residual.signum > 0 ? residual : .zero
    case .greaterThanOrEqual: residual.signum < 0 ? -residual : .zero
    }
  }
}
