import Foundation
import ScenePlayer
import SceneModel

/// How many blocks in which views move are open.
enum Animating {
  static var depth = 0
  static var areEnabled = true
}

extension UIView {
  nonisolated public struct AnimationOptions: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
    /// Since iOS 26: what waited for a pass is laid out before the block without moving, what the block changes in it.
    public static let flushUpdates = AnimationOptions(rawValue: 1 << 30)
    public static let curveEaseInOut: AnimationOptions = []
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
    public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)

    var model: ViewAnimation.Options { ViewAnimation.Options(rawValue: rawValue & ~(7 << 20 | 1 << 30)) }
    var transition: TransitionStep.Kind {
      let kinds: [TransitionStep.Kind] = [
        .none, .flipFromLeft, .flipFromRight, .curlUp, .curlDown, .crossDissolve, .flipFromTop, .flipFromBottom,
      ]
      return kinds[Int((rawValue >> 20) & 7)]
    }
  }

  nonisolated public struct KeyframeAnimationOptions: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)
  }

  nonisolated public enum AnimationCurve: Int, Sendable { case easeInOut, easeIn, easeOut, linear }
  nonisolated public enum AnimationTransition: Int, Sendable {
    case none, flipFromLeft, flipFromRight, curlUp, curlDown
  }

  static func run(
    _ animation: ViewAnimation, flushing: Bool = false, _ body: () -> Void, _ completion: ((Bool) -> Void)?
  ) {
    if flushing { UIView.performWithoutAnimation { Host.current?.flushUpdates() } }
    guard let host = Host.current, let player = host.player else {
      body()
      completion?(true)
      return
    }
    host.sync()
    host.recorder.open(animation.recorded)
    Animating.depth += 1
    player.layers.animate(
      animation,
      {
        body()
        if flushing { host.flushUpdates() }
        host.sync()
      }, completion: { finished in completion?(finished) })
    Animating.depth -= 1
    host.recorder.close()
  }

  public class func animate(withDuration duration: TimeInterval, animations: () -> Void) {
    run(ViewAnimation(duration: duration), animations, nil)
  }
  public class func animate(
    withDuration duration: TimeInterval, animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) { run(ViewAnimation(duration: duration), animations, completion) }
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    run(
      ViewAnimation(duration: duration, delay: delay, options: options.model),
      flushing: options.contains(.flushUpdates), animations, completion)
  }
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping damping: CGFloat,
    initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let animation = ViewAnimation(
      duration: duration, delay: delay, dampingRatio: max(Double(damping), 1e-3), initialVelocity: Double(velocity),
      options: options.model)
    run(animation, flushing: options.contains(.flushUpdates), animations, completion)
  }
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity: CGFloat = 0,
    delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let animation = ViewAnimation(
      springDuration: duration, bounce: Double(bounce), initialVelocity: Double(initialSpringVelocity), delay: delay,
      options: options.model)
    run(animation, flushing: options.contains(.flushUpdates), animations, completion)
  }
  public class func performWithoutAnimation(_ actions: () -> Void) {
    guard let host = Host.current, let player = host.player else {
      actions()
      return
    }
    host.sync()
    host.recorder.open(nil)
    player.layers.performWithoutAnimation {
      actions()
      host.sync()
    }
    host.recorder.close()
  }

  public class var areAnimationsEnabled: Bool { Animating.areEnabled }
  public class func setAnimationsEnabled(_ enabled: Bool) {
    Host.current?.sync()
    Animating.areEnabled = enabled
    Host.current?.player?.layers.setAnimationsEnabled(enabled)
  }
  public class var inheritedAnimationDuration: TimeInterval { 0 }

  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    guard let host = Host.current, let player = host.player else {
      animations()
      completion?(true)
      return
    }
    let modes: [Keyframes.CalculationMode] = [.linear, .discrete, .paced, .cubic, .cubicPaced]
    let mode = modes[min(Int((options.rawValue >> 10) & 7), 4)]
    let settings = ViewAnimation(
      duration: duration, delay: delay, options: ViewAnimation.Options(rawValue: options.rawValue & 0x3ff))
    host.sync()
    host.recorder.open(settings.recorded)
    Animating.depth += 1
    player.layers.animateKeyframes(
      settings, mode: mode,
      {
        animations()
        host.sync()
      }, completion: { finished in completion?(finished) })
    Animating.depth -= 1
    host.recorder.close()
  }

  public class func addKeyframe(
    withRelativeStartTime start: Double, relativeDuration duration: Double, animations: () -> Void
  ) {
    guard let host = Host.current, let player = host.player else {
      animations()
      return
    }
    host.sync()
    player.layers.addKeyframe(start: start, duration: duration) {
      animations()
      host.sync()
    }
  }

  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let host = view.host, let player = host.player else {
      animations?()
      completion?(true)
      return
    }
    host.sync()
    guard let layer = player.layer(of: view.item) else { return }
    host.recorder.open(nil)
    player.layers.transition(
      layer, ViewAnimation(duration: duration, options: options.model), kind: options.transition,
      {
        animations?()
        host.sync()
      }, completion: { finished in completion?(finished) })
    host.recorder.close()
  }

  public class func transition(
    from: UIView, to: UIView, duration: TimeInterval, options: AnimationOptions = [],
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let parent = from.superview else {
      completion?(false)
      return
    }
    transition(
      with: parent, duration: duration, options: options,
      animations: {
        if options.contains(.showHideTransitionViews) {
          from.isHidden = true
          to.isHidden = false
        } else {
          from.removeFromSuperview()
          if to.superview !== parent { parent.addSubview(to) }
        }
      }, completion: completion)
  }

  public class func modifyAnimations(withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void) {
    guard let host = Host.current, let player = host.player else { return animations() }
    host.sync()
    player.layers.modifyAnimations(repeatCount: Double(count), autoreverses: autoreverses) {
      animations()
      host.sync()
    }
  }
}

extension ViewAnimation {
  /// As a scene's story tells it.
  var recorded: AnimationStep {
    var step = AnimationStep(duration: duration)
    step.delay = delay
    step.beginsFromCurrentState = options.contains(.beginFromCurrentState)
    step.repeats = options.contains(.repeat)
    step.autoreverses = options.contains(.autoreverse)
    let curves: [AnimationStep.Curve] = [.easeInOut, .easeIn, .easeOut, .linear]
    step.curve = curves[Int((options.rawValue >> 16) & 3)]
    if let spring {
      step.spring = AnimationStep.SpringShape(
        dampingRatio: max(spring.dampingRatio, 1e-6), initialVelocity: spring.initialVelocity)
    }
    return step
  }
}

extension Host {
  func flushUpdates() {
    do {
      try kernel.layoutIfNeeded()
    } catch {
      raise("\(error)")
    }
    player?.kernelChanged()
    recorder.record(.layout(.root), self)
    sync()
  }
}
