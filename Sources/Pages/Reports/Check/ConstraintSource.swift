import SceneModel

/// A line of a file, such as that where a recorded screen's constraint was made.
public struct SourcePlace: Hashable, Sendable, Codable {
  public var file: String
  /// The line, counted from 1; 0 for the file as a whole.
  public var line: Int

  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The place as text, such as `Card.swift:12`.
  package var text: String { line > 0 ? "\(file):\(line)" : file }
}

extension LayoutConstraint {
  /// The line that made the constraint, in a recording. Recorded constraints are named by file and line, such as `Card.swift:12`, followed by a
  /// number if several come from one line: `Card.swift:12-2`, or `Card.swift:12@3` during recording. Nil for others.
  package var source: SourcePlace? {
    guard let colon = name.lastIndex(of: ":") else { return nil }
    let parts = name[name.index(after: colon)...].split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "@" || $0 == "-" })
    guard let line = parts.first.flatMap({ Int($0) }), line > 0, parts.dropFirst().allSatisfy({ Int($0) != nil })
    else { return nil }
    let file = name[..<colon]
    guard [".swift", ".storyboard", ".xib"].contains(where: file.hasSuffix) else { return nil }
    return SourcePlace(file: String(file), line: line)
  }
}
