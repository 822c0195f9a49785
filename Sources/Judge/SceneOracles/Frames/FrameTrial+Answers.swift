import LayoutPlugin
import SceneModel

extension FrameTrial {
  func judgeAnswers() -> Verdict {
    // `moments` runs the engine. Contract violations are known only after that.
    let moments = moments
    if let violation { return .broken(violation) }
    for moment in moments {
      if case .fault(let why) = moment.answer {
        return .broken("\(moment.place), the engine has \(ownFault: why)")
      }
      guard let frames = moment.frames else { continue }
      if let missing = moment.system.items.first(where: { frames[$0] == nil }) {
        return .broken("\(moment.place), the answer has no frame of \(moment.system.name(of: missing))")
      }
      if let other = frames.keys.sorted().first(where: { $0 != .root && !moment.system.items.contains($0) }) {
        return .broken("\(moment.place), the answer has a frame of \(other.rawValue), which is not there")
      }
    }
    return .holds
  }

  func judgeClaims() -> Verdict {
    if violation != nil { return .undecided(.anotherLaw, "the engine violates its contract") }
    var verdict = Verdict.holds
    for moment in moments {
      switch moment.answer {
      case .unsupported(let why):
        if promise.limits.contains(why) {
          verdict = .undecided(.notClaimed, why)
        } else {
          let features = moment.system.scene.features.map(\.rawValue).sorted().joined(separator: ", ")
          return .broken(
            "\(moment.place), the engine does not support a document of \(features), which it claims: \(why)")
        }
      case .refused(let why):
        if moment.system.isFeasible == true { return .broken("\(moment.place), what can be met is refused: \(why)") }
      case .conflict(let ids), .frames(_, let ids):
        if let remark = judgeConflict(ids, moment) { return .broken("\(moment.place), \(remark)") }
      case .fault: break
      }
    }
    return verdict
  }

  /// Returns the error in a reported conflict, or in reporting none; nil if there is no error.
  private func judgeConflict(_ ids: [LayoutConstraint.ID], _ moment: Moment) -> VerdictMessage? {
    let system = moment.system
    guard system.isWhole else { return nil }
    let isTold = !ids.isEmpty || moment.frames == nil
    if isTold, system.isFeasible == true { return "constraints are called contradictory, and can be met" }
    guard promise.claims(.conflicts) else { return nil }
    if !isTold {
      guard !required(hold: moment), system.isFeasible == false else { return nil }
      return "required constraints contradict each other, and the answer does not say so"
    }
    let rows = system.rows.filter { $0.row.isRequired && $0.constraint.map(ids.contains) == true }.map(\.row.id)
    if !system.system.isContradictory(rows + system.requiredSizes) {
      return "the constraints that are named can be met together"
    }
    return nil
  }

  func judgeSizes() -> Verdict {
    judge { () throws(Obstacle) in
      for moment in try told() {
        for item in moment.system.items {
          guard let frame = moment.frames?[item] else { continue }
          for (part, size) in [(2, frame.width), (3, frame.height)] where size < -moment.system.slack(part) {
            return .broken(
              "\(moment.place), \(moment.system.name(of: item)).\(FrameSystem.parts[part]) is \(spelled: size)"
            )
          }
        }
      }
      return .holds
    }
  }

  func judgeRefusals() -> Verdict {
    judge { () throws(Obstacle) in
      var last: Moment?
      var isJudged = false
      for moment in moments {
        if let after = moment.framesAfterRefusal, let last, let before = last.frames {
          isJudged = true
          let verdict = compare(
            "\(moment.place), which was refused,", .frames(after, conflict: []), with: before, last.system,
            isOneDocument: true)
          if case .broken = verdict { return verdict }
        }
        if moment.frames != nil { last = moment }
      }
      return isJudged ? .holds : .undecided("nothing was refused")
    }
  }
}

// MARK: the exact judge

extension FrameSystem {
  /// The rows of natural sizes that are required.
  var requiredSizes: [LinearConstraint.ID] { rows.filter { $0.constraint == nil && $0.row.isRequired }.map(\.row.id) }
}

extension FrameTrial {
  private func required(hold moment: Moment) -> Bool {
    let values = moment.system.values(of: moment.frames ?? [:])
    return moment.system.rows.allSatisfy { row in
      guard row.row.isRequired else { return true }
      let (violation, slack) = moment.system.violation(of: row.row, values)
      return violation <= slack
    }
  }

  func judgeRequired() -> Verdict {
    judge { () throws(Obstacle) in
      var hasRequired = false
      for moment in try told() {
        let values = moment.system.values(of: moment.frames ?? [:])
        for row in moment.system.rows where row.row.isRequired {
          hasRequired = true
          let (violation, slack) = moment.system.violation(of: row.row, values)
          if violation <= slack { continue }
          guard let isFeasible = moment.system.isFeasible else {
            throw Obstacle(.outOfReach, "the judge has no rows for stack views and autoresizing masks")
          }
          guard isFeasible else { throw Obstacle("the constraints contradict each other") }
          return .broken("\(moment.place), \(row.name) is missed by \(spelled(violation))")
        }
      }
      return hasRequired ? .holds : .undecided("nothing is required")
    }
  }

  func judgeTiers() -> Verdict {
    judge { () throws(Obstacle) in
      var isJudged = false
      for moment in try told() {
        let system = moment.system
        let exact = try exact(of: system)
        if !required(hold: moment) {
          throw Obstacle(.anotherLaw, "a required constraint is not met, which another law judges")
        }
        let values = system.values(of: moment.frames ?? [:])
        // The levels are compared one after the other, for an engine with weights, too. The comparison ends where it trades one level for another.
        for (priority, rows) in Dictionary(grouping: system.rows.filter { !$0.row.isRequired }, by: \.row.priority)
          .sorted(by: { $0.key > $1.key })
        {
          isJudged = true
          var (sum, least, slack) = (0.0, 0.0, 0.0)
          var worst = (name: "", excess: 0.0)
          for row in rows {
            let (violation, own) = system.violation(of: row.row, values)
            let exactViolation = exactViolation(of: row.row, exact)
            sum += max(0, violation)
            least += exactViolation
            // The tolerated errors of higher levels also affect these rows.
            slack += own * FrameTrial.tierSlack
            let excess = max(0, violation) - exactViolation
            if excess > worst.excess { worst = (row.name, excess) }
          }
          let allowance = slack + least.magnitude * 0x1p-30
          if sum < least - allowance { break }
          if sum <= least + allowance { continue }
          return .broken(
            "\(moment.place), \(worst.name) is missed by \(spelled(worst.excess)) more than need be: the violations at priority "
              + "\(spelled: priority) add up to \(spelled(sum)), and \(spelled(least)) is possible")
        }
      }
      return isJudged ? .holds : .undecided("nothing is optional")
    }
  }

  /// Returns the judge's values.
  private func exact(of system: FrameSystem) throws(Obstacle) -> ExactSolution {
    guard system.isWhole else {
      throw Obstacle(.outOfReach, "the judge has no rows for stack views and autoresizing masks")
    }
    guard let exact = system.exact else { throw Obstacle("the constraints contradict each other") }
    return exact
  }

  private static let tierSlack = 4.0

  private func exactViolation(of row: LinearConstraint, _ exact: ExactSolution) -> Double {
    var residual = -BigRational(row.constant)
    for term in row.terms { residual += BigRational(term.coefficient) * (exact.values[term.variable] ?? .zero) }
    return row.relation.violation(residual).nearestDouble
  }

  func judgeUnique() -> Verdict {
    judge { () throws(Obstacle) in
      var isJudged = false
      for moment in try told() {
        let system = moment.system
        let exact = try exact(of: system)
        let values = system.values(of: moment.frames ?? [:])
        for (at, item) in system.items.enumerated() {
          for part in 0..<4 {
            let (found, right) = (values[at * 4 + part], exact.values[system.variable(at, part)]?.nearestDouble ?? 0)
            let isOff =
              (found - right).magnitude > FrameTrial.tierSlack * system.slack(part) + right.magnitude * 0x1p-30
            // Uniqueness is expensive to decide, so it is decided only where the comparison needs it.
            guard isOff || !isJudged, system.isUnique(at, part) else { continue }
            isJudged = true
            guard isOff else { continue }
            return .broken(
              "\(moment.place), \(system.name(of: item)).\(FrameSystem.parts[part]) is \(spelled(found)), and the "
                + "constraints leave only \(spelled(right))")
          }
        }
      }
      return isJudged ? .holds : .undecided("no number is unique")
    }
  }

  /// Returns a number with six digits.
  private func spelled(_ value: Double) -> VerdictMessage {
    guard value != 0, value.isFinite else { return "\(spelled: value)" }
    let scale = 1e6 / powerOfTen(atLeast: value.magnitude)
    let rounded = (value * scale).rounded() / scale
    return "\(spelled: rounded.isFinite && scale.isFinite ? rounded : value)"
  }

  private func powerOfTen(atLeast value: Double) -> Double {
    var power = 1.0
    while power < value { power *= 10 }
    return power
  }
}
