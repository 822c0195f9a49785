import FuzzTargets
import SceneFuzzing
import SceneModel
import Yams

/// A campaign: jobs that are cut into units, so that any number of machines can share them.
///
/// ```yaml
/// name: night
/// seed: 7
/// fuzz:
///   - {target: FuzzSolver, executions: 20000, units: 8}
///   - {target: FuzzLayout, engine: kiwi, seconds: 60, units: 4}
/// soak:
///   - {scripts: 100000, units: 10}
/// check:
///   - {paths: [Tests/Fixtures], units: 2}
/// bench:
///   - {filter: solver/tick}
/// ```
///
/// Engines are given by names only. Their paths are on the command line, because a file must not be able to start a program.
public struct CampaignFile: Sendable {
  public struct Fuzz: Sendable {
    public var target = ""
    public var engine = ours
    /// The number of generated inputs of one unit, which are the same in each run. If nil, the unit runs for `seconds`, guided by coverage if
    /// possible.
    public var executions: Int?
    public var seconds: Int?
    public var units = 8
  }

  public struct Soak: Sendable {
    public var engine = ours
    /// The number of scripts of all units together.
    public var scripts = 10_000
    public var units = 8
  }

  public struct Check: Sendable {
    public var paths: [String] = []
    public var units = 1
  }

  public struct Benchmarks: Sendable {
    public var filter = "."
    public var engine = ours
  }

  public var name: String
  public var seed: UInt32
  public var fuzz: [Fuzz] = []
  public var soak: [Soak] = []
  public var check: [Check] = []
  public var benchmarks: [Benchmarks] = []
  /// The digest of the content. Files that differ only in layout and comments have the same digest.
  public var digest: String { Digest(of: Array("\(self)".utf8)).description }

  /// The name of the engine that is linked into the tool.
  public static let ours = "layoutlab"
  /// The largest number of units of one job, because each unit starts processes, and is listed in the shard's file.
  static let mostUnits = 100_000

  /// Reads a campaign. `file` names it in messages.
  ///
  /// - Throws: `TextError` with the line.
  public init(yaml: String, file: String) throws {
    let reader = YAMLReader(file: file)
    let root = try reader.root(yaml)
    let fields = try reader.fields(of: root, "the campaign", ["name", "seed", "fuzz", "soak", "check", "bench"])
    name = try fields["name"].map { try reader.word($0, "name") } ?? "campaign"
    seed = UInt32(try fields["seed"].map { try reader.number($0, "seed", 0...Int(UInt32.max)) } ?? 1)
    for node in try reader.list(fields["fuzz"], "fuzz") {
      let fields = try reader.fields(of: node, "a job of fuzz", ["target", "engine", "executions", "seconds", "units"])
      var job = Fuzz()
      job.target = try reader.required(fields["target"], "target", at: node)
      let names = FuzzTarget.all.map(\.name)
      guard names.contains(job.target) else {
        throw reader.mistake(
          .unknownName,
          fields["target"] ?? node, "no fuzz target is called \"\(job.target)\"",
          "There are \(names.joined(separator: ", ")).")
      }
      job.engine = try reader.engine(fields["engine"])
      job.executions = try fields["executions"].map { try reader.number($0, "executions", 1...1_000_000_000) }
      job.seconds = try fields["seconds"].map { try reader.number($0, "seconds", 1...604_800) }
      guard (job.executions == nil) != (job.seconds == nil) else {
        throw reader.mistake(
          .impossible,
          node, "a job of fuzz needs executions or seconds, and not both",
          "Executions give the same findings wherever it runs; seconds go by libFuzzer.")
      }
      job.units = try fields["units"].map { try reader.number($0, "units", 1...Self.mostUnits) } ?? job.units
      fuzz.append(job)
    }
    for node in try reader.list(fields["soak"], "soak") {
      let fields = try reader.fields(of: node, "a job of soak", ["engine", "scripts", "units"])
      var job = Soak()
      job.engine = try reader.engine(fields["engine"])
      job.scripts = try fields["scripts"].map { try reader.number($0, "scripts", 1...1_000_000_000) } ?? job.scripts
      job.units = try fields["units"].map { try reader.number($0, "units", 1...Self.mostUnits) } ?? job.units
      job.units = min(job.units, job.scripts)
      soak.append(job)
    }
    for node in try reader.list(fields["check"], "check") {
      let fields = try reader.fields(of: node, "a job of check", ["paths", "units"])
      var job = Check()
      for path in try reader.list(fields["paths"], "paths") { job.paths.append(try reader.word(path, "paths")) }
      guard !job.paths.isEmpty else {
        throw reader.mistake(.valueMissing, node, "a job of check has no paths", "Write paths: [FOLDER].")
      }
      job.units = try fields["units"].map { try reader.number($0, "units", 1...Self.mostUnits) } ?? job.units
      check.append(job)
    }
    for node in try reader.list(fields["bench"], "bench") {
      let fields = try reader.fields(of: node, "a job of bench", ["filter", "engine"])
      benchmarks.append(
        Benchmarks(
          filter: try fields["filter"].map { try reader.word($0, "filter") } ?? ".",
          engine: try reader.engine(fields["engine"])))
    }
    guard !(fuzz.isEmpty && soak.isEmpty && check.isEmpty && benchmarks.isEmpty) else {
      throw TextError(
        file: file, line: 0, code: .valueMissing, problem: "the campaign has no jobs",
        hint: "Name some under fuzz, soak, check or bench (Guides/campaigns.md).")
    }
  }

  /// The engines that the campaign's jobs name, each once, in order.
  public var engines: [String] {
    Set(fuzz.map(\.engine) + soak.map(\.engine) + benchmarks.map(\.engine)).sorted()
  }
}
