import Foundation
import SceneModel

@MainActor public protocol CAAnimationDelegate: AnyObject {
  /// Called as by Core Animation.
  func animationDidStart(_ animation: CAAnimation)
  /// Called as by Core Animation.
  func animationDidStop(_ animation: CAAnimation, finished flag: Bool)
}
extension CAAnimationDelegate {
  public func animationDidStart(_ animation: CAAnimation) {}
  public func animationDidStop(_ animation: CAAnimation, finished flag: Bool) {}
}

/// An animation as an object; a layer takes a copy when it is added.
open class CAAnimation: UIObject, CAAction {
  /// The duration, as in Core Animation.
  public var duration: CFTimeInterval = 0
  /// The begin time, as in Core Animation.
  public var beginTime: CFTimeInterval = 0
  /// The time offset, as in Core Animation.
  public var timeOffset: CFTimeInterval = 0
  /// The repeat count, as in Core Animation.
  public var repeatCount: Float = 0
  /// The repeat duration, as in Core Animation.
  public var repeatDuration: CFTimeInterval = 0
  /// The speed, as in Core Animation.
  public var speed: Float = 1
  /// Whether it autoreverses, as in Core Animation.
  public var autoreverses = false
  /// The fill mode, as in Core Animation.
  public var fillMode = CAMediaTimingFillMode.removed
  /// The timing function, as in Core Animation.
  public var timingFunction: CAMediaTimingFunction?
  /// Whether it is removed on completion, as in Core Animation.
  public var isRemovedOnCompletion = true
  /// Kept until the animation has stopped.
  public var delegate: (any CAAnimationDelegate)?
  private var custom: [String: Any] = [:]

  public override init() { super.init() }
  /// Does what Core Animation's `setValue(_:forKey:)` does.
  open func setValue(_ value: Any?, forKey key: String) { custom[key] = value }
  /// Does what Core Animation's `value(forKey:)` does.
  open func value(forKey key: String) -> Any? { custom[key] }
  /// Does what Core Animation's `copy()` does.
  open func copy() -> Any { self }

  var timing: AnimationTiming {
    var timing = AnimationTiming(beginTime: beginTime, duration: duration)
    (timing.speed, timing.timeOffset) = (Double(speed), timeOffset)
    timing.repeatCount = repeatCount >= Float.greatestFiniteMagnitude ? .infinity : Double(repeatCount)
    (timing.repeatDuration, timing.autoreverses, timing.fillMode) = (repeatDuration, autoreverses, fillMode.model)
    return timing
  }

  var content: Animation.Content { .group([]) }

  func described() -> Animation {
    var animation = Animation(content, timing: timing, timingFunction: timingFunction?.curve)
    animation.isRemovedOnCompletion = isRemovedOnCompletion
    return animation
  }

  static func made(of animation: Animation) -> CAAnimation {
    let made: CAAnimation
    switch animation.content {
    case .property(let property):
      let keyPath = property.keyPath.description
      switch property.form {
      case .basic(let ends):
        let basic = CABasicAnimation(keyPath: keyPath)
        (basic.fromValue, basic.toValue, basic.byValue) = (ends.from?.any, ends.to?.any, ends.by?.any)
        basic.isAdditive = property.isAdditive
        made = basic
      case .spring(let ends, let spring):
        let basic = CASpringAnimation(keyPath: keyPath)
        (basic.fromValue, basic.toValue) = (ends.from?.any, ends.to?.any)
        (basic.mass, basic.stiffness, basic.damping) = (
          CGFloat(spring.mass), CGFloat(spring.stiffness), CGFloat(spring.damping)
        )
        basic.initialVelocity = CGFloat(spring.initialVelocity)
        basic.isAdditive = property.isAdditive
        made = basic
      case .keyframes(let keyframes):
        let frames = CAKeyframeAnimation(keyPath: keyPath)
        frames.values = keyframes.values.compactMap(\.any)
        frames.keyTimes = keyframes.keyTimes?.map { NSNumber(value: $0) }
        made = frames
      }
    case .group(let children):
      let group = CAAnimationGroup()
      group.animations = children.map { CAAnimation.made(of: $0) }
      made = group
    case .transition: made = CATransition()
    }
    made.duration = animation.timing.duration
    made.beginTime = animation.timing.beginTime
    made.speed = Float(animation.timing.speed)
    made.timeOffset = animation.timing.timeOffset
    made.repeatCount = Float(animation.timing.repeatCount)
    made.autoreverses = animation.timing.autoreverses
    made.isRemovedOnCompletion = animation.isRemovedOnCompletion
    made.timingFunction = animation.timingFunction.map { CAMediaTimingFunction($0) }
    return made
  }
}

/// An animation of a layer's property.
open class CAPropertyAnimation: CAAnimation {
  /// The key path, as in Core Animation.
  public var keyPath: String?
  /// Whether it is additive, as in Core Animation.
  public var isAdditive = false
  /// Whether it is cumulative, as in Core Animation.
  public var isCumulative = false
  /// The value function; kept, without effect on layout or motion.
  public var valueFunction: CAValueFunction?

  public override init() { super.init() }
  /// Makes one as Core Animation does.
  public convenience init(keyPath: String?) {
    self.init()
    self.keyPath = keyPath
  }

  var form: PropertyAnimation.Form { .basic(BasicValues()) }
  override var content: Animation.Content {
    var property = PropertyAnimation(AnimationKeyPath(parsing: keyPath ?? ""), form)
    (property.isAdditive, property.isCumulative) = (isAdditive, isCumulative)
    return .property(property)
  }
  func value(_ any: Any?) -> AnimationValue? { any.flatMap { AnimationValue(any: $0, at: keyPath ?? "") } }
}

/// A function that makes a transform from an animation's values.
nonisolated public final class CAValueFunction: Sendable {}

/// An animation between two values.
open class CABasicAnimation: CAPropertyAnimation {
  /// The from value, as in Core Animation.
  public var fromValue: Any?
  /// The to value, as in Core Animation.
  public var toValue: Any?
  /// The by value, as in Core Animation.
  public var byValue: Any?
  public override init() { super.init() }
  override var form: PropertyAnimation.Form {
    .basic(BasicValues(from: value(fromValue), to: value(toValue), by: value(byValue)))
  }
}

/// An animation on a damped spring.
open class CASpringAnimation: CABasicAnimation {
  /// The mass, as in Core Animation.
  public var mass: CGFloat = 1
  /// The stiffness, as in Core Animation.
  public var stiffness: CGFloat = 100
  /// The damping, as in Core Animation.
  public var damping: CGFloat = 10
  /// The initial velocity, as in Core Animation.
  public var initialVelocity: CGFloat = 0
  public override init() { super.init() }
  private var spring: Spring {
    Spring(
      mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
      initialVelocity: Double(initialVelocity))
  }
  /// The settling duration, as in Core Animation.
  public var settlingDuration: CFTimeInterval { spring.settlingDuration }
  override var form: PropertyAnimation.Form { .spring(BasicValues(from: value(fromValue), to: value(toValue)), spring) }
}

/// An animation through several values or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values, as in Core Animation.
  public var values: [Any]?
  /// The path, as in Core Animation.
  public var path: CGPath?
  /// The key times, as in Core Animation.
  public var keyTimes: [NSNumber]?
  /// The timing functions, as in Core Animation.
  public var timingFunctions: [CAMediaTimingFunction]?
  /// The calculation mode, as in Core Animation.
  public var calculationMode = CAAnimationCalculationMode.linear
  /// The rotation mode, as in Core Animation.
  public var rotationMode: CAAnimationRotationMode?
  /// The tension values, as in Core Animation.
  public var tensionValues: [NSNumber]?
  /// The continuity values, as in Core Animation.
  public var continuityValues: [NSNumber]?
  /// The bias values, as in Core Animation.
  public var biasValues: [NSNumber]?
  public override init() { super.init() }
  override var form: PropertyAnimation.Form {
    var keyframes = Keyframes((values ?? []).compactMap { value($0) }, path: path?.path)
    keyframes.keyTimes = keyTimes?.map(\.doubleValue)
    keyframes.timingFunctions = timingFunctions?.map(\.curve) ?? []
    keyframes.mode = calculationMode.model
    keyframes.rotationMode =
      rotationMode == .rotateAuto ? .auto : rotationMode == .rotateAutoReverse ? .autoReverse : .none
    keyframes.tensions = tensionValues?.map(\.doubleValue) ?? []
    keyframes.continuities = continuityValues?.map(\.doubleValue) ?? []
    keyframes.biases = biasValues?.map(\.doubleValue) ?? []
    return .keyframes(keyframes)
  }
}

/// Several animations on a time of their own.
open class CAAnimationGroup: CAAnimation {
  /// The animations, as in Core Animation.
  public var animations: [CAAnimation]?
  public override init() { super.init() }
  override var content: Animation.Content { .group((animations ?? []).map { $0.described() }) }
}

/// A transition of a layer's content; only its progress is known.
open class CATransition: CAAnimation {
  /// The type, as in Core Animation.
  public var type = CATransitionType.fade
  /// The subtype, as in Core Animation.
  public var subtype: CATransitionSubtype?
  /// The start progress, as in Core Animation.
  public var startProgress: Float = 0
  /// The end progress, as in Core Animation.
  public var endProgress: Float = 1
  public override init() { super.init() }
  override var content: Animation.Content {
    let styles: [CATransitionType: TransitionAnimation.Style] = [.moveIn: .moveIn, .push: .push, .reveal: .reveal]
    let subtypes: [CATransitionSubtype: TransitionAnimation.Subtype] = [
      .fromLeft: .fromLeft, .fromRight: .fromRight, .fromTop: .fromTop, .fromBottom: .fromBottom,
    ]
    return .transition(
      TransitionAnimation(
        style: styles[type] ?? .fade, subtype: subtype.flatMap { subtypes[$0] } ?? .none,
        startProgress: Double(startProgress), endProgress: Double(endProgress)))
  }
}

/// The kinds of transition.
nonisolated public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Core Animation's values of these names.
  public static let fade = CATransitionType(rawValue: "fade"), moveIn = CATransitionType(rawValue: "moveIn")
  /// Core Animation's values of these names.
  public static let push = CATransitionType(rawValue: "push"), reveal = CATransitionType(rawValue: "reveal")
}
/// The directions of a transition.
nonisolated public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Core Animation's values of these names.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft"),
    fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// Core Animation's values of these names.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop"),
    fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}
/// How values between keyframes come about.
nonisolated public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Core Animation's values of these names.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear"),
    discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// Core Animation's values of these names.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced"),
    cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// Core Animation's `CAAnimationCalculationMode.cubicPaced`.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
  var model: Keyframes.CalculationMode {
    switch self {
    case .discrete: .discrete
    case .paced: .paced
    case .cubic: .cubic
    case .cubicPaced: .cubicPaced
    default: .linear
    }
  }
}
/// Whether a layer turns along its motion path.
nonisolated public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Core Animation's `CAAnimationRotationMode.rotateAuto`.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// Core Animation's `CAAnimationRotationMode.rotateAutoReverse`.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}
/// Whether an animation shows before its begin and after its end.
nonisolated public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Core Animation's values of these names.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards"),
    backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// Core Animation's values of these names.
  public static let both = CAMediaTimingFillMode(rawValue: "both"), removed = CAMediaTimingFillMode(rawValue: "removed")
  var model: AnimationTiming.FillMode {
    switch self {
    case .forwards: .forwards
    case .backwards: .backwards
    case .both: .both
    default: .removed
    }
  }
}
/// The names of Core Animation's easings.
nonisolated public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Core Animation's values of these names.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear"),
    easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Core Animation's `CAMediaTimingFunctionName.easeOut`.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Core Animation's `CAMediaTimingFunctionName.easeInEaseOut`.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// Core Animation's `CAMediaTimingFunctionName.default`.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}
/// An easing by a cubic Bézier curve.
nonisolated public final class CAMediaTimingFunction: @unchecked Sendable {
  let curve: TimingFunction
  init(_ curve: TimingFunction) { self.curve = curve }
  /// Makes one as Core Animation does.
  public convenience init(name: CAMediaTimingFunctionName) {
    switch name {
    case .linear: self.init(.linear)
    case .easeIn: self.init(.easeIn)
    case .easeOut: self.init(.easeOut)
    case .easeInEaseOut: self.init(.easeInEaseOut)
    default: self.init(.default)
    }
  }
  /// Makes one as Core Animation does.
  public convenience init(controlPoints x1: Float, _ y1: Float, _ x2: Float, _ y2: Float) {
    self.init(TimingFunction(Double(x1), Double(y1), Double(x2), Double(y2)))
  }
}
