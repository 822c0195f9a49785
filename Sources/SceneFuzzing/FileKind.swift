import LayoutPlugin
import SceneModel
import SceneOracles

/// A kind of file from outside: how a fuzzer makes one and damages it, and what must be true of reading it.
public struct FileKind: Sendable {
  /// Such as `conflict-log`.
  public var name: String
  /// How such an input begins; no document of ours begins like it.
  public var mark: String
  public var laws: [FileLaw]
  /// A file, mostly well formed.
  public var generate: @Sendable (inout Entropy) -> [UInt8]
  /// A file that tells what a document tells; nil: documents say nothing of the kind.
  public var write: (@Sendable (Document) -> [UInt8]?)?
  /// What damage inserts.
  public var snippets: [String]

  /// The file without the mark, where the mark is ours and not the file's.
  func content(of bytes: [UInt8]) -> [UInt8] { mark.hasSuffix("\n") ? Array(bytes.dropFirst(mark.utf8.count)) : bytes }

  /// Whether an input is of this kind.
  func claims(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark.utf8) }
}

/// A sentence that must be true of every file of a kind. Unlike a `Law`, it is about bytes: a file that breaks one is no
/// document that could be minimised as one, so it ends a libFuzzer process as a crash does, and libFuzzer keeps it.
public struct FileLaw: Sendable {
  public var name: String
  public var summary: String
  /// Exact ones judge a sample.
  public var cost: Law.Cost
  /// Of the file's content; it must end in time and memory in proportion to it.
  public var judge: @Sendable ([UInt8], Plugin) -> Verdict
}

/// A file that broke a law.
public struct FileViolation: Sendable {
  public var law: String
  public var bytes: [UInt8]
  public var detail: String
}
