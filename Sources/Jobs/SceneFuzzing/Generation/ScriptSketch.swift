import SceneModel

/// The size of a generated script, and how extreme its numbers may be.
public struct ScriptBounds: Hashable, Sendable {
  public var variables: ClosedRange<Int>
  public var rows: ClosedRange<Int>
  public var transactions: ClosedRange<Int>
  public var editsInTransaction: ClosedRange<Int>
  /// The number of priorities to choose from; 0 for the priorities that layouts use.
  public var tiers: Int
  /// The chance in percent that a number is extreme, in a script that has extreme numbers.
  public var wildness: Int
  /// The number of edits of one drag, which set the same constant one after the other.
  public var drags: ClosedRange<Int>
  /// One script in this many has extreme numbers and fractions. They make exact arithmetic slow, and hide bugs that plain numbers show.
  public var wildScripts: Int
  /// The percentage of rows that are optional, or inequalities between a few neighbours. A high one puts most rows into one connected block.
  public var crowding: Int

  public init(
    variables: ClosedRange<Int>, rows: ClosedRange<Int>, transactions: ClosedRange<Int>,
    editsInTransaction: ClosedRange<Int> = 1...3, tiers: Int = 0, wildness: Int = 3,
    drags: ClosedRange<Int> = 3...24, wildScripts: Int = 1, crowding: Int = 0
  ) {
    self.variables = variables
    self.rows = rows
    self.transactions = transactions
    self.editsInTransaction = editsInTransaction
    self.tiers = tiers
    self.wildness = wildness
    self.drags = drags
    self.wildScripts = wildScripts
    self.crowding = crowding
  }

  /// The bounds for fuzzing, small enough for many thousand executions a second.
  public static let fuzzing = ScriptBounds(
    variables: 1...4, rows: 1...5, transactions: 1...3, wildness: 6, drags: 3...6, wildScripts: 16)
  /// The bounds that a fuzzer uses now and then. Some bugs show only among many rows, never in small scripts.
  public static let wideFuzzing = ScriptBounds(
    variables: 8...20, rows: 6...24, transactions: 1...3, wildness: 6, drags: 3...6, wildScripts: 16)
}

/// The system that a script has built so far, for proposing further edits. It solves nothing, but most of the edits are legal, and most systems have
/// a solution.
///
/// The constants of required rows are mostly chosen such that the rows hold for a hidden assignment of values, the witness. So conflicts arise only
/// on purpose, however many rows there are.
struct ScriptSketch {
  private struct Unknown {
    var variable: Variable
    var witness: Double
  }

  private(set) var rows: [LinearConstraint] = []
  private var unknowns: [Unknown] = []
  private var retired: [LinearConstraint] = []
  private var nextRow: UInt32 = 1
  private var nextVariable: UInt32 = 1
  private let bounds: ScriptBounds

  init(bounds: ScriptBounds) { self.bounds = bounds }

  /// Updates the sketch by an edit of a given script.
  mutating func follow(_ edit: SolverEdit) {
    switch edit {
    case .declare(let variable, let nonNegative): note(variable, witness: nonNegative ? 50 : -50)
    case .forget(let variable): unknowns.removeAll { $0.variable == variable }
    case .add(let row):
      for term in row.terms { note(term.variable, witness: 20) }
      rows.append(row)
      nextRow = max(nextRow, row.id.rawValue &+ 1)
    case .remove(let id):
      if let index = rows.firstIndex(where: { $0.id == id }) { retired.append(rows.remove(at: index)) }
    case .setConstant(let id, let constant):
      if let index = rows.firstIndex(where: { $0.id == id }) { rows[index].constant = constant }
    case .setPriority(let id, let priority):
      if let index = rows.firstIndex(where: { $0.id == id }) { rows[index].priority = priority }
    }
  }

  private mutating func note(_ variable: Variable, witness: Double) {
    guard !unknowns.contains(where: { $0.variable == variable }) else { return }
    unknowns.append(Unknown(variable: variable, witness: witness))
    nextVariable = max(nextVariable, variable.id &+ 1)
  }

  /// Declares a variable that does not exist yet.
  mutating func declaration(_ entropy: inout Entropy) -> SolverEdit {
    let variable = Variable(nextVariable)
    nextVariable &+= entropy.chance(1, in: 16) ? 1000 : 1
    let nonNegative = entropy.chance(1, in: 2)
    let value = Double(entropy.below(401))
    unknowns.append(Unknown(variable: variable, witness: nonNegative ? value : value - 200))
    return .declare(variable, nonNegative: nonNegative)
  }

  /// A new row over the existing variables, in one of the forms that layouts have.
  mutating func row(_ entropy: inout Entropy) -> LinearConstraint {
    let id = LinearConstraint.ID(nextRow)
    nextRow &+= 1
    var row = LinearConstraint(id: id, terms: [], relation: entropy.relation(), constant: 0)
    if entropy.chance(3, in: 5) { row.priority = entropy.optionalPriority(tiers: bounds.tiers) }
    guard !unknowns.isEmpty else { return row }
    if bounds.crowding > 0, entropy.chance(bounds.crowding, in: 100) { return wish(id, &entropy) }

    switch entropy.below(16) {
    case 0...3:  // a bound, or a fixed size
      row.terms = [term(1, &entropy)]
    case 4...7:  // a spacing between neighbours
      let at = entropy.below(unknowns.count)
      row.terms = [
        .init(1, unknowns[at].variable), .init(-1, unknowns[(at + 1) % unknowns.count].variable),
      ]
    case 8, 9:  // an aspect ratio
      row.terms = [term(1, &entropy), term(-entropy.coefficient(wildness: bounds.wildness), &entropy)]
      row.relation = .equal
      if row.isRequired { return row }
    case 10, 11:  // an edge: position plus size
      row.terms = [term(1, &entropy), term(1, &entropy), term(-1, &entropy)]
    case 12, 13:  // the same left side again, as hugging and resistance have it; scaled now and then
      if !rows.isEmpty {
        let other = rows[entropy.below(rows.count)]
        let factor = entropy.chance(1, in: 4) ? entropy.coefficient(wildness: bounds.wildness) : 1
        // Adding 0 turns -0 into 0, because no document contains -0.
        row.terms = other.terms.map { .init($0.coefficient * factor + 0, $0.variable) }
      }
    case 14:  // a sum
      row.terms = unknowns.prefix(8).map { .init(1, $0.variable) }
    default:
      for _ in 0..<entropy.below(4) {
        row.terms.append(term(entropy.coefficient(wildness: bounds.wildness), &entropy))
      }
    }
    row.constant = constant(for: row, &entropy)
    return row
  }

  /// Returns an optional row or a limit over up to three neighbouring variables, with ratios and scales as in layouts.
  private func wish(_ id: LinearConstraint.ID, _ entropy: inout Entropy) -> LinearConstraint {
    var row = LinearConstraint(id: id, terms: [], relation: entropy.relation(), constant: 0)
    let start = entropy.below(unknowns.count)
    for _ in 0..<entropy.pick([1, 1, 2, 2, 2, 3]) {
      let variable = unknowns[(start + entropy.below(6)) % unknowns.count].variable
      if row.terms.contains(where: { $0.variable == variable }) { continue }
      row.terms.append(.init(entropy.pick([1, 1, -1, -1, 2, 4.0 / 3, -0.75, 16.0 / 9, 1.0 / 3, 0x1p-8]), variable))
    }
    if entropy.chance(1, in: 8) {
      row.relation = entropy.pick([.lessThanOrEqual, .greaterThanOrEqual])
    } else {
      row.priority = entropy.optionalPriority(tiers: bounds.tiers)
    }
    row.constant = constant(for: row, &entropy)
    return row
  }

  private func term(_ coefficient: Double, _ entropy: inout Entropy) -> LinearConstraint.Term {
    .init(coefficient, unknowns[entropy.below(unknowns.count)].variable)
  }

  /// Returns a constant with which a required row holds for the witness; in one of twenty cases, and for an optional row, any constant.
  private func constant(for row: LinearConstraint, _ entropy: inout Entropy) -> Double {
    guard row.isRequired, !entropy.chance(1, in: 20) else { return entropy.constant(wildness: bounds.wildness) }
    var sum = 0.0
    for term in row.terms {
      if let unknown = unknowns.first(where: { $0.variable == term.variable }) {
        sum += term.coefficient * unknown.witness
      }
    }
    let slack = entropy.chance(1, in: 3) ? 0 : Double(entropy.below(100))
    return switch row.relation {
    case .equal: sum + 0
    case .lessThanOrEqual: sum + slack
    case .greaterThanOrEqual: sum - slack + 0
    }
  }

  /// One edit of a running system. Few are illegal on purpose: an engine must refuse those and change nothing.
  mutating func edit(_ entropy: inout Entropy) -> SolverEdit {
    let edit = proposal(&entropy)
    if case .declare = edit { return edit }
    follow(edit)
    return edit
  }

  /// Returns edits that set one constant again and again: by steps of equal length with a few jumps, like a finger or an animation, or to the same
  /// few values in turn, like a rotation.
  mutating func drag(_ entropy: inout Entropy) -> [SolverEdit] {
    guard !rows.isEmpty else { return [] }
    let row = rows[entropy.below(rows.count)]
    var constant = row.constant
    var step = entropy.pick([1, -1, 0.5, 3, -7, 16, 0.1, 1.0 / 3, -0x1p-20])
    let usual = (0..<entropy.below(4)).map { _ in Double(entropy.below(400)) }
    return (0..<entropy.count(bounds.drags)).map { _ in
      if entropy.chance(1, in: 8) { step = -step }
      if entropy.chance(1, in: 16) { constant = Double(entropy.below(400)) }
      constant = constant + step + 0
      if !usual.isEmpty, !entropy.chance(1, in: 8) { constant = entropy.pick(usual) }
      let edit = SolverEdit.setConstant(row.id, constant)
      follow(edit)
      return edit
    }
  }

  /// Returns edits that remove a row and add it again, as a switch or an empty label does. Mostly it comes back unchanged, sometimes with another
  /// edit in between.
  mutating func toggle(_ entropy: inout Entropy) -> [SolverEdit] {
    guard !rows.isEmpty else { return [] }
    var edits: [SolverEdit] = []
    var row = rows[entropy.below(rows.count)]
    for _ in 0..<entropy.count(1...5) {
      if entropy.chance(1, in: 4) { row = rows[entropy.below(rows.count)] }
      edits.append(.remove(row.id))
      follow(.remove(row.id))
      if entropy.chance(1, in: 8) { row.constant = constant(for: row, &entropy) }
      if rows.isEmpty || entropy.chance(1, in: 2) {
        edits.append(.add(row))
        follow(.add(row))
        continue
      }
      let other = rows[entropy.below(rows.count)]
      let between = SolverEdit.setConstant(other.id, constant(for: other, &entropy))
      for edit in [between, .add(row)] {
        edits.append(edit)
        follow(edit)
      }
    }
    return edits
  }

  /// Returns edits that repeatedly add a row, which mostly contradicts an earlier row, with edits of either row in between. An engine refuses the row
  /// as long as it contradicts the earlier one.
  mutating func retry(_ entropy: inout Entropy) -> [SolverEdit] {
    guard !rows.isEmpty else { return [] }
    let row = rows[entropy.below(rows.count)]
    var rival = row
    rival.id = .init(nextRow)
    nextRow &+= 1
    rival.priority = LinearConstraint.requiredPriority
    rival.constant += Double(entropy.below(5) - 2)
    var edits = [SolverEdit.add(rival)]
    for _ in 0..<entropy.count(1...4) {
      switch entropy.below(6) {
      case 0: edits.append(proposal(&entropy))
      case 1: edits.append(.remove(row.id))
      case 2: edits.append(.add(row))
      case 3: edits.append(.remove(rival.id))
      case 4: edits.append(.setPriority(row.id, entropy.optionalPriority(tiers: bounds.tiers)))
      default: edits.append(.setConstant(row.id, rival.constant))
      }
      edits.append(.add(rival))
    }
    edits.forEach { follow($0) }
    return edits
  }

  private mutating func proposal(_ entropy: inout Entropy) -> SolverEdit {
    let kind = entropy.below(32)
    if kind < 10 || rows.isEmpty { return .add(row(&entropy)) }
    let row = rows[entropy.below(rows.count)]
    switch kind {
    case 10...15: return .remove(row.id)
    case 16...21: return .setConstant(row.id, constant(for: row, &entropy))
    case 22...25:
      let required = entropy.chance(1, in: 4)
      return .setPriority(
        row.id, required ? LinearConstraint.requiredPriority : entropy.optionalPriority(tiers: bounds.tiers))
    case 26, 27:
      guard let index = retired.indices.randomElement(using: &entropy) else { return .remove(row.id) }
      return .add(retired.remove(at: index))
    case 28: return declaration(&entropy)
    case 29:
      let used = Set(rows.flatMap { $0.terms.map(\.variable) })
      guard let unused = unknowns.first(where: { !used.contains($0.variable) }) else { return .remove(row.id) }
      return .forget(unused.variable)
    case 30:  // the opposite of a row that stands
      var contradiction = row
      contradiction.id = .init(nextRow)
      nextRow &+= 1
      contradiction.priority = LinearConstraint.requiredPriority
      contradiction.constant += Double(entropy.below(3) - 1)
      return .add(contradiction)
    default:
      switch entropy.below(4) {
      case 0: return .add(row)
      case 1: return .remove(.init(nextRow &+ 77))
      case 2: return row.terms.first.map { .forget($0.variable) } ?? .remove(row.id)
      default: return .setConstant(.init(nextRow &+ 77), 1)
      }
    }
  }
}
