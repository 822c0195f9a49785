/// The number of messages that an engine answered, and how long it took: the part of a run's time that is the engine's, not the judge's.
/// Engines that are commands alone have messages.
public struct EnginePace: Codable, Hashable, Sendable {
  /// The requests that were answered.
  public var messages: Int
  /// Seconds from each request to its answer, together: the engine's and the pipe's.
  public var seconds: Double

  public init(messages: Int, seconds: Double) { (self.messages, self.seconds) = (messages, seconds) }

  /// The messages that one process of the engine answers in a second.
  public var perSecond: Double { Double(messages) / max(seconds, 1e-9) }

  /// The pace in words; nil if no message was answered.
  ///
  /// - Parameter whole: the seconds of the run, all its processes together.
  public func text(of whole: Double) -> String? {
    if messages == 0 { return nil }
    let share = Int((100 * min(seconds / max(whole, 1e-9), 1)).rounded())
    return
      "\(messages) messages, answered at \(Int(perSecond.rounded())) a second; the engine took \(share) % of the time"
  }
}
