import SceneFuzzing
import SceneModel
import SceneOracles
import Testing

@Suite("Minimiser")
struct MinimizerTests {
  /// Two rows of one tier that pull one variable apart: nothing in the predicate says how many variables there are.
  private func hasCompetingRows(_ document: Document) -> Bool {
    guard case .solver(let script) = document else { return false }
    var rows: [LinearConstraint] = []
    for edit in script.transactions.flatMap(\.edits) { if case .add(let row) = edit { rows.append(row) } }
    return rows.contains { a in
      rows.contains { b in
        a.id < b.id && a.priority == b.priority && !a.isRequired && !a.terms.isEmpty
          && a.terms.map(\.variable) == b.terms.map(\.variable) && a.constant != b.constant
      }
    }
  }

  @Test("Competing rows shrink to exactly two rows over one variable", arguments: 0..<8 as Range<UInt64>)
  func competingRows(seed: UInt64) {
    var entropy = Entropy(seed: seed)
    let bounds = ScriptBounds(variables: 3...5, rows: 40...60, transactions: 3...6, tiers: 3)
    var document = Document.solver(.generated(within: bounds, using: &entropy))
    while !hasCompetingRows(document) { document = .solver(.generated(within: bounds, using: &entropy)) }
    let minimized = Minimizer().minimize(document, while: hasCompetingRows).document
    #expect(minimized.weight.constraints == 2, "\(minimized.text)")
    guard case .solver(let script) = minimized else { return }
    #expect(script.transactions.count == 1, "\(minimized.text)")
    #expect(minimized.summary.hasPrefix("1 variable"), "\(minimized.text)")
  }

  @Test("A scene begins with the priority that a step sets, and loses a constraint instead of changing it")
  func stepsAhead() throws {
    /// An optional constraint goes, however that is done.
    func losesOptional(_ document: Document) -> Bool {
      guard case .scene(var scene) = document else { return false }
      let steps = scene.steps
      scene.steps = []
      return steps.contains { step in
        let before = scene.constraints.filter { $0.priority < 1000 }
        _ = scene.make(step)
        return before.contains { !scene.constraints.contains($0) }
      }
    }
    let document = try Document(
      text: """
        scene 1
        root 10 x 10 @1x
        view v1 in root
        constraint c1: v1.left = root.left + 8
        step set c1 priority 250
        step layout root
        step set c1 priority 500

        """)
    #expect(losesOptional(document))
    guard case .scene(let scene) = Minimizer().minimize(document, while: losesOptional).document else { return }
    #expect(scene.steps == [.deactivate(scene.constraints[0].id)])
  }

  @Test("Terms of one variable are added up, and those that cancel go")
  func repeatedTerms() throws {
    /// A row that holds the variable, however it is written.
    func holdsVariable(_ document: Document) -> Bool {
      guard case .solver(let script) = document else { return false }
      return script.transactions.flatMap(\.edits).contains { edit in
        guard case .add(let row) = edit else { return false }
        let sums = Dictionary(row.terms.map { ($0.variable, $0.coefficient) }, uniquingKeysWith: +)
        return sums[Variable(1)] == 1 && sums[Variable(2), default: 0] == 0
      }
    }
    for terms in ["v1 + v1 - v1", "v2 + v1 - v2", "3 v1 - 2 v1", "v2 - v2 + v1 + 0.5 v1 - 0.5 v1"] {
      let document = try Document(text: "solver 1\napply: add c1: \(terms) = 3 @1000\n")
      #expect(holdsVariable(document))
      let minimized = Minimizer().minimize(document, while: holdsVariable).document
      #expect(minimized.text.contains(": v1 = "), "\(minimized.text)")
    }
  }

  /// A width that depends on a sibling's, resized afterwards.
  private func hasLinkedWidths(_ document: Document) -> Bool {
    guard case .scene(let scene) = document,
      scene.steps.contains(where: { if case .resize = $0 { true } else { false } })
    else { return false }
    return scene.constraints.contains { constraint in
      guard case .anchor(let first) = constraint.first, case .anchor(let second)? = constraint.second else {
        return false
      }
      return first.attribute == .width && second.attribute == .width && first.item != second.item
    }
  }

  @Test("Linked widths shrink to one view, one constraint and one step", arguments: 0..<8 as Range<UInt64>)
  func linkedWidths(seed: UInt64) {
    var entropy = Entropy(seed: seed)
    let bounds = SceneBounds(views: 6...12, steps: 6...12, extraConstraints: 10...20)
    var document = Document.scene(.generated(within: bounds, using: &entropy))
    while !hasLinkedWidths(document) { document = .scene(.generated(within: bounds, using: &entropy)) }
    let minimized = Minimizer().minimize(document, while: hasLinkedWidths).document
    guard case .scene(let scene) = minimized else { return }
    #expect(scene.views.count == 2, "\(minimized.text)")
    #expect(scene.constraints.count == 1, "\(minimized.text)")
    #expect(scene.steps.count == 1, "\(minimized.text)")
  }

  @Test("The same document always shrinks to the same one")
  func deterministic() {
    var entropy = Entropy(seed: 5)
    let bounds = ScriptBounds(variables: 3...5, rows: 30...40, transactions: 2...4, tiers: 3)
    var document = Document.solver(.generated(within: bounds, using: &entropy))
    while !hasCompetingRows(document) { document = .solver(.generated(within: bounds, using: &entropy)) }
    let one = Minimizer().minimize(document, while: hasCompetingRows)
    let two = Minimizer().minimize(document, while: hasCompetingRows)
    #expect(one.document == two.document)
    #expect(one.attempts == two.attempts)
  }

  /// Found by `make fuzz-hostile`: it ended the process that makes findings small.
  @Test("An animation along an empty path is made small")
  func emptyPath() throws {
    let document = try Document(
      text: """
        timeline 1
        layer
        model position point 0 0
        animation keyframes position linear along () duration 1
        animation basic position to point 4 4 duration 2
        output 0 position

        """)
    let minimized = Minimizer().minimize(document) { $0.text.contains("along") }.document
    #expect(minimized.text.contains("along ()") && !minimized.text.contains("basic"), "\(minimized.text)")
  }

  @Test("A limit on the attempts still gives a document that fails")
  func limited() {
    var entropy = Entropy(seed: 5)
    let bounds = ScriptBounds(variables: 3...5, rows: 30...40, transactions: 2...4, tiers: 3)
    var document = Document.solver(.generated(within: bounds, using: &entropy))
    while !hasCompetingRows(document) { document = .solver(.generated(within: bounds, using: &entropy)) }
    let outcome = Minimizer(attemptLimit: 10).minimize(document, while: hasCompetingRows)
    #expect(outcome.attempts <= 10)
    #expect(hasCompetingRows(outcome.document))
  }
}
