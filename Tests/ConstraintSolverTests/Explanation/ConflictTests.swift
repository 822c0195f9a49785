import ConstraintSolver
import LayoutPlugin
import SceneModel
import Testing

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

  private func conflict(_ rows: [LinearConstraint], _ variables: [SolverEdit]) throws -> [UInt32]? {
    let outcome = try ConstraintSolver().apply(variables + rows.map { .add($0) })
    guard case .conflict(let members) = outcome else { return nil }
    return members.map(\.rawValue)
  }

  @Test("The set that the definition names, of random rows that are contradicted in many places", arguments: 0..<60)
  func random(seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
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
        return row(id, terms, entropy.pick(relations), Double(entropy.below(7)) - 3, priority)
      }
      let expected = try definedConflict(rows.filter { $0.priority == LinearConstraint.requiredPriority }, variables)
      #expect(try conflict(rows, variables) == expected)
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
}
