import Foundation
import SceneModel

/// Inputs of a fuzzer in a folder, in the order of their names.
public struct FuzzCorpus: Sendable {
  public let folder: URL
  public let files: [URL]

  public var count: Int { files.count }

  /// Makes the corpus of a folder. It is empty if the folder does not exist.
  public init(_ folder: URL) throws(UserMistake) {
    self.folder = folder
    files = try DurableFile.names(in: folder).map { folder.appending(path: $0) }
      .filter { !$0.hasDirectoryPath }
  }

  public static func existing(_ folder: URL) throws(UserMistake) -> FuzzCorpus {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
      throw UserMistake(
        .fileMissing, "\(folder.relativePath): no such folder. Name one with inputs, or run `layoutlab fuzz` first.")
    }
    return try FuzzCorpus(folder)
  }

  /// The endings of files that seeds are made from: documents, and files from outside.
  private static let seedEndings = ["scene", "solver", "timeline", "storyboard", "xib", "log", "vfl"]

  /// Returns the files below a path, or the file itself, that hold documents in text form or files from outside, in the order of their paths.
  public static func documents(in source: URL) throws(UserMistake) -> [URL] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: source.path, isDirectory: &isFolder) else {
      throw UserMistake(.fileMissing, "\(source.relativePath): no such file or folder. Check the path.")
    }
    guard isFolder.boolValue else { return [source] }
    let below = FileManager.default.enumerator(atPath: source.path)?.allObjects as? [String] ?? []
    return below.filter { name in seedEndings.contains { name.hasSuffix(".\($0)") } }.sorted()
      .map { source.appending(path: $0) }
  }
}

/// The figures of a corpus.
public struct CorpusFigures: Codable, Sendable {
  public var target, name, folder: String
  public var inputs = 0
  public var bytes = 0
  public var largest = 0
  /// The number of inputs that are documents. Other inputs are files from outside, or bytes that only choose a generated document.
  public var documents = 0
  public var outside = 0
  /// The number of documents that differ in more than names and numbers.
  public var distinct = 0

  public init(of corpus: FuzzCorpus, _ target: FuzzTarget, name: String) throws(UserMistake) {
    (self.target, self.name, folder) = (target.name, name, corpus.folder.relativePath)
    var seen: Set<Digest> = []
    for file in corpus.files {
      let bytes = try DurableFile.read(file)
      inputs += 1
      self.bytes += bytes.count
      largest = max(largest, bytes.count)
      if let document = target.writtenDocument(bytes) {
        documents += 1
        seen.insert(document.normalForm.digest)
      } else if target.files.contains(where: { $0.claims(bytes) }) {
        outside += 1
      }
    }
    distinct = seen.count
  }

  /// A summary of one line.
  public var text: String {
    let other = inputs - documents - outside
    var parts = ["\(documents) documents (\(distinct) distinct)"]
    if outside > 0 { parts.append("\(outside) files from outside") }
    if other > 0 { parts.append("\(other) that choose a generated document") }
    return
      "\(target) \(name): \(counted(inputs, "input")), \(bytes) bytes, largest \(largest): \(parts.joined(separator: ", "))"
  }
}
