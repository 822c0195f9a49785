import Foundation
import SceneModel

/// The repository that a folder belongs to, with the queries that a comparison of revisions needs. Paths are relative to the folder.
struct GitRepository {
  let folder: String

  /// A file that differs between two states of a tree, with its path in each of them.
  struct ChangedFile {
    var before: String?
    var after: String?
  }

  /// Whether git is installed and the folder belongs to a repository.
  var exists: Bool { run(["rev-parse", "--git-dir"]) != nil }

  func isRevision(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("-") && run(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"]) != nil
  }

  /// Returns the name of a revision, and its commit if the name is different: `main (47c9d05)`.
  func spelled(_ revision: String) -> String {
    let commit = run(["rev-parse", "--short", "\(revision)^{commit}"]).map(Self.line) ?? revision
    return commit.hasPrefix(revision) || revision.hasPrefix(commit) ? commit : "\(revision) (\(commit))"
  }

  /// Returns the files that differ between two revisions, or a revision and the files in the folder; a renamed file is one entry.
  func changes(from base: String, to head: String?, in paths: [String]) throws(UserMistake) -> [ChangedFile] {
    let revisions = [base] + (head.map { [$0] } ?? [])
    let pathspec = ["--"] + (paths.isEmpty ? ["."] : paths)
    guard let listed = run(["diff", "--name-status", "-z", "-M", "--relative"] + revisions + pathspec) else {
      throw UserMistake(
        .commandFailed, "git cannot compare \(revisions.joined(separator: " and ")): `git diff` there says why.")
    }
    var words = Self.words(listed)[...]
    var files: [ChangedFile] = []
    while let status = words.popFirst(), let first = words.popFirst() {
      switch status.first {
      case "A": files.append(ChangedFile(before: nil, after: first))
      case "D": files.append(ChangedFile(before: first, after: nil))
      case "R", "C":
        if let second = words.popFirst() { files.append(ChangedFile(before: first, after: second)) }
      default: files.append(ChangedFile(before: first, after: first))
      }
    }
    if head == nil, let new = run(["ls-files", "-z", "--others", "--exclude-standard"] + pathspec) {
      files += Self.words(new).map { ChangedFile(before: nil, after: $0) }
    }
    return files
  }

  /// Returns the files of a revision, or those of the folder that git tracks.
  func files(in revision: String?, _ paths: [String]) -> [String] {
    let pathspec = ["--"] + (paths.isEmpty ? ["."] : paths)
    let listed =
      revision.map { run(["ls-tree", "-r", "-z", "--name-only", $0] + pathspec) }
      ?? run(["ls-files", "-z"] + pathspec)
    return listed.map(Self.words) ?? []
  }

  /// Returns the content of a file in a revision.
  func content(of path: String, in revision: String) throws(UserMistake) -> Data {
    guard let bytes = run(["cat-file", "blob", "\(revision):./\(path)"]) else {
      throw UserMistake(.fileUnreadable, "\(path): cannot be read from \(revision).")
    }
    return bytes
  }

  private static func words(_ bytes: Data) -> [String] {
    bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func line(_ bytes: Data) -> String {
    String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the output of git; nil if its exit status is not 0, or it is not installed.
  private func run(_ arguments: [String]) -> Data? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder] + arguments
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? bytes : nil
  }
}
