import Foundation
import Testing

/// Bisection over a small repository whose "build" is a script.
@Suite("bisect")
struct BisectTests {
  /// Seven commits: the law holds up to the third, the fourth does not build, and from the fifth on it is broken.
  private func repository(in folder: URL) throws -> String {
    let repository = folder.appendingPathComponent("repository")
    try FileManager.default.createDirectory(at: repository, withIntermediateDirectories: true)
    try sh("git init -q -b main", in: repository)
    for number in 1...7 {
      let build = number == 4 ? "exit 9" : "mkdir -p .build/debug && cp tool .build/debug/layoutlab"
      try Data("\(build) # \(number)\n".utf8).write(to: repository.appendingPathComponent("build.sh"))
      try Data("#!/bin/sh\nexit \(number < 5 ? 0 : 1)\n".utf8).write(to: repository.appendingPathComponent("tool"))
      try sh(
        "chmod +x tool && git add -A && git -c user.name=t -c user.email=t@example.org commit -q -m 'change \(number)' && git tag t\(number)",
        in: repository)
    }
    return repository.path
  }

  private func sh(_ command: String, in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command)")
  }

  private func finding(in folder: URL) throws -> String {
    let file = folder.appendingPathComponent("minimized.solver")
    let text =
      "solver 1\napply: add c1: v1 = 0 @1000\napply: priority c1 = 500\nlaw solver.required-constraints-hold\nfound 2026-11-25\n"
    try Data(text.utf8).write(to: file)
    return file.path
  }

  @Test("The first broken commit is told, with those that cannot be judged before it, and nothing is left behind")
  func first() throws {
    try Tool.inFolder { folder in
      let (repository, finding) = (try repository(in: folder), try finding(in: folder))
      let common = ["bisect", finding, "--repository", repository, "--build", "sh build.sh"]
      let answer = try Tool.run(common + ["--good", "t1"])
      #expect(answer.status == 0, "\(answer.errors)")
      #expect(answer.output.contains("change 5"), "\(answer.output)")
      let trees = (try? FileManager.default.contentsOfDirectory(atPath: repository + "/.git/worktrees")) ?? []
      #expect(trees.isEmpty)

      for (options, code) in [
        (["--good", "t9"], "unknown-name"), (["--good", "t6"], "wrong-revisions"),
        (["--good", "t1", "--bad", "t2"], "wrong-revisions"), (["--good", "t7", "--bad", "t1"], "wrong-revisions"),
        (["--good", "t4"], "build-failed"),
      ] {
        let refused = try Tool.run(common + options)
        #expect(refused.status == 65 && refused.errors.contains("[\(code)]"), "\(options): \(refused.errors)")
      }
      let nowhere = try Tool.run(["bisect", finding, "--repository", folder.path, "--good", "t1"])
      #expect(nowhere.status == 65 && nowhere.errors.contains("[file-missing]"), "\(nowhere.errors)")
    }
  }

  /// What was built before stood in for a revision whose build left it alone: the law seemed to hold there, and the next one was blamed.
  @Test("A library is built from nothing, and one that is not there is told", .enabled(if: HostileEngine.hasCompiler))
  func libraries() throws {
    try Tool.inFolder { folder in
      let repository = folder.appendingPathComponent("repository")
      try FileManager.default.createDirectory(at: repository, withIntermediateDirectories: true)
      try sh("git init -q -b main", in: repository)
      for (number, fault) in ["talkative", "exits_at_once", "exits_at_once"].enumerated() {
        let engines = folder.appendingPathComponent(fault)
        try FileManager.default.createDirectory(at: engines, withIntermediateDirectories: true)
        let library = try HostileEngine.planted(fault, in: engines)
        try Data("[ -e lib.so ] || cp \(library) lib.so # \(number)\n".utf8)
          .write(to: repository.appendingPathComponent("build.sh"))
        try sh(
          "git add -A && git -c user.name=t -c user.email=t@example.org commit -q -m 'change \(number)' && git tag t\(number)",
          in: repository)
      }
      let common = ["bisect", try finding(in: folder), "--repository", repository.path, "--build", "sh build.sh"]
      let answer = try Tool.run(common + ["--good", "t0", "--library", "lib.so"])
      #expect(answer.status == 0 && answer.output.contains("change 1"), "\(answer.output)\(answer.errors)")
      let none = try Tool.run(common + ["--good", "t0", "--library", "none.so"])
      #expect(
        none.status == 65 && none.errors.contains("none.so") && none.errors.contains("[build-failed]"), "\(none.errors)"
      )
    }
  }
}
