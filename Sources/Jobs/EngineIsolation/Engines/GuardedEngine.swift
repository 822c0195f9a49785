import EngineConversation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import Synchronization

/// An engine that does not take this process with it where it is a command: the end of one is a violation of its contract, and the next
/// question starts another. A library does.
final class GuardedEngine {
  let plugin: Plugin
  private let connection: CommandConnection?
  private let losses: Losses

  /// The last loss; the connection may be used by several threads.
  private final class Losses: Sendable {
    let last = Mutex<CommandLoss?>(nil)
  }

  /// - Parameter blackBox: where its answers are signs of life.
  init(_ engine: NamedEngine, _ blackBox: BlackBox) throws(PluginFault) {
    let losses = Losses()
    let connection = try engine.connection(
      answered: blackBox.noteAnswer, lost: { loss in losses.last.withLock { $0 = loss } })
    (self.connection, self.losses) = (connection, losses)
    if let connection { plugin = connection.plugin } else { plugin = try engine.plugin() }
  }

  /// The time after which a command is asked nothing any more; nil if there is none.
  var deadline: ContinuousClock.Instant? {
    get { connection?.deadline }
    set { connection?.deadline = newValue }
  }

  /// The way in which the command was lost since this was asked last; nil if it was not.
  func takeLoss() -> LossKind? {
    let loss = losses.last.withLock { last in
      defer { last = nil }
      return last
    }
    switch loss {
    case nil: return nil
    case .signal: return .crash
    case .exit: return .exit
    case .memory: return .memory
    }
  }

  /// Judges; where the command is lost it is asked once more, with processes that have met no other document: memory that one document
  /// spoils may end the process at the next.
  func verdict(of law: Law, on document: Document) -> (verdict: Verdict, loss: LossKind?) {
    _ = takeLoss()
    let verdict = law.judge(document, plugin)
    guard takeLoss() != nil else { return (verdict, nil) }
    connection?.renew()
    return (law.judge(document, plugin), takeLoss())
  }

  /// The first of the laws at which the command is lost, in a way or in any.
  private func lossyLaw(_ laws: [Law], on document: Document, kind: LossKind?) -> (law: Law, loss: LossKind)? {
    for law in laws {
      let loss = verdict(of: law, on: document).loss
      if let loss, loss == kind ?? loss { return (law, loss) }
    }
    return nil
  }

  /// Returns the lightest document found at which the command crashes, hangs or exits under the same law as at this one. Nil if it does not, or if
  /// the engine is a library.
  ///
  /// - Parameters:
  ///   - willJudge: Called with each document before the engine gets it.
  ///   - found: Called with each lighter document.
  ///   - mayGoOn: Whether there is time for another document.
  func minimizedLoss(
    _ document: Document, kind: LossKind?, willJudge: (Document) -> Void, found: (Document) throws -> Void,
    while mayGoOn: () -> Bool
  ) rethrows -> Document? {
    guard connection != nil,
      let target = EngineOffers(plugin).targets.first(where: { $0.fileExtension == document.fileExtension })
    else { return nil }
    let start = target.project(document)
    willJudge(start)
    guard let (law, loss) = lossyLaw(target.laws, on: start, kind: kind) else { return nil }
    try found(start)
    var lightest = start
    _ = Minimizer(attemptLimit: GuardedEngine.attempts).minimize(start) { proposal in
      guard mayGoOn() else { return false }
      willJudge(proposal)
      guard verdict(of: law, on: proposal).loss == loss else { return false }
      lightest = target.project(proposal)
      return true
    }
    try found(lightest)
    return lightest
  }

  private static let attempts = 5000
}
