import Foundation
import LibC
import SceneModel
import SceneOracles

/// A newly started process (not a fork) that reports an engine's answers. Its hash seed, its addresses and the bytes in its fresh memory differ
/// from those of all others.
///
/// A request is the length of a document in four bytes, followed by its compact form. An answer is the length of a transcript's digest in one byte,
/// followed by the digest. Both go through one socket.
final class OtherProcess {
  private let id: pid_t
  private let socket: Int32
  /// The number of documents that the process got.
  private(set) var questions = 0

  /// Starts the process; nil if it cannot be started. `number` distinguishes it from the others.
  init?(tool: String, engine: String, patience: Int, number: Int) {
    guard let sockets = SocketPair() else { return nil }
    defer { close(sockets.other) }
    let started = startProcess(
      tool, arguments: ["layoutlab", OtherProcess.verb, engine, "\(patience)"],
      environment: OtherProcess.environment(number), socket: (sockets.other, OtherProcess.ownSocket))
    guard let started else {
      close(sockets.one)
      return nil
    }
    (id, socket) = (started, sockets.one)
    // An answer that takes longer counts as no answer.
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    for direction in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, direction, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  deinit {
    close(socket)
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
  }

  /// The number of the socket's descriptor in the started process. `verb` is the command that starts it.
  static let ownSocket: Int32 = 9
  static let verb = "answer-elsewhere"

  /// Returns this process's environment without the variables that would make processes alike, and with values that differ between processes.
  private static func environment(_ number: Int) -> [String] {
    let alike: Set<String> = ["SWIFT_DETERMINISTIC_HASHING", "GLIBC_TUNABLES"]
    let kept = ProcessInfo.processInfo.environment.filter { !alike.contains($0.key) }
    // Fresh memory is filled with the complement of this byte. A long environment variable shifts the stack, and padding at the heap's end shifts
    // later memory.
    let own = [
      "MALLOC_PERTURB_": "\(1 + (number * 89) % 255)", "MALLOC_TOP_PAD_": "\(131_072 + number % 61 * 4096)",
      "LAYOUTLAB_PADDING": String(repeating: "x", count: 16 * (number % 97)),
    ]
    return kept.merging(own) { $1 }.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// Returns the digest of the engine's answers in the other process. Empty if the engine does not support the document; nil if there was no answer.
  func digest(of document: [UInt8]) -> String? {
    questions += 1
    let length = withUnsafeBytes(of: UInt32(document.count).littleEndian) { [UInt8]($0) }
    guard OtherProcess.send(length + document, to: socket), let size = OtherProcess.receive(1, from: socket)?.first,
      let text = OtherProcess.receive(Int(size), from: socket)
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// Answers requests until the other side closes the socket. It runs in the started process.
  static func serve(_ engine: NamedEngine, patience: Int) throws {
    if engine.command == nil { EngineProcess.limitMemory() }
    let plugin = try engine.plugin()
    while let header = receive(4, from: ownSocket) {
      let length = header.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
      guard let bytes = receive(length, from: ownSocket), let document = try? Document(compact: bytes) else { return }
      // If the engine hangs and the parent is gone too, nothing else ends this process.
      alarm(UInt32(patience) + 1)
      let digest = Transcript(of: document, on: plugin)?.digest.description ?? ""
      alarm(0)
      guard send([UInt8(digest.utf8.count)] + digest.utf8, to: ownSocket) else { return }
    }
  }

  private static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = SocketPair.send(bytes[sent...], to: socket)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  private static func receive(_ count: Int, from socket: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var received = 0
    while received < count {
      let more = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress! + received, count - received, 0) }
      if more < 0, errno == EINTR { continue }
      if more <= 0 { return nil }
      received += more
    }
    return bytes
  }
}
