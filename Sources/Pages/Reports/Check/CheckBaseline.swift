import Foundation

/// The accepted findings, one in each line of a file that is kept with the sources. Paths in it are relative to its folder, so a finding matches
/// whether the checked files are named by relative or by absolute paths.
public struct CheckBaseline: Sendable {
  /// A line of the file.
  public struct Entry: Hashable, Sendable, Codable {
    public var line: Int
    /// The line's text: path, code, element and message.
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
    "# Findings that `layoutlab check` does not report again: kind/code, path, root, element, value and fields. "
    + "The message at the end of a line is for people.\n"
  /// The first line of the files that version 1.1 wrote. In these, paths are relative and messages take part in the comparison.
  private static let formerHeader =
    "# Findings that `layoutlab check` does not tell again; paths are relative to this file. Written by `layoutlab check --accept`.\n"

  /// Makes an empty baseline.
  public init(file: String) {
    self.file = file
    folder = CheckBaseline.components(of: file).dropLast()
  }

  /// Reads what `text` writes; empty lines and those that start with `#` are ignored.
  public init(text: String, file: String) {
    self.init(file: file)
    let isRelative = text.hasPrefix(CheckBaseline.formerHeader)
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3 else { continue }
      let cells = parts[2].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let hasCode = parts[0].contains("/") && cells.count == 5
      let code = hasCode ? String(parts[0].drop { $0 != "/" }.dropFirst()) : parts[0]
      let shown =
        [parts[1], code] + (hasCode ? [cells[1], cells[4]] : Array(cells.filter { !$0.isEmpty }.suffix(2)))
      let entry = Entry(line: index + 1, text: shown.filter { !$0.isEmpty }.joined(separator: ": "))
      var paths = [parts[1].hasPrefix("/") ? parts[1] : "/" + (folder + [Substring(parts[1])]).joined(separator: "/")]
      if !isRelative, !hasCode { paths.append(parts[1]) }
      let rest = hasCode ? cells.dropLast().joined(separator: "\t") : CheckBaseline.formerRest(parts[0], cells)
      let keys = paths.map { Key(kind: parts[0], path: CheckBaseline.absolute($0), rest: rest) }
      entries.append((entry, keys))
      known.formUnion(keys)
    }
  }

  public init(_ findings: [CheckFinding], file: String) {
    self.init(text: CheckBaseline(file: file).text(of: findings), file: file)
  }

  public func contains(_ finding: CheckFinding) -> Bool { !known.isDisjoint(with: CheckBaseline.keys(of: finding)) }

  /// Returns the stale lines. A line is stale if no finding matches it, although the check looked for findings of its kind, and its file was
  /// checked or does not exist any more.
  public func stale(besides found: [CheckFinding], in files: [String], of kinds: Set<CheckFinding.Kind>) -> [Entry] {
    let found = Set(found.flatMap(CheckBaseline.keys))
    let checked = Set(files.map(CheckBaseline.absolute))
    return entries.filter { _, keys in
      guard let kind = CheckFinding.Kind(rawValue: String(keys[0].kind.prefix { $0 != "/" })), kinds.contains(kind)
      else { return false }
      return found.isDisjoint(with: keys)
        && (keys.contains { checked.contains($0.path) }
          || !keys.contains { FileManager.default.fileExists(atPath: $0.path) })
    }.map(\.entry)
  }

  /// Returns the lines that accept these findings.
  public func text(of findings: [CheckFinding]) -> String {
    let lines = Set(
      findings.map { finding in
        let key = CheckBaseline.keys(of: finding)[0]
        return [key.kind, relative(key.path), key.rest, finding.message.onOneLine].joined(separator: "\t")
      })
    return CheckBaseline.header + lines.sorted().map { $0 + "\n" }.joined()
  }

  /// The finding's key, and the key that it has in older files.
  private static func keys(of finding: CheckFinding) -> [Key] {
    let (kind, path) = (finding.kind.rawValue, absolute(finding.file))
    let fields = (finding.fields ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let facts = [finding.root ?? "", finding.element, finding.found ?? "", fields.joined(separator: "; ")]
    var former = finding.identity.split(separator: "\t", omittingEmptySubsequences: false).dropFirst(2).map(String.init)
    if finding.code == CheckFinding.Code.frameWithoutEffect.rawValue {
      former[2] = "its frame says nothing: no constraint holds it, and so it is not laid out"
    }
    return [
      Key(kind: "\(kind)/\(finding.code ?? kind)", path: path, rest: facts.map(\.onOneLine).joined(separator: "\t")),
      Key(kind: kind, path: path, rest: formerRest(kind, former)),
    ]
  }

  /// Returns the part of a finding's key after the path as older baselines contain it: the cells root, element, message and value, with tabs between.
  /// For some kinds the messages have been reworded since. For these, the message is left empty if there is an element or a value to compare.
  private static func formerRest(_ kind: String, _ cells: [String]) -> String {
    var cells = cells
    let isReworded = [CheckFinding.Kind.law, .undecided, .expectation].contains { $0.rawValue == kind }
    if isReworded, cells.count == 4, cells[1] + cells[3] != "" { cells[2] = "" }
    return cells.joined(separator: "\t")
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
