import BenchmarkDriver
import Benchmarking
import LayoutPlugin
import SceneModel

/// The families at their sizes, through the Swift protocol, as the kernel uses an engine.
func engineCases(_ plugin: Plugin, named engine: String, within mostConstraints: Int) -> [Case] {
  guard let makeSolver = plugin.makeSolver else { return [] }
  let isCanonical = plugin.manifest.capabilities.contains(.canonical)
  return cases(engine: engine, within: mostConstraints, sizes: \.sizes) { workload, operation in
    try workload.check(operation, isCanonical: isCanonical, makeEngine: makeSolver)
    return try measure(workload, operation, SwiftEngine(makeSolver))
  }
}

/// The same through the C table, edits laid out beforehand: a peer pays nothing for our conversions.
func peerCases(_ library: TableLibrary, within mostConstraints: Int) -> [Case] {
  cases(engine: library.name, within: mostConstraints, sizes: \.peerSizes) { workload, operation in
    try workload.check(operation, isCanonical: library.isCanonical) { TableSolver(library) }
    return try measure(workload, operation, TableEngine(library))
  }
}

private func cases(
  engine: String, within mostConstraints: Int, sizes: KeyPath<Family, [Int]>,
  prepare: @escaping (SolverWorkload, Operation) throws -> Measurement
) -> [Case] {
  Family.all.flatMap { family in
    let sizes = family[keyPath: sizes].filter { family.solver($0).constraintCount <= mostConstraints }
    return sizes.isEmpty
      ? []
      : Operation.allCases.map { operation in
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
}

private struct TableEngine: EngineAccess {
  var library: TableLibrary
  init(_ library: TableLibrary) { self.library = library }
  func makeInstance(variableCount: Int) -> TableSession { TableSession(library, variableCount: variableCount) }
  func prepare(_ edits: [SolverEdit]) -> TableEdits { TableEdits(edits) }
  func apply(_ edits: TableEdits, to instance: TableSession) -> Bool { instance.apply(edits) }
  func changeCount(_ instance: TableSession) -> Int { instance.changeCount }
}

private func measure<Access: EngineAccess>(
  _ workload: SolverWorkload, _ operation: Operation, _ access: Access
) throws -> Measurement {
  let refused = CheckFailure(description: "\(workload.name): refused when it was warmed up")
  let build = access.prepare(workload.build)
  var counters = ["variables": Double(workload.variableCount), "constraints": Double(workload.constraintCount)]
  func makeBuilt() -> Access.Instance? {
    let instance = access.makeInstance(variableCount: workload.variableCount)
    return access.apply(build, to: instance) ? instance : nil
  }
  var built: Access.Instance?
  let memory = countingMemory { built = makeBuilt() }
  guard let instance = built else { throw refused }
  counters["bytes_per_constraint"] = Double(memory.liveBytes) / Double(workload.constraintCount)

  guard let cycle = workload.cycles[operation] else {
    counters["edits"] = Double(workload.build.count)
    counters["changes"] = Double(access.changeCount(instance))
    counters["allocations"] = Double(memory.allocations)
    var present: [Access.Instance] = []
    return Measurement(
      operations: 1, scale: workload.constraintCount, counters: counters,
      afterRound: { present.removeAll(keepingCapacity: true) },
      round: { if let instance = makeBuilt() { present.append(instance) } })
  }
  let transactions = cycle.map(access.prepare)
  let round = { for edits in transactions { _ = access.apply(edits, to: instance) } }
  // Twice: the first round may grow buffers and let an engine learn which constants change.
  for _ in 0..<2 {
    guard transactions.allSatisfy({ access.apply($0, to: instance) }) else { throw refused }
  }
  let changes = access.changeCount(instance)
  let steady = countingMemory(round)
  let count = Double(cycle.count)
  counters["edits"] = Double(cycle.reduce(0) { $0 + $1.count }) / count
  counters["changes"] = Double(access.changeCount(instance) - changes) / count
  counters["allocations"] = Double(steady.allocations) / count
  return Measurement(operations: cycle.count, scale: workload.constraintCount, counters: counters, round: round)
}
