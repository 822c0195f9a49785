import LayoutPlugin
import SceneModel
import SceneOracles

/// A kind of file from outside (no document of this project): how a fuzzer makes and damages such files, and the laws about reading them.
public struct FileKind: Sendable {
  /// The remark for files that consist of lines.
  public static let lineRemark: @Sendable (UInt64) -> String = { "# judged by all laws: \($0)\n" }

  /// The name, such as `conflict-log`.
  public var name: String
  /// The first characters of an input of the kind. No document begins with them.
  public var mark: String
  public var laws: [FileLaw]
  /// The possible ends of the names of files of the kind.
  public var endings: Set<String>
  /// The laws that a file's content breaks; a file is read once for all of them. With `isSampled`, exact laws judge, too.
  public var judge: @Sendable (_ content: [UInt8], _ plugin: Plugin, _ isSampled: Bool) -> [LawViolation]
  /// Returns a new file, mostly well formed.
  public var generate: @Sendable (inout Entropy) -> [UInt8]
  /// Writes a document as such a file; nil if documents cannot be written so.
  public var write: (@Sendable (Document) -> [UInt8]?)?
  /// The texts that damage inserts into a file.
  public var snippets: [String]
  /// A line that may stand at the end of a file and contains nothing but the number; nil if there is no such line.
  public var remark: (@Sendable (UInt64) -> String)?
  /// The size in bytes above which mutation does not enlarge a file.
  public var usualSize: Int

  public init(
    name: String, mark: String, endings: Set<String>, laws: [FileLaw],
    judge: @escaping @Sendable (_ content: [UInt8], _ plugin: Plugin, _ isSampled: Bool) -> [LawViolation],
    generate: @escaping @Sendable (inout Entropy) -> [UInt8], write: (@Sendable (Document) -> [UInt8]?)? = nil,
    snippets: [String], remark: (@Sendable (UInt64) -> String)? = nil, usualSize: Int = 384
  ) {
    (self.name, self.mark, self.endings, self.laws, self.judge) = (name, mark, endings, laws, judge)
    (self.generate, self.write, self.snippets) = (generate, write, snippets)
    (self.remark, self.usualSize) = (remark, usualSize)
  }

  /// The file's content without the mark, if the mark is a line that this project put before it.
  package func content(of bytes: [UInt8]) -> [UInt8] {
    mark.hasSuffix("\n") && claims(bytes) ? Array(bytes.dropFirst(mark.utf8.count)) : bytes
  }

  /// Returns the kind with only some of its laws; nil if none is left.
  package func judging(by isKept: @escaping @Sendable (_ law: String) -> Bool) -> FileKind? {
    var kind = self
    kind.laws.removeAll { !isKept($0.name) }
    if kind.laws.isEmpty { return nil }
    if kind.laws.count == laws.count { return self }
    kind.judge = { [judge] in judge($0, $1, $2).filter { isKept($0.law) } }
    return kind
  }

  /// Whether an input is of this kind.
  func claims(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark.utf8) }
}

/// A law about every file of a kind. Unlike a `Law`, it is about bytes. A file that breaks it cannot be minimised as a document. So a libFuzzer
/// process stops there, as at a crash, and libFuzzer keeps the file.
public struct FileLaw: Sendable {
  public var name: String
  public var summary: String
  /// The law's cost. Exact laws judge a sample.
  public var cost: Law.Cost

  public init(_ name: String, _ summary: String, cost: Law.Cost = .cheap) {
    (self.name, self.summary, self.cost) = (name, summary, cost)
  }
}

/// A law that a file breaks, and how.
public struct LawViolation: Sendable {
  public var law: String
  public var detail: String

  public init?(_ law: String, _ verdict: Verdict) {
    guard case .broken(let detail) = verdict else { return nil }
    (self.law, self.detail) = (law, detail.description)
  }
}

/// A file that broke a law.
public struct FileViolation: Sendable {
  public var law: String
  public var bytes: [UInt8]
  public var detail: String
}
