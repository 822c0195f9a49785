import Foundation

/// Calls a method at every frame of the window's clock, 60 a second, as long as it is not paused. The clock is virtual: it advances only when a
/// test calls `UIWindow.advance(by:)`.
open class CADisplayLink: UIObject {
  private weak var target: AnyObject?
  private let selector: Selector
  private weak var host: Host?
  /// The window's virtual time at the link's last call, in seconds; 0 before the first call.
  public private(set) var timestamp: CFTimeInterval = 0
  /// The seconds between two frames.
  public var duration: CFTimeInterval { 1 / 60 }
  /// The window's virtual time at which the link's next call is due, in seconds.
  public var targetTimestamp: CFTimeInterval { timestamp + duration * CFTimeInterval(max(1, frameInterval)) }
  /// Whether the link is paused. A paused link makes no calls, and skipped frames are not repeated later.
  open var isPaused = false
  /// The number of frames from one call to the next; below 1 it counts as 1.
  open var frameInterval = 1
  /// The calls a second that the program would like, at most 60; 0: as many as the screen shows.
  open var preferredFramesPerSecond = 0 {
    didSet { frameInterval = preferredFramesPerSecond > 0 ? max(1, 60 / preferredFramesPerSecond) : 1 }
  }
  /// The range of frames per second that the program would like. If `preferred` is set, that number is used.
  open var preferredFrameRateRange = CAFrameRateRange.default {
    didSet { preferredFramesPerSecond = Int(preferredFrameRateRange.preferred ?? 0) }
  }
  private var frames = 0

  /// Makes a link that calls a method of the target with itself as the argument, once it is added to a run loop.
  public init(target: Any, selector: Selector) {
    (self.target, self.selector) = (target as AnyObject, selector)
  }

  /// Adds the link to the run loop, which holds it until it is invalidated. The link holds its target.
  open func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode) {
    host = Host.current
    held = target
    host?.add(self)
  }
  /// Stops the link permanently, as `invalidate()` does, because there is only one run loop.
  open func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) { invalidate() }
  /// Stops the link permanently and releases its target.
  open func invalidate() {
    held = nil
    host?.remove(self)
  }
  private var held: AnyObject?

  func frame(at time: CFTimeInterval) {
    guard !isPaused else { return }
    frames += 1
    guard frames % max(1, frameInterval) == 0 else { return }
    timestamp = time
    if let target { selector.perform(on: target, sender: self) }
  }
}

/// A range of frames a second.
nonisolated public struct CAFrameRateRange: Hashable, Sendable {
  /// The fewest and the most frames a second.
  public var minimum, maximum: Float
  /// The number that is best; nil: any of the range.
  public var preferred: Float?
  /// Makes a range.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }
  /// The system's choice.
  public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0)
}
