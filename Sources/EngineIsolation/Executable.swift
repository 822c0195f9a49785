import Foundation
import Glibc

/// An executable with what it is given.
struct Executable {
  private let path: String
  private let arguments: [String]
  private let environment: [String: String]

  init(_ path: String, _ arguments: [String], environment: [String: String]) {
    (self.path, self.arguments, self.environment) = (path, arguments, environment)
  }

  /// Runs it to its end; what it writes to its standard error goes to a file, the rest nowhere.
  func run(errors: URL) throws -> ChildProcess.End {
    try Data().write(to: errors)
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    let child = try ChildProcess(.none) {
      dup2(open(errors.path, O_WRONLY), STDERR_FILENO)
      execve(path, words, variables)
      return 127
    }
    while true {
      if let end = child.end() { return end }
      usleep(20_000)
    }
  }
}
