import Foundation
import SceneModel

/// The commits between a good and a bad revision, oldest first; both ends are among them.
struct RevisionRange {
  let repository: String
  let commits: [String]
  private let bad: String
  /// The two possible results for a commit, as texts.
  private let holds, broken: String

  init(
    repository: String, good: String, bad: String, holds: String = "the law holds", broken: String = "the law is broken"
  ) throws {
    self.repository = repository
    (self.bad, self.holds, self.broken) = (bad, holds, broken)
    let (first, last) = (try RevisionRange.commit(good, in: repository), try RevisionRange.commit(bad, in: repository))
    guard try RevisionRange.git(["merge-base", "--is-ancestor", first, last], in: repository).status == 0 else {
      throw UserMistake(
        .wrongRevisions,
        "\(good) is not an ancestor of \(bad), so there are no commits between them. Name an older revision with --good."
      )
    }
    let between = try RevisionRange.git(
      ["rev-list", "--reverse", "--first-parent", "\(first)..\(last)"], in: repository)
    commits = [first] + between.output.split(separator: "\n").map(String.init)
    guard commits.count > 1 else {
      throw UserMistake(.wrongRevisions, "\(good) and \(bad) are the same commit. Name an older revision with --good.")
    }
  }

  struct Answer {
    var first: String
    /// The commits just before the first broken one that could not be judged.
    var passedOver: [String]
  }

  /// Finds the first broken commit. `isBroken` returns nil for a commit that cannot be judged.
  ///
  /// - Throws: `UserMistake` if the law is broken at the good end, if it holds at the bad end, or if an end cannot be judged.
  func first(where isBroken: (String) throws -> Bool?) throws -> Answer {
    guard let last = try isBroken(commits[commits.count - 1]) else {
      throw UserMistake(
        .buildFailed,
        "\(bad): cannot be built or judged. Name another revision with --bad, or how to build with --build.")
    }
    guard last else {
      throw UserMistake(.wrongRevisions, "\(bad): \(holds) there. Name a revision at which \(broken) with --bad.")
    }
    guard let first = try isBroken(commits[0]) else {
      throw UserMistake(
        .buildFailed, "\(commits[0].prefix(10)): cannot be built or judged. Name another good revision with --good.")
    }
    guard !first else {
      throw UserMistake(
        .wrongRevisions,
        "\(commits[0].prefix(10)): \(broken) there already. Name an older revision with --good.")
    }
    var (low, high) = (0, commits.count - 1)
    var unknown: Set<Int> = []
    while let middle = next(low, high, unknown) {
      switch try isBroken(commits[middle]) {
      case true?: high = middle
      case false?: low = middle
      case nil: unknown.insert(middle)
      }
    }
    return Answer(first: commits[high], passedOver: ((low + 1)..<high).map { commits[$0] })
  }

  /// Returns the index of the commit between `low` and `high` that is nearest to the middle and not in `unknown`, the commits that cannot be judged.
  /// Nil if there is none.
  private func next(_ low: Int, _ high: Int, _ unknown: Set<Int>) -> Int? {
    ((low + 1)..<high).filter { !unknown.contains($0) }.min { abs(2 * $0 - low - high) < abs(2 * $1 - low - high) }
  }

  /// Returns the commit in one line: its hash, its day, its author, its subject.
  func describe(_ commit: String) throws -> String {
    try RevisionRange.git(["log", "-1", "--date=short", "--format=%h %ad %an: %s", commit], in: repository).output
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func commit(_ revision: String, in repository: String) throws -> String {
    let answer = try git(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"], in: repository)
    if answer.status == 0 { return answer.output.trimmingCharacters(in: .whitespacesAndNewlines) }
    guard try git(["rev-parse", "--git-dir"], in: repository).status == 0 else {
      throw UserMistake(.fileMissing, "\(repository): not a git repository. Name one with --repository.")
    }
    throw UserMistake(.unknownName, "\(revision): \(repository) has no such revision. `git log` lists them.")
  }

  static func git(_ words: [String], in repository: String) throws -> ShellCommand.Answer {
    try ShellCommand((["git"] + words).map(\.shellQuoted).joined(separator: " "), in: URL(filePath: repository)).run()
  }
}

/// A folder outside of a repository with one of its revisions. It is removed with everything that was built in it.
struct Worktree {
  let folder: URL
  private let repository: String

  init(of repository: String, at commit: String) throws {
    self.repository = repository
    folder = FileManager.default.temporaryDirectory.appending(path: "layoutlab-bisect-\(UUID().uuidString.prefix(8))")
    let answer = try RevisionRange.git(["worktree", "add", "--detach", "--quiet", folder.path, commit], in: repository)
    guard answer.status == 0 else {
      throw UserMistake(
        .commandFailed, "\(folder.path): no worktree can be made: \(answer.output.trimmingCharacters(in: .newlines))")
    }
  }

  func checkOut(_ commit: String) throws {
    let answer = try RevisionRange.git(["checkout", "--quiet", "--force", "--detach", commit], in: folder.path)
    guard answer.status == 0 else {
      throw UserMistake(
        .commandFailed, "\(commit): cannot be checked out: \(answer.output.trimmingCharacters(in: .newlines))")
    }
  }

  /// Removes all files that the revision does not contain (`git clean -fdxq`).
  func removeWhatWasBuilt() throws {
    let answer = try RevisionRange.git(["clean", "-fdxq"], in: folder.path)
    guard answer.status == 0 else {
      throw UserMistake(
        .commandFailed, "\(folder.path): cannot be cleaned: \(answer.output.trimmingCharacters(in: .newlines))")
    }
  }

  func remove() { _ = try? RevisionRange.git(["worktree", "remove", "--force", folder.path], in: repository) }
}
