import BenchmarkDriver
import Benchmarking
import ConstraintSolver
import LayoutPlugin
import SceneModel

/// The families at their sizes and what the kernel asks of its engine for screens, through the Swift protocol.
func engineCases(
  _ plugin: Plugin, named engine: String, _ form: EditForm, within mostConstraints: Int, screens: [ScreenCollection],
  sizes: KeyPath<Family, [Int]> = \.sizes
) -> [Case] {
  guard let makeSolver = plugin.makeSolver else { return [] }
  let isCanonical = plugin.manifest.capabilities.contains(.canonical)
  func prepare(_ workloads: [SolverWorkload], _ operation: Operation) throws -> Measurement {
    let seconds = try workloads.map {
      try $0.check(operation, isCanonical: isCanonical, within: longestCheck, makeEngine: makeSolver)
    }
    return try measure(workloads, operation, form, SwiftEngine(makeSolver), seconds: seconds.max() ?? 0)
  }
  let families = cases(engine: engine, form, within: mostConstraints, sizes: sizes) { try prepare([$0], $1) }
  let recordings = screens.flatMap { collection in
    ScreenCollection.operations.compactMap { operation -> Case? in
      guard form == .fresh || operation != .build else { return nil }
      return Case(
        path: "\(form.column(engine))/\(operation.rawValue)/\(collection.name)", sizes: [collection.fileCount],
        isTimedByRound: form == .fresh
      ) { _ in
        try prepare(
          try collection.workloads().map { try SolverWorkload(recording: $0, makeEngine: makeSolver) }, operation)
      }
    }
  }
  return families + recordings
}

/// The same through the C table, edits laid out beforehand: a peer pays nothing for our conversions.
func peerCases(
  _ library: TableLibrary, named column: String, _ form: EditForm, within mostConstraints: Int
) -> [Case] {
  cases(engine: column, form, within: mostConstraints, sizes: \.peerSizes) { workload, operation in
    let seconds = try workload.check(operation, isCanonical: library.isCanonical, within: longestCheck) {
      TableSolver(library)
    }
    return try measure([workload], operation, form, TableEngine(library), seconds: seconds)
  }
}

private func cases(
  engine: String, _ form: EditForm, within mostConstraints: Int, sizes: KeyPath<Family, [Int]>,
  prepare: @escaping (SolverWorkload, Operation) throws -> Measurement
) -> [Case] {
  Family.all.flatMap { family in
    let sizes = family.sizes(within: mostConstraints).filter(family[keyPath: sizes].contains)
    guard let smallest = sizes.first else { return [Case]() }
    let offered = family.solver(smallest).fresh
    return Operation.labelled.filter { $0 == .build ? form == .fresh : offered[$0] != nil }.map { operation in
      Case(
        path: "\(form.column(engine))/\(operation.rawValue)/\(family.name)", sizes: sizes,
        isTimedByRound: form == .fresh
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
  func work(_ instance: TableSession) -> SolverWork? { instance.work }
}

/// - Parameter seconds: What a transaction took when the answers were checked.
private func measure<Access: EngineAccess>(
  _ workloads: [SolverWorkload], _ operation: Operation, _ form: EditForm, _ access: Access, seconds: Double
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
  guard instances.count == workloads.count else { throw CheckFailure(.refused, description: "a build was refused") }
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
  let isSlow = seconds > slowTransaction
  let run = try Run(workloads, operation, form, access, isSlow: isSlow)
  func perform() throws {
    guard run.perform(on: instances) else {
      throw CheckFailure(.refused, description: "\(operation.rawValue) was refused")
    }
  }
  // Counted on engines of their own: those that are timed have seen nothing but the build. The first round may grow
  // buffers; a slow engine's first round is counted all the same.
  if !isSlow {
    try perform()
    try run.next()
  }
  let (changes, before) = (changeCount(), work())
  let steady = try countingMemory(perform)
  let count = Double(run.transactions)
  counters["transactions"] = count
  counters["edits"] = Double(run.edits) / count
  counters["changes"] = (changeCount() - changes) / count
  counters["allocations"] = Double(steady.allocations) / count
  if let before, let after = work() {
    counters["rows"] = Double(after.rows - before.rows) / count
    counters["pivots"] = Double(after.pivots - before.pivots) / count
  }
  instances = makeBuilt()
  let timed = try Run(workloads, operation, form, access, isSlow: isSlow)
  return Measurement(
    operations: timed.transactions, scale: constraints, counters: counters,
    // A kernel that is recorded performed the same steps when they were counted.
    beforeRound: form == .fresh ? { try? timed.next() } : nil, round: { _ = timed.perform(on: instances) })
}

/// The transactions of one round after the other, prepared for an engine.
private final class Run<Access: EngineAccess> {
  private let access: Access
  /// Of each workload; nil: it has no such operation (a screen without constraints has no leaf).
  private let sources: [SolverWorkload.FreshEdits?]
  private var prepared: [[Access.Edits]] = []
  private var number = 0
  private let editsPerRound: Int
  /// In a round.
  private(set) var transactions = 0
  private(set) var edits = 0

  /// With the first round's edits made.
  init(
    _ workloads: [SolverWorkload], _ operation: Operation, _ form: EditForm, _ access: Access, isSlow: Bool
  ) throws {
    self.access = access
    editsPerRound = isSlow ? slowEditsPerRound : freshEditsPerRound
    guard form == .fresh else {
      sources = []
      let cycles = workloads.map { ($0.cycles[operation] ?? []).prefix(isSlow ? slowEditsPerRound : .max) }
      transactions = cycles.reduce(0) { $0 + $1.count }
      edits = cycles.joined().reduce(0) { $0 + $1.count }
      prepared = cycles.map { $0.map(access.prepare) }
      return
    }
    sources = try workloads.map { try $0.fresh[operation]?() }
    let count = sources.count { $0 != nil }
    guard count > 0 else {
      throw CheckFailure(description: "\(workloads.map(\.name).joined(separator: ", ")): no \(operation.rawValue)")
    }
    transactions = count * editsPerRound
    try next()
  }

  /// Makes the next round's edits.
  func next() throws {
    guard !sources.isEmpty else { return }
    edits = 0
    prepared = try sources.map { source in
      guard let source else { return [] }
      return try (number..<number + editsPerRound).map { n in
        let transaction = try source(n)
        edits += transaction.count
        return access.prepare(transaction)
      }
    }
    number += editsPerRound
  }

  /// False when something was refused.
  func perform(on instances: [Access.Instance]) -> Bool {
    var isAccepted = true
    for (instance, transactions) in zip(instances, prepared) {
      for edits in transactions where !access.apply(edits, to: instance) { isAccepted = false }
    }
    return isAccepted
  }
}
