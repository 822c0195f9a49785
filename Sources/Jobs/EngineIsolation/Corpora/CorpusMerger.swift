import Foundation
import SceneFuzzing
import SceneModel

/// Merges inputs into a corpus. If the libFuzzer executable is built, it keeps only inputs that reach new code. Otherwise it keeps each document
/// once.
public struct CorpusMerger {
  private let target: FuzzTarget
  private let fuzzer: FuzzerProcess?

  public init(_ target: FuzzTarget) { (self.target, fuzzer) = (target, FuzzerProcess.find(target.name)) }

  /// Merges inputs of several corpora into a folder. Returns in words how the inputs were chosen.
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

  /// Returns the names of the generated seeds that reach code which the handwritten seeds do not reach. Returns all names if no fuzzer is built.
  public func worthHaving(of made: URL, beside written: URL) throws -> Set<String> {
    let names = try DurableFile.names(in: made)
    guard let fuzzer else { return Set(names) }
    // The smallest that reach all come first, and what they reach is a reason for no other.
    let cover = made.deletingLastPathComponent().appending(path: "cover")
    try DurableFile.makeFolder(cover)
    try fuzzer.merge([written, made], into: cover, asFewAsPossible: true)
    let kept = Set(try DurableFile.names(in: cover))
    return Set(try names.filter { kept.contains(sha1(try DurableFile.read(made.appending(path: $0)))) })
  }

  /// Removes the inputs of a corpus that reach nothing new. Returns the former number of inputs, and in words how the inputs were chosen. The old
  /// corpus stays until the new one is complete.
  public func prune(_ folder: URL) throws -> (before: Int, way: String) {
    let old = try FuzzCorpus.existing(folder)
    let (new, aside) = (folder.appendingPathExtension("new"), folder.appendingPathExtension("old"))
    for left in [new, aside] { try? FileManager.default.removeItem(at: left) }
    let way = try merge([old], into: new)
    try FileManager.default.moveItem(at: folder, to: aside)
    try FileManager.default.moveItem(at: new, to: folder)
    try FileManager.default.removeItem(at: aside)
    return (old.count, way)
  }

  private func identity(_ bytes: [UInt8]) -> Digest {
    target.writtenDocument(bytes)?.normalForm.digest ?? Digest(of: bytes)
  }
}
