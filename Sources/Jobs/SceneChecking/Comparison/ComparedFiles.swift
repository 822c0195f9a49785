import Foundation
import Reports
import SceneModel

/// The files that differ between two states of an app: two git revisions, a revision and the working tree, two folders, or two files. If neither
/// state has documents of screens, recorded snapshots are compared.
package struct ComparedFiles {
  package struct Pair {
    /// The file's name in the report: the later path, or the earlier one if there is no later one.
    var name: String
    var before, after: SceneContent?
    /// The earlier name; nil if it was the same.
    var formerName: String?
  }

  /// A description of each of the two states.
  package let before, after: String
  package let changed: [Pair]
  /// The number of files with screens, changed or not.
  package let count: Int
  /// The errors in files that could not be read.
  package let mistakes: [TextError]

  static func isScreen(_ path: String) -> Bool {
    let ending = (path as NSString).pathExtension
    return SceneFile.interfaceBuilderEndings.contains(ending) || ending == "scene"
  }

  static func isSnapshot(_ path: String) -> Bool { (path as NSString).pathExtension == LayoutSnapshot.ending }

  /// Reads the words of the command line.
  ///
  /// - Parameters:
  ///   - words: a base, optionally a head, and optionally paths, as on the command line. `A..B` is base and head.
  ///   - exclude: parts of paths that are left out.
  /// - Throws: `UsageMistake` if a word is neither a revision nor a path, or if it is both.
  package init(_ words: [String], exclude: [String], folder: String = ".") throws {
    var words = words
    if let range = words.first?.range(of: ".."),
      words.first.map({ !FileManager.default.fileExists(atPath: $0) }) == true
    {
      let (base, head) = (
        String(words[0][..<range.lowerBound]), String(words[0][range.upperBound...].drop { $0 == "." })
      )
      words.replaceSubrange(0..<1, with: [base.isEmpty ? "HEAD" : base, head.isEmpty ? "HEAD" : head])
    }
    guard let base = words.first else {
      throw UsageMistake(.valueMissing, "name what is compared: a git revision, a folder or a file")
    }
    let repository = GitRepository(folder: folder)
    let isIncluded = { (path: String) in
      (ComparedFiles.isScreen(path) || ComparedFiles.isSnapshot(path)) && !exclude.contains(where: path.contains)
    }
    switch (FileManager.default.fileExists(atPath: base), repository.isRevision(base)) {
    case (true, true):
      throw UsageMistake(
        .severalMatch, "\(base) is a path and a revision. Write ./\(base) for the path, heads/\(base) for the branch.")
    case (true, false):
      guard words.count > 1, FileManager.default.fileExists(atPath: words[1]) else {
        throw UsageMistake(.valueMissing, "\(base) is a folder or a file: name another one behind it to compare with.")
      }
      try self.init(folders: base, words[1], paths: Array(words.dropFirst(2)), isIncluded)
    case (false, true):
      var paths = Array(words.dropFirst())
      var head: String?
      if let second = paths.first, repository.isRevision(second) {
        guard !FileManager.default.fileExists(atPath: second) else {
          throw UsageMistake(
            .severalMatch,
            "\(second) is a path and a revision. Write ./\(second) for the path, heads/\(second) for the branch.")
        }
        head = paths.removeFirst()
      }
      for path in paths where !FileManager.default.fileExists(atPath: path) && head == nil {
        throw UsageMistake(.unknownName, "\(path) is neither a revision nor a path.")
      }
      try self.init(repository, base, head, paths, isIncluded)
    case (false, false):
      let where_ = repository.exists ? "" : " There is no git repository here."
      throw UsageMistake(.unknownName, "\(base) is neither a folder, a file nor a revision.\(where_)")
    }
  }

  private init(
    _ repository: GitRepository, _ base: String, _ head: String?, _ paths: [String], _ isIncluded: (String) -> Bool
  ) throws {
    before = repository.spelled(base)
    after = head.map(repository.spelled) ?? "the working tree"
    var (changed, mistakes): ([Pair], [TextError]) = ([], [])
    let all = repository.files(in: head, paths).filter(isIncluded)
    let differing = try repository.changes(from: base, to: head, in: paths).filter { file in
      (file.after ?? file.before).map(isIncluded) == true
    }
    let isKind = ComparedFiles.kind(of: all + differing.compactMap { $0.after ?? $0.before })
    for file in differing {
      guard let name = file.after ?? file.before, isKind(name) else { continue }
      do {
        func content(_ path: String?, _ revision: String?) throws -> SceneContent? {
          guard let path else { return nil }
          guard let revision else { return try SceneContent(path: repository.folder + "/" + path, name: path) }
          return SceneContent(name: path, bytes: try repository.content(of: path, in: revision))
        }
        changed.append(
          Pair(
            name: name, before: try content(file.before, base), after: try content(file.after, head),
            formerName: file.before == name ? nil : file.before))
      } catch let mistake as TextError {
        mistakes.append(mistake)
      }
    }
    (self.changed, self.mistakes) = (ComparedFiles.joiningRenamed(changed), mistakes)
    count = max(self.changed.count, all.count(where: isKind))
  }

  private init(folders base: String, _ head: String, paths: [String], _ isIncluded: (String) -> Bool) throws {
    (before, after) = (base, head)
    var (changed, mistakes): ([Pair], [TextError]) = ([], [])
    let names: [String]
    if ComparedFiles.isFolder(base) != ComparedFiles.isFolder(head) {
      throw UsageMistake(.wrongKind, "\(base) and \(head): compare two folders, or two files.")
    }
    let areFiles = !ComparedFiles.isFolder(base)
    if areFiles {
      names = [head]
    } else {
      func list(_ folder: String) -> [String] {
        ComparedFiles.list(folder).filter { name in
          isIncluded(name)
            && (paths.isEmpty || paths.contains { name == $0 || name.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") })
        }
      }
      let (earlier, later) = (list(base), list(head))
      for (own, snapshots, other, documents) in [(earlier, base, later, head), (later, head, earlier, base)]
      where !own.isEmpty && own.allSatisfy({ ComparedFiles.isSnapshot($0) })
        && other.contains(where: { ComparedFiles.isScreen($0) })
      {
        throw UsageMistake(
          .wrongKind,
          "\(snapshots) has recorded snapshots and \(documents) has documents: `layoutlab snapshot \(documents) --folder \(snapshots)` holds one against the other."
        )
      }
      let isKind = ComparedFiles.kind(of: earlier + later)
      names = Set(earlier + later).filter(isKind).sorted()
    }
    for name in names {
      func content(_ folder: String) throws -> SceneContent? {
        let path = areFiles ? folder : (folder as NSString).appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try SceneContent(path: path, name: areFiles ? path : name)
      }
      do {
        let pair = Pair(
          name: name, before: try content(base), after: try content(head), formerName: areFiles ? base : nil)
        if pair.before?.bytes != pair.after?.bytes { changed.append(pair) }
      } catch let mistake as TextError {
        mistakes.append(mistake)
      }
    }
    (self.changed, self.mistakes) = (ComparedFiles.joiningRenamed(changed), mistakes)
    count = names.count - (changed.count - self.changed.count)
  }

  /// Joins a removed file and an added one to a renamed file if half of their lines are equal. For files that git tracks, git itself does this.
  private static func joiningRenamed(_ pairs: [Pair]) -> [Pair] {
    func lines(_ content: SceneContent) -> [Data: Int] {
      var counts: [Data: Int] = [:]
      for line in content.bytes.split(separator: UInt8(ascii: "\n")) { counts[line, default: 0] += 1 }
      return counts
    }
    var gone = pairs.filter { $0.after == nil }.compactMap { pair in
      pair.before.map { (name: pair.name, content: $0, lines: lines($0)) }
    }
    // If a whole app was moved, each pair of its files would be compared, which takes too long.
    let new = pairs.count(where: { $0.before == nil })
    guard !gone.isEmpty, new > 0, gone.count * new <= mostCompared else { return pairs }
    var formerNames: Set<String> = []
    var joined = pairs
    for at in joined.indices where joined[at].before == nil {
      guard let after = joined[at].after else { continue }
      let own = lines(after)
      let likenesses = gone.indices.map { index -> Double in
        let common = gone[index].lines.reduce(0) { $0 + min($1.value, own[$1.key] ?? 0) }
        let most = max(own.values.reduce(0, +), gone[index].lines.values.reduce(0, +))
        return Double(common) / Double(max(most, 1))
      }
      guard let best = likenesses.indices.max(by: { likenesses[$0] < likenesses[$1] }), likenesses[best] >= 0.5 else {
        continue
      }
      let former = gone.remove(at: best)
      (joined[at].before, joined[at].formerName) = (former.content, former.name)
      formerNames.insert(former.name)
    }
    return joined.filter { $0.after != nil || !formerNames.contains($0.name) }
  }

  private static let mostCompared = 10_000

  /// Returns a test for the files that are compared: documents of screens, or, if there are none, snapshots.
  private static func kind(of names: [String]) -> (String) -> Bool {
    let hasDocuments = names.contains { isScreen($0) }
    return { hasDocuments ? isScreen($0) : isSnapshot($0) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func list(_ folder: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: folder)
    // The snapshots of `Main.storyboard` lie in a folder of that name.
    return files?.compactMap { name in
      files?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory ? nil : name as? String
    } ?? []
  }
}
