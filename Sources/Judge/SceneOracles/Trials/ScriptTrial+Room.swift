import LayoutPlugin
import SceneModel

extension ScriptTrial {
  /// Plays the script on an engine with large arrays and on one with the smallest, and compares their answers.
  func judgeRoom() -> Verdict {
    guard let ample = plugin.makeSolver?(), let narrow = plugin.makeSolver?() as? any CapacityLimiting else {
      return .undecided(.notClaimed, "the engine is not behind the C table")
    }
    narrow.limitRoom()
    var verdict = ScriptTrial.nothingSolved
    // With small arrays a refused transaction is repeated, and the history of an engine that is not canonical may show in its values.
    var isComparable = true
    var system = LinearSystem()
    var (values, reported): ([Variable: Double], [Variable: Double]) = ([:], [:])
    for (index, transaction) in script.transactions.enumerated() {
      let place: VerdictMessage = "after transaction \(index + 1)"
      let expected = ScriptTrial.answer(of: ample, to: transaction.edits)
      let answer = ScriptTrial.answer(of: narrow, to: transaction.edits)
      if case .fault(.broken) = expected {
        return .undecided(.anotherLaw, "\(place) the engine violates its contract with ample room")
      }
      guard answer.isLike(expected) else {
        return .broken("\(place): \(describe(answer)) (with ample room: \(expected: describe(expected)))")
      }
      if answer.isSolved {
        verdict = .holds
        _ = try? system.apply(transaction.edits)
        forgetReports(of: transaction.edits, in: &values)
        forgetReports(of: transaction.edits, in: &reported)
      } else {
        isComparable = isComparable && isCanonical
      }
      do { try ample.drainChanges { values[$0] = $1 } } catch {
        return .undecided(.anotherLaw, "\(place) the engine violates its contract with ample room")
      }
      do { try narrow.drainChanges { reported[$0] = $1 } } catch {
        return .broken("\(place), no changes could be drained: \(error)")
      }
      if let difference = difference(reported, values, isComparable ? system : nil) {
        return .broken("\(place), \(difference)")
      }
    }
    return verdict
  }

  /// Returns how the values reported with small arrays differ from those with large ones; nil if they do not.
  ///
  /// - Parameter system: the constraints. With nil, only the presence of a value is compared.
  private func difference(
    _ reported: [Variable: Double], _ values: [Variable: Double], _ system: LinearSystem?
  ) -> VerdictMessage? {
    let variable =
      if let system { difference(reported, values, in: system) } else {
        Set(values.keys).symmetricDifference(reported.keys).min()
      }
    return variable.map {
      "\($0) is \(spelled(reported[$0])) where there is room for few changes at a time; with ample room: "
        + spelled(values[$0])
    }
  }
}

extension ScriptTrial.Answer {
  /// Whether this answer and another are both solutions, both conflicts, or both refusals (`.rejected`). The constraints of two conflicts may differ,
  /// because they may depend on the history.
  func isLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.solved, .solved), (.conflict, .conflict), (.fault(.rejected), .fault(.rejected)): true
    default: false
    }
  }
}
