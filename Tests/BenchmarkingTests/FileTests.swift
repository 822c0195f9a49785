import SceneModel
import Foundation
import Testing

@testable import Benchmarking

private let sample = """
  {
    "context": {"date": "2026-11-21", "host_name": "somebody's", "num_cpus": 2, "machine": "x86_64-2-00000000"},
    "benchmarks": [
      {"name": "solver/tick/feed-20", "run_name": "solver/tick/feed-20", "run_type": "iteration",
       "repetitions": 2, "repetition_index": 0, "threads": 1, "iterations": 240, "real_time": 1.5, "cpu_time": 1.4,
       "time_unit": "us", "allocations": 0.0, "constraints": 904.0},
      {"name": "solver/tick/feed-20", "run_name": "solver/tick/feed-20", "run_type": "iteration",
       "iterations": 240, "real_time": 2.5, "cpu_time": 2.4, "time_unit": "us", "allocations": 0.0, "constraints": 904},
      {"name": "solver/tick/feed-20_cv", "run_name": "solver/tick/feed-20", "run_type": "aggregate",
       "aggregate_name": "cv", "iterations": 2, "real_time": 0.1, "cpu_time": 0.1, "time_unit": "us",
       "allocations": -NaN, "constraints": NaN},
      {"name": "solver/tick/feed_BigO", "run_name": "solver/tick/feed", "run_type": "aggregate",
       "aggregate_name": "BigO", "cpu_coefficient": 1.5, "real_coefficient": 1.6, "big_o": "N", "time_unit": "ns"},
      {"name": "solver/tick/grid-5", "run_name": "solver/tick/grid-5", "run_type": "iteration",
       "error_occurred": true, "error_message": "v3 is NaN", "iterations": 0, "real_time": 0, "cpu_time": 0,
       "time_unit": "ns"}
    ]
  }
  """

@Test("Google Benchmark's JSON is read: units, counters, fits, failures, and numbers that are none")
func readsReport() throws {
  let report = try BenchmarkReport(json: Array(sample.utf8), file: "run.json")
  #expect(report.context == ["date": "2026-11-21", "machine": "x86_64-2-00000000"])
  #expect(report.rows.count == 5)
  #expect(report.rows[0].nanoseconds == 1500)
  #expect(report.rows[0].counters == ["allocations": 0, "constraints": 904])
  #expect(report.rows[2].aggregate == "cv" && report.rows[2].counters.isEmpty)
  #expect(report.rows[3].complexity == "N" && report.rows[3].coefficient == 1.6)
  #expect(report.rows[4].failure == "v3 is NaN")
}

@Test("A run adds the median processor time of its repetitions to a recording")
func addsRun() throws {
  var recording = Recording(machine: "m", revision: "r")
  recording.addRun(try BenchmarkReport(json: Array(sample.utf8), file: "run.json"))
  #expect(recording.cases["solver/tick/feed-20"]?.runs == [1900])
  #expect(recording.cases["solver/tick/grid-5"]?.failure == "v3 is NaN")
  recording.addInstructions(
    try BenchmarkReport(json: Array(sample.utf8), file: "run.json"), dumps: ["solver/tick/feed-20": 480_000])
  #expect(recording.cases["solver/tick/feed-20"]?.instructions == 2000)
}

@Test(
  "A broken report says where and what",
  arguments: [
    ("", .endsEarly),
    ("not JSON", .wrongFormat),
    (String(sample.dropLast(200)), .wrongFormat),
    ("[]", .wrongKind),
    ("{\"context\": {}}", .valueMissing),
    ("{\"context\": {}, \"benchmarks\": [{\"name\": 3}]}", .wrongKind),
    ("{\"context\": {}, \"benchmarks\": [{\"run_name\": \"a\"}]}", .valueMissing),
    ("{\"context\": {}, \"benchmarks\": [{\"name\": \"a\", \"cpu_time\": 1}]}", .valueMissing),
    (
      "{\"context\": {}, \"benchmarks\": [{\"name\": \"a\", \"real_time\": 1, \"cpu_time\": 1, \"time_unit\": \"h\"}]}",
      .wrongFormat
    ),
    ("{\"context\": {}, \"benchmarks\": [{\"name\": \"a\", \"run_type\": \"odd\"}]}", .wrongFormat),
    ("{\"context\": {}, \"benchmarks\": [{\"name\": \"\\", .wrongFormat),
  ] as [(String, MistakeCode)])
func brokenReport(text: String, code: MistakeCode) {
  let error = #expect(throws: TextError.self) { try BenchmarkReport(json: Array(text.utf8), file: "run.json") }
  #expect(error?.file == "run.json" && error?.code == code, "\(error?.description ?? "")")
}

@Test("A baseline's text reads back the same")
func baselineRoundTrip() throws {
  var recording = Recording(machine: "x86_64-2-00c0ffee", revision: "3f2a91c")
  recording.cases["solver/tick/feed-20"] = .init(
    counters: ["allocations": 0, "bytes-per-constraint": 155.25], instructions: 1234.5, runs: [1.5, 1e-3, 7])
  recording.cases["solver/build/grid-5"] = .init(failure: "v3 is wrong")
  #expect(try Recording(text: recording.text, file: "main.txt") == recording)
  #expect(recording.text.hasPrefix("benchmarks 2\nmachine x86_64-2-00c0ffee\nrevision 3f2a91c\ncase solver/build"))
}

@Test("A baseline that was cut or changed anywhere is told")
func damagedBaseline() throws {
  var recording = Recording(machine: "x86_64-2-00c0ffee", revision: "3f2a91c")
  recording.cases["solver/tick/feed-20"] = .init(counters: ["allocations": 0], instructions: 1234.5, runs: [1.5, 70])
  let bytes = Array(recording.text.utf8)
  for index in bytes.indices {
    var changed = bytes
    // The last bit of a digit makes another digit.
    changed[index] ^= 1
    #expect(throws: TextError.self, "byte \(index)") {
      try Recording(text: String(decoding: changed, as: UTF8.self), file: "a")
    }
    // The line break at the end says nothing.
    if index == bytes.count - 1 { continue }
    #expect(throws: TextError.self, "cut at \(index)") {
      try Recording(text: String(decoding: bytes[..<index], as: UTF8.self), file: "a")
    }
  }
}

@Test(
  "A broken baseline says in which line and what",
  arguments: [
    ("", 0, .endsEarly),
    ("scene 1\n", 1, .wrongFormat),
    ("benchmarks 3\n", 1, .wrongFormat),
    ("benchmarks 1\nmachine m\n", 0, .endsEarly),
    ("benchmarks 1\nmachine m\nrevision r\nruns 1 2\n", 4, .misplaced),
    ("benchmarks 1\nmachine m\nrevision r\ncase c\n  runs 1 x\n", 5, .notANumber),
    ("benchmarks 1\nmachine m\nrevision r\ncase c\n  instructions -5\n", 5, .outside),
    ("benchmarks 1\nmachine m\nrevision r\ncase c\n  runs 3 -1e-9\n", 5, .outside),
    ("benchmarks 1\nmachine m\nrevision r\ncase c\n  instructions nan\n", 5, .notANumber),
    ("benchmarks 1\nmachine m\nrevision r\ncase c\ncase c\n", 5, .existsAlready),
    ("benchmarks 1\nmachine m\nrevision r\ncase c\n  colour red\n", 5, .unknownWord),
    ("benchmarks 1\nmachine m\nrevision r\ncase c\n  counter pivots\n", 5, .unknownWord),
  ] as [(String, Int, MistakeCode)])
func brokenBaseline(text: String, line: Int, code: MistakeCode) {
  let error = #expect(throws: TextError.self) { try Recording(text: text, file: "a") }
  #expect(error?.file == "a" && error?.line == line && error?.code == code, "\(error?.description ?? "")")
}

@Test("A dump on request is read; the dump at the end of the process is not one")
func callgrindDump() {
  let text = """
    # callgrind format
    version: 1
    part: 2
    desc: I1 cache:
    desc: Trigger: Client Request: solver/tick/feed-20
    events: Ir
    fn=(1) x
    3 17
    totals: 965278
    """
  let dump = CallgrindDump(text: text)
  #expect(dump?.path == "solver/tick/feed-20" && dump?.instructions == 965_278)
  #expect(CallgrindDump(text: "desc: Trigger: Program termination\nsummary: 12\n") == nil)
  #expect(CallgrindDump(text: "") == nil)
}

@Test("The table holds engines side by side and fits growth")
func ratioTable() {
  var report = BenchmarkReport()
  for (size, own, peer) in [(100.0, 1000.0, 20_000.0), (1000, 10_000, 2_000_000)] {
    let name = "build/chain-\(Int(size))"
    report.rows.append(BenchmarkRow(path: "solver/\(name)", nanoseconds: own, counters: ["constraints": size]))
    report.rows.append(BenchmarkRow(path: "kiwi/\(name)", nanoseconds: peer, counters: ["constraints": size]))
  }
  report.rows.append(BenchmarkRow(path: "layout/tick/screens-3", nanoseconds: 500))
  report.rows.append(BenchmarkRow(path: "layout/build/chain-100", nanoseconds: 9000, counters: ["constraints": 90]))
  let table = RatioTable(report)
  #expect(table.lines[0].constraints == 100)
  #expect(table.text.components(separatedBy: "benchmark  ").count == 3, "families and screens apart")
  #expect(table.engines == ["solver", "kiwi", "layout"])
  #expect(table.growth.map { ($0.exponent * 1e6).rounded() / 1e6 } == [1, 2])
  #expect(table.text.contains("20 µs (20)") && table.text.contains("2 ms (200)"))
  #expect(RatioTable(BenchmarkReport()).text == "no measurements\n")
}

@Test("The machine's id is neutral and stays the same")
func machine() {
  #expect(Machine.identifier == Machine.identifier)
  #expect(Machine.identifier.wholeMatch(of: /(x86_64|arm64|other)-[0-9]+-[0-9a-f]{8}/) != nil)
}
