/// The number of messages that an engine answered, and the time that it took. With it, the engine's part of a run's time can be told from the judge's
/// part. Only engines that are commands have messages.
public struct EnginePace: Codable, Hashable, Sendable {
  /// The number of requests that were answered.
  public var messages: Int
  /// The total time from each request to its answer in seconds, which includes the pipe.
  public var seconds: Double

  public init(messages: Int, seconds: Double) { (self.messages, self.seconds) = (messages, seconds) }

  /// The messages per second that one process of the engine answers.
  public var perSecond: Double { Double(messages) / max(seconds, 1e-9) }

  /// The pace in words; nil if no message was answered.
  ///
  /// - Parameter whole: the seconds of the run, added up over all its processes.
  public func text(of whole: Double) -> String? {
    if messages == 0 { return nil }
    let share = Int((100 * min(seconds / max(whole, 1e-9), 1)).rounded())
    return
      "\(messages) messages, answered at \(Int(perSecond.rounded())) a second; the engine took \(share) % of the time"
  }
}
