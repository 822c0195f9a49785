import SceneModel

/// A part of a campaign's work: a call of a verb that does not depend on other units.
public struct CampaignUnit: Codable, Hashable, Sendable {
  public enum Verb: String, Codable, Sendable {
    case fuzz, soak, check, bench
  }

  /// The unit's id, unique in the campaign, such as `fuzz/FuzzSolver/layoutlab/0003`.
  public var id: String
  public var verb: Verb
  /// The engine's name; nil if the unit is about files.
  public var engine: String?
  /// The arguments of the verb, without the engine and the paths of the results.
  public var arguments: [String]
  /// The share of the files that a check examines; nil for other verbs.
  public var part: ShardNumber?
  /// Whether every run of the unit does the same.
  public var isRepeatable: Bool
  /// Whether the unit must find something, because its engine has a planted bug.
  public var isCanary: Bool
}

/// The units of a campaign, in order. Shard k of n gets every n-th unit, starting with the k-th, so that each shard gets units of all jobs.
public struct CampaignPlan: Sendable {
  public let file: CampaignFile
  public let units: [CampaignUnit]

  public init(_ file: CampaignFile) {
    self.file = file
    var units: [CampaignUnit] = []
    /// The number of units so far with the same verb, name and engine. It distinguishes units that are otherwise equal.
    var counts: [String: Int] = [:]
    func add(
      _ verb: CampaignUnit.Verb, _ name: String, engine: String?, count: Int, isRepeatable: Bool = true,
      isCanary: Bool = false, inParts: Bool = false, _ arguments: (Int) -> [String]
    ) {
      let prefix = [verb.rawValue, name, engine ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
      for part in 0..<count {
        let number = counts[prefix, default: 0]
        counts[prefix] = number + 1
        let digits = String(number)
        let id = "\(prefix)/" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        units.append(
          CampaignUnit(
            id: id, verb: verb, engine: engine, arguments: arguments(part),
            part: inParts ? ShardNumber(number: part + 1, count: count) : nil, isRepeatable: isRepeatable,
            isCanary: isCanary))
      }
    }
    /// Returns a different seed for each unit of a job.
    func seed(_ words: String, _ part: Int) -> String {
      String(UInt32(truncatingIfNeeded: Digest(of: Array("\(file.seed) \(words) \(part)".utf8)).low) | 1)
    }

    for job in file.fuzz {
      let words = "\(job.target) \(job.engine)"
      add(.fuzz, job.target, engine: job.engine, count: job.units, isRepeatable: job.executions != nil) { part in
        let length =
          job.executions.map { ["--in-process", "--executions", "\($0)", "--time", "7200"] }
          ?? ["--time", "\(job.seconds ?? 60)"]
        return [job.target, "--jobs", "1", "--seed", seed(words, part)] + length
      }
    }
    for target in Set(file.fuzz.map(\.target)).intersection(Canary.targets).sorted() {
      add(.fuzz, target, engine: Canary.name, count: 1, isCanary: true) { part in
        [target, "--jobs", "1", "--seed", seed(target, part), "--in-process", "--executions", "\(Canary.executions)"]
      }
    }
    for job in file.soak {
      add(.soak, "", engine: job.engine, count: job.units) { part in
        let (first, next) = (job.scripts * part / job.units, job.scripts * (part + 1) / job.units)
        return [
          "--seed", "\(file.seed)", "--first", "\(first)", "--scripts", "\(next - first)", "--threads", "1",
        ]
      }
    }
    for job in file.check {
      add(.check, "", engine: nil, count: job.units, inParts: true) { _ in job.paths }
    }
    for job in file.benchmarks {
      add(.bench, "", engine: job.engine, count: 1, isRepeatable: false) { _ in ["--filter", job.filter] }
    }
    self.units = units
  }

  /// Returns the units of shard `number` of `count`, numbered from 1.
  public func shard(_ number: Int, of count: Int) -> [CampaignUnit] {
    precondition(count > 0 && (1...count).contains(number), "a shard is from 1 to the number of shards")
    return stride(from: number - 1, to: units.count, by: count).map { units[$0] }
  }
}

/// A shard as people write it: `3/8`.
public struct ShardNumber: Codable, Hashable, Sendable {
  public var number, count: Int

  init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  /// Reads a shard number.
  ///
  /// - Throws: `UserMistake` if the text is no shard number.
  public init(_ text: String) throws(UserMistake) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count > 0, count <= 1_000_000,
      (1...count).contains(number)
    else { throw UserMistake(.wrongFormat, "--shard \(text): not a shard number. Write 3/8 for the third of eight.") }
    (self.number, self.count) = (number, count)
  }
}
