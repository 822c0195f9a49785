import Foundation
import NightReports
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
      "check.json": Self.check, "laws.json": Self.laws, "fuzz-FuzzSolver.json": Self.fuzz,
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
    let folder = try folder(["fuzz-FuzzSolver.json": Self.fuzz.replacing("\"\(key)\"", with: "\"other\"")])
    defer { try? FileManager.default.removeItem(at: folder) }
    let record = try NightRecord(folder: folder)
    #expect(record.unreadable.count == 1 && record.unreadable[0].contains("\(key) is missing"))
    #expect(record.campaigns.isEmpty)
  }

  private static let check = #"""
    {"scenes":[],"mistakes":[],"accepted":0,
     "findings":[{"kind":"conflict","file":"a.xib","line":3,"root":"r","element":"label v","message":"<odd>","places":[]}],
     "summary":{"files":1,"scenes":1,"compared":12,"reproduced":11,"judged":{"coordinates":0,"reproduced":0},
       "clean":{"scenes":0,"compared":0,"reproduced":0,"judged":{"coordinates":0,"reproduced":0}},
       "conflicts":1,"ambiguous":0,"mistakes":0,"roundings":0,"notes":0,
       "fresh":{"scenes":0,"compared":0,"reproduced":0,"judged":{"coordinates":0,"reproduced":0}},
       "stale":0,"leftOut":[],"marks":{"views":0,"told":0,"inConflict":0,"unseen":0}}}
    """#

  private static let laws = #"""
    {"laws":[{"law":"solver.a","verdict":"holds","isClaimed":true,"judged":1234},
     {"law":"solver.b","verdict":"broken","isClaimed":true,"judged":3,"detail":"v1 < 2"}]}
    """#

  private static let fuzz = #"""
    {"target":"FuzzSolver","executions":5000,"seconds":2,"coverage":321,"quiet":[],"targets":[],
     "findings":[{"id":"1","law":"solver.x","detail":"","found":"2026-01-01","fingerprint":"1","file":"f","reproduce":"r",
       "keep":"k","weight":"w","originalWeight":"w","document":"solver 1","status":"new","reproduced":3,"replays":3,
       "views":0,"constraints":1,"originalConstraints":1}],
     "crashes":[{"file":"crash-1","reproduce":"run it","output":"SUMMARY: it trapped"}]}
    """#
}
