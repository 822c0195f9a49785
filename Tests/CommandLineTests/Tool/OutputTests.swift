import Foundation
import Testing

@Suite("What is written")
struct OutputTests {
  private static let hasFullDevice =
    (try? FileManager.default.attributesOfItem(atPath: "/dev/full"))?[.type] as? FileAttributeType
    == .typeCharacterSpecial

  @Test("An answer that could not be written is a fault, whatever it said", .enabled(if: hasFullDevice))
  func fullDisk() throws {
    let process = Process()
    process.executableURL = Tool.executable
    process.arguments = ["plugins", "list"]
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 70)
    #expect(!said.isEmpty)
  }

  /// Root may replace a device: `--svg /dev/null` made a file of it.
  @Test("What is written to a pipe goes through it, and the pipe stays")
  func pipe() throws {
    try Tool.inFolder { folder in
      let pipe = folder.appendingPathComponent("pipe").path
      try #require(mkfifo(pipe, 0o600) == 0)
      let reader = Process()
      reader.executableURL = URL(fileURLWithPath: "/bin/cat")
      reader.arguments = [pipe]
      let read = Pipe()
      reader.standardOutput = read
      try reader.run()
      let answer = try Tool.run(["show", "--svg", pipe], on: "scene 1\nroot 10 x 10\n", as: "a.scene")
      #expect(answer.status == 0, "\(answer.errors)")
      // A reader that nobody writes to would wait for ever.
      if answer.status != 0 { reader.terminate() }
      let text = String(decoding: read.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      reader.waitUntilExit()
      #expect(text.contains("</svg>"))
      #expect(try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType != .typeRegular)
    }
  }

  @Test("import does not take its source's place, and writes what the name says or nothing")
  func importOutput() throws {
    let scene = "scene 1\nroot 100 x 100 @2x\nview a in root\n"
    try Tool.inFolder { folder in
      let source = folder.appendingPathComponent("a.scene")
      try Data(scene.utf8).write(to: source)
      for (name, options, code) in [
        ("a.scene", [], "exists-already"), ("./a.scene", [], "exists-already"), ("b.png", [], "wrong-kind"),
        ("b.scene", ["--solver"], "wrong-kind"),
      ] {
        let answer = try Tool.run(["import", source.path, "-o", folder.path + "/" + name] + options)
        #expect(answer.status == 65 && answer.errors.contains("[\(code)]"))
      }
      #expect(try Data(contentsOf: source) == Data(scene.utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.scene"])
      let answer = try Tool.run(["import", source.path, "-o", folder.path + "/b.scene"])
      #expect(answer.status == 0)
    }
  }

  @Test("A driver that fails without a report is told as such", arguments: ["/bin/false", "/usr/bin/false"])
  func failingDriver(path: String) throws {
    guard FileManager.default.isExecutableFile(atPath: path) else { return }
    let answer = try Tool.run(["bench", "run", "--driver", path])
    #expect(answer.status == 65 && answer.errors.contains(path) && answer.errors.contains("[command-failed]"))
  }

  @Test("An interrupted benchmark run tells what it has measured")
  func interruptedBenchmarks() throws {
    try Tool.inFolder { folder in
      let driver = folder.appending(path: "driver")
      let script = """
        #!/bin/sh
        case "$*" in *--benchmark_list_tests*) printf 'a/b/c-10\\na/b/c-100\\n'; exit 0 ;; esac
        echo 'Benchmark   Time   CPU'
        echo 'a/b/c-10   12 ns   12 ns   1000'
        kill -INT $PPID
        exec sleep 60

        """
      try Data(script.utf8).write(to: driver)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: driver.path)
      let answer = try Tool.run(["bench", "run", "--driver", driver.path])
      #expect(answer.status == 3, "\(answer)")
      #expect(answer.output.hasPrefix("a/b/c-10   12 ns"), "\(answer.output)")
      #expect(answer.errors.contains("interrupted after 1 of 2 benchmarks"), "\(answer.errors)")
    }
  }

  @Test(
    "A driver whose engine hangs, stops the process or crashes is ended, with what it started, and the benchmark is told"
  )
  func hangingBenchmarks() throws {
    let hang = "the engine did not come back within 1 s, and was ended after 1 of 2 benchmarks"
    let crash = "the engine crashed (Segmentation fault) after 1 of 2 benchmarks"
    for (end, told) in [
      ("exec sleep 600", hang), ("kill -STOP $$", hang), ("sleep 1234; exit 0", hang), ("kill -SEGV $$", crash),
    ] {
      try Tool.inFolder { folder in
        let driver = folder.appending(path: "driver")
        let script = """
          #!/bin/sh
          case "$*" in *--benchmark_list_tests*) printf 'a/b/c-10\\na/b/c-100\\n'; exit 0 ;; esac
          echo $$ >\(folder.path)/id
          echo 'a/b/c-10   12 ns   12 ns   1000'
          \(end)

          """
        try Data(script.utf8).write(to: driver)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: driver.path)
        let answer = try Tool.run(["bench", "run", "--driver", driver.path, "--engine-patience", "1"])
        #expect(answer.status == 1, "\(answer)")
        #expect(answer.output.hasPrefix("a/b/c-10   12 ns"), "\(answer.output)")
        #expect(
          answer.errors.contains("a/b/c-100 in driver: \(told)"), "\(answer.errors)")
        let id = try String(contentsOf: folder.appending(path: "id"), encoding: .utf8)
        #expect(running(inGroup: id.trimmingCharacters(in: .whitespacesAndNewlines)).isEmpty, "\(end)")
      }
    }
  }

  /// Processes of a group as Linux lists them, without those that have ended and that nobody has asked about yet.
  private func running(inGroup group: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter { id in
      guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
        let end = text.lastIndex(of: ")")
      else { return false }
      // State, parent, group.
      let facts = text[end...].dropFirst().split(separator: " ")
      return facts.count > 2 && facts[2] == group && facts[0] != "Z"
    }
  }

  @Test("The version is told")
  func version() throws {
    let answer = try Tool.run(["--version"])
    #expect(answer.status == 0 && answer.output.contains("."))
  }

  @Test(
    "Names with characters that a terminal obeys, or that XML does not have, are shown as text",
    arguments: ["\u{1B}[31mred", "a\u{7}b", "a\u{FFFF}b"])
  func controlCharacters(name: String) throws {
    let quoted = "\"\(name)\""
    let scene = "scene 1\nroot 100 x 100 @2x\nview \(quoted) in root\nconstraint c1: \(quoted).width = 10\n"
    func isShown(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar.value >= 0x20 }
    try Tool.inFolder { folder in
      let (file, svg) = (folder.appendingPathComponent("a.scene"), folder.appendingPathComponent("a.svg"))
      try Data(scene.utf8).write(to: file)
      for verb in [["check", file.path], ["show", file.path, "--svg", svg.path]] {
        let answer = try Tool.run(verb)
        let all = answer.output + answer.errors
        #expect(all.unicodeScalars.allSatisfy(isShown), "\(all.debugDescription)")
      }
      let drawn = try String(contentsOf: svg, encoding: .utf8)
      #expect(drawn.unicodeScalars.allSatisfy { isShown($0) && $0.value < 0xFFFE })
    }
  }

  @Test("Scenes whose roots make one file name are written side by side")
  func sameFileNames() throws {
    func view(_ id: String) -> String {
      "<view contentMode=\"scaleToFill\" id=\"\(id)\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/></view>"
    }
    let xib = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" useAutolayout="YES">
      <objects>\(view("a.b"))\(view("a/b"))\(view("A.B"))</objects></document>
      """
    try Tool.inFolder { folder in
      let (source, output) = (folder.appendingPathComponent("a.xib"), folder.appendingPathComponent("out"))
      try Data(xib.utf8).write(to: source)
      let answer = try Tool.run(["import", source.path, "-o", output.path])
      #expect(answer.status == 0, "\(answer.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: output.path).sorted()
      #expect(names == ["A_B-3.scene", "a_b-2.scene", "a_b.scene"])
    }
  }

  @Test("A problem that is a sentence already gets no second full stop")
  func oneFullStop() throws {
    let scene = "scene 1\nroot 9 x 9 @2x\nview a in root\nstep move a in a at 0\n"
    let answer = try Tool.run(["check"], on: scene, as: "move.scene")
    #expect(answer.status == 65 && !answer.errors.contains(".."), "\(answer.errors)")
  }

  @Test("A damaged record of a finding is named")
  func damagedFinding() throws {
    try Tool.inFolder { folder in
      let finding = folder.appendingPathComponent("FuzzSolver/findings/abc12")
      try FileManager.default.createDirectory(at: finding, withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: finding.appendingPathComponent("finding.json"))
      let answer = try Tool.run(["keep", "abc12", "--work", folder.path])
      #expect(
        answer.status == 65 && answer.errors.contains("finding.json: ") && answer.errors.contains("[wrong-format]"))
    }
  }
}
