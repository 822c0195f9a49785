import EngineConversation
import Foundation
import SceneFuzzing
import SceneModel

/// Finds the first commit that shows a finding. It builds revisions of a repository in a folder outside of it (git worktree), and replays the
/// finding on each.
public struct Bisection {
  private let finding: String
  private let subject: Subject
  /// A revision at which the law holds, and one at which it is broken.
  private let good, bad: String
  private let repository: String
  /// The command that builds a revision, run in its folder.
  private let build: String
  /// The library that the build makes and that has the engine; nil if the build makes our tool, with its engine.
  private let library: String?
  /// The engine's command, run in the folder of each revision; nil if the engine is not a command.
  private let command: String?

  private static let buildOfOurs = "swift build --build-system native --disable-index-store --product layoutlab"

  /// Makes a bisection.
  ///
  /// - Parameters:
  ///   - finding: The id of a finding in the folder `work`, or a file that names the law it breaks.
  ///   - build: the command that builds a revision. Nil: a debug build of this tool, or `make` if `library` is given.
  /// - Throws: `UserMistake` if there is no such finding, or if `build` is missing for its engine.
  public init(
    of finding: String, work: String, good: String, bad: String, repository: String, build: String?, library: String?,
    command: String? = nil
  ) throws {
    (self.finding, self.good, self.bad, self.repository, self.library) = (finding, good, bad, repository, library)
    self.command = command
    subject = try Subject(finding, work: work)
    self.build = build ?? (library == nil && command == nil ? Bisection.buildOfOurs : "make")
    if let engine = subject.engine, library == nil, command == nil {
      throw UsageMistake(
        .valueMissing,
        "finding \(finding) is of the engine \(engine). Name the repository that builds it with --repository, "
          + "how with --build, and what the build leaves with --library, or how it is started with --engine cmd:'COMMAND'."
      )
    }
  }

  public struct Answer: Encodable, Sendable {
    var finding, law: String
    /// The first commit that breaks the law, and its subject.
    var first, subject: String
    var repository: String
    /// The commits just before the first broken one that cannot be judged, separated by blanks. One of them may be the first.
    var passedOver: String

    private enum CodingKeys: CodingKey { case finding, law, first, subject, passedOver }

    public var text: String {
      var lines = ["\(law) is broken since", "  \(subject)"]
      if !passedOver.isEmpty {
        let commits = passedOver.split(separator: " ").map { $0.prefix(10) }.joined(separator: ", ")
        lines.append("  or one of these before it, which do not build: \(commits)")
      }
      lines.append("Look:       git -C \(repository.shellQuoted) show \(first.prefix(10))")
      return lines.joined(separator: "\n")
    }
  }

  /// Runs the bisection. Removes all its files, also after an error. Calls `say` with the result of each revision.
  ///
  /// - Throws: `UserMistake` if there is no commit between the revisions, or if `good` is broken or `bad` is not.
  public func run(isInterrupted: () -> Bool, say: (String) -> Void) throws -> Answer {
    let document = FileManager.default.temporaryDirectory
      .appending(path: "layoutlab-bisect-\(getpid()).\(subject.document.fileExtension)")
    try DurableFile.write(Array(subject.document.text.utf8), to: document)
    defer { try? FileManager.default.removeItem(at: document) }
    let revisions = try RevisionRange(repository: repository, good: good, bad: bad)
    let worktree = try Worktree(of: revisions.repository, at: revisions.commits[0])
    defer { worktree.remove() }
    let answer = try revisions.first { commit throws in
      if isInterrupted() {
        throw UserMistake(.interrupted, "interrupted; temporary files are removed. Start again with the same command.")
      }
      try worktree.checkOut(commit)
      // Not every build notices that its flags changed. Ours does, and from nothing would take minutes each time.
      if library != nil || command != nil { try worktree.removeWhatWasBuilt() }
      let standing = try standing(in: worktree.folder, document: document.path)
      say("\(commit.prefix(10)): \(standing.words)")
      return standing.isBroken
    }
    return Answer(
      finding: finding, law: subject.law, first: answer.first, subject: try revisions.describe(answer.first),
      repository: repository, passedOver: answer.passedOver.joined(separator: " "))
  }

  /// The result for one revision.
  private struct Standing {
    /// Whether the law is broken; nil if that cannot be decided.
    var isBroken: Bool?
    var words: String
  }

  private func standing(in folder: URL, document: String) throws -> Standing {
    func cannot(_ what: String, _ answer: ShellCommand.Answer) -> Standing {
      let last = answer.output.split(separator: "\n").last.map { ": \($0)" } ?? ""
      return Standing(isBroken: nil, words: "\(what) (exit status \(answer.status)\(last))")
    }
    let built = try ShellCommand(build, in: folder).run()
    guard built.status == 0 else { return cannot("does not build", built) }
    if let library, !FileManager.default.fileExists(atPath: folder.appending(path: library).path) {
      return Standing(isBroken: nil, words: "builds, and leaves no \(library)")
    }
    let tool =
      library == nil && command == nil ? folder.appending(path: ".build/debug/layoutlab").path : Bisection.thisTool
    let started = command.map { "\(CommandConnection.prefix)cd \(folder.path.shellQuoted) && \($0)" }
    let named = library.map { folder.appending(path: $0).path } ?? started
    let engine = named.map { " --engine " + $0.shellQuoted } ?? ""
    let command = "\(tool.shellQuoted) check --law \(subject.law) \(document.shellQuoted)\(engine)"
    var isDecided = false
    for _ in 0..<subject.rate.replaysToSeeIt {
      let answer = try ShellCommand(command, in: folder).run()
      switch answer.status {
      case Outcome.clean.rawValue: isDecided = true
      case Outcome.undecided.rawValue: continue
      case Outcome.found.rawValue, Outcome.ownFault.rawValue: return Standing(isBroken: true, words: "broken")
      default:
        // An older tool may not know the law, or the document.
        return cannot("cannot be judged", answer)
      }
    }
    return isDecided ? Standing(isBroken: false, words: "holds") : Standing(isBroken: nil, words: "is undecided")
  }

  private static let thisTool = Installation.executablePath ?? CommandLine.arguments[0]

  /// The finding whose first commit is searched: a document and the law that it breaks.
  private struct Subject {
    var law: String
    var document: Document
    var rate = ReplayRate(broken: 1, of: 1)
    /// The engine; nil for our own.
    var engine: String?

    init(_ finding: String, work: String) throws {
      if FileManager.default.fileExists(atPath: finding) {
        document = try Document(file: finding)
        guard let named = document.provenance?.law else {
          throw UserMistake(
            .valueMissing, "\(finding): names no law that it breaks. Add lines such as `law NAME` and `found DATE`.")
        }
        law = named
        return
      }
      let found = try FindingStore(folder: URL(filePath: work)).required(finding)
      (law, document, engine) = (found.record.law, found.minimized, found.record.engine)
      rate = ReplayRate(broken: found.record.reproduced, of: found.record.replays)
    }
  }
}
