import Foundation
import LibC

/// One of a run's parallel workers: its process, and after a crash the process that replaces it.
struct Worker {
  let number: Int
  let memory: WorkerMemory
  /// The number of processes that this worker had before.
  private(set) var generation = -1
  /// The number of inputs of the worker's earlier processes.
  private var earlierInputs = 0
  private(set) var process: Running?
  /// Whether the worker has finished, so that no other process is started.
  private(set) var isDone = false
  /// The time before which no new process is started. It is set after a process that did no work at all.
  private(set) var waitsUntil = ContinuousClock.now

  struct Running {
    let child: ChildProcess
    let output: OutputTail
    fileprivate var inputs = 0
    fileprivate var signsOfLife = 0
    fileprivate var since = ContinuousClock.now
    fileprivate var outputThen = 0
  }

  /// Makes a worker without a process.
  ///
  /// - Parameter isExecutable: whether its processes replace themselves by an executable.
  init(number: Int, isExecutable: Bool) throws(EngineRefusal) {
    self.number = number
    memory = try WorkerMemory(isInherited: isExecutable)
  }

  var inputs: Int { earlierInputs + (process == nil ? 0 : memory.inputs) }

  /// Starts a process in which `body` runs and returns the exit status. `body` should not return.
  mutating func start(_ body: (_ generation: Int) -> Int32) throws(EngineRefusal) {
    generation += 1
    memory.forgetProcess()
    let output = try OutputTail()
    let generation = generation
    let child = try ChildProcess(.none, output: output.writingEnd) { _ in
      output.leaveToWorker()
      LimitedResource.coreFile.limit(to: 0)
      return body(generation)
    }
    output.closeWritingEnd()
    process = Running(child: child, output: output)
  }

  /// Returns how the present process ended; nil while it works. A process that hangs or exceeds a limit is ended first. After an end, the caller
  /// starts another process.
  mutating func loss(patience: Int) -> Loss? {
    guard var running = process else { return nil }
    running.output.drain()
    defer { if process != nil { process = running } }
    if let end = running.child.end() {
      if end == .stopped { running.child.kill() } else { running.child.endGroup() }
      if memory.hasRefusedMemory { return lost(running, .memory, Worker.refusedMemory) }
      if memory.hasClosedDescriptors {
        return lost(running, .descriptors, "the engine closed the streams of its process")
      }
      return lost(
        running, LossKind(end), "the engine \(end == .stopped ? "stopped" : "ended") its process: \(end.words)",
        status: end.status, signal: end.signal)
    }
    if memory.hasRefusedMemory {
      return giveUp(&running, .memory, Worker.refusedMemory)
    }
    if let bytes = ProcessFacts.residentBytes(of: running.child.id), bytes > Worker.memoryLimit {
      return giveUp(&running, .memory, "the engine took more than \(Worker.memoryLimit >> 30) GiB of memory")
    }
    let (inputs, signs) = (memory.inputs, memory.signsOfLife)
    if inputs != running.inputs { (running.inputs, running.outputThen) = (inputs, running.output.count) }
    if signs != running.signsOfLife { (running.signsOfLife, running.since) = (signs, .now) }
    if running.output.count - running.outputThen > Worker.outputLimit {
      return giveUp(
        &running, .output, "the engine wrote more than \(Worker.outputLimit >> 20) MiB while it worked on one input")
    }
    if ContinuousClock.now - running.since > .seconds(patience) {
      return giveUp(&running, .hang, "the engine did not come back within \(patience) s")
    }
    return nil
  }

  /// Ends the process. Its engine did nothing wrong.
  mutating func stop() {
    guard let running = process else { return }
    running.child.kill()
    running.output.drain()
    earlierInputs += memory.inputs
    process = nil
  }

  /// Ends the process after all its work is done. It is not replaced.
  mutating func finish() {
    stop()
    isDone = true
  }

  /// Describes how a worker's process ended without an answer: the kind and the reason in words, the inputs that it had run, the last input, and
  /// the process's signal or exit status, stack and output.
  struct Loss {
    var kind: LossKind
    var how: String
    var inputs: Int
    var bytes: [UInt8]?
    var signal: Int32?
    /// The exit status of the process; nil if it did not end by itself.
    var status: Int32?
    var frames: [String]
    var output: String
  }

  private mutating func giveUp(_ running: inout Running, _ kind: LossKind, _ how: String) -> Loss {
    // The worker is asked for its stack. It may be unable to answer, so the wait is short.
    let asked = memory.timesAsked
    LibC.kill(running.child.id, SIGUSR2)
    let end = ContinuousClock.now + .milliseconds(100)
    while memory.timesAsked == asked, ContinuousClock.now < end { usleep(1000) }
    running.child.kill()
    return lost(running, kind, how)
  }

  private mutating func lost(
    _ running: Running, _ kind: LossKind, _ how: String, status: Int32? = nil, signal ending: Int32? = nil
  ) -> Loss {
    running.output.drain()
    let signal = memory.signal ?? ending
    let tail = running.output.tail
    // A sanitizer ends the process by itself, after it has said why.
    let isSanitizer = kind == .exit && tail.contains("Sanitizer: ")
    // After one of these, the signal depends on chance, and is not the cause.
    let isCause = kind == .memory || kind == .descriptors
    let loss = Loss(
      kind: isSanitizer || signal != nil && !isCause ? .crash : kind, how: how, inputs: inputs,
      bytes: memory.input, signal: signal, status: status, frames: memory.frames, output: tail)
    if memory.inputs == 0 { waitsUntil = .now + .seconds(1) }
    earlierInputs += memory.inputs
    process = nil
    return loss
  }

  /// The bytes that a worker may have in memory: more than any document needs.
  private static let memoryLimit = Int(EngineProcess.memoryLimit)
  private static let refusedMemory = "the engine was refused memory: it may have \(memoryLimit >> 30) GiB"
  /// The bytes that an engine may write while it works on one input. More than that is an error.
  private static let outputLimit = 64 << 20
}
