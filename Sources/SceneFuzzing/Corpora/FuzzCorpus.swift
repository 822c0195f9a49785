import Foundation
import LayoutPlugin
import SceneModel
import SceneOracles

/// Inputs of a fuzzer in a folder, in the order of their names.
public struct FuzzCorpus: Sendable {
  public let folder: URL
  public let files: [URL]

  public var count: Int { files.count }

  /// Empty where there is no such folder.
  public init(_ folder: URL) throws(UserMistake) {
    self.folder = folder
    files = try DurableFile.names(in: folder).map { folder.appending(path: $0) }
      .filter { !$0.hasDirectoryPath }
  }

  public static func existing(_ folder: URL) throws(UserMistake) -> FuzzCorpus {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
      throw UserMistake("\(folder.relativePath): no such folder. Name one with inputs, or run `layoutlab fuzz` first.")
    }
    return try FuzzCorpus(folder)
  }

  /// Files with documents in text form, below a folder or as it is named; in the order of their paths.
  public static func documents(in source: URL) throws(UserMistake) -> [URL] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: source.path, isDirectory: &isFolder) else {
      throw UserMistake("\(source.relativePath): there is no such file or folder.")
    }
    guard isFolder.boolValue else { return [source] }
    let below = FileManager.default.enumerator(atPath: source.path)?.allObjects as? [String] ?? []
    return below.filter { name in ["scene", "solver", "timeline"].contains { name.hasSuffix(".\($0)") } }.sorted()
      .map { source.appending(path: $0) }
  }
}

/// The figures of a corpus.
public struct CorpusFigures: Codable, Sendable {
  public var target, name, folder: String
  public var inputs = 0
  public var bytes = 0
  public var largest = 0
  /// Of the inputs, those that are documents, and those that are files from outside; the rest only choose a generated document.
  public var documents = 0
  public var outside = 0
  /// Documents that differ in more than names and numbers.
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

  /// In one line.
  public var text: String {
    let other = inputs - documents - outside
    var parts = ["\(documents) documents (\(distinct) distinct)"]
    if outside > 0 { parts.append("\(outside) files from outside") }
    if other > 0 { parts.append("\(other) that choose a generated document") }
    return
      "\(target) \(name): \(counted(inputs, "input")), \(bytes) bytes, largest \(largest): \(parts.joined(separator: ", "))"
  }
}

/// Makes seeds of one target from documents that come from elsewhere.
public struct SeedMaker: Sendable {
  private let target: FuzzTarget
  private let folder: URL
  private var seeds: [String: [UInt8]] = [:]
  private var tooLong = 0

  private let plugin: Plugin

  /// `plugin` is the engine on which scenes are played for the scripts that they cause.
  public init(_ target: FuzzTarget, into folder: URL, playing plugin: Plugin) {
    (self.target, self.folder, self.plugin) = (target, folder, plugin)
  }

  /// A document of the target's kind, or one that such a document follows from, is a seed; each once.
  public mutating func add(_ document: Document) {
    guard var seed = seed(from: document) else { return }
    seed.provenance = nil
    if !target.tidy(&seed) { return }
    guard seed.compact.count <= FuzzTarget.longestInput else {
      tooLong += 1
      return
    }
    // By digest: the same document makes the same file, whoever made it when.
    seeds["made-\(seed.normalForm.digest.description.prefix(16)).\(seed.fileExtension)"] = Array(seed.text.utf8)
  }

  private func seed(from document: Document) -> Document? {
    if document.fileExtension == target.fileExtension { return document }
    guard target.fileExtension == "solver", case .scene(let scene) = document else { return nil }
    return scene.solverScript(on: plugin).map { .solver($0) }
  }

  /// Writes them; what was made before and is no longer is taken away. In one line: what is there now.
  public func write() throws(UserMistake) -> String {
    for name in try DurableFile.names(in: folder) where name.hasPrefix("made-") && seeds[name] == nil {
      try DurableFile.remove(folder.appending(path: name))
    }
    for (name, bytes) in seeds.sorted(by: { $0.key < $1.key }) {
      try DurableFile.write(bytes, to: folder.appending(path: name))
    }
    let left = tooLong > 0 ? ", \(tooLong) too long" : ""
    return "\(folder.relativePath): \(counted(seeds.count, "seed"))\(left)"
  }
}
