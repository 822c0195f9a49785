import LibC
import LayoutPlugin
import SceneModel

/// The engine's side of the protocol: an engine of this program answers requests, line by line.
package final class EngineServer {
  private let manifest: EngineManifest
  private let makeLayoutEngine: (() throws(PluginFault) -> any LayoutEngine)?
  private let makeSolver: (() -> any ConstraintSolving)?
  private var layout: (any LayoutEngine)?
  private var solver: (any ConstraintSolving)?
  /// Seconds of processor time of this thread.
  private let clock: () -> Double

  /// Makes a server of a layout engine, or, if `makeLayoutEngine` is nil, of a solver.
  package init(
    _ manifest: EngineManifest, makeLayoutEngine: (() throws(PluginFault) -> any LayoutEngine)? = nil,
    makeSolver: (() -> any ConstraintSolving)? = nil
  ) {
    (self.manifest, self.makeLayoutEngine, self.makeSolver) = (manifest, makeLayoutEngine, makeSolver)
    clock = {
      var now = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
      return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
  }

  /// Returns the answer to a line.
  package func answer(to line: [UInt8]) -> String {
    do {
      let request: EngineRequest
      do { request = try EngineRequest(line, for: manifest.kind) } catch {
        return EngineAnswer.layout(.fault("the request \(error)")).line
      }
      return try answer(to: request).line
    } catch {
      return EngineAnswer.layout(.fault("\(error)")).line
    }
  }

  private func answer(to request: EngineRequest) throws(PluginFault) -> EngineAnswer {
    switch request {
    case .hello: return .manifest(manifest)
    case .open(let scene):
      layout = try makeLayoutEngine?()
      return .layout(try present.open(scene))
    case .edit(let steps): return .layout(try present.edit(steps))
    case .reset:
      solver = makeSolver?()
      return .changes([])
    case .apply(let edits):
      guard let solver else { return .layout(.fault("nothing was opened")) }
      do {
        switch try solver.apply(edits) {
        case .conflict(let ids): return .layout(.conflict(ids.map { .init($0.rawValue) }))
        case .solved:
          var changes: [EngineAnswer.Change] = []
          try solver.drainChanges { changes.append(.init($0, $1)) }
          return .changes(changes)
        }
      } catch { return .layout(.fault("\(error)")) }
    case .timeLayout(let lists, let rounds):
      let layout = try present
      return .times(
        try measured(lists, rounds) { (steps) throws(PluginFault) in _ = try layout.edit(steps) }, clock: "cpu")
    case .timeSolver(let lists, let rounds):
      guard let solver else { return .layout(.fault("nothing was opened")) }
      return .times(
        try measured(lists, rounds) { (edits) throws(PluginFault) in
          _ = try solver.apply(edits)
          try solver.drainChanges { _, _ in }
        }, clock: "cpu")
    }
  }

  private var present: any LayoutEngine {
    get throws(PluginFault) {
      guard let layout else { throw .rejected("nothing was opened") }
      return layout
    }
  }

  /// Returns the mean nanoseconds of each list over the rounds. `play` performs one list.
  private func measured<Edit>(
    _ lists: [[Edit]], _ rounds: Int, _ play: ([Edit]) throws(PluginFault) -> Void
  ) throws(PluginFault) -> [Double] {
    var totals = [Double](repeating: 0, count: lists.count)
    for _ in 0..<rounds {
      for (at, list) in lists.enumerated() {
        let start = clock()
        try play(list)
        totals[at] += clock() - start
      }
    }
    return totals.map { $0 / Double(rounds) * 1e9 }
  }

  /// Performs requests and discards the answers.
  package func play(_ requests: [EngineRequest]) { for request in requests { _ = try? answer(to: request) } }

  /// Returns the engine's answer to a request for times; empty if it answered anything else.
  package func times(_ request: EngineRequest) -> [Double] {
    guard case .times(let times, _)? = try? answer(to: request) else { return [] }
    return times
  }

  /// Reads requests from one file and writes the answers to another, line by line, until the input ends.
  package func serve(from input: Int32 = STDIN_FILENO, to output: Int32 = STDOUT_FILENO) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      pending += buffer[..<count]
      while let end = pending.firstIndex(of: 0x0A) {
        var answer = Array(self.answer(to: Array(pending[..<end])).utf8)
        answer.append(0x0A)
        pending.removeFirst(end + 1)
        guard writeWhole(answer, to: output) else { return }
      }
    }
  }
}

/// Writes all bytes to a descriptor. Returns false if that fails, for example because the reader has closed it.
package func writeWhole(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    if count <= 0 { return false }
    rest.removeFirst(count)
  }
  return true
}
