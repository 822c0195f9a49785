/// Errors of the kernel that a program's calls cause: a number that no layout can use, a layout that does not settle.
///
/// They end the process as an exception of UIKit does, unless who drives the program takes them: a fuzz target whose programs nobody wrote
/// must live on.
@MainActor package enum ProgramErrors {
  private static var taken: [any Error]?

  /// Makes calls, and returns the first error that they caused. Later calls are made too, on the layout as the error left it.
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
