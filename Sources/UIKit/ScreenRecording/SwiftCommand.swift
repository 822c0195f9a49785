import SceneModel
import Subprocess

/// A call of the `swift` on the user's `PATH`, such as `swift build`.
struct SwiftCommand {
  struct Answer {
    var isSuccess: Bool
    var output, errors: String
  }
  var arguments: [String]
  var variables: [Environment.Key: String] = [:]

  init(_ arguments: [String]) { self.arguments = arguments }

  func run() async throws -> Answer {
    do {
      let result = try await Subprocess.run(
        .name("swift"), arguments: Arguments(arguments), environment: .inherit.updating(variables),
        output: .string(limit: 16 << 20), error: .string(limit: 16 << 20))
      return Answer(
        isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput,
        errors: result.standardError)
    } catch {
      throw UserMistake(
        .toolMissing,
        "Building a package needs a Swift 6.3 toolchain (swift.org), and no `swift` can be started from PATH.")
    }
  }
}
