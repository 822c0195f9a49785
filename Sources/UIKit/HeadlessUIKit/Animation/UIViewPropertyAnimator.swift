import Foundation
import ScenePlayer
import SceneModel

/// The states of a property animator: not started or ended, running or paused, or stopped where it was.
nonisolated public enum UIViewAnimatingState: Int, Sendable { case inactive, active, stopped }
/// The positions at which a property animator can end.
nonisolated public enum UIViewAnimatingPosition: Int, Sendable { case end, start, current }

/// An animation that can be started, stopped, scrubbed and turned around.
@MainActor public protocol UIViewAnimating: AnyObject {
  /// The state: not started, started (running or paused), or stopped.
  var state: UIViewAnimatingState { get }
  /// Whether the animation moves at present.
  var isRunning: Bool { get }
  /// Whether the animator runs back to where it began.
  var isReversed: Bool { get set }
  /// The part of the animation that has passed, from 0 to 1.
  var fractionComplete: CGFloat { get set }
  /// Starts the animation, or continues it. A transition calls it on its interruptible animator.
  func startAnimation()
  /// Starts the animation after a delay in seconds.
  func startAnimation(afterDelay delay: TimeInterval)
  /// Holds the animation where it is.
  func pauseAnimation()
  /// Stops the animation where it is; with true, completions are not called.
  func stopAnimation(_ withoutFinishing: Bool)
  /// Ends a stopped animation at a position and calls its completions.
  func finishAnimation(at position: UIViewAnimatingPosition)
}
/// An animation to which changes and completions can be added until it has ended.
@MainActor public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  /// Adds changes to animate.
  func addAnimations(_ animation: @escaping () -> Void)
  /// Adds a block that is called with the position at which the animation ended.
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  /// Continues a paused animation, with another timing (nil: as before), so that the rest takes the given part of its duration (0: what was left).
  func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}
extension UIViewPropertyAnimator: UIViewImplicitlyAnimating {}

/// View animations that can be stopped, scrubbed, reversed and continued.
open class UIViewPropertyAnimator: UIObject {
  /// The length of the animation in seconds; for a spring that was made from its physics, the time until it has settled.
  public let duration: TimeInterval
  /// The easing or spring that the animator was made with.
  public let timingParameters: (any UITimingCurveProvider)?
  private let parameters: PropertyAnimator.Parameters
  private var animator: PropertyAnimator?
  private weak var host: Host?
  /// The seconds that the animator waited, or waits, before its changes begin to move.
  public private(set) var delay: TimeInterval = 0
  private var bodies: [(Double, () -> Void)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  public var isUserInteractionEnabled = true {
    didSet { noEffect("UIViewPropertyAnimator.isUserInteractionEnabled", .touches) }
  }
  public var isManualHitTestingEnabled = false {
    didSet { noEffect("UIViewPropertyAnimator.isManualHitTestingEnabled", .touches) }
  }
  /// Whether the animation can be paused and scrubbed after it has started.
  public var isInterruptible = true { didSet { animator?.isInterruptible = isInterruptible } }
  /// Whether `fractionComplete` goes at a constant speed while it is scrubbed, instead of along the easing.
  public var scrubsLinearly = true {
    didSet {
      animator?.scrubsLinearly = scrubsLinearly
      if animator != nil { record(.scrubs(linearly: scrubsLinearly)) }
    }
  }
  /// Whether the animator pauses at its end instead of finishing.
  public var pausesOnCompletion = false {
    didSet {
      animator?.pausesOnCompletion = pausesOnCompletion
      if animator != nil { record(.pausesOnCompletion(pausesOnCompletion)) }
    }
  }

  /// The line of code that made the animator. A recording names the animator after it (`recordedName`).
  private let source: SourceLine
  private var recordedName = ""

  /// Makes an animator that is inactive until `startAnimation()` or a similar method is called.
  public init(
    duration: TimeInterval, timingParameters: any UITimingCurveProvider, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    source = SourceLine(file, line)
    self.timingParameters = timingParameters
    switch timingParameters {
    case let spring as UISpringTimingParameters:
      parameters = spring.parameters(duration)
      if case .physics(let physics) = spring.shape {
        self.duration = physics.settlingDuration
      } else {
        self.duration = duration
      }
    case let cubic as UICubicTimingParameters:
      parameters = .curve(cubic.curve)
      self.duration = duration
    default:
      parameters = .curve(.default)
      self.duration = duration
    }
    super.init()
  }
  public convenience override init() {
    self.init(duration: 0, timingParameters: UICubicTimingParameters(animationCurve: .easeInOut))
  }
  /// Makes an animator with one of the standard easings.
  public convenience init(
    duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve), file: file, line: line)
    if let animations { addAnimations(animations) }
  }
  /// Makes an animator with an easing by the two inner points of its Bézier curve.
  public convenience init(
    duration: TimeInterval, controlPoint1: CGPoint, controlPoint2: CGPoint, animations: (() -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      duration: duration,
      timingParameters: UICubicTimingParameters(controlPoint1: controlPoint1, controlPoint2: controlPoint2), file: file,
      line: line)
    if let animations { addAnimations(animations) }
  }
  /// Makes an animator with a spring that settles within the duration.
  public convenience init(
    duration: TimeInterval, dampingRatio: CGFloat, animations: (() -> Void)? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: dampingRatio), file: file, line: line
    )
    if let animations { addAnimations(animations) }
  }
  /// Makes an animator and starts it, after a delay in seconds.
  @discardableResult
  public class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    let curves: [UIView.AnimationCurve] = [.easeInOut, .easeIn, .easeOut, .linear]
    let animator = UIViewPropertyAnimator(
      duration: duration, curve: curves[Int((options.rawValue >> 16) & 3)], animations: animations, file: file,
      line: line)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return unsafeDowncast(animator, to: Self.self)
  }

  private func made() -> PropertyAnimator? {
    if let animator { return animator }
    guard let host = Host.current, let player = host.player else { return nil }
    recordedName = host.recorder.animatorName(source)
    let animator = PropertyAnimator(
      player: player.layers, duration: duration, parameters: parameters, name: recordedName)
    (animator.scrubsLinearly, animator.pausesOnCompletion) = (scrubsLinearly, pausesOnCompletion)
    animator.isInterruptible = isInterruptible
    (self.animator, self.host) = (animator, host)
    record(.create(duration, parameters.recorded(duration: duration), []))
    if !scrubsLinearly { record(.scrubs(linearly: false)) }
    if pausesOnCompletion { record(.pausesOnCompletion(true)) }
    for (delay, body) in bodies { hand(animator, delay, body) }
    bodies = []
    animator.addCompletion { [weak self] in self?.ended(at: $0) }
    return animator
  }

  private func ended(at position: PropertyAnimator.Position) {
    let bodies = completions
    completions = []
    animator = nil
    for body in bodies { body(position == .end ? .end : position == .start ? .start : .current) }
    updateHold()
  }

  /// Retains an animator while it runs; a paused or stopped one is retained by the program alone.
  private func updateHold() {
    if let animator, animator.state == .active, animator.isRunning {
      host?.hold(self)
    } else {
      host?.release(self)
    }
  }

  @MainActor deinit {
    guard let animator, animator.state != .inactive, !animator.isRunning, host?.player != nil else { return }
    raise(
      "NSInternalInconsistencyException: It is an error to release a paused or stopped property animator. Property "
        + "animators must either finish animating or be explicitly stopped and finished before they can be released.")
  }

  private func hand(_ animator: PropertyAnimator, _ delay: Double, _ body: @escaping () -> Void) {
    animator.addAnimations(delayFactor: delay) { [weak host, recordedName, source] in
      host?.sync()
      if let host { host.recorder.open(.animator(recordedName, after: delay), host, from: source) }
      Animating.depth += 1
      body()
      host?.sync()
      Animating.depth -= 1
      host?.recorder.close(isOfProgram: true)
    }
  }

  private func record(_ step: AnimatorStep) {
    if let host {
      host.recorder.record(.play(.animator(recordedName, step)), host, after: RecordedSource(known: source))
    }
  }

  /// Adds changes to animate. If the animation is already running, they begin at once and take the remaining time.
  public func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }
  /// Adds changes that begin after a part of the duration, from 0 to 1.
  public func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    requireUsable()
    if let animator {
      // Earlier changes do not belong to this animation.
      host?.sync()
      hand(animator, Double(delayFactor), animation)
    } else {
      bodies.append((Double(delayFactor), animation))
    }
  }
  /// Adds a block that is called with the position at which the animation ended; completions run in their order.
  public func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  /// Calls a closure with the animator, and records `step` unless it is nil. Without a window the closure is not called; instead, all changes take
  /// effect at once.
  private func withHost(_ step: AnimatorStep?, _ body: (PropertyAnimator) -> Void) {
    guard let animator = made() else {
      // Without a window all changes take effect at once. The completions run later, when there is a clock, because nothing ends before the turn of
      // the run loop does.
      for (_, body) in bodies { body() }
      bodies = []
      let waiting = completions
      completions = []
      if !waiting.isEmpty { Host.whenShown { for body in waiting { body(.end) } } }
      return
    }
    host?.sync()
    body(animator)
    if let step { record(step) }
    updateHold()
  }

  /// Ends the process, as UIKit does, if the animator was stopped and not finished, or if it runs and may not be interrupted.
  private func requireUsable(toInterrupt interrupts: Bool = false) {
    if animator?.state == .stopped {
      raise(
        "NSInternalInconsistencyException: It is an error to start, pause, scrub or change a stopped property animator. "
          + "Call finishAnimation(at:) first.")
    }
    if interrupts, !isInterruptible, state == .active {
      raise("NSInternalInconsistencyException: This property animator is not interruptible.")
    }
  }

  /// Starts the animator on the window's clock, or continues it after a pause.
  public func startAnimation() {
    requireUsable()
    withHost(.start) { $0.start() }
  }
  /// Starts the animator; its changes begin to move after a delay in virtual seconds. Outside of a window they take effect at once.
  public func startAnimation(afterDelay delay: TimeInterval) {
    requireUsable()
    self.delay = max(delay, 0)
    withHost(delay > 0 ? .startLater(delay) : .start) { $0.start(afterDelay: max(delay, 0)) }
  }
  /// Pauses the animator; an inactive one starts as paused.
  public func pauseAnimation() {
    requireUsable(toInterrupt: true)
    withHost(.pause) { $0.pause() }
  }
  /// Continues a paused animator. `parameters` replace its timing (nil: the timing stays); the factor is the part of its duration that it takes from
  /// here (0: what was left).
  public func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
  {
    var new: PropertyAnimator.Parameters?
    if let spring = parameters as? UISpringTimingParameters { new = spring.parameters(duration) }
    if let cubic = parameters as? UICubicTimingParameters { new = .curve(cubic.curve) }
    let factor = max(Double(durationFactor), 0)
    withHost(.goOn(factor: factor, new?.recorded(duration: duration))) {
      $0.continue(with: new, durationFactor: factor)
    }
  }
  /// Stops the animation where the views are shown. With true the animator is done and calls no completion; with false, call `finishAnimation(at:)`
  /// next.
  public func stopAnimation(_ withoutFinishing: Bool) {
    guard let animator else { return }
    if animator.state == .active { requireUsable(toInterrupt: true) }
    host?.sync()
    animator.stop(withoutFinishing: withoutFinishing)
    record(.stop(withoutFinishing: withoutFinishing))
    if animator.state == .inactive {
      self.animator = nil
      completions = []
    }
    updateHold()
  }
  /// Ends a stopped animation: the views go to the end, to the start, or stay where they are, and completions are called.
  public func finishAnimation(at position: UIViewAnimatingPosition) {
    guard let animator, animator.state == .stopped else {
      raise("NSInternalInconsistencyException: finishAnimationAtPosition: should only be called on a stopped animator!")
    }
    host?.sync()
    record(.finish(position == .end ? .end : position == .start ? .start : .current))
    animator.finish(at: position == .end ? .end : position == .start ? .start : .current)
  }
  /// The fraction that is complete, in [0, 1]; setting it pauses.
  public var fractionComplete: CGFloat {
    get { CGFloat(animator?.fractionComplete ?? 0) }
    set {
      requireUsable(toInterrupt: true)
      let fraction = min(max(Double(newValue), 0), 1)
      withHost(.fraction(fraction)) { $0.fractionComplete = fraction }
    }
  }
  /// Whether the animator runs backwards.
  public var isReversed: Bool {
    get { animator?.isReversed ?? false }
    set {
      guard newValue != isReversed else { return }
      withHost(.reverse) { $0.isReversed = newValue }
    }
  }
  /// Whether the animation is running now.
  public var isRunning: Bool { animator?.isRunning ?? false }
  /// The state: `inactive` before the start and after the end, `active` while running or paused, or `stopped`.
  public var state: UIViewAnimatingState {
    switch animator?.state {
    case .active: .active
    case .stopped: .stopped
    default: .inactive
    }
  }
}

extension PropertyAnimator.Parameters {
  /// Returns the timing in the form in which a recording stores it.
  fileprivate func recorded(duration: Double) -> Pace {
    switch self {
    case .curve(let curve): .curve(curve)
    case .spring(let spring): Pace(spring, velocity: nil, duration: duration)
    case .springByAxis(let spring, let velocity):
      Pace(spring, velocity: Point(x: velocity.x, y: velocity.y), duration: duration)
    }
  }
}
