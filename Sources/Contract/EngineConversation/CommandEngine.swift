import Foundation
import LibC
import LayoutPlugin
import SceneModel
import Synchronization

/// How a process of a command ended without an answer.
package enum CommandLoss: Hashable, Sendable {
  case signal(Int32)
  case exit(Int32)
  case memory

  /// Makes a loss from a status of `waitpid`. A shell that runs the command reports a signal as the exit code 128 plus its number.
  init(status: Int32) {
    let low = status & 0x7F
    let code = status >> 8 & 0xFF
    self = low != 0 ? .signal(low) : (129...159).contains(code) ? .signal(code - 128) : .exit(code)
  }

  package var words: String {
    switch self {
    case .signal(let number): "signal \(number), \(String(cString: strsignal(number)))"
    case .exit(let code): "exit status \(code)"
    case .memory: "more than \(CommandProcess.memoryLimit >> 30) GiB of memory"
    }
  }
}

/// A request with the answer to it, of one process of a command.
package struct Exchange: Hashable, Sendable {
  package var process: Int
  package var request, answer: String

  /// Whether the answer has frames, so that a layout engine did what was requested.
  package var hasFrames: Bool {
    guard case .layout(let answer)? = try? EngineAnswer(Array(answer.utf8)) else { return false }
    return answer.frames != nil
  }
}

/// The processes of one command. Each engine that is in use borrows one, and returns it afterwards.
final class CommandPool: Sendable {
  struct State: ~Copyable {
    var idle: [CommandProcess] = []
    var started = 0
    var exchanges: [Exchange] = []
    var deadline: ContinuousClock.Instant?
  }

  let command: String
  let isTimed: Bool
  /// Called when a process of the command ended without an answer: it exited, crashed, or took too much memory. The closure may end the calling
  /// process, and then does not return.
  let lost: @Sendable (CommandLoss) -> Void
  /// Whether requests and answers are recorded in `exchanges`.
  let isNoting: Bool
  /// Called after each answer with the time that it took.
  let answered: @Sendable (Duration) -> Void
  private let state = Mutex(State())

  init(
    _ command: String, isTimed: Bool, isNoting: Bool, answered: @escaping @Sendable (Duration) -> Void,
    lost: @escaping @Sendable (CommandLoss) -> Void
  ) {
    (self.command, self.isTimed, self.isNoting, self.lost) = (command, isTimed, isNoting, lost)
    self.answered = answered
  }

  var deadline: ContinuousClock.Instant? {
    get { state.withLock { $0.deadline } }
    set { state.withLock { $0.deadline = newValue } }
  }

  /// The number of documents after which a process is replaced.
  private static let documentsEach = 400

  /// Returns an idle process, or a new one that has answered `hello`.
  func take() throws(PluginFault) -> CommandProcess {
    if let idle = state.withLock({ $0.idle.popLast() }) { return idle }
    let process: CommandProcess
    do { process = try CommandProcess(command, isTimed: isTimed) } catch { throw fault(error, nil) }
    process.number = state.withLock {
      $0.started += 1
      return $0.started
    }
    guard case .manifest = try exchange(.hello, process) else {
      throw violation("answered hello with something that is no description of itself")
    }
    return process
  }

  func giveBack(_ process: CommandProcess) {
    if process.documents < CommandPool.documentsEach { state.withLock { $0.idle.append(process) } }
  }

  func renew() {
    let idle = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    for process in idle { process.stop(isPatient: false) }
  }

  func exchange(_ request: EngineRequest, _ process: CommandProcess) throws(PluginFault) -> EngineAnswer {
    let line = request.line
    let bytes: [UInt8]
    let start = ContinuousClock.now
    if let deadline, start > deadline { throw .rejected("the time for its documents is over") }
    do { bytes = try process.answer(to: line) } catch {
      if isNoting { note(process, line, "") }
      throw fault(error, process)
    }
    // The first answer takes as long as the command needs to start.
    if request != .hello { answered(.now - start) }
    if isNoting { note(process, line, String(decoding: bytes, as: UTF8.self)) }
    do { return try EngineAnswer(bytes) } catch {
      process.stop(isPatient: false)
      let start = String(decoding: bytes.prefix(CommandPool.quoted), as: UTF8.self)
      throw violation("answered \(JSONValue.quoted(start)), which \(error)")
    }
  }

  /// The largest number of characters of a wrong answer that a message quotes.
  private static let quoted = 120

  private func note(_ process: CommandProcess, _ request: String, _ answer: String) {
    let number = process.number
    state.withLock { $0.exchanges.append(Exchange(process: number, request: request, answer: answer)) }
  }

  var exchanges: [Exchange] { state.withLock { $0.exchanges } }

  func violation(_ text: String) -> PluginFault {
    .broken(ContractViolation(.wrongLine, by: "the engine", [.text(text)]))
  }

  private func fault(_ failure: CommandProcess.Failure, _ process: CommandProcess?) -> PluginFault {
    process?.stop(isPatient: false)
    switch failure {
    case .cannotStart(let why): return .cannotLoad(path: command, reason: why)
    case .violation(let text): return violation(text)
    case .memory:
      lost(.memory)
      return violation("took \(CommandLoss.memory.words)")
    case .ended(let status):
      let loss = CommandLoss(status: status)
      lost(loss)
      return violation("ended: \(loss.words)")
    }
  }
}

/// A layout engine that is a command.
final class CommandEngine: LayoutEngine {
  private let pool: CommandPool
  private var process: CommandProcess?
  /// The fault after which the engine gets no more requests about the present document; nil if there was none.
  private var fault: LayoutAnswer?

  init(_ pool: CommandPool) { self.pool = pool }

  deinit { if let process { pool.giveBack(process) } }

  func open(_ scene: Scene) throws(PluginFault) -> LayoutAnswer {
    var scene = scene
    scene.steps = []
    return try ask(.open(scene), isNew: true)
  }

  func edit(_ steps: [Step]) throws(PluginFault) -> LayoutAnswer { try ask(.edit(steps), isNew: false) }

  /// Returns the mean nanoseconds of each list of steps, by the engine's own clock, and that clock's name.
  func time(_ lists: [[Step]], rounds: Int) throws(PluginFault) -> (times: [Double], clock: String) {
    let process = try present()
    guard case .times(let times, let clock) = try exchange(.timeLayout(lists, rounds: rounds), process),
      times.count == lists.count
    else { throw pool.violation("sent a time that is not one number for each list of edits") }
    return (times, clock)
  }

  private func present() throws(PluginFault) -> CommandProcess {
    if let process { return process }
    let process = try pool.take()
    self.process = process
    return process
  }

  private func exchange(_ request: EngineRequest, _ process: CommandProcess) throws(PluginFault) -> EngineAnswer {
    do { return try pool.exchange(request, process) } catch {
      self.process = nil
      throw error
    }
  }

  private func ask(_ request: EngineRequest, isNew: Bool) throws(PluginFault) -> LayoutAnswer {
    if isNew { fault = nil }
    if let fault { return fault }
    let process = try present()
    if isNew { process.documents += 1 }
    guard case .layout(let answer) = try exchange(request, process) else {
      throw pool.violation("answered with something that is no answer of a layout engine")
    }
    if case .fault = answer {
      // What the mistake left in the process's memory would be blamed on later documents.
      process.stop(isPatient: false)
      (self.process, fault) = (nil, answer)
    }
    return answer
  }
}

/// A solver that is a command.
final class CommandSolver: ConstraintSolving {
  private let pool: CommandPool
  private var process: CommandProcess?
  private var changes: [Variable: Double] = [:]

  init(_ pool: CommandPool) { self.pool = pool }

  deinit { if let process { pool.giveBack(process) } }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    if let odd = edits.first(where: { !$0.isFinite }) {
      throw .rejected("a number of \"\(odd.words)\" is not finite, which no line can say")
    }
    switch try ask(.apply(edits)) {
    case .changes(let told):
      for case .forget(let variable) in edits { changes[variable] = nil }
      for change in told { changes[change.variable] = change.value }
      return .solved
    case .layout(.conflict(let ids)): return .conflict(ids.map { LinearConstraint.ID($0.rawValue) }.sorted())
    case .layout(.fault(let why)), .layout(.refused(let why)), .layout(.unsupported(let why)): throw .rejected(why)
    default: throw pool.violation("answered with something that is no answer of a solver")
    }
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    let told = changes
    changes = [:]
    for (variable, value) in told.sorted(by: { $0.key < $1.key }) { body(variable, value) }
  }

  /// Returns the mean nanoseconds of each list of edits, by the engine's own clock, and that clock's name.
  func time(_ lists: [[SolverEdit]], rounds: Int) throws(PluginFault) -> (times: [Double], clock: String) {
    guard case .times(let times, let clock) = try ask(.timeSolver(lists, rounds: rounds)), times.count == lists.count
    else { throw pool.violation("sent a time that is not one number for each list of edits") }
    return (times, clock)
  }

  private func ask(_ request: EngineRequest) throws(PluginFault) -> EngineAnswer {
    do throws(PluginFault) {
      if let process { return try pool.exchange(request, process) }
      let process = try pool.take()
      self.process = process
      process.documents += 1
      guard case .changes(let left) = try pool.exchange(.reset, process), left.isEmpty else {
        throw pool.violation("did not answer the opening of an empty document with no changes")
      }
      return try pool.exchange(request, process)
    } catch {
      process = nil
      throw error
    }
  }
}
