import EngineIsolation
import Foundation
import SceneFuzzing
import SceneModel

/// The corpora of fuzzers that run for a given time. Each shard writes into its own folder, and reads the folders of all others with the
/// same target and the same build of the engine. A file's name is the SHA-1 of its bytes, so there are no duplicates.
struct CorpusExchange {
  private let folder: URL
  private let target: String
  private let shard: String

  init(_ results: URL, unit: CampaignUnit, digest: String, shard: String) {
    target = unit.arguments.first ?? ""
    self.shard = shard
    folder = results.appending(path: "corpora/\(target)/\(digest.prefix(16))")
  }

  private func corpus(in work: URL) -> URL { work.appending(path: "\(target)/corpus") }

  /// Adds the inputs that other shards found to a unit's corpus.
  func take(into work: URL) throws {
    let own = corpus(in: work)
    try DurableFile.makeFolder(own)
    for other in try DurableFile.names(in: folder) { try copy(from: folder.appending(path: other), to: own) }
  }

  /// Copies the inputs that a unit found to the shard's folder.
  func give(from work: URL) throws {
    try copy(from: corpus(in: work), to: folder.appending(path: shard))
  }

  private func copy(from: URL, to: URL) throws {
    try DurableFile.makeFolder(to)
    for name in try DurableFile.names(in: from) {
      let file = to.appending(path: name)
      guard !FileManager.default.fileExists(atPath: file.path) else { continue }
      try DurableFile.write(try DurableFile.read(from.appending(path: name)), to: file)
    }
  }
}
