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
      "engines.json":
        #"{"facts":{},"engines":[{"engine":"kiwi-thin","version":"1.5.1","documents":4321,"seconds":120,"kept":["a"],"broken":["solver.c"],"findings":[{"id":"1"}],"losses":[]},{"engine":"qt","skipped":"Qt <is> missing"}]}"#,
      "home.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = try NightPage(record: NightRecord(folder: folder)).html()
    for expected in [
      "a.xib:3: conflict: label v &lt;odd&gt;", "FuzzSolver", "2500", "solver.x is broken (new)", "12.5 µs", "crash-1",
      "pivots 3", "solver.b is broken: v1 &lt; 2", "1237",
      "kiwi-thin", "4321", "skipped: Qt &lt;is&gt; missing",
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

  private func trend(_ values: [Double]) -> NightTrend {
    NightTrend(
      name: "cost/solver/tick/feed-200",
      points: values.enumerated().map { .init(date: "2026-01-\($0 + 10)", revision: "r\($0)", value: $1) })
  }

  /// Around 0, with a standard deviation of about 1; the same on every run.
  private func noise(_ count: Int, seed: UInt64) -> [Double] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func uniform() -> Double {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Double(state >> 11) * 0x1p-53
    }
    return (0..<count).map { _ in (0..<12).reduce(-6) { sum, _ in sum + uniform() } }
  }

  @Test("A change of level is found on its night, in noise and without, and one bad night is none")
  func changePoints() {
    let quiet = trend([5, 5, 5, 5, 7, 7, 7, 7])
    #expect(quiet.changes.map(\.point.revision) == ["r4"])
    #expect(quiet.changes.first?.before == 5 && quiet.changes.first?.since == 7)
    #expect(trend([5, 5, 5, 5, 9, 5, 5, 5, 5]).changes.isEmpty)
    let twice = trend([5, 5, 5, 5, 7, 7, 7, 7, 6, 6, 6, 6])
    #expect(twice.changes.map(\.since) == [7, 6])
    for seed in 1...20 {
      let values = zip(noise(40, seed: UInt64(seed)), (0..<40)).map { $0 + ($1 < 25 ? 100 : 106) }
      #expect(
        trend(values).changes.map(\.point.revision).contains { ["r24", "r25", "r26"].contains($0) }, "seed \(seed)")
    }
  }

  @Test("Noise has no change of level, in all but one of a hundred series of nights")
  func noiseHasNoChanges() {
    let wrong = (1...200).count { seed in !trend(noise(60, seed: UInt64(seed)).map { $0 + 100 }).changes.isEmpty }
    #expect(wrong <= 2)
  }

  @Test("A history is what was written, a night once, and what is no night is kept")
  func history() throws {
    var history = NightHistory(text: "{ no night\n")
    let second = NightHistory.Night(date: "2026-11-24", revision: "b", machine: "m", figures: ["cost/a": 2])
    history.record(second)
    history.record(.init(date: "2026-11-23", revision: "a", machine: "m", figures: ["cost/a": 1]))
    history.record(.init(date: "2026-11-22", revision: "z", machine: "other", figures: ["cost/a": 9]))
    history.record(second)
    let again = NightHistory(text: history.text)
    #expect(again.nights.map(\.revision) == ["z", "a", "b"])
    #expect(again.unreadable == ["{ no night"])
    // Times of another machine are no earlier times.
    #expect(again.trends.map { $0.points.map(\.value) } == [[1, 2]])
  }

  @Test("The page shows each figure over the nights, and says what came to another level")
  func trendsAreShown() throws {
    let folder = try folder([
      "facts.json": #"{"date": "2026-11-24", "revision": "new"}"#,
      "capacity.json":
        #"{"machine": "m", "revision": "new", "capacities": [{"workload": "feed", "unit": "cells", "operation": "tick", "budget": 8.33, "size": 1408, "low": 1024, "high": 2048, "median": 1, "percentile90": 2, "percentile99": 3}]}"#,
      "bench.json":
        #"{"context": {"machine": "m"}, "benchmarks":[{"name":"solver/tick/feed-200","real_time":12,"cpu_time":12000,"time_unit":"ns"}]}"#,
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let record = try NightRecord(folder: folder)
    #expect(record.night?.figures["capacity/feed/tick in 8.33 ms"] == 1408)
    var page = NightPage(record: record)
    #expect(try page.html().contains("1408 cells") && page.html().contains("1024–2048"))
    #expect(try !page.html().contains("Over the nights"))
    for (day, time) in [10.0, 10, 10, 10, 12, 12].enumerated() {
      page.history.record(
        .init(
          date: "2026-11-\(10 + day)", revision: "r\(day)", machine: "m",
          figures: ["cost/solver/tick/feed-200": time * 1000]))
    }
    page.history.record(try #require(record.night))
    let html = try page.html()
    #expect(html.contains("Over 7 nights") && html.contains("12 µs since 2026-11-14 (r4), 10 µs before: +20 %"))
    #expect(html.contains("cost/solver/tick/feed-200 costs more"))
    #expect(html.contains("1 figure at a worse level than before."))
  }
}
