import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

@testable import ConstraintSolver

/// One constant that goes back and forth between a few, as a screen's width does.
@Suite struct RotationTests {
  /// A width (c1) shared by equal columns (a square system) and by wishes that give way in turn (a block), with edges that
  /// are peeled off both.
  private let screen: [LinearConstraint] = [
    row(1, [(1, 1)], .equal, 375),
    // Three equal columns.
    row(2, [(1, 2), (-1, 3)], .equal, 0), row(3, [(1, 3), (-1, 4)], .equal, 0),
    row(4, [(1, 2), (1, 3), (1, 4), (-1, 1)], .equal, -24),
    // Title, detail and button in one line; the detail gives way first, then the title.
    row(5, [(1, 10), (1, 11), (1, 12), (-1, 1)], .equal, -32), row(6, [(1, 10)], .equal, 200, 750),
    row(7, [(1, 11)], .equal, 120, 740), row(8, [(1, 12)], .greaterThanOrEqual, 44),
    row(9, [(1, 12)], .equal, 44, 700), row(10, [(1, 11)], .greaterThanOrEqual, 60),
    row(11, [(1, 10)], .lessThanOrEqual, 300), row(15, [(1, 10)], .greaterThanOrEqual, 0),
    // The detail's right edge.
    row(12, [(1, 13), (-1, 10), (-1, 11)], .equal, 16),
    // Side by side where there is room: 480 is where a limit is met.
    row(13, [(1, 14)], .lessThanOrEqual, 480), row(14, [(1, 14), (-1, 1)], .equal, 0, 500),
  ]

  private func values(width: Double, _ more: [SolverEdit] = []) throws -> [UInt32: Double] {
    try freshValues(screen.map { .add($0) } + [.setConstant(.init(1), width)] + more)
  }

  private func started() throws -> (solver: ConstraintSolver, values: [UInt32: Double]) {
    let solver = ConstraintSolver()
    #expect(try solver.apply(screen.map { .add($0) }) == .solved)
    return (solver, try solver.changes())
  }

  private func rotate(
    _ solver: ConstraintSolver, to width: Double, _ present: inout [UInt32: Double], _ more: [SolverEdit] = []
  ) throws {
    #expect(try solver.apply([.setConstant(.init(1), width)]) == .solved)
    present.merge(try solver.changes()) { $1 }
    #expect(try present == values(width: width, more), "at \(width)")
  }

  @Test("There and back, also where a row stands on its limit: in the end no row is exchanged")
  func thereAndBack() throws {
    var (solver, present) = try started()
    let widths: [Double] = [812, 375, 480, 320.5]
    for _ in 0..<4 { for width in widths { try rotate(solver, to: width, &present) } }
    let before = solver.work.pivots
    for _ in 0..<4 { for width in widths { try rotate(solver, to: width, &present) } }
    // Near them too, where no row changes sides.
    try rotate(solver, to: 811, &present)
    try rotate(solver, to: 376.25, &present)
    #expect(solver.work.pivots == before)
    for width in [600.0, 420, 812, 375, 430, 375, 812] { try rotate(solver, to: width, &present) }
  }

  @Test("The second drag through the same breakpoints solves no block, wherever it stops")
  func draggedAgain() throws {
    var (solver, present) = try started()
    for width in stride(from: 375.0, through: 812, by: 3.5) { try rotate(solver, to: width, &present) }
    let before = solver.work.pivots
    for width in stride(from: 811.0, through: 375, by: -4.25) { try rotate(solver, to: width, &present) }
    // Rows that define are worked out again where a block has turned; in a block nothing is exchanged.
    #expect(solver.work.pivots == before)
    #expect(try solver.apply([.setConstant(.init(7), 150)]) == .solved)
    let more: [SolverEdit] = [.setConstant(.init(7), 150)]
    present.merge(try solver.changes()) { $1 }
    for width in stride(from: 375.0, through: 812, by: 3.5) { try rotate(solver, to: width, &present, more) }
  }

  @Test("More breakpoints than are remembered, in several blocks, there and back, and jumps between them")
  func manyBreakpoints() throws {
    // Each follows the middle one of many wishes, which rise with the width at different speeds.
    var rows = [row(1, [(1, 1)], .equal, 0)]
    for block in 1...8 as ClosedRange<UInt32> {
      for i in 0..<61 as Range<UInt32> {
        let speed = Double((i * 17 + block) % 61) / 32
        let wish = Double(i * i * block % 1009) - 500
        rows.append(row(100 * block + i, [(1, 10 + block), (-speed, 1)], .equal, wish, 500))
      }
    }
    let solver = ConstraintSolver()
    #expect(try solver.apply(rows.map { .add($0) }) == .solved)
    var present = try solver.changes()
    let there = Array(stride(from: 0.0, through: 2000, by: 13.375))
    for width in there + there.reversed() + (0..<60).map({ Double($0 * 379 % 2000) + 0.25 }) {
      #expect(try solver.apply([.setConstant(.init(1), width)]) == .solved)
      present.merge(try solver.changes()) { $1 }
      #expect(try freshValues(rows.map { .add($0) } + [.setConstant(.init(1), width)]) == present, "at \(width)")
    }
  }

  @Test("Of a block's pieces the one longest unused gives way; other blocks keep theirs")
  func memory() {
    var memory = PieceMemory()
    func keep(_ block: Int32, _ step: Int, in memory: inout PieceMemory) {
      let interval = Interval(lower: Double(step), upper: Double(step + 1))
      let motion = (start: Approximation(value: Double(step * 10)), rise: Approximation(value: 2))
      memory.keep(.init(interval: interval, origin: Double(step) + 0.5, motions: [motion]), of: block)
    }
    keep(3, 0, in: &memory)
    for step in 0..<PieceMemory.mostPieces { keep(1, step, in: &memory) }
    var piece = memory.piece(of: 1, at: 0.25)
    #expect(piece != nil)
    keep(1, 90, in: &memory)
    piece = memory.piece(of: 1, at: 1.25)
    #expect(piece == nil)
    piece = memory.piece(of: 1, at: 0.75)
    #expect(piece?.origin == 0.5)
    #expect(piece?.motions[0].start.value == 0)
    piece = memory.piece(of: 1, at: 90.5)
    #expect(piece?.motions[0].start.value == 900)
    piece = memory.piece(of: 3, at: 0.5)
    #expect(piece != nil)
    for (block, constant) in [(3, 1.5), (2, 0.5), (99, 0.5)] as [(Int32, Double)] {
      piece = memory.piece(of: block, at: constant)
      #expect(piece == nil)
    }
    memory.removeAll()
    piece = memory.piece(of: 3, at: 0.5)
    #expect(piece == nil)
  }

  @Test("Another edit, a refusal and a question end what was learnt")
  func interrupted() throws {
    var (solver, present) = try started()
    var more: [SolverEdit] = []
    for round in 0..<6 {
      for _ in 0..<4 { for width in [812.0, 375] { try rotate(solver, to: width, &present, more) } }
      switch round {
      case 0, 3:
        let edit = SolverEdit.setConstant(.init(6), 150 + Double(round) * 20)
        #expect(try solver.apply([edit]) == .solved)
        more.append(edit)
        present.merge(try solver.changes()) { $1 }
      case 1: #expect(try solver.apply([.setConstant(.init(1), 40)]) != .solved)
      case 2:
        #expect(try solver.apply([.setConstant(.init(1), 500)]) == .solved)
        // Before the changes are fetched.
        #expect(try solver.isUnique(Variable(13)) == true)
        present.merge(try solver.changes()) { $1 }
        #expect(try present == values(width: 500, more))
      default:
        #expect(try solver.apply([.remove(.init(7))]) == .solved)
        #expect(try solver.apply([.add(screen[6])]) == .solved)
        present.merge(try solver.changes()) { $1 }
      }
    }
  }

  @Test("Blocks that are confirmed in fractions are dragged through their breakpoints")
  func confirmedBlocks() throws {
    var rows = [row(1, [(1, 1)], .equal, 100), row(2, [(3, 2), (-1, 1)], .equal, 0)]
    // Coefficients that doubles cannot hold exactly: shapes are confirmed in fractions as they turn.
    for i in 1..<7 as Range<UInt32> {
      let (x, id) = (10 + i, 10 + 10 * i)
      rows.append(row(id, [(16.0 / 9, x), (-1, 2)], .greaterThanOrEqual, Double(i)))
      rows.append(row(id + 1, [(4.0 / 3, x), (-0.75, 2)], .equal, Double(3 * i), 700))
      rows.append(row(id + 2, [(0.75, x), (-16.0 / 9, 2)], .lessThanOrEqual, -Double(12 * i), 800))
    }
    let solver = ConstraintSolver()
    #expect(try solver.apply(rows.map { .add($0) }) == .solved)
    var present = try solver.changes()
    for width in stride(from: 100.0, to: 0, by: -1.375) {
      #expect(try solver.apply([.setConstant(.init(1), width)]) == .solved)
      present.merge(try solver.changes()) { $1 }
      #expect(try freshValues(rows.map { .add($0) } + [.setConstant(.init(1), width)]) == present)
    }
  }

  @Test("Random systems, with constants that come again", arguments: 0..<100)
  func random(seed: UInt64) throws {
    var entropy = Entropy(seed: seed &* 104_729 &+ 5)
    var model = SystemModel(entropy: &entropy)
    let solver = ConstraintSolver()
    _ = try solver.apply(model.declarations)
    let reference = ReferenceSolver()
    _ = try reference.apply(model.declarations)
    for _ in 0..<4 {
      let before = model
      let edits = model.randomEdits(&entropy)
      _ = try reference.apply(edits)
      if try solver.apply(edits) != .solved { model = before }
    }
    var (present, expected) = ([UInt32: Double](), [UInt32: Double]())
    guard let id = model.constraints.keys.min().map({ LinearConstraint.ID($0) }) else { return }
    let constants = [10, 250, 40, 41].map { Double($0 + entropy.below(50)) }
    for step in 0..<24 {
      let constant = step % 7 == 6 ? Double(entropy.below(300)) : constants[entropy.below(1 + step % 4)]
      let edit = SolverEdit.setConstant(id, constant)
      let outcome = try solver.apply([edit])
      let answer = try reference.apply([edit])
      #expect((outcome == .solved) == (answer == .solved))
      present.merge(try solver.changes()) { $1 }
      try reference.drainChanges { expected[$0.id] = $1 }
      #expect(present == expected, "step \(step)")
    }
  }
}
