import LayoutPlugin
import SceneModel
import Testing

@testable import SceneOracles

/// Answers of which the largest double is all that can be reported.
@Suite struct BeyondDoublesTests {
  @Test("An answer beyond doubles breaks no law of what is reported", arguments: [1000, 1])
  func beyond(priority: Int) throws {
    let document = try Document(text: "solver 1\napply: add c2: 1e-310 v1 = 1 @\(priority)\n")
    for law in Law.solverLaws {
      if case .broken(let text) = law.judge(document, .reference) { Issue.record("\(law.name): \(text)") }
    }
  }

  @Test("The largest double satisfies what a larger number would, and nothing else")
  func largest() {
    let (v1, most) = (Variable(1), Double.greatestFiniteMagnitude)
    func excess(_ coefficient: Double, _ relation: Relation, _ constant: Double, _ value: Double) -> Double? {
      ScriptTrial.excess(
        of: LinearConstraint(
          id: .init(1), terms: [.init(coefficient, v1)], relation: relation, constant: constant,
          priority: 1000),
        [v1: value], slack: 0)
    }
    #expect(excess(0x1p-1030, .equal, 1, most) == nil)
    #expect(excess(-0x1p-1030, .equal, 1, -most) == nil)
    #expect(excess(0x1p-1030, .equal, 1, -most) != nil)
    #expect(excess(1, .equal, 3, most) != nil)
    #expect(excess(1, .lessThanOrEqual, 3, most) != nil)
  }
}
