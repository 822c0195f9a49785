import Foundation

/// The accepted findings, one in each line of a file that is kept with the sources. Paths in it are relative to its folder, so a finding matches
/// whether the checked files are named by relative or by absolute paths.
public struct CheckBaseline: Sendable {
  /// A line of the file.
  public struct Entry: Hashable, Sendable, Codable {
    public var line: Int
    /// The line's text: path, kind, element and message.
    public var text: String
  }

  /// The facts by which a finding is recognised.
  private struct Key: Hashable {
    var kind, path, rest: String
  }

  /// The path of the file, as it was given.
  public let file: String
  private let folder: [Substring]
  /// The lines, each with its possible keys. In older files a path is relative to the file, or to the folder in which the check ran.
  private var entries: [(entry: Entry, keys: [Key])] = []
  private var known: Set<Key> = []

  private static let header =
    "# Findings that `layoutlab check` does not tell again; paths are relative to this file. Written by `layoutlab check --accept`.\n"

  /// Makes an empty baseline.
  public init(file: String) {
    self.file = file
    folder = CheckBaseline.components(of: file).dropLast()
  }

  /// Reads what `text` writes; empty lines and those that start with `#` are ignored.
  public init(text: String, file: String) {
    self.init(file: file)
    let isRelative = text.hasPrefix(CheckBaseline.header)
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3 else { continue }
      let rest = parts[2].split(separator: "\t", omittingEmptySubsequences: true)
      let entry = Entry(line: index + 1, text: "\(parts[1]): \(parts[0]): \(rest.suffix(2).joined(separator: ": "))")
      var paths = [parts[1].hasPrefix("/") ? parts[1] : "/" + (folder + [Substring(parts[1])]).joined(separator: "/")]
      if !isRelative { paths.append(parts[1]) }
      let keys = paths.map { Key(kind: parts[0], path: CheckBaseline.absolute($0), rest: parts[2]) }
      entries.append((entry, keys))
      known.formUnion(keys)
    }
  }

  public init(_ findings: [CheckFinding], file: String) {
    self.init(text: CheckBaseline(file: file).text(of: findings), file: file)
  }

  public func contains(_ finding: CheckFinding) -> Bool { known.contains(CheckBaseline.key(of: finding)) }

  /// Returns the stale lines. A line is stale if no finding matches it, although the check looked for findings of its kind, and its file was
  /// checked or does not exist any more.
  public func stale(besides found: [CheckFinding], in files: [String], of kinds: Set<CheckFinding.Kind>) -> [Entry] {
    let found = Set(found.map(CheckBaseline.key))
    let checked = Set(files.map(CheckBaseline.absolute))
    return entries.filter { _, keys in
      guard let kind = CheckFinding.Kind(rawValue: keys[0].kind), kinds.contains(kind) else { return false }
      return found.isDisjoint(with: keys)
        && (keys.contains { checked.contains($0.path) }
          || !keys.contains { FileManager.default.fileExists(atPath: $0.path) })
    }.map(\.entry)
  }

  /// Returns the lines that accept these findings.
  public func text(of findings: [CheckFinding]) -> String {
    let lines = Set(
      findings.map { finding in
        let key = CheckBaseline.key(of: finding)
        return [key.kind, relative(key.path), key.rest].joined(separator: "\t")
      })
    return CheckBaseline.header + lines.sorted().map { $0 + "\n" }.joined()
  }

  private static func key(of finding: CheckFinding) -> Key {
    let parts = finding.identity.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
    return Key(kind: finding.kind.rawValue, path: absolute(finding.file), rest: String(parts[2]))
  }

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path.onOneLine
  }

  private static func components(of path: String) -> [Substring] { absolute(path).split(separator: "/") }

  private func relative(_ path: String) -> String {
    let parts = path.split(separator: "/")
    let common = zip(folder, parts).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: folder.count - common) + parts[common...]).joined(separator: "/")
  }
}
