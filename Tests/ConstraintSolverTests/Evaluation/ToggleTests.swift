import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

@testable import ConstraintSolver

/// Constraints that leave a large block, and come back.
@Suite struct ToggleTests {
  /// Panels side by side in a width that is too short for their wishes, each with a mark that only inequalities hold:
  /// where it is, the tie-break decides, by the slack of one of them.
  private func panels(_ entropy: inout Entropy) -> [LinearConstraint] {
    let count = UInt32(5 + entropy.below(4))
    var rows: [LinearConstraint] = []
    func add(_ terms: [(Double, UInt32)], _ relation: Relation, _ constant: Double, _ priority: Double = 1000) {
      rows.append(row(UInt32(100 + rows.count), terms, relation, constant, priority))
    }
    for i in 0..<count {
      let (x, width, mark) = (1 + 3 * i, 2 + 3 * i, 3 + 3 * i)
      if i == 0 {
        add([(1, x)], .greaterThanOrEqual, 8)
      } else {
        add([(1, x), (-1, x - 3), (-1, width - 3)], .greaterThanOrEqual, 8)
        add([(1, x), (-1, x - 3), (-1, width - 3)], .equal, 8, 400)
      }
      add([(1, width)], .greaterThanOrEqual, Double(20 + entropy.below(30)))
      add([(1, width)], .equal, Double(60 + entropy.below(90)), entropy.pick([500, 600, 700]))
      add([(1, mark), (-1, x)], .greaterThanOrEqual, -Double(entropy.below(3)), entropy.pick([300, 1000]))
      add([(1, mark), (-1, x), (-1, width)], .lessThanOrEqual, Double(entropy.below(3)), entropy.pick([300, 1000]))
      if entropy.below(2) == 0 { add([(1, mark), (1, x)], .lessThanOrEqual, Double(100 * entropy.below(12)), 200) }
    }
    add([(1, 3 * count - 2), (1, 3 * count - 1)], .lessThanOrEqual, Double(60 * count))
    return rows
  }

  @Test("What is toggled leaves and restores the values that a new engine gives", arguments: 0..<12)
  func likeFresh(seed: UInt64) throws {
    var entropy = Entropy(seed: seed &* 7919)
    let rows = panels(&entropy)
    let solver = ConstraintSolver()
    #expect(try solver.apply(rows.map(SolverEdit.add)) == .solved)
    var present = try solver.changes()
    let all = present
    for row in rows where row.relation != .equal {
      #expect(try solver.apply([.remove(row.id)]) == .solved)
      present.merge(try solver.changes()) { $1 }
      let fresh = try freshValues(rows.filter { $0.id != row.id }.map(SolverEdit.add))
      #expect(present.filter { fresh[$0.key] != nil } == fresh, "without \(row)")
      #expect(try solver.apply([.add(row)]) == .solved)
      present.merge(try solver.changes()) { $1 }
      #expect(present == all, "again with \(row)")
    }
  }

  @Test("What nothing depends on is toggled without a look at the rest of its block")
  func costsNothing() throws {
    var entropy = Entropy(seed: 3)
    var rows = panels(&entropy)
    // The first width is far below this.
    let loose = row(90, [(1, 2)], .lessThanOrEqual, 5000)
    rows.append(loose)
    let solver = ConstraintSolver()
    #expect(try solver.apply(rows.map(SolverEdit.add)) == .solved)
    _ = try solver.changes()
    for _ in 0..<3 {
      let before = solver.work
      #expect(try solver.apply([.remove(loose.id)]) == .solved)
      #expect(try solver.apply([.add(loose)]) == .solved)
      #expect(solver.work == before)
      #expect(try solver.changes() == [:])
    }
    // Back with another constant, it is seen.
    #expect(try solver.apply([.remove(loose.id)]) == .solved)
    #expect(try solver.apply([.add(row(90, [(1, 2)], .lessThanOrEqual, 41))]) == .solved)
    #expect(try solver.changes()[2] == 41)
  }

  @Test("A bound that doubles cannot place is forgotten with its row")
  func hugeBound() throws {
    let (width, huge) = (row(1, [(1, 1), (1, 2)], .equal, 100), row(4, [(1, 1)], .lessThanOrEqual, 1e13))
    let wishes = [row(2, [(1, 1)], .equal, 80, 750), row(3, [(1, 2)], .equal, 80, 500)]
    let solver = ConstraintSolver()
    #expect(try solver.apply(([width, huge] + wishes).map(SolverEdit.add)) == .solved)
    #expect(try solver.apply([.remove(huge.id)]) == .solved)
    #expect(try solver.apply([.setConstant(width.id, 120)]) == .solved)
    #expect(try solver.changes() == [1: 80, 2: 40])
    // In fractions otherwise.
    #expect(solver.system.blocks.allSatisfy { $0?.exact == nil })
  }

  /// Cells one below the other: each height is a block, and each top is computed from the heights above. The inset, 99, is
  /// known.
  private let stack: [LinearConstraint] = {
    var rows = [row(1, [(1, 99)], .equal, 4), row(2, [(1, 200)], .equal, 0)]
    for i in 0..<20 as Range<UInt32> {
      rows.append(row(100 + i, [(1, 100 + i)], .greaterThanOrEqual, 30))
      rows.append(row(200 + i, [(1, 100 + i), (-1, 99)], .equal, 60 + Double(i) / 3, 400))
      rows.append(row(300 + i, [(1, 201 + i), (-1, 200 + i), (-1, 100 + i)], .equal, 8))
    }
    return rows
  }()
  private let folded = row(50, [(1, 100), (-1, 99)], .lessThanOrEqual, 36)

  /// An engine that is compared with a new one after each edit.
  private struct Compared {
    let solver = ConstraintSolver()
    private var rows: [LinearConstraint.ID: LinearConstraint] = [:]
    private(set) var values: [UInt32: Double] = [:]

    init(_ rows: [LinearConstraint]) throws {
      #expect(try solver.apply(rows.map(SolverEdit.add)) == .solved)
      for row in rows { self.rows[row.id] = row }
      values = try solver.changes()
    }

    mutating func apply(_ edits: SolverEdit...) throws {
      for edit in edits {
        #expect(try solver.apply([edit]) == .solved)
        switch edit {
        case .add(let row): rows[row.id] = row
        case .remove(let id): rows[id] = nil
        case .setConstant(let id, let constant): rows[id]!.constant = constant
        case .setPriority(let id, let priority): rows[id]!.priority = priority
        case .declare, .forget: break
        }
        values.merge(try solver.changes()) { $1 }
        let fresh = try freshValues(rows.values.sorted { $0.id < $1.id }.map(SolverEdit.add))
        #expect(values == fresh, "\(edit)")
      }
    }

    mutating func toggle(_ row: LinearConstraint, times: Int) throws {
      for _ in 0..<times { try apply(rows[row.id] == nil ? .add(row) : .remove(row.id)) }
    }
  }

  @Test(
    "What has changed since a row left is seen when it comes back",
    arguments: [
      row(50, [(1, 100), (-1, 99)], .lessThanOrEqual, 35.5), row(50, [(1, 100), (-2, 99)], .lessThanOrEqual, 36),
      row(50, [(1, 100)], .lessThanOrEqual, 36), row(50, [(1, 100), (-1, 99)], .lessThanOrEqual, 36, 300),
      row(50, [(1, 100), (-1, 99)], .equal, 36), row(50, [(1, 101), (-1, 99)], .lessThanOrEqual, 36),
      row(51, [(1, 100), (-1, 99)], .lessThanOrEqual, 36),
    ])
  func changed(_ other: LinearConstraint) throws {
    var system = try Compared(stack)
    try system.toggle(folded, times: 4)
    try system.toggle(other, times: 2)
    try system.toggle(folded, times: 2)
    try system.toggle(other, times: 3)
  }

  @Test("Edits between two toggles", arguments: 0..<11)
  func between(_ kind: Int) throws {
    var system = try Compared(stack)
    try system.toggle(folded, times: 3)
    for step in 0..<4 as Range<UInt32> {
      switch kind {
      case 0: try system.apply(.setConstant(.init(1), 4 + Double(step) / 7))
      case 1: try system.apply(.setConstant(.init(300), 9 + Double(step)))
      case 2:
        for length in 0..<6 { try system.apply(.setConstant(.init(step < 2 ? 203 : 305), 50 + Double(length) / 3)) }
      case 3: try system.apply(.setPriority(.init(200), 500 + Double(step)))
      case 4: try system.apply(.add(row(60 + step, [(1, 105)], .lessThanOrEqual, 61 - Double(step))))
      case 5: try system.apply(.remove(.init(219 - step)))
      case 6: #expect(try system.solver.apply([]) == .solved)
      case 7:
        #expect(throws: PluginFault.self) { try system.solver.apply([.remove(self.folded.id), .remove(.init(999))]) }
      case 8:
        // Refused, and taken back.
        #expect(try system.solver.apply([.add(row(90, [(1, 100)], .greaterThanOrEqual, 50))]) != .solved)
      case 9:
        #expect(try system.solver.apply([.remove(folded.id), .remove(.init(201))]) == .solved)
        #expect(try system.solver.apply([.add(folded), .add(stack.first { $0.id == .init(201) }!)]) == .solved)
        _ = try system.solver.changes()
      default:
        #expect(try system.solver.isUnique(Variable(100)) == true)
        #expect(try system.solver.certificate() != nil)
      }
      try system.toggle(folded, times: 4)
    }
  }

  @Test("A toggle and a drag of the same block, and a step too small to be seen")
  func dragged() throws {
    var system = try Compared(stack)
    for step in 0..<3 {
      try system.toggle(folded, times: 3)
      for length in 0..<4 { try system.apply(.setConstant(.init(200), 61 + Double(step * 4 + length) / 3)) }
      try system.toggle(folded, times: 2)
      let faint = row(70, [(1, 100), (-1, 200)], .lessThanOrEqual, 1e-12, 300)
      try system.toggle(faint, times: 5)
      try system.toggle(folded, times: 3)
      try system.toggle(faint, times: 1)
    }
  }

  @Test("A toggle in blocks that only fractions can solve")
  func exact() throws {
    let split = row(250, [(1, 100), (0x1p-60, 100), (-1, 99)], .lessThanOrEqual, 50, 450)
    var system = try Compared(stack + [split])
    #expect(system.solver.system.blocks.contains { $0?.exact != nil })
    try system.toggle(folded, times: 6)
  }
}
