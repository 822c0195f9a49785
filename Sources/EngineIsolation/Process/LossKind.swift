/// The way in which an engine ended without an answer.
public enum LossKind: String, Codable, Sendable {
  /// A signal ended its process: a crash, a trap, an assertion.
  case crash
  /// It ended its process itself, whatever status it gave.
  case exit
  /// It gave no answer in time.
  case hang
  /// It stopped its process.
  case stop
  /// It took more memory than it may have, or was refused some.
  case memory
  /// It closed the streams of its process.
  case descriptors
  /// It wrote without end.
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
