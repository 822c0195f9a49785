/// The way in which an engine ended without an answer.
public enum LossKind: String, Codable, Sendable {
  /// A signal ended the engine's process: a crash, a trap, an assertion.
  case crash
  /// The engine ended its process, with any status.
  case exit
  /// The engine gave no answer in time.
  case hang
  /// The engine stopped its process.
  case stop
  /// The engine took more memory than its limit, or was refused memory.
  case memory
  /// The engine closed the streams of its process.
  case descriptors
  /// The engine wrote more than the limit while it worked on one input.
  case output
  /// A file from outside broke a law. The engine did not end.
  case file

  init(_ end: ChildProcess.End) {
    self =
      switch end {
      case .exited: .exit
      case .signaled: .crash
      case .stopped: .stop
      }
  }
}
