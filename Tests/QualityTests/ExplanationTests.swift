import ConstraintSolver
import SceneFuzzing
import SceneModel
import Testing

@Suite("Explanations")
struct ExplanationTests {
  private func rows(_ document: Document) -> [LinearConstraint] {
    guard case .solver(let script) = document else { return [] }
    return script.transactions.flatMap(\.edits).compactMap { if case .add(let row) = $0 { row } else { nil } }
  }

  @Test("Of a script each edit is needed, free in its numbers, or irrelevant")
  func script() throws {
    let text = """
      solver 1
      apply: declare v1; add c1: v1 = 13 @1000; add c2: v1 <= 4 @10
      apply: constant c2 = 7
      law solver.required-constraints-hold
      found 2026-11-25

      """
    let document = try Document(text: text)
    let explanation = Explanation(of: document) { document in
      rows(document).contains { $0.isRequired } && rows(document).contains { $0.constant == 4 && !$0.isRequired }
    }
    let roles = explanation.parts.map { "\($0.text): \($0.remark)" }
    #expect(
      roles == [
        "declare v1: irrelevant", "add c1: v1 = 13 @1000: needed; any value does for 13",
        "add c2: v1 <= 4 @10: needed", "constant c2 = 7: irrelevant",
      ])
    #expect(explanation.text.contains("apply: constant c2 = 7  # irrelevant\n"))
    #expect(try Document(text: explanation.text) == document, "\(explanation.text)")
  }

  /// A rule, a document, and what is said of the document's edits.
  private static let numbers: [(rule: @Sendable (LinearConstraint) -> Bool, text: String, free: [String])] = [
    ({ $0.constant != 7 }, "add c1: v1 = 2 @10", ["@10"]),
    ({ $0.priority < 1000 }, "add c1: v1 = 1 @1", ["1"]),
    ({ $0.constant == 1 }, "add c1: v1 = 1 @1", ["@1"]),
    ({ $0.priority > 0 && $0.priority <= 1000 }, "add c1: v1 = 1 @1", ["1", "@1"]),
    ({ $0.constant == 2 }, "add c1: 2 v1 = 2 @9", ["2 (1 of 2)", "@9"]),
  ]

  @Test("A number is free when every other one that may stand there does", arguments: ExplanationTests.numbers.indices)
  func freeNumbers(at index: Int) throws {
    let (rule, text, free) = ExplanationTests.numbers[index]
    let explanation = try Explanation(of: Document(text: "solver 1\napply: \(text)\n")) { document in
      let rows = rows(document)
      return !rows.isEmpty && rows.allSatisfy(rule)
    }
    #expect(explanation.parts.map(\.free) == [free])
  }

  @Test("The ids of a scene are no numbers, and its priorities are")
  func ids() throws {
    let text = "scene 1\nroot 9 x 9 @2x\nview v1 @3 in root\nconstraint c1: v1.width = 5 @ 500\n"
    let explanation = try Explanation(of: Document(text: text)) { document in
      guard case .scene(let scene) = document else { return false }
      return scene.constraints.contains { $0.constant == 5 }
    }
    #expect(
      explanation.parts.contains { $0.text.hasPrefix("constraint") && $0.free == ["@500"] }, "\(explanation.parts)")
    #expect(explanation.parts.contains { $0.text.hasPrefix("view") && $0.free.isEmpty }, "\(explanation.parts)")
  }

  @Test("Of a scene each line is, names with digits included")
  func scene() throws {
    let document = try Document(
      text: """
        scene 1
        root 100 x 100 @2x
        view v1 in root
        view "2 of 3" in root
        constraint c1: v1.width = 20
        constraint c2: v1.height = 10 @ 500
        step layout root

        """)
    let explanation = Explanation(of: document) { document in
      guard case .scene(let scene) = document else { return false }
      return scene.constraints.contains { $0.name == "c1" } && !scene.steps.isEmpty
    }
    #expect(explanation.text.contains("constraint c1: v1.width = 20  # any value does\n"), "\(explanation.text)")
    #expect(explanation.text.contains("view \"2 of 3\" in root  # irrelevant\n"))
    #expect(explanation.text.contains("step layout root  # needed\n"))
    #expect(try Document(text: explanation.text) == document)
  }

  @Test("A slow script is slow by what the engine counts")
  func effort() throws {
    var script = SolverScript()
    for at in 1...12 as ClosedRange<UInt32> {
      let terms = [LinearConstraint.Term(1, Variable(at)), .init(-1, Variable(at - 1))]
      let row = LinearConstraint(id: .init(at), terms: terms, relation: .equal, constant: 1)
      script.transactions.append(.init(edits: [.add(row)]))
    }
    let whole = try #require(Effort(of: .solver(script), on: .layoutlab))
    #expect(whole.unit == .work && whole.amount > 0)
    let small = Minimizer().minimize(.solver(script)) { proposal in
      Effort(of: proposal, on: .layoutlab).map { 2 * $0.amount >= whole.amount } ?? false
    }.document
    #expect(small.weight < Document.solver(script).weight)
    #expect(try #require(Effort(of: small, on: .layoutlab)).amount * 2 >= whole.amount)
  }
}
