import Foundation
import SceneFuzzing
import SceneModel

extension FuzzerProcess {
  /// Adds inputs of other folders that reach new code in our own engine. With `asFewAsPossible`, only the set of edges matters, not how often they
  /// run, and the inputs that reach most edges are chosen first.
  func merge(_ sources: [URL], into folder: URL, asFewAsPossible: Bool = false) throws(UserMistake) {
    let process = Process()
    process.executableURL = executable
    process.arguments =
      [
        asFewAsPossible ? "-set_cover_merge=1" : "-merge=1", "-max_len=\(FuzzTarget.longestInput)", "-timeout=10",
        "-use_counters=0", folder.path,
      ]
      + sources.map(\.path)
    // Violations that are found during the merge go to a temporary folder. A fuzz run reports them.
    let work = FileManager.default.temporaryDirectory.appending(path: "layoutlab-merge")
    process.environment = environment(["LAYOUTLAB_FUZZ_WORK": work.path])
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw UserMistake(
        .toolMissing,
        "\(executable.relativePath): cannot be run (\(error.localizedDescription)). Build it with `make fuzz-build`.")
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0, process.terminationReason == .exit else {
      throw UserMistake(
        .commandFailed,
        "\(executable.relativePath): the merge failed (status \(process.terminationStatus)); the source folders are unchanged. "
          + "Run it again, or leave out the folder that it fails on.")
    }
  }
}
