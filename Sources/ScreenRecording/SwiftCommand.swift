import SceneModel
import Subprocess

/// SwiftPM, as the user would call it.
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
      throw UserMistake("swift could not be started (\(error)). Install Swift, or put it in PATH.")
    }
  }
}
