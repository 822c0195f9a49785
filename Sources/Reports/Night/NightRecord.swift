import Foundation

/// What a night left behind in a folder, as read from the files that the verbs wrote with `--json`.
///
/// The page shows these facts and computes none of its own. A file that is absent leaves its section out; a file that
/// cannot be read becomes a line under `unreadable`, so that nothing is silently missing.
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
  }

  public struct Finding: Sendable {
    public var law: String
    public var status: String
    public var file: String
    public var reproduce: String
    public var document: String
    /// Why it is broken, in the judge's words.
    public var detail = ""
    /// The document drawn; nil: it is no scene, or nobody drew it.
    public var svg: String?
  }

  public struct Benchmark: Sendable {
    public var name: String
    public var time: String
    public var counters: String
    /// A run's own; nil for what is no measurement.
    public var nanoseconds: Double?
  }

  /// How much of a workload fits into a frame.
  public struct Capacity: Sendable, Decodable {
    public var workload, unit, operation: String
    /// Milliseconds.
    public var budget: Double
    public var size, low: Int
    public var high: Int?
  }

  public struct Change: Sendable {
    public var name: String
    public var verdict: String
    public var detail: String
  }

  public struct Drawing: Sendable {
    public var name: String
    public var svg: String
  }

  public var title = "layoutlab night"
  public var facts: [(name: String, value: String)] = []
  public var checks: [Check] = []
  public var campaigns: [Campaign] = []
  public var benchmarks: [Benchmark] = []
  /// Which machine the benchmarks ran on.
  public var machine: String?
  public var capacities: [Capacity] = []
  public var verdict: String?
  public var changes: [Change] = []
  public var drawings: [Drawing] = []
  public var unreadable: [String] = []

  public init() {}

  /// Reads `check*.json`, `laws*.json`, `fuzz*.json`, `bench*.json`, `capacity*.json`, `verdict*.json`, `facts.json` and `*.svg` of a folder.
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
    if name.hasPrefix("check") {
      checks.append(try check(file: name, data: data()))
    } else if name.hasPrefix("laws") {
      checks.append(try laws(file: name, data: data()))
    } else if name.hasPrefix("fuzz") {
      campaigns.append(try campaign(file: name, data: data()))
    } else if name.hasPrefix("bench") {
      let read = try googleBenchmarks(data: data())
      benchmarks += read.benchmarks
      machine = machine ?? read.machine
    } else if name.hasPrefix("capacity") {
      let read = try JSONDecoder().decode(CapacityFile.self, from: data())
      capacities += read.capacities
      machine = machine ?? read.machine
    } else if name.hasPrefix("verdict") {
      try readVerdict(data: data())
    } else if name == "facts.json" {
      facts = try JSONDecoder().decode([String: String].self, from: data()).sorted { $0.key < $1.key }
        .map { (name: $0.key, value: $0.value) }
    }
  }
}

extension NightRecord {
  /// What of this night is kept for the nights to come; nil: it does not say when it was.
  public var night: NightHistory.Night? {
    guard let date = facts.first(where: { $0.name == "date" })?.value else { return nil }
    var figures: [String: Double] = [:]
    for benchmark in benchmarks {
      if let time = benchmark.nanoseconds { figures[NightHistory.costs + benchmark.name] = time }
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
      date: date, revision: facts.first { $0.name == "revision" }?.value ?? "unknown", machine: machine,
      figures: figures)
  }

  /// Has somebody who can lay scenes out draw the findings that are scenes; nil where it cannot be drawn.
  public mutating func drawFindings(with draw: (String) -> String?) {
    for campaign in campaigns.indices {
      for finding in campaigns[campaign].findings.indices {
        let document = campaigns[campaign].findings[finding].document
        if document.hasPrefix("scene ") { campaigns[campaign].findings[finding].svg = draw(document) }
      }
    }
  }

  private struct CheckFile: Decodable {
    struct Scene: Decodable {
      struct Mismatch: Decodable {
        var view: String
        var tag: String?
        var cause: String?
        var dx, dy, dw, dh: Double?

        /// By how much it is off, without what is not.
        var difference: String {
          [("x", dx), ("y", dy), ("width", dw), ("height", dh)].compactMap { name, value in
            value.flatMap { abs($0) > 0.5 ? "\(name) \($0 > 0 ? "+" : "−")\(readable(abs($0)))" : nil }
          }.joined(separator: ", ")
        }
      }
      var file: String
      var root: String?
      var mismatches: [Mismatch]?
      var flagged: Bool?
    }
    var scenes: [Scene]
    /// In the words of `check`; of records that were made before there were any, nil.
    var findings: [CheckFinding]?
    var summary: [String: JSONNumber]
  }

  /// A number, or anything else that a summary may hold and the page leaves out.
  private struct JSONNumber: Decodable {
    var text: String?
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Double.self) {
        text = shortNumber(value)
      }
    }
  }

  private func check(file: String, data: Data) throws -> Check {
    let decoded = try JSONDecoder().decode(CheckFile.self, from: data)
    let figures = decoded.summary.sorted { $0.key < $1.key }
      .compactMap { entry in entry.value.text.map { (name: entry.key, value: $0) } }
    var troubles: [String] = []
    if let findings = decoded.findings {
      troubles = findings.filter { $0.kind != .ambiguity }.map { finding in
        let fix = finding.fix.map { " Fix: \($0)" } ?? ""
        return "\(finding.place): \(finding.kind.rawValue): \(finding.element) \(finding.sentence)\(fix)"
      }
      return Check(file: file, figures: figures, troubles: Array(troubles.prefix(NightRecord.longestList)))
    }
    for scene in decoded.scenes {
      for mismatch in scene.mismatches ?? [] {
        troubles.append(
          "\(scene.file)\(scene.root.map { "#" + $0 } ?? "") \(mismatch.tag ?? "view") \(mismatch.view): \([mismatch.difference, mismatch.cause ?? ""].filter { !$0.isEmpty }.joined(separator: "; "))"
        )
      }
    }
    return Check(file: file, figures: figures, troubles: Array(troubles.prefix(NightRecord.longestList)))
  }

  private struct LawsFile: Decodable {
    struct Row: Decodable {
      var law, verdict: String
      var judged: Int
      var detail: String?
    }
    var laws: [Row]
  }

  /// What `plugins check` says.
  private func laws(file: String, data: Data) throws -> Check {
    let rows = try JSONDecoder().decode(LawsFile.self, from: data).laws
    func count(_ verdict: String) -> String { "\(rows.count { $0.verdict == verdict })" }
    return Check(
      file: file,
      figures: [
        ("laws that hold", count("holds")), ("broken", count("broken")), ("undecided", count("undecided")),
        ("times judged", "\(rows.reduce(0) { $0 + $1.judged })"),
      ],
      troubles: rows.filter { $0.verdict != "holds" }.map { "\($0.law) is \($0.verdict): \($0.detail ?? "")" })
  }

  /// A page stays readable: longer lists are cut, and the JSON beside it has the rest.
  private static let longestList = 200

  private struct FuzzFile: Decodable {
    struct Item: Decodable {
      var law: String
      var status: String?
      var file: String?
      var reproduce: String?
      var document: String?
      var detail: String?
    }
    var target: String?
    var executions: Int?
    var seconds: Double?
    struct Crash: Decodable {
      var file: String
      var reproduce: String?
    }
    var coverage: Int?
    var findings: [Item]
    var crashes: [Crash]?
  }

  private func campaign(file: String, data: Data) throws -> Campaign {
    let decoded = try JSONDecoder().decode(FuzzFile.self, from: data)
    let fallback = String(file.dropLast(5).drop { $0 != "-" }.dropFirst())
    return Campaign(
      target: decoded.target ?? fallback, executions: decoded.executions ?? 0, seconds: decoded.seconds ?? 0,
      coverage: decoded.coverage.map { "\($0)" } ?? "not measured",
      findings: decoded.findings.map {
        Finding(
          law: $0.law, status: $0.status ?? "new", file: $0.file ?? "", reproduce: $0.reproduce ?? "",
          document: $0.document ?? "", detail: $0.detail ?? "")
      }
        + (decoded.crashes ?? []).map {
          Finding(
            law: "no input ends the process", status: "new", file: $0.file, reproduce: $0.reproduce ?? "", document: "")
        })
  }

  private struct BenchmarkFile: Decodable {
    struct Row: Decodable {
      var name: String
      var runType: String?
      var values: [String: Double] = [:]
      var timeUnit = "ns"

      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: Key(stringValue: "name")!)
        for key in container.allKeys {
          if let value = try? container.decode(Double.self, forKey: key) { values[key.stringValue] = value }
        }
        if let unit = try? container.decode(String.self, forKey: Key(stringValue: "time_unit")!) { timeUnit = unit }
      }
    }
    struct Context: Decodable { var machine: String? }
    var context: Context?
    var benchmarks: [Row]
  }

  private func googleBenchmarks(data: Data) throws -> (benchmarks: [Benchmark], machine: String?) {
    let bookkeeping: Set = [
      "iterations", "real_time", "cpu_time", "repetitions", "threads", "repetition_index", "family_index",
      "per_family_instance_index",
    ]
    // What a fit or a mean says is no measurement of its own.
    let file = try JSONDecoder().decode(BenchmarkFile.self, from: data)
    let rows = file.benchmarks.filter { row in
      !["_BigO", "_RMS", "_mean", "_stddev", "_cv"].contains(where: row.name.hasSuffix)
    }
    let units = ["ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9]
    let measured = rows.map { row in
      Benchmark(
        name: row.name, time: row.values["real_time"].map { "\(shortNumber($0)) \(row.timeUnit)" } ?? "",
        counters: row.values.filter { !bookkeeping.contains($0.key) }.sorted { $0.key < $1.key }
          .map { "\($0.key) \(shortNumber($0.value))" }.joined(separator: ", "),
        nanoseconds: row.values["cpu_time"].flatMap { time in units[row.timeUnit].map { time * $0 } })
    }
    return (measured, file.context?.machine)
  }

  private struct CapacityFile: Decodable {
    var machine: String?
    var capacities: [Capacity]
  }

  private struct VerdictFile: Decodable {
    struct Row: Decodable {
      var name: String
      var verdict: String
      var detail: String?
      var reason: String?
    }
    var verdict: String?
    var changes: [Row]
  }

  private mutating func readVerdict(data: Data) throws {
    let decoded = try JSONDecoder().decode(VerdictFile.self, from: data)
    verdict = decoded.verdict
    changes += decoded.changes.map {
      Change(name: $0.name, verdict: $0.verdict, detail: $0.detail ?? $0.reason ?? "")
    }
  }
}

/// Four significant digits, without an exponent where that is short.
func shortNumber(_ value: Double) -> String {
  guard value.isFinite else { return "\(value)" }
  if value == value.rounded(), abs(value) < 1e15 { return "\(Int64(value))" }
  let magnitude = abs(value)
  if magnitude >= 1000 { return "\(Int64(value.rounded()))" }
  return String(format: magnitude >= 0.001 ? "%.4g" : "%.3e", value)
}
