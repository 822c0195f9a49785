import EngineConversation
import Foundation
import SceneModel

/// Revisions of an engine's repository, each built in a folder of its own outside of the repository.
public final class EngineBuilds {
  private let revisions: RevisionRange
  /// The command that builds a revision.
  public let build: String
  private let library, command: String?
  private var worktrees: [Worktree] = []
  private var made: [String: Answer] = [:]

  /// The result of building a revision.
  public enum Answer {
    /// The name under which the built engine can be used: its library's path, or its command.
    case built(String)
    /// The revision cannot be built, for this reason.
    case failed(String)
  }

  /// Finds the revisions of a repository; `answer(for:)` builds them.
  ///
  /// - Parameters:
  ///   - repository: Its folder.
  ///   - good, bad: the first and the last revision; the first is an ancestor of the second.
  ///   - build: The command that builds a revision, run in its folder.
  ///   - library: the library that the build makes, relative to the folder; nil if the engine is a command.
  ///   - command: the engine as `cmd:` and a command, which is started in the folder; ignored if there is a library.
  /// - Throws: `UserMistake` where there is no such repository or revision.
  public init(repository: String, good: String, bad: String, build: String, library: String?, command: String?) throws {
    revisions = try RevisionRange(
      repository: repository, good: good, bad: bad, holds: "nothing is slower", broken: "something is slower")
    (self.build, self.library, self.command) = (build, library, command)
  }

  /// The good revision and the bad one.
  public var ends: (good: String, bad: String) {
    (revisions.commits[0], revisions.commits[revisions.commits.count - 1])
  }

  /// Builds a commit, once.
  public func answer(for commit: String) throws -> Answer {
    if let known = made[commit] { return known }
    let worktree = try Worktree(of: revisions.repository, at: commit)
    worktrees.append(worktree)
    let built = try ShellCommand(build, in: worktree.folder).run()
    let answer: Answer
    if built.status != 0 {
      let last = built.output.split(separator: "\n").last.map { ": \($0)" } ?? ""
      answer = .failed("does not build (exit status \(built.status)\(last))")
    } else if let library, !FileManager.default.fileExists(atPath: worktree.folder.appending(path: library).path) {
      answer = .failed("builds, and leaves no \(library)")
    } else {
      let started = (command ?? "").dropFirst(CommandConnection.prefix.count)
      answer = .built(
        library.map { worktree.folder.appending(path: $0).path }
          ?? "\(CommandConnection.prefix)cd \(worktree.folder.path.shellQuoted) && \(started)")
    }
    made[commit] = answer
    return answer
  }

  /// Returns the first commit for which a condition is true, the text that the condition returned for it, and the commits just before it that
  /// cannot be judged.
  ///
  /// - Throws: `UserMistake` if the condition is true at the good end or false at the bad one.
  public func first(
    where isTrue: (String) throws -> Bool?
  ) throws -> (commit: String, description: String, passedOver: [String]) {
    let answer = try revisions.first(where: isTrue)
    return (answer.first, try revisions.describe(answer.first), answer.passedOver)
  }

  /// Removes the folders.
  public func remove() {
    worktrees.forEach { $0.remove() }
    worktrees = []
  }
}
