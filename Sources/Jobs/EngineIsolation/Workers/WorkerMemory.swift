import CProcessControl
import Foundation
import LibC
import SceneFuzzing
import SceneOracles

/// Shared memory in which a worker reports to the process that watches it, with its findings.
///
/// A worker is either a forked process, or an executable that inherited the memory as a file.
public final class WorkerMemory: SharedMemory, @unchecked Sendable {
  private enum Layout {
    static let written = numbers, read = numbers + 8, descriptorsClosed = numbers + 16
    static let allowances = numbers + 24, lawCount = 256
    static let longestInput = 1 << 20
    static let messages = end(ofInput: longestInput), messageRoom = 1 << 23
    static let size = messages + messageRoom
  }

  /// Makes the shared memory.
  ///
  /// - Parameter isInherited: Whether executables are to have it, too. Forked processes always do.
  convenience init(isInherited: Bool) throws(EngineRefusal) {
    let descriptor = isInherited ? process_memory_file(Layout.size) : -1
    if isInherited, descriptor < 0 { throw SharedMemory.refusal }
    try self.init(descriptor: descriptor)
  }

  /// Opens the memory in an executable that inherited it as a file.
  public init(descriptor: Int32) throws(EngineRefusal) {
    try super.init(Layout.size, longestInput: Layout.longestInput, descriptor: descriptor)
  }

  // MARK: what it is doing

  /// Records the input that the engine gets next. Before that, it checks what the engine did with the previous input; if this check ends the
  /// process, the previous input is still the recorded one.
  public override func note(_ bytes: [UInt8]) {
    if process_has_streams() == 0 { self[Layout.descriptorsClosed] = 1 }
    if hasClosedDescriptors { _exit(EXIT_FAILURE) }
    super.note(bytes)
  }

  /// Starts recording fatal signals and refused allocations of the calling process in this memory. The worker calls it.
  ///
  /// - Parameter isLimited: whether the process has a memory limit.
  public func watchProcess(isLimited: Bool) {
    watchProcess()
    if isLimited { EngineProcess.limitMemory() }
  }

  /// The fatal signal that the process got; nil if it got none.
  var signal: Int32? {
    let number = Int32(truncatingIfNeeded: crashNote.pointee.signal)
    return number == 0 ? nil : number
  }

  /// The number of times that the worker recorded its stack.
  var timesAsked: Int { Int(crashNote.pointee.asked) }

  /// Whether the engine closed the streams of the worker.
  var hasClosedDescriptors: Bool { self[Layout.descriptorsClosed] != 0 || crashNote.pointee.streams_closed != 0 }

  // MARK: what it found

  /// Returns whether another document that breaks this law is wanted, and counts it if so. All processes of a worker together send a few documents
  /// for each law, because a bug that every second input shows is still one bug.
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
      let size = message(4, at: read).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
      // An engine may write where it likes.
      guard size <= available - 4 else {
        self[Layout.read] = written
        break
      }
      let content = Data(message(size, at: read + 4))
      self[Layout.read] = read + 4 + size
      if let message = try? JSONDecoder().decode(WorkerMessage.self, from: content) { messages.append(message) }
    }
    return messages
  }

  /// The bytes at a position in the ring buffer.
  private func message(_ count: Int, at position: Int) -> [UInt8] {
    (0..<count).map {
      memory.load(fromByteOffset: Layout.messages + (position + $0) % Layout.messageRoom, as: UInt8.self)
    }
  }

  /// Clears the records about the last process, for the next process of the same worker. Messages that it has sent are kept.
  override func forgetProcess() {
    super.forgetProcess()
    self[Layout.descriptorsClosed] = 0
  }
}

/// A message that a worker sends while it runs.
public enum WorkerMessage: Codable, Sendable {
  /// A document, given in compact form, broke a law. `isAfterRefusal`: whether the engine refused one of the document's transactions.
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
