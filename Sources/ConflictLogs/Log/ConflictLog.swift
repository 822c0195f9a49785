/// One "Unable to simultaneously satisfy constraints" message, as pasted from a console.
public struct ConflictLog: Hashable, Sendable {
  /// A line of the printed list.
  public enum Entry: Hashable, Sendable {
    /// A constraint that could be read.
    case read(ConstraintDescription)
    /// A line that could not be read, as printed: redacted, cut or foreign text.
    case unread(String)
  }

  /// The system that printed the message; the two word it differently.
  public enum Platform: String, Hashable, Sendable {
    /// UIKit or AppKit.
    case uiKit, appKit
  }

  /// The line of the pasted text at which the message starts, from 1.
  public var line: Int
  /// The system that printed the message.
  public var platform: Platform
  /// The list in its printed order; indices of verdicts count it from 0.
  public var entries: [Entry] { didSet { hidesIdentifiers = ConflictLog.hidesIdentifiers(entries) } }
  /// The constraint that UIKit said it breaks, as printed; nil when the paste ends before.
  public var broken: Entry?
  /// Whether the paste ended within the list, so that constraints may be missing.
  public var endsWithinList = false
  /// Whether lines are of a library that hides the identifiers by which UIKit's own constraints are told.
  private(set) var hidesIdentifiers: Bool

  /// Makes a message from its list, in the order in which it was printed.
  public init(line: Int = 1, platform: Platform = .uiKit, entries: [Entry], broken: Entry? = nil) {
    self.line = line
    self.platform = platform
    self.entries = entries
    self.broken = broken
    hidesIdentifiers = ConflictLog.hidesIdentifiers(entries)
  }

  private static func hidesIdentifiers(_ entries: [Entry]) -> Bool {
    entries.contains { if case .read(let constraint) = $0 { constraint.isFromLibrary } else { false } }
  }

  /// The constraints that were read, with their indices in the printed list.
  public var constraints: [(index: Int, constraint: ConstraintDescription)] {
    entries.enumerated().compactMap { index, entry in
      if case .read(let constraint) = entry { (index, constraint) } else { nil }
    }
  }

  /// The index of the line that UIKit broke, found by its address; `nil`: it is not in the list.
  public var brokenIndex: Int? {
    guard let broken else { return nil }
    if let exact = entries.firstIndex(of: broken) { return exact }
    guard case .read(let wanted) = broken else { return nil }
    return entries.firstIndex { entry in
      if case .read(let candidate) = entry { candidate.address == wanted.address } else { false }
    }
  }
}
