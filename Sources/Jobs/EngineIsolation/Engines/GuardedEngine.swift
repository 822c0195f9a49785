import EngineConversation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import Synchronization

/// An engine whose crashes do not end this process if it is a command: the end of the command's process counts as a violation of the contract, and
/// the next request starts another process. A crash of a library ends this process.
final class GuardedEngine {
  let plugin: Plugin
  private let connection: CommandConnection?
  private let losses: Losses

  /// The way in which a process of the command ended last, and the deadline. Both are locked, because several threads may use the connection.
  private final class Losses: Sendable {
    let last = Mutex<CommandLoss?>(nil)
    let deadline = Mutex<ContinuousClock.Instant?>(nil)

    var isPastDeadline: Bool {
      guard let deadline = deadline.withLock({ $0 }) else { return false }
      return ContinuousClock.now > deadline
    }
  }

  /// Starts the engine's command, or loads its library.
  ///
  /// - Parameter blackBox: the black box in which each answer is counted as a sign of life.
  init(_ engine: NamedEngine, _ blackBox: BlackBox) throws(PluginFault) {
    let losses = Losses()
    let connection = try engine.connection(
      answered: blackBox.noteAnswer, lost: { loss in losses.last.withLock { $0 = loss } })
    (self.connection, self.losses) = (connection, losses)
    if let connection {
      plugin = connection.plugin
    } else {
      plugin = try engine.plugin(isCancelled: { blackBox.isTimeUp() || losses.isPastDeadline })
    }
  }

  /// The time after which a command gets no more requests, and an engine of a library should give up; nil if there is no limit.
  var deadline: ContinuousClock.Instant? {
    get { losses.deadline.withLock { $0 } }
    set {
      losses.deadline.withLock { $0 = newValue }
      connection?.deadline = newValue
    }
  }

  /// Returns the way in which a process of the command has ended since the last call; nil if none has.
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

  /// Judges a law. If the command's process ends, the law is judged again with new processes that got no other document, because an earlier
  /// document may have damaged the process.
  func verdict(of law: Law, on document: Document) -> (verdict: Verdict, loss: LossKind?) {
    _ = takeLoss()
    let verdict = law.judge(document, plugin)
    guard takeLoss() != nil else { return (verdict, nil) }
    connection?.renew()
    return (law.judge(document, plugin), takeLoss())
  }

  /// Returns the first of the laws at which the command's process ends, in the way `kind`, or in any way if that is nil; nil if there is none.
  private func lossyLaw(_ laws: [Law], on document: Document, kind: LossKind?) -> (law: Law, loss: LossKind)? {
    for law in laws {
      let loss = verdict(of: law, on: document).loss
      if let loss, loss == kind ?? loss { return (law, loss) }
    }
    return nil
  }

  /// Returns the smallest document found on which the command crashes, hangs or exits while the same law is judged. Nil if the command does not end
  /// on `document`, or if the engine is a library.
  ///
  /// - Parameters:
  ///   - willJudge: Called with each document before the engine gets it.
  ///   - found: called with each smaller document.
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
