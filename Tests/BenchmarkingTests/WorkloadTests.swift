import ConstraintSolver
import Foundation
import LayoutPlugin
import SceneModel
import Testing

@testable import Benchmarking

@Test(
  "A workload's size is what its name says",
  arguments: [
    ("chain", 100, 101, 404), ("tree", 100, 111, 444), ("tree", 1000, 1111, 4444), ("grid", 30, 1801, 9904),
    ("feed", 100, 901, 4504), ("stacked-feed", 20, 181, 904), ("inequalities", 300, 601, 6006),
  ])
func workloadSizes(family: String, size: Int, views: Int, constraints: Int) throws {
  let workload = try #require(Family.named(family)).solver(size)
  #expect(workload.name == "\(family)-\(size)")
  #expect(workload.variableCount == 4 * views)
  #expect(workload.constraintCount == constraints && workload.build.count == constraints)
}

@Test("Tiers have as many priorities as their size, and stay below required")
func tierCount() {
  let workload = Family.tiers.solver(1000)
  let priorities = workload.build.compactMap {
    if case .add(let row) = $0, !row.isRequired { row.priority } else { nil }
  }
  #expect(Set(priorities).count > 600 && priorities.allSatisfy { 0 < $0 && $0 < 1000 })
}

@Test("The same size gives the same workload, and every round ends where it began", arguments: Family.all)
func workloadsAreValues(family: Family) throws {
  let workload = family.solver(family.sizes[0])
  #expect(workload.script == family.solver(family.sizes[0]).script)
  for operation in Operation.common where operation != .build {
    let cycle = try #require(workload.cycles[operation])
    var state: [LinearConstraint.ID: LinearConstraint] = [:]
    func apply(_ edits: [SolverEdit]) {
      for edit in edits {
        switch edit {
        case .add(let constraint):
          #expect(state[constraint.id] == nil)
          state[constraint.id] = constraint
        case .remove(let id): #expect(state.removeValue(forKey: id) != nil)
        case .setConstant(let id, let constant):
          #expect(state[id] != nil)
          state[id]?.constant = constant
        default: Issue.record("families only add, remove and set constants")
        }
      }
    }
    apply(workload.build)
    let start = state
    var isChanged = false
    for edits in cycle {
      #expect(!edits.isEmpty)
      apply(edits)
      isChanged = isChanged || state != start
    }
    #expect(state == start && isChanged, "\(family.name) \(operation)")
  }
}

@Test("The edits of a run lead to another state each time", arguments: Family.all)
func freshEditsNeverComeBack(family: Family) throws {
  let workload = family.solver(family.sizes[0])
  #expect(Set(workload.fresh.keys) == Set(workload.cycles.keys))
  for (operation, makeEdits) in workload.fresh {
    let edits = try makeEdits()
    var state: [LinearConstraint.ID: LinearConstraint] = [:]
    var seen: Set<[LinearConstraint.ID: LinearConstraint]> = []
    func apply(_ edits: [SolverEdit]) {
      for edit in edits {
        switch edit {
        case .add(let constraint):
          #expect(state[constraint.id] == nil)
          state[constraint.id] = constraint
        case .remove(let id): #expect(state.removeValue(forKey: id) != nil)
        case .setConstant(let id, let constant): state[id]?.constant = constant
        default: Issue.record("families only add, remove and set constants")
        }
      }
    }
    apply(workload.build)
    for n in 0..<300 {
      apply(try edits(n))
      #expect(seen.insert(state).inserted, "\(workload.name) \(operation) \(n)")
    }
  }
}

@Test("An item of a feed is where it is by hand at every width", arguments: [Operation.tick, .leaf])
func feedItem(operation: Benchmarking.Operation) throws {
  let workload = ListWorkload.feedItem.make(3)
  try workload.check(operation, isCanonical: true) { ConstraintSolver() }
  var other = workload
  other.scene.constraints[30].constant += 1
  #expect(throws: CheckFailure.self) { try other.check(operation, isCanonical: true) { ConstraintSolver() } }
}

@Test(
  "A scene's edits are other ones each time, and pass the check", arguments: [Operation.rotate, .insert, .hide, .text])
func freshStepsNeverComeBack(operation: Benchmarking.Operation) throws {
  for list in ListWorkload.all where list.operations.contains(operation) {
    let workload = list.make(12)
    let steps = try #require(workload.fresh[operation], "\(workload.name) \(operation)")
    // Of a thing put in and taken out, or hidden and shown, the half that has fresh numbers in it.
    let half = operation == .insert ? 0 : 1
    let shapes = (0..<200).filter { $0 % 2 == half || operation == .rotate }.map { String(describing: steps($0)) }
    #expect(Set(shapes).count == shapes.count)
    try workload.check(operation, isCanonical: true) { ConstraintSolver() }
  }
}

@Test("Layouts by hand meet every required constraint, wide and narrow", arguments: Family.all)
func handWrittenFramesAreRight(family: Family) {
  let workload = family.solver(family.sizes[0])
  guard let frames = workload.frames else { return }
  var constraints = workload.build.compactMap { if case .add(let constraint) = $0 { constraint } else { nil } }
  let root = constraints.firstIndex { $0.id == workload.rootWidth }!
  let widest = constraints[root].constant
  for width in [widest, widest + 0.5, 0.75 * widest] {
    constraints[root].constant = width
    let values = frames.values(rootWidth: width)
    #expect(values.count == workload.variableCount)
    for constraint in constraints where constraint.isRequired {
      #expect(constraint.violation(at: values) < 1e-9, "\(workload.name) \(constraint)")
    }
  }
}

@Test("A scene workload has the same frames as the solver's", arguments: Family.all)
func sceneWorkloads(family: Family) throws {
  guard let workload = family.scene?(family.sizes[0]) else { return }
  let frames = try #require(workload.expectedFrames(rootWidth: workload.scene.root.frame.width))
  #expect(frames.count == workload.scene.views.count)
  #expect(frames[0] == workload.scene.root.frame)
  #expect(frames.allSatisfy { $0.width > 0 && $0.height > 0 && $0.x >= 0 && $0.y >= 0 })
  for operation in Operation.common where operation != .build {
    #expect(workload.cycles[operation]?.isEmpty == false, "\(workload.name) \(operation)")
  }
}

/// Answers with the layout by hand, and errs on request.
private final class FramesEngine: ConstraintSolving {
  enum Mistake { case none, offByOne, refuses, dependsOnHistory }

  private let workload: SolverWorkload
  private let mistake: Mistake
  private var width = 0.0
  private var count = 0

  init(_ workload: SolverWorkload, _ mistake: Mistake) {
    self.workload = workload
    self.mistake = mistake
  }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    for edit in edits {
      switch edit {
      case .add(let constraint) where constraint.id == workload.rootWidth: width = constraint.constant
      case .setConstant(workload.rootWidth, let constant): width = constant
      default: break
      }
    }
    count += 1
    return mistake == .refuses && count > 1 ? .conflict([]) : .solved
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    for (index, value) in workload.frames!.values(rootWidth: width).enumerated() {
      let error =
        switch mistake {
        case .offByOne where index == 7: 1.0
        case .dependsOnHistory where count > 1: 1e-9
        default: 0.0
        }
      body(Variable(UInt32(index)), value + error)
    }
  }
}

@Test("The check before timing passes a right engine and fails each kind of wrong one")
func solverCheckCanFail() throws {
  let workload = Family.chain.solver(10)
  try workload.check(.jump, isCanonical: true) { FramesEngine(workload, .none) }
  try workload.check(.jump, isCanonical: false) { FramesEngine(workload, .dependsOnHistory) }
  func failure(_ mistake: FramesEngine.Mistake) -> CheckFailure.Kind? {
    let error = #expect(throws: CheckFailure.self) {
      try workload.check(.jump, isCanonical: true) { FramesEngine(workload, mistake) }
    }
    return error?.kind
  }
  #expect(failure(.offByOne) == .requiredMissed)
  #expect(failure(.refuses) == .refused)
  #expect(failure(.dependsOnHistory) == .notAsFresh)
}

/// Remembers every transaction and answers zero.
private final class ListeningEngine: ConstraintSolving {
  let heard: (([SolverEdit]) -> Void)
  init(_ heard: @escaping ([SolverEdit]) -> Void) { self.heard = heard }
  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    heard(edits)
    return .solved
  }
  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {}
}

@Test("The fresh engine of the check is told the declarations too")
func freshEngineHearsDeclarations() throws {
  let v = Variable(0)
  let row = LinearConstraint(
    id: .init(1), terms: [.init(1, v)], relation: .lessThanOrEqual, constant: 5, priority: 500)
  let workload = SolverWorkload(
    name: "one", variableCount: 1, constraintCount: 1, build: [.declare(v, nonNegative: true), .add(row)],
    cycles: [.leaf: [[.setConstant(row.id, 6)], [.setConstant(row.id, 5)]]], rootWidth: nil, frames: nil)
  var transactions: [[SolverEdit]] = []
  try workload.check(.leaf, isCanonical: true) { ListeningEngine { transactions.append($0) } }
  var changed = row
  changed.constant = 6
  #expect(transactions.contains([.declare(v, nonNegative: true), .add(changed)]))
}

@Test("Of a slow engine as few answers are checked as there is time for, and how slow it is is returned")
func slowEnginesAreCheckedLess() throws {
  let v = Variable(0)
  let row = LinearConstraint(id: .init(1), terms: [.init(1, v)], relation: .equal, constant: 5, priority: 500)
  let workload = SolverWorkload(
    name: "one", variableCount: 1, constraintCount: 1, build: [.add(row)],
    cycles: [.leaf: (0..<100).map { [.setConstant(row.id, Double($0))] }], rootWidth: nil, frames: nil)
  var count = 0
  let seconds = try workload.check(.leaf, isCanonical: false, within: 0) {
    ListeningEngine { _ in
      count += 1
      if count > 1 { Thread.sleep(forTimeInterval: 0.01) }
    }
  }
  #expect(count == 2 && seconds >= 0.01)
  try workload.check(.leaf, isCanonical: false) { ListeningEngine { _ in count += 1 } }
  #expect(count == 2 + 101)
}

@Test("The check of a scene fails where its frames are not those by hand")
func sceneCheckCanFail() throws {
  let workload = try #require(Family.chain.scene?(10))
  let error = #expect(throws: CheckFailure.self) {
    try workload.check(.jump, isCanonical: true) { ListeningEngine { _ in } }
  }
  #expect(error?.kind == .notAsByHand, "\(error?.description ?? "")")
}

@Test("A found screen is measured where its last constraint may take another constant", arguments: [750.0, 1000])
func screensThatTakeAnotherConstant(resistance: Double) throws {
  let scene = try Scene(
    text: """
      scene 1
      root 126 x 50 @2x
      view image in root
      intrinsic image 34 x 34 hugging 250 250 resistance 1000 \(resistance)
      constraint l: image.leading = root.leading
      constraint t: image.top = root.top
      constraint h: image.height = 33
      """)
  // At most 33 high, and at least 34.
  let isClean = SceneWorkload(name: "image", scene: scene).isClean { ConstraintSolver() }
  #expect(isClean == (resistance < 1000))
}

@Test("A constant that two required sizes hold is not changed by a measurement")
func screensThatTakeNoOtherConstant() throws {
  let scene = try Scene(
    text: """
      scene 1
      root 126 x 50 @2x
      view image in root
      intrinsic image 34 x 34 hugging 1000 1000 resistance 1000 1000
      constraint l: image.leading = root.leading
      constraint t: image.top = root.top
      constraint h: image.height = 34
      """)
  #expect(!SceneWorkload(name: "image", scene: scene).isClean { ConstraintSolver() })
}
