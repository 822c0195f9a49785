import Benchmarking
import EngineConversation
import EngineIsolation
import Foundation
import LayoutPlugin
import SceneModel
import SceneOracles

/// Times of engines that are commands, each measured by the engine itself. Measured through a pipe, an engine can seem many times slower than it is.
public struct EngineTimes: Encodable {
  public struct Row: Codable, Sendable {
    var path, engine, clock: String
    /// Of one step of a round, on average.
    var nanoseconds: Double
    /// The same of our kernel, by processor time; 0: it was not measured.
    var ours: Double
  }

  public private(set) var rows: [Row] = []
  /// The reasons why engines have no row.
  public private(set) var remarks: [String] = []
  /// The benchmarks at which engines were lost, and how.
  private(set) var losses: [(path: String, how: String)] = []
  private let isBesideOurs: Bool
  private let makeSolver: @Sendable () -> any ConstraintSolving

  private enum CodingKeys: CodingKey { case rows, remarks }

  /// Makes an empty table of times.
  ///
  /// - Parameters:
  ///   - isBesideOurs: Whether our kernel does the same beside each engine.
  ///   - makeSolver: Makes the solver of that kernel.
  public init(isBesideOurs: Bool = true, _ makeSolver: @escaping @Sendable () -> any ConstraintSolving) {
    (self.isBesideOurs, self.makeSolver) = (isBesideOurs, makeSolver)
  }

  private static let rounds = 20
  /// Of each family, the smallest.
  private static let sizes = 3

  /// Measures each engine in a process of its own.
  public mutating func measure(_ engine: NamedEngine, patience: Int, filter: PathFilter, mostConstraints: Int) throws {
    let process = EngineProcess(engine, patience: patience)
    let result = try process.run { (parentLink: EngineProcess.ParentLink<[Row]>) in
      guard let connection = try engine.connection(isTimed: true) else {
        throw UserMistake("\(engine.name): no command. Begin it with cmd:")
      }
      let promise = connection.plugin.manifest.promise
      guard promise.claims(.time) else {
        throw UserMistake("\(connection.plugin.manifest.name): does not claim \"time\", so it cannot be measured.")
      }
      var rows: [Row] = []
      let isLayout = connection.plugin.makeLayoutEngine != nil
      for family in Family.all {
        for size in family.peerSizes.prefix(EngineTimes.sizes) {
          if isLayout {
            guard let workload = family.scene?(size), workload.scene.constraints.count <= mostConstraints else {
              continue
            }
            for (operation, cycle) in workload.cycles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
              let path = "layout/\(operation.rawValue)/\(workload.name)"
              var scene = workload.scene
              scene.steps = cycle.flatMap { $0 }
              let own = scene.projected(onto: promise)
              guard filter.accepts(path), scene.unclaimed(by: promise).isEmpty, own.batches.count == cycle.count else {
                continue
              }
              parentLink.blackBox.note(Array(path.utf8))
              let (times, clock) = try connection.time(own, own.batches, rounds: EngineTimes.rounds)
              let ours = isBesideOurs ? try self.ours(own) : 0
              rows.append(
                Row(
                  path: path, engine: connection.plugin.manifest.name, clock: clock,
                  nanoseconds: times.reduce(0, +) / Double(max(times.count, 1)), ours: ours))
            }
          } else {
            let workload = family.solver(size)
            let build = SolverScript(transactions: [.init(edits: workload.build)])
            guard workload.constraintCount <= mostConstraints, build.projected(onto: promise) == build else { continue }
            for (operation, cycle) in workload.cycles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
              let path = "solver/\(operation.rawValue)/\(workload.name)"
              guard filter.accepts(path) else { continue }
              parentLink.blackBox.note(Array(path.utf8))
              let (times, clock) = try connection.time(after: [workload.build], cycle, rounds: EngineTimes.rounds)
              var ours: [Double] = []
              if isBesideOurs {
                let server = self.server(.solver)
                server.play([.reset, .apply(workload.build)])
                ours = server.times(.timeSolver(cycle, rounds: EngineTimes.rounds))
              }
              rows.append(
                Row(
                  path: path, engine: connection.plugin.manifest.name, clock: clock,
                  nanoseconds: times.reduce(0, +) / Double(max(times.count, 1)),
                  ours: ours.reduce(0, +) / Double(max(ours.count, 1))))
            }
          }
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

  private func server(_ kind: EngineManifest.Kind) -> EngineServer {
    let manifest = EngineManifest(engine: "layoutlab", version: "", kind: kind, promise: .ofKernel)
    return kind == .solver
      ? EngineServer(manifest, makeSolver: makeSolver)
      : EngineServer(
        manifest, makeLayoutEngine: { () throws(PluginFault) in KernelLayoutEngine(makeSolver) })
  }

  /// Mean nanoseconds of a step of our kernel.
  private func ours(_ scene: Scene) throws -> Double {
    let server = self.server(.layout)
    var start = scene
    start.steps = []
    server.play([.open(start)])
    let times = server.times(.timeLayout(scene.batches, rounds: EngineTimes.rounds))
    return times.reduce(0, +) / Double(max(times.count, 1))
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
