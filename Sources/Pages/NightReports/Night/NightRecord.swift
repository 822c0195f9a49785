import Benchmarking
import EngineIsolation
import Foundation
import Reports
import SceneChecking
import SceneFuzzing
import SceneModel

/// The records that a night left behind in a folder, as the verbs wrote them with `--json`.
///
/// The page shows these facts and adds none. Each file is decoded as the type that its verb wrote. If a file is absent, its section is left out. A
/// file that is incomplete or cannot be read becomes a line under `unreadable`.
public struct NightRecord: Sendable {
  public struct Check: Sendable {
    public var file: String
    public var figures: [(name: String, value: String)]
    public var troubles: [String]
  }

  public struct Campaign: Sendable {
    public var target: String
    public var executions: Int
    public var seconds: Double
    public var coverage: String
    public var findings: [Finding]
    /// The hard states that were reached; nil if none were counted.
    public var states: HardStateRecord?
  }

  public struct Finding: Sendable {
    public var law: String
    public var status: String
    public var file: String
    public var reproduce: String
    public var document: String
    /// The judge's description of the violation.
    public var detail = ""
    /// The drawing of the document; nil if it is no scene or was not drawn.
    public var svg: String?
  }

  public struct Benchmark: Sendable {
    public var name: String
    public var time: String
    public var counters: String
    /// The processor time of a measured run; nil for a row that is not a measurement.
    public var nanoseconds: Double?
  }

  public struct Change: Sendable {
    public var name: String
    public var verdict: String
    public var detail: String
    /// Changes of behaviour in words, such as setting more frames.
    public var behaviour: [String] = []
    /// The kinds of work that grew, then the functions, in words.
    public var grown: [String] = []
    /// The cost of calls in both builds.
    public var calls: CostTree?
    /// The instructions of the judged build; nil if they were not counted.
    public var instructions: Double?
  }

  /// An engine as `make engines` judged it.
  public struct JudgedEngine: Decodable, Sendable {
    public struct Found: Decodable, Sendable {}

    public var engine: String
    /// The reason why the engine was not judged; nil if it was.
    public var skipped: String?
    public var version: String?
    public var documents, seconds: Int?
    public var kept, broken: [String]?
    public var findings, losses: [Found]?
  }

  public struct Drawing: Sendable {
    public var name: String
    public var svg: String
  }

  public var title = "layoutlab night"
  public var facts: [(name: String, value: String)] = []
  public var checks: [Check] = []
  public var campaigns: [Campaign] = []
  public var engines: [JudgedEngine] = []
  public var benchmarks: [Benchmark] = []
  /// The id of the machine on which the benchmarks ran.
  public var machine: String?
  public var capacities: [Capacity] = []
  public var verdict: String?
  /// The date and the revision of the comparison, if it was not made together with the other records.
  private var compared: (date: String, revision: String)?
  public var changes: [Change] = []
  public var drawings: [Drawing] = []
  public var unreadable: [String] = []

  public init() {}

  /// The hard states that no campaign reached, in the order of the registry; nil if none were counted.
  public var neverReached: [String]? {
    let states = campaigns.compactMap(\.states)
    return states.isEmpty ? nil : states.reduce(into: HardStateRecord()) { $0.add($1) }.neverReached
  }

  /// Reads `check*.json`, `laws*.json`, `fuzz*.json`, `engines*.json`, `bench*.json`, `capacity*.json`, `verdict*.json`, `facts.json` and `*.svg`
  /// in a folder.
  public init(folder: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for name in names {
      let file = folder.appendingPathComponent(name)
      do {
        try read(name: name, data: { try Data(contentsOf: file) })
      } catch {
        unreadable.append("\(name): \(error)")
      }
    }
  }

  private mutating func read(name: String, data: () throws -> Data) throws {
    if name.hasSuffix(".svg") {
      drawings.append(Drawing(name: String(name.dropLast(4)), svg: String(decoding: try data(), as: UTF8.self)))
      return
    }
    guard name.hasSuffix(".json") else { return }
    func record<Record: Decodable>(_ type: Record.Type) throws -> Record {
      do {
        return try JSONDecoder().decode(type, from: data())
      } catch let DecodingError.keyNotFound(key, context) {
        let path = (context.codingPath + [key]).map { $0.intValue.map(String.init) ?? $0.stringValue }
        throw TextError(
          file: name, line: 0, code: .valueMissing, problem: "\(path.joined(separator: ".")) is missing",
          hint: "Record it again with this version of layoutlab.")
      }
    }
    if name.hasPrefix("check") {
      checks.append(Self.check(file: name, try record(CheckRecord.self)))
    } else if name.hasPrefix("laws") {
      checks.append(Self.laws(file: name, try record(LawRecord.self).laws))
    } else if name.hasPrefix("fuzz") {
      campaigns.append(Self.campaign(try record(FuzzReport.File.self)))
    } else if name.hasPrefix("engines") {
      struct Judged: Decodable { var engines: [JudgedEngine] }
      engines += try record(Judged.self).engines
    } else if name.hasPrefix("bench") {
      let report = try BenchmarkReport(json: Array(data()), file: name)
      benchmarks += Self.benchmarks(report)
      machine = machine ?? report.context["machine"]
    } else if name.hasPrefix("capacity") {
      let read = try record(CapacityRecord.self)
      capacities += read.capacities
      machine = machine ?? read.machine
    } else if name.hasPrefix("verdict") {
      take(try record(ComparisonRecord.self))
    } else if name == "facts.json" {
      facts = try record([String: String].self).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }
  }
}

extension NightRecord {
  /// The part of this night that is kept in the history; nil if the record has no date.
  public var night: NightHistory.Night? {
    guard let date = facts.first(where: { $0.name == "date" })?.value ?? compared?.date else { return nil }
    var figures: [String: Double] = [:]
    for benchmark in benchmarks {
      if let time = benchmark.nanoseconds { figures[NightHistory.costs + benchmark.name] = time }
    }
    for change in changes {
      if let count = change.instructions { figures[NightHistory.instructions + change.name] = count }
    }
    for capacity in capacities {
      let path =
        "\(NightHistory.capacities)\(capacity.workload)/\(capacity.operation) in \(shortNumber(capacity.budget)) ms"
      figures[path] = Double(capacity.size)
    }
    for campaign in campaigns {
      let path = "fuzzing/\(campaign.target)"
      if campaign.seconds > 0 {
        figures["\(path)/executions a second"] = Double(campaign.executions) / campaign.seconds
      }
      if let coverage = Double(campaign.coverage) { figures["\(path)/coverage"] = coverage }
      figures["\(path)/findings"] = Double(campaign.findings.count)
    }
    for check in checks {
      let path = check.file.hasSuffix(".json") ? String(check.file.dropLast(5)) : check.file
      for (name, value) in check.figures { figures["\(path)/\(name)"] = Double(value) }
    }
    return NightHistory.Night(
      date: date, revision: facts.first { $0.name == "revision" }?.value ?? compared?.revision ?? "unknown",
      machine: machine,
      figures: figures)
  }

  /// Draws the findings that are scenes. `draw` returns nil for a scene that cannot be drawn.
  public mutating func drawFindings(with draw: (String) -> String?) {
    for campaign in campaigns.indices {
      for finding in campaigns[campaign].findings.indices {
        campaigns[campaign].findings[finding].svg = draw(campaigns[campaign].findings[finding].document)
      }
    }
  }

  private static func check(file: String, _ record: CheckRecord) -> Check {
    let sum = record.summary
    let figures: [(String, Int)] = [
      ("ambiguous", sum.ambiguous), ("compared", sum.compared), ("conflicts", sum.conflicts), ("files", sum.files),
      ("mistakes", sum.mistakes), ("notes", sum.notes), ("reproduced", sum.reproduced), ("roundings", sum.roundings),
      ("scenes", sum.scenes), ("stale", sum.stale),
    ]
    let troubles = record.findings.filter { $0.kind != .ambiguity }.map { finding in
      let fix = finding.fix.map { " Fix: \($0)" } ?? ""
      return "\(finding.place): \(finding.kind.rawValue): \(finding.element) \(finding.sentence)\(fix)"
    }
    return Check(
      file: file, figures: figures.map { (name: $0, value: "\($1)") }, troubles: Array(troubles.prefix(longestList)))
  }

  /// Makes the record of a check from the rows that `plugins check` printed.
  private static func laws(file: String, _ rows: [LawRow]) -> Check {
    func count(_ fate: LawRow.Fate) -> String { "\(rows.count { $0.verdict == fate })" }
    return Check(
      file: file,
      figures: [
        ("laws that hold", count(.holds)), ("broken", count(.broken)), ("undecided", count(.undecided)),
        ("times judged", "\(rows.reduce(0) { $0 + $1.judged })"),
      ],
      // What is undecided by nature (the engine is not behind the C table, nothing was refused) is nothing to look at.
      troubles: rows.filter { $0.verdict == .broken }.map { "\($0.law) is \($0.verdict): \($0.detail ?? "")" })
  }

  /// The largest number of entries of a list on the page. The JSON file next to the page has all.
  private static let longestList = 200

  private static func campaign(_ record: FuzzReport.File) -> Campaign {
    Campaign(
      target: record.target, executions: record.executions, seconds: record.seconds,
      coverage: record.coverage.map { "\($0)" } ?? "not measured",
      findings: record.findings.map {
        Finding(
          law: $0.law, status: $0.status.rawValue, file: $0.file, reproduce: $0.reproduce, document: $0.document,
          detail: $0.detail)
      }
        + record.crashes.map {
          Finding(
            law: "no input ends the process", status: "new", file: $0.file, reproduce: $0.reproduce, document: "",
            detail: $0.summary)
        },
      states: record.states)
  }

  private static func benchmarks(_ report: BenchmarkReport) -> [Benchmark] {
    // What a fit or a mean says is no measurement of its own.
    report.rows.filter { $0.kind == .iteration || $0.aggregate == "median" }.map { row in
      Benchmark(
        name: row.name, time: row.failure ?? row.nanoseconds.map(duration) ?? "",
        counters: row.counters.sorted { $0.key < $1.key }.map { "\($0.key) \(shortNumber($0.value))" }
          .joined(separator: ", "),
        nanoseconds: row.cpuNanoseconds)
    }
  }

  private mutating func take(_ comparison: ComparisonRecord) {
    verdict = comparison.verdict
    machine = machine ?? comparison.machine
    if let date = comparison.date, let revision = comparison.after { compared = (date, revision) }
    changes += comparison.changes.map {
      Change(
        name: $0.name, verdict: $0.verdict, detail: $0.detail, behaviour: $0.behaviour ?? [],
        grown: ($0.work ?? []) + ($0.functions ?? []).map(\.text), calls: $0.calls,
        instructions: $0.instructions?.after)
    }
  }
}

/// Returns a number as a short text: without decimals if it is whole or at least 1000, otherwise with four significant digits, and with an exponent
/// only below 0.001.
func shortNumber(_ value: Double) -> String {
  guard value.isFinite else { return "\(value)" }
  if value == value.rounded(), abs(value) < 1e15 { return "\(Int64(value))" }
  let magnitude = abs(value)
  if magnitude >= 1000 { return "\(Int64(value.rounded()))" }
  return String(format: magnitude >= 0.001 ? "%.4g" : "%.3e", value)
}
