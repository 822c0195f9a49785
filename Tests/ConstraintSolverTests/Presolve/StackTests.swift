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
    /// Views whose wish is no limit: they are no longer only because of the tie-break.
    var unlimited: Set<UInt32> = []
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
        if !unlimited.contains(view) {
          rows.append(row(1000 + view, [(1, length)], .lessThanOrEqual, wishes[view] ?? 20, 250))
        }
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
      switch entropy.below(6) {
      case 5: stack.unlimited.formSymmetricDifference([view])
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

  /// The rows that are solved and the pivots made by one change of a stack.
  private func work(_ stack: Stack, _ change: (inout Stack) -> Void) throws -> [Int] {
    let solver = ConstraintSolver()
    _ = try solver.apply(stack.declarations + stack.rows.map(SolverEdit.add))
    let (before, rows) = (solver.work, stack.rows)
    var changed = stack
    change(&changed)
    _ = try solver.apply(changed.declarations + edits(from: rows, to: changed.rows))
    return [solver.work.rows - before.rows, solver.work.pivots - before.pivots]
  }

  @Test(
    "Hiding a view in a stack solves one row for each view that moves, and no view that stays, though no length may be negative",
    arguments: [false, true])
  func hidingCostsWhatMoves(mayBeNegative: Bool) throws {
    func work(_ count: UInt32, hiding view: UInt32) throws -> [Int] {
      try self.work(Stack(order: Array(0..<count), mayBeNegative: mayBeNegative)) { $0.hidden = [view] }
    }
    // The last but two: two tops and the stack's length.
    let few = try work(10, hiding: 7)
    #expect(try work(100, hiding: 97) == few)
    #expect(few[0] <= 8 && few[1] == 0)
    #expect(try work(100, hiding: 49)[0] <= 50 + few[0])
  }

  @Test("So do showing a view, another length, a view more and a view less", arguments: 0..<4)
  func changesCostWhatMoves(kind: Int) throws {
    func work(_ count: UInt32) throws -> [Int] {
      let view = count - 3
      return try self.work(Stack(order: Array(0..<count), hidden: [view])) { stack in
        switch kind {
        case 0: stack.hidden = []
        case 1: stack.wishes[view + 1] = 31
        case 2: stack.order.insert(count, at: Int(view))
        default: stack.order.remove(at: Int(view))
        }
      }
    }
    let few = try work(10)
    #expect(try work(100) == few)
    #expect(few[0] <= 16 && few[1] <= 4)
  }

  /// Sums of lengths that the tiers leave open, that would be negative, or that others decide: the judge, which knows nothing of peeling,
  /// has the same values and says as much about what is unique.
  @Test("Lengths behind blocks are what the exact judge has, whatever decides the blocks", arguments: UInt64(0)..<120)
  func likeTheJudge(seed: UInt64) throws {
    var entropy = Entropy(seed: seed &* 7121 &+ 3)
    let count = 4 + entropy.below(6)
    let (solver, judge) = (ConstraintSolver(), ReferenceSolver())
    let declarations = (0..<count).map { SolverEdit.declare(Variable(UInt32($0)), nonNegative: entropy.below(3) > 0) }
    _ = try solver.apply(declarations)
    _ = try judge.apply(declarations)
    var (present, next) = (Set<UInt32>(), UInt32(1))
    for step in 0..<16 {
      var (edits, after) = ([SolverEdit](), present)
      for _ in 0..<(step == 0 ? 2 * count : 1 + entropy.below(3)) {
        let kind = step == 0 ? entropy.below(6) : entropy.below(10)
        if kind >= 6, !after.isEmpty {
          let id = entropy.pick(after.sorted())
          switch kind {
          case 6: edits.append(.setConstant(.init(id), Double(entropy.below(40)) * 1.5))
          // A transaction that is refused for it is undone, sizes and all.
          case 7: edits.append(.setPriority(.init(id), entropy.pick([1000, 750, 250])))
          default:
            edits.append(.remove(.init(id)))
            after.remove(id)
          }
          continue
        }
        var others = Array(0..<UInt32(count))
        others.shuffle(using: &entropy)
        // A sum of what is above it, or a wish.
        let isSum = kind < 3
        let terms = others.prefix(isSum ? 2 + entropy.below(3) : 1 + entropy.below(2)).enumerated().map {
          ($0 == 0 ? 1.0 : entropy.pick([-1, -1, -1, 1]), $1)
        }
        edits.append(
          .add(
            row(
              next, terms, isSum ? .equal : entropy.pick(Relation.allCases),
              Double(entropy.below(30)) * (isSum ? 1 : 2),
              isSum ? 1000 : entropy.pick([1000, 750, 750, 250, 250]))))
        after.insert(next)
        next += 1
      }
      let (outcome, expected) = (try solver.apply(edits), try judge.apply(edits))
      #expect((outcome == .solved) == (expected == .solved), "step \(step)")
      #expect(solver.system.brokenInvariants() == [], "step \(step)")
      if outcome == .solved { present = after }
      var answers: [UInt32: Double] = [:]
      try judge.drainChanges { answers[$0.id] = $1 }
      #expect(try solver.changes() == answers, "step \(step): \(edits)")
      for variable in 0..<UInt32(count) {
        #expect(
          try solver.isUnique(Variable(variable)) == judge.isUnique(Variable(variable)), "v\(variable) in step \(step)")
      }
    }
  }

  @Test(
    "A length is peeled where the tiers decide or it only adds up, goes into the block where they do not, and comes out again"
  )
  func comesAndGoes() throws {
    let solver = ConstraintSolver()
    var stack = Stack(order: [0, 1, 2])
    _ = try solver.apply(stack.declarations + stack.rows.map(SolverEdit.add))
    func isPeeled() -> Bool {
      let variable = solver.system.variables[solver.system.variableSlots[Stack.length]!]
      return solver.system.nodes[variable.node].kind == .definition
    }
    #expect(isPeeled())
    // Nothing limits the second view: it is 20 long because stage S3 makes lengths small, and with it the stack.
    #expect(try solver.apply([.remove(.init(1001))]) == .solved)
    #expect(isPeeled())
    #expect(try solver.isUnique(Variable(Stack.length)) == false)
    // Two views share 60, and the tie-break decides how.
    let shared = row(6000, [(1, Stack.length(of: 0)), (1, Stack.length(of: 2))], .equal, 60, 500)
    #expect(try solver.apply([.add(shared)]) == .solved)
    #expect(!isPeeled())
    #expect(try solver.changes()[Stack.length] == 88)
    #expect(try solver.apply([.remove(shared.id)]) == .solved)
    for _ in 0..<4 where !isPeeled() {
      let before = stack.rows
      stack.hidden.formSymmetricDifference([2])
      #expect(try solver.apply(edits(from: before, to: stack.rows)) == .solved)
    }
    #expect(isPeeled())
  }
}
