import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

@testable import ConstraintSolver

@Suite struct AgreementTests {
  @Test("The exact reference solver gives the same bits and the same conflicts", arguments: 0..<150)
  func agreesWithReference(seed: UInt64) throws {
    try compareRandomEdits(seed: seed, ConstraintSolver())
  }

  @Test("So it does when the solver decides everything in fractions", arguments: 0..<50)
  func provedAgreesWithReference(seed: UInt64) throws {
    let solver = ConstraintSolver(verification: .proved)
    try compareRandomEdits(seed: seed, solver)
    // No block, square system or sweep was left to doubles.
    #expect(solver.system.blocks.allSatisfy { $0?.isExactOnly ?? true && !($0?.isSolved ?? false) })
    #expect(solver.system.squareSystems.isEmpty && !solver.system.sweep.isReady)
  }

  private func compareRandomEdits(seed: UInt64, _ solver: ConstraintSolver) throws {
    var entropy = Entropy(seed: seed &* 7919)
    var model = SystemModel(entropy: &entropy)
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

  @Test("4/3 and 3/4 as doubles are not reciprocal, and that decides where the layout goes")
  func nearlySingular() throws {
    try compare([
      [
        .declare(Variable(5), nonNegative: true), .declare(Variable(7), nonNegative: true),
        .add(row(1, [(0.75, 6), (-1, 4)], .greaterThanOrEqual, -10, 337)),
        .add(row(2, [(-1, 2), (0.75, 1), (-1, 7), (-1, 4)], .lessThanOrEqual, 55)),
        .add(row(3, [(0.75, 0), (-1, 7), (1, 1)], .equal, 50, 151)),
        .add(row(4, [(-4.0 / 3, 1), (-1, 0)], .greaterThanOrEqual, 25)),
        .add(row(5, [(16.0 / 9, 3), (1, 7), (-1, 2)], .equal, -20, 337)),
      ]
    ])
  }

  @Test("A residual that is left when larger parts cancel is seen, and with it that the rows contradict each other")
  func contradictionOfAlmostNothing() throws {
    try compare([
      [
        .declare(Variable(3), nonNegative: true), .add(row(1, [(1, 4), (-1, 2), (1, 3)], .equal, 1e-300)),
        .add(row(2, [(1, 1), (2, 2), (1, 3)], .equal, 303)),
        .add(row(3, [(1, 1), (1, 2), (3, 3), (1, 4)], .equal, 303)), .add(row(4, [(1, 4), (-1, 1)], .equal, 1)),
      ]
    ])
  }

  @Test("What three rows gain and lose by nearly the same is settled in fractions")
  func nearTieOfRates() throws {
    try compare([
      [
        .add(row(0, [(1, 0), (-1.0 / 3, 1)], .equal, 0, 2)), .add(row(1, [(3, 0)], .equal, 2, 1)),
        .add(row(2, [(1, 1), (3, 0)], .equal, 0, 1)), .add(row(3, [(3, 0)], .equal, 1, 1)),
      ]
    ])
  }

  @Test("A constant that is dragged along is followed exactly, also after a refusal and beyond a change of sides")
  func draggedConstant() throws {
    var script: [[SolverEdit]] = [
      [
        .declare(Variable(1), nonNegative: true), .declare(Variable(2), nonNegative: true),
        .add(row(1, [(1, 1), (3, 2)], .equal, 10)), .add(row(2, [(1, 1)], .equal, 4, 750)),
        .add(row(3, [(1, 2), (-1, 3)], .equal, 0.1)), .add(row(4, [(1, 3)], .lessThanOrEqual, 30)),
      ]
    ]
    for constant in [11, 12, 13, 14.5, -3, 15, 16, 17.25, 3, 2, 1, 0.5, 60, 61, 62, 300, 63, 64, 65] {
      script.append([.setConstant(.init(1), constant)])
    }
    try compare(script)
  }

  @Test("Beyond 2^33 the nearest double is reported")
  func hugeValues() throws {
    try compare([
      [
        .add(row(1, [(3, 2), (-1, 3)], .equal, 50, 781)),
        .add(row(2, [(0.001, 3), (-0.1, 2), (1e9, 3), (3, 2)], .equal, 52.5, 189)),
        .add(row(3, [(1e-9, 0), (3, 3), (0.001, 1)], .equal, 50)),
        .add(row(4, [(-0.1, 3), (1, 2), (3, 1)], .equal, -25, 189)),
      ]
    ])
  }

  /// Holds every answer against the exact reference.
  private func compare(_ script: [[SolverEdit]]) throws {
    let solver = ConstraintSolver()
    let reference = ReferenceSolver()
    for (step, edits) in script.enumerated() {
      let outcome = try solver.apply(edits)
      let expected = try reference.apply(edits)
      #expect(isConflict(outcome) == isConflict(expected), "step \(step)")
      var answers: [UInt32: Double] = [:]
      try reference.drainChanges { answers[$0.id] = $1 }
      #expect(try solver.changes() == answers, "step \(step)")
    }
  }

  private func isConflict(_ outcome: SolverOutcome) -> Bool { outcome != .solved }
}
