import LayoutPlugin
import SceneModel
import Testing

@testable import ConstraintSolver

/// `sum(terms) relation constant` in one line: `row(10, [(1, 1), (1, 2)], .equal, 100)`.
func row(
  _ id: UInt32, _ terms: [(Double, UInt32)], _ relation: Relation, _ constant: Double, _ priority: Double = 1000
) -> LinearConstraint {
  LinearConstraint(
    id: LinearConstraint.ID(id), terms: terms.map { LinearConstraint.Term($0.0, Variable($0.1)) },
    relation: relation, constant: constant, priority: priority)
}

extension ConstraintSolver {
  /// What changed since the last call, by variable id.
  func changes() throws -> [UInt32: Double] {
    var result: [UInt32: Double] = [:]
    try drainChanges { result[$0.id] = $1 }
    return result
  }
}

/// What a new engine makes of these edits in one transaction.
func freshValues(_ edits: [SolverEdit]) throws -> [UInt32: Double] {
  let solver = ConstraintSolver()
  #expect(try solver.apply(edits) == .solved)
  return try solver.changes()
}

@Suite struct ConstraintSolverTests {
  @Test("The worked example of the contract")
  func workedExample() throws {
    let solver = ConstraintSolver()
    let outcome = try solver.apply([
      .declare(Variable(1), nonNegative: true), .declare(Variable(2), nonNegative: true),
      .add(row(10, [(1, 1), (1, 2)], .equal, 100)), .add(row(11, [(1, 1)], .equal, 80, 750)),
      .add(row(12, [(1, 2)], .equal, 80, 750)),
    ])
    #expect(outcome == .solved)
    #expect(try solver.changes() == [1: 20, 2: 80])
    #expect(try solver.apply([.setConstant(.init(10), 200)]) == .solved)
    #expect(try solver.changes() == [1: 120])
    let refused = try solver.apply([
      .add(row(13, [(1, 1)], .lessThanOrEqual, 50)), .add(row(14, [(1, 2)], .lessThanOrEqual, 60)),
    ])
    #expect(refused == .conflict([.init(10), .init(13), .init(14)]))
    #expect(try solver.changes() == [:])
    #expect(try solver.apply([.add(row(13, [(1, 1)], .lessThanOrEqual, 130))]) == .solved)
    #expect(try solver.changes() == [:])
  }

  @Test("A lone inequality on a free position is tight in both directions")
  func loneInequality() throws {
    for relation in [Relation.lessThanOrEqual, .greaterThanOrEqual] {
      let solver = ConstraintSolver()
      _ = try solver.apply([.add(row(1, [(1, 7)], relation, 23))])
      #expect(try solver.changes() == [7: 23])
    }
    let size = ConstraintSolver()
    _ = try size.apply([.declare(Variable(7), nonNegative: true), .add(row(1, [(1, 7)], .lessThanOrEqual, 23))])
    #expect(try size.changes() == [7: 0])
  }

  @Test("A malformed edit is refused and changes nothing")
  func malformedEdits() throws {
    let solver = ConstraintSolver()
    _ = try solver.apply([.add(row(1, [(1, 1)], .equal, 5))])
    #expect(try solver.changes() == [1: 5])
    let malformed: [SolverEdit] = [
      .add(row(1, [(1, 1)], .equal, 5)), .add(row(2, [(.nan, 1)], .equal, 5)),
      .add(row(2, [(1, 1)], .equal, .infinity)),
      .add(row(2, [(1, 1)], .equal, 5, 0)), .add(row(2, [(1, 1)], .equal, 5, 1000.5)), .remove(.init(9)),
      .setConstant(.init(1), .nan), .setConstant(.init(9), 1), .setPriority(.init(1), .nan), .forget(Variable(1)),
      .forget(Variable(2)), .declare(Variable(1), nonNegative: true),
    ]
    for edit in malformed {
      #expect(throws: PluginFault.self) { try solver.apply([.setConstant(.init(1), 6), edit]) }
      #expect(try solver.changes() == [:])
    }
    #expect(try solver.apply([.add(row(3, [], .equal, 3))]) == .conflict([.init(3)]))
    #expect(try solver.changes() == [:])
  }

  @Test("Any history gives the same bits as a new engine", arguments: 0..<60)
  func incrementalEqualsFresh(seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    var model = SystemModel(entropy: &entropy)
    let solver = ConstraintSolver()
    _ = try solver.apply(model.declarations)
    var values = try solver.changes()
    for _ in 0..<25 {
      let before = model
      let edits = model.randomEdits(&entropy)
      let outcome = try solver.apply(edits)
      for (variable, value) in try solver.changes() {
        #expect(outcome == .solved)
        values[variable] = value
      }
      let fresh = ConstraintSolver()
      let again = try fresh.apply(model.declarations + model.rebuild(&entropy))
      #expect(again == outcome)
      if outcome != .solved {
        model = before
      } else {
        let expected = try fresh.changes()
        for (variable, value) in expected { #expect(values[variable]?.bitPattern == value.bitPattern) }
      }
    }
  }
}

/// A set of constraints that random edits change, and that can be built again in another order.
struct SystemModel {
  var variables: [(UInt32, Bool)] = []
  var constraints: [UInt32: LinearConstraint] = [:]
  var nextID: UInt32 = 1

  init(entropy: inout Entropy) {
    for id in 0..<UInt32(1 + entropy.below(6)) { variables.append((id, entropy.chance(1, in: 2))) }
  }

  var declarations: [SolverEdit] { variables.map { .declare(Variable($0.0), nonNegative: $0.1) } }

  mutating func randomEdits(_ entropy: inout Entropy) -> [SolverEdit] {
    var edits: [SolverEdit] = []
    for _ in 0..<1 + entropy.below(4) {
      let ids = constraints.keys.sorted()
      let kind = ids.isEmpty ? 0 : entropy.below(6)
      if kind < 3 {
        var terms: [(Double, UInt32)] = []
        for _ in 0..<1 + entropy.below(3) {
          terms.append((entropy.pick([1, -1, 1, -1, 2, 0.5, 16.0 / 9]), UInt32(entropy.below(variables.count))))
        }
        let constraint = row(
          nextID, terms, entropy.pick(Relation.allCases), Double(entropy.below(21) - 10) * 7.5,
          entropy.pick([1000, 1000, 750, 500, 250, 999.5]))
        nextID += 1
        constraints[constraint.id.rawValue] = constraint
        edits.append(.add(constraint))
        continue
      }
      let id = entropy.pick(ids)
      switch kind {
      case 3:
        constraints[id] = nil
        edits.append(.remove(.init(id)))
      case 4:
        constraints[id]!.constant = Double(entropy.below(21) - 10) * 2.5
        edits.append(.setConstant(.init(id), constraints[id]!.constant))
      default:
        constraints[id]!.priority = entropy.pick([1000, 750, 500])
        edits.append(.setPriority(.init(id), constraints[id]!.priority))
      }
    }
    return edits
  }

  func rebuild(_ entropy: inout Entropy) -> [SolverEdit] {
    var list = constraints.keys.sorted()
    list.shuffle(using: &entropy)
    return list.map { .add(constraints[$0]!) }
  }
}
