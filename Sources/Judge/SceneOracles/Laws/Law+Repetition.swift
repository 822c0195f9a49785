import Dispatch
import LayoutPlugin
import SceneModel
import Synchronization

/// Laws that ask an engine for the same answers again. They hold for every engine, whatever it claims: the same document gives the same answers,
/// bit for bit. An engine that breaks one of them may do so only now and then.
extension Law {
  /// The laws of repetition about solver scripts.
  static let scriptRepetitionLaws = [
    again(of: "solver", script: { Transcript($0.script, $0.plugin) }),
    beside(of: "solver", script: { Transcript($0.script, $0.plugin) }),
  ]

  /// Returns the laws of repetition about scenes, for the kernel that `make` makes.
  static func sceneRepetitionLaws(_ make: @escaping SceneLayoutMaker) -> [Law] {
    [
      Law("layout." + againName, againSummary, cost: .comparing, make) { (trial: SceneTrial) in
        compareAgain { Transcript(trial) }
      }
      .repeating,
      Law("layout." + besideName, besideSummary, cost: .exact, make) { trial in
        let again = Repeated { Transcript(SceneTrial(trial.scene, trial.plugin, trial.make)) }
        return compareBeside(again)
      }.repeating.withThreads,
    ]
  }

  /// The laws about timelines.
  static let timelineRepetitionLaws = [
    Law("timeline." + againName, againSummary, cost: .comparing) { (trial: TimelineTrial) in
      compareAgain { Transcript(trial) }
    }
    .repeating,
    Law("timeline." + besideName, besideSummary, cost: .exact) { trial in
      let again = Repeated { Transcript(TimelineTrial(trial.timeline, trial.plugin)) }
      return compareBeside(again)
    }.repeating.withThreads,
  ]

  /// Makes the law about documents of one kind (`solver`, `layout`, `frames`, `timeline`) that another process gives the same answers, with another
  /// hash seed, other addresses and other bytes in fresh memory. `elsewhere` returns the digests of the transcripts of such processes; an empty text
  /// for one that gave none. The judge itself starts no process.
  package static func elsewhere(
    of kind: String, _ elsewhere: @escaping @Sendable (Document, Plugin) -> [String]
  ) -> Law {
    var law = Law(
      name: "\(kind).\(elsewhereName)",
      summary:
        "Other processes, with other addresses, hash seeds and bytes in fresh memory, give the same answers, bit for bit.",
      cost: .exact
    ) { document, plugin in
      guard let here = Transcript(of: document, on: plugin)?.digest.description else {
        return .undecided(.noAnswer, "the engine gives no answer to the document")
      }
      let there = elsewhere(document, plugin)
      guard let other = there.first(where: { $0 != here }) else {
        return there.isEmpty ? .undecided(.noAnswer, "no other process could be started") : .holds
      }
      return .broken(
        other.isEmpty
          ? "another process gives no answer"
          : "\(there.count { $0 != here }) of \(there.count) processes answer differently")
    }
    (law.isAboutRepetition, law.isAboutBits) = (true, true)
    return law
  }

  /// Whether a law of this name is about repetition.
  public static func isAboutRepetition(named name: String) -> Bool {
    [againName, besideName, elsewhereName].contains { name.hasSuffix("." + $0) }
  }

  private static let againName = "answers-come-again"
  private static let againSummary = "Another engine of the same process gives the same answers, bit for bit."
  private static let besideName = "answers-come-again-beside-others"
  private static let besideSummary = "Engines in parallel threads give the same answers, bit for bit."
  private static let elsewhereName = "answers-come-again-elsewhere"

  private static func again(
    of kind: String, script transcript: @escaping @Sendable (ScriptTrial) -> Transcript?
  ) -> Law {
    Law("\(kind).\(againName)", againSummary, cost: .comparing) { trial in
      // If the engine does not promise the same bits, only what it promises is compared.
      trial.plugin.manifest.isBitwise ? compareAgain { transcript(trial) } : trial.playAgain()
    }
    .repeating
  }

  private static func beside(
    of kind: String, script transcript: @escaping @Sendable (ScriptTrial) -> Transcript?
  ) -> Law {
    Law("\(kind).\(besideName)", besideSummary, cost: .exact) { trial in
      let (script, plugin) = (trial.script, trial.plugin)
      if !plugin.manifest.isBitwise { return .undecided(.notClaimed, "the engine does not promise the same bits") }
      return compareBeside(Repeated { transcript(ScriptTrial(script, plugin)) })
    }.repeating.withThreads
  }

  private static func compareAgain(_ transcript: () -> Transcript?) -> Verdict {
    guard let first = transcript(), let second = transcript() else {
      return .undecided(.noAnswer, "the engine gives no answer to the document")
    }
    return first.difference(from: second).map { .broken("asked again: \($0)") } ?? .holds
  }

  /// The number of threads, and the number of times that each repeats the document.
  private static let (threads, questions) = (4, 6)

  private static func compareBeside(_ again: Repeated) -> Verdict {
    guard let alone = again.transcript() else {
      return .undecided(.noAnswer, "the engine gives no answer to the document")
    }
    let found = Mutex<VerdictMessage?>(nil)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      for _ in 0..<questions {
        let difference = again.transcript().map { alone.difference(from: $0) } ?? "a thread got no answer"
        if let difference { found.withLock { $0 = difference } }
      }
    }
    return found.withLock { $0 }.map { .broken("beside others: \($0)") } ?? .holds
  }
}

/// A factory that makes a new engine for each use. Its data is only read, and engines are made in the thread that uses them.
private struct Repeated: @unchecked Sendable {
  let transcript: () -> Transcript?
  init(_ transcript: @escaping () -> Transcript?) { self.transcript = transcript }
}
