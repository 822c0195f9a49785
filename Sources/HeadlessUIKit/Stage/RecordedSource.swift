import Foundation
import LibC
import SceneModel

/// The place in the program from which a step was recorded: a line that the call passed, or the addresses of the calls that led to it, whose lines
/// are looked up when the recording is read.
struct RecordedSource {
  private var known: SourceLine?
  private var addresses: [UInt] = []

  /// Whether addresses are kept, which costs a few microseconds for each step.
  static var keepsAddresses = ProcessInfo.processInfo.environment[Symbolizer.variable] != nil

  init(known: SourceLine?) {
    self.known = known
    guard known == nil, Self.keepsAddresses else { return }
    addresses = ProcessFacts.returnAddresses(depth: Self.depth)
  }

  /// The number of calls that are searched for one of the program's own.
  private static let depth = 48

  /// Returns the line of each source; nil if it is not known.
  static func lines(of sources: [RecordedSource]) -> [SourceLine?] {
    let unknown = Set(sources.flatMap(\.addresses))
    let table = unknown.isEmpty ? [:] : (try? Symbolizer().lines(of: unknown.sorted())) ?? [:]
    return sources.map { source in
      source.known ?? source.addresses.lazy.compactMap { table[$0] }.first
    }
  }
}

extension ScreenRun {
  /// Whether recordings name the line of code of every step, not only of calls that pass their line. The toolchain's llvm-symbolizer finds the lines
  /// when the recording is read. True from the start under `layoutlab run`.
  public static var tellsLines: Bool {
    get { RecordedSource.keepsAddresses }
    set { RecordedSource.keepsAddresses = newValue }
  }
}

/// Looks up lines of this program's code with the toolchain's llvm-symbolizer.
private struct Symbolizer {
  /// Returns the lines of the program's own files; addresses in the code of this project and the system have none.
  func lines(of addresses: [UInt]) throws -> [UInt: SourceLine] {
    guard let tool = Self.tool, let base = ProcessFacts.executableBase, let program = ProcessFacts.executable else {
      return [:]
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = ["--obj=\(program)", "--output-style=JSON", "--no-inlines", "--no-demangle"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The call is before the address to which it returns.
    let text = addresses.map { "0x" + String($0 - 1 - base, radix: 16) + "\n" }.joined()
    let writer = input.fileHandleForWriting
    DispatchQueue.global().async {
      writer.write(Data(text.utf8))
      try? writer.close()
    }
    let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var table: [UInt: SourceLine] = [:]
    for (address, line) in zip(addresses, answer.split(separator: "\n")) {
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let symbol = (object["Symbol"] as? [[String: Any]])?.first, let path = symbol["FileName"] as? String,
        let number = symbol["Line"] as? Int, number > 0, path.hasSuffix(".swift"), !Self.isOurs(path)
      else { continue }
      table[address] = SourceLine(file: URL(fileURLWithPath: path).lastPathComponent, line: number)
    }
    return table
  }

  static let variable = "LAYOUTLAB_SYMBOLIZER"

  /// The path of the symbolizer, from the environment or beside the compiler.
  private static let tool: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let told = environment[variable] { return told }
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
      let swift = URL(fileURLWithPath: "\(folder)/swift").resolvingSymlinksInPath()
      let tool = swift.deletingLastPathComponent().appendingPathComponent("llvm-symbolizer").path
      if FileManager.default.isExecutableFile(atPath: tool) { return tool }
    }
    return nil
  }()

  /// The folders of this package's UIKit modules, which are between the program and its steps.
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  private static func isOurs(_ path: String) -> Bool { path.hasPrefix(root + "/") || path.hasPrefix("<") }
}
