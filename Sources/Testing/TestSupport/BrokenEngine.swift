import LayoutPlugin
import SceneModel

/// An engine with one planted mistake, and the law that must catch it.
///
/// A check that cannot fail is not a check: each law is shown to fail on one of these.
public struct BrokenEngine: Sendable, CustomStringConvertible {
  public var name: String
  /// The law that must be broken by some document.
  public var law: String
  private var defect: @Sendable (any ConstraintSolving) -> any ConstraintSolving

  public var description: String { name }

  init(
    _ name: String, breaks law: String, _ defect: @escaping @Sendable (any ConstraintSolving) -> any ConstraintSolving
  ) {
    self.name = name
    self.law = law
    self.defect = defect
  }

  /// The plugin with the mistake planted into each engine that it makes.
  public func plugin(around sound: Plugin) -> Plugin {
    var plugin = sound
    plugin.manifest.name = "\(sound.manifest.name) that \(name)"
    let defect = defect
    if let makeSolver = sound.makeSolver { plugin.makeSolver = { defect(makeSolver()) } }
    return plugin
  }

  public static func named(_ name: String) -> BrokenEngine? { all.first { $0.name == name } }

  public static let all: [BrokenEngine] = [
    BrokenEngine("breaks ties oldest first", breaks: "solver.values-are-the-rounded-exact-optimum") { OldestFirst($0) },
    BrokenEngine("breaks ties oldest first, in scenes", breaks: "layout.frames-are-those-of-the-judge") {
      OldestFirst($0)
    },
    BrokenEngine("calls every value unique, in scenes", breaks: "layout.ambiguity-is-told-right") {
      Defective($0, uniqueness: { _ in true })
    },
    BrokenEngine("adds a point to every value", breaks: "solver.unique-values-are-right") {
      Defective($0, values: { $1 + 1 })
    },
    BrokenEngine("reports values off the grid", breaks: "solver.values-are-the-rounded-exact-optimum") {
      Defective($0, values: { $1 + 0x1p-26 })
    },
    BrokenEngine("drops every fourth required inequality", breaks: "solver.required-constraints-hold") {
      Defective($0, edits: { edits in edits.compactMap(withoutFourthInequality) })
    },
    BrokenEngine("loses the fifth term of a row", breaks: "solver.values-are-the-rounded-exact-optimum") {
      Defective($0, edits: { edits in edits.map(withoutFifthTerm) })
    },
    BrokenEngine("lets sizes be negative", breaks: "solver.required-constraints-hold") {
      Defective($0, edits: { edits in edits.map(withoutBound) })
    },
    BrokenEngine("has one optional tier", breaks: "solver.tiers-are-optimal") {
      Defective($0, edits: { edits in edits.map(withOneTier) })
    },
    BrokenEngine("reports what did not change", breaks: "solver.changes-are-reported-exactly") { ReportsTwice($0) },
    BrokenEngine("reports the last variable first as well", breaks: "solver.changes-are-reported-exactly") {
      ReportsLastFirst($0)
    },
    BrokenEngine("never reports a zero", breaks: "solver.changes-are-reported-exactly") {
      Defective($0, values: { $1 == 0 ? nil : $1 })
    },
    BrokenEngine("loses reports that nobody asked for", breaks: "solver.one-report-tells-all") { LosesReports($0) },
    BrokenEngine("loses changes that there is no room for", breaks: "solver.answers-fit-the-room") {
      LosesWhatDoesNotFit($0)
    },
    BrokenEngine("leaves its contract at the second transaction", breaks: "solver.answers-keep-the-contract") {
      LeavesContract($0)
    },
    BrokenEngine("leaves its contract at the second transaction, in scenes", breaks: "layout.answers-keep-the-contract")
    {
      LeavesContract($0)
    },
    BrokenEngine("reports -0", breaks: "solver.changes-are-reported-exactly") {
      Defective($0, values: { $1 == 0 ? -0.0 : $1 })
    },
    BrokenEngine("breaks ties oldest first, against expectations", breaks: "solver.expectations-are-met") {
      OldestFirst($0)
    },
    BrokenEngine("names a bystander in conflicts", breaks: "solver.conflict-set-is-irreducible") {
      ChangesConflicts($0) { members, required in members + required.subtracting(members).sorted().prefix(1) }
    },
    BrokenEngine("names half of a conflict", breaks: "solver.conflict-set-is-irreducible") {
      ChangesConflicts($0) { members, _ in Array(members.prefix((members.count + 1) / 2)) }
    },
    BrokenEngine("refuses a fourth required constraint", breaks: "solver.conflict-set-is-irreducible") {
      RefusesTheFourth($0)
    },
    BrokenEngine("swallows malformed edits", breaks: "solver.malformed-edit-is-a-fault") { SwallowsFaults($0) },
    BrokenEngine("takes malformed edits for good", breaks: "solver.answers-fit-the-edits") { SwallowsFaults($0) },
    BrokenEngine("keeps part of a refused transaction", breaks: "solver.rejected-edit-changes-nothing") {
      KeepsPartOfRefused($0)
    },
    BrokenEngine("forgets a priority change", breaks: "solver.incremental-equals-fresh") {
      Defective($0, edits: { edits in edits.filter { if case .setPriority = $0 { false } else { true } } })
    },
    BrokenEngine("takes the order of insertion for age", breaks: "solver.edit-order-does-not-matter") {
      AgesByInsertion($0)
    },
    BrokenEngine("never lets the last constraint go", breaks: "solver.removal-returns-to-the-empty-state") {
      KeepsTheLast($0)
    },
    BrokenEngine("calls every value unique", breaks: "solver.uniqueness-is-told-right") {
      Defective($0, uniqueness: { _ in true })
    },
    BrokenEngine("hands out a price with the wrong sign", breaks: "solver.certificates-prove-the-result") {
      Defective($0, certificate: withFirstPriceTurned)
    },
    BrokenEngine("hands out no prices", breaks: "solver.certificates-prove-the-result") {
      Defective($0, certificate: { _ in [] })
    },
    BrokenEngine("works more with every transaction", breaks: "solver.edit-costs-no-more-than-a-fresh-start") {
      WorksMoreAndMore($0)
    },
    BrokenEngine("answers by chance", breaks: "solver.answers-come-again") {
      ReportsByChance($0) { Chance.isNow }
    },
    BrokenEngine("answers by chance, in scenes", breaks: "layout.answers-come-again") {
      ReportsByChance($0) { Chance.isNow }
    },
    BrokenEngine("shares memory with others", breaks: "solver.answers-come-again-beside-others") { SharesMemory($0) },
    BrokenEngine("shares memory with others, in scenes", breaks: "layout.answers-come-again-beside-others") {
      SharesMemory($0)
    },
  ]
}

private func withoutFourthInequality(_ edit: SolverEdit) -> SolverEdit? {
  guard case .add(var constraint) = edit, constraint.isRequired, constraint.relation != .equal,
    constraint.id.rawValue % 4 == 0
  else { return edit }
  constraint.terms = []
  constraint.constant = 0
  return .add(constraint)
}

private func withoutFifthTerm(_ edit: SolverEdit) -> SolverEdit {
  guard case .add(var constraint) = edit, constraint.terms.count > 4 else { return edit }
  constraint.terms.remove(at: 4)
  return .add(constraint)
}

private func withoutBound(_ edit: SolverEdit) -> SolverEdit {
  if case .declare(let variable, _) = edit { .declare(variable, nonNegative: false) } else { edit }
}

private func withOneTier(_ edit: SolverEdit) -> SolverEdit {
  switch edit {
  case .add(var constraint) where !constraint.isRequired && constraint.priority > 0:
    constraint.priority = 500
    return .add(constraint)
  case .setPriority(let id, let priority) where priority > 0 && priority < LinearConstraint.requiredPriority:
    return .setPriority(id, 500)
  default: return edit
  }
}

private func withFirstPriceTurned(_ entries: [CertificateEntry]) -> [CertificateEntry] {
  guard let first = entries.first else { return entries }
  return [CertificateEntry(tier: first.tier, constraint: first.constraint, multiplier: -first.multiplier)]
    + entries.dropFirst()
}
