import Foundation
import Reports
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
      "check.json":
        #"{"scenes":[{"file":"a.xib","root":"r","mismatches":[{"view":"v","tag":"label","cause":"<odd>"}]}],"summary":{"compared":12,"reproduced":11}}"#,
      "laws.json":
        #"{"laws":[{"law":"solver.a","verdict":"holds","judged":1234},{"law":"solver.b","verdict":"broken","judged":3,"detail":"v1 < 2"}]}"#,
      "fuzz-FuzzSolver.json":
        #"{"target":"FuzzSolver","executions":5000,"seconds":2,"coverage":321,"findings":[{"law":"solver.x","status":"new"}],"crashes":[{"file":"crash-1","reproduce":"run it"}]}"#,
      "bench.json":
        #"{"context":{},"benchmarks":[{"name":"solver/tick/feed-200","real_time":12.5,"cpu_time":12,"time_unit":"us","pivots":3}]}"#,
      "verdict.json":
        #"{"verdict":"slower","changes":[{"name":"solver/tick/feed-200","verdict":"slower","detail":"+11 % instructions"}]}"#,
      "home.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = try NightPage(record: NightRecord(folder: folder)).html()
    for expected in [
      "a.xib#r label v: &lt;odd&gt;", "FuzzSolver", "2500", "solver.x is broken (new)", "12.5 us", "crash-1",
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
}
