import SceneModel

/// The progress of a campaign: the finished and the waiting units, and the bugs that were found.
public struct CampaignStatus: Encodable, Sendable {
  public struct Bug: Encodable, Sendable {
    public var engine, target, law, detail, fingerprint, weight: String
    /// The number of findings in the bucket.
    public var findings: Int
  }

  public var done: Int
  /// Ids of units without a result.
  public var waiting: [String]
  /// Ids of canary units that found nothing.
  public var silentCanaries: [String]
  public var bugs: [Bug]

  /// Makes the status of a campaign from its results.
  ///
  /// - Parameter known: earlier results. A bug is left out if it is in the same bucket as one of their findings.
  public init(of plan: CampaignPlan, _ results: CampaignResults, known: CampaignResults = CampaignResults()) {
    var units: [String: CampaignRecord.UnitRecord] = [:]
    var findings: [String: [CampaignRecord.FindingRecord]] = [:]
    for record in results.records {
      switch record {
      case .unit(let unit) where unit.campaignDigest == plan.file.digest: units[unit.unit] = unit
      case .unit: continue
      case .finding(let finding) where finding.engine != Canary.name:
        findings["\(finding.engine) \(finding.target)", default: []].append(finding)
      case .finding: continue
      }
    }
    var old: Set<CampaignRecord.FindingRecord> = []
    for case .finding(let finding) in known.records {
      let key = "\(finding.engine) \(finding.target)"
      if findings[key] != nil, old.insert(finding).inserted { findings[key]?.append(finding) }
    }
    done = plan.units.filter { units[$0.id] != nil }.count
    waiting = plan.units.map(\.id).filter { units[$0] == nil }
    silentCanaries = plan.units.filter { $0.isCanary && units[$0.id]?.findings.isEmpty == true }.map(\.id)
    bugs = findings.keys.sorted().flatMap { key in
      CampaignBuckets.alike(findings[key] ?? []).filter { old.isDisjoint(with: $0) }.map { bucket in
        Bug(
          engine: bucket[0].engine, target: bucket[0].target, law: bucket[0].law, detail: bucket[0].detail,
          fingerprint: bucket[0].fingerprint, weight: bucket[0].weight, findings: bucket.count)
      }
    }
  }

  /// The lines by which GitHub shows one error for each bug beside a pull request.
  public var annotations: String {
    bugs.map { bug in
      let words = "\(bug.detail) Reproduce: layoutlab campaign reproduce \(bug.fingerprint.prefix(12)) RESULTS"
      let escaped = words.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
      return "::error title=\(bug.law) is broken by \(bug.engine)::\(escaped)\n"
    }.joined()
  }

  public var text: String {
    var lines = bugs.map { bug in
      "\(bug.law) is broken by \(bug.engine) (\(bug.target)\(bug.weight.isEmpty ? "" : ", \(bug.weight)"), \(counted(bug.findings, "finding")))\n"
        + "  \(bug.detail)\nReproduce:  layoutlab campaign reproduce \(bug.fingerprint.prefix(12)) RESULTS\n"
    }
    for unit in silentCanaries { lines.append("\(unit): the planted mistake was not found") }
    lines.append("\(done) of \(counted(done + waiting.count, "unit")) done, \(counted(bugs.count, "bug")) found")
    return lines.joined(separator: "\n")
  }
}

extension CampaignResults {
  /// Returns the finding whose fingerprint begins with `prefix`.
  ///
  /// - Throws: `UserMistake` if there is none, or more than one.
  public func finding(_ prefix: String) throws(UserMistake) -> CampaignRecord.FindingRecord {
    var found: [CampaignRecord.FindingRecord] = []
    for case .finding(let finding) in records where finding.fingerprint.hasPrefix(prefix) { found.append(finding) }
    guard let first = found.first, !prefix.isEmpty else {
      throw UserMistake(
        .unknownName, "no finding's fingerprint begins with \"\(prefix)\". `layoutlab campaign status` lists them.")
    }
    guard Set(found.map(\.fingerprint)).count == 1 else {
      throw UserMistake(
        .severalMatch, "\(counted(found.count, "finding")) begin with \"\(prefix)\". Give more of the fingerprint.")
    }
    return first
  }
}

extension CampaignRecord.FindingRecord {
  /// The extension of a file with the finding's document: `scene`, `solver` or `timeline`; `txt` if the input is no document.
  public var documentKind: String {
    (try? Document(text: document, file: fingerprint))?.fileExtension ?? "txt"
  }
}
