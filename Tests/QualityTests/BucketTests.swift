import ConstraintSolver
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import Testing
import TestSupport

@Suite("Buckets")
struct BucketTests {
  /// One of each kind: a tie, a value, a refusal, a removal, a proof, a report, chance.
  private static let engines = [
    "breaks ties oldest first", "reports values off the grid", "refuses a fourth required constraint",
    "never lets the last constraint go", "hands out a price with the wrong sign", "names a bystander in conflicts",
    "answers by chance",
  ].compactMap(BrokenEngine.named)

  private static func buckets(of plugin: Plugin, executions: Int = 600) -> (laws: [Law], buckets: [Bucket]) {
    let target = FuzzTarget.solver(exactSample: 16).inOneThread
    let outcome = Campaign(target, plugin: plugin, seed: 1).run { $0.executions >= executions }
    let triage = Triage(laws: target.laws, plugin: plugin)
    return (
      target.laws, triage.buckets(from: outcome.violations, target: target.name, found: "2026-11-21")
    )
  }

  private static func told(_ buckets: [Bucket]) -> Comment {
    Comment(
      rawValue: buckets.map {
        "\($0.smallest.law) (\($0.others.count)) \($0.smallest.detail)\n\($0.smallest.minimized.text)"
      }.joined(separator: "\n"))
  }

  @Test("One bug is one bucket, or two, under all the laws that it breaks", arguments: engines)
  func brokenEngines(engine: BrokenEngine) {
    let buckets = BucketTests.buckets(of: engine.plugin(around: .layoutlab)).buckets
    #expect((1...2).contains(buckets.count), BucketTests.told(buckets))
  }

  @Test("What a refused edit leaves in disorder is one bucket, or two, whatever laws break afterwards")
  func disorder() throws {
    var plugin = Plugin.layoutlab
    plugin.manifest.capabilities = []
    let make = try #require(plugin.makeSolver)
    plugin.makeSolver = { Disordered(make()) }
    let buckets = BucketTests.buckets(of: plugin).buckets
    #expect((1...2).contains(buckets.count), BucketTests.told(buckets))
  }

  /// What a finding needs of the refused transactions in a script of these lines, which is not minimised.
  private static func refusalNeeded(
    _ law: String, _ lines: String..., by wrap: @escaping @Sendable (any ConstraintSolving) -> any ConstraintSolving
  ) throws -> String? {
    var plugin = Plugin.layoutlab
    plugin.manifest.capabilities = []
    let make = try #require(plugin.makeSolver)
    plugin.makeSolver = { wrap(make()) }
    let laws = FuzzTarget.solver(exactSample: 16).inOneThread.laws
    let triage = Triage(laws: laws, plugin: plugin, minimizer: Minimizer(attemptLimit: 0))
    let text = "solver 1\n" + lines.map { "apply: \($0)\n" }.joined()
    let violation = Violation(law: law, document: try Document(text: text), detail: "")
    return try #require(triage.steady(violation, target: "T", found: "2026-11-27"), "\(law) is kept").traits
      .afterRefusal
  }

  @Test(
    "A bug at the third transaction needs no refusal, though it does not show without one",
    arguments: [
      "solver.required-constraints-hold", "solver.rejected-edit-changes-nothing",
    ])
  func countedTransactions(law: String) throws {
    let needed = try BucketTests.refusalNeeded(
      law, "add c1: v1 = 1 @1000", "remove c2", "constant c1 = 2", by: { WrongAtTheThird($0) })
    #expect(needed == nil)
  }

  @Test("Edits that are kept of a refused transaction are one kind, whatever the edits and the law are")
  func keptEdits() throws {
    let kept = "edits before the refused one"
    func needed(_ law: String, _ lines: String...) throws -> String? {
      try BucketTests.refusalNeeded(law, lines[0], lines[1], lines[2], by: { KeepsTheFirst($0) })
    }
    #expect(
      try needed(
        "solver.changes-are-reported-exactly", "add c1: v1 = -1 @1", "constant c1 = 0; add c1: 0 = 0 @1",
        "constant c1 = -1") == kept)
    #expect(
      try needed("solver.answers-fit-the-edits", "add c3: 0 = 0 @1", "add c1: 0 = 0 @1; remove c2", "remove c1") == kept
    )
    // The second transaction contradicts the first, so c2 is unknown in the third.
    #expect(
      try needed(
        "solver.answers-fit-the-edits", "add c1: v1 = 1 @1000", "add c2: v1 = 2 @1000", "constant c1 = 4; remove c2")
        == kept)
    // A single edit.
    #expect(
      try BucketTests.refusalNeeded(
        "solver.answers-fit-the-edits", "remove c2", "add c1: v1 = 1 @1000", "remove c1",
        by: { RefusesAfterRefusal($0) }) == "less")
  }

  @Test(
    "An engine that answers malformed edits wrongly, or well-formed ones as malformed, has one bucket",
    arguments: Refusals.allCases)
  func wrongRefusals(how: Refusals) throws {
    var plugin = Plugin.layoutlab
    plugin.manifest.capabilities = []
    let make = try #require(plugin.makeSolver)
    plugin.makeSolver = { RefusesWrongly(make(), how) }
    let buckets = BucketTests.buckets(of: plugin, executions: 1200).buckets
    #expect(buckets.count == 1, BucketTests.told(buckets))
    let laws = Set(buckets.flatMap(\.laws))
    #expect(laws.isSuperset(of: ["solver.answers-fit-the-edits", "solver.malformed-edit-is-a-fault"]), "\(laws)")
  }

  @Test(
    "What one kind of constraint leaves in a layout engine is one bucket under all laws, and another kind's is another")
  func leftBehind() throws {
    var plugin = try #require(Plugin.kernel(over: .layoutlab))
    plugin.manifest.promise.ties = .any
    let make = try #require(plugin.makeLayoutEngine)
    plugin.makeLayoutEngine = { () throws(PluginFault) in LeavesBehind(try make()) }
    let laws = Law.frameLaws.filter { $0.cost != .comparing || $0.name == "frames.incremental-equals-fresh" }
    let triage = Triage(laws: laws, plugin: plugin, minimizer: Minimizer(attemptLimit: 100))
    let start = "scene 1\nroot 100 x 100 @1x\nview v1 in root\n"
    let rows = "constraint c1: v1.left = root.left\nconstraint c2: v1.height = 5\n"
    let violations = try [
      ("frames.required-constraints-hold", rows + "constraint c3: v1.width = 20 @ 250\nstep set c3 constant 30\n"),
      ("frames.incremental-equals-fresh", rows + "constraint c3: v1.width = 20 @ 250\nstep deactivate c3\n"),
      (
        "frames.unique-values-are-right",
        "view v2 in root\n\(rows)constraint c3: v2.width = 9 @ 250\nstep remove view v2\n"
      ),
      ("frames.required-constraints-hold", rows + "constraint c3: v1.width >= 20\nstep deactivate c3\n"),
    ].map { Violation(law: $0, document: try Document(text: start + $1), detail: "") }
    let findings = violations.compactMap { triage.steady($0, target: "T", found: "2026-11-26") }
    #expect(
      findings.map(\.traits.leftBehind)
        == [String](repeating: "removed optional equation", count: 3) + ["removed required inequality"])
    let buckets = Bucket.alike(findings)
    #expect(buckets.map(\.others.count).sorted() == [0, 2], BucketTests.told(buckets))
  }

  /// Of one law, or of others. Two bugs of which most small documents show both, such as "never lets the last constraint go" with
  /// "names a bystander in conflicts", or most that conflict, such as "takes the order of insertion for age" with "names half of a
  /// conflict", still lie in one bucket.
  private static let pairs = [
    ("drops every fourth required inequality", "lets sizes be negative"),
    ("names half of a conflict", "forgets a priority change"),
    ("names a bystander in conflicts", "reports values off the grid"),
    ("hands out a price with the wrong sign", "names a bystander in conflicts"),
    ("loses the fifth term of a row", "names a bystander in conflicts"),
    ("calls every value unique", "refuses a fourth required constraint"),
    ("lets sizes be negative", "forgets a priority change"),
    ("breaks ties oldest first", "drops every fourth required inequality"),
  ]

  @Test("Two bugs of one engine do not lie in one bucket", arguments: pairs)
  func twoBugs(first: String, second: String) throws {
    let engines = try [first, second].map { try #require(BrokenEngine.named($0)) }
    let both = engines[1].plugin(around: engines[0].plugin(around: .layoutlab))
    BucketTests.expectApart(both, alone: engines.map { $0.plugin(around: .layoutlab) })
  }

  @Test("What a refused edit leaves in disorder does not swallow a bug that needs no refusal")
  func disorderAndTwins() throws {
    func plugin(_ wrap: @escaping @Sendable (any ConstraintSolving) -> any ConstraintSolving) throws -> Plugin {
      var plugin = Plugin.layoutlab
      plugin.manifest.capabilities = []
      plugin.manifest.promise.ties = .any
      let make = try #require(plugin.makeSolver)
      plugin.makeSolver = { wrap(make()) }
      return plugin
    }
    BucketTests.expectApart(
      try plugin { Disordered(LosesTwins($0)) }, alone: [try plugin { Disordered($0) }, try plugin { LosesTwins($0) }])
  }

  /// Expects findings of an engine with two bugs to lie in other buckets where only one of the bugs shows them, and both bugs to be found.
  private static func expectApart(_ both: Plugin, alone: [Plugin]) {
    let (laws, buckets) = BucketTests.buckets(of: both, executions: 1200)
    /// Which of the two shows what the finding shows.
    func isShown(_ finding: Finding, _ plugin: Plugin) -> Bool {
      guard let law = laws.first(where: { $0.name == finding.law }) else { return false }
      if case .broken = law.judge(finding.minimized, plugin) { return true }
      return false
    }
    var found: [Set<Int>] = []
    for bucket in buckets {
      let causes = ([bucket.smallest] + bucket.others).map { finding in
        Set(alone.indices.filter { isShown(finding, alone[$0]) })
      }
      // What either shows by itself says nothing.
      found.append(Set(causes.filter { $0.count == 1 }.joined()))
    }
    #expect(found.allSatisfy { $0.count <= 1 }, BucketTests.told(buckets))
    #expect(found.contains([0]) && found.contains([1]), BucketTests.told(buckets))
  }

  @Test("What a verdict is about has no names and numbers, and quotes the engine where the judge does")
  func subjects() {
    let refusal = PluginFault.rejected("Unbounded: c7, c8 of \"a\".")
    let one = VerdictSubject("transaction \(4) is well formed, and \(refusal)")
    let two = VerdictSubject("emptying the engine: it answered: \(PluginFault.rejected("Unbounded: c9 of \"b\"."))")
    #expect(one.fault == two.fault && one != two)
    #expect(one.fault == .ownWords(code: "refused-edit", words: "Unbounded: # of #."))
    // The judge's own words.
    let missed = VerdictSubject("transaction \(2) must be a fault (\(expected: "\(refusal)")), and was accepted")
    #expect(missed.fault == nil && missed.isMissedRefusal)
    // Of a violated rule there may be several bugs, and each says which rule it is.
    let violation = ContractViolation(.unsteadyConflict, by: "x", ["conflict \(3), then \(4)"])
    let violated = VerdictSubject("after transaction \(2), \(PluginFault.broken(violation))")
    #expect(violated.fault == .violation(of: .conflicts) && violated.violation == .unsteadyConflict)
    #expect(
      VerdictSubject("the engine has \(ownFault: "bus error at 0x40")").fault
        == .ownWords(code: "engine-fault", words: "bus error at #"))
    func moved(_ property: String, _ value: Double, _ lane: Int) -> VerdictSubject {
      VerdictSubject("\(property) is \(value) in lane \(lane), the model \(spelled: 2)")
    }
    #expect(moved("opacity", 1, 0) == moved("position", 7.5, 1))
    #expect(moved("opacity", 1, 0).pattern == "# is # in lane #, the model #")
  }

  @Test("A finding's record keeps the subject of its verdict, and older records without one are read")
  func records() throws {
    let finding = try BucketTests.finding(
      "transaction \(1) is well formed, and \(PluginFault.rejected("no c1"))", "apply: add c1: v1 = 1 @1000")
    let traits = try JSONEncoder().encode(finding.traits)
    #expect(try JSONDecoder().decode(Finding.Traits.self, from: traits).subject == finding.subject)
    var old = finding.traits
    old.subject = nil
    old = try JSONDecoder().decode(Finding.Traits.self, from: JSONEncoder().encode(old))
    #expect(old.subject == nil && old.shapes == finding.traits.shapes)
  }

  private static func finding(
    _ detail: VerdictMessage, _ rows: String, _ status: Finding.Status = .new,
    law: String = "solver.required-constraints-hold"
  ) throws -> Finding {
    let document = try Document(text: "solver 1\n\(rows)\n")
    return Finding(
      kind: .steady, target: "FuzzSolver", law: law, detail: detail, status: status, found: "2026-11-25",
      rate: ReplayRate(broken: 12, of: 12), original: document, minimized: document)
  }

  @Test("A message of the engine that shows without a refusal needs none in any finding, and other things do as before")
  func refusedByCode() throws {
    let words: VerdictMessage =
      "transaction \(3) is well formed, and \(PluginFault.rejected("it had it a moment ago"))"
    let row = "apply: add c1: v1 = 1 @1000"
    let plain = try BucketTests.finding(words, row, law: "solver.answers-fit-the-edits")
    var after = try BucketTests.finding(
      words, row + "; add c2: v1 >= 7 @1000; remove c2", law: "solver.malformed-edit-is-a-fault")
    var left = try BucketTests.finding(
      "after transaction \(1), required \("c1") is violated by \(9.0)", row + "; remove c1")
    (after.traits.afterRefusal, left.traits.afterRefusal) = ("row", "row")
    #expect(Bucket.alike([plain, after, left]).map(\.others.count).sorted() == [0, 1])
    #expect(Bucket.alike([after, left]).count == 1)
  }

  @Test("The names in documents of one weight do not decide which of them heads a bucket")
  func namesDoNotRank() throws {
    let words: VerdictMessage = "after transaction \(1), required \("c1") is violated by \(9.0)"
    let one = try BucketTests.finding(words, "apply: declare v2 non-negative; add c1: - v2 = 1 @1")
    let others = try ["v1", "v3"].map {
      try BucketTests.finding(words, "apply: declare \($0) non-negative; add c1: \($0) = -4 @1")
    }
    #expect(others[0].id == others[1].id && others[0].minimized.weight == one.minimized.weight)
    let buckets = others.flatMap { Bucket.alike([one, $0]) }
    #expect(buckets.count == 2 && Set(buckets.map(\.smallest.id)).count == 1)
  }

  @Test("Odd numbers never head or absorb a bucket of plain ones, and hide none on the list")
  func oddNumbers() throws {
    let plain = "apply: add c1: 2 v1 = 10 @1000"
    func violated(by amount: Double) -> VerdictMessage {
      "after transaction \(1), required \("c1") is violated by \(amount)"
    }
    for (odd, rows) in [
      (0x1p-1030, plain), (1e-10, plain), (5e9, plain), (9, "apply: add c1: 1e-300 v1 = 1 @1000"),
      (9, "apply: add c1: 1 v1 = 1e9 @1000"),
    ] {
      let known = try BucketTests.finding(violated(by: odd), rows, .known)
      let new = try BucketTests.finding(violated(by: 9), "apply: add c1: 3 v1 = 99 @1000; add c2: v1 = 7 @1000")
      let buckets = Bucket.alike([known, new])
      #expect(buckets.count == 2 && buckets.contains { $0.smallest.status == .new && $0.smallest.detail == new.detail })
    }
    for (amount, isOdd) in [(5.0000000001, true), (6, false), (.nan, false)] {
      #expect(VerdictSubject("tier \(1) is violated by \(amount); \(5.0) is possible").isOdd == isOdd)
    }
    // Alike as before where both are plain, or both are odd.
    for amounts in [(3.0, 9.0), (0x1p-1030, 2e-12)] {
      let findings = [
        try BucketTests.finding(violated(by: amounts.0), plain),
        try BucketTests.finding(violated(by: amounts.1), plain + "; add c2: v1 = 7 @1000"),
      ]
      #expect(Bucket.alike(findings).count == 1)
    }
  }

  @Test("A known bucket with a member that no known document explains is new, and that member heads it")
  func unexplained() throws {
    let words: VerdictMessage = "after transaction \(1), required \("c1") is violated by \(9.0)"
    let known = try BucketTests.finding(words, "apply: add c1: v1 = 1 @1000", .known)
    let both = try BucketTests.finding(words, "apply: add c1: v1 = 1 @1000; add c2: v1 <= 7 @1000")
    let other = try BucketTests.finding(words, "apply: add c1: v1 <= 7 @1000; remove c1; add c1: v1 <= 7 @1000")
    let alone = Bucket.alike([known, both])
    #expect(alone.count == 1 && alone[0].status == .known)
    // What holds the two together is alike to both.
    let middle = try BucketTests.finding(
      words, "apply: add c1: v1 = 1 @1000; add c2: v1 <= 7 @1000; remove c2; add c2: v1 <= 7 @1000")
    let buckets = Bucket.alike([known, middle, other])
    #expect(buckets.count == 1 && buckets[0].status == .new && buckets[0].smallest.minimized == other.minimized)
  }

  @Test("What shows with plain numbers is not made small to odd ones")
  func staysPlain() throws {
    // Broken by any row; what it is violated by is the row's constant, and the minimiser likes short numbers.
    let law = Law(name: "solver.test", summary: "", cost: .cheap) { document, _ in
      guard case .solver(let script) = document,
        case .add(let row)? = script.transactions.first?.edits.first
      else { return .holds }
      return .broken("required \(row.id) is violated by \(row.terms.count > 1 ? 9.0 : 0x1p-1030)")
    }
    let document = try Document(text: "solver 1\napply: add c1: v1 + v2 + v3 = 10 @1000; add c2: v1 = 3 @1000\n")
    let triage = Triage(laws: [law], plugin: .layoutlab)
    let finding = try #require(
      triage.steady(Violation(law: law.name, document: document, detail: ""), target: "T", found: "2026-11-25"))
    #expect(!finding.isOdd && finding.detail.hasSuffix("9.0"), "\(finding.detail)")
  }

  @Test("Shapes forget names, numbers and priorities, and how often")
  func shapes() throws {
    func shape(_ text: String) throws -> DocumentShape { DocumentShape(try Document(text: text)) }
    let one = try shape("solver 1\napply: add c1: v1 - 2 v2 = 3 @1000; add c2: v3 + v4 = 0 @1\n")
    #expect(try one == shape("solver 1\napply: add c7: 4 v9 + v1 - v2 = 0.5 @250\n"))
    let more = try shape("solver 1\napply: add c7: v1 - v2 = 0 @2\napply: remove c7\n")
    #expect(more.contains(one) && !one.contains(more))
    let left = try shape("scene 1\nroot 1 x 1 @2x\nview a in root\nconstraint c: a.left = root.left\n")
    #expect(try left == shape("scene 1\nroot 9 x 9 @2x\nview b in root\nconstraint d: b.top = root.top @ 5\n"))
    let fading = try shape(
      "timeline 1\nlayer\nmodel opacity number 1\nanimation basic opacity to number 0 duration 1\noutput 0 opacity\n")
    let adding =
      "timeline 1\nlayer\nmodel position point 1 2\nanimation basic position by point 1 1 additive\noutput 0 position\n"
    #expect(try shape(adding).contains(fading))
    #expect(try !fading.contains(shape(adding)))
  }
}

/// A layout engine in which constraints leave something behind when they go or change: optional equations move each view, required inequalities
/// make it higher.
private final class LeavesBehind: LayoutEngine {
  private let sound: any LayoutEngine
  private var present = Scene(rootSize: .zero)
  private var (shift, growth) = (0.0, 0.0)

  init(_ sound: any LayoutEngine) { self.sound = sound }

  func open(_ scene: Scene) throws(PluginFault) -> LayoutAnswer {
    (present, shift, growth) = (scene, 0, 0)
    present.steps = []
    return try sound.open(scene)
  }

  func edit(_ steps: [Step]) throws(PluginFault) -> LayoutAnswer {
    for step in steps {
      let before = present.constraints
      _ = present.make(step)
      for constraint in before where !present.constraints.contains(constraint) {
        switch (constraint.priority < 1000, constraint.relation == .equal) {
        case (true, true): shift = 9
        case (false, false): growth = 5
        default: break
        }
      }
    }
    let answer = try sound.edit(steps)
    guard case .frames(var frames, let conflict) = answer else { return answer }
    for id in frames.keys { frames[id]?.x += shift }
    for id in frames.keys { frames[id]?.height += growth }
    return .frames(frames, conflict: conflict)
  }
}

/// An engine that takes away a required row's equal twin with it.
private final class LosesTwins: ConstraintSolving {
  private let sound: any ConstraintSolving
  private var system = LinearSystem()
  private var lost: Set<LinearConstraint.ID> = []

  init(_ sound: any ConstraintSolving) { self.sound = sound }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    let journal = try system.apply(edits)
    system.undo(journal)
    var own: [SolverEdit] = []
    for edit in edits {
      let id = edit.changedRow
      let twin = id.flatMap { system[$0] }.flatMap { row in
        system.constraints.first { other in
          row.isRequired && other.id != row.id && other.terms == row.terms && other.relation == row.relation
            && other.constant == row.constant && other.isRequired && !lost.contains(other.id)
        }
      }
      if let id, lost.contains(id) {
        if case .remove = edit { lost.remove(id) }
      } else {
        own.append(edit)
      }
      if case .remove = edit, let twin {
        own.append(.remove(twin.id))
        lost.insert(twin.id)
      }
      _ = try system.apply([edit])
    }
    let outcome = try sound.apply(own)
    if outcome != .solved { system.undo(journal) }
    return outcome
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) { try sound.drainChanges(body) }
}

extension SolverEdit {
  fileprivate var changedRow: LinearConstraint.ID? {
    switch self {
    case .remove(let id), .setConstant(let id, _), .setPriority(let id, _): id
    case .declare, .forget, .add: nil
    }
  }
}

/// An engine that reports each value a point too large once it has called something a conflict.
private final class Disordered: ConstraintSolving {
  private let sound: any ConstraintSolving
  private var isInDisorder = false

  init(_ sound: any ConstraintSolving) { self.sound = sound }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    let outcome = try sound.apply(edits)
    if outcome != .solved { isInDisorder = true }
    return outcome
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    let change = isInDisorder ? 1.0 : 0
    try sound.drainChanges { body($0, $1 + change) }
  }
}

enum Refusals: CaseIterable {
  /// Malformed edits are solved, or in conflict.
  case malformedAsSolved, malformedAsConflict
  /// A change that conflicts is refused as malformed; or, besides, the next transaction is, too.
  case conflictAsMalformed, conflictAsMalformedTwice
}

private final class RefusesWrongly: ConstraintSolving {
  private let sound: any ConstraintSolving
  private let how: Refusals
  private var isOwing = false

  init(_ sound: any ConstraintSolving, _ how: Refusals) { (self.sound, self.how) = (sound, how) }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    let fault = PluginFault.rejected("it refuses the row that it had a moment ago")
    if isOwing {
      isOwing = false
      throw fault
    }
    switch how {
    case .malformedAsSolved: do { return try sound.apply(edits) } catch { return .solved }
    case .malformedAsConflict: do { return try sound.apply(edits) } catch { return .conflict([]) }
    case .conflictAsMalformed, .conflictAsMalformedTwice:
      let outcome = try sound.apply(edits)
      guard case .conflict = outcome, case .setConstant? = edits.last else { return outcome }
      isOwing = how == .conflictAsMalformedTwice
      throw fault
    }
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) { try sound.drainChanges(body) }
}

/// A solver whose values are wrong after the third transaction, whether it was refused or not.
private final class WrongAtTheThird: ConstraintSolving {
  private let sound: any ConstraintSolving
  private var transactions = 0

  init(_ sound: any ConstraintSolving) { self.sound = sound }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    transactions += 1
    return try sound.apply(edits)
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    let error = transactions == 3 ? 1.0 : 0
    try sound.drainChanges { body($0, $1 + error) }
  }
}

/// A solver that keeps the first edit of a transaction that it refuses as malformed.
private final class KeepsTheFirst: ConstraintSolving {
  private let sound: any ConstraintSolving

  init(_ sound: any ConstraintSolving) { self.sound = sound }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    do { return try sound.apply(edits) } catch {
      if edits.count > 1 { _ = try? sound.apply([edits[0]]) }
      throw error
    }
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) { try sound.drainChanges(body) }
}

/// A solver that refuses every removal after it has refused a malformed edit.
private final class RefusesAfterRefusal: ConstraintSolving {
  private let sound: any ConstraintSolving
  private var hasRefused = false

  init(_ sound: any ConstraintSolving) { self.sound = sound }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    if hasRefused, edits.contains(where: { if case .remove = $0 { true } else { false } }) {
      throw .rejected("not again")
    }
    do { return try sound.apply(edits) } catch {
      hasRefused = true
      throw error
    }
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) { try sound.drainChanges(body) }
}
