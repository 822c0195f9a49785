/// Shared memory in which a process with an engine reports to the process that watches it, with a description of the present work and its result.
public final class BlackBox: SharedMemory, @unchecked Sendable {
  private let patience: Duration

  private enum Layout {
    // The slot of the message, and the bytes of each; the laws that were begun; then the description of the work.
    static let message = numbers, messageSizes = numbers + 8, laws = numbers + 24, statusSize = numbers + 32
    static let status = numbers + 40, longestStatus = 512
    static let longestInput = 1 << 24
    static let messages = end(ofInput: longestInput), longestMessage = 1 << 27
    static let size = messages + 2 * longestMessage
  }

  /// Allocates the shared memory. To be called before the process is forked.
  ///
  /// - Parameter patience: the time without a sign of life after which the process is killed.
  init(patience: Duration) throws(EngineRefusal) {
    self.patience = patience
    try super.init(Layout.size, longestInput: Layout.longestInput)
    noteSign()
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

  /// Whether the process will be killed soon, so that an engine should give up.
  @Sendable public func isTimeUp() -> Bool { isTimeUp(within: patience) }

  /// A number that grows while the work goes on: with each input, each law and each answer.
  override var signsOfLife: Int { super.signsOfLife + self[Layout.laws] }

  /// A description of the present work; nil if none was given.
  var status: String? {
    let count = self[Layout.statusSize]
    guard (1...Layout.longestStatus).contains(count) else { return nil }
    return String(decoding: bytes(count, at: Layout.status), as: UTF8.self)
  }

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

  /// The last message; nil if none was stored.
  var message: [UInt8]? {
    let slot = self[Layout.message] - 1
    guard slot == 0 || slot == 1 else { return nil }
    let count = self[Layout.messageSizes + 8 * slot]
    guard (0...Layout.longestMessage).contains(count) else { return nil }
    return bytes(count, at: messageOffset(slot))
  }

  private func messageOffset(_ slot: Int) -> Int { Layout.messages + slot * Layout.longestMessage }
}
