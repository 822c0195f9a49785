import Foundation
import SceneFuzzing
import SceneModel

/// The crashes, hangs and exits of the engine in a run. Those of one bug are one entry, with a count.
///
///     <target>/crashes/<id>/crash.json, input.<kind> as the worker got it, minimized.<kind>
///     <target>/crashes/<id>/more/: other inputs of the same entry
struct CrashLog {
  private(set) var crashes: [FuzzRun.Crash] = []
  /// The number of workers that ended, in all.
  private(set) var count = 0
  private let target: FuzzTarget
  private let engine: FuzzedEngine
  private let again: String

  /// The largest number of inputs that are kept for one entry. Further crashes are only counted.
  private static let keptPerCrash = 20

  init(_ target: FuzzTarget, _ engine: FuzzedEngine, again: String) {
    (self.target, self.engine, self.again) = (target, engine, again)
  }

  /// Continues with the entries of a run that was killed.
  mutating func takeUp(_ earlier: [FuzzRun.Crash]) { crashes = earlier }

  /// Records the end of a worker. Returns the entry if it is new, for triage; nil if a crash with the same signature is on the list. The input is
  /// written to disk first.
  mutating func record(_ loss: Worker.Loss) throws(UserMistake) -> FuzzRun.Crash? {
    let signature = Self.signature(of: loss, engine: engine.engine.name)
    let id = Finding.id(of: "\(target.name) \(signature)")
    let folder = engine.store.crashesFolder(of: target.name).appending(path: id)
    let input = loss.bytes.map { inputFile($0) }
    if let at = crashes.firstIndex(where: { $0.id == id }) {
      if let input, crashes[at].count < CrashLog.keptPerCrash {
        let name = "\(String(hash(of: input.bytes), radix: 16)).\(input.kind)"
        try DurableFile.write(input.bytes, to: folder.appending(path: "more/\(name)"))
      }
      crashes[at].count += 1
      count += 1
      return nil
    }
    var crash = FuzzRun.Crash(
      file: engine.store.folder.relativePath, reproduce: again, output: loss.how + "\n" + loss.output)
    (crash.id, crash.kind, crash.signature, crash.frames) = (id, loss.kind, signature, loss.frames)
    if let input {
      let file = folder.appending(path: "input.\(input.kind)")
      try DurableFile.write(input.bytes, to: file)
      crash.file = file.relativePath
    }
    try engine.store.write(crash, target: target.name)
    crashes.append(crash)
    count += 1
    return crash
  }

  /// Replaces an entry by the result of its triage. The count stays.
  mutating func update(_ crash: FuzzRun.Crash) {
    guard let at = crashes.firstIndex(where: { $0.id == crash.id }) else { return }
    var crash = crash
    crash.count = crashes[at].count
    crashes[at] = crash
  }

  /// The entries. Those that did not occur again in a replay are joined to one: their causes are not in their documents, so they cannot be
  /// distinguished. This entry is the most frequent of them, and lists the others.
  var together: [FuzzRun.Crash] {
    var unexplained = crashes.filter { $0.replays > 0 && $0.reproduced == 0 }.sorted { $0.count > $1.count }
    guard unexplained.count > 1 else { return crashes }
    var first = unexplained.removeFirst()
    first.alike = unexplained.map {
      "also (\($0.kind.rawValue)): \($0.summary), \(counted($0.count, "time")): \($0.file)"
    }
    let ids = Set(unexplained.map(\.id))
    return crashes.filter { !ids.contains($0.id) }.map { $0.id == first.id ? first : $0 }
  }

  /// Returns the content and the extension of the file for an input: a document is stored as text.
  private func inputFile(_ bytes: [UInt8]) -> (bytes: [UInt8], kind: String) {
    guard case .document(let document) = target.input(bytes).meaning else { return (bytes, "bytes") }
    return (Array(document.text.utf8), document.fileExtension)
  }

  /// Returns the text by which crashes of one bug are recognised: the kind, and the place in the engine. If frames of the engine itself are known,
  /// the frames of its callers are ignored. A hang is interrupted at a different place each time, so only the outermost frame of the engine is
  /// used.
  static func signature(of loss: Worker.Loss, engine: String) -> String {
    let library = URL(filePath: engine).lastPathComponent
    let own = loss.frames.filter { $0.hasPrefix(library + "+") }
    let others = loss.frames.filter { frame in !CrashLog.runtime.contains { frame.hasPrefix($0) } }
    let frames: ArraySlice<String> =
      switch loss.kind {
      case .crash:
        !own.isEmpty ? own.prefix(3) : !others.isEmpty ? others.prefix(3) : sanitizerFrames(in: loss.output).prefix(3)
      case .hang: own.suffix(1)
      case .file: loss.frames[...]
      case .exit, .stop, .memory, .descriptors, .output: []
      }
    // When memory is refused, the signal that follows, and the call in which it is noticed, depend on chance. They are left out.
    let how: String =
      switch loss.kind {
      case .crash: loss.signal.map { "signal \($0)" } ?? ""
      case .exit: loss.status.map { "status \($0)" } ?? ""
      case .hang, .stop, .memory, .descriptors, .output, .file: ""
      }
    return ([loss.kind.rawValue, how] + frames).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The functions of the first stack that a sanitizer reports, innermost first, without those of the runtime.
  static func sanitizerFrames(in output: String) -> [String] {
    guard let start = output.range(of: "Sanitizer: ") else { return [] }
    var frames: [String] = []
    for line in output[start.upperBound...].split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let number = words.first, number.first == "#" else {
        if !frames.isEmpty { break }
        continue
      }
      guard let at = words.firstIndex(of: "in"), at + 1 < words.count else { continue }
      let name = String(words[at + 1])
      let isRuntime = [
        "__asan", "__interceptor", "__sanitizer", "__libc", "operator", "malloc", "calloc", "realloc", "free", "mem",
      ]
      .contains { name.hasPrefix($0) }
      if !isRuntime { frames.append(name) }
    }
    return frames
  }

  /// Modules that cannot contain a bug of an engine.
  private static let runtime = [
    "libc.so", "libstdc++", "libgcc_s", "ld-linux", "libm.so", "libswift", "libFoundation", "lib_Foundation",
    "linux-vdso",
  ]
}

extension FindingStore {
  /// Writes the `crash.json` of a crash. The inputs are in the same folder.
  func write(_ crash: FuzzRun.Crash, target: String) throws(UserMistake) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(crash) else { preconditionFailure("a crash's facts are JSON") }
    try DurableFile.write(data, to: crashesFolder(of: target).appending(path: "\(crash.id)/crash.json"))
  }
}
