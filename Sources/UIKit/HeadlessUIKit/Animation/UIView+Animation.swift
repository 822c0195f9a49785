import Foundation
import ScenePlayer
import SceneModel

/// Whether views are animated now: the number of open animation blocks, and whether animations are enabled.
enum Animating {
  static var depth = 0
  static var areEnabled = true
}

extension UIView {
  /// The options of an animation block. Raw values are UIKit's.
  nonisolated public struct AnimationOptions: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Subviews are laid out with the animation. Kept, without effect: a layout inside the block is animated, a later one is not.
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    /// Views take touches while they move; without it, hit tests pass over them.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// The animation starts from what is shown at present, not from where the one before would end.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// The animation repeats without an end.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// Each repetition runs back to its start.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// The block uses its own duration, not that of an enclosing block.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    /// The block uses its own easing, not that of an enclosing block.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    /// Redraws the content in each frame; without effect, as nothing is drawn.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    /// A transition from view to view hides one and shows the other, instead of removing and adding them.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    /// The block uses its own options, not those of an enclosing block.
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
    /// Since iOS 26: pending layout is done before the block, without animation. Changes inside the block are laid out in it, and are animated.
    public static let flushUpdates = AnimationOptions(rawValue: 1 << 30)
    /// Slow at the start and at the end: the default of blocks.
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
    /// The block uses its own duration, not that of an enclosing block.
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    /// The block uses its own options, not those of an enclosing block.
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    /// Values run straight from keyframe to keyframe: the default of blocks.
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
    _ animation: ViewAnimation, flushing: Bool = false, from source: SourceLine? = nil, _ body: () -> Void,
    _ completion: ((Bool) -> Void)?
  ) {
    if flushing { UIView.performWithoutAnimation { Host.current?.flushUpdates() } }
    let name = completion == nil ? "" : source?.description ?? ""
    func all() {
      body()
      if flushing { Host.current?.flushUpdates() }
    }
    perform(.animate(animation.recorded(completion: name)), from: source, all, completion) { layers, body, completion in
      layers.animate(animation, name: name, body, completion: completion)
    }
  }

  /// Runs a block: the player animates it, and the recorder records it. Without a window all values are final at once.
  private static func perform(
    _ block: BlockStep, on view: UIView? = nil, from source: SourceLine?, _ body: () -> Void,
    _ completion: ((Bool) -> Void)?,
    _ run: (LayerPlayer, _ body: () -> Void, _ completion: @escaping (Bool) -> Void) -> Void
  ) {
    guard let host = view?.host ?? Host.current, let player = host.player else {
      body()
      if let completion { Host.completeWithoutWindow { completion(true) } }
      return
    }
    host.sync()
    host.recorder.open(block, host, from: source)
    Animating.depth += 1
    var isOpen = true
    /// Ends the block. Called before any completion runs, so that changes in a completion do not count as part of the block.
    func close() {
      guard isOpen else { return }
      isOpen = false
      Animating.depth -= 1
      host.recorder.close(isOfProgram: source != nil)
    }
    withoutActuallyEscaping(body) { body in
      run(
        player.layers,
        {
          body()
          host.sync()
          close()
        }, { finished in completion?(finished) })
    }
    close()
  }

  /// Animates the changes of a block; the values move as the window's clock advances, and the completion runs when the animation has ended.
  public class func animate(
    withDuration duration: TimeInterval, animations: () -> Void, completion: ((Bool) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) { run(ViewAnimation(duration: duration), from: SourceLine(file, line), animations, completion) }
  /// Animates the changes of a block after a delay, with options.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    run(
      ViewAnimation(duration: duration, delay: delay, options: options.model),
      flushing: options.contains(.flushUpdates), from: SourceLine(file, line), animations, completion)
  }
  /// Animates the changes of a block on a spring that is fitted to the duration.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping damping: CGFloat,
    initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    let animation = ViewAnimation(
      duration: duration, delay: delay, dampingRatio: max(Double(damping), 1e-3), initialVelocity: Double(velocity),
      options: options.model)
    run(
      animation, flushing: options.contains(.flushUpdates), from: SourceLine(file, line), animations, completion)
  }
  /// Animates the changes of a block on a spring.
  ///
  /// - Parameters:
  ///   - duration: the perceived length in seconds: how long the spring takes without a bounce.
  ///   - bounce: 0 for no bounce, up to 1 for a spring that never comes to rest; below 0 the spring is overdamped and approaches its end slowly.
  ///   - initialSpringVelocity: the speed at the start; 1 would cover the whole distance in a second.
  ///   - delay: the seconds before the animation starts.
  ///   - options: further behaviour, such as repeating.
  ///   - animations: the block that makes the changes.
  ///   - completion: the block that is called at the end; with false if an animation was removed before its end.
  ///   - file: the file of the call, for recordings.
  ///   - line: the line of the call.
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity: CGFloat = 0,
    delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    let animation = ViewAnimation(
      springDuration: duration, bounce: Double(bounce), initialVelocity: Double(initialSpringVelocity), delay: delay,
      options: options.model)
    run(
      animation, flushing: options.contains(.flushUpdates), from: SourceLine(file, line), animations, completion)
  }
  /// Makes changes without animating them, even inside an animation block.
  public class func performWithoutAnimation(_ actions: () -> Void) {
    guard let host = Host.current, let player = host.player else {
      actions()
      return
    }
    host.sync()
    host.recorder.open(.still, host)
    let before = Animating.areEnabled
    Animating.areEnabled = false
    player.layers.performWithoutAnimation {
      actions()
      host.sync()
    }
    Animating.areEnabled = before
    host.recorder.close(isOfProgram: false)
  }

  /// Whether animation blocks move anything; false if they change the values at once.
  public class var areAnimationsEnabled: Bool { Animating.areEnabled }
  /// Sets whether animation blocks move anything. Animations that are already running continue.
  public class func setAnimationsEnabled(_ enabled: Bool) {
    Host.current?.sync()
    Animating.areEnabled = enabled
    guard let host = Host.current else { return }
    host.player?.layers.setAnimationsEnabled(enabled)
    host.recorder.record(.play(.animations(areEnabled: enabled)), host)
  }
  /// The duration of the enclosing animation block, in seconds; 0 outside of blocks, and where nothing is animated.
  public class var inheritedAnimationDuration: TimeInterval {
    Host.current?.player?.layers.animatingBlock?.duration ?? 0
  }

  /// Returns the action for a change of a property of the view's layer. In an animation block it is the block's animation, if views animate the
  /// property. Otherwise it is `NSNull`, so that nothing is animated.
  func standardAction(forKey event: String) -> (any CAAction)? {
    guard let layers = host?.player?.layers, let block = layers.animatingBlock,
      LayerPlayer.moves(AnimationKeyPath(parsing: event).property)
    else { return NSNull() }
    let animation: CABasicAnimation
    if let spring = block.spring {
      let springing = CASpringAnimation(keyPath: event)
      (springing.mass, springing.stiffness) = (CGFloat(spring.mass), CGFloat(spring.stiffness))
      (springing.damping, springing.initialVelocity) = (CGFloat(spring.damping), CGFloat(spring.initialVelocity))
      animation = springing
    } else {
      animation = CABasicAnimation(keyPath: event)
      animation.timingFunction = CAMediaTimingFunction(block.options.curve)
    }
    animation.fromValue = layer.value(forKeyPath: event)
    animation.duration = block.duration
    return animation
  }

  /// Animates the keyframes that a block adds; changes outside of them take the whole duration.
  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    let modes: [Keyframes.CalculationMode] = [.linear, .discrete, .paced, .cubic, .cubicPaced]
    let mode = modes[min(Int((options.rawValue >> 10) & 7), 4)]
    let settings = ViewAnimation(
      duration: duration, delay: delay, options: ViewAnimation.Options(rawValue: options.rawValue & (0x3ff | 3 << 16)))
    let source = SourceLine(file, line)
    let name = completion == nil ? "" : source.description
    perform(.keyframes(settings.recorded(completion: name), mode), from: source, animations, completion) {
      layers, body, completion in
      layers.animateKeyframes(settings, mode: mode, name: name, body, completion: completion)
    }
  }

  /// Adds changes that take a part of the enclosing keyframe animation. The start and the duration are fractions of its duration, from 0 to 1.
  public class func addKeyframe(
    withRelativeStartTime start: Double, relativeDuration duration: Double, animations: () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    perform(.keyframe(start: start, duration: max(duration, 0)), from: SourceLine(file, line), animations, nil) {
      layers, body, _ in
      layers.addKeyframe(start: start, duration: duration, body)
    }
  }

  /// Changes the content of a view in a transition. Only the transition's progress is computed; nothing is drawn.
  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    guard let host = view.host, let player = host.player else {
      animations?()
      completion?(true)
      return
    }
    host.sync()
    guard let layer = player.layer(of: view.item) else { return }
    let settings = ViewAnimation(duration: duration, options: options.model)
    let source = SourceLine(file, line)
    let name = completion == nil ? "" : source.description
    let block = BlockStep.transition(view.item, options.transition, settings.recorded(completion: name))
    perform(block, on: view, from: source, { animations?() }, completion) { layers, body, completion in
      layers.transition(layer, settings, kind: options.transition, name: name, body, completion: completion)
    }
  }

  /// Replaces one view by another in its superview in a transition. Without a superview the completion is called with false.
  public class func transition(
    from: UIView, to: UIView, duration: TimeInterval, options: AnimationOptions = [],
    completion: ((Bool) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
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
      }, completion: completion, file: file, line: line)
  }

  /// Repeats the changes of a block a number of times; with effect only inside an animation block.
  public class func modifyAnimations(
    withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let block = BlockStep.repeating(count: Double(count), autoreverses: autoreverses)
    perform(block, from: SourceLine(file, line), animations, nil) { layers, body, _ in
      layers.modifyAnimations(repeatCount: Double(count), autoreverses: autoreverses, body)
    }
  }
}

extension SourceLine {
  /// Makes a source line from the file's name without its module.
  init(_ file: StaticString, _ line: UInt) {
    self.init(file: ConstraintOrigin.code(file).lastName, line: Int(line))
  }
}

extension Host {
  func flushUpdates() {
    showNewViews()
    do {
      try kernel.layoutIfNeeded()
    } catch {
      ProgramErrors.report(error)
    }
    player?.kernelChanged()
    recorder.record(.layout(.root), self)
    sync()
  }
}
