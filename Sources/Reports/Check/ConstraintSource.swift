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

  /// `Card.swift:12`.
  package var text: String { line > 0 ? "\(file):\(line)" : file }
}

extension LayoutConstraint {
  /// The line that made the constraint, where it was recorded: such are called by file, line and number, as `Card.swift:12@3`. Nil for others.
  package var source: SourcePlace? {
    guard let at = name.lastIndex(of: "@"), let colon = name[..<at].lastIndex(of: ":"),
      let line = Int(name[name.index(after: colon)..<at]), line > 0, Int(name[name.index(after: at)...]) != nil
    else { return nil }
    let file = name[..<colon]
    guard [".swift", ".storyboard", ".xib"].contains(where: file.hasSuffix) else { return nil }
    return SourcePlace(file: String(file), line: line)
  }
}
