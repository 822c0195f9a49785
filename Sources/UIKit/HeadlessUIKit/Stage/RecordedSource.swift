import Foundation
import LibC
import SceneModel

/// The place in the program from which a step was recorded. It is a line that the call passed, or the return addresses on the stack. The lines that
/// belong to the addresses are looked up when the recording is read.
struct RecordedSource {
  private var known: SourceLine?
  private var addresses: [UInt] = []
  /// The class whose initialisers are skipped in the search for a line, because the line that makes a view is more useful than the one that calls
  /// `super.init`. Nil if no object was made.
  private var madeClass: String?

  /// Whether addresses are kept, which costs a few microseconds for each step.
  static var keepsAddresses = ProcessInfo.processInfo.environment[Symbolizer.variable] != nil

  /// Makes a place from a known line, or else from the return addresses on the stack.
  ///
  /// - Parameter made: the class of the object that is being made; nil if none is.
  init(known: SourceLine?, making made: AnyClass? = nil) {
    self.known = known
    guard known == nil, Self.keepsAddresses else { return }
    addresses = ProcessFacts.returnAddresses(depth: Self.depth)
    madeClass = made.map { ClassNames.name(of: $0) }
  }

  /// The number of return addresses that are searched for a call in the program's own code.
  private static let depth = 48

  /// Returns the line of each source; nil if it is not known.
  static func lines(of sources: [RecordedSource]) -> [SourceLine?] {
    let unknown = Set(sources.flatMap(\.addresses))
    let table = unknown.isEmpty ? [:] : (try? Symbolizer().lines(of: unknown.sorted())) ?? [:]
    return sources.map { source in
      if let known = source.known { return known }
      let calls = source.addresses.compactMap { table[$0] }
      let makers = source.madeClass.map { made in calls.drop { $0.isInitializer(of: made) } } ?? calls[...]
      return (makers.first ?? calls.first)?.line
    }
  }
}

extension ScreenRun {
  /// Whether recordings name the line of code of every step. Otherwise only steps from calls that pass their line have one. The toolchain's
  /// llvm-symbolizer finds the lines when the recording is read. True from the start under `layoutlab run`.
  public static var tellsLines: Bool {
    get { RecordedSource.keepsAddresses }
    set { RecordedSource.keepsAddresses = newValue }
  }
}

/// Looks up lines of this program's code with the toolchain's llvm-symbolizer.
private struct Symbolizer {
  struct Call {
    var line: SourceLine
    /// The function's mangled name.
    var function: String

    func isInitializer(of type: String) -> Bool {
      (function.hasSuffix("fc") || function.hasSuffix("fC")) && function.contains("\(type.utf8.count)\(type)C")
    }
  }

  /// Returns the calls in the program's own files, by address. Addresses in the code of this project or of the system are left out.
  func lines(of addresses: [UInt]) throws -> [UInt: Call] {
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
    var table: [UInt: Call] = [:]
    for (address, line) in zip(addresses, answer.split(separator: "\n")) {
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let symbol = (object["Symbol"] as? [[String: Any]])?.first, let path = symbol["FileName"] as? String,
        let number = symbol["Line"] as? Int, number > 0, path.hasSuffix(".swift"), !Self.isOurs(path)
      else { continue }
      table[address] = Call(
        line: SourceLine(file: URL(fileURLWithPath: path).lastPathComponent, line: number),
        function: symbol["FunctionName"] as? String ?? "")
    }
    return table
  }

  static let variable = "LAYOUTLAB_SYMBOLIZER"

  /// The path of the symbolizer, from the environment or beside the compiler; nil if there is none.
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

  /// The folder `Sources` of this package. Calls in it are skipped in the search for the program's line.
  private static let root =
    #filePath.components(separatedBy: "/Sources/").dropLast().joined(separator: "/Sources/") + "/Sources/"
  private static func isOurs(_ path: String) -> Bool { path.hasPrefix(root) || path.hasPrefix("<") }
}
