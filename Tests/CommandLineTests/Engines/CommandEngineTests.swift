import Foundation
import LibC
import Testing

/// Engines that are commands and answer lines.
@Suite("--engine cmd:")
struct CommandEngineTests {
  private static let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  /// An engine that answers frames of nothing, with one thing that it does at one message.
  private static func script(_ mode: String, at message: String, marker: String) -> String {
    """
    import json, os, subprocess, sys, time
    # \(marker)
    views, claims = [], ["edges", "sizes", "inequalities", "step.constant", "step.resize"]
    def hostile(mode):
        out = sys.stdout
        if mode == "silent": time.sleep(1000)
        if mode == "half": out.write('{"frames":'); out.flush(); time.sleep(1000)
        if mode == "exit-half": out.write('{"frames":'); out.flush(); os._exit(0)
        if mode == "flood":
            while True: out.write("x" * 65536)
        if mode == "lines":
            for _ in range(100): out.write('{"frames":{}}\\n')
            out.flush()
        if mode == "huge": out.write('{"frames":{"1":[' + "1" * (20 << 20) + ']}}\\n'); out.flush()
        if mode == "wrong": out.write("frames: none\\n"); out.flush()
        if mode == "deep": out.write("[" * 100000 + "\\n"); out.flush()
        if mode == "nan": out.write('{"frames":{"1":[NaN,0,0,0],"2":[0,0,Infinity,0]}}\\n'); out.flush()
        if mode == "exit": os._exit(3)
        if mode == "abort": os.abort()
        if mode == "leave":
            print(json.dumps({"frames": {str(view["id"]): [0, 0, 0, 0] for view in request["open"]["views"]}}), flush=True)
            os._exit(5)
        if mode == "close": os.close(1); time.sleep(1000)
        if mode == "memory":
            kept = []
            while True: kept.append(bytearray(64 << 20))
        if mode == "slow": time.sleep(0.2)
        if mode == "errors": sys.stderr.write("first words" + "e" * (4 << 20) + "last words"); sys.stderr.flush()
        if mode == "child":
            subprocess.Popen(["sleep", "1000"], start_new_session=True, stdin=subprocess.DEVNULL)
            subprocess.Popen(["sh", "-c", "trap '' TERM HUP; sleep 1000 # \(marker)"])
    number = 0
    for line in sys.stdin:
        request, number = json.loads(line), number + 1
        kind = next(iter(request))
        if kind == "\(message)" and "\(mode)" not in ("none",):
            hostile("\(mode)")
            if "\(mode)" not in ("child", "slow", "errors"): continue
        if kind == "hello":
            print(json.dumps({"engine": "hostile", "version": "1", "kind": "layout", "claims": claims}), flush=True)
            continue
        if kind == "open": views = [view["id"] for view in request["open"]["views"]]
        print(json.dumps({"frames": {str(view): [0, 0, 0, 0] for view in views}}), flush=True)
    """
  }

  private struct Run {
    var answer: Tool.Answer
    var seconds: Double
    /// Processes of the engine that are still there.
    var left: [String]
  }

  private func run(_ mode: String, at message: String, _ verb: [String]) throws -> Run {
    try Tool.inFolder { folder in
      let marker = "engine-\(UUID().uuidString)"
      let file = folder.appending(path: "\(marker).py")
      try CommandEngineTests.script(mode, at: message, marker: marker).write(
        to: file, atomically: true, encoding: .utf8)
      let start = ContinuousClock.now
      let answer = try Tool.run(verb.map { $0.replacing("ENGINE", with: "cmd:python3 \(file.path)") }, in: folder)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      // A keeper has half a second for a command that does not end by itself, and a busy machine takes its time.
      let end = ContinuousClock.now + .seconds(10)
      var left: [String] = []
      repeat {
        usleep(300_000)
        left = CommandEngineTests.processes(naming: marker)
      } while !left.isEmpty && ContinuousClock.now < end
      return Run(answer: answer, seconds: seconds, left: left)
    }
  }

  private static func processes(naming marker: String) -> [String] {
    let ids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
    return ids.filter { $0 != getpid() }.compactMap { id in
      guard let bytes = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.contains(marker) ? text : nil
    }
  }

  @Test(
    "A hostile process is a finding, and nothing of it is left", .enabled(if: hasPython),
    arguments: [
      "silent", "half", "exit-half", "flood", "lines", "huge", "wrong", "deep", "nan", "exit", "abort", "close",
      "memory",
      "child",
    ], ["open", "edit"])
  func hostile(mode: String, message: String) throws {
    let run = try run(
      mode, at: message,
      ["plugins", "check", "ENGINE", "--scripts", "3", "--time", "2", "--law", "frames.engine-answers"])
    // Children that are left behind are no violation, as long as the process answers.
    #expect(run.answer.status == (mode == "child" ? 0 : 1), "\(run.answer.output)\n\(run.answer.errors)")
    #expect(run.answer.output.contains(" is broken") == (mode != "child"))
    #expect(run.left.isEmpty)
  }

  @Test(
    "Of what a process writes to its standard error, the beginning and the end are passed on, and how much was cut",
    .enabled(if: hasPython), arguments: [["plugins", "check"], ["check"]])
  func floodOfErrors(verb: [String]) throws {
    try Tool.inFolder { folder in
      let scene = folder.appending(path: "a.scene")
      try "scene 1\nview a in root\n".write(to: scene, atomically: true, encoding: .utf8)
      let law = ["--law", "frames.engine-answers"]
      let command = verb.count == 2 ? verb + ["ENGINE"] + law : verb + law + [scene.path, "--engine", "ENGINE"]
      let run = try run("errors", at: "open", command + (verb.count == 2 ? ["--scripts", "3"] : []))
      #expect(run.answer.status == 0, "\(run.answer.output)")
      #expect(run.answer.errors.utf8.count < 100_000, "\(run.answer.errors.utf8.count)")
      #expect(run.answer.errors.hasPrefix("first words") && run.answer.errors.contains("elast words"))
      let cut = run.answer.errors.firstMatch(of: #/… (\d+) bytes of what the engine wrote/#).flatMap {
        Int($0.output.1)
      }
      #expect((cut ?? 0) > 4_000_000)
      #expect(run.left.isEmpty)
    }
  }

  @Test("A slow process is told as slow, and is no finding, however long a document takes", .enabled(if: hasPython))
  func slow() throws {
    let run = try run(
      "slow", at: "edit",
      ["plugins", "check", "ENGINE", "--scripts", "400", "--time", "1", "--budget", "5"]
        + ["--law", "frames.engine-answers", "--law", "frames.there-and-back"])
    #expect(!run.answer.output.contains(" is broken"), "\(run.answer.output)\n\(run.answer.errors)")
    #expect(run.answer.output.contains("too slow: ") && run.answer.output.contains(" 400 "), "\(run.answer.output)")
    #expect([0, 3].contains(run.answer.status) && run.seconds < 60)
    #expect(run.left.isEmpty)
  }

  @Test("A process that had a fault is not asked again, and memory is filled", .enabled(if: hasPython))
  func fault() throws {
    try Tool.inFolder { folder in
      let text = """
        import json, os, sys
        has_fault = False
        for line in sys.stdin:
            request = json.loads(line)
            if has_fault: open("asked-again", "w").close()
            if "hello" in request:
                answer = {"engine": "faulty", "version": os.environ.get("MALLOC_PERTURB_", "none"), "kind": "layout",
                          "claims": ["edges", "sizes", "step.constant", "step.resize", "step.add"]}
            elif "open" in request:
                answer = {"frames": {str(view["id"]): [0, 0, 0, 0] for view in request["open"]["views"]}}
            else:
                answer, has_fault = {"fault": "out of luck"}, True
            print(json.dumps(answer), flush=True)
        """
      try text.write(to: folder.appending(path: "faulty.py"), atomically: true, encoding: .utf8)
      let check = ["plugins", "check", "cmd:python3 faulty.py", "--scripts", "40", "--law", "frames.engine-answers"]
      let answer = try Tool.run(check, in: folder)
      #expect(answer.status == 1, "\(answer.output)\(answer.errors)")
      #expect(answer.output.contains("[engine-fault]: out of luck"), "\(answer.output)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "asked-again").path))
      let list = try Tool.run(["plugins", "list", "cmd:python3 faulty.py"], in: folder)
      #expect(list.output.contains("faulty 90"), "\(list.output)\(list.errors)")
    }
  }

  @Test("A solver may name the rows of a conflict in any order", .enabled(if: hasPython))
  func conflictInAnyOrder() throws {
    try Tool.inFolder { folder in
      let text = """
        import json, sys
        for line in sys.stdin:
            request = json.loads(line)
            if "hello" in request:
                answer = {"engine": "refuser", "version": "1", "kind": "solver", "claims": ["conflicts"]}
            else:
                answer = {"changes": {}} if "open" in request else {"conflict": [2, 1]}
            print(json.dumps(answer), flush=True)
        """
      try text.write(to: folder.appending(path: "refuser.py"), atomically: true, encoding: .utf8)
      try "solver 1\napply: add c1: v1 = 1 @1000; add c2: v1 = 2 @1000\n"
        .write(to: folder.appending(path: "two.solver"), atomically: true, encoding: .utf8)
      let law = "solver.conflict-set-is-irreducible"
      let answer = try Tool.run(
        ["plugins", "check", "cmd:python3 refuser.py", "two.solver", "--law", law], in: folder)
      #expect(answer.status == 0 && answer.output.contains(law), "\(answer.output)\(answer.errors)")
    }
  }

  @Test(
    "A process that ends after an answer is told by its own end, not by the pipe that broke", .enabled(if: hasPython))
  func leaving() throws {
    let run = try run(
      "leave", at: "open",
      ["plugins", "check", "ENGINE", "--scripts", "3", "--time", "5", "--law", "frames.engine-answers"])
    #expect(run.answer.status == 1, "\(run.answer.output)\n\(run.answer.errors)")
    #expect(
      run.answer.output.contains("exit status 5") && !run.answer.output.contains("signal 13"), "\(run.answer.output)")
    #expect(run.left.isEmpty)
  }

  @Test(
    "A process that does not say hello is refused as no engine", .enabled(if: hasPython),
    arguments: ["half", "exit-half", "lines", "huge", "wrong", "nan", "exit", "abort", "close", "silent"])
  func noHello(mode: String) throws {
    let run = try run(mode, at: "hello", ["plugins", "check", "ENGINE", "--scripts", "2", "--time", "2"])
    #expect([1, 65].contains(run.answer.status), "\(run.answer.status) \(run.answer.output) \(run.answer.errors)")
    #expect(run.left.isEmpty)
  }

  @Test("Our kernel behind the protocol breaks no law", arguments: ["layoutlab engine", "layoutlab engine --solver"])
  func ours(command: String) throws {
    let command = command.replacing("layoutlab", with: Tool.executable.path)
    let answer = try Tool.run(["plugins", "check", "cmd:\(command)", "--scripts", "40"])
    #expect([0, 3].contains(answer.status), "\(answer.output)\n\(answer.errors)")
    #expect(!answer.output.contains(" is broken"))
  }

  @Test("A finding of a command is not replayed from its record: no file starts a command", .enabled(if: hasPython))
  func noFileStartsACommand() throws {
    try Tool.inFolder { folder in
      let file = folder.appending(path: "engine.py")
      try CommandEngineTests.script("none", at: "", marker: "plain").write(to: file, atomically: true, encoding: .utf8)
      let command = "cmd:touch \(folder.path)/started; exec python3 \(file.path)"
      let fuzz = ["fuzz", "--engine", command, "--time", "5", "--jobs", "1", "--work", "found", "--json"]
      let found = try Tool.run(fuzz, in: folder)
      #expect(found.status == 1, "\(found.errors)")
      let findings = folder.appending(path: "found/FuzzFrames/findings")
      let id = try #require(try FileManager.default.contentsOfDirectory(atPath: findings.path).sorted().first)
      for name in ["minimized.jsonl", "finding.txt", "minimized.scene"] {
        #expect(FileManager.default.fileExists(atPath: findings.appending(path: "\(id)/\(name)").path), "\(name)")
      }
      try FileManager.default.removeItem(at: folder.appending(path: "started"))
      let kept = try Tool.run(["keep", id, "--work", "found"], in: folder)
      #expect(kept.status == 0, "\(kept.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "started").path))
    }
  }
}

/// The guide to a first engine, done as it says.
@Suite("Guides/first-engine.md")
struct FirstEngineGuideTests {
  @Test("The engine of the guide breaks no law, and with the planted bug it is found, small")
  func guide() throws {
    let guide = try String(contentsOf: Tool.root.appending(path: "Guides/first-engine.md"), encoding: .utf8)
    let start = try #require(guide.range(of: "```python\n"))
    let end = try #require(guide[start.upperBound...].range(of: "```"))
    let engine = String(guide[start.upperBound..<end.lowerBound])
    let planted = engine.replacing(
      "        solved = {}",
      with: """
                if self.cached and len(self.constraints) == self.cached[0]:
                    return self.cached[1]
                solved = {}
        """
    ).replacing(
      "        return {\"frames\": frames}",
      with: """
                self.cached = len(self.constraints), {"frames": frames}
                return self.cached[1]
        """
    ).replacing(
      "        self.root = document[\"root\"]\n", with: "        self.root, self.cached = document[\"root\"], None\n")
    try Tool.inFolder { folder in
      try engine.write(to: folder.appending(path: "toy.py"), atomically: true, encoding: .utf8)
      try planted.write(to: folder.appending(path: "planted.py"), atomically: true, encoding: .utf8)
      let sound = try Tool.run(["plugins", "check", "cmd:python3 toy.py", "--scripts", "40"], in: folder)
      #expect([0, 3].contains(sound.status), "\(sound.output)\(sound.errors)")
      let found = try Tool.run(
        ["plugins", "check", "cmd:python3 planted.py", "--scripts", "40", "--save", "broken"], in: folder)
      #expect(found.status == 1)
      func constraints(_ law: String) throws -> Int {
        let file = folder.appending(path: "broken/\(law).scene")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("view ") } <= 1, "\(law)")
        return lines.count { $0.hasPrefix("constraint ") }
      }
      #expect(try constraints("frames.required-constraints-hold") == 1)
      // A width between two edges is fixed by two.
      #expect(try constraints("frames.incremental-equals-fresh") <= 2)
    }
  }
}
