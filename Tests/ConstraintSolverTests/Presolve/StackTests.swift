import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

@testable import ConstraintSolver

/// Stacks of views, whose rows come and go while what lies below reads them.
@Suite struct StackTests {
  /// The rows of a stack: each view is as long as it wishes, by two inequalities of other weights, and stands below the one before it.
  private struct Stack {
    var order: [UInt32]
    var hidden: Set<UInt32> = []
    var wishes: [UInt32: Double] = [:]
    var spacing: [UInt32: Double] = [:]
    /// Tops have even numbers, lengths odd ones; the stack's own length is 1.
    static let length: UInt32 = 1
    var mayBeNegative = false

    static func top(_ view: UInt32) -> UInt32 { 10 + 2 * view }
    static func length(of view: UInt32) -> UInt32 { 11 + 2 * view }

    var declarations: [SolverEdit] {
      [.declare(Variable(Stack.length), nonNegative: !mayBeNegative)]
        + order.sorted().map { .declare(Variable(Stack.length(of: $0)), nonNegative: true) }
    }

    var rows: [LinearConstraint] {
      var rows: [LinearConstraint] = []
      for (place, view) in order.enumerated() {
        let (top, length) = (Stack.top(view), Stack.length(of: view))
        rows.append(row(1000 + view, [(1, length)], .lessThanOrEqual, wishes[view] ?? 20, 250))
        rows.append(row(2000 + view, [(1, length)], .greaterThanOrEqual, wishes[view] ?? 20, 750))
        if hidden.contains(view) { rows.append(row(3000 + view, [(1, length)], .equal, 0)) }
        if place == 0 {
          rows.append(row(4000 + view, [(1, top)], .equal, 0))
        } else {
          let above = order[place - 1]
          rows.append(
            row(
              4000 + view, [(1, top), (-1, Stack.top(above)), (-1, Stack.length(of: above))], .equal,
              spacing[view] ?? 4))
        }
      }
      if let last = order.last {
        rows.append(
          row(5000, [(1, Stack.top(last)), (1, Stack.length(of: last)), (-1, Stack.length)], .equal, 0))
      }
      return rows
    }
  }

  /// The edits from some rows to others.
  private func edits(from old: [LinearConstraint], to new: [LinearConstraint]) -> [SolverEdit] {
    let (before, after) = (
      Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) }),
      Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0) })
    )
    return old.filter { after[$0.id] != $0 }.map { .remove($0.id) }
      + new.filter { before[$0.id] != $0 }.map { .add($0) }
  }

  @Test("Whatever is hidden, shown, moved or respaced, values are those of a new engine", arguments: UInt64(0)..<24)
  func likeFresh(seed: UInt64) throws {
    var entropy = Entropy(seed: seed &* 31 &+ 5)
    var stack = Stack(order: Array(0..<UInt32(3 + entropy.below(8))))
    let solver = ConstraintSolver()
    #expect(try solver.apply(stack.declarations + stack.rows.map(SolverEdit.add)) == .solved)
    var present = try solver.changes()
    for step in 0..<24 {
      let before = stack.rows
      let view = entropy.pick(stack.order)
      switch entropy.below(5) {
      case 0: stack.hidden.formSymmetricDifference([view])
      case 1: stack.wishes[view] = Double(entropy.below(60)) / 2
      // Far enough up, the views lie above the stack's top, and its length would be negative.
      case 2: stack.spacing[view] = Double(entropy.pick([4, 8, -20, -400]))
      case 3:
        let place = stack.order.firstIndex(of: view)!
        stack.order.remove(at: place)
        stack.order.insert(view, at: entropy.below(stack.order.count + 1))
      default: stack.hidden = entropy.below(3) == 0 ? Set(stack.order) : []
      }
      let outcome = try solver.apply(edits(from: before, to: stack.rows))
      #expect(solver.system.brokenInvariants() == [], "step \(step)")
      guard outcome == .solved else {
        #expect(try ConstraintSolver().apply(stack.declarations + stack.rows.map(SolverEdit.add)) == outcome)
        return
      }
      present.merge(try solver.changes()) { $1 }
      #expect(present == (try freshValues(stack.declarations + stack.rows.map(SolverEdit.add))), "step \(step)")
    }
  }

  @Test("Hiding a view in a stack solves one row for each view that moves, and no view that stays")
  func hidingCostsWhatMoves() throws {
    func work(_ count: UInt32, hiding view: UInt32) throws -> Int {
      // Then no view is solved together with another.
      var stack = Stack(order: Array(0..<count), mayBeNegative: true)
      let solver = ConstraintSolver()
      _ = try solver.apply(stack.declarations + stack.rows.map(SolverEdit.add))
      let before = solver.workDone?.rows ?? 0
      let rows = stack.rows
      stack.hidden = [view]
      _ = try solver.apply(edits(from: rows, to: stack.rows))
      return Int((solver.workDone?.rows ?? 0) - before)
    }
    // The last but two: two tops and the stack's length.
    let few = try work(10, hiding: 7)
    #expect(try work(100, hiding: 97) == few)
    #expect(few <= 8)
    #expect(try work(100, hiding: 49) <= 50 + few)
  }
}
