import CAllocationCounter
import CProcessControl
import LibC
import Synchronization

/// Memory in which a process with an engine reports to the process that watches it: the number of inputs that the engine got, the last of them, the
/// messages that it answered, and its stack at a fatal signal. It outlives the process with the engine.
///
/// An engine that closes all files and writes to every stream does not damage it. The system gives memory to it only as far as it is used.
public class SharedMemory: @unchecked Sendable {
  /// The file that an executable inherits; -1 if only forked processes have the memory.
  let descriptor: Int32
  let memory: UnsafeMutableRawPointer
  private let size: Int
  private let longestInput: Int
  /// A lock for the threads of one process.
  let turn = Mutex(())

  private enum Layout {
    static let inputs = 0, inputSize = 8, refusedMemory = 16, answers = 24, waiting = 32, lastSign = 40
    static let crashNote = 4096, input = 8192
  }

  /// The offset at which the numbers of a subclass begin. They end before the record of a fatal signal, at 4096.
  static let numbers = 64

  /// Returns the offset of what follows the last input, if that can have `longestInput` bytes.
  static func end(ofInput longestInput: Int) -> Int { Layout.input + longestInput }

  /// Allocates the memory, or opens what an executable inherited as a file.
  ///
  /// - Parameters:
  ///   - size: the number of bytes of all of it.
  ///   - longestInput: the number of bytes of the longest input that is recorded.
  ///   - descriptor: the file, which is closed at the end; -1 for memory that only forked processes have.
  init(_ size: Int, longestInput: Int, descriptor: Int32 = -1) throws(EngineRefusal) {
    let flags = MAP_SHARED | MAP_NORESERVE | (descriptor < 0 ? MAP_ANONYMOUS : 0)
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, flags, descriptor, 0)
    guard let memory, memory != MAP_FAILED else {
      let refusal = SharedMemory.refusal
      if descriptor >= 0 { close(descriptor) }
      throw refusal
    }
    (self.descriptor, self.memory, self.size, self.longestInput) = (descriptor, memory, size, longestInput)
  }

  static var refusal: EngineRefusal {
    EngineRefusal(fault: "no memory to watch the engine with: \(String(cString: strerror(errno)))")
  }

  deinit {
    munmap(memory, size)
    if descriptor >= 0 { close(descriptor) }
  }

  /// The number at an offset, read and written atomically.
  subscript(offset: Int) -> Int {
    get { Int(process_load(number(offset))) }
    set { process_store(number(offset), Int64(newValue)) }
  }

  private func number(_ offset: Int) -> UnsafeMutablePointer<Int64> {
    memory.advanced(by: offset).assumingMemoryBound(to: Int64.self)
  }

  func copy(_ bytes: [UInt8], to offset: Int) {
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { memory.advanced(by: offset).copyMemory(from: start, byteCount: source.count) }
    }
  }

  func bytes(_ count: Int, at offset: Int) -> [UInt8] {
    [UInt8](UnsafeRawBufferPointer(start: memory + offset, count: count))
  }

  // MARK: what the process is doing

  /// Records the input that the engine gets next: a document in its compact form, or a file from outside. Of an input that is too long only the
  /// count is recorded. If memory was refused for the previous input, the process ends instead, and that input is still the recorded one.
  public func note(_ bytes: [UInt8]) {
    noteSign()
    turn.withLock { _ in
      if hasRefusedMemory { _exit(EXIT_FAILURE) }
      let isKept = bytes.count <= longestInput
      self[Layout.inputSize] = isKept ? bytes.count : 0
      if isKept { copy(bytes, to: Layout.input) }
      self[Layout.inputs] += 1
    }
  }

  /// The number of inputs that were recorded.
  var inputs: Int { self[Layout.inputs] }

  /// The last input; nil when there was none, or it was too long.
  var input: [UInt8]? {
    guard inputs > 0, (0...longestInput).contains(self[Layout.inputSize]) else { return nil }
    return bytes(self[Layout.inputSize], at: Layout.input)
  }

  /// Records that the engine answered a message, and how long that took.
  @Sendable public func noteAnswer(_ duration: Duration) {
    noteSign()
    turn.withLock { _ in
      self[Layout.answers] += 1
      self[Layout.waiting] += Int(duration / .nanoseconds(1))
    }
  }

  /// The number of messages so far, and the time for them.
  public var pace: EnginePace {
    EnginePace(messages: self[Layout.answers], seconds: Double(self[Layout.waiting]) / 1e9)
  }

  /// A number that grows while the engine works: with each input and each answer.
  var signsOfLife: Int { inputs + self[Layout.answers] }

  /// Starts the time anew after which an engine should give up.
  func noteSign() { self[Layout.lastSign] = SharedMemory.nanoseconds }

  /// Whether the process will be killed soon, so that an engine should give up.
  ///
  /// - Parameter patience: the time without a sign of life after which it is killed.
  func isTimeUp(within patience: Duration) -> Bool {
    let last = self[Layout.lastSign]
    return last > 0 && .nanoseconds(SharedMemory.nanoseconds - last) > patience * 0.8
  }

  /// The monotonic clock, which all processes of the machine share.
  private static var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  // MARK: how the process ended

  /// Starts recording the stack at a fatal signal, and the number of refused allocations. Call it in the process with the engine.
  func watchProcess() {
    process_note_crashes(crashNote)
    allocation_counter_note_refusals(number(Layout.refusedMemory))
  }

  var crashNote: UnsafeMutablePointer<process_crash_note> {
    memory.advanced(by: Layout.crashNote).assumingMemoryBound(to: process_crash_note.self)
  }

  /// The stack at the fatal signal, innermost frame first: `libengine.so+0x1234 symbol`.
  var frames: [String] {
    let offset = MemoryLayout<process_crash_note>.offset(of: \.frames)!
    let text = bytes(MemoryLayout<process_crash_note>.size - offset, at: Layout.crashNote + offset).prefix { $0 != 0 }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map { line in
      String(line.last == " " ? line.dropLast() : line)
    }
  }

  /// Whether memory was refused, even if the engine handled that.
  var hasRefusedMemory: Bool { self[Layout.refusedMemory] != 0 }

  /// Clears the records about the last process, for the next one. Its answers stay counted.
  func forgetProcess() {
    for number in [Layout.inputs, Layout.inputSize, Layout.refusedMemory] { self[number] = 0 }
    memset(crashNote, 0, MemoryLayout<process_crash_note>.size)
  }
}
