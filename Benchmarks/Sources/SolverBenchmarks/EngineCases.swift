import BenchmarkDriver
import Benchmarking
import ConstraintSolver
import LayoutPlugin
import SceneModel

/// The families at their sizes and what the kernel asks of its engine for screens, through the Swift protocol.
func engineCases(
  _ plugin: Plugin, named engine: String, within mostConstraints: Int, screens: [ScreenCollection]
) -> [Case] {
  guard let makeSolver = plugin.makeSolver else { return [] }
  let isCanonical = plugin.manifest.capabilities.contains(.canonical)
  func prepare(_ workloads: [SolverWorkload], _ operation: Operation) throws -> Measurement {
    for workload in workloads {
      try workload.check(operation, isCanonical: isCanonical, makeEngine: makeSolver)
    }
    return try measure(workloads, operation, SwiftEngine(makeSolver))
  }
  let families = cases(engine: engine, within: mostConstraints, sizes: \.sizes) { try prepare([$0], $1) }
  let recordings = screens.flatMap { collection in
    ScreenCollection.operations.map { operation in
      Case(
        path: "\(engine)/\(operation.rawValue)/\(collection.name)", sizes: [collection.fileCount],
        isTimedByRound: operation == .build
      ) { _ in
        try prepare(
          try collection.workloads().map { try SolverWorkload(recording: $0, engine: makeSolver()) }, operation)
      }
    }
  }
  return families + recordings
}

/// The same through the C table, edits laid out beforehand: a peer pays nothing for our conversions.
func peerCases(_ library: TableLibrary, within mostConstraints: Int) -> [Case] {
  cases(engine: library.name, within: mostConstraints, sizes: \.peerSizes) { workload, operation in
    try workload.check(operation, isCanonical: library.isCanonical) { TableSolver(library) }
    return try measure([workload], operation, TableEngine(library))
  }
}

private func cases(
  engine: String, within mostConstraints: Int, sizes: KeyPath<Family, [Int]>,
  prepare: @escaping (SolverWorkload, Operation) throws -> Measurement
) -> [Case] {
  Family.all.flatMap { family in
    let sizes = family.sizes(within: mostConstraints).filter(family[keyPath: sizes].contains)
    return sizes.isEmpty
      ? []
      : Operation.common.map { operation in
        Case(
          path: "\(engine)/\(operation.rawValue)/\(family.name)", sizes: sizes, isTimedByRound: operation == .build
        ) { try prepare(family.solver($0), operation) }
      }
  }
}

/// A way to an engine, with the edits in the form it takes.
private protocol EngineAccess {
  associatedtype Instance
  associatedtype Edits
  func makeInstance(variableCount: Int) -> Instance
  func prepare(_ edits: [SolverEdit]) -> Edits
  /// One transaction and its changed values fetched; false when it was refused.
  func apply(_ edits: Edits, to instance: Instance) -> Bool
  func changeCount(_ instance: Instance) -> Int
  /// Nil for an engine that does not count.
  func work(_ instance: Instance) -> SolverWork?
}

private struct SwiftEngine: EngineAccess {
  var makeSolver: @Sendable () -> any ConstraintSolving
  init(_ makeSolver: @escaping @Sendable () -> any ConstraintSolving) { self.makeSolver = makeSolver }
  func makeInstance(variableCount: Int) -> SolverSession {
    SolverSession(engine: makeSolver(), variableCount: variableCount)
  }
  func prepare(_ edits: [SolverEdit]) -> [SolverEdit] { edits }
  func apply(_ edits: [SolverEdit], to instance: SolverSession) -> Bool { (try? instance.apply(edits)) == .solved }
  func changeCount(_ instance: SolverSession) -> Int { instance.changeCount }
  func work(_ instance: SolverSession) -> SolverWork? { (instance.engine as? ConstraintSolver)?.work }
}

private struct TableEngine: EngineAccess {
  var library: TableLibrary
  init(_ library: TableLibrary) { self.library = library }
  func makeInstance(variableCount: Int) -> TableSession { TableSession(library, variableCount: variableCount) }
  func prepare(_ edits: [SolverEdit]) -> TableEdits { TableEdits(edits) }
  func apply(_ edits: TableEdits, to instance: TableSession) -> Bool { instance.apply(edits) }
  func changeCount(_ instance: TableSession) -> Int { instance.changeCount }
  func work(_ instance: TableSession) -> SolverWork? { nil }
}

private func measure<Access: EngineAccess>(
  _ workloads: [SolverWorkload], _ operation: Operation, _ access: Access
) throws -> Measurement {
  let constraints = workloads.reduce(0) { $0 + $1.constraintCount }
  var counters = [
    "variables": Double(workloads.reduce(0) { $0 + $1.variableCount }), "constraints": Double(constraints),
  ]
  let builds = workloads.map { access.prepare($0.build) }
  func makeBuilt() -> [Access.Instance] {
    zip(workloads, builds).compactMap { workload, build in
      let instance = access.makeInstance(variableCount: workload.variableCount)
      return access.apply(build, to: instance) ? instance : nil
    }
  }
  var instances: [Access.Instance] = []
  let memory = countingMemory { instances = makeBuilt() }
  guard instances.count == workloads.count else { throw CheckFailure(description: "a build was refused") }
  func changeCount() -> Double { Double(instances.reduce(0) { $0 + access.changeCount($1) }) }
  func work() -> SolverWork? {
    instances.reduce(SolverWork()) { sum, instance in
      guard let sum, let work = access.work(instance) else { return nil }
      return SolverWork(rows: sum.rows + work.rows, pivots: sum.pivots + work.pivots)
    }
  }
  counters["bytes_per_constraint"] = Double(memory.liveBytes) / Double(constraints)

  guard operation != .build else {
    counters["edits"] = Double(workloads.reduce(0) { $0 + $1.build.count })
    counters["changes"] = changeCount()
    counters["allocations"] = Double(memory.allocations)
    if let work = work() { (counters["rows"], counters["pivots"]) = (Double(work.rows), Double(work.pivots)) }
    var present: [[Access.Instance]] = []
    return Measurement(
      operations: 1, scale: constraints, counters: counters,
      afterRound: { present.removeAll(keepingCapacity: true) }, round: { present.append(makeBuilt()) })
  }
  let cycles = workloads.map { $0.cycles[operation] ?? [] }
  let sessions = zip(instances, cycles.map { $0.map(access.prepare) }).map { $0 }
  let round = {
    for (instance, cycle) in sessions { for edits in cycle { _ = access.apply(edits, to: instance) } }
  }
  // The first rounds may grow buffers and let an engine learn which constants change, and between which values.
  for _ in 0..<4 {
    for (instance, cycle) in sessions {
      for edits in cycle where !access.apply(edits, to: instance) {
        throw CheckFailure(description: "\(operation.rawValue) was refused")
      }
    }
  }
  let changes = changeCount()
  let workBefore = work()
  let steady = countingMemory(round)
  let count = Double(cycles.reduce(0) { $0 + $1.count })
  counters["edits"] = Double(cycles.joined().reduce(0) { $0 + $1.count }) / count
  counters["changes"] = (changeCount() - changes) / count
  counters["allocations"] = Double(steady.allocations) / count
  if let before = workBefore, let after = work() {
    counters["rows"] = Double(after.rows - before.rows) / count
    counters["pivots"] = Double(after.pivots - before.pivots) / count
  }
  return Measurement(operations: Int(count), scale: constraints, counters: counters, round: round)
}
