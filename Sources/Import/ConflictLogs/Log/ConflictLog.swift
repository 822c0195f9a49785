/// One "Unable to simultaneously satisfy constraints" message, as pasted from a console.
///
/// Logs are equal if they have the same text and start at the same line. The lines of their entries are not compared.
public struct ConflictLog: Hashable, Sendable {
  /// A line of the printed list.
  public enum Entry: Hashable, Sendable {
    /// A constraint that could be read.
    case read(ConstraintDescription)
    /// A line that could not be read, as it was printed: it is redacted, cut, or text of another kind.
    case unread(String)
  }

  /// The system that printed the message. The two print different words.
  public enum Platform: String, Hashable, Sendable {
    /// UIKit or AppKit.
    case uiKit, appKit
  }

  /// The line of the pasted text at which the message starts, from 1.
  public var line: Int
  /// The system that printed the message.
  public var platform: Platform
  /// The list in its printed order; indices of verdicts count it from 0.
  public var entries: [Entry] {
    get { list }
    set {
      list = newValue
      hidesIdentifiers = newValue.contains(where: ConflictLog.isFromLibrary)
    }
  }
  private var list: [Entry]
  /// The constraint that UIKit says it breaks, as printed; nil if the paste ends before it.
  public var broken: Entry?
  /// Whether the paste ended within the list, so that constraints may be missing.
  public var endsWithinList = false
  /// Whether the paste began inside the list and contains the list's end. Constraints before the first one may be missing.
  public internal(set) var beginsWithinList = false
  /// Whether the paste has UIKit's own sentence about a conflict, and not only a list.
  public var isClaimed = true
  /// The number of entries of which only the quotes are left, because a page took `<…>` for markup and removed it.
  public internal(set) var emptyEntries = 0
  /// The lines of the pasted text at which the entries start, from 1; empty for a log that was not read.
  private(set) var entryLines: [Int] = []
  /// The line of the pasted text that has the broken constraint, from 1; `nil` if there is none, or the log was not read.
  public internal(set) var brokenLine: Int?
  /// Whether lines are from a library that hides the identifiers by which UIKit's own constraints are recognised.
  private(set) var hidesIdentifiers: Bool

  /// Makes a message from its list, in the order in which it was printed.
  public init(line: Int = 1, platform: Platform = .uiKit, entries: [Entry], broken: Entry? = nil) {
    self.line = line
    self.platform = platform
    list = entries
    self.broken = broken
    hidesIdentifiers = entries.contains(where: ConflictLog.isFromLibrary)
  }

  /// Whether two logs have the same text and start at the same line.
  public static func == (a: ConflictLog, b: ConflictLog) -> Bool {
    a.line == b.line && a.platform == b.platform && a.endsWithinList == b.endsWithinList && a.broken == b.broken
      && a.entries == b.entries
  }

  /// Hashes what `==` compares, except `endsWithinList`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(platform)
    hasher.combine(entries)
    hasher.combine(broken)
  }

  /// Adds an entry that starts at the given line of the pasted text.
  mutating func append(_ entry: Entry, at line: Int) {
    if entryLines.count < list.count { entryLines += Array(repeating: 0, count: list.count - entryLines.count) }
    list.append(entry)
    entryLines.append(line)
    hidesIdentifiers = hidesIdentifiers || ConflictLog.isFromLibrary(entry)
  }

  /// The line of the pasted text at which an entry starts, from 1; `nil` for a log that was not read.
  public func line(of entry: Int) -> Int? {
    entryLines.indices.contains(entry) && entryLines[entry] > 0 ? entryLines[entry] : nil
  }

  private static func isFromLibrary(_ entry: Entry) -> Bool {
    if case .read(let constraint) = entry { constraint.isFromLibrary } else { false }
  }

  /// Whether a part of a line is hidden, because the unified log considered it private.
  public var isRedacted: Bool {
    (entries + (broken.map { [$0] } ?? [])).contains {
      if case .unread(let text) = $0 { text.contains("<private>") || text.contains("<redacted>") } else { false }
    }
  }

  /// The constraints that were read, with their indices in the printed list.
  public var constraints: [(index: Int, constraint: ConstraintDescription)] {
    entries.enumerated().compactMap { index, entry in
      if case .read(let constraint) = entry { (index, constraint) } else { nil }
    }
  }

  /// The index of the line that UIKit broke, found by its address; `nil` if it is not in the list.
  public var brokenIndex: Int? {
    guard let broken else { return nil }
    if let exact = entries.firstIndex(of: broken) { return exact }
    guard case .read(let wanted) = broken, wanted.hasOwnAddress else { return nil }
    let same = entries.indices.filter { index in
      if case .read(let candidate) = entries[index] { candidate.address == wanted.address } else { false }
    }
    // If several constraints have this address, it is a placeholder.
    return same.count == 1 ? same[0] : nil
  }
}
