import EngineConversation
import FuzzTargets
import SceneFuzzing
import LibC
import SceneModel
import SceneOracles
import Synchronization

/// The processes in which a document is answered again. The law of repetition says that another process gives the same answers, bit for bit. They
/// are started when they are first needed, and end with this object.
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

  /// Makes the processes of an engine. They are started when they are first needed.
  ///
  /// - Parameters:
  ///   - engine: the engine, as the user names it.
  ///   - tool: the `layoutlab` to start; by default this program.
  ///   - patience: the time limit for an answer, in seconds.
  ///   - count: the number of processes that get each document.
  ///   - questionsEach: the number of documents after which a process is replaced. Starting one takes some milliseconds.
  public init(
    _ engine: String, tool: String = ProcessFacts.pathToStart, patience: Int, count: Int = 2, questionsEach: Int = 64
  ) {
    precondition(count > 0 && questionsEach > 0, "somebody must be asked")
    (self.engine, self.tool, self.patience) = (engine, tool, patience)
    (self.count, self.questionsEach) = (count, questionsEach)
  }

  /// Sends every document to four new processes. It is meant for documents that broke a law: a result that depends on an address is often the same
  /// in most processes, and differs in some only.
  public static func fresh(_ engine: String, tool: String = ProcessFacts.pathToStart, patience: Int) -> OtherProcesses {
    OtherProcesses(engine, tool: tool, patience: patience, count: 4, questionsEach: 1)
  }

  /// The time limit for one of the other processes, if the caller itself has `seconds` for a document.
  public static func patience(within seconds: Int) -> Int { max(1, seconds / 2) }

  /// Returns the digests that the processes give for a document, one for each process; an empty text if a process gave none.
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
      // A process that did not answer still works on the document, or has ended. It is replaced.
      for index in answers.indices.reversed() where answers[index] == nil { state.processes.remove(at: index) }
      return answers.map { $0 ?? "" }
    }
  }

  /// The laws of repetition about scripts, scenes and timelines; none for a command, because each of its engines is a process of its own anyway.
  public var laws: [Law] {
    engine.hasPrefix(CommandConnection.prefix)
      ? []
      : ["solver", "layout", "frames", "timeline"].map { kind in
        Law.elsewhere(of: kind) { document, _ in self.digests(of: document) }
      }
  }

  /// The law of one target; nil if the target judges no engine.
  fileprivate func law(of target: FuzzTarget) -> Law? {
    guard let kind = target.laws.first(where: \.isAboutRepetition)?.name.prefix(while: { $0 != "." }) else {
      return nil
    }
    return laws.first { $0.name.hasPrefix(kind + ".") }
  }

  /// Answers the requests of another process until it closes the connection.
  public static func serve(_ engine: NamedEngine, patience: Int) throws {
    try OtherProcess.serve(engine, patience: patience)
  }

  /// The tool's verb that runs `serve`.
  public static let verb = OtherProcess.verb
}

extension FuzzTarget {
  /// Returns the target with one more law: other processes give the same answers.
  public func asking(_ others: OtherProcesses) -> FuzzTarget {
    var target = self
    if let law = others.law(of: self), !excludedLaws.contains(law.name) { target.laws.append(law) }
    return target
  }
}

extension NamedEngine {
  /// Every law that can be selected by name, for this engine.
  public func laws(patience: Int) -> [Law] {
    Law.ofAllTargets + OtherProcesses.fresh(name, patience: patience).laws
  }
}
