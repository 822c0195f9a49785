import Foundation

/// Makes shared libraries for a test out of C and C++ sources, in a folder that goes away with it.
final class LibraryWorkshop {
  /// The compilers come with the build tools; where they are missing the tests that need them are skipped.
  static let hasCompiler = ["cc", "c++"].allSatisfy { isInPath($0) }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("layoutlab-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func write(_ name: String, _ bytes: Data) throws -> String {
    try bytes.write(to: folder.appendingPathComponent(name))
    return path(name)
  }

  /// The path of the library.
  func library(_ name: String, source: String, compiler: String = "cc") throws -> String {
    let ending = ["cc": "c", "c++": "cpp"][compiler] ?? "swift"
    let file = try write("\(name).\(ending)", Data(source.utf8))
    let flags =
      ending == "swift"
      ? ["-emit-library", "-parse-as-library", "-module-name", name]
      : ["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]
    try run(
      compiler, flags + ["-I", Package.path("Sources/Contract/CLayoutPlugin/include"), file, "-o", path("\(name).so")])
    return path("\(name).so")
  }

  private func run(_ command: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [command] + arguments
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let output = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CompilerRefused(output: String(decoding: output, as: UTF8.self))
    }
  }

  static func isInPath(_ command: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(command)")
    }
  }
}

struct CompilerRefused: Error {
  var output: String
}

/// Where this package and its products lie.
enum Package {
  static func path(_ relative: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(relative).path
  }

  /// Our own engine as a shared library: built together with the tests, next to them.
  static let library: String = {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: executable).deletingLastPathComponent().appendingPathComponent("libLayoutLabPlugin.so")
      .path
  }()
}
