import Foundation
import NightReports
import Reports
import SceneImport
import Testing

@Suite struct NightPageTests {
  private func folder(_ files: [String: String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("night-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    return folder
  }

  @Test("The page shows what the verbs recorded, escaped")
  func pageShowsTheRecord() throws {
    let folder = try folder([
      "check.json": try Self.check(), "laws.json": Self.laws, "fuzz-FuzzSolver.json": try Self.fuzz(),
      "bench.json":
        #"{"context":{},"benchmarks":[{"name":"solver/tick/feed-200","run_type":"iteration","iterations":1,"real_time":12.5,"cpu_time":12,"time_unit":"us","pivots":3}]}"#,
      "verdict.json":
        #"{"verdict":"slower","changes":[{"name":"solver/tick/feed-200","verdict":"slower","detail":"+11 % instructions"}]}"#,
      "home.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = try NightPage(record: NightRecord(folder: folder)).html()
    for expected in [
      "a.xib:3: conflict: label v &lt;odd&gt;", "FuzzSolver", "2500", "solver.x is broken (new)", "12.5 µs", "crash-1",
      "pivots 3", "solver.b is broken: v1 &lt; 2", "1237",
      "+11 % instructions", "data:image/svg+xml;base64,",
    ] {
      #expect(page.contains(expected), "the page lacks \(expected)")
    }
  }

  @Test("A file that cannot be read is named on the page")
  func unreadableFilesAreNamed() throws {
    let folder = try folder(["bench.json": "{ not json"])
    defer { try? FileManager.default.removeItem(at: folder) }
    let record = try NightRecord(folder: folder)
    #expect(record.unreadable.count == 1)
    #expect(try NightPage(record: record).html().contains("bench.json"))
  }

  @Test(
    "A record that lacks something is named with what it lacks, and shows nothing made up",
    arguments: ["executions", "crashes"])
  func incompleteRecordsAreNamed(key: String) throws {
    let folder = try folder(["fuzz-FuzzSolver.json": try Self.fuzz().replacing("\"\(key)\"", with: "\"other\"")])
    defer { try? FileManager.default.removeItem(at: folder) }
    let record = try NightRecord(folder: folder)
    #expect(record.unreadable.count == 1 && record.unreadable[0].contains("\(key) is missing"))
    #expect(record.campaigns.isEmpty)
  }

  /// As `check` writes it, with the sums of whatever there is to sum.
  private static func check() throws -> String {
    var summary = CheckSummary()
    (summary.files, summary.scenes, summary.compared, summary.reproduced, summary.conflicts) = (1, 1, 12, 11, 1)
    let finding = CheckFinding(.conflict, file: "a.xib", line: 3, root: "r", element: "label v", message: "<odd>")
    let encoder = JSONEncoder()
    func text(_ value: some Encodable) throws -> String { String(decoding: try encoder.encode(value), as: UTF8.self) }
    return """
      {"scenes": [], "mistakes": [], "accepted": 0, "findings": \(try text([finding])), "summary": \(try text(summary))}
      """
  }

  private static let laws = #"""
    {"laws":[{"law":"solver.a","verdict":"holds","isClaimed":true,"judged":1234},
     {"law":"solver.b","verdict":"broken","isClaimed":true,"judged":3,"detail":"v1 < 2"}]}
    """#

  private static func fuzz() throws -> String {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: tests.appending(path: "Fixtures/night/fuzz-FuzzSolver.json"), encoding: .utf8)
  }
}
