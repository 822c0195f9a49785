import Foundation
import LibC

/// An executable with its arguments and environment.
struct Executable {
  private let path: String
  private let arguments: [String]
  private let environment: [String: String]

  init(_ path: String, _ arguments: [String], environment: [String: String]) {
    (self.path, self.arguments, self.environment) = (path, arguments, environment)
  }

  /// Replaces the forked process by the executable. Returns exit status 127 if that fails; otherwise it does not return.
  func replaceProcess() -> Int32 {
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    execve(path, words, variables)
    return 127
  }
}
