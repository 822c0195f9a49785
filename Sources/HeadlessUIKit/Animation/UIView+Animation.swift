import Foundation
import ScenePlayer
import SceneModel

/// How many blocks in which views move are open.
enum Animating {
  static var depth = 0
  static var areEnabled = true
}

extension UIView {
  /// The options of an animation block. Raw values are UIKit's.
  nonisolated public struct AnimationOptions: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Subviews are laid out with the animation; kept, without effect: a layout inside the block moves, one after it does not.
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    /// Views take touches while they move; without it, hit tests pass over them.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// The animation starts from what is shown at present, not from where the one before would end.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// The animation repeats without an end.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// Each repetition runs back to its start.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// The duration is the block's own, not that of a block around it.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    /// The easing is the block's own, not that of a block around it.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    /// The content is drawn anew in each frame; nothing is drawn here.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    /// A transition from view to view hides one and shows the other, instead of removing and adding them.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    /// The options are the block's own, not those of a block around it.
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
    /// Since iOS 26: what waited for a pass is laid out before the block without moving, what the block changes in it.
    public static let flushUpdates = AnimationOptions(rawValue: 1 << 30)
    /// Slow at the start and at the end: what a block without an easing has.
    public static let curveEaseInOut: AnimationOptions = []
    /// Slow at the start.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Slow at the end.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// The same speed from start to end.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    /// A transition that flips the view about its vertical axis from the left.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    /// A transition that flips the view about its vertical axis from the right.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    /// A transition that curls the view up like a page.
    public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
    /// A transition that curls a new page down over the view.
    public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
    /// A transition that fades from one content to the other.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    /// A transition that flips the view about its horizontal axis from the top.
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
    /// A transition that flips the view about its horizontal axis from the bottom.
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)

    var model: ViewAnimation.Options { ViewAnimation.Options(rawValue: rawValue & ~(7 << 20 | 1 << 30)) }
    var transition: TransitionStep.Kind {
      let kinds: [TransitionStep.Kind] = [
        .none, .flipFromLeft, .flipFromRight, .curlUp, .curlDown, .crossDissolve, .flipFromTop, .flipFromBottom,
      ]
      return kinds[Int((rawValue >> 20) & 7)]
    }
  }

  /// The options of a keyframe animation block. Raw values are UIKit's.
  nonisolated public struct KeyframeAnimationOptions: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Subviews are laid out with the animation; kept, without effect, as in `AnimationOptions`.
    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    /// Views take touches while they move.
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    /// The animation starts from what is shown at present.
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    /// The animation repeats without an end.
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    /// Each repetition runs back to its start.
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    /// The duration is the block's own, not that of a block around it.
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    /// The options are the block's own, not those of a block around it.
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    /// Values run straight from keyframe to keyframe: what a block without a mode has.
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    /// Values jump from keyframe to keyframe.
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    /// Values run at the same speed all the way; the times of the keyframes do not count.
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    /// Values run along smooth curves through the keyframes.
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    /// Values run along smooth curves at the same speed all the way.
    public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)
  }

  /// The easings of an animation block.
  nonisolated public enum AnimationCurve: Int, Sendable { case easeInOut, easeIn, easeOut, linear }
  /// The transitions of UIKit's oldest animation blocks.
  nonisolated public enum AnimationTransition: Int, Sendable {
    /// No transition, or one of those of `AnimationOptions`.
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

  /// Animates the changes of a block; the values move as the window's clock advances.
  public class func animate(withDuration duration: TimeInterval, animations: () -> Void) {
    run(ViewAnimation(duration: duration), animations, nil)
  }
  /// Animates the changes of a block; the completion runs when the window's clock has come to the end.
  public class func animate(
    withDuration duration: TimeInterval, animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) { run(ViewAnimation(duration: duration), animations, completion) }
  /// Animates the changes of a block after a delay, with options.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    run(
      ViewAnimation(duration: duration, delay: delay, options: options.model),
      flushing: options.contains(.flushUpdates), animations, completion)
  }
  /// Animates the changes of a block on a spring that is fitted to the duration.
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
  /// Animates the changes of a block on a spring.
  /// // - Parameters:
  /// - duration: the perceived length in seconds: how long the spring takes without a bounce.
  /// - bounce: from 0, none, up to 1, which never comes to rest; below 0 it creeps.
  /// - initialSpringVelocity: the speed at the start, in distances to go a second.
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity: CGFloat = 0,
    delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let animation = ViewAnimation(
      springDuration: duration, bounce: Double(bounce), initialVelocity: Double(initialSpringVelocity), delay: delay,
      options: options.model)
    run(animation, flushing: options.contains(.flushUpdates), animations, completion)
  }
  /// Makes changes that do not move, even inside a block.
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

  /// Whether animation blocks move anything; false: they change the values at once.
  public class var areAnimationsEnabled: Bool { Animating.areEnabled }
  /// Sets whether animation blocks move anything. Those that run go on.
  public class func setAnimationsEnabled(_ enabled: Bool) {
    Host.current?.sync()
    Animating.areEnabled = enabled
    Host.current?.player?.layers.setAnimationsEnabled(enabled)
  }
  /// The duration of the block around, in seconds; always 0 here, even inside one.
  public class var inheritedAnimationDuration: TimeInterval { 0 }

  /// Animates the keyframes that a block adds; changes outside of them take the whole duration.
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

  /// Adds changes that take a part of the animation around; start and duration are parts of it, from 0 to 1.
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

  /// Changes the content of a view under a transition; only its progress is known, nothing is drawn.
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

  /// Replaces one view by another in its superview under a transition; without a superview the completion is told that it did not finish.
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

  /// Animates the changes of a block inside an animation, a number of times of their own.
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
