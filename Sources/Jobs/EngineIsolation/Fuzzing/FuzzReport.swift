import Foundation
import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// The figures of one fuzzer's run. They contain no judgement.
public struct FuzzRun: Codable, Sendable {
  public enum Engine: String, Codable, Sendable {
    case libFuzzer
    case inProcess = "in-process"
  }

  public var engine: Engine
  public var executions: Int
  public var seconds: Double
  /// The number of coverage edges that libFuzzer saw; nil without coverage.
  public var coverage: Int?
  /// The number of worker processes in parallel.
  public var jobs: Int
  /// The number of worker processes that ended because the engine crashed, hung or exited.
  public var workersLost: Int
  /// The number and speed of messages of an engine that is a command, counted over all workers; nil for other engines, and if it answered none.
  public var pace: EnginePace?
  /// Whether the run was ended before its time was up.
  public var isInterrupted = false
  /// The number of violations and crashes that triage has not examined. The next run examines them.
  public var waiting = 0
  /// The engine's crashes, hangs and exits, one entry for each bug, with an input and the command that reproduces it.
  public var crashes: [Crash]

  public struct Crash: Codable, Sendable {
    public var id = ""
    public var kind = LossKind.file
    /// The number of times that this crash occurred in the run.
    public var count = 1
    /// The number of replays of the input in which the crash occurred again.
    public var reproduced = 0
    public var replays = 0
    /// The text by which crashes of one bug are recognised.
    public var signature = ""
    /// The stack frames, innermost first.
    public var frames: [String] = []
    /// The file of the input. If the input is a document, the file has its text form.
    public var file: String
    public var reproduce: String
    /// The last lines that the process wrote, or a description of its end.
    public var output: String
    /// The other crashes, hangs and exits that did not occur again in replays, one a line. Only the first entry of this kind lists them; nil for
    /// all others.
    public var alike: [String]?

    init(file: String, reproduce: String, output: String) {
      (self.file, self.reproduce, self.output) = (file, reproduce, output)
    }

    /// Whether the crash was replayed, and did not occur each time.
    var isNondeterministic: Bool { replays > 0 && reproduced < replays }

    /// A summary of one line.
    public var summary: String {
      let lines = output.split(separator: "\n")
      return String(lines.last { $0.hasPrefix("SUMMARY:") } ?? lines.first ?? "it ended")
    }
  }
}

/// The report of `layoutlab fuzz` about one target.
public struct FuzzReport {
  public struct Item: Codable, Sendable {
    public var id, target, law, detail, found, fingerprint, file, reproduce, keep, bisect, weight, originalWeight,
      document: String
    public var status: Finding.Status
    public var kind: Finding.Kind
    public var reproduced, replays: Int
    /// All laws that the findings of this finding's bucket break.
    public var laws: [String]
    public var others: [String] = []
    /// The traits by which findings are put into buckets.
    public var traits: Finding.Traits
    public var views, constraints, originalConstraints: Int
    /// The role that each part of the document has in the finding.
    public var parts: [Explanation.Part]
    /// The engine's own messages about what it refused; nil in older records that lack them.
    public var engineWords: [String]?
    /// The first line about the finding; nil if that is the first line of `detail`.
    public var title: String?
    /// The command that adds the finding to the list of known ones; nil in older records that lack it.
    public var accept: String?

    /// Makes the item of a record. Its commands name the engine and the folder if these are not the default ones.
    init(_ record: FindingStore.Record, _ finding: Finding, store: FindingStore) {
      (kind, laws, traits) = (finding.kind, [finding.law], finding.traits)
      (id, target, law, detail, found) = (record.id, record.target, record.law, record.detail, record.found)
      (fingerprint, file, status) = (record.fingerprint, record.file, record.status)
      (reproduced, replays) = (record.reproduced, record.replays)
      (weight, originalWeight, views) = (record.weight, record.originalWeight, record.views)
      (constraints, originalConstraints) = (record.constraints, record.originalConstraints)
      reproduce =
        "layoutlab check --law \(record.law) \(record.file.shellQuoted)"
        + NamedEngine.suffix(record.engine ?? NamedEngine.ours)
      let isUsual = store.folder.standardizedFileURL == URL(filePath: FuzzedEngine.ourWork).standardizedFileURL
      let work = isUsual ? "" : " --work \(store.folder.relativePath.shellQuoted)"
      keep = "layoutlab keep \(record.id)" + work
      accept = "layoutlab accept \(record.id) --reason REASON" + work
      bisect =
        "layoutlab bisect \(record.id) --good REVISION" + work
        + (record.engine == nil ? "" : " --repository FOLDER --build COMMAND --library FILE")
      (engineWords, title) = (record.engineWords, record.title)
      document = finding.text
      parts = finding.explanation?.parts ?? []
    }

    /// Whether the finding did not break its law each time.
    public var isNondeterministic: Bool { kind == .nondeterministic }

    /// The text of `verdict.txt`, which lies beside the document: what is wrong, in words, and every command that helps.
    var page: String {
      let promise = Law.ofAllTargets.first { $0.name == law }.map { "The law: \($0.summary)\n" } ?? ""
      return text + (accept.map { "Accept:     \($0)\n" } ?? "") + "Bisect:     \(bisect)\n\n" + promise
    }

    /// The engine's mistake in one line. For a contract violation: what it did, and then the part of the contract.
    public var headline: String {
      title ?? detail.split(separator: "\n").first.map(String.init) ?? "\(law) is broken"
    }

    public var text: String {
      let isSteady = kind == .steady
      let rate = ReplayRate(broken: reproduced, of: replays)
      let minimized = weight == originalWeight ? "" : ", minimised from \(originalConstraints)"
      var lines = [
        headline,
        isSteady
          ? "  \(law) is broken (\(status.rawValue))"
          : "  \(law) is broken now and then (\(status.rawValue), nondeterministic)",
        "  \(weight)\(minimized); "
          + (isSteady ? "replayed \(reproduced) of \(replays)" : "breaks in \(rate.words)"),
      ]
      lines += detail.split(separator: "\n").dropFirst().map { "  \($0)" }
      lines += (engineWords ?? []).map { "  The engine's words about \($0)" }
      if !others.isEmpty {
        let laws = self.laws.filter { $0 != law }
        let broken = laws.isEmpty ? "" : "; they break " + laws.joined(separator: ", ")
        lines.append("  \(others.count) more of this kind beside it\(broken)")
      }
      return (lines + ["  \(file)", "Reproduce:  \(reproduce)", "Keep:       \(keep)", ""]).joined(separator: "\n")
    }
  }

  public var target: String
  public var run: FuzzRun
  public var findings: [Item]
  /// Fingerprints of open findings whose documents no longer break the law.
  public var quiet: [String]
  /// Hard states of our own engines that were reached.
  public var states = HardStateRecord()

  public init(target: String, run: FuzzRun, triage: FuzzTriage) {
    (self.target, self.run, findings, quiet) = (target, run, triage.findings, triage.quiet)
  }

  /// Whether there is anything new. Violations without triage count as new.
  public var isNews: Bool {
    !run.crashes.isEmpty || findings.contains { $0.status != .known } || findings.isEmpty && run.waiting > 0
  }

  public var text: String {
    var lines = findings.map(\.text)
    for crash in run.crashes {
      let often = crash.count > 1 ? ", \(crash.count) times" : ""
      let rate = crash.isNondeterministic ? "nondeterministic; " : ""
      let replayed = crash.replays > 0 ? "\n  \(rate)replayed \(crash.reproduced) of \(crash.replays)" : ""
      lines.append(
        "\(target) \(crash.kind == .file ? "broken" : "lost (\(crash.kind.rawValue))"): \(crash.summary)\(often)\(replayed)"
          + (crash.alike ?? []).map { "\n  \($0)" }.joined() + "\n  \(crash.file)\nReproduce:  \(crash.reproduce)\n")
    }
    for fingerprint in quiet {
      lines.append(
        "\(fingerprint) is quiet: its law holds again. Promote it:  layoutlab keep \(fingerprint.prefix(6))\n")
    }
    let rate = Int(Double(run.executions) / max(run.seconds, 0.001))
    let coverage = run.coverage.map { ", \($0) edges" } ?? ""
    lines.append(
      "\(target): \(run.executions) executions in \(Int(run.seconds.rounded())) s (\(rate) a second, "
        + "\(run.engine.rawValue), \(counted(run.jobs, "worker"))\(coverage)), \(findings.count + run.crashes.count) found, "
        + "\(counted(run.workersLost, "worker")) lost\(run.isInterrupted ? ", interrupted" : "")"
        + (run.waiting > 0 ? "; \(run.waiting) more broke a law and wait for the next run" : ""))
    if let pace = run.pace?.text(of: run.seconds * Double(run.jobs)) { lines.append("  \(pace)") }
    // Only our own engines have hard states that are counted here.
    if !states.reached.isEmpty { lines.append("  \(states.text)") }
    return lines.joined(separator: "\n")
  }

  /// The JSON of `--json` for all targets.
  public struct File: Codable {
    struct Target: Codable {
      var target: String
      var engine: FuzzRun.Engine
      var executions: Int
      var seconds: Double
      var coverage: Int?
      var jobs, workersLost: Int
      /// The pace of the engine; nil also in records of versions that did not store it.
      var pace: EnginePace?
      /// The number of violations and crashes that wait for the next run; nil in records of versions that did not store it.
      var waiting: Int?
      var states: HardStateRecord?
    }

    public var target: String
    public var findings: [Item]
    public var crashes: [FuzzRun.Crash]
    public var quiet: [String]
    public var executions: Int
    public var seconds: Double
    public var coverage: Int?
    var targets: [Target]
    /// The number of violations and crashes of all targets that wait for the next run; nil in records of versions that did not store it.
    public var waiting: Int?
    /// Whether a signal ended the run before its time; nil in records of versions that did not store it.
    public var isInterrupted: Bool?
    /// Hard states that any target reached; nil in records that were made before they were counted.
    public var states: HardStateRecord?
  }

  public static func file(_ reports: [FuzzReport]) -> File {
    let covered = reports.compactMap(\.run.coverage)
    return File(
      target: reports.count == 1 ? reports[0].target : "all", findings: reports.flatMap(\.findings),
      crashes: reports.flatMap(\.run.crashes), quiet: reports.flatMap(\.quiet),
      executions: reports.reduce(0) { $0 + $1.run.executions }, seconds: reports.reduce(0) { $0 + $1.run.seconds },
      coverage: covered.isEmpty ? nil : covered.reduce(0, +),
      targets: reports.map {
        File.Target(
          target: $0.target, engine: $0.run.engine, executions: $0.run.executions, seconds: $0.run.seconds,
          coverage: $0.run.coverage, jobs: $0.run.jobs, workersLost: $0.run.workersLost, pace: $0.run.pace,
          waiting: $0.run.waiting, states: $0.states)
      },
      waiting: reports.reduce(0) { $0 + $1.run.waiting }, isInterrupted: reports.contains(where: \.run.isInterrupted),
      states: reports.reduce(into: HardStateRecord()) { $0.add($1.states) })
  }
}
