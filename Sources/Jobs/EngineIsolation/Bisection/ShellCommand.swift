import Foundation
import SceneModel

/// A command of the shell, run to its end.
struct ShellCommand {
  struct Answer {
    var status: Int32
    /// The text of standard output and standard error.
    var output: String
  }

  private let text: String
  private let folder: URL

  init(_ text: String, in folder: URL) { (self.text, self.folder) = (text, folder) }

  func run() throws -> Answer {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", text]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw UserMistake(
        .commandFailed,
        "\(folder.relativePath): no command can be run in this folder (\(error.localizedDescription)). Is it a folder?")
    }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return Answer(
      status: isSignal ? 128 + process.terminationStatus : process.terminationStatus,
      output: String(decoding: output, as: UTF8.self))
  }
}
