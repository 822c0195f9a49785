import Foundation
import SceneModel

public protocol CAAnimationDelegate: AnyObject {
  func animationDidStart(_ animation: CAAnimation)
  func animationDidStop(_ animation: CAAnimation, finished flag: Bool)
}
extension CAAnimationDelegate {
  public func animationDidStart(_ animation: CAAnimation) {}
  public func animationDidStop(_ animation: CAAnimation, finished flag: Bool) {}
}

/// An animation as an object; a layer takes a copy when it is added.
open class CAAnimation: UIObject, CAAction {
  public var duration: CFTimeInterval = 0
  public var beginTime: CFTimeInterval = 0
  public var timeOffset: CFTimeInterval = 0
  public var repeatCount: Float = 0
  public var repeatDuration: CFTimeInterval = 0
  public var speed: Float = 1
  public var autoreverses = false
  public var fillMode = CAMediaTimingFillMode.removed
  public var timingFunction: CAMediaTimingFunction?
  public var isRemovedOnCompletion = true
  /// Kept until the animation has stopped.
  public var delegate: (any CAAnimationDelegate)?
  private var custom: [String: Any] = [:]

  public override init() { super.init() }
  open func setValue(_ value: Any?, forKey key: String) { custom[key] = value }
  open func value(forKey key: String) -> Any? { custom[key] }
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

open class CAPropertyAnimation: CAAnimation {
  public var keyPath: String?
  public var isAdditive = false
  public var isCumulative = false
  public var valueFunction: CAValueFunction?

  public override init() { super.init() }
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

nonisolated public final class CAValueFunction: Sendable {}

open class CABasicAnimation: CAPropertyAnimation {
  public var fromValue: Any?
  public var toValue: Any?
  public var byValue: Any?
  public override init() { super.init() }
  override var form: PropertyAnimation.Form {
    .basic(BasicValues(from: value(fromValue), to: value(toValue), by: value(byValue)))
  }
}

open class CASpringAnimation: CABasicAnimation {
  public var mass: CGFloat = 1
  public var stiffness: CGFloat = 100
  public var damping: CGFloat = 10
  public var initialVelocity: CGFloat = 0
  public override init() { super.init() }
  private var spring: Spring {
    Spring(
      mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
      initialVelocity: Double(initialVelocity))
  }
  public var settlingDuration: CFTimeInterval { spring.settlingDuration }
  override var form: PropertyAnimation.Form { .spring(BasicValues(from: value(fromValue), to: value(toValue)), spring) }
}

open class CAKeyframeAnimation: CAPropertyAnimation {
  public var values: [Any]?
  public var path: CGPath?
  public var keyTimes: [NSNumber]?
  public var timingFunctions: [CAMediaTimingFunction]?
  public var calculationMode = CAAnimationCalculationMode.linear
  public var rotationMode: CAAnimationRotationMode?
  public var tensionValues: [NSNumber]?
  public var continuityValues: [NSNumber]?
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

open class CAAnimationGroup: CAAnimation {
  public var animations: [CAAnimation]?
  public override init() { super.init() }
  override var content: Animation.Content { .group((animations ?? []).map { $0.described() }) }
}

open class CATransition: CAAnimation {
  public var type = CATransitionType.fade
  public var subtype: CATransitionSubtype?
  public var startProgress: Float = 0
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

nonisolated public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let fade = CATransitionType(rawValue: "fade"), moveIn = CATransitionType(rawValue: "moveIn")
  public static let push = CATransitionType(rawValue: "push"), reveal = CATransitionType(rawValue: "reveal")
}
nonisolated public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft"),
    fromRight = CATransitionSubtype(rawValue: "fromRight")
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop"),
    fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}
nonisolated public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let linear = CAAnimationCalculationMode(rawValue: "linear"),
    discrete = CAAnimationCalculationMode(rawValue: "discrete")
  public static let paced = CAAnimationCalculationMode(rawValue: "paced"),
    cubic = CAAnimationCalculationMode(rawValue: "cubic")
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
nonisolated public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}
nonisolated public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards"),
    backwards = CAMediaTimingFillMode(rawValue: "backwards")
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
nonisolated public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear"),
    easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}
nonisolated public final class CAMediaTimingFunction: @unchecked Sendable {
  let curve: TimingFunction
  init(_ curve: TimingFunction) { self.curve = curve }
  public convenience init(name: CAMediaTimingFunctionName) {
    switch name {
    case .linear: self.init(.linear)
    case .easeIn: self.init(.easeIn)
    case .easeOut: self.init(.easeOut)
    case .easeInEaseOut: self.init(.easeInEaseOut)
    default: self.init(.default)
    }
  }
  public convenience init(controlPoints x1: Float, _ y1: Float, _ x2: Float, _ y2: Float) {
    self.init(TimingFunction(Double(x1), Double(y1), Double(x2), Double(y2)))
  }
}
