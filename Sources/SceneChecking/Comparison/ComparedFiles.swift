import Foundation
import SceneModel

/// The files of two states of an app that differ: of two git revisions, a revision and the working tree, two folders, or two files.
package struct ComparedFiles {
  package struct Pair {
    /// As the report names the file: the later path, or the earlier one where there is no later.
    var name: String
    var before, after: SceneContent?
    /// Where the name was another one.
    var formerName: String?
  }

  /// The two states in words.
  package let before, after: String
  package let changed: [Pair]
  /// How many files with screens there are, changed or not.
  package let count: Int
  /// Of files that could not be read.
  package let mistakes: [TextError]

  static func isScreen(_ path: String) -> Bool {
    let ending = (path as NSString).pathExtension
    return SceneFile.interfaceBuilderEndings.contains(ending) || ending == "scene"
  }

  /// - Parameters:
  ///   - words: a base, perhaps a head, and perhaps paths, as on the command line. `A..B` is base and head.
  ///   - exclude: parts of paths that are left out.
  /// - Throws: `UsageMistake` where a word is neither a revision nor a path, or both.
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
      throw UsageMistake("name what is compared: a git revision, a folder or a file")
    }
    let repository = GitRepository(folder: folder)
    let isIncluded = { (path: String) in ComparedFiles.isScreen(path) && !exclude.contains(where: path.contains) }
    switch (FileManager.default.fileExists(atPath: base), repository.isRevision(base)) {
    case (true, true):
      throw UsageMistake(
        "\(base) is a path and a revision. Write ./\(base) for the path, heads/\(base) for the branch.")
    case (true, false):
      guard words.count > 1, FileManager.default.fileExists(atPath: words[1]) else {
        throw UsageMistake("\(base) is a folder or a file: name another one behind it to compare with.")
      }
      try self.init(folders: base, words[1], paths: Array(words.dropFirst(2)), isIncluded)
    case (false, true):
      var paths = Array(words.dropFirst())
      var head: String?
      if let second = paths.first, repository.isRevision(second) {
        guard !FileManager.default.fileExists(atPath: second) else {
          throw UsageMistake(
            "\(second) is a path and a revision. Write ./\(second) for the path, heads/\(second) for the branch.")
        }
        head = paths.removeFirst()
      }
      for path in paths where !FileManager.default.fileExists(atPath: path) && head == nil {
        throw UsageMistake("\(path) is neither a revision nor a path.")
      }
      try self.init(repository, base, head, paths, isIncluded)
    case (false, false):
      let where_ = repository.exists ? "" : " There is no git repository here."
      throw UsageMistake("\(base) is neither a folder, a file nor a revision.\(where_)")
    }
  }

  private init(
    _ repository: GitRepository, _ base: String, _ head: String?, _ paths: [String], _ isIncluded: (String) -> Bool
  ) throws {
    before = repository.spelled(base)
    after = head.map(repository.spelled) ?? "the working tree"
    var (changed, mistakes): ([Pair], [TextError]) = ([], [])
    for file in try repository.changes(from: base, to: head, in: paths) {
      guard let name = file.after ?? file.before, isIncluded(name) else { continue }
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
    (self.changed, self.mistakes) = (changed, mistakes)
    count = max(changed.count, repository.count(in: head, paths, where: isIncluded))
  }

  private init(folders base: String, _ head: String, paths: [String], _ isIncluded: (String) -> Bool) throws {
    (before, after) = (base, head)
    var (changed, mistakes): ([Pair], [TextError]) = ([], [])
    let names: [String]
    if ComparedFiles.isFolder(base) != ComparedFiles.isFolder(head) {
      throw UsageMistake("\(base) and \(head): compare two folders, or two files.")
    }
    let areFiles = !ComparedFiles.isFolder(base)
    if areFiles {
      names = [head]
    } else {
      let all = try Set(ComparedFiles.list(base) + ComparedFiles.list(head))
      names = all.filter { name in
        isIncluded(name)
          && (paths.isEmpty || paths.contains { name == $0 || name.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") })
      }.sorted()
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
    (self.changed, self.mistakes) = (changed, mistakes)
    count = names.count
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func list(_ folder: String) throws -> [String] {
    FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
  }
}
