import Foundation
import NightReports
import Reports
import SceneImport
import SceneModel
import Testing

@testable import Benchmarking

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
      "a.xib:3: conflict: label v &lt;odd&gt;", "FuzzSolver", "2500", "solver.x ", "12.5 µs", "crash-1",
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

  private func jumps(_ values: [Double]) -> [Int] {
    FigureShift.all(in: values).filter { $0.kind == .jump }.map(\.start)
  }

  @Test("A jump is found on its night, in noise and without, and one bad night is none")
  func jumps() {
    let quiet = FigureShift.all(in: [5, 5, 5, 5, 7, 7, 7, 7])
    #expect(quiet.map(\.kind) == [.jump] && quiet.map(\.start) == [4])
    #expect(quiet.map(\.before) == [5] && quiet.map(\.since) == [7])
    #expect(FigureShift.all(in: [5, 5, 5, 5, 9, 5, 5, 5, 5]).isEmpty)
    #expect(FigureShift.all(in: []).isEmpty && FigureShift.all(in: [3]).isEmpty)
    #expect(FigureShift.all(in: [5, 5, 5, 5, 7, 7, 7, 7, 6, 6, 6, 6]).map(\.since) == [7, 6])
    for seed in 1...20 {
      let values = zip(noise(40, seed: UInt64(seed)), (0..<40)).map { $0 * 0.5 + ($1 < 25 ? 100 : 106) }
      #expect(jumps(values).contains { (24...26).contains($0) }, "seed \(seed)")
    }
  }

  @Test("Noise has no shift, in all but one of a hundred series of nights")
  func noiseHasNoShifts() {
    let wrong = (1...200).count { seed in
      !FigureShift.all(in: noise(60, seed: UInt64(seed)).map { $0 + 100 }).isEmpty
    }
    #expect(wrong <= 4)
  }

  /// What a ledger tells of a figure, night by night: the number of the night that told it, and the regression as it stands at the end.
  private func told(_ values: [Double]) -> [(night: Int, entry: RegressionLedger.Entry)] {
    var (history, ledger) = (NightHistory(), RegressionLedger())
    var nights: [String: Int] = [:]
    for (night, value) in values.enumerated() {
      let date = "2026-\(101 + night / 28)-\(11 + night % 28)"
      history.record(
        .init(date: date, revision: "r\(night)", machine: "m", figures: ["instructions/solver/tick/feed-20": value]))
      ledger.update(with: history)
      for entry in ledger.entries where nights[entry.id] == nil { nights[entry.id] = night }
    }
    return ledger.entries.map { (nights[$0.id] ?? -1, $0) }
  }

  @Test(
    "Of a hundred nights with a creep of 0.3 % a night and a jump of 4 %, both are told within five nights of being visible, and nothing else",
    arguments: [0.0, 0.0003, 0.001, 0.002])
  func creepAndJump(noisy: Double) {
    for seed in 1...10 {
      for (from, to) in [(30, 40), (30, 55), (40, 100)] {
        var level = 100_000.0
        let wobble = noise(100, seed: UInt64(seed))
        let values = (0..<100).map { night in
          if (from..<to).contains(night) { level *= 1.003 }
          if night == 75 { level *= 1.04 }
          return level * (1 + noisy * wobble[night])
        }
        let all = told(values)
        let creep = all.first { abs($0.night - from) < 20 }
        let jump = all.first { (73...77).contains(Int($0.entry.revision.dropFirst()) ?? 0) }
        // A creep is visible from the night on which it is beyond a hundredth, and beyond three times the noise.
        let visible = from + Int((max(0.01, 3 * noisy) / 0.003).rounded(.up)) - 1
        #expect(creep.map { $0.night <= visible + 5 } == true, "creep at \(from), noise \(noisy), seed \(seed): \(all)")
        #expect(jump.map { $0.night <= 75 + 5 } == true, "noise \(noisy), seed \(seed): \(all)")
        #expect(all.count == 2, "noise \(noisy), seed \(seed), \(from)..<\(to): \(all)")
      }
    }
  }

  @Test(
    "A regression has a state, an owner and a reason; one that is back at its level is fixed, and what was said of it stays"
  )
  func ledger() throws {
    let up = Array(repeating: 100.0, count: 10) + Array(repeating: 110.0, count: 6)
    let entry = try #require(told(up).first?.entry)
    #expect(entry.state == .open && entry.kind == .jump && entry.revision == "r10")
    #expect(told(up).count == 1 && entry.before == 100 && entry.now == 110)
    let back = told(up + Array(repeating: 100.0, count: 4))
    #expect(back.map(\.entry.state) == [.fixed])
    // Twice the same is two regressions.
    #expect(told(up + Array(repeating: 100.0, count: 8) + Array(repeating: 110.0, count: 6)).count == 2)

    var ledger = RegressionLedger(text: String(decoding: try JSONEncoder().encode(entry), as: UTF8.self) + "\n{ odd\n")
    #expect { try ledger.set("nobody", .fixed, owner: nil, reason: nil) } throws: {
      ($0 as? UserMistake)?.code == .unknownName
    }
    #expect { try ledger.set(entry.id, .accepted, owner: nil, reason: nil) } throws: {
      ($0 as? UserMistake)?.code == .valueMissing
    }
    try ledger.set(entry.id, .accepted, owner: "solver", reason: "rounding")
    let again = RegressionLedger(text: ledger.text)
    #expect(again.entries == ledger.entries && again.text.hasPrefix("{ odd\n"))
    #expect(again.entries[0].reason == "rounding" && again.standing.count == 1)
  }

  @Test("A figure that differs too much from night to night tells nothing")
  func unstable() {
    let wild = noise(40, seed: 5).map { 100 + 6 * $0 }
    #expect(told(wild + wild.map { $0 * 2 }).isEmpty)
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
    for (day, time) in [10.0, 10, 10, 10, 12, 12].enumerated() {
      page.history.record(
        .init(
          date: "2026-11-\(10 + day)", revision: "r\(day)", machine: "m",
          figures: ["cost/solver/tick/feed-200": time * 1000]))
    }
    page.history.record(try #require(record.night))
    page.regressions.update(with: page.history)
    let html = try page.html()
    #expect(html.contains("Over 7 nights") && html.contains("12 µs since 2026-11-14 (r4), 10 µs before: +20 %"))
    #expect(html.contains(page.verdictText))
    #expect(html.contains("<td>at once</td><td class=\"number\">10 µs → 12 µs</td>"))
    #expect(!page.isClean && page.verdictText.hasPrefix("1 "))
  }

  @Test("The page of a regression names the work and the functions that grew, and draws which calls did")
  func why() throws {
    func dump(_ slow: Int) throws -> CallgrindDump {
      let text = """
        desc: Trigger: Client Request: solver/tick/feed-20
        events: Ir
        fn=(1) apply
        1 100
        cfn=(2) slow
        calls=1 1
        1 \(slow)
        fn=(2)
        1 \(slow)
        totals: \(100 + slow)
        """
      return try #require(CallgrindDump(text: text, readsFunctions: true))
    }
    let tree = CostTree(try dump(1000), try dump(1300))
    #expect(tree.children.map(\.name) == ["apply"] && tree.children[0].children.map(\.name) == ["slow"])
    #expect(tree.children[0].children[0].before == 1000 && tree.children[0].children[0].after == 1300)
    var before = Recording(machine: "m", revision: "old")
    before.cases["solver/tick/feed-20"] = .init(counters: ["rows": 10], instructions: 1100)
    var after = Recording(machine: "m", revision: "new")
    after.cases["solver/tick/feed-20"] = .init(counters: ["rows": 13], instructions: 1400)
    var comparison = compare(before, after)
    comparison.changes[0].functions = [GrownFunction(name: "slow<T>", before: 1000, after: 1300)]
    comparison.changes[0].calls = tree
    let folder = try folder(["verdict.json": try comparison.json()])
    defer { try? FileManager.default.removeItem(at: folder) }
    let record = try NightRecord(folder: folder)
    #expect(record.unreadable.isEmpty && record.changes[0].instructions == 1400)
    let html = try NightPage(record: record).html()
    #expect(html.contains("Why solver/tick/feed-20 is slower") && html.contains("grew: rows 10 → 13 (+30.0 %)"))
    #expect(html.contains("grew: slow&lt;T&gt; (+30.0 %, 300 instructions more)"))
    #expect(html.contains("class=\"calls\"") && html.contains("slow: 1000 → 1300 instructions"))
  }
}
