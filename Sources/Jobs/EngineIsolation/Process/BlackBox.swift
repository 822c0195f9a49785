import CAllocationCounter
import CProcessControl
import LibC
import Synchronization

/// Shared memory in which a process with an engine reports to the process that watches it: the number of inputs that the engine got, the last of
/// them, and its result. It outlives the first process. An engine that closes all files and writes to every stream does not damage it.
///
/// The system gives memory to it only as far as it is used.
public final class BlackBox: @unchecked Sendable {
  /// A lock for the threads of one process.
  private let turn = Mutex(())
  private let memory: UnsafeMutableRawPointer
  private let patience: Duration
  /// When this process last gave a sign of life.
  private let lastSign = Mutex(ContinuousClock.now)

  /// Allocates the shared memory. To be called before the process is forked.
  ///
  /// - Parameter patience: the time without a sign of life after which the process is killed.
  init(patience: Duration) throws(EngineRefusal) {
    self.patience = patience
    let memory = mmap(
      nil, Layout.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else {
      throw EngineRefusal(fault: "no memory to watch the engine with: \(String(cString: strerror(errno)))")
    }
    self.memory = memory
  }

  deinit { munmap(memory, Layout.size) }

  private enum Layout {
    // Numbers first: inputs, bytes of the last one, the message that counts, and the bytes of each.
    static let inputs = 0, inputSize = 8, message = 16, messageSizes = 24, refusedMemory = 48
    // Signs of life: laws that were begun, messages that were answered, and nanoseconds that the answers took; then the words about the work.
    static let laws = 56, answers = 64, waiting = 72, statusSize = 80, status = 128, longestStatus = 512
    static let crashNote = 4096
    static let input = 8192, longestInput = 1 << 24
    static let messages = input + longestInput, longestMessage = 1 << 27
    static let size = messages + 2 * longestMessage
  }

  private subscript(offset: Int) -> Int {
    get { memory.load(fromByteOffset: offset, as: Int.self) }
    set { memory.storeBytes(of: newValue, toByteOffset: offset, as: Int.self) }
  }

  /// The number of inputs that were recorded.
  var inputs: Int { self[Layout.inputs] }

  /// Records the input that the engine gets next: a document in its compact form, or a file from outside. Of an input larger than 16 MiB only the
  /// count is recorded.
  public func note(_ bytes: [UInt8]) {
    noteSign()
    turn.withLock { _ in
      // It is the last one that needs more than there is, though the engine goes on.
      if hasRefusedMemory { _exit(EXIT_FAILURE) }
      let isKept = bytes.count <= Layout.longestInput
      self[Layout.inputSize] = isKept ? bytes.count : 0
      if isKept { copy(bytes, to: Layout.input) }
      self[Layout.inputs] += 1
    }
  }

  /// Records a description of the present work. It also counts as a sign that the work goes on.
  public func tell(_ status: String) {
    noteSign()
    turn.withLock { _ in
      let bytes = Array(status.utf8.prefix(Layout.longestStatus))
      self[Layout.statusSize] = 0
      copy(bytes, to: Layout.status)
      self[Layout.statusSize] = bytes.count
      self[Layout.laws] += 1
    }
  }

  /// Records that a message was answered, and how long that took.
  @Sendable public func noteAnswer(_ duration: Duration) {
    noteSign()
    turn.withLock { _ in
      self[Layout.answers] += 1
      self[Layout.waiting] += Int(duration / .nanoseconds(1))
    }
  }

  private func noteSign() { lastSign.withLock { $0 = .now } }

  /// Whether the process will be killed soon, so that an engine should give up.
  @Sendable public func isTimeUp() -> Bool { ContinuousClock.now - lastSign.withLock { $0 } > patience * 0.8 }

  /// Grows while the work goes on: with each input, each law and each answer.
  var signsOfLife: Int { inputs + self[Layout.laws] + self[Layout.answers] }

  /// A description of the present work; nil if none was given.
  var status: String? {
    let count = self[Layout.statusSize]
    guard (1...Layout.longestStatus).contains(count) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: memory + Layout.status, count: count), as: UTF8.self)
  }

  /// The number of messages so far, and their time.
  public var pace: EnginePace {
    EnginePace(messages: self[Layout.answers], seconds: Double(self[Layout.waiting]) / 1e9)
  }

  /// The last input; nil when there was none.
  var input: [UInt8]? {
    guard inputs > 0, (0...Layout.longestInput).contains(self[Layout.inputSize]) else { return nil }
    return [UInt8](UnsafeRawBufferPointer(start: memory + Layout.input, count: self[Layout.inputSize]))
  }

  /// Starts recording the stack at a fatal signal, and the number of refused allocations. Call it in the process with the engine.
  func watchProcess() {
    process_note_crashes(crashNote)
    allocation_counter_note_refusals(memory.advanced(by: Layout.refusedMemory).assumingMemoryBound(to: Int64.self))
  }

  private var crashNote: UnsafeMutablePointer<process_crash_note> {
    memory.advanced(by: Layout.crashNote).assumingMemoryBound(to: process_crash_note.self)
  }

  /// The stack at the fatal signal, innermost frame first.
  var frames: [String] { crashNote.lines }

  /// Whether memory was refused, even if the engine handled that.
  var hasRefusedMemory: Bool { self[Layout.refusedMemory] != 0 }

  /// Stores a message in place of the previous one, which stays readable until the new one is complete.
  func say(_ message: [UInt8]) throws(EngineRefusal) {
    guard message.count <= Layout.longestMessage else {
      throw EngineRefusal(fault: "an answer of \(message.count) bytes is too long")
    }
    let slot = self[Layout.message] == 1 ? 1 : 0
    copy(message, to: messageOffset(slot))
    self[Layout.messageSizes + 8 * slot] = message.count
    self[Layout.message] = slot + 1
  }

  /// The last message.
  var message: [UInt8]? {
    let slot = self[Layout.message] - 1
    guard slot == 0 || slot == 1 else { return nil }
    let count = self[Layout.messageSizes + 8 * slot]
    guard (0...Layout.longestMessage).contains(count) else { return nil }
    return [UInt8](UnsafeRawBufferPointer(start: memory + messageOffset(slot), count: count))
  }

  private func copy(_ bytes: [UInt8], to offset: Int) {
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { memory.advanced(by: offset).copyMemory(from: start, byteCount: source.count) }
    }
  }

  private func messageOffset(_ slot: Int) -> Int { Layout.messages + slot * Layout.longestMessage }
}

extension UnsafeMutablePointer<process_crash_note> {
  /// The stack of a process, innermost frame first: `libengine.so+0x1234 symbol`.
  var lines: [String] {
    let offset = MemoryLayout<process_crash_note>.offset(of: \.frames)!
    let room = MemoryLayout<process_crash_note>.size - offset
    let text = UnsafeRawBufferPointer(start: UnsafeRawPointer(self) + offset, count: room).prefix { $0 != 0 }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map { line in
      String(line.last == " " ? line.dropLast() : line)
    }
  }
}
