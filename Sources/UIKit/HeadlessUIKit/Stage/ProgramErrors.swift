/// Errors of the kernel that are caused by a program's calls, such as a number that no layout can use, or a layout that does not settle.
///
/// They end the process, as an exception of UIKit does. Inside `first(in:)` they are returned instead, because a fuzz target makes random calls and
/// must continue.
@MainActor package enum ProgramErrors {
  private static var taken: [any Error]?

  /// Runs `calls`, and returns its result and the first error that occurred in it; nil if there was none. An error does not stop `calls`.
  package static func first<Result>(in calls: () -> Result) -> (Result, (any Error)?) {
    let outer = taken
    taken = []
    defer { taken = outer }
    return (calls(), taken?.first)
  }

  static func report(_ error: any Error) {
    guard taken != nil else { raise("\(error)") }
    taken?.append(error)
  }
}

/// Ends the process with the message of an exception, as UIKit does.
nonisolated func raise(_ message: String) -> Never {
  fatalError("*** Terminating app due to uncaught exception: \(message)")
}
