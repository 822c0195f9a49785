import LayoutPlugin
import SceneModel
import Testing

@testable import ConstraintSolver

/// Systems that do not fall apart: what an edit costs there is counted, not timed.
@Suite struct LargeBlockTests {
  /// Panels side by side that compete for a width (c1): least, greatest and wished widths, and a gap that may grow.
  private func panels(_ count: UInt32, width: Double) -> [SolverEdit] {
    var edits: [SolverEdit] = [.add(row(1, [(1, 1)], .equal, width))]
    var terms: [(Double, UInt32)] = [(-1, 1)]
    for i in 0..<count {
      let (v, id) = (10 + i, 10 + 10 * i)
      edits += [
        .declare(Variable(v), nonNegative: true),
        .add(row(id, [(1, v)], .greaterThanOrEqual, Double(20 + i * 7 % 31))),
        .add(row(id + 1, [(1, v)], .lessThanOrEqual, Double(90 + i * 11 % 71))),
        .add(row(id + 2, [(1, v)], .equal, Double(60 + i * 13 % 91), Double(501 + i * 17 % 5 * 50))),
      ]
      terms.append((1, v))
    }
    return edits + [.add(row(2, terms, .equal, 0))]
  }

  @Test("A bound that moves a little costs a few exchanges, however many rows compete")
  func fewExchanges() throws {
    let solver = ConstraintSolver()
    #expect(try solver.apply(panels(60, width: 5000)) == .solved)
    var present = try solver.changes()
    for step in 1...40 {
      let before = solver.work.pivots
      // Another constant between two of them: no sweep.
      let edits: [SolverEdit] = [.setConstant(.init(1), 5000 - Double(step) * 13.25), .setConstant(.init(11), 88)]
      #expect(try solver.apply(edits) == .solved)
      present.merge(try solver.changes()) { $1 }
      #expect(solver.work.pivots - before <= 4, "step \(step)")
      var fresh = panels(60, width: 5000 - Double(step) * 13.25)
      fresh.append(.setConstant(.init(11), 88))
      #expect(try freshValues(fresh) == present)
    }
  }

  @Test("Two thousand equal widths are as exact as one: no value has to be worked out in fractions")
  func equalWidths() throws {
    // Their sum is given, so that each is known when all are.
    let count: UInt32 = 2000
    var edits: [SolverEdit] = [.add(row(1, [(1, 1)], .equal, 20_012.345))]
    for i in 0..<count {
      let (x, width) = (10 + 2 * i, 11 + 2 * i)
      if i == 0 {
        edits.append(.add(row(10, [(1, x)], .equal, 8)))
      } else {
        edits.append(.add(row(10 + 2 * i, [(1, x), (-1, x - 2), (-1, width - 2)], .equal, 8)))
        edits.append(.add(row(11 + 2 * i, [(1, width), (-1, width - 2)], .equal, 0)))
      }
    }
    let last = 10 + 2 * (count - 1)
    edits.append(.add(row(2, [(1, last), (1, last + 1), (-1, 1)], .equal, -8)))
    let solver = ConstraintSolver()
    #expect(try solver.apply(edits) == .solved)
    let values = try solver.changes()
    // Values that were worked out in fractions to be reported.
    #expect(solver.system.exactValues.isEmpty)
    let step = 0x1p-20
    #expect(abs(values[11]! - (20_012.345 - 8 * 2001) / 2000) <= step)
    #expect(abs(values[last]! - (20_012.345 - 8 - values[11]!)) <= step)
    // One value in half a million lies so near the middle between two steps.
    let all = 0..<solver.system.values.count
    #expect(all.allSatisfy { solver.system.values[$0].number.margin < 1e-12 })
  }
}

@Suite struct NearTieTests {
  @Test("Solving a block again beside a near tie adds no doubt")
  func again() throws {
    let solver = ConstraintSolver()
    // 0.1 + 0.2 is the next double above 0.3.
    var rows = [row(1, [(1, 1)], .equal, 0.5, 500), row(2, [(1, 1)], .greaterThanOrEqual, 0.1 + 0.2, 400)]
    // Too large for fractions.
    for i in 1...70 as ClosedRange<UInt32> {
      rows.append(row(100 + i, [(1, i + 1)], .equal, Double(i), 300))
      rows.append(row(200 + i, [(1, i + 1), (-1, i)], .greaterThanOrEqual, -1, 200))
    }
    #expect(try solver.apply(rows.map(SolverEdit.add)) == .solved)
    #expect(try solver.apply([.setConstant(.init(1), 0.3)]) == .solved)
    let block = try #require(solver.system.blocks.first ?? nil)
    let first = block.number(0)
    #expect(!first.isExact)
    var room = Buffer<UInt64>()
    var pivots = 0
    for _ in 0..<3 { #expect(block.solve(.all, in: &room, pivots: &pivots) == .solved) }
    #expect(block.number(0) == first)
  }

  /// Two wishes for twice each variable, and one for the variable itself between them.
  private func between(count: UInt32, shift: Double) -> [SolverEdit] {
    (1...count).flatMap { v -> [SolverEdit] in
      let id = 4 * v
      var edits: [SolverEdit] = [
        .add(row(id, [(2, v)], .equal, 100, 500)), .add(row(id + 1, [(2, v)], .equal, 20 + shift, 500)),
        .add(row(id + 2, [(1, v)], .equal, 10, 500)),
      ]
      if v > 1 { edits.append(.add(row(id + 3, [(1, v), (-1, v - 1)], .greaterThanOrEqual, -1000))) }
      return edits
    }
  }

  @Test(
    "A row that is off its breakpoint by less than a step can tell does not change sides in place (found by review)",
    arguments: [0, 1.5e-9, 3e-9])
  func offItsBreakpoint(shift: Double) throws {
    let solver = ConstraintSolver()
    #expect(try solver.apply(between(count: 14, shift: shift)) == .solved)
    // No fractions were needed.
    #expect(solver.system.blocks.allSatisfy { $0?.exact == nil })
    #expect(try solver.changes().values.allSatisfy { $0 == 10 })
  }
}
