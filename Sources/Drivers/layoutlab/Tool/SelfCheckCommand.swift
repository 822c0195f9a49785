import ArgumentParser
import Benchmarking
import EngineIsolation
import Foundation
import FuzzTargets
import SceneFuzzing
import SceneChecking
import SceneModel

struct SelfCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "self-check",
    abstract: "Tries each part of this installation on a task whose answer is known.",
    discussion: """
      Takes a few seconds. An optional part may be absent; its line names the commands that work without it.

      Exit status: 0 every installed part works, 70 a part is broken.

      Example: layoutlab self-check
      """)

  @Flag(help: "Print the version and each part as JSON.")
  var json = false

  /// The number of random documents of each kind by which an engine is judged, and the seconds that it may take for one.
  private static let (documents, patience) = (10, 20)

  func run() throws {
    var check = SelfCheck()
    let ours = NamedEngine(NamedEngine.ours, linked: EngineOptions.registry, from: .commandLine)
    let plugin = try ours.plugin()
    if let makeSolver = plugin.makeSolver { check.checkReading(on: plugin, makeSolver: makeSolver) }
    check.check("laws") { try judged(ours) }
    check.check("plugin library") {
      guard let library = Installation.current?.pluginLibrary else {
        throw SelfCheck.Absence("libLayoutLabPlugin.so comes with a package; the linked engine does without it")
      }
      return try judged(NamedEngine(library.path, linked: EngineOptions.registry, from: .commandLine))
    }
    check.check("fuzz") {
      for target in FuzzTarget.all {
        guard let fuzzer = FuzzerProcess.find(target.name) else {
          throw SelfCheck.Absence("no libFuzzer executable: `fuzz` works without coverage (`make fuzz-build` makes it)")
        }
        guard fuzzer.seesCoverage else { throw SelfCheck.Failure("\(target.name) does not run, or has no counters") }
      }
      return "libFuzzer runs \(counted(FuzzTarget.all.count, "target")) with coverage"
    }
    check.check("bench") {
      guard let drivers = Installation.current?.benchmarkDrivers, !drivers.isEmpty else {
        throw SelfCheck.Absence("no drivers are installed: `bench` builds them in a clone")
      }
      return "\(counted(try BenchmarkDrivers(executables: drivers).count(), "benchmark"))"
    }
    for (part, program, loss) in [
      ("png", "rsvg-convert", "a .png is made by resvg or Chromium, else it is an .svg (Debian's librsvg2-bin)"),
      ("counts", "valgrind", "`bench compare` decides by time alone, without exact instructions"),
      ("diff", "git", "`diff` compares folders, no revisions"),
      ("toolchain", "swift", "`run` and `bisect` need a Swift toolchain, as they build packages"),
    ] {
      check.check(part) {
        guard let path = searched(program) else { throw SelfCheck.Absence("no \(program): \(loss)") }
        return path
      }
    }
    print(
      json ? try jsonText(Answer(version: ToolVersion(), parts: check.parts)) : "\(ToolVersion().text)\n\(check.text)")
    try check.outcome.exit()
  }

  private struct Answer: Encodable {
    var version: ToolVersion
    var parts: [SelfCheck.Part]
  }

  /// Returns the result of judging an engine by every law, in a process of its own.
  private func judged(_ engine: NamedEngine) throws -> String {
    let trial = try LawTrial(engine, files: [], random: Self.documents, seed: 1, patience: Self.patience)
    let record = try trial.record()
    let broken = record.laws.filter { $0.verdict == .broken }
    guard broken.isEmpty else { throw SelfCheck.Failure(broken.map(\.text).joined(separator: "; ")) }
    return "\(counted(record.laws.count, "law")) judged the engine, in a process of its own"
  }

  private func searched(_ program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy.map { "\($0)/\(program)" }
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }
}
