import Campaigns
import Foundation
import SceneFuzzing
import SceneModel

/// The content of a results folder. It has one folder for each night, named by its date, with one file of results for each machine. The file
/// `states.json` has the owners and states that people gave to findings.
public struct CampaignHistory: Sendable {
  public struct Night: Sendable {
    public var date: String
    public var machines: Set<String> = []
    public var revisions: Set<String> = []
    public var units = 0
    public var executions = 0
    public var seconds = 0.0
    /// The keys of the findings that were made in the night.
    public var met: Set<String> = []
    /// For each canary unit, whether it found the planted bug of its engine.
    public var canaries: [String: Bool] = [:]
    /// The executions, the most coverage edges and the most hard states, by engine and target.
    public var rows: [RowName: Row] = [:]
    /// Nanoseconds of an operation by machine, engine and benchmark.
    public var costs: [CostName: Double] = [:]

    /// Whether the night proves nothing because it may have been unable to find bugs: a canary (a planted bug) was not found, or there was none.
    public var isBlind: Bool { canaries.isEmpty || canaries.values.contains(false) }
  }

  public struct RowName: Hashable, Comparable, Sendable {
    public var engine, target: String
    public static func < (a: Self, b: Self) -> Bool { (a.engine, a.target) < (b.engine, b.target) }
  }

  public struct Row: Sendable {
    public var executions = 0, edges = 0, states = 0
  }

  public struct CostName: Hashable, Comparable, Sendable {
    public var machine, engine, benchmark: String
    public static func < (a: Self, b: Self) -> Bool {
      (a.benchmark, a.engine, a.machine) < (b.benchmark, b.engine, b.machine)
    }
  }

  /// The state, owner and reason that people gave to a finding.
  public struct Note: Codable, Hashable, Sendable {
    /// The state that people gave the finding: `open`, `confirmed`, `accepted` or `fixed`.
    public var state: String
    public var owner, reason: String?
  }

  /// One bug: findings of one engine and target that are alike.
  public struct Bug: Sendable {
    /// The bug's finding with the smallest document.
    public var finding: CampaignRecord.FindingRecord
    public var laws: [String]
    public var fingerprints: Set<String>
    public var firstSeen, lastSeen: String
    /// The numbers of nights and of units in which the bug was found.
    public var nights, units: Int
    /// The number of nights since the bug was first seen, including that night.
    public var age: Int
    public var note: Note?
    /// Whether the bug was found in the last night.
    public var isPresent: Bool
  }

  /// The nights, from the first to the last.
  public private(set) var nights: [Night] = []
  /// The bugs, first the open ones, then the others, the last seen first.
  public private(set) var bugs: [Bug] = []
  /// Lines and files that could not be read.
  public private(set) var unreadable: [String] = []

  /// Reads a results folder.
  ///
  /// - Throws: `UserMistake` if it cannot be read as one.
  public init(folder: URL) throws {
    let names = try DurableFile.names(in: folder)
    let dates = names.filter { $0.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil }
    guard !dates.isEmpty else {
      throw UserMistake(
        .noneMatch,
        "\(folder.relativePath): the folder has no results of nights. Make some with `layoutlab campaign merge --results`."
      )
    }
    var notes: [String: Note] = [:]
    if names.contains("states.json") {
      let file = folder.appending(path: "states.json")
      do { notes = try JSONDecoder().decode([String: Note].self, from: Data(try DurableFile.read(file))) } catch {
        unreadable.append("states.json: \(error)")
      }
    }
    var findings: [String: CampaignRecord.FindingRecord] = [:]
    var unitsMeeting: [String: Int] = [:]
    for date in dates {
      var night = Night(date: date)
      let place = folder.appending(path: date)
      for name in try DurableFile.names(in: place) where name.hasSuffix(".jsonl") {
        do {
          if name.hasSuffix(".times.jsonl") {
            try add(try times(in: place.appending(path: name)), to: &night)
          } else {
            let results = try CampaignResults(files: [place.appending(path: name).path])
            add(results.records, to: &night, &findings, &unitsMeeting)
          }
        } catch {
          unreadable.append("\(date)/\(name): \(error)")
        }
      }
      nights.append(night)
    }
    bugs = bugs(from: findings, unitsMeeting, notes)
  }

  private func times(in file: URL) throws -> [UnitTimes] {
    let decoder = JSONDecoder()
    return try Data(try DurableFile.read(file)).split(separator: UInt8(ascii: "\n"))
      .map { try decoder.decode(UnitTimes.self, from: Data($0)) }
  }

  private func add(_ times: [UnitTimes], to night: inout Night) throws {
    for time in times {
      night.seconds += time.seconds
      for (benchmark, nanoseconds) in time.costs {
        let name = CostName(machine: time.machine, engine: time.engine ?? "", benchmark: benchmark)
        night.costs[name] = min(night.costs[name] ?? .infinity, nanoseconds)
      }
    }
  }

  private static func key(_ engine: String, _ fingerprint: String) -> String { "\(engine) \(fingerprint)" }

  private func add(
    _ records: [CampaignRecord], to night: inout Night, _ findings: inout [String: CampaignRecord.FindingRecord],
    _ unitsMeeting: inout [String: Int]
  ) {
    for record in records {
      switch record {
      case .unit(let unit):
        night.machines.insert(unit.machine)
        night.revisions.insert(unit.revision)
        night.units += 1
        if unit.isCanary {
          night.canaries[unit.unit] = (night.canaries[unit.unit] ?? false) || !unit.findings.isEmpty
          continue
        }
        let executions = unit.figures["executions"] ?? unit.figures["scripts"] ?? 0
        night.executions += executions
        let words = unit.unit.split(separator: "/").map(String.init)
        let name = RowName(
          engine: unit.engine ?? "", target: words[0] == "fuzz" && words.count > 1 ? words[1] : words[0])
        var row = night.rows[name] ?? Row()
        row.executions += executions
        row.edges = max(row.edges, unit.figures["edges"] ?? 0)
        row.states = max(row.states, unit.figures["states"] ?? 0)
        night.rows[name] = row
        for print in unit.findings {
          let key = Self.key(unit.engine ?? "", print)
          night.met.insert(key)
          unitsMeeting[key, default: 0] += 1
        }
      case .finding(let finding):
        guard finding.engine != Canary.name else { continue }
        let key = Self.key(finding.engine, finding.fingerprint)
        if let present = findings[key], present.document.utf8.count <= finding.document.utf8.count { continue }
        findings[key] = finding
      }
    }
  }

  private func bugs(
    from findings: [String: CampaignRecord.FindingRecord], _ unitsMeeting: [String: Int], _ notes: [String: Note]
  ) -> [Bug] {
    var groups: [RowName: [CampaignRecord.FindingRecord]] = [:]
    for key in findings.keys.sorted() {
      guard let finding = findings[key] else { continue }
      groups[RowName(engine: finding.engine, target: finding.target), default: []].append(finding)
    }
    var bugs: [Bug] = []
    for name in groups.keys.sorted() {
      for bucket in CampaignBuckets.alike(groups[name] ?? []) {
        let keys = bucket.map { Self.key($0.engine, $0.fingerprint) }
        let met = nights.indices.filter { at in keys.contains { nights[at].met.contains($0) } }
        guard let first = met.first, let last = met.last, let smallest = bucket.first else { continue }
        bugs.append(
          Bug(
            finding: smallest, laws: Set(bucket.flatMap(\.laws)).sorted(), fingerprints: Set(bucket.map(\.fingerprint)),
            firstSeen: nights[first].date, lastSeen: nights[last].date, nights: met.count,
            units: keys.reduce(0) { $0 + (unitsMeeting[$1] ?? 0) }, age: nights.count - first,
            note: bucket.lazy.compactMap { notes[$0.fingerprint] }.first, isPresent: last == nights.count - 1))
      }
    }
    return bugs.sorted { a, b in
      if a.isOpen != b.isOpen { return a.isOpen }
      return (b.lastSeen, a.finding.law, a.finding.fingerprint) < (a.lastSeen, b.finding.law, b.finding.fingerprint)
    }
  }
}

extension CampaignHistory.Bug {
  /// Whether the bug needs attention: it is not accepted, and it was found in the last night or is not marked as fixed.
  public var isOpen: Bool {
    note?.state != "accepted" && (isPresent || note?.state == "open" || note?.state == "confirmed")
  }

  /// The state in one word. A bug that was fixed and is found again is `returned`.
  public var state: String {
    switch note?.state {
    case "fixed": isPresent ? "returned" : "fixed"
    case let state?: state
    case nil: isPresent ? (nights == 1 ? "new" : "open") : "not met"
    }
  }
}
