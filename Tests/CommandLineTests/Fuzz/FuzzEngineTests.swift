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
      #expect(broken.status == 1 && broken.output.contains("law: \(law) "))
      let sound = try Tool.run(["check", "\(work)/Scenes", "--json"])
      #expect(sound.status == 0 && sound.verdicts == [law: "holds"])
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

  @Test(
    "What is accepted for a reason is known, and its reason stands in the list",
    .enabled(if: HostileEngine.hasCompiler))
  func accepted() throws {
    try Tool.inFolder { folder in
      let work = folder.appendingPathComponent("work").path
      let library = try HostileEngine.planted("negative_zero", in: folder)
      let arguments = [
        "fuzz", "FuzzSolver", "--engine", library, "--in-process", "--jobs", "1", "--executions", "1500", "--seed", "1",
        "--work", work, "--json",
      ]
      let found = try JSONDecoder().decode(Report.self, from: Data(Tool.run(arguments).output.utf8)).findings
      #expect(!found.isEmpty)
      for finding in found {
        let without = try Tool.run(["accept", finding.id, "--work", work])
        #expect(without.status == 64 && without.errors.contains("--reason"))
        let answer = try Tool.run(["accept", finding.id, "--work", work, "--reason", "zeros are signed here"])
        #expect(answer.status == 0 && answer.output.contains("zeros are signed here"), "\(answer.errors)")
      }
      let list = try String(contentsOfFile: "\(work)/known-findings.json", encoding: .utf8)
      #expect(list.contains("\"open\"") && list.contains("zeros are signed here"))
      let again = try Tool.run(arguments)
      #expect(again.status == 0 && again.output.contains("\"known\""), "\(again.output)")
      let none = try Tool.run(["accept", "abc12", "--work", work, "--reason", "there is none"])
      #expect(none.status == 65 && none.errors.contains("abc12") && none.errors.contains("[unknown-name]"))
    }
  }

  @Test(
    "A finding says first what the engine did, then which law that breaks, with the engine's own words",
    .enabled(if: HostileEngine.hasCompiler))
  func headline() throws {
    try Tool.inFolder { folder in
      func headlines(_ fault: String) throws -> [String] {
        let library = try HostileEngine.planted(fault, in: folder)
        let answer = try Tool.run([
          "fuzz", "FuzzSolver", "--engine", library, "--in-process", "--jobs", "1", "--executions", "3000", "--seed",
          "1",
          "--work", folder.appendingPathComponent(fault).path,
        ])
        #expect(answer.status == 1)
        return answer.output.components(separatedBy: "\n\n")
      }
      let refusal = try headlines("partial_refusal")
      #expect(
        refusal.contains { !$0.hasPrefix("solver.") && $0.contains("\n  solver.") }, "\(refusal)")
      let fault = try headlines("fault_for_conflict")
      #expect(fault.contains { $0.contains("\n  The engine's words ") }, "\(fault)")
      let violation = try headlines("not_finite")
      #expect(violation.contains { $0.contains("(rule 8)") }, "\(violation)")
    }
  }

  @Test(
    "An engine with an address sanitizer is fuzzed, and says where it read too far",
    .enabled(if: HostileEngine.addressSanitizer != nil))
  func addressSanitizer() throws {
    try Tool.inFolder { folder in
      let engine = HostileEngine(
        something: "char *room = malloc(8); memset(room, 0, 8); if (count > 2) calls += room[count + 6]; free(room)")
      let library = try engine.build(in: folder, options: ["-fsanitize=address", "-O0", "-g"])
      let answer = try Tool.run(
        [
          "fuzz", "FuzzSolver", "--engine", library, "--in-process", "--jobs", "1", "--time", "3", "--seed", "1",
          "--work", folder.appendingPathComponent("work").path, "--json",
        ],
        environment: ["LD_PRELOAD": HostileEngine.addressSanitizer!, "ASAN_OPTIONS": "detect_leaks=0"])
      #expect(answer.status == 1, "\(answer.errors)")
      let report = try JSONDecoder().decode(Report.self, from: Data(answer.output.utf8))
      #expect(report.crashes.contains { $0.kind == "crash" && $0.output.contains("heap-buffer-overflow") })
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
      let law = "solver.answers-come-again-elsewhere"
      let report = try report(on: library, seconds: 60, work: work, ["--law", law, "--executions", "20"])
      let finding = try #require(report.findings.first { $0.law == law })
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
      let others = try self.report(on: library, seconds: 1, work: work + "2", ["--without-law", law])
      #expect(!others.findings.isEmpty && others.findings.allSatisfy { !$0.laws.contains(law) })
      let mistake = try Tool.run(["fuzz", "--law", "solver.malformed-edit-is-fault", "--time", "1"], in: folder)
      #expect(mistake.status == 64 && mistake.errors.contains(law), "\(mistake.errors)")
    }
  }

  @Test("A target that the engine cannot serve is a mistake")
  func noSampler() throws {
    let answer = try Tool.run(["fuzz", "FuzzTimeline", "--engine", "reference", "--time", "1"])
    #expect(answer.status == 65 && answer.errors.contains("[engine-unsuitable]"))
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
      var kind, file, reproduce, output: String
      var reproduced: Int
    }
    var findings: [Finding]
    var crashes: [Crash]
  }
}
