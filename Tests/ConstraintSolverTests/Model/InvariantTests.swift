import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

@testable import ConstraintSolver

/// What holds between two transactions, and that a damage to it is seen.
@Suite struct InvariantTests {
  @Test("Whatever is edited, refused or dragged, the system stays sound", arguments: UInt64(0)..<60)
  func soundAfterEveryTransaction(seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    var model = SystemModel(entropy: &entropy)
    let solver = ConstraintSolver()
    _ = try solver.apply(model.declarations)
    for step in 0..<20 {
      let before = model
      let edits = model.randomEdits(&entropy)
      if try solver.apply(edits) != .solved { model = before }
      _ = try solver.changes()
      #expect(solver.system.brokenInvariants() == [], "step \(step): \(edits)")
    }
  }

  /// `c1` is the width; a title (v2) and a button (v3) compete for it, v4 is what is left, v5 and v6 halve it.
  private let rows = [
    row(1, [(1, 1)], .equal, 300),
    row(2, [(1, 2), (1, 3)], .lessThanOrEqual, 200), row(3, [(1, 2)], .equal, 150, 750),
    row(4, [(1, 3)], .equal, 80, 740), row(5, [(1, 4), (1, 2), (-1, 1)], .equal, 0),
    row(6, [(1, 5), (1, 6), (-1, 1)], .equal, 0), row(7, [(1, 5), (-1, 6)], .equal, 0),
  ]

  private func sound() throws -> ConstraintSolver {
    let solver = ConstraintSolver()
    #expect(try solver.apply(rows.map { .add($0) }) == .solved)
    #expect(solver.system.brokenInvariants() == [])
    return solver
  }

  @Test("A drag, a row that goes and comes back, and a refusal")
  func soundOnTheWay() throws {
    let solver = try sound()
    for width in stride(from: 301.0, to: 140, by: -13) {
      _ = try solver.apply([.setConstant(.init(1), width)])
      _ = try solver.changes()
      #expect(solver.system.brokenInvariants() == [], "at \(width)")
    }
    for _ in 0..<3 {
      #expect(try solver.apply([.remove(.init(4))]) == .solved)
      #expect(solver.system.brokenInvariants() == [])
      #expect(try solver.apply([.add(rows[3])]) == .solved)
      #expect(solver.system.brokenInvariants() == [])
    }
    #expect(try solver.apply([.add(row(8, [(1, 5)], .equal, 1))]) != .solved)
    #expect(solver.system.brokenInvariants() == [])
  }

  @Test("A value beyond all doubles is none of the broken ones")
  func beyondDoubles() throws {
    let solver = ConstraintSolver()
    let edits: [SolverEdit] = [
      .add(row(1, [(1, 1)], .equal, 100)), .add(row(2, [(1, 1), (-0x1p-1030, 2)], .equal, 0)),
    ]
    _ = try? solver.apply(edits)
    for width in [120.0, -20, 7] {
      _ = try? solver.apply([.setConstant(.init(1), width)])
      #expect(solver.system.brokenInvariants() == [])
    }
  }

  @Test("Damage: a term that is another row's")
  func tornTerm() throws {
    let solver = try sound()
    solver.system.terms[0].row = 3
    #expect(solver.system.brokenInvariants().contains { $0.contains("another row's") })
  }

  @Test("Damage: a list of rows that is torn")
  func tornList() throws {
    let solver = try sound()
    let slot = try #require(solver.system.variableSlots[2])
    solver.system.terms[solver.system.variables[slot].firstTerm].next = -1
    #expect(!solver.system.brokenInvariants().isEmpty)
  }

  @Test("Damage: a node that reads what comes after it")
  func wrongOrder() throws {
    let solver = try sound()
    let slot = try #require(solver.system.variableSlots[4])
    solver.system.variables[slot].node = 0
    #expect(solver.system.brokenInvariants().contains { $0.contains("computes v4") })
  }

  @Test("Damage: a value that nobody has worked out again")
  func staleValue() throws {
    let solver = try sound()
    let slot = try #require(solver.system.variableSlots[4])
    solver.system.values[slot].number = Approximation(value: 151)
    #expect(solver.system.brokenInvariants().contains { $0.contains("v4") && $0.contains("c5") })
  }

  @Test("Damage: a row that its block has in another tier")
  func wrongTier() throws {
    let solver = try sound()
    let block = try #require(solver.system.blocks[0])
    block.program.tiers[1] += 1
    #expect(solver.system.brokenInvariants() != [])
  }

  @Test("Damage: a row that is relaxed and still in force")
  func halfRelaxed() throws {
    let solver = try sound()
    let block = try #require(solver.system.blocks[0])
    block.rows[1] = -1
    #expect(solver.system.brokenInvariants() != [])
  }

  @Test("Damage: a size that nobody knows to depend on a block")
  func forgottenSize() throws {
    let solver = ConstraintSolver()
    let rows = [
      row(1, [(1, 1)], .equal, 20, 750), row(2, [(1, 2), (-1, 1)], .equal, 8), row(3, [(1, 3), (-1, 2)], .equal, 8),
    ]
    let declarations = (1...3).map { SolverEdit.declare(Variable($0), nonNegative: $0 != 2) }
    #expect(try solver.apply(declarations + rows.map { .add($0) }) == .solved)
    #expect(solver.system.brokenInvariants() == [])
    solver.system.variables[try #require(solver.system.variableSlots[1])].bearing = []
    #expect(solver.system.brokenInvariants().contains { $0.contains("v2") && $0.contains("v1") })
    solver.system.variables[try #require(solver.system.variableSlots[2])].bearing = []
    #expect(solver.system.brokenInvariants().contains { $0.contains("v3") && $0.contains("v2") })
  }

  @Test("Damage: a peeled size below zero")
  func negativeSize() throws {
    let solver = ConstraintSolver()
    let declarations = [1, 2].map { SolverEdit.declare(Variable($0), nonNegative: true) }
    let rows = [row(1, [(1, 1)], .equal, 20, 750), row(2, [(1, 2), (-1, 1)], .equal, 8)]
    #expect(try solver.apply(declarations + rows.map { .add($0) }) == .solved)
    #expect(solver.system.brokenInvariants() == [])
    solver.system.values[try #require(solver.system.variableSlots[2])].number.value = -1
    #expect(solver.system.brokenInvariants().contains { $0.contains("v2") && $0.contains("-1.0") })
  }

  @Test("Damage: a size that depends on what the tiers leave open")
  func openSize() throws {
    let solver = ConstraintSolver()
    let declarations = [1, 2].map { SolverEdit.declare(Variable($0), nonNegative: true) }
    let rows = [row(1, [(1, 1)], .greaterThanOrEqual, 20), row(2, [(1, 2), (-1, 3)], .equal, 8)]
    #expect(try solver.apply(declarations + rows.map { .add($0) }) == .solved)
    #expect(solver.system.brokenInvariants() == [])
    solver.system.variables[try #require(solver.system.variableSlots[1])].bearing = .lowers
    #expect(solver.system.brokenInvariants() != [])
  }

  @Test("Damage: two rows that are active at one place")
  func wrongBasis() throws {
    let simplex = LexicographicSimplex<DenseTableau>(try #require(try sound().system.blocks[0]).program)
    simplex.active[0] = simplex.active[1]
    #expect(simplex.brokenInvariant(isSolved: false) != nil)
  }

  @Test("A block never counts as solved unless a solve came before, and its state says what is wrong where it does")
  func blockStates() {
    #expect(Block.State.unsolved.mayBecome(.solved) && Block.State.solved.mayBecome(.confirmed))
    #expect(!Block.State.new.mayBecome(.solved) && !Block.State.unsolved.mayBecome(.confirmed))
    #expect(!Block.State.placed.mayBecome(.outdated) && !Block.State.stale.mayBecome(.confirmed))
    #expect(Block.State.solved.brokenInvariant(isExactOnly: false, hasStarted: false) != nil)
    #expect(Block.State.outdated.brokenInvariant(isExactOnly: true, hasStarted: true) != nil)
    #expect(Block.State.confirmed.brokenInvariant(isExactOnly: false, hasStarted: true) == nil)
  }
}
