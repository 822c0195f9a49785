import ConstraintSolver
import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

@Suite struct AgreementTests {
  @Test("The exact reference solver gives the same bits and the same conflicts", arguments: 0..<150)
  func agreesWithReference(seed: UInt64) throws {
    var entropy = Entropy(seed: seed &* 7919)
    var model = SystemModel(entropy: &entropy)
    let solver = ConstraintSolver()
    let reference = ReferenceSolver()
    _ = try solver.apply(model.declarations)
    _ = try reference.apply(model.declarations)
    for step in 0..<12 {
      let before = model
      let edits = model.randomEdits(&entropy)
      let outcome = try solver.apply(edits)
      let expected = try reference.apply(edits)
      #expect(isConflict(outcome) == isConflict(expected), "step \(step)")
      if outcome != .solved { model = before }
      let values = try solver.changes()
      var answers: [UInt32: Double] = [:]
      try reference.drainChanges { answers[$0.id] = $1 }
      #expect(values == answers, "step \(step): \(edits)")
    }
  }

  private func isConflict(_ outcome: SolverOutcome) -> Bool { outcome != .solved }
}
