import Foundation
import Testing

@Suite("plugins new")
struct EngineTemplateTests {
  private static let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(
    String.init)

  /// The languages whose compiler is here.
  private static let present = [
    ("python", "python3"), ("c", "cc"), ("c++", "c++"), ("rust", "rustc"), ("swift", "swiftc"),
  ].filter { _, compiler in folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(compiler)") } }
    .map { language, _ in language }

  @Test("A template is built by its build file, and answers its conversation", arguments: present)
  func builds(language: String) throws {
    try Tool.inFolder { folder in
      let place = folder.appendingPathComponent("own engine").path
      let made = try Tool.run(["plugins", "new", "--language", language, place])
      #expect(made.status == 0 && made.output.contains("layoutlab fuzz --engine"), "\(made.errors)")
      let again = try Tool.run(["plugins", "new", "--language", language, place])
      #expect(again.status == 65 && again.errors.contains("[exists-already]"))
      #expect(try run("make -s -C \"$0\"", place).status == 0)
      let requests = """
        {"hello":{"protocol":1}}
        {"open":{}}
        {"apply":[["declare",1],["declare",2],["add",{"id":10,"terms":[[1,1],[2,2]],"rel":"=","c":100}]]}
        {"apply":[["add",{"id":11,"terms":[[1,1]],"rel":"=","c":80}]]}
        {"apply":[["add",{"id":12,"terms":[[2,1],[4,2]],"rel":"=","c":7}]]}
        {"apply":[["constant",10,60.5]]}
        {"apply":[["remove",99]]}
        {"open":{}}
        {"apply":[["declare",7]]}
        """
      let file = folder.appendingPathComponent("requests.jsonl")
      try Data((requests + "\n").utf8).write(to: file)
      let answer = try run("\"$0/toy\" <\"$1\"", place, file.path)
      let lines = answer.output.split(separator: "\n").map { Data($0.utf8) }
      let answers = try lines.map { try JSONSerialization.jsonObject(with: $0) as? [String: Any] ?? [:] }
      try #require(answers.count == 9, "\(answer.output)")
      func changes(_ at: Int) -> [String: Double]? {
        (answers[at]["changes"] as? [String: NSNumber])?.mapValues(\.doubleValue)
      }
      #expect(answers[0]["kind"] as? String == "solver" && changes(1) == [:])
      #expect(changes(2) == ["1": 100, "2": 0] && changes(3) == ["1": 80, "2": 10])
      #expect(answers[4]["conflict"] as? [Int] == [10, 11, 12] && changes(5) == ["2": -9.75])
      #expect(answers[6]["fault"] != nil && changes(7) == [:] && changes(8) == ["7": 0])
    }
  }

  @Test("Another language is a mistake that names those there are")
  func unknownLanguage() throws {
    let answer = try Tool.run(["plugins", "new", "--language", "cobol", "nowhere"])
    #expect(answer.status == 64 && answer.errors.contains("c++"), "\(answer.errors)")
  }

  private func run(_ script: String, _ arguments: String...) throws -> (status: Int32, output: String) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script] + arguments
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
