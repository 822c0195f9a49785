import Foundation
import Testing

/// `Guides/finding-to-test.md`, run as it is printed.
@Suite("The guide from a finding to a test")
struct FindingGuideTests {
  private static let root = Tool.root
  private static var library: URL {
    Tool.executable.deletingLastPathComponent().appending(path: "libLayoutLabPlugin.so")
  }

  @Test("A planted bug is found, looked at, bisected, kept and mended", .enabled(if: HostileEngine.hasCompiler))
  func wholeWay() throws {
    let guide = try String(contentsOf: Self.root.appending(path: "Guides/finding-to-test.md"), encoding: .utf8)
    let indented = guide.split(separator: "\n").filter { $0.hasPrefix("    ") && !$0.hasPrefix("     ") }
    let commands = indented.map { $0.dropFirst(4) }
    // Each command's end is told behind what it says.
    let script = commands.map { command in
      let start = command.prefix(14).filter { $0.isLetter || $0 == " " }
      return "\(command)\necho \"status $? of: \(start)\""
    }.joined(separator: "\n")
    try Tool.inFolder { folder in
      try FileManager.default.createDirectory(at: folder.appending(path: "bin"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "bin/layoutlab"), withDestinationURL: Tool.executable)
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", script]
      process.currentDirectoryURL = folder
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      process.environment = ProcessInfo.processInfo.environment.merging([
        "PATH": "\(folder.path)/bin:\(path)", "ROOT": Self.root.path, "LIBRARY": Self.library.path,
      ]) { $1 }
      let log = folder.appending(path: "log")
      _ = FileManager.default.createFile(atPath: log.path, contents: nil)
      process.standardOutput = try FileHandle(forWritingTo: log)
      process.standardError = process.standardOutput
      try process.run()
      process.waitUntilExit()
      let said = try String(contentsOf: log, encoding: .utf8)
      let ends = said.split(separator: "\n").filter { $0.hasPrefix("status ") }
      #expect(ends.count == commands.count, "\(said)")
      for end in ends where !end.contains("layoutlab") { #expect(end.hasPrefix("status 0 "), "\(end)\n\(said)") }
      #expect(
        ends.filter { $0.contains("layoutlab chec") }.map { $0.prefix(8) } == ["status 1", "status 0"], "\(said)")
      #expect(ends.contains("status 1 of: layoutlab fuzz") && said.contains("(new)"), "\(said)")
      #expect(said.contains("Zeros"), "\(said)")
      #expect(said.contains("  # "), "\(said)")
    }
  }
}
