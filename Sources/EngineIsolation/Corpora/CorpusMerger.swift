import Foundation
import SceneFuzzing
import SceneModel

/// Adds inputs to a corpus: by libFuzzer, which keeps what reaches something new, where it is built; else each document once.
public struct CorpusMerger {
  private let target: FuzzTarget
  private let fuzzer: FuzzerProcess?

  public init(_ target: FuzzTarget) { (self.target, fuzzer) = (target, FuzzerProcess.find(target.name)) }

  /// Merges inputs of several corpora into a folder. Returns the criterion that decided, in words.
  public func merge(_ sources: [FuzzCorpus], into folder: URL) throws -> String {
    try DurableFile.makeFolder(folder)
    if let fuzzer {
      try fuzzer.merge(sources.map(\.folder), into: folder)
      return "by coverage"
    }
    var seen = Set(try FuzzCorpus(folder).files.map { try identity(DurableFile.read($0)) })
    for file in sources.flatMap(\.files) {
      let bytes = try DurableFile.read(file)
      guard seen.insert(identity(bytes)).inserted else { continue }
      try DurableFile.write(bytes, to: folder.appending(path: sha1(bytes)))
    }
    return "by document, since no fuzzer is built"
  }

  private func identity(_ bytes: [UInt8]) -> Digest {
    target.writtenDocument(bytes)?.normalForm.digest ?? Digest(of: bytes)
  }
}
