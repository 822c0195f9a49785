import Foundation
import Testing

/// Comparisons of an engine's builds, measured by drivers and a valgrind that are scripts: what a build costs stands in its "library".
@Suite("costs of engines")
struct EngineCostTests {
  /// A driver that reads the library named with --plugin, and a valgrind beside it that writes what callgrind would.
  private func makeScripts(in folder: URL) throws -> (driver: String, environment: [String: String]) {
    let driver = folder.appendingPathComponent("FakeBenchmarks")
    let text = """
      #!/bin/bash
      filter=. out=
      for word in "$@"; do
        case $word in
          --plugin=*) library=${word#*=} ;;
          --benchmark_out=*) out=${word#*=} ;;
          --benchmark_filter=*) filter=${word#*=} ;;
        esac
      done
      . "$library"
      rows=
      for path in solver/leaf/a-1 solver/tick/a-1; do
        [[ $path =~ $filter ]] || continue
        case "$*" in *--benchmark_list_tests*) echo $path; continue ;; esac
        cost=$leaf; [ $path = solver/tick/a-1 ] && cost=$tick
        rows="$rows${rows:+,}{\\"name\\":\\"$path\\",\\"run_name\\":\\"$path\\",\\"run_type\\":\\"iteration\\",\\"iterations\\":1,\\"real_time\\":$cost,\\"cpu_time\\":$cost,\\"time_unit\\":\\"ns\\",\\"constraints\\":3}"
        echo "$path $cost ns"
        [ -z "$DUMP" ] || printf 'desc: Trigger: Client Request: %s\\nevents: Ir\\nfn=(1) solve\\n1 %s\\ncfn=(2) slow\\ncalls=1 1\\n1 %s\\nfn=(2)\\n1 %s\\ntotals: %s\\n' $path 1000 $cost $cost $((1000 + cost)) >"$DUMP.${path//\\//-}"
      done
      [ -z "$out" ] || echo "{\\"context\\":{\\"engine\\":\\"fake\\"},\\"benchmarks\\":[$rows]}" >"$out"
      """
    let valgrind = """
      #!/bin/bash
      for word in "$@"; do case $word in --version) exit 0 ;; --callgrind-out-file=*) export DUMP=${word#*=} ;; esac; done
      while [[ $1 == --* ]]; do shift; done
      exec "$@"
      """
    let tools = folder.appendingPathComponent("tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    for (file, content) in [(driver, text), (tools.appendingPathComponent("valgrind"), valgrind)] {
      try Data(content.utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return (driver.path, ["PATH": "\(tools.path):\(path)"])
  }

  private func write(_ text: String, to file: URL) throws -> String {
    try Data(text.utf8).write(to: file)
    return file.path
  }

  @Test("Two libraries are compared, and the record says what they are and which function grew")
  func libraries() throws {
    try Tool.inFolder { folder in
      let (driver, environment) = try makeScripts(in: folder)
      let old = try write("leaf=1000 tick=1000", to: folder.appendingPathComponent("old.so"))
      let new = try write("leaf=1000 tick=1100 # v2", to: folder.appendingPathComponent("new.so"))
      let verdict = folder.appendingPathComponent("verdict.json").path
      let common = ["bench", "compare", "--driver", driver, "-o", verdict]
      let slower = try Tool.run(common + ["--engine", new, "--against", old], environment: environment)
      #expect(slower.status == 1, "\(slower.output)\(slower.errors)")
      #expect(slower.output.hasPrefix("slower\nslower     solver/tick/a-1"), "\(slower.output)")
      #expect(slower.output.contains("grew: slow (+10.0 %"), "\(slower.output)")
      struct Record: Decodable {
        var factsBefore, factsAfter: [String: String]
      }
      let record = try JSONDecoder().decode(Record.self, from: Data(contentsOf: URL(fileURLWithPath: verdict)))
      #expect(record.factsBefore["engine"] == "fake" && record.factsBefore["engine-digest"]?.isEmpty == false)
      #expect(record.factsBefore["engine-digest"] != record.factsAfter["engine-digest"])
      let slow = try write("leaf=1000 tick=9000000", to: folder.appendingPathComponent("slow.so"))
      let timed = try Tool.run(common + ["--engine", slow, "--against", new], environment: environment)
      #expect(
        timed.errors.contains("solver/tick/a-1 (9 ms)"), "\(timed.output)\(timed.errors)")
      let faster = try Tool.run(common + ["--engine", old, "--against", new], environment: environment)
      #expect(faster.status == 0 && faster.output.hasPrefix("faster\n"), "\(faster.output)\(faster.errors)")
      let same = try Tool.run(common + ["--engine", old, "--against", old], environment: environment)
      #expect(same.status == 0 && same.output.hasPrefix("same\n"), "\(same.output)\(same.errors)")
      let none = try Tool.run(common + ["--engine", old, "--against", folder.path], environment: environment)
      #expect(none.status == 65 && none.errors.contains("[file-missing]"), "\(none.errors)")
    }
  }

  @Test("An engine is kept as a baseline, and a later build is compared with it")
  func baseline() throws {
    try Tool.inFolder { folder in
      let (driver, environment) = try makeScripts(in: folder)
      let library = try write("leaf=1000 tick=1000", to: folder.appendingPathComponent("engine.so"))
      let package = folder.appendingPathComponent("Benchmarks")
      try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
      _ = try write("", to: package.appendingPathComponent("Package.swift"))
      let common = ["--driver", driver, "--package", package.path]
      let saved = try Tool.run(["bench", "save", "v1", "--engine", library] + common, environment: environment)
      #expect(saved.status == 0 && saved.output.contains("2 benchmarks saved"), "\(saved.output)\(saved.errors)")
      _ = try write("leaf=1200 tick=1000", to: folder.appendingPathComponent("engine.so"))
      let slower = try Tool.run(["bench", "compare", "v1", "--engine", library] + common, environment: environment)
      #expect(
        slower.status == 1 && slower.output.contains("slower     solver/leaf/a-1"), "\(slower.output)\(slower.errors)")
      let ours = try Tool.run(["bench", "save", "v2", "--engine", "cmd:true"] + common, environment: environment)
      #expect(ours.status == 65 && ours.errors.contains("[engine-unsuitable]"), "\(ours.errors)")
    }
  }

  /// Seven commits: the third does not build, the fifth costs 5 % more, and each costs a little more than the one before.
  private func repository(in folder: URL) throws -> String {
    let repository = folder.appendingPathComponent("repository")
    try FileManager.default.createDirectory(at: repository, withIntermediateDirectories: true)
    try sh("git init -q -b main", in: repository)
    for number in 1...7 {
      let build = number == 3 ? "exit 9" : "echo leaf=1000 tick=\(9000 + 20 * number + (number < 5 ? 0 : 500)) >lib.so"
      _ = try write("\(build) # \(number)\n", to: repository.appendingPathComponent("build.sh"))
      try sh(
        "git add -A && git -c user.name=t -c user.email=t@example.org commit -q -m 'change \(number)' && git tag t\(number)",
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

  @Test("Two revisions of a repository are built and compared, and the commit of a slow-down is found")
  func revisions() throws {
    try Tool.inFolder { folder in
      let (driver, environment) = try makeScripts(in: folder)
      let repository = try repository(in: folder)
      let common = ["--repository", repository, "--build", "sh build.sh", "--library", "lib.so", "--driver", driver]
      let verdict = ["-o", folder.appendingPathComponent("verdict.json").path]
      let compared = try Tool.run(
        ["bench", "compare", "--good", "t1", "--bad", "t6"] + common + verdict, environment: environment)
      #expect(
        compared.status == 1 && compared.output.contains("solver/tick/a-1"), "\(compared.output)\(compared.errors)")
      let unbuilt = try Tool.run(
        ["bench", "compare", "--good", "t1", "--bad", "t3"] + common + verdict, environment: environment)
      #expect(unbuilt.status == 65 && unbuilt.errors.contains("[build-failed]"), "\(unbuilt.errors)")

      let bisected = try Tool.run(["bench", "bisect", "--good", "t1"] + common, environment: environment)
      #expect(bisected.status == 0 && bisected.output.contains("change 5"), "\(bisected.output)\(bisected.errors)")
      #expect(
        bisected.output.contains("solver/tick/a-1") && bisected.output.contains("grew: slow"), "\(bisected.output)")
      let nothing = try Tool.run(
        ["bench", "bisect", "--good", "t1", "--bad", "t2", "--pairs", "0"] + common, environment: environment)
      #expect(
        nothing.status == 65 && nothing.errors.contains("[nothing-to-do]"), "\(nothing.output)\(nothing.errors)")
      let trees = (try? FileManager.default.contentsOfDirectory(atPath: repository + "/.git/worktrees")) ?? []
      #expect(trees.isEmpty)
    }
  }
}
