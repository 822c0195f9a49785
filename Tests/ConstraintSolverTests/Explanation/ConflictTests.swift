import LayoutPlugin
import SceneModel
import Testing

@testable import ConstraintSolver

/// Which of the rows that contradict each other are named.
@Suite struct ConflictTests {
  private func holdTogether(_ rows: [LinearConstraint], _ variables: [SolverEdit]) throws -> Bool {
    try ConstraintSolver().apply(variables + rows.map { .add($0) }) == .solved
  }

  /// By the definition: the row with which the oldest ones first contradict each other is a member, then the one with which
  /// the oldest and that member do, and so on.
  private func definedConflict(_ rows: [LinearConstraint], _ variables: [SolverEdit]) throws -> [UInt32]? {
    if try holdTogether(rows, variables) { return nil }
    var kept: [LinearConstraint] = []
    while try holdTogether(kept, variables) {
      var end = 0
      while try holdTogether(Array(rows.prefix(end)) + kept, variables) { end += 1 }
      kept.append(rows[end - 1])
    }
    return kept.map(\.id.rawValue).sorted()
  }

  private func conflict(
    _ rows: [LinearConstraint], _ variables: [SolverEdit], searchLimit: Int? = nil, refusals: Int = 0
  ) throws -> [UInt32]? {
    let solver = ConstraintSolver()
    solver.system.refusals = refusals
    if let searchLimit { solver.system.conflictSearchLimit = searchLimit }
    let outcome = try solver.apply(variables + rows.map { .add($0) })
    guard case .conflict(let members) = outcome else { return nil }
    return members.map(\.rawValue)
  }

  @Test("The set that the definition names, of random rows that are contradicted in many places", arguments: 0..<60)
  func random(seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    // Numbers so small that only fractions tell their signs.
    let smallest = seed % 4 == 0 ? 0x1p-310 : 1
    let variableCount = [3, 8, 20][entropy.below(3)]
    let relations: [Relation] = [.equal, .equal, .lessThanOrEqual, .greaterThanOrEqual]
    let coefficients: [Double] = [1, -1, 2, 1.0 / 3, -0.1, 1]
    let variables: [SolverEdit] = (1...UInt32(variableCount)).filter { $0 % 3 == 0 }.map {
      .declare(Variable($0), nonNegative: true)
    }
    var conflicts = 0
    for _ in 0..<6 {
      let rows = (1...UInt32(variableCount + entropy.below(variableCount))).map { id in
        var terms: [(Double, UInt32)] = []
        var used: Set<UInt32> = []
        for _ in 0...entropy.below(3) {
          let variable = UInt32(1 + entropy.below(variableCount))
          if used.insert(variable).inserted { terms.append((entropy.pick(coefficients), variable)) }
        }
        let priority = entropy.below(6) == 0 ? 500 : LinearConstraint.requiredPriority
        return row(id, terms, entropy.pick(relations), (Double(entropy.below(7)) - 3) * smallest, priority)
      }
      let expected = try definedConflict(rows.filter { $0.priority == LinearConstraint.requiredPriority }, variables)
      #expect(try conflict(rows, variables) == expected)
      #expect(try conflict(rows, variables, searchLimit: 0) == expected, "by trials")
      #expect(try conflict(rows, variables, refusals: 9) == expected, "before anything is evaluated")
      conflicts += expected == nil ? 0 : 1
    }
    #expect(conflicts > 0)
  }

  @Test("Panels side by side that want more than there is: every width and gap is needed, the preferences are not")
  func panels() throws {
    // Panel i has a left edge 2i and a width 2i + 1.
    let count: UInt32 = 40
    var rows = [row(1, [(1, 0)], .greaterThanOrEqual, 0)]
    for i in 0..<count {
      rows.append(row(10 + 10 * i, [(1, 2 * i + 1)], .greaterThanOrEqual, 30))
      rows.append(row(11 + 10 * i, [(1, 2 * i + 1)], .lessThanOrEqual, 90))
      rows.append(row(12 + 10 * i, [(1, 2 * i + 1)], .equal, Double(40 + i), 700))
      if i + 1 < count {
        rows.append(row(13 + 10 * i, [(1, 2 * i + 2), (-1, 2 * i), (-1, 2 * i + 1)], .greaterThanOrEqual, 8))
      }
    }
    let last = row(5000, [(1, 2 * count - 2), (1, 2 * count - 1)], .lessThanOrEqual, 1500)
    var needed: [UInt32] = [1]
    for i in 0..<count { needed += i + 1 < count ? [10 + 10 * i, 13 + 10 * i] : [10 + 10 * i] }
    needed.append(5000)
    #expect(try conflict(rows + [last], []) == needed)
  }

  /// Views one below the other with a gap, each as high as it wants, in a height that is too small.
  private func chain(_ count: UInt32, height: Double) -> [LinearConstraint] {
    var rows: [LinearConstraint] = []
    for i in 0..<count {
      rows.append(row(10 + 10 * i, i == 0 ? [(1, 1)] : [(1, 2 * i + 1), (-1, 2 * i - 1), (-1, 2 * i)], .equal, 2))
      rows.append(row(11 + 10 * i, [(1, 2 * i + 2)], .equal, 20))
    }
    return rows + [row(11 + 10 * count, [(1, 2 * count - 1), (1, 2 * count)], .equal, height)]
  }

  private func sizes(_ count: UInt32) -> [SolverEdit] {
    (0..<count).map { .declare(Variable(2 * $0 + 2), nonNegative: true) }
  }

  @Test("Constraints that give way one after the other: each time the search looks at what it reads, and no more often")
  func workOfManyConflicts() throws {
    func work(_ count: UInt32) throws -> (conflicts: Int, rowsOfEach: Double) {
      let solver = ConstraintSolver()
      var rows = chain(count, height: Double(count) * 4)
      var conflicts = 0
      while case .conflict(let members) = try solver.apply(sizes(count) + rows.map { .add($0) }) {
        conflicts += 1
        let newest = members.last { $0.rawValue % 10 == 1 && $0.rawValue < 11 + 10 * count }
        let q = rows.firstIndex { $0.id == newest }!
        rows[q].priority = 999
      }
      return (conflicts, Double(solver.work.rows + solver.work.pivots) / Double(conflicts))
    }
    let (few, many) = (try work(10), try work(160))
    #expect(few.conflicts == 9 && many.conflicts == 144)
    #expect(many.rowsOfEach < 20 * few.rowsOfEach)
  }

  @Test("A long chain: each gap and as many heights as are too many")
  func chainThatIsTooLong() throws {
    let rows = chain(200, height: 480)
    // 400 points of gaps, and five heights.
    let needed: [UInt32] = rows.map(\.id.rawValue).filter { (id: UInt32) in id % 10 == 0 || id <= 51 || id == 2011 }
    #expect(try conflict(rows, sizes(200)) == needed)
    #expect(try conflict(rows, sizes(200), refusals: 2) == needed)
  }

  @Test("Many that are as wide as one: an equation does not stand in the way of the next")
  func equalWidths() throws {
    let count: UInt32 = 300
    var rows = (2...count).map { row($0, [(1, $0), (-1, 1)], .equal, 0) }
    rows.append(row(count + 1, [(1, 1)], .equal, 320))
    rows.append(row(count + 2, [(1, 7)], .greaterThanOrEqual, 321))
    let declared = (1...count).map { SolverEdit.declare(Variable($0), nonNegative: true) }
    let solver = ConstraintSolver()
    solver.system.refusals = 2
    #expect(
      try solver.apply(declared + rows.map { .add($0) }) == .conflict([7, count + 1, count + 2].map { .init($0) }))
    #expect(solver.work.pivots < 2 * Int(count))
  }
}
