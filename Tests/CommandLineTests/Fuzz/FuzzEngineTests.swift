import Foundation
import Testing

/// Fuzzing somebody else's engine, from the library to the kept finding.
@Suite("fuzz --engine")
struct FuzzEngineTests {
  @Test(
    "What breaks an engine is found, made small, kept beside it, and judged again",
    .enabled(if: HostileEngine.hasCompiler))
  func fromLibraryToKeptFinding() throws {
    try Tool.inFolder { folder in
      // It reports nothing at all.
      let library = try HostileEngine(something: "").build(in: folder)
      let work = folder.appendingPathComponent("work").path
      let report = try report(on: library, seconds: 1, work: work)
      // It breaks more laws than one with the same document: they are one bug.
      let finding = try #require(
        report.findings.first { $0.laws.contains("solver.required-constraints-hold") })
      let law = finding.law
      #expect(finding.status == "new" && finding.constraints <= 1)
      #expect(finding.reproduce.hasSuffix("--engine \(library)"))

      let kept = try Tool.run(["keep", finding.id, "--as", "first", "--work", work])
      #expect(kept.status == 0 && kept.output.contains("layoutlab check \(work)/Scenes --engine \(library)"))
      #expect(FileManager.default.fileExists(atPath: "\(work)/Scenes/\(law)-first.solver"))
      let broken = try Tool.run(["check", "\(work)/Scenes", "--engine", library])
      #expect(broken.status == 1 && broken.output.contains("\(law) is broken"))
      let sound = try Tool.run(["check", "\(work)/Scenes"])
      #expect(sound.status == 0 && sound.output.contains("1 time a law judged, 0 times broken"))
    }
  }

  @Test(
    "What is kept before the repair is known until its law was seen to hold, and has returned after that",
    .enabled(if: HostileEngine.hasCompiler))
  func keptBeforeTheRepair() throws {
    try Tool.inFolder { folder in
      let work = folder.appendingPathComponent("work").path
      /// The same documents each time.
      func status(of fault: String) throws -> (String?, id: String?) {
        let library = try HostileEngine.planted(fault, in: folder)
        let run = try Tool.run([
          "fuzz", "FuzzSolver", "--engine", library, "--in-process", "--jobs", "1", "--executions", "1500", "--seed",
          "1", "--work", work, "--json",
        ])
        let first = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8)).findings.first
        return (first?.status, first?.id)
      }
      let (new, id) = try status(of: "negative_zero")
      #expect(new == "new")
      let kept = try Tool.run(["keep", try #require(id), "--as", "zeros", "--work", work])
      #expect(kept.status == 0, "\(kept.errors)")
      #expect(try status(of: "negative_zero").0 == "known")
      #expect(try status(of: "talkative").0 == nil)
      #expect(try status(of: "negative_zero").0 == "returned")
    }
  }

  @Test("A crash is a finding with a small document", .enabled(if: HostileEngine.hasCompiler))
  func crash() throws {
    try Tool.inFolder { folder in
      let engine = HostileEngine(
        something: "for (size_t i = 0; i < count; i++) if (edits[i].kind == LP_FORGET) abort()")
      let library = try engine.build(in: folder)
      let work = folder.appendingPathComponent("work").path
      let report = try report(on: library, seconds: 2, work: work)
      let crash = try #require(report.crashes.first)
      #expect(crash.kind == "crash" && crash.reproduced == 3)
      #expect(crash.reproduce == "layoutlab plugins check \(library) \(crash.file)")
      let script = try String(contentsOfFile: crash.file, encoding: .utf8)
      #expect(script.split(separator: "\n").count == 2, "\(script)")
    }
  }

  @Test("What an engine says by address is a finding, asked of new processes", .enabled(if: HostileEngine.hasCompiler))
  func byAddress() throws {
    try Tool.inFolder { folder in
      let engine = HostileEngine(something: "", report: "(double)((uintptr_t)&calls >> 12)")
      let library = try engine.build(in: folder)
      let work = folder.appendingPathComponent("work").path
      let report = try report(on: library, seconds: 2, work: work)
      let finding = try #require(report.findings.first { $0.law == "solver.answers-come-again-elsewhere" })
      let again = try Tool.run(finding.reproduce.split(separator: " ").dropFirst().map(String.init))
      #expect(again.status == 1)
    }
  }

  @Test(
    "A law that is named judges alone, and one that there is not is a mistake", .enabled(if: HostileEngine.hasCompiler))
  func oneLaw() throws {
    try Tool.inFolder { folder in
      let library = try HostileEngine(something: "").build(in: folder)
      let work = folder.appendingPathComponent("work").path
      let law = "solver.malformed-edit-is-a-fault"
      let report = try report(on: library, seconds: 1, work: work, ["--law", law])
      #expect(Set(report.findings.flatMap(\.laws)) == [law])
      let mistake = try Tool.run(["fuzz", "--law", "solver.malformed-edit-is-fault", "--time", "1"], in: folder)
      #expect(mistake.status == 64 && mistake.errors.contains(law), "\(mistake.errors)")
    }
  }

  @Test("A target that the engine cannot serve is a mistake")
  func noSampler() throws {
    let answer = try Tool.run(["fuzz", "FuzzTimeline", "--engine", "reference", "--time", "1"])
    #expect(answer.status == 65 && answer.errors.contains("FuzzSolver, FuzzLayout"))
  }

  private func report(on library: String, seconds: Int, work: String, _ more: [String] = []) throws -> Report {
    let fuzz = try Tool.run(
      [
        "fuzz", "FuzzSolver", "--engine", library, "--in-process", "--jobs", "1", "--time", "\(seconds)", "--seed", "1",
        "--work",
        work,
        "--json",
      ] + more)
    #expect(fuzz.status == 1)
    return try JSONDecoder().decode(Report.self, from: Data(fuzz.output.utf8))
  }

  private struct Report: Decodable {
    struct Finding: Decodable {
      var id, law, status, reproduce: String
      var laws: [String]
      var constraints: Int
    }
    struct Crash: Decodable {
      var kind, file, reproduce: String
      var reproduced: Int
    }
    var findings: [Finding]
    var crashes: [Crash]
  }
}
