import Foundation
import ScenePlayer
import SceneModel

nonisolated public enum UIViewAnimatingState: Int, Sendable { case inactive, active, stopped }
nonisolated public enum UIViewAnimatingPosition: Int, Sendable { case end, start, current }

nonisolated public protocol UITimingCurveProvider {}

nonisolated public final class UICubicTimingParameters: UITimingCurveProvider, @unchecked Sendable {
  let curve: TimingFunction
  public init() { curve = .default }
  public init(animationCurve: UIView.AnimationCurve) {
    curve = [.easeInEaseOut, .easeIn, .easeOut, .linear][animationCurve.rawValue]
  }
  public init(controlPoint1 a: CGPoint, controlPoint2 b: CGPoint) {
    curve = TimingFunction(Double(a.x), Double(a.y), Double(b.x), Double(b.y))
  }
}

nonisolated public final class UISpringTimingParameters: UITimingCurveProvider, @unchecked Sendable {
  enum Shape {
    /// Fitted to the animator's duration.
    case ratio(Double)
    case physics(Spring)
  }
  let shape: Shape
  let velocity: CGVector
  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector = .zero) {
    (shape, self.velocity) = (.ratio(Double(ratio)), velocity)
  }
  public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector = .zero) {
    shape = .physics(Spring(mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping)))
    self.velocity = velocity
  }
  public init(duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialVelocity velocity: CGVector = .zero) {
    shape = .physics(Spring(perceptualDuration: duration, bounce: Double(bounce)))
    self.velocity = velocity
  }
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

public protocol UIViewAnimating: AnyObject {
  var state: UIViewAnimatingState { get }
  var isRunning: Bool { get }
  var isReversed: Bool { get set }
  var fractionComplete: CGFloat { get set }
  func startAnimation()
  func startAnimation(afterDelay delay: TimeInterval)
  func pauseAnimation()
  func stopAnimation(_ withoutFinishing: Bool)
  func finishAnimation(at position: UIViewAnimatingPosition)
}
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  func addAnimations(_ animation: @escaping () -> Void)
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}
extension UIViewPropertyAnimator: UIViewImplicitlyAnimating {}

/// View animations that can be stopped, scrubbed, turned around and sent on.
open class UIViewPropertyAnimator: UIObject {
  public let duration: TimeInterval
  public let timingParameters: (any UITimingCurveProvider)?
  private let parameters: PropertyAnimator.Parameters
  private var animator: PropertyAnimator?
  private weak var host: Host?
  private var bodies: [(Double, () -> Void)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  public var isUserInteractionEnabled = true
  public var isManualHitTestingEnabled = false
  public var isInterruptible = true { didSet { animator?.isInterruptible = isInterruptible } }
  public var scrubsLinearly = true { didSet { animator?.scrubsLinearly = scrubsLinearly } }
  public var pausesOnCompletion = false { didSet { animator?.pausesOnCompletion = pausesOnCompletion } }

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
  public convenience init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
    self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    if let animations { addAnimations(animations) }
  }
  public convenience init(
    duration: TimeInterval, controlPoint1: CGPoint, controlPoint2: CGPoint, animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration,
      timingParameters: UICubicTimingParameters(controlPoint1: controlPoint1, controlPoint2: controlPoint2))
    if let animations { addAnimations(animations) }
  }
  public convenience init(duration: TimeInterval, dampingRatio: CGFloat, animations: (() -> Void)? = nil) {
    self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: dampingRatio))
    if let animations { addAnimations(animations) }
  }
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

  public func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }
  public func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    if let animator {
      hand(animator, Double(delayFactor), animation)
    } else {
      bodies.append((Double(delayFactor), animation))
    }
  }
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

  public func startAnimation() { withHost { $0.start() } }
  public func startAnimation(afterDelay delay: TimeInterval) {
    guard delay > 0, let host = Host.current, let player = host.player else { return startAnimation() }
    _ = player.layers.perform(after: delay) { [self] in startAnimation() }
  }
  public func pauseAnimation() { withHost { $0.pause() } }
  public func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
  {
    withHost { animator in
      var new: PropertyAnimator.Parameters?
      if let spring = parameters as? UISpringTimingParameters { new = spring.parameters(duration) }
      if let cubic = parameters as? UICubicTimingParameters { new = .curve(cubic.curve) }
      animator.continue(with: new, durationFactor: Double(durationFactor))
    }
  }
  public func stopAnimation(_ withoutFinishing: Bool) {
    animator?.stop(withoutFinishing: withoutFinishing)
    if withoutFinishing { animator = nil }
  }
  public func finishAnimation(at position: UIViewAnimatingPosition) {
    animator?.finish(at: position == .end ? .end : position == .start ? .start : .current)
  }
  public var fractionComplete: CGFloat {
    get { CGFloat(animator?.fractionComplete ?? 0) }
    set { withHost { $0.fractionComplete = Double(newValue) } }
  }
  public var isReversed: Bool {
    get { animator?.isReversed ?? false }
    set { withHost { $0.isReversed = newValue } }
  }
  public var isRunning: Bool { animator?.isRunning ?? false }
  public var state: UIViewAnimatingState {
    switch animator?.state {
    case .active: .active
    case .stopped: .stopped
    default: .inactive
    }
  }
}
