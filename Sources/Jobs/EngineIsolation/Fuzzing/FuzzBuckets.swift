import LayoutPlugin
import SceneFuzzing
import SceneModel

extension FuzzedEngine {
  /// Returns one item for each bug: the one with the smallest document, with the ids of the others. The records in the store are updated. If the
  /// engine crashes meanwhile, findings are grouped by their traits alone.
  ///
  /// - Parameter time: the time limit for runs of the engine that connect findings.
  func buckets(_ items: [FuzzReport.Item], _ target: FuzzTarget, within time: Duration) throws -> [FuzzReport.Item] {
    let findings = items.compactMap(\.finding)
    guard findings.count > 1 else { return items }
    let result = try process.run { (parentLink: EngineProcess.ParentLink<[Members]>) in
      let blackBox = parentLink.blackBox
      let end = ContinuousClock.now + time
      var triage = Triage(
        laws: target.laws, plugin: try engine.plugin(answered: blackBox.noteAnswer), known: known,
        willJudge: { blackBox.note($0.compact) })
      triage.project = target.project
      return triage.buckets(of: findings, while: { ContinuousClock.now < end }).map(Members.init)
    }
    let buckets: [Members] =
      switch result {
      case .answered(let told): told
      case .lost: Bucket.alike(findings).map(Members.init)
      }
    return try buckets.compactMap { bucket in
      guard var item = items.first(where: { $0.id == bucket.ids[0] }) else { return nil }
      (item.others, item.laws, item.status) = (Array(bucket.ids.dropFirst()), bucket.laws, bucket.status)
      for id in bucket.ids { try note(bucket, in: id) }
      try write(page: item)
      return item
    }
  }

  private func note(_ bucket: Members, in id: String) throws {
    guard var record = try store.finding(id)?.record else { return }
    let isSmallest = id == bucket.ids[0]
    record.bucket = isSmallest ? nil : bucket.ids[0]
    record.others = isSmallest ? Array(bucket.ids.dropFirst()) : nil
    try store.write(record)
  }

  /// A bucket as the forked process sends it; the smallest finding is first.
  private struct Members: Codable {
    var ids, laws: [String]
    var status: Finding.Status

    init(_ bucket: Bucket) {
      ids = [bucket.smallest.id] + bucket.others.map(\.id)
      (laws, status) = (bucket.laws, bucket.status)
    }
  }
}

extension FuzzReport.Item {
  /// The finding in full; nil if its document cannot be read.
  var finding: Finding? {
    guard let minimized = try? Document(text: document, file: file) else { return nil }
    return Finding(
      kind: kind, target: target, law: law, recorded: detail, traits: traits, status: status, found: found,
      rate: ReplayRate(broken: reproduced, of: replays), minimized: minimized)
  }
}
