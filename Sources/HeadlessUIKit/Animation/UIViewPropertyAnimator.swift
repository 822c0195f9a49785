import Foundation
import ScenePlayer
import SceneModel

/// The states of a property animator.
nonisolated public enum UIViewAnimatingState: Int, Sendable { case inactive, active, stopped }
/// The positions at which a property animator can end.
nonisolated public enum UIViewAnimatingPosition: Int, Sendable { case end, start, current }

/// Timing parameters of a property animator: a cubic curve or a spring.
nonisolated public protocol UITimingCurveProvider {}

/// An easing by a cubic Bézier curve.
nonisolated public final class UICubicTimingParameters: UITimingCurveProvider, @unchecked Sendable {
  let curve: TimingFunction
  /// Makes one as UIKit does.
  public init() { curve = .default }
  /// Makes one as UIKit does.
  public init(animationCurve: UIView.AnimationCurve) {
    curve = [.easeInEaseOut, .easeIn, .easeOut, .linear][animationCurve.rawValue]
  }
  /// Makes one as UIKit does.
  public init(controlPoint1 a: CGPoint, controlPoint2 b: CGPoint) {
    curve = TimingFunction(Double(a.x), Double(a.y), Double(b.x), Double(b.y))
  }
}

/// A spring by its damping ratio, its physics, or its duration and bounce.
nonisolated public final class UISpringTimingParameters: UITimingCurveProvider, @unchecked Sendable {
  enum Shape {
    /// Fitted to the animator's duration.
    case ratio(Double)
    case physics(Spring)
  }
  let shape: Shape
  let velocity: CGVector
  /// Makes one as UIKit does.
  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector = .zero) {
    (shape, self.velocity) = (.ratio(Double(ratio)), velocity)
  }
  /// Makes one as UIKit does.
  public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector = .zero) {
    shape = .physics(Spring(mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping)))
    self.velocity = velocity
  }
  /// Makes one as UIKit does.
  public init(duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialVelocity velocity: CGVector = .zero) {
    shape = .physics(Spring(perceptualDuration: duration, bounce: Double(bounce)))
    self.velocity = velocity
  }
  /// Makes one as UIKit does.
  public convenience init() { self.init(mass: 3, stiffness: 1000, damping: 500) }

  func spring(over duration: Double) -> Spring {
    switch shape {
    case .physics(let spring): spring
    case .ratio(let ratio):
      Spring(dampingRatio: max(ratio, 1e-3), initialVelocity: Double(velocity.dx), duration: max(duration, 1e-9))
    }
  }
  var parameters: (Double) -> PropertyAnimator.Parameters {
    { duration in
      .springByAxis(self.spring(over: duration), SIMD2(Double(self.velocity.dx), Double(self.velocity.dy)))
    }
  }
}

@MainActor public protocol UIViewAnimating: AnyObject {
  /// The state, read as in UIKit.
  var state: UIViewAnimatingState { get }
  /// Whether it is running, read as in UIKit.
  var isRunning: Bool { get }
  /// Whether it is reversed, read as in UIKit.
  var isReversed: Bool { get set }
  /// The fraction complete, read as in UIKit.
  var fractionComplete: CGFloat { get set }
  /// Called as by UIKit.
  func startAnimation()
  /// Called as by UIKit.
  func startAnimation(afterDelay delay: TimeInterval)
  /// Never called here.
  func pauseAnimation()
  /// Never called here.
  func stopAnimation(_ withoutFinishing: Bool)
  /// Never called here.
  func finishAnimation(at position: UIViewAnimatingPosition)
}
@MainActor public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  /// Called as by UIKit.
  func addAnimations(_ animation: @escaping () -> Void)
  /// Called as by UIKit.
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  /// Never called here.
  func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}
extension UIViewPropertyAnimator: UIViewImplicitlyAnimating {}

/// View animations that can be stopped, scrubbed, turned around and sent on.
open class UIViewPropertyAnimator: UIObject {
  /// The duration, as in UIKit.
  public let duration: TimeInterval
  /// The timing parameters, as in UIKit.
  public let timingParameters: (any UITimingCurveProvider)?
  private let parameters: PropertyAnimator.Parameters
  private var animator: PropertyAnimator?
  private weak var host: Host?
  private var bodies: [(Double, () -> Void)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  /// Whether user interaction is enabled.
  public var isUserInteractionEnabled = true
  /// Whether manual hit testing is enabled; kept, without effect on layout or motion.
  public var isManualHitTestingEnabled = false
  /// Whether it is interruptible, as in UIKit.
  public var isInterruptible = true { didSet { animator?.isInterruptible = isInterruptible } }
  /// Whether it scrubs linearly, as in UIKit.
  public var scrubsLinearly = true { didSet { animator?.scrubsLinearly = scrubsLinearly } }
  /// Whether it pauses on completion, as in UIKit.
  public var pausesOnCompletion = false { didSet { animator?.pausesOnCompletion = pausesOnCompletion } }

  /// Makes one as UIKit does.
  public init(duration: TimeInterval, timingParameters: any UITimingCurveProvider) {
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
  /// Makes one as UIKit does.
  public convenience init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
    self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    if let animations { addAnimations(animations) }
  }
  /// Makes one as UIKit does.
  public convenience init(
    duration: TimeInterval, controlPoint1: CGPoint, controlPoint2: CGPoint, animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration,
      timingParameters: UICubicTimingParameters(controlPoint1: controlPoint1, controlPoint2: controlPoint2))
    if let animations { addAnimations(animations) }
  }
  /// Makes one as UIKit does.
  public convenience init(duration: TimeInterval, dampingRatio: CGFloat, animations: (() -> Void)? = nil) {
    self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: dampingRatio))
    if let animations { addAnimations(animations) }
  }
  /// Does what UIKit's `runningPropertyAnimator(withDuration:delay:options:animations:completion:)` does.
  @discardableResult
  public class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> Self {
    let curves: [UIView.AnimationCurve] = [.easeInOut, .easeIn, .easeOut, .linear]
    let animator = UIViewPropertyAnimator(
      duration: duration, curve: curves[Int((options.rawValue >> 16) & 3)], animations: animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return unsafeDowncast(animator, to: Self.self)
  }

  private func made() -> PropertyAnimator? {
    if let animator { return animator }
    guard let host = Host.current, let player = host.player else { return nil }
    let animator = PropertyAnimator(player: player.layers, duration: duration, parameters: parameters, name: "")
    (animator.scrubsLinearly, animator.pausesOnCompletion) = (scrubsLinearly, pausesOnCompletion)
    animator.isInterruptible = isInterruptible
    (self.animator, self.host) = (animator, host)
    for (delay, body) in bodies { hand(animator, delay, body) }
    bodies = []
    animator.addCompletion { [self] position in
      let bodies = completions
      completions = []
      let told: UIViewAnimatingPosition = position == .end ? .end : position == .start ? .start : .current
      for body in bodies { body(told) }
      self.animator = nil
    }
    return animator
  }

  private func hand(_ animator: PropertyAnimator, _ delay: Double, _ body: @escaping () -> Void) {
    animator.addAnimations(delayFactor: delay) { [weak host] in
      host?.sync()
      Animating.depth += 1
      body()
      host?.sync()
      Animating.depth -= 1
    }
  }

  /// Does what UIKit's `addAnimations(_:)` does.
  public func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }
  /// Does what UIKit's `addAnimations(_:delayFactor:)` does.
  public func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    if let animator {
      hand(animator, Double(delayFactor), animation)
    } else {
      bodies.append((Double(delayFactor), animation))
    }
  }
  /// Does what UIKit's `addCompletion(_:)` does.
  public func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  private func withHost(_ body: (PropertyAnimator) -> Void) {
    guard let animator = made() else {
      // Without a window everything is where it belongs at once; who waits for the end hears of it when there is a clock, as nothing
      // ends before the turn does.
      for (_, body) in bodies { body() }
      bodies = []
      let waiting = completions
      completions = []
      if !waiting.isEmpty { Host.whenShown { for body in waiting { body(.end) } } }
      return
    }
    host?.sync()
    host?.recorder.open(ViewAnimation(duration: duration).recorded)
    body(animator)
    host?.recorder.close()
  }

  /// Starts the animator on the window's clock, or lets it go on.
  public func startAnimation() { withHost { $0.start() } }
  /// Does what UIKit's `startAnimation(afterDelay:)` does.
  public func startAnimation(afterDelay delay: TimeInterval) {
    guard delay > 0, let host = Host.current, let player = host.player else { return startAnimation() }
    _ = player.layers.perform(after: delay) { [self] in startAnimation() }
  }
  /// Pauses the animator; an inactive one starts as paused.
  public func pauseAnimation() { withHost { $0.pause() } }
  /// Does what UIKit's `continueAnimation(withTimingParameters:durationFactor:)` does.
  public func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
  {
    withHost { animator in
      var new: PropertyAnimator.Parameters?
      if let spring = parameters as? UISpringTimingParameters { new = spring.parameters(duration) }
      if let cubic = parameters as? UICubicTimingParameters { new = .curve(cubic.curve) }
      animator.continue(with: new, durationFactor: Double(durationFactor))
    }
  }
  /// Does what UIKit's `stopAnimation(_:)` does.
  public func stopAnimation(_ withoutFinishing: Bool) {
    animator?.stop(withoutFinishing: withoutFinishing)
    if withoutFinishing { animator = nil }
  }
  /// Does what UIKit's `finishAnimation(at:)` does.
  public func finishAnimation(at position: UIViewAnimatingPosition) {
    animator?.finish(at: position == .end ? .end : position == .start ? .start : .current)
  }
  /// The fraction that is complete, in [0, 1]; setting it pauses.
  public var fractionComplete: CGFloat {
    get { CGFloat(animator?.fractionComplete ?? 0) }
    set { withHost { $0.fractionComplete = Double(newValue) } }
  }
  /// Whether the animator runs backwards.
  public var isReversed: Bool {
    get { animator?.isReversed ?? false }
    set { withHost { $0.isReversed = newValue } }
  }
  /// Whether it is running, as in UIKit.
  public var isRunning: Bool { animator?.isRunning ?? false }
  /// The state, as in UIKit.
  public var state: UIViewAnimatingState {
    switch animator?.state {
    case .active: .active
    case .stopped: .stopped
    default: .inactive
    }
  }
}
