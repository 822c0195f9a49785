import Foundation
import LayoutPlugin
import SceneModel
import SceneOracles

/// Makes seeds of one target from documents and files of other kinds.
public struct SeedMaker: Sendable {
  private let target: FuzzTarget
  private let folder: URL
  private let plugin: Plugin
  /// The contents of the seeds, by file name.
  private var seeds: [String: [UInt8]] = [:]
  private var tooLong = 0

  /// Makes a seed maker. `plugin` is the engine that plays scenes, to get the scripts and timelines that they lead to.
  public init(_ target: FuzzTarget, into folder: URL, playing plugin: Plugin) {
    (self.target, self.folder, self.plugin) = (target, folder, plugin)
  }

  /// Adds a document of the target's kind as seeds: the document, its rewritten forms, the parts of a document that is too long, and the scripts or
  /// timelines that it leads to. Equal seeds are added once.
  public mutating func add(_ document: Document) {
    for seed in seeds(from: document) { addSeed(seed) }
  }

  /// Adds generated document `number`, and now and then a generated file.
  public mutating func add(generated number: Int, seed: UInt64) {
    add(input: target.varied(number, seed: seed).compact)
    guard !target.files.isEmpty, number % SeedMaker.documentsPerFile == 0 else { return }
    var entropy = Entropy(seed: seed &+ UInt64(number))
    add(input: entropy.pick(target.files).generate(&entropy))
  }

  private static let documentsPerFile = 4

  /// Adds an input of the target's corpus, and nothing made from it. Bytes that only choose a generated document are ignored.
  public mutating func add(input bytes: [UInt8]) {
    if let document = target.writtenDocument(bytes) {
      addSeed(document)
    } else if let kind = target.files.first(where: { $0.claims(bytes) }), let ending = kind.endings.min() {
      keep(bytes, ending: ending, identity: Digest(of: bytes))
    }
  }

  /// Adds a file from outside as it is, if the target reads such files. `ending` is the end of its name.
  public mutating func add(file bytes: [UInt8], ending: String) {
    guard let kind = target.files.first(where: { $0.endings.contains(ending) }) else { return }
    let seed = kind.claims(bytes) ? bytes : Array(kind.mark.utf8) + bytes
    guard kind.claims(seed) else { return }
    keep(seed, ending: ending, identity: Digest(of: seed))
  }

  /// One in this many seeds is stored a second time, with a comment at its end that makes all laws judge the copy. A fuzzer chooses by a hash of the
  /// bytes which expensive laws judge an input, so without the copy mostly only cheap laws would judge a seed.
  private static let seedsPerTwin: UInt64 = 4

  private mutating func addSeed(_ document: Document) {
    var seed = document.withoutExpectations
    seed.provenance = nil
    if !target.tidy(&seed) { return }
    // Seeds are named by their digest, so equal documents give the same file.
    guard seed.compact.count <= FuzzTarget.longestInput else {
      tooLong += 1
      return
    }
    keep(Array(seed.text.utf8), ending: seed.fileExtension, identity: seed.normalForm.digest)
  }

  private mutating func keep(_ bytes: [UInt8], ending: String, identity: Digest) {
    guard bytes.count <= FuzzTarget.longestInput else {
      tooLong += 1
      return
    }
    seeds["made-\(identity.description.prefix(16)).\(ending)"] = bytes
    guard identity.low % SeedMaker.seedsPerTwin == 0, let twin = target.judgedByAll(bytes) else { return }
    seeds["made-\(Digest(of: twin).description.prefix(16)).\(ending)"] = twin
  }

  private func seeds(from document: Document) -> [Document] {
    guard case .scene(let scene) = document else {
      return document.fileExtension == target.fileExtension ? [document] : []
    }
    let scenes = [scene] + scene.twins
    return switch target.fileExtension {
    case "scene": (scenes + scene.parts(of: target.longestPlay, on: plugin)).map { .scene($0) }
    case "solver": scenes.compactMap { $0.solverScript(on: plugin).map { .solver($0) } }
    case "timeline": scene.timelines(on: plugin).map { .timeline($0) }
    default: []
    }
  }

  /// Writes the seeds, and removes seeds of earlier calls that are no longer made. `choose` gets a folder with all new seeds and a folder with the
  /// handwritten ones, and returns the names of the new seeds to keep. Returns a one-line summary.
  public func write(choosing choose: (_ made: URL, _ written: URL) throws -> Set<String>) throws -> String {
    let scratch = FileManager.default.temporaryDirectory.appending(
      path: "layoutlab-seeds-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (made, written) = (scratch.appending(path: "made"), scratch.appending(path: "written"))
    for folder in [made, written] { try DurableFile.makeFolder(folder) }
    // These files are temporary, so they are not synced to the disk, which would take minutes.
    for (name, bytes) in seeds { try Data(bytes).write(to: made.appending(path: name)) }
    let old = try DurableFile.names(in: folder)
    for name in old where !name.hasPrefix("made-") {
      try DurableFile.write(try DurableFile.read(folder.appending(path: name)), to: written.appending(path: name))
    }
    let chosen = try choose(made, written)
    for name in old where name.hasPrefix("made-") && !chosen.contains(name) {
      try DurableFile.remove(folder.appending(path: name))
    }
    for name in chosen.sorted() {
      guard let bytes = seeds[name] else { preconditionFailure("\(name) was not made") }
      try DurableFile.write(bytes, to: folder.appending(path: name))
    }
    let size = chosen.reduce(0) { $0 + (seeds[$1]?.count ?? 0) }
    let left = tooLong > 0 ? ", \(tooLong) too long" : ""
    let rest = chosen.count < seeds.count ? " of \(seeds.count)" : ""
    return "\(folder.relativePath): \(chosen.count)\(rest) made, \(size) bytes\(left)"
  }
}

extension Document {
  /// The document without its expectations. They need not hold any more after the document is changed.
  fileprivate var withoutExpectations: Document {
    switch self {
    case .scene(var scene):
      scene.steps.removeAll { $0.expectation != nil }
      return .scene(scene)
    case .solver(var script):
      for index in script.transactions.indices { script.transactions[index].expectations = [] }
      return .solver(script)
    case .timeline: return self
    }
  }
}
