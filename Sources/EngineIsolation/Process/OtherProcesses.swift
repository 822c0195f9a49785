import EngineConversation
import FuzzTargets
import SceneFuzzing
import SceneModel
import SceneOracles
import Synchronization

/// The law that other processes say the same of a document, bit for bit, and the processes that it asks. They are started when
/// a law first asks, and end with this object.
public final class OtherProcesses: Sendable {
  private struct State: ~Copyable {
    var processes: [OtherProcess] = []
    var started = 0
  }

  private let tool: String
  private let engine: String
  private let patience: Int
  private let count: Int
  private let questionsEach: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - engine: As the user names it.
  ///   - tool: The `layoutlab` to start; this process when absent.
  ///   - patience: Seconds that an answer may take.
  ///   - count: Processes that each document is asked of.
  ///   - questionsEach: Documents after which a process gives way to a new one, which costs some milliseconds.
  public init(
    _ engine: String, tool: String = "/proc/self/exe", patience: Int, count: Int = 2, questionsEach: Int = 64
  ) {
    precondition(count > 0 && questionsEach > 0, "somebody must be asked")
    (self.engine, self.tool, self.patience) = (engine, tool, patience)
    (self.count, self.questionsEach) = (count, questionsEach)
  }

  /// Every question goes to four processes that have answered none: for documents that broke a law, since what depends on an address
  /// is the same in many a process.
  public static func fresh(_ engine: String, tool: String = "/proc/self/exe", patience: Int) -> OtherProcesses {
    OtherProcesses(engine, tool: tool, patience: patience, count: 4, questionsEach: 1)
  }

  /// Of somebody who is watched himself, and has so many seconds for a document.
  public static func patience(within seconds: Int) -> Int { max(1, seconds / 2) }

  /// Returns the digests that processes give for a document, as the law wants them.
  private func digests(of document: Document) -> [String] {
    let bytes = document.compact
    return state.withLock { state in
      state.processes.removeAll { $0.questions >= questionsEach }
      while state.processes.count < count {
        state.started += 1
        guard let one = OtherProcess(tool: tool, engine: engine, patience: patience, number: state.started) else {
          break
        }
        state.processes.append(one)
      }
      let answers = state.processes.map { $0.digest(of: bytes) }
      // One that did not answer is in the middle of something, or gone.
      for index in answers.indices.reversed() where answers[index] == nil { state.processes.remove(at: index) }
      return answers.map { $0 ?? "" }
    }
  }

  /// The laws of scripts, of scenes and of timelines; none for a command, each of whose engines answers from a process of its own as it is.
  public var laws: [Law] {
    engine.hasPrefix(CommandConnection.prefix)
      ? []
      : ["solver", "layout", "frames", "timeline"].map { kind in
        Law.elsewhere(of: kind) { document, _ in self.digests(of: document) }
      }
  }

  /// The law of one target; nil: it judges no engine.
  fileprivate func law(of target: FuzzTarget) -> Law? {
    guard let kind = target.laws.first(where: \.isAboutRepetition)?.name.prefix(while: { $0 != "." }) else {
      return nil
    }
    return laws.first { $0.name.hasPrefix(kind + ".") }
  }

  /// Answers questions of another process until it asks no more.
  public static func serve(_ engine: NamedEngine, patience: Int) throws {
    try OtherProcess.serve(engine, patience: patience)
  }

  /// The name of the verb by which the tool is called for that.
  public static let verb = OtherProcess.verb
}

extension FuzzTarget {
  /// With the law that other processes say the same.
  public func asking(_ others: OtherProcesses) -> FuzzTarget {
    var target = self
    if let law = others.law(of: self), !excludedLaws.contains(law.name) { target.laws.append(law) }
    return target
  }
}

extension NamedEngine {
  /// Every law that can be asked for by name, on this engine.
  public func laws(patience: Int) -> [Law] {
    Law.ofAllTargets + OtherProcesses.fresh(name, patience: patience).laws
  }
}
