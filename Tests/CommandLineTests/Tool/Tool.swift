import Foundation

/// The built `layoutlab`, run as a user runs it.
enum Tool {
  struct Answer {
    var status: Int32
    var output: String
    var errors: String

    /// The verdict of each law in the JSON of `plugins check` and of `check --law`; empty if the output is something else.
    var verdicts: [String: String] {
      struct Record: Decodable { var laws: [Row] }
      struct Row: Decodable { var law, verdict: String }
      let record = try? JSONDecoder().decode(Record.self, from: Data(output.utf8))
      return Dictionary((record?.laws ?? []).map { ($0.law, $0.verdict) }) { first, _ in first }
    }

    /// The findings in the JSON of `check`; empty if the output is something else.
    var findings: [Finding] {
      struct Record: Decodable { var findings: [Finding] }
      return (try? JSONDecoder().decode(Record.self, from: Data(output.utf8)))?.findings ?? []
    }

    struct Finding: Decodable {
      var kind, code, file, element: String
      var line: Int
      var fields: [String: String]?
      var places: [String]
      var detail, expected, found: String?
    }

    /// The conflicts in the JSON of `explain`; empty if the output is something else.
    var explained: [Explained] {
      struct Record: Decodable { var logs: [Explained] }
      return (try? JSONDecoder().decode(Record.self, from: Data(output.utf8)))?.logs ?? []
    }

    struct Explained: Decodable {
      struct Fix: Decodable {
        var action, name: String
        var to: Double?
      }
      var fixes: [Fix]
      var patterns, missing, assumptions, unread: [String]
      var infeasible: Bool?
      var told: Int?
      var minimal: [[Int]]
      var absence: String?
    }
  }

  /// The package's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

  /// Beside the test bundle, wherever the package was built.
  static var executable: URL {
    let test = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = test.deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("layoutlab")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    preconditionFailure("layoutlab was not built beside \(test.path)")
  }

  static func run(_ arguments: [String]) throws -> Answer {
    try inFolder { folder in try run(arguments, writingTo: folder) }
  }

  /// Run on a file with this content, in a folder of its own; its path comes last.
  static func run(_ arguments: [String], on content: Data, as name: String) throws -> Answer {
    try inFolder { folder in
      let file = folder.appendingPathComponent(name)
      try content.write(to: file)
      return try run(arguments + [file.path])
    }
  }

  static func run(_ arguments: [String], on content: String, as name: String) throws -> Answer {
    try run(arguments, on: Data(content.utf8), as: name)
  }

  /// Hands over a folder that is gone afterwards.
  static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("layoutlab-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  /// Run with this as the working directory.
  static func run(_ arguments: [String], in folder: URL) throws -> Answer {
    try inFolder { output in try run(arguments, writingTo: output, in: folder) }
  }

  /// Run with these variables in the environment, beside those of this process.
  static func run(_ arguments: [String], environment: [String: String]) throws -> Answer {
    try inFolder { output in try run(arguments, writingTo: output, environment: environment) }
  }

  /// Run with this file as the standard input.
  static func run(_ arguments: [String], reading input: URL) throws -> Answer {
    try inFolder { output in try run(arguments, writingTo: output, reading: input) }
  }

  private static func run(
    _ arguments: [String], writingTo folder: URL, in current: URL? = nil, reading input: URL? = nil,
    environment: [String: String] = [:]
  ) throws -> Answer {
    let outputFile = folder.appendingPathComponent("output")
    let errorFile = folder.appendingPathComponent("errors")
    for file in [outputFile, errorFile] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if !environment.isEmpty {
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    }
    if let current { process.currentDirectoryURL = current }
    // Files instead of pipes: an answer longer than a pipe's buffer cannot block the tool.
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    process.standardInput = try input.map(FileHandle.init(forReadingFrom:)) ?? FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Answer(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
  }
}
