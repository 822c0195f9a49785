import CAllocationCounter
import CProcessControl
import Foundation
import LibC
import SceneFuzzing
import SceneOracles

/// Shared memory in which a worker reports to the process that watches it: the number of inputs that its engine got, the last of them, its
/// findings, and the address at a fatal signal. It outlives the worker.
///
/// A worker is either a forked process, or an executable that inherited the memory as a file.
public final class WorkerMemory: @unchecked Sendable {
  /// The file that an executable inherits; -1 if only forked processes have the memory.
  let descriptor: Int32
  private let memory: UnsafeMutableRawPointer

  /// Makes the shared memory.
  ///
  /// - Parameter isInherited: Whether executables are to have it, too. Forked processes always do.
  convenience init(isInherited: Bool) throws(EngineRefusal) {
    let descriptor = isInherited ? process_memory_file(Layout.size) : -1
    if isInherited, descriptor < 0 { throw WorkerMemory.refusal }
    try self.init(descriptor, MAP_SHARED | MAP_NORESERVE | (isInherited ? 0 : MAP_ANONYMOUS))
  }

  /// Opens the memory in an executable that inherited it as a file.
  public convenience init(descriptor: Int32) throws(EngineRefusal) {
    try self.init(descriptor, MAP_SHARED | MAP_NORESERVE)
  }

  private init(_ descriptor: Int32, _ flags: Int32) throws(EngineRefusal) {
    let memory = mmap(nil, Layout.size, PROT_READ | PROT_WRITE, flags, descriptor, 0)
    guard let memory, memory != MAP_FAILED else {
      let refusal = WorkerMemory.refusal
      if descriptor >= 0 { close(descriptor) }
      throw refusal
    }
    (self.descriptor, self.memory) = (descriptor, memory)
  }

  private static var refusal: EngineRefusal {
    EngineRefusal(fault: "no memory to watch a worker with: \(String(cString: strerror(errno)))")
  }

  deinit {
    munmap(memory, Layout.size)
    if descriptor >= 0 { close(descriptor) }
  }

  private enum Layout {
    static let inputs = 0, inputSize = 8, written = 16, read = 24, allocationFailed = 32, descriptorsClosed = 40
    static let answers = 48, waiting = 56, allowances = 64, lawCount = 256
    static let since = 3072
    static let crashNote = 4096
    static let input = crashNote + 4096, longestInput = 1 << 20
    static let messages = input + longestInput, messageRoom = 1 << 23
    static let size = messages + messageRoom
  }

  private subscript(offset: Int) -> Int {
    get { Int(process_load(memory.advanced(by: offset).assumingMemoryBound(to: Int64.self))) }
    set { process_store(memory.advanced(by: offset).assumingMemoryBound(to: Int64.self), Int64(newValue)) }
  }

  // MARK: what it is doing

  /// Records the input that the engine gets next. Of an input larger than 1 MiB only the count is recorded. Before that, it checks what the engine
  /// did with the previous input; if this check ends the process, the previous input is still the recorded one.
  public func note(_ bytes: [UInt8]) {
    self[Layout.since] = WorkerMemory.nanoseconds
    if process_has_streams() == 0 { self[Layout.descriptorsClosed] = 1 }
    if hasClosedDescriptors || hasAllocationFailed { _exit(EXIT_FAILURE) }
    let isKept = bytes.count <= Layout.longestInput
    self[Layout.inputSize] = isKept ? bytes.count : 0
    if isKept {
      bytes.withUnsafeBytes { source in
        if let start = source.baseAddress {
          memory.advanced(by: Layout.input).copyMemory(from: start, byteCount: source.count)
        }
      }
    }
    self[Layout.inputs] += 1
  }

  /// The number of inputs that were recorded.
  var inputs: Int { self[Layout.inputs] }

  /// Records that the engine answered a message, and how long that took. Counted over all processes of one worker.
  @Sendable public func noteAnswer(_ duration: Duration) {
    self[Layout.since] = WorkerMemory.nanoseconds
    self[Layout.answers] += 1
    self[Layout.waiting] += Int(duration / .nanoseconds(1))
  }

  /// A number that grows while the engine works: with each input and each answer.
  var signsOfLife: Int { inputs + self[Layout.answers] }

  private static var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// Whether the process will be killed soon, so that an engine should give up.
  ///
  /// - Parameter patience: the seconds without a sign of life after which it is killed.
  func isTimeUp(within patience: Int) -> Bool {
    let since = self[Layout.since]
    return since > 0 && WorkerMemory.nanoseconds - since > patience * 800_000_000
  }

  /// The number of messages so far, and the time for them.
  var pace: EnginePace {
    EnginePace(messages: self[Layout.answers], seconds: Double(self[Layout.waiting]) / 1e9)
  }

  /// The last input; nil when there was none.
  var input: [UInt8]? {
    guard inputs > 0, (0...Layout.longestInput).contains(self[Layout.inputSize]) else { return nil }
    return [UInt8](UnsafeRawBufferPointer(start: memory + Layout.input, count: self[Layout.inputSize]))
  }

  /// Starts recording fatal signals and refused allocations of the calling process in this memory. The worker calls it.
  ///
  /// - Parameter isLimited: whether the process has a memory limit.
  public func watchProcess(isLimited: Bool) {
    process_note_crashes(crashNote)
    allocation_counter_note_refusals(memory.advanced(by: Layout.allocationFailed).assumingMemoryBound(to: Int64.self))
    if isLimited { EngineProcess.limitMemory() }
  }

  private var crashNote: UnsafeMutablePointer<process_crash_note> {
    memory.advanced(by: Layout.crashNote).assumingMemoryBound(to: process_crash_note.self)
  }

  /// The fatal signal that came, if one did.
  var signal: Int32? {
    let number = Int32(truncatingIfNeeded: crashNote.pointee.signal)
    return number == 0 ? nil : number
  }

  /// The number of times that the worker recorded its stack.
  var timesAsked: Int { Int(crashNote.pointee.asked) }

  /// The worker's stack, innermost frame first: `libengine.so+0x1234 symbol`.
  var frames: [String] { crashNote.lines }

  /// Whether the worker was refused memory.
  var hasAllocationFailed: Bool { self[Layout.allocationFailed] != 0 }

  /// Whether the engine closed the streams of the worker.
  var hasClosedDescriptors: Bool { self[Layout.descriptorsClosed] != 0 || crashNote.pointee.streams_closed != 0 }

  // MARK: what it found

  /// Returns whether another document that breaks this law is wanted. A bug that every second input shows is still one bug. Counted over all
  /// processes of one worker.
  public func wantsViolation(of law: String) -> Bool {
    let offset = Layout.allowances + 8 * Int(hash(of: law.utf8) % UInt64(Layout.lawCount))
    guard self[offset] < FuzzSession.violationsRecordedPerLaw else { return false }
    self[offset] += 1
    return true
  }

  /// Sends a message. Waits while the buffer is full.
  public func send(_ message: WorkerMessage) {
    guard let encoded = try? JSONEncoder().encode(message) else { return }
    let bytes = withUnsafeBytes(of: UInt32(encoded.count)) { [UInt8]($0) } + encoded
    guard bytes.count < Layout.messageRoom else { return }
    while bytes.count > Layout.messageRoom - (self[Layout.written] - self[Layout.read]) { usleep(200) }
    let start = self[Layout.written]
    for (index, byte) in bytes.enumerated() {
      memory.storeBytes(of: byte, toByteOffset: Layout.messages + (start + index) % Layout.messageRoom, as: UInt8.self)
    }
    self[Layout.written] = start + bytes.count
  }

  /// Returns the messages that have arrived completely since the last call.
  func receive() -> [WorkerMessage] {
    var messages: [WorkerMessage] = []
    while true {
      let (written, read) = (self[Layout.written], self[Layout.read])
      let available = written - read
      guard available >= 4, available <= Layout.messageRoom else { break }
      let size = self.bytes(4, at: read).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
      // An engine may write where it likes.
      guard size <= available - 4 else {
        self[Layout.read] = written
        break
      }
      let content = Data(bytes(size, at: read + 4))
      self[Layout.read] = read + 4 + size
      if let message = try? JSONDecoder().decode(WorkerMessage.self, from: content) { messages.append(message) }
    }
    return messages
  }

  private func bytes(_ count: Int, at position: Int) -> [UInt8] {
    (0..<count).map {
      memory.load(fromByteOffset: Layout.messages + (position + $0) % Layout.messageRoom, as: UInt8.self)
    }
  }

  /// Clears the records about the last process, for the next process of the same worker. Messages that it has sent are kept.
  func forgetProcess() {
    self[Layout.inputs] = 0
    self[Layout.inputSize] = 0
    self[Layout.allocationFailed] = 0
    self[Layout.descriptorsClosed] = 0
    memset(crashNote, 0, MemoryLayout<process_crash_note>.size)
  }
}

/// A message that a worker sends while it runs.
public enum WorkerMessage: Codable, Sendable {
  /// A document in its compact form broke a law.
  case violation(law: String, detail: VerdictMessage, isAfterRefusal: Bool, document: Data)
  /// A file from outside broke a law.
  case file(law: String, detail: String, bytes: Data)
  /// The triage of a violation is done.
  case finding(FuzzReport.Item)
  /// The triage of a crash is done.
  case crash(FuzzRun.Crash)
  /// The engine crashed or hung during triage.
  case loss(EngineProcess.Loss)
  /// The worker has done all its work, and waits until it is ended.
  case done
  /// The worker cannot work, for this reason.
  case refusal(EngineRefusal)
}
