import Benchmarking
import EngineIsolation
import Foundation
import LibC
import SceneFuzzing
import SceneModel

/// The duration and the measurements of a unit. They depend on the machine, so they are stored beside the results.
public struct UnitTimes: Codable, Hashable, Sendable {
  public var unit: String
  public var engine: String?
  public var revision, machine: String
  public var seconds: Double
  /// Nanoseconds of one operation, by benchmark.
  public var costs: [String: Double]
}

/// Runs one shard. Each unit is a process of the tool. Its results are on the disk before the next unit begins. So a shard that was killed
/// continues where it stopped, and one that is run again has the same results.
public struct CampaignRun {
  /// An engine and its location: the name of a linked one, a library, or `cmd:COMMAND`.
  public struct Engine: Sendable {
    public var name, place: String

    public init(name: String, place: String) { (self.name, self.place) = (name, place) }
  }

  public struct Surroundings {
    public var tool: String
    public var engines: [Engine]
    public var revision, machine: String
    /// The folder for the results.
    public var folder: URL
    public var isInterrupted: () -> Bool
    public var tell: (String) -> Void

    public init(
      tool: String, engines: [Engine], revision: String, machine: String, folder: URL,
      isInterrupted: @escaping () -> Bool, tell: @escaping (String) -> Void
    ) {
      (self.tool, self.engines, self.revision, self.machine) = (tool, engines, revision, machine)
      (self.folder, self.isInterrupted, self.tell) = (folder, isInterrupted, tell)
    }
  }

  public struct Outcome: Sendable {
    public var results = CampaignResults()
    /// The units that were not completed, each with the tool's message.
    public var failures: [(unit: String, words: String)] = []
    public var isInterrupted = false
    /// The canaries (engines with a planted bug) that were run without finding anything.
    public var silentCanaries: [String] = []

    /// Whether a unit that is not a canary found something.
    public var hasFindings: Bool {
      results.records.contains { record in
        if case .unit(let unit) = record { !unit.isCanary && !unit.findings.isEmpty } else { false }
      }
    }
  }

  private let plan: CampaignPlan
  private let shard: ShardNumber
  private let around: Surroundings
  private var digests: [String: String] = [:]

  private var name: String { "shard-\(shard.number)-of-\(shard.count)" }
  private var resultsFile: URL { around.folder.appending(path: "\(name).jsonl") }
  private var timesFile: URL { around.folder.appending(path: "\(name).times.jsonl") }

  /// Makes the run of one shard.
  ///
  /// - Throws: `UserMistake` if an engine of the campaign cannot be found.
  public init(_ plan: CampaignPlan, shard: ShardNumber, _ surroundings: Surroundings) throws {
    (self.plan, self.shard, around) = (plan, shard, surroundings)
    digests[""] = try digest(of: around.tool)
    for name in plan.file.engines + [Canary.name] {
      let place = around.engines.first { $0.name == name }?.place ?? name
      digests[name] = try digest(ofEngineAt: place)
    }
  }

  private func digest(of file: String) throws -> String {
    Digest(of: Array(try DurableFile.read(URL(filePath: file)))).description
  }

  private func digest(ofEngineAt place: String) throws -> String {
    if place.hasPrefix("cmd:") { return Digest(of: Array(place.utf8)).description }
    let isLibrary = place.contains("/") || place.hasSuffix(sharedLibrarySuffix)
    return isLibrary ? try digest(of: place) : digests[""] ?? ""
  }

  public mutating func run() throws -> Outcome {
    try DurableFile.makeFolder(around.folder)
    let lock = try FolderLock(around.folder.appending(path: "work/\(name)"))
    defer { withExtendedLifetime(lock) {} }
    var outcome = Outcome()
    var times: [UnitTimes] = []
    let units = plan.shard(shard.number, of: shard.count)
    try takeUp(units, &outcome.results, &times)
    let done = Set(
      outcome.results.records.compactMap { if case .unit(let unit) = $0 { unit.unit } else { nil } })
    for (at, unit) in units.enumerated() where !done.contains(unit.id) {
      if around.isInterrupted() {
        outcome.isInterrupted = true
        break
      }
      around.tell("\(at + 1) of \(units.count): \(unit.id)")
      let start = ContinuousClock.now
      do {
        let found = try perform(unit)
        for record in found.records { outcome.results.add(record) }
        times.append(
          UnitTimes(
            unit: unit.id, engine: unit.engine, revision: around.revision, machine: around.machine,
            seconds: (ContinuousClock.now - start) / .seconds(1), costs: found.costs))
        try outcome.results.write(to: resultsFile.path)
        try write(times)
      } catch let failure as UnitFailure where !around.isInterrupted() {
        outcome.failures.append((unit.id, failure.words))
      } catch is UnitFailure, is UnitInterruption {
        outcome.isInterrupted = true
        break
      }
    }
    for case .unit(let unit) in outcome.results.records where unit.isCanary && unit.findings.isEmpty {
      outcome.silentCanaries.append(unit.unit)
    }
    // A shard without units has a file, too, which shows that it has ended.
    try outcome.results.write(to: resultsFile.path)
    return outcome
  }

  /// Reads the results that an earlier run of this shard has, if campaign, revision and engines are the same.
  private func takeUp(_ units: [CampaignUnit], _ results: inout CampaignResults, _ times: inout [UnitTimes]) throws {
    guard FileManager.default.fileExists(atPath: resultsFile.path) else { return }
    let names = Dictionary(uniqueKeysWithValues: units.map { ($0.id, $0) })
    let records = try CampaignResults.records(in: resultsFile.path)
    var kept: Set<String> = []
    for case .unit(let record) in records {
      guard let unit = names[record.unit], record.campaignDigest == plan.file.digest,
        record.revision == around.revision, record.engineDigest == digests[unit.engine ?? ""]
      else { continue }
      kept.insert(record.unit)
      results.add(.unit(record))
    }
    for case .finding(let finding) in records where kept.contains(finding.unit) { results.add(.finding(finding)) }
    let decoder = JSONDecoder()
    let lines = (try? DurableFile.read(timesFile)).map { Data($0).split(separator: UInt8(ascii: "\n")) } ?? []
    for line in lines {
      if let time = try? decoder.decode(UnitTimes.self, from: Data(line)), kept.contains(time.unit) {
        times.append(time)
      }
    }
  }

  private func write(_ times: [UnitTimes]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var text = Data()
    for time in times { text += try encoder.encode(time) + Data("\n".utf8) }
    try DurableFile.write(Array(text), to: timesFile)
  }

  // MARK: one unit

  private struct UnitFailure: Error {
    var words: String
  }

  /// The error of a unit that a signal ended too early: its findings so far are not complete.
  private struct UnitInterruption: Error {}

  private struct Found {
    var records: [CampaignRecord]
    var costs: [String: Double] = [:]
  }

  private func perform(_ unit: CampaignUnit) throws -> Found {
    // The child of a killed run may still work in its folder and would disturb this run, so the folder of a repeatable unit contains the id of this
    // process.
    let own = unit.isRepeatable ? "-\(ProcessInfo.processInfo.processIdentifier)" : ""
    let work = around.folder.appending(path: "work/\(unit.id.replacing("/", with: "-"))\(own)")
    if unit.isRepeatable { try? FileManager.default.removeItem(at: work) }
    try DurableFile.makeFolder(work)
    defer { if unit.isRepeatable { try? FileManager.default.removeItem(at: work) } }
    let engine = unit.engine.map { name in around.engines.first { $0.name == name }?.place ?? name }
    let named = engine.map { $0 == CampaignFile.ours ? [] : ["--engine", $0] } ?? []
    var record = CampaignRecord.UnitRecord(
      campaign: plan.file.name, campaignDigest: plan.file.digest, unit: unit.id, engine: unit.engine,
      engineDigest: digests[unit.engine ?? ""] ?? "", revision: around.revision, machine: around.machine,
      isCanary: unit.isCanary, figures: [:], findings: [])
    var found = Found(records: [])
    switch unit.verb {
    case .fuzz:
      let corpora = CorpusExchange(around.folder, unit: unit, digest: record.engineDigest, shard: name)
      if !unit.isRepeatable { try corpora.take(into: work) }
      let file = work.appending(path: "results.json")
      try call(unit, ["fuzz"] + unit.arguments + named + ["--work", work.path, "-o", file.path])
      if !unit.isRepeatable { try corpora.give(from: work) }
      let results = try decode(FuzzReport.File.self, Data(try DurableFile.read(file)), of: unit)
      if results.isInterrupted == true { throw UnitInterruption() }
      record.figures = ["executions": results.executions]
      if !unit.isRepeatable, let edges = results.coverage { record.figures["edges"] = edges }
      if let states = results.states { record.figures["states"] = states.reached.count }
      found.records =
        results.findings.map { .finding(finding($0, record)) }
        + results.crashes.map { .finding(crash($0, unit, record)) }
    case .soak:
      let answer = try call(unit, ["soak"] + unit.arguments + named + ["--work", work.path, "--json"])
      let report = try decode(SoakReport.self, answer, of: unit)
      if report.isInterrupted { throw UnitInterruption() }
      record.figures = report.figures
      found.records = report.disagreements.map { .finding(disagreement($0, record)) }
    case .check:
      for files in try checkedFiles(unit) {
        let answer = try call(unit, ["check", "--json"] + files)
        let check = try decode(CheckFigures.self, answer, of: unit)
        for (name, count) in check.figures { record.figures[name, default: 0] += count }
        record.findings += check.fingerprints
      }
      record.findings = Set(record.findings).sorted()
    case .bench:
      let plugins = engine.map { $0 == CampaignFile.ours ? [] : ["--plugin", $0] } ?? []
      let answer = try call(unit, ["bench", "run", "--json"] + unit.arguments + plugins)
      let report = try BenchmarkReport(json: Array(answer), file: unit.id)
      for row in report.rows where row.kind == .iteration {
        if let time = row.cpuNanoseconds ?? row.nanoseconds { found.costs[row.path] = time }
      }
      record.figures = ["benchmarks": found.costs.count]
    }
    if unit.verb != .check {
      let prints = found.records.compactMap { if case .finding(let finding) = $0 { finding.fingerprint } else { nil } }
      record.findings = Set(prints).sorted()
    }
    if unit.isRepeatable { try? FileManager.default.removeItem(at: work) }
    found.records.append(.unit(record))
    return found
  }

  /// Runs the tool, and returns what it printed.
  @discardableResult
  private func call(_ unit: CampaignUnit, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: around.tool)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let output = around.folder.appending(path: "work/\(name)/output")
    let errors = around.folder.appending(path: "work/\(name)/errors")
    // Files and not pipes, because a verb that prints much must not wait for this process.
    for file in [output, errors] { try DurableFile.write([], to: file) }
    let streams = try [output, errors].map { try FileHandle(forWritingTo: $0) }
    (process.standardOutput, process.standardError) = (streams[0], streams[1])
    do { try process.run() } catch {
      throw UserMistake(
        .toolMissing,
        "\(around.tool): cannot be started (\(error.localizedDescription)). Check the path and that it may be executed."
      )
    }
    process.waitUntilExit()
    for stream in streams { try? stream.close() }
    let status = process.terminationStatus
    guard process.terminationReason == .exit, [0, 1, 3].contains(status) else {
      let words = String(decoding: (try? DurableFile.read(errors)) ?? [], as: UTF8.self)
      let last = words.split(separator: "\n").suffix(3).joined(separator: "\n")
      throw UnitFailure(words: "ended with \(status): \(last)")
    }
    return Data(try DurableFile.read(output))
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ data: Data, of unit: CampaignUnit) throws -> Value {
    do { return try JSONDecoder().decode(type, from: data) } catch {
      throw UnitFailure(words: "its results are no JSON of this version (\(error))")
    }
  }

  /// Returns the files of the unit's share of the paths, in groups that fit in one command line.
  private func checkedFiles(_ unit: CampaignUnit) throws -> [[String]] {
    guard let part = unit.part else { return [] }
    let files = try CheckedFiles.below(unit.arguments)
    let own = stride(from: part.number - 1, to: files.count, by: part.count).map { files[$0] }
    return stride(from: 0, to: own.count, by: Self.mostFilesOfACall).map {
      Array(own[$0..<min($0 + Self.mostFilesOfACall, own.count)])
    }
  }

  private static let mostFilesOfACall = 1000

  // MARK: what was found

  private func finding(_ item: FuzzReport.Item, _ unit: CampaignRecord.UnitRecord) -> CampaignRecord.FindingRecord {
    CampaignRecord.FindingRecord(
      target: item.target, law: item.law, detail: item.detail, laws: item.laws, engine: unit.engine ?? "",
      engineDigest: unit.engineDigest, revision: unit.revision, machine: unit.machine, unit: unit.unit,
      fingerprint: item.fingerprint, kind: item.kind, reproduced: item.reproduced, replays: item.replays,
      weight: item.weight, document: CampaignRun.undated(item.document), traits: item.traits)
  }

  /// Returns a document without the lines that state the broken law and the day. The record has the law anyway. Without the day, a unit that is run
  /// again on another day writes the same bytes.
  private static func undated(_ document: String) -> String {
    document.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("law ") && !$0.hasPrefix("found ") }.joined(separator: "\n")
  }

  private func crash(
    _ crash: FuzzRun.Crash, _ unit: CampaignUnit, _ record: CampaignRecord.UnitRecord
  ) -> CampaignRecord.FindingRecord {
    let document = String(decoding: (try? DurableFile.read(URL(filePath: crash.file))) ?? [], as: UTF8.self)
    return CampaignRecord.FindingRecord(
      target: unit.arguments.first ?? "", law: crash.kind.rawValue, detail: crash.summary, laws: [crash.kind.rawValue],
      engine: record.engine ?? "", engineDigest: record.engineDigest, revision: record.revision,
      machine: record.machine, unit: record.unit, fingerprint: crash.id, kind: .steady, reproduced: crash.reproduced,
      replays: crash.replays, weight: "", document: document, traits: nil)
  }

  private func disagreement(
    _ one: SoakReport.Disagreement, _ unit: CampaignRecord.UnitRecord
  ) -> CampaignRecord.FindingRecord {
    let document = String(decoding: (try? DurableFile.read(URL(filePath: one.file))) ?? [], as: UTF8.self)
    return CampaignRecord.FindingRecord(
      target: "soak", law: Self.soakLaw, detail: one.detail, laws: [Self.soakLaw], engine: unit.engine ?? "",
      engineDigest: unit.engineDigest, revision: unit.revision, machine: unit.machine, unit: unit.unit,
      fingerprint: Digest(of: Array(document.utf8)).description, kind: .steady, reproduced: 1, replays: 1,
      weight: "", document: document, traits: nil)
  }

  /// The law by which a soak judges an engine.
  static let soakLaw = "solver.values-are-the-judges"
}

/// The counts in a check's JSON that a campaign needs.
private struct CheckFigures: Decodable {
  struct Finding: Decodable {
    var file: String
    var kind: String
    var subject: String?
    var line: Int?
  }

  var findings: [Finding]
  var mistakes: [Mistake]

  struct Mistake: Decodable {}

  var figures: [String: Int] {
    var figures = ["mistakes": mistakes.count, "findings": findings.count]
    for finding in findings { figures[finding.kind, default: 0] += 1 }
    return figures
  }

  /// The fingerprints. They stay the same as long as the same problem is found at the same place.
  var fingerprints: [String] {
    findings.map { finding in
      let words = [finding.file, finding.kind, finding.subject ?? "", finding.line.map(String.init) ?? ""]
      return String(Digest(of: Array(words.joined(separator: "\n").utf8)).description.prefix(16))
    }
  }
}

/// The files that a check of some paths would read.
enum CheckedFiles {
  private static let kinds: Set<String> = ["storyboard", "xib", "scene", "solver", "timeline", "txt", "log"]

  /// Returns the files in a fixed order, which does not depend on the order in which folders list them.
  static func below(_ paths: [String]) throws -> [String] {
    var files: [String] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw UserMistake(
          .fileMissing, "\(path): no such file or folder. The campaign's paths are relative to the working directory.")
      }
      guard isFolder.boolValue else {
        files.append(path)
        continue
      }
      let below = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      files += below.filter { kinds.contains(URL(filePath: $0).pathExtension) }.map { "\(path)/\($0)" }
    }
    return Set(files).sorted()
  }
}
