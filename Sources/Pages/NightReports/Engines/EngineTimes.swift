import Benchmarking
import EngineConversation
import EngineIsolation
import Foundation
import LayoutPlugin
import SceneModel
import SceneOracles

/// Times of engines that are commands, each measured by the engine itself. Measured through a pipe, an engine could look many times slower than it
/// is.
public struct EngineTimes: Encodable {
  public struct Row: Codable, Sendable {
    var path, engine, clock: String
    /// The average time of one step of a round.
    var nanoseconds: Double
    /// The average processor time of our kernel for the same step; 0 if it was not measured.
    var ours: Double
  }

  public private(set) var rows: [Row] = []
  /// The reasons why engines have no row.
  public private(set) var remarks: [String] = []
  /// The benchmarks on which engines crashed, hung or exited, and the way in which each ended.
  private(set) var losses: [(path: String, how: String)] = []
  private let makeSolver: (@Sendable () -> any ConstraintSolving)?

  private enum CodingKeys: CodingKey { case rows, remarks }

  /// Makes an empty table of times.
  ///
  /// - Parameter makeSolver: Makes the solver of our own kernel, which is measured beside each engine; nil if it is not measured.
  public init(beside makeSolver: (@Sendable () -> any ConstraintSolving)? = nil) { self.makeSolver = makeSolver }

  /// The largest number of rounds, and the nanoseconds that all rounds together may take, as estimated from the first one. At least one round is
  /// played.
  private static let rounds = 20
  private static let longest = 2e9
  /// The number of sizes that are measured of each family of workloads. The smallest sizes are chosen.
  private static let sizes = 3

  /// Measures one engine in a process of its own, and adds the results. `patience` is the number of seconds without an answer after which the engine
  /// is ended.
  public mutating func measure(_ engine: NamedEngine, patience: Int, filter: PathFilter, mostConstraints: Int) throws {
    let process = EngineProcess(engine, patience: patience)
    let result = try process.run { (parentLink: EngineProcess.ParentLink<[Row]>) in
      guard let connection = try engine.connection(isTimed: true) else {
        throw UserMistake(.engineUnsuitable, "\(engine.name): not a command. Write cmd: before it.")
      }
      let promise = connection.plugin.manifest.promise
      guard promise.claims(.time) else {
        throw UserMistake(
          .engineUnsuitable, "\(connection.plugin.manifest.name): does not claim \"time\", so it cannot be measured.")
      }
      var rows: [Row] = []
      let isLayout = connection.plugin.makeLayoutEngine != nil
      for workload in isLayout ? EngineTimes.layouts(within: mostConstraints) : [] {
        for (operation, cycle) in workload.cycles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
          let path = "layout/\(operation.rawValue)/\(workload.name)"
          var scene = workload.scene
          scene.steps = cycle.flatMap { $0 }
          let own = scene.projected(onto: promise)
          guard filter.accepts(path), scene.unclaimed(by: promise).isEmpty, own.batches.count == cycle.count else {
            continue
          }
          parentLink.blackBox.note(Array(path.utf8))
          let timed = try EngineTimes.measured { try connection.time(own, own.batches, rounds: $0) }
          guard let (times, clock) = timed else { continue }
          rows.append(
            Row(
              path: path, engine: connection.plugin.manifest.name, clock: clock, nanoseconds: mean(times),
              ours: try makeSolver.map { try ours(own, $0) } ?? 0))
          try parentLink.draft(rows)
        }
      }
      for workload in isLayout ? [] : EngineTimes.solvers(within: mostConstraints) {
        let build = SolverScript(transactions: [.init(edits: workload.build)])
        guard build.projected(onto: promise) == build else { continue }
        for (operation, cycle) in workload.cycles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
          let path = "solver/\(operation.rawValue)/\(workload.name)"
          guard filter.accepts(path) else { continue }
          parentLink.blackBox.note(Array(path.utf8))
          let timed = try EngineTimes.measured { try connection.time(after: [workload.build], cycle, rounds: $0) }
          guard let (times, clock) = timed else { continue }
          rows.append(
            Row(
              path: path, engine: connection.plugin.manifest.name, clock: clock, nanoseconds: mean(times),
              ours: makeSolver.map { ours(workload, cycle, $0) } ?? 0))
          try parentLink.draft(rows)
        }
      }
      return rows
    }
    switch result {
    case .answered(let measured): rows += measured
    case .lost(let loss, let soFar):
      rows += soFar ?? []
      let path = String(decoding: loss.bytes ?? [], as: UTF8.self)
      losses.append((path, "\(loss.how)"))
      remarks.append("\(engine.name): \(loss.how), at \(path)")
    }
  }

  private func server(
    _ kind: EngineManifest.Kind, _ makeSolver: @escaping @Sendable () -> any ConstraintSolving
  ) -> EngineServer {
    let manifest = EngineManifest(engine: "layoutlab", version: "", kind: kind, promise: .ofKernel)
    return kind == .solver
      ? EngineServer(manifest, makeSolver: makeSolver)
      : EngineServer(
        manifest, makeLayoutEngine: { () throws(PluginFault) in KernelLayoutEngine(makeSolver) })
  }

  /// The scenes of the workload families and of the list workloads, each in its smallest sizes.
  private static func layouts(within mostConstraints: Int) -> [SceneWorkload] {
    let families = Family.all.compactMap { family in family.scene.map { (family.peerSizes, $0) } }
    return (families + ListWorkload.all.map { ($0.sizes, $0.make) }).flatMap { sizes, make in
      sizes.prefix(Self.sizes).map(make).filter { $0.scene.constraints.count <= mostConstraints }
    }
  }

  private static func solvers(within mostConstraints: Int) -> [SolverWorkload] {
    Family.all.flatMap { family in
      family.peerSizes.prefix(sizes).map(family.solver).filter { $0.constraintCount <= mostConstraints }
    }
  }

  /// The mean time of a step in our own kernel, in nanoseconds.
  private func ours(_ scene: Scene, _ makeSolver: @escaping @Sendable () -> any ConstraintSolving) throws -> Double {
    let server = self.server(.layout, makeSolver)
    var start = scene
    start.steps = []
    server.play([.open(start)])
    return mean(server.times(.timeLayout(scene.batches, rounds: EngineTimes.rounds)))
  }

  /// The mean time that our own solver takes for one list of edits, in nanoseconds.
  private func ours(
    _ workload: SolverWorkload, _ lists: [[SolverEdit]], _ makeSolver: @escaping @Sendable () -> any ConstraintSolving
  ) -> Double {
    let server = self.server(.solver, makeSolver)
    server.play([.reset, .apply(workload.build)])
    return mean(server.times(.timeSolver(lists, rounds: EngineTimes.rounds)))
  }

  /// Plays one round with `time`, and then as many as fit into `longest` (at most `rounds`), if that is more than one. Returns the times of the last
  /// series; nil if `time` returns nil.
  private static func measured(
    _ time: (_ rounds: Int) throws -> (times: [Double], clock: String)?
  ) rethrows -> (times: [Double], clock: String)? {
    guard let once = try time(1) else { return nil }
    let rounds = min(Self.rounds, Int(longest / max(1, once.times.reduce(0, +))))
    return rounds > 1 ? try time(rounds) : once
  }

  private func mean(_ times: [Double]) -> Double { times.reduce(0, +) / Double(max(times.count, 1)) }

  /// Adds the measurements of engines that are commands to a recording, for the README's table. Their paths begin with the engine's name. Call it
  /// before a thread is started, because engines run in forked processes.
  ///
  /// - Parameters:
  ///   - runs: The number of runs of each engine, each in a process of its own.
  ///   - say: Called with the progress, and with the reason why an engine has no column.
  public static func add(
    _ commands: [String], linked: PluginRegistry, to recording: inout Recording, runs: Int, say: (String) -> Void
  ) throws {
    for name in commands {
      let engine = NamedEngine(name, linked: linked, from: .commandLine)
      var times = EngineTimes()
      for number in 1...max(1, runs) {
        say("\(engine.name), run \(number) of \(runs)")
        do {
          try times.measure(
            engine, patience: 60, filter: PathFilter(SummaryTable.filter), mostConstraints: SummaryTable.mostConstraints
          )
        } catch {
          say("\(engine.name) is skipped: \(error)")
          break
        }
      }
      times.remarks.forEach(say)
      for row in times.rows {
        let path = "\(row.engine)/\(row.path.drop { $0 != "/" }.dropFirst())"
        recording.cases[path, default: Recording.Case()].runs.append(row.nanoseconds)
      }
    }
  }

  public var text: String {
    if rows.isEmpty { return (remarks + ["no workload is within what the engines claim"]).joined(separator: "\n") }
    let width = rows.map(\.path.count).max() ?? 0
    let lines = rows.map { row in
      let times = "\(row.engine) \(Int(row.nanoseconds)) ns (\(row.clock))"
      let ratio = row.ours > 0 ? (row.nanoseconds / row.ours * 10).rounded() / 10 : 0
      return
        "\(row.path.padding(toLength: width, withPad: " ", startingAt: 0))  \(times), ours \(Int(row.ours)) ns: \(ratio) times"
    }
    return (lines + remarks).joined(separator: "\n")
  }
}
