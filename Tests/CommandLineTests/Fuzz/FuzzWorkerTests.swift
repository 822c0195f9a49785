import Foundation
import Testing

/// Runs that engines, other runs and the disk would end.
@Suite("fuzz: workers die, the run lives")
struct FuzzWorkerTests {
  private static let ways = [
    ("exits_at_once", "exit"), ("closes_descriptors", "descriptors"), ("stops_itself", "stop"),
    ("refused_memory", "memory"),
  ]

  @Test(
    "An engine that takes its process with it is a finding, and others go on to the end of the time",
    .enabled(if: HostileEngine.hasCompiler), arguments: ways)
  func losses(fault: String, kind: String) throws {
    try Tool.inFolder { folder in
      let library = try HostileEngine.planted(fault, in: folder)
      let answer = try Tool.run(arguments(on: library, folder) + ["--time", "2", "--json"])
      #expect(answer.status == 1)
      let report = try JSONDecoder().decode(Report.self, from: Data(answer.output.utf8))
      let crash = try #require(report.crashes.first { $0.kind == kind }, "\(answer.output)")
      #expect(FileManager.default.fileExists(atPath: crash.file))
      #expect(crash.count > 1 && report.targets[0].workersLost > 1)
      #expect(report.seconds >= 2 && report.executions > crash.count)
      let events = answer.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
      let times = events.compactMap { $0.firstMatch(of: #/"time":"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/#)?.output.1 }
      #expect(times.count == events.count && times == times.sorted())
      #expect(
        events.contains { $0.contains("\"event\":\"status\"") } && events.contains { $0.contains("\"event\":\"lost\"") }
      )
    }
  }

  @Test("A run has as many workers as the processors that it may use")
  func affinity() throws {
    try Tool.inFolder { folder in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments =
        ["taskset", "-c", "0", Tool.executable.path, "fuzz", "FuzzSolver", "--in-process", "--executions", "10"]
        + ["--work", folder.path, "--seed", "1"]
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
      try process.run()
      let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(output.contains("1 worker)"), "\(output)")
    }
  }

  @Test("What an engine says is no finding, however much it is", .enabled(if: HostileEngine.hasCompiler))
  func talkative() throws {
    try Tool.inFolder { folder in
      let library = try HostileEngine.planted("talkative", in: folder)
      let answer = try Tool.run(arguments(on: library, folder) + ["--time", "1", "--json"])
      let report = try JSONDecoder().decode(Report.self, from: Data(answer.output.utf8))
      #expect(answer.status == 0 && report.crashes.isEmpty && report.executions > 0)
      #expect(!answer.errors.contains("apply: "))
    }
  }

  @Test("SIGTERM ends a run with a summary that counts what waits, and a second run in its folder is refused")
  func endsAndGoesOn() throws {
    try Tool.inFolder { folder in
      let library = try HostileEngine.planted("fault_for_conflict", in: folder)
      let process = Process()
      process.executableURL = Tool.executable
      let results = folder.appendingPathComponent("results.json")
      process.arguments = arguments(on: library, folder) + ["--time", "60", "-o", results.path]
      let output = folder.appendingPathComponent("output")
      _ = FileManager.default.createFile(atPath: output.path, contents: nil)
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = FileHandle.nullDevice
      try process.run()
      let work = folder.appendingPathComponent("work/FuzzSolver")
      func findings() -> Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: work.appendingPathComponent("findings").path)) ?? [])
          .count
      }
      while process.isRunning, findings() == 0 { usleep(50_000) }
      let second = try Tool.run(arguments(on: library, folder) + ["--time", "1"])
      #expect(second.status == 65 && second.errors.contains("[folder-in-use]"), "\(second.errors)")

      process.terminate()
      process.waitUntilExit()
      #expect(process.terminationStatus == 1)
      let summary = try String(contentsOf: output, encoding: .utf8)
      #expect(summary.contains("(new)") && summary.contains("interrupted"))

      let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: results))
      let left = try FileManager.default.contentsOfDirectory(
        atPath: work.appendingPathComponent("violations").path)
      #expect(!left.isEmpty && report.waiting == report.targets[0].waiting)
      #expect(summary.contains("; \(report.waiting) "), "\(summary)")
    }
  }

  @Test(
    "A finding's document and its verdict speak of the same names, however often it is met",
    .enabled(if: HostileEngine.hasCompiler))
  func documentsAndVerdicts() throws {
    try Tool.inFolder { folder in
      // Wrong from the third variable on, whatever its place: documents that differ in names alone normalise to the same one.
      let library = try HostileEngine(something: "", report: "own->variable > 2 ? -1 : 0").build(in: folder)
      let answer = try Tool.run(arguments(on: library, folder) + ["--time", "2", "--json"])
      #expect(answer.status == 1)
      let found = folder.appendingPathComponent("work/FuzzSolver/findings")
      // What the run had begun to look at when its time was over waits for the next one, without a record.
      let ids = try FileManager.default.contentsOfDirectory(atPath: found.path).filter {
        FileManager.default.fileExists(atPath: found.path + "/\($0)/finding.json")
      }
      #expect(!ids.isEmpty)
      for id in ids {
        let own = found.appendingPathComponent(id)
        let record = try JSONDecoder().decode(
          Record.self, from: Data(contentsOf: own.appendingPathComponent("finding.json")))
        let page = try String(contentsOf: own.appendingPathComponent("verdict.txt"), encoding: .utf8)
        // The page says the deed first, and then which part of the contract it is about.
        let deed = record.detail.components(separatedBy: "]: ").last ?? record.detail
        #expect(page.contains(deed), "\(page)")
        let again = try Tool.run(
          ["check", "--law", record.law, own.appendingPathComponent("minimized.solver").path, "--engine", library])
        #expect(again.output.contains(record.detail), "\(record.detail) and \(again.output)")
      }
    }
  }

  @Test(
    "With -o a run tells people how it stands, and writes the results as JSON; a name that cannot be written ends it at once"
  )
  func outputFile() throws {
    try Tool.inFolder { folder in
      let command = ["fuzz", "FuzzSolver", "--in-process", "--executions", "20", "--work", folder.path + "/work"]
      let file = folder.appendingPathComponent("results.json")
      let answer = try Tool.run(command + ["-o", file.path])
      #expect(answer.status == 0 && answer.output.contains("20 executions"), "\(answer.output)\(answer.errors)")
      let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: file))
      #expect(report.executions == 20 && report.findings.isEmpty)

      let elsewhere = try Tool.run(command + ["-o", folder.path + "/none/results.json"])
      #expect(elsewhere.status == 65 && elsewhere.errors.contains("[file-unwritable]"), "\(elsewhere.errors)")
    }
  }

  @Test(
    "Two runs of one seed without guidance are the same run: so many inputs, the same buckets",
    .enabled(if: HostileEngine.hasCompiler), arguments: ["forgets_bounds", "exits_at_once"])
  func sameRun(fault: String) throws {
    try Tool.inFolder { folder in
      let library = try HostileEngine.planted(fault, in: folder)
      let runs = try (0..<2).map { _ in
        let answer = try Tool.run(
          arguments(on: library, folder) + ["--fresh", "--executions", "300", "--time", "1h", "--json"])
        #expect(answer.status == 1, "\(answer.errors)")
        return try JSONDecoder().decode(Report.self, from: Data(answer.output.utf8))
      }
      #expect(runs[0].executions == 300 && runs[1].executions == 300)
      #expect(!runs[0].findings.isEmpty || !runs[0].crashes.isEmpty)
      #expect(runs[0].findings == runs[1].findings)
      #expect(runs[0].crashes.map(\.kind) == runs[1].crashes.map(\.kind))
      #expect(runs[0].crashes.map(\.count) == runs[1].crashes.map(\.count))
    }
  }

  @Test("What a killed run has found is told by the next one", .enabled(if: HostileEngine.hasCompiler))
  func killed() throws {
    try Tool.inFolder { folder in
      let library = try HostileEngine.planted("fault_for_conflict", in: folder)
      let process = Process()
      process.executableURL = Tool.executable
      process.arguments = arguments(on: library, folder) + ["--time", "60"]
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      try process.run()
      let found = folder.appendingPathComponent("work/FuzzSolver/findings")
      while process.isRunning, ((try? FileManager.default.contentsOfDirectory(atPath: found.path)) ?? []).isEmpty {
        usleep(50_000)
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let ids = try FileManager.default.contentsOfDirectory(atPath: found.path)
      let next = try Tool.run(arguments(on: library, folder) + ["--time", "1", "--json"])
      #expect(next.status == 1)
      for id in ids { #expect(next.output.contains("\"id\" : \"\(id)\""), "\(id)") }
    }
  }

  @Test(
    "A disk without room is told with the file, and what was found before stays",
    .enabled(if: HostileEngine.hasCompiler))
  func fullDisk() throws {
    try Tool.inFolder { folder in
      let library = try HostileEngine(something: "").build(in: folder)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      // A file may have so many times 1024 bytes.
      let command = ([Tool.executable.path] + arguments(on: library, folder) + ["--time", "20"]).joined(separator: " ")
      process.arguments = ["-c", "ulimit -f 4; exec \(command)"]
      let errors = folder.appendingPathComponent("errors")
      _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, pipe)
      try process.run()
      let told = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 65)
      #expect(told.contains("run.json: ") && told.contains("[file-unwritable]"), "\(told)")
      let kept = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("work/FuzzSolver/findings").path)
      #expect(!kept.isEmpty)
    }
  }

  private func arguments(on library: String, _ folder: URL) -> [String] {
    let work = folder.appendingPathComponent("work").path
    return ["fuzz", "FuzzSolver", "--engine", library, "--in-process", "--seed", "1", "--work", work, "--jobs", "2"]
  }

  private struct Record: Decodable {
    var law, detail: String
  }

  private struct Report: Decodable {
    struct Crash: Decodable {
      var kind, file: String
      var count: Int
    }
    struct Target: Decodable {
      var workersLost, waiting: Int
    }
    struct Bucket: Decodable, Equatable {
      var id: String
      var laws: [String]
      var others: Set<String>
    }
    var findings: [Bucket]
    var crashes: [Crash]
    var targets: [Target]
    var executions, waiting: Int
    var seconds: Double
  }
}
