import Foundation
import Testing

@Suite("plugins check")
struct PluginsCheckTests {
  @Test(
    "Laws that one bug breaks are told together; a law that is named judges alone, and one may be left out",
    .enabled(if: HostileEngine.hasCompiler))
  func bucketsAndChoice() throws {
    try Tool.inFolder { folder in
      // It reports nothing at all.
      let library = try HostileEngine(something: "").build(in: folder)
      func rows(_ arguments: [String]) throws -> [Row] {
        let answer = try Tool.run(["plugins", "check", library, "--scripts", "40", "--json"] + arguments)
        #expect(answer.status == 1, "\(answer.errors)")
        return try JSONDecoder().decode(Record.self, from: Data(answer.output.utf8)).laws
      }
      let all = try rows([])
      let reasons = Set(all.compactMap(\.undecided))
      #expect(reasons.contains("not-claimed") && all.allSatisfy { $0.undecided == nil || $0.verdict == "undecided" })
      let broken = all.filter { $0.verdict == "broken" }
      let heads = broken.filter { $0.bucket == nil }.map(\.law)
      #expect(broken.count >= 4 && heads.count < broken.count, "\(broken)")
      #expect(broken.compactMap(\.bucket).allSatisfy(heads.contains))
      let law = "solver.required-constraints-hold"
      #expect(try rows(["--law", law]).map(\.law) == [law])
      #expect(try rows(["--without-law", law]).allSatisfy { $0.law != law })
      let mistake = try Tool.run(["plugins", "check", library, "--law", "solver.required-constraint-holds"])
      #expect(mistake.status == 64 && mistake.errors.contains(law), "\(mistake.errors)")
    }
  }

  private struct Record: Decodable { var laws: [Row] }
  private struct Row: Decodable {
    var law, verdict: String
    var bucket, undecided: String?
  }

  private func check(doing something: String, _ options: [String] = []) throws -> Tool.Answer {
    try Tool.inFolder { folder in
      let library = try HostileEngine(something: something).build(in: folder)
      return try Tool.run(["plugins", "check", library, "--scripts", "40"] + options)
    }
  }

  @Test(
    "What an engine writes to its streams is not taken for the answer, however much it is",
    .enabled(if: HostileEngine.hasCompiler))
  func loggingEngine() throws {
    let answer = try check(
      doing: "if (calls == 30) for (int i = 0; i < 200000; i++) { printf(\"out\\n\"); fprintf(stderr, \"line\\n\"); }",
      ["--json"])
    #expect(answer.status == 1)
    #expect(answer.verdicts["solver.required-constraints-hold"] == "broken")
    #expect(!answer.output.contains("out\n") && answer.errors.contains("line\n"))
    #expect(answer.errors.utf8.count < 100_000)
  }

  @Test(
    "An engine that ends the process, crashes or hangs is told, with the script that was played",
    .enabled(if: HostileEngine.hasCompiler),
    arguments: [
      "exit(0)", "exit(3)", "abort()", "for (;;) pause()", "for (;;) memset(malloc(1 << 28), 1, 1 << 28)",
    ])
  func vanishingEngine(something: String) throws {
    let answer = try check(doing: "if (calls == 30) \(something)", ["--time", "5"])
    #expect(answer.status == 1)
    #expect(answer.output.contains("plugin.answers ") && answer.output.contains("    solver 1\n"))
  }

  @Test(
    "A slow engine that asks its host gives up in time, and is not taken for one that hangs; its log is shown, bounded",
    .enabled(if: HostileEngine.hasCompiler))
  func cancelledEngine() throws {
    let answer = try check(
      doing: """
        for (int i = 0; i < 200; i++) host->log(host->context, LP_WARNING, "slow\\nand steady");
        while (!host->is_cancelled(host->context)) usleep(1000);
        return LP_CANCELLED
        """,
      ["--time", "1", "--budget", "4", "--law", "solver.required-constraints-hold", "--json"])
    #expect(answer.verdicts["plugin.answers"] != "broken" && answer.status != 1, "\(answer.output)")
    #expect(answer.errors.components(separatedBy: "hostile: warning: slow and steady").count == 101, "\(answer.errors)")
  }

  @Test("What crashes an engine is made small, saved, and crashes it again", .enabled(if: HostileEngine.hasCompiler))
  func smallCrash() throws {
    try Tool.inFolder { folder in
      let engine = HostileEngine(something: "for (size_t i = 0; i < count; i++) if (edits[i].term_count == 3) abort()")
      let library = try engine.build(in: folder)
      let saved = folder.appendingPathComponent("Broken")
      let answer = try Tool.run(["plugins", "check", library, "--scripts", "40", "--save", saved.path])
      #expect(answer.status == 1)
      let file = saved.appendingPathComponent("plugin.answers.solver")
      let script = try String(contentsOf: file, encoding: .utf8)
      #expect(script.components(separatedBy: "add ").count == 2, "\(script)")
      #expect(answer.output.contains("layoutlab plugins check \(library) \(file.path)"))
      let again = try Tool.run(["plugins", "check", library, file.path, "--json"])
      #expect(again.status == 1 && again.verdicts["plugin.answers"] == "broken")
      let sound = try Tool.run(["plugins", "check", "layoutlab", file.path])
      #expect(sound.status == 0 && sound.output.contains("1 files"))
    }
  }

  @Test("An engine of ABI 1 passes the laws that it passed", .enabled(if: HostileEngine.hasCompiler))
  func oldEngine() throws {
    let file = Tool.root.appendingPathComponent("Tests/OldEngines/simple.c")
    let source = try String(contentsOf: file, encoding: .utf8)
    try Tool.inFolder { folder in
      let library = try HostileEngine.compile(source, in: folder, options: ["-DLAYOUT_PLUGIN_ABI=1"])
      let answer = try Tool.run(["plugins", "check", library, "--scripts", "40", "--json"])
      #expect(answer.status == 0, "\(answer.output)")
      #expect(!answer.verdicts.values.contains("broken") && answer.verdicts["solver.answers-fit-the-room"] == "holds")
    }
  }

  @Test("The guide's engine in C passes the laws that the guide teaches", .enabled(if: HostileEngine.hasCompiler))
  func guideEngine() throws {
    let guide = try String(contentsOf: Tool.root.appendingPathComponent("Guides/plugins.md"), encoding: .utf8)
    let source = try #require(guide.components(separatedBy: "```c\n").last?.components(separatedBy: "```").first)
    try Tool.inFolder { folder in
      let library = try HostileEngine.compile(source, in: folder)
      let answer = try Tool.run(["plugins", "check", library, "--scripts", "40", "--json"])
      #expect(answer.status == 0, "\(answer.output)")
      #expect(!answer.verdicts.values.contains("broken") && answer.verdicts["solver.tiers-are-optimal"] == "holds")
    }
  }

  @Test(
    "What an engine says by address, by what fresh memory holds, or by its process is seen in other processes",
    .enabled(if: HostileEngine.hasCompiler),
    arguments: [
      "(double)((uintptr_t)&calls >> 12 & 1023)", "((unsigned char *)malloc(40))[20]", "(double)getpid()",
      "getenv(\"LAYOUTLAB_PADDING\") ? (abort(), 1) : 0",
    ])
  func otherElsewhere(report: String) throws {
    try Tool.inFolder { folder in
      let law = "solver.answers-come-again-elsewhere"
      let library = try HostileEngine(something: "", report: report).build(in: folder)
      let saved = folder.appendingPathComponent("Broken")
      let answer = try Tool.run(["plugins", "check", library, "--scripts", "20", "--save", saved.path])
      #expect(answer.status == 1 && answer.output.contains("\(law) is broken"))
      let again = try Tool.run(["check", "--law", law, "\(saved.path)/\(law).solver", "--engine", library])
      #expect(again.status == 1 && again.output.contains("\(law) is broken"), "\(again)")
    }
  }

  @Test("A law that the engine claims and that no document could judge is undecided")
  func tooFewDocuments() throws {
    let answer = try Tool.run(["plugins", "check", "layoutlab", "--scripts", "1"])
    #expect(answer.status == 3 && answer.output.contains("undecided"))
  }

  @Test("A library that ends the process while it is loaded is a mistake, too", .enabled(if: HostileEngine.hasCompiler))
  func hostileLoading() throws {
    try Tool.inFolder { folder in
      let (file, library) = (folder.appendingPathComponent("a.c"), folder.appendingPathComponent("a.so"))
      try Data("#include <stdlib.h>\n__attribute__((constructor)) static void load(void) { exit(0); }\n".utf8)
        .write(to: file)
      let compiler = try Process.run(
        URL(fileURLWithPath: "/usr/bin/env"), arguments: ["cc", "-shared", "-fPIC", file.path, "-o", library.path])
      compiler.waitUntilExit()
      let answer = try Tool.run(["plugins", "list", library.path])
      #expect(answer.status == 65 && answer.errors.contains("[engine-unsuitable]"))
      let fuzz = try Tool.run(["fuzz", "--engine", library.path, "--time", "1"])
      #expect(fuzz.status == 65)
    }
  }

  @Test("An engine that is built to guide libFuzzer can be loaded", .enabled(if: HostileEngine.hasCompiler))
  func guidingEngine() throws {
    try Tool.inFolder { folder in
      let callbacks = """
        extern void __sanitizer_cov_8bit_counters_init(char *, char *), __sanitizer_cov_pcs_init(const long *, const long *);
        __attribute__((constructor)) static void begin(void) {
          __sanitizer_cov_8bit_counters_init(0, 0);
          __sanitizer_cov_pcs_init(0, 0);
        }
        """
      let library = try HostileEngine(something: "").build(in: folder, after: callbacks)
      let answer = try Tool.run(["plugins", "list", library])
      #expect(answer.status == 0 && answer.output.contains("hostile 1  solver"), "\(answer)")
    }
  }

  @Test("Commands that are printed can be pasted, whatever the names of files", .enabled(if: HostileEngine.hasCompiler))
  func pastedCommands() throws {
    try Tool.inFolder { folder in
      let odd = folder.appendingPathComponent("it's a folder")
      try FileManager.default.createDirectory(at: odd, withIntermediateDirectories: false)
      let library = try HostileEngine(something: "").build(in: odd)
      let saved = odd.appendingPathComponent("Broken")
      let answer = try Tool.run(["plugins", "check", library, "--scripts", "20", "--save", saved.path])
      func quoted(_ path: String) -> String { "'" + path.replacing("'", with: "'\\''") + "'" }
      let law = "solver.required-constraints-hold"
      #expect(
        answer.output.contains(
          "Reproduce:  layoutlab plugins check \(quoted(library)) \(quoted("\(saved.path)/\(law).solver"))"),
        "\(answer.output)")
      let check = try Tool.run(["check", "\(saved.path)/\(law).solver", "--engine", library])
      #expect(
        check.status == 1
          && check.output.contains(
            "layoutlab shrink --law \(law) \(quoted("\(saved.path)/\(law).solver")) --engine \(quoted(library))"),
        "\(check.output)")
    }
  }

  @Test(
    "One value that is no number breaks one law, and the words are the host's", .enabled(if: HostileEngine.hasCompiler))
  func oneMistake() throws {
    try Tool.inFolder { folder in
      let library = try HostileEngine.planted("not_finite", in: folder)
      let answer = try Tool.run(["plugins", "check", library, "--scripts", "40", "--json"])
      #expect(answer.verdicts["solver.answers-keep-the-contract"] == "broken", "\(answer.output)")
      for law in [
        "required-constraints-hold", "answers-fit-the-edits", "changes-are-reported-exactly", "tiers-are-optimal",
      ] {
        #expect(answer.verdicts["solver.\(law)"] != "broken", "\(answer.output)")
      }
      #expect(
        answer.output.contains(
          "[value-not-finite]: not_finite: solver_changes reported v"))
    }
  }

  @Test(
    "What is written beyond its room or lost for want of it is found", .enabled(if: HostileEngine.hasCompiler),
    arguments: ["ignores_capacity", "loses_changes", "conflict_overflow"])
  func littleRoom(fault: String) throws {
    try Tool.inFolder { folder in
      let library = try HostileEngine.planted(fault, in: folder)
      let (law, saved) = ("solver.answers-fit-the-room", folder.appendingPathComponent("Broken"))
      let answer = try Tool.run(["plugins", "check", library, "--scripts", "40", "--time", "300", "--save", saved.path])
      #expect(answer.status == 1 && answer.output.contains("\(law) is broken"), "\(answer.output)")
      let again = try Tool.run(["check", "--law", law, "\(saved.path)/\(law).solver", "--engine", library])
      #expect(again.status == 1 && again.output.contains("\(law) is broken"), "\(again)")
    }
  }

  @Test("A hang is made small, though each takes all of the patience", .enabled(if: HostileEngine.hasCompiler))
  func smallHang() throws {
    try Tool.inFolder { folder in
      let engine = HostileEngine(
        something: "for (size_t i = 0; i < count; i++) if (edits[i].term_count == 3) for (;;) pause()")
      let library = try engine.build(in: folder)
      let answer = try Tool.run(["plugins", "check", library, "--scripts", "40", "--time", "5", "--json"])
      struct Record: Decodable { var laws: [Row] }
      struct Row: Decodable { var law: String, document: String?, detail: String? }
      let rows = try JSONDecoder().decode(Record.self, from: Data(answer.output.utf8)).laws
      let row = try #require(rows.first { $0.law == "plugin.answers" })
      #expect(answer.status == 1)
      #expect(row.document?.components(separatedBy: "add ").count == 2 || row.detail?.contains("cut off") == true)
    }
  }

  @Test("A folder, and a library that offers nothing, are told as such", .enabled(if: HostileEngine.hasCompiler))
  func nothingThere() throws {
    try Tool.inFolder { folder in
      let library = try HostileEngine.compile(
        """
        #include "layout_plugin.h"
        static const lp_plugin table = {.abi = 2, .struct_size = sizeof(lp_plugin), .name = "empty", .version = "1"};
        const lp_plugin *layout_plugin_entry(uint32_t abi) { (void)abi; return &table; }
        """, in: folder)
      #expect(try Tool.run(["plugins", "list", library]).output.contains("empty 1  "))
      let answer = try Tool.run(["plugins", "check", "layoutlab", folder.path])
      #expect(answer.status == 65 && answer.errors.contains("[file-unreadable]"))
    }
  }

  @Test("A library that cannot be loaded is a mistake")
  func missingLibrary() throws {
    let answer = try Tool.run(["plugins", "check", "./no-such-library.so"])
    #expect(answer.status == 65 && answer.errors.contains("no-such-library.so"))
  }
}
