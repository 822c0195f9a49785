import Foundation
import SceneModel
import Subprocess

/// A generated program that records the screens of a target: a package next to the user's build that imports the target and passes its screens to
/// `ScreenRun`.
package struct ScreenProgram: Sendable {
  private let package: UserPackage
  private let target: UserPackage.Screens
  package let screens: [String]
  private let scratch: URL

  /// Makes the program that shows screens of a package's target.
  ///
  /// - Parameter scratch: the folder in which SwiftPM builds; nil for a separate folder in the package's `.build`. SwiftPM keeps one build plan in
  ///   each folder, so sharing the package's own folder would make the package build again.
  package init(_ package: UserPackage, _ target: UserPackage.Screens, screens: [String], scratch: URL?) {
    (self.package, self.target, self.screens) = (package, target, screens)
    self.scratch = scratch ?? package.folder.appending(path: ".build/layoutlab-run")
  }

  private var folder: URL { scratch.appending(path: "layoutlab-run/\(target.name)") }
  private static let name = "ScreenProgram"

  /// Writes and builds the program, and returns the path of its executable.
  ///
  /// - Parameter tell: called every 15 seconds with the number of seconds so far.
  package func build(telling tell: @escaping @Sendable (Int) -> Void = { _ in }) async throws -> URL {
    let beats = Task {
      var seconds = 0
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(Self.beat))
        seconds += Self.beat
        tell(seconds)
      }
    }
    defer { beats.cancel() }
    let sources = folder.appending(path: "Sources")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try write(manifest, to: folder.appending(path: "Package.swift"))
    try write(program, to: sources.appending(path: "ScreenProgram.swift"))
    // Another version of layoutlab may have used another file name.
    for left in try FileManager.default.contentsOfDirectory(atPath: sources.path) where left != "ScreenProgram.swift" {
      try FileManager.default.removeItem(at: sources.appending(path: left))
    }
    var command = SwiftCommand(
      ["build", "--build-system", "native", "--package-path", folder.path, "--scratch-path", scratch.path]
        + (hasIndex ? [] : ["--disable-index-store"]))
    if package.usesRewriter { command.variables["LAYOUTLAB_REWRITER"] = "1" }
    let answer = try await command.run()
    guard answer.isSuccess else {
      let lines = (answer.output + answer.errors).split(separator: "\n")
      let said = lines.filter { $0.hasPrefix("/") && $0.contains(": error: ") }.reduce(into: [Substring]()) {
        if !$0.contains($1) { $0.append($1) }
      }
      throw UserMistake(
        .buildFailed,
        "\(target.name) does not build:\n\(said.isEmpty ? answer.errors : said.joined(separator: "\n"))")
    }
    return scratch.appending(path: "debug/\(Self.name)")
  }

  /// The seconds between two calls of `tell`.
  private static let beat = 15

  /// Whether an earlier build in this folder wrote an index for an editor. An index takes about as long as the build, so none is made unless there
  /// is one already. Then the build keeps writing the index, because changed flags would build everything again.
  private var hasIndex: Bool {
    FileManager.default.fileExists(atPath: scratch.appending(path: "debug/index/store").path)
  }

  /// Writes a file if its text has changed. An unchanged file keeps its date, so that nothing is built again.
  private func write(_ text: String, to file: URL) throws {
    if (try? String(contentsOf: file, encoding: .utf8)) == text { return }
    do {
      try text.write(to: file, atomically: true, encoding: .utf8)
    } catch {
      throw UserMistake(
        .fileUnwritable, "\(file.path): cannot be written (\(error.localizedDescription)). Name another --scratch-path."
      )
    }
  }

  private var manifest: String {
    let identity = package.folder.lastPathComponent
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(Self.name)",
        dependencies: [.package(path: "\(package.folder.path)")],
        targets: [
          .executableTarget(
            name: "\(Self.name)", dependencies: [.product(name: "\(target.product)", package: "\(identity)")],
            path: "Sources", swiftSettings: [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)])
        ]
      )

      """
  }

  private var program: String {
    let cases = screens.map { "    case \"\($0)\": ScreenRun.main { \($0)() }" }
    return """
      import UIKit
      @testable import \(target.name)

      @main
      struct Program {
        static func main() {
          switch CommandLine.arguments[1] {
      \(cases.joined(separator: "\n"))
          default: break
          }
        }
      }

      """
  }

  /// The variables added to the program's environment. If the toolchain has a symbolizer, the program uses it to find the lines of code of the steps.
  private static let variables: [Environment.Key: String] = {
    var variables: [Environment.Key: String] = ["SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"]
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for folder in folders {
      let swift = URL(filePath: "\(folder)/swift").resolvingSymlinksInPath()
      let tool = swift.deletingLastPathComponent().appending(path: "llvm-symbolizer").path
      guard FileManager.default.isExecutableFile(atPath: swift.path) else { continue }
      if FileManager.default.isExecutableFile(atPath: tool) { variables["LAYOUTLAB_SYMBOLIZER"] = tool }
      break
    }
    return variables
  }()

  /// The way in which the process of one screen ended.
  package enum Ending: Sendable {
    /// The scene was recorded. `said` is the program's output on the standard error.
    case recorded(Scene, said: ScreenOutput)
    /// The screen was not recorded. The text gives the reason, `said` is the program's output.
    case lost(String, said: ScreenOutput)

    package var said: ScreenOutput {
      switch self {
      case .recorded(_, let said), .lost(_, let said): said
      }
    }
  }

  /// Runs one screen in a process of its own, which writes the scene to `file`. The process is stopped after `patience` seconds.
  package func record(_ screen: String, with executable: URL, arguments: [String], to file: String, patience: Int)
    async throws
    -> Ending
  {
    try? FileManager.default.removeItem(atPath: file)
    let worker = Task {
      try await Subprocess.run(
        .path(.init(executable.path)), arguments: Arguments([screen] + arguments + ["--output", file]),
        environment: .inherit.updating(Self.variables),
        output: .currentStandardError, error: .string(limit: 1 << 20))
    }
    let watchdog = Task {
      try await Task.sleep(for: .seconds(patience))
      worker.cancel()
    }
    defer { watchdog.cancel() }
    let result = await worker.result
    if worker.isCancelled { return .lost("did not end within \(patience) s", said: ScreenOutput("")) }
    let outcome = try result.get()
    let said = ScreenOutput(outcome.standardError)
    guard outcome.terminationStatus.isSuccess else {
      switch outcome.terminationStatus {
      case .exited(let code): return .lost("ended with exit status \(code)", said: said)
      case .signaled(let signal):
        return .lost("ended its process: signal \(signal), \(String(cString: strsignal(signal)))", said: said)
      }
    }
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      return .lost("ended before it was recorded", said: said)
    }
    return .recorded(try Scene(text: text, file: file), said: said)
  }
}
