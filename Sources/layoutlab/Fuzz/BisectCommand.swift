import ArgumentParser
import EngineIsolation
import Foundation
import SceneFuzzing
import SceneModel

struct BisectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Finds the commit that a finding came with.",
    discussion: """
      Builds revisions of the repository in a folder outside of it (git worktree), and replays the finding on each. What was \
      found on somebody else's engine is replayed with the library that its own repository builds; a revision that does not \
      build is passed over.

      Example: layoutlab bisect 9f3a17 --good main~40
      Example: layoutlab bisect 9f3a17 --work found --good v1.0 --repository ../solver --build make --library libsolver.so
      """)

  @Argument(help: "The id that `layoutlab fuzz` printed, or a document that names the law it breaks.")
  var finding: String

  @Option(help: "A revision at which the law holds.")
  var good: String

  @Option(help: "A revision at which it is broken.")
  var bad = "HEAD"

  @Option(help: "The folder with the findings.")
  var work = FuzzedEngine.ourWork

  @Option(help: "The repository that is built; this one when absent.")
  var repository = "."

  @Option(help: "The command that builds a revision, run in its folder. A debug build of the tool when absent.")
  var build: String?

  @Option(help: "The library that the build leaves, in its folder: the engine is replayed from it, by this tool.")
  var library: String?

  @Flag(help: "Print the facts as JSON.")
  var json = false

  private static let buildOfOurs =
    "swift build --build-system native --disable-index-store --product layoutlab"

  func run() throws {
    let found = try Subject(finding, work: work)
    if let engine = found.engine, library == nil {
      throw ValidationError(
        "finding \(finding) is of the engine \(engine). Name the repository that builds it with --repository, "
          + "how with --build, and what the build leaves with --library.")
    }
    Interrupt.watch()
    let document = FileManager.default.temporaryDirectory
      .appending(path: "layoutlab-bisect-\(getpid()).\(found.document.fileExtension)")
    try Data(found.document.text.utf8).write(to: document)
    defer { try? FileManager.default.removeItem(at: document) }
    let revisions = try RevisionRange(repository: repository, good: good, bad: bad)
    let worktree = try Worktree(of: revisions.repository, at: revisions.commits[0])
    defer { worktree.remove() }
    let replay = Replay(
      law: found.law, document: document.path, worktree: worktree.folder,
      build: build ?? (library == nil ? BisectCommand.buildOfOurs : "make"), library: library,
      replays: Replay.count(found.rate))
    let answer = try revisions.first { commit throws in
      if Interrupt.hasCome != 0 {
        throw UserMistake("interrupted; nothing is left behind. Start again with the same command.")
      }
      try worktree.checkOut(commit)
      let verdict = try replay.verdict()
      printToStandardError("\(commit.prefix(10)): \(verdict.words)")
      return verdict.isBroken
    }
    let told = try revisions.describe(answer.first)
    if json {
      print(
        try jsonText([
          "finding": finding, "law": found.law, "first": answer.first, "subject": told,
          "passedOver": answer.passedOver.joined(separator: " "),
        ]))
    } else {
      print("\(found.law) is broken since\n  \(told)")
      if !answer.passedOver.isEmpty {
        print(
          "  or one of these before it, which do not build: \(answer.passedOver.map { $0.prefix(10) }.joined(separator: ", "))"
        )
      }
      print("Look:       git -C \(repository.shellQuoted) show \(answer.first.prefix(10))")
    }
  }
}

/// What is looked for.
private struct Subject {
  var law: String
  var document: Document
  var rate = ReplayRate(broken: 1, of: 1)
  /// Somebody else's, where it is one.
  var engine: String?

  init(_ finding: String, work: String) throws {
    if FileManager.default.fileExists(atPath: finding) {
      document = try ShrinkCommand.document(finding)
      guard let named = document.provenance?.law else {
        throw UserMistake("\(finding): names no law that it breaks. Add lines such as `law NAME` and `found DATE`.")
      }
      law = named
      return
    }
    guard finding.allSatisfy(\.isHexDigit), let found = try FindingStore(folder: URL(filePath: work)).finding(finding)
    else {
      throw UserMistake("\(work): there is no finding \(finding). `layoutlab fuzz` prints the ids it stores.")
    }
    (law, document, engine) = (found.record.law, found.minimized, found.record.engine)
    rate = ReplayRate(broken: found.record.reproduced, of: found.record.replays)
  }
}

/// How one built revision stands.
private struct Replay {
  var law, document: String
  var worktree: URL
  var build: String
  var library: String?
  var replays: Int

  /// So many that what comes and goes has come with the stated confidence.
  static func count(_ rate: ReplayRate) -> Int {
    if rate.isSteady || rate.atLeast <= 0 { return 1 }
    return min(200, Int((log(1 - ReplayRate.confidence) / log(1 - rate.atLeast)).rounded(.up)))
  }

  struct Verdict {
    /// Nil: nothing can be said of the revision.
    var isBroken: Bool?
    var words: String
  }

  func verdict() throws -> Verdict {
    let built = try ShellCommand(build, in: worktree).run()
    guard built.status == 0 else {
      let last = built.output.split(separator: "\n").last.map { ": \($0)" } ?? ""
      return Verdict(isBroken: nil, words: "does not build (exit status \(built.status)\(last))")
    }
    let tool = library == nil ? worktree.appending(path: ".build/debug/layoutlab").path : BisectCommand.thisTool
    let engine = library.map { " --engine " + worktree.appending(path: $0).path.shellQuoted } ?? ""
    let command = "\(tool.shellQuoted) check --law \(law) \(document.shellQuoted)\(engine)"
    for _ in 0..<replays {
      let answer = try ShellCommand(command, in: worktree).run()
      switch answer.status {
      case Outcome.clean.rawValue, Outcome.undecided.rawValue: continue
      case Outcome.found.rawValue, Outcome.ownFault.rawValue: return Verdict(isBroken: true, words: "broken")
      default:
        // An older tool may not know the law, or the document.
        return Verdict(isBroken: nil, words: "cannot be judged (exit status \(answer.status))")
      }
    }
    return Verdict(isBroken: false, words: "holds")
  }
}

extension BisectCommand {
  fileprivate static let thisTool =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
}
