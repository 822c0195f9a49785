import ArgumentParser
import Benchmarking
import Campaigns
import EngineIsolation
import Foundation
import Reports
import SceneChecking
import SceneFuzzing
import SceneModel

struct CampaignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "campaign",
    abstract: "Cuts long jobs into shards for many machines, and merges what they found.",
    discussion: """
      A campaign file lists jobs (fuzz, soak, check, bench). Any scheduler runs its shards, each by one command, in any order and as \
      often as it likes; merging needs no order either. Guides/campaigns.md has the file and recipes for Slurm, GNU parallel, GitHub \
      and Kubernetes.

      Example: layoutlab campaign run night.yml --shard 3/8 -o results
      """,
    subcommands: [
      CampaignPlanCommand.self, CampaignRunCommand.self, CampaignMergeCommand.self, CampaignStatusCommand.self,
      CampaignReproduceCommand.self,
    ])
}

struct CampaignOptions: ParsableArguments {
  @Argument(help: "The campaign file.")
  var file: String

  func plan() throws -> CampaignPlan {
    let text = String(decoding: try DurableFile.read(URL(filePath: file)), as: UTF8.self)
    return CampaignPlan(try CampaignFile(yaml: text, file: file))
  }
}

struct CampaignPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Lists the units of a campaign as JSON, one on each line, with the shard that runs it.",
    discussion: "Example: layoutlab campaign plan night.yml --shards 8")

  @OptionGroup var campaign: CampaignOptions

  @Option(help: "The number of shards. If absent, the number of units.")
  var shards: Int?

  @Flag(help: "Print only the number of shards, for the job array of a scheduler.")
  var size = false

  private struct Line: Encodable {
    var shard: Int
    var unit: CampaignUnit
  }

  func run() throws {
    let plan = try campaign.plan()
    let count = shards ?? plan.units.count
    guard count > 0 else { throw ValidationError("--shards must be at least 1.") }
    if size { return print(count) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for (at, unit) in plan.units.enumerated() {
      print(String(decoding: try encoder.encode(Line(shard: at % count + 1, unit: unit)), as: UTF8.self))
    }
  }
}

struct CampaignRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs one shard of a campaign.",
    discussion: """
      The results are FOLDER/shard-K-of-N.jsonl, which is complete after each unit. A shard that was killed continues where it \
      stopped; one that is run again writes the same file. The times of the units are beside it in .times.jsonl.

      Exit status: 0 clean, 1 found, 3 interrupted, 65 bad input, 70 a unit could not run or did not find the planted bug (the \
      canary).

      Example: layoutlab campaign run night.yml --shard 3/8 -o results --engine kiwi=./libkiwi.so
      """)

  @OptionGroup var campaign: CampaignOptions

  @Option(help: "Which shard of how many: 3/8.")
  var shard = "1/1"

  @Option(name: .shortAndLong, help: "The folder for the results.")
  var output: String

  @Option(
    name: .customLong("engine"),
    help: "An engine of the campaign: NAME=./libNAME.so or NAME=cmd:COMMAND (may be repeated).")
  var engines: [String] = []

  @Option(help: "The name of this machine in the results. If absent, one made from its processor.")
  var machine: String?

  @Flag(
    help: "End with 0 even if something was found, so that a scheduler does not count it as a failure and try again.")
  var exitZeroOnFindings = false

  func run() throws {
    let plan = try campaign.plan()
    let places = try engines.map { text in
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw ValidationError("--engine \(text): write NAME=./libNAME.so, with the name that the campaign file uses.")
      }
      return CampaignRun.Engine(
        name: String(text[..<equals]), place: String(text[text.index(after: equals)...]))
    }
    if let stranger = places.first(where: { !plan.file.engines.contains($0.name) }) {
      throw ValidationError(
        "--engine \(stranger.name): the campaign has no such engine. It has \(plan.file.engines.joined(separator: ", "))."
      )
    }
    let linked = EngineOptions.registry
    for name in plan.file.engines where linked[name] == nil && !places.contains(where: { $0.name == name }) {
      throw ValidationError(
        "The campaign's engine \(name) is nowhere. Say where it is: --engine \(name)=./lib\(name).so")
    }
    Interrupt.watch()
    let around = CampaignRun.Surroundings(
      tool: Installation.executablePath ?? CommandLine.arguments[0],
      engines: places, revision: sourceRevision(), machine: machine ?? Machine.identifier,
      folder: URL(filePath: output),
      isInterrupted: { Interrupt.hasCome != 0 }, tell: { printToStandardError("campaign: \($0)") })
    var run = try CampaignRun(plan, shard: try ShardNumber(shard), around)
    let outcome = try run.run()
    for failure in outcome.failures { printToStandardError("layoutlab: \(failure.unit) \(failure.words)") }
    for unit in outcome.silentCanaries {
      printToStandardError(
        "layoutlab: \(unit): the planted mistake was not found, so what this campaign does not find proves nothing.")
    }
    if !outcome.failures.isEmpty || !outcome.silentCanaries.isEmpty { try Outcome.ownFault.exit() }
    if outcome.isInterrupted { try Outcome.undecided.exit() }
    if outcome.hasFindings && !exitZeroOnFindings { try Outcome.found.exit() }
  }
}

struct CampaignMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merges results of shards, machines or nights.",
    discussion: """
      The order of the files and repeated files change nothing. With --results, the records go into DIR/DATE/MACHINE.jsonl of \
      a results folder, which can be a git repository, and are merged with what is there.

      Example: layoutlab campaign merge shards/* -o night.jsonl
      Example: layoutlab campaign merge shards/* --results ../results --night 2026-11-25
      """)

  @Argument(help: "Results files, or folders with some.")
  var from: [String]

  @Option(name: .shortAndLong, help: "The file for the merged results.")
  var output: String?

  @Option(help: "The results folder.")
  var results: String?

  @Option(help: "With --results: the night's date. If absent, today in UTC.")
  var night: String?

  func validate() throws {
    guard (output == nil) != (results == nil) else { throw ValidationError("Give either -o FILE or --results DIR.") }
    if let night, night.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) == nil {
      throw ValidationError("--night \(night): write a date such as 2026-11-25.")
    }
  }

  func run() throws {
    let merged = try CampaignResults(files: from)
    if let output {
      try merged.write(to: output)
      print("\(counted(merged.records.count, "record")) in \(output)")
    } else if let results {
      let folder = URL(filePath: results).appending(path: night ?? isoDate(Date()))
      for machine in try merged.file(into: folder) { print(folder.appending(path: "\(machine).jsonl").relativePath) }
      try UnitTimes.file(from, into: folder)
    }
  }
}

struct CampaignStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Lists which units of a campaign are done, and what was found.",
    discussion: """
      Exit status: 0 all units are done and clean, 1 found, 3 some units are not done.

      Example: layoutlab campaign status night.yml shards
      Example: layoutlab campaign status change.yml shards --known results --annotations
      """)

  @OptionGroup var campaign: CampaignOptions

  @Argument(help: "Results files, or folders with some.")
  var from: [String]

  @Option(help: "Earlier results, a file or folder: only bugs that are not in them are reported.")
  var known: String?

  @Flag(help: "Also print the bugs as annotations of a pull request on GitHub.")
  var annotations = false

  @Flag(help: "Print the facts as JSON.")
  var json = false

  func run() throws {
    let known = try known.map { try CampaignResults(files: [$0]) } ?? CampaignResults()
    let status = CampaignStatus(of: try campaign.plan(), try CampaignResults(files: from), known: known)
    print(json ? try jsonText(status) : status.text)
    if annotations { print(status.annotations, terminator: "") }
    if !status.waiting.isEmpty { try Outcome.undecided.exit() }
    try (status.bugs.isEmpty ? Outcome.clean : .found).exit()
  }
}

struct CampaignReproduceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reproduce",
    abstract: "Extracts a finding's document from results, and prints the command that reproduces it.",
    discussion: "Example: layoutlab campaign reproduce 5acdfeae1589 results")

  @Argument(help: "The beginning of the finding's fingerprint.")
  var fingerprint: String

  @Argument(help: "Results files, or folders with some.")
  var from: [String]

  @Option(name: .shortAndLong, help: "The file for the document. If absent, it is named after the fingerprint.")
  var output: String?

  func run() throws {
    let finding = try CampaignResults(files: from).finding(fingerprint)
    let kind = finding.documentKind
    let file = output ?? "\(finding.fingerprint.prefix(12)).\(kind)"
    try UserFile.write(finding.document, to: file)
    let engine = finding.engine == CampaignFile.ours ? "" : " --engine \(finding.engine)"
    print("\(finding.law) is broken by \(finding.engine): \(finding.detail)")
    print("Reproduce:  layoutlab check --law \(finding.law) \(file)\(engine)")
  }
}
