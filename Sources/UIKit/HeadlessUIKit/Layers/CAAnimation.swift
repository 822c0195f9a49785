import Foundation
import SceneModel

/// The delegate of an animation, for its start and end.
@MainActor public protocol CAAnimationDelegate: AnyObject {
  /// Called when the animation begins.
  func animationDidStart(_ animation: CAAnimation)
  /// Called when the animation has ended; with false if it was removed before.
  func animationDidStop(_ animation: CAAnimation, finished flag: Bool)
}
extension CAAnimationDelegate {
  public func animationDidStart(_ animation: CAAnimation) {}
  public func animationDidStop(_ animation: CAAnimation, finished flag: Bool) {}
}

/// An animation as an object. A layer to which it is added keeps a copy.
open class CAAnimation: UIObject, CAAction {
  /// The length of one run in seconds; 0: the transaction's.
  public var duration: CFTimeInterval = 0
  /// The time at which the animation begins, in the layer's own seconds; 0: when it is added.
  public var beginTime: CFTimeInterval = 0
  /// An offset in seconds that is added to the animation's own time.
  public var timeOffset: CFTimeInterval = 0
  /// The number of runs; 0 counts as 1.
  public var repeatCount: Float = 0
  /// The seconds for which the animation repeats; 0: `repeatCount` decides.
  public var repeatDuration: CFTimeInterval = 0
  /// The speed of the animation's time, relative to the layer's.
  public var speed: Float = 1
  /// Whether each run goes back to its start.
  public var autoreverses = false
  /// Whether the animation shows before its start and after its end.
  public var fillMode = CAMediaTimingFillMode.removed
  /// The easing of one run; nil: linear, or the transaction's for an implicit one.
  public var timingFunction: CAMediaTimingFunction?
  /// Whether the animation is removed at its end.
  public var isRemovedOnCompletion = true
  /// The delegate for the start and the end of the animation; held until the end.
  public var delegate: (any CAAnimationDelegate)?
  private var custom: [String: Any] = [:]

  public override init() { super.init() }
  /// Stores a value with the animation; it has no effect.
  open func setValue(_ value: Any?, forKey key: String) { custom[key] = value }
  /// Returns a value that was stored with the animation; nil if there is none.
  open func value(forKey key: String) -> Any? { custom[key] }
  /// Returns the animation itself, not a copy: a layer makes its own copy when the animation is added.
  open func copy() -> Any { self }

  var timing: AnimationTiming {
    // A value that is not finite counts as 0.
    func time(_ value: Double) -> Double { value.isFinite ? value : 0 }
    func length(_ value: Double) -> Double { value > 0 ? value : 0 }
    var timing = AnimationTiming(
      beginTime: time(beginTime), duration: min(length(duration), .greatestFiniteMagnitude))
    (timing.speed, timing.timeOffset) = (time(Double(speed)), time(timeOffset))
    timing.repeatCount = repeatCount >= Float.greatestFiniteMagnitude ? .infinity : length(Double(repeatCount))
    (timing.repeatDuration, timing.autoreverses, timing.fillMode) = (
      length(repeatDuration), autoreverses, fillMode.model
    )
    return timing
  }

  var content: Animation.Content { .group([]) }

  /// Returns the animation in the player's form. If layers have no such property, or the value has another type, nothing moves, but the animation
  /// still lasts as long and calls its delegate.
  func described() -> Animation {
    var animation = Animation(content, timing: timing, timingFunction: timingFunction?.curve)
    animation.isRemovedOnCompletion = isRemovedOnCompletion
    if !animation.fitsLayers { animation.content = .group([]) }
    return animation
  }

  /// Returns the Core Animation object that describes an animation of the player.
  package static func made(of animation: Animation) -> CAAnimation {
    let made: CAAnimation
    switch animation.content {
    case .property(let property):
      let keyPath = property.keyPath.description
      switch property.form {
      case .basic(let ends):
        let basic = CABasicAnimation(keyPath: keyPath)
        (basic.fromValue, basic.toValue, basic.byValue) = (ends.from?.any, ends.to?.any, ends.by?.any)
        made = basic
      case .spring(let ends, let spring):
        let basic = CASpringAnimation(keyPath: keyPath)
        (basic.fromValue, basic.toValue, basic.byValue) = (ends.from?.any, ends.to?.any, ends.by?.any)
        (basic.mass, basic.stiffness, basic.damping) = (
          CGFloat(spring.mass), CGFloat(spring.stiffness), CGFloat(spring.damping)
        )
        basic.initialVelocity = CGFloat(spring.initialVelocity)
        made = basic
      case .keyframes(let keyframes):
        let frames = CAKeyframeAnimation(keyPath: keyPath)
        frames.values = keyframes.values.compactMap(\.any)
        frames.path = keyframes.path.map { CGPath($0) }
        frames.keyTimes = keyframes.keyTimes?.map { NSNumber(value: $0) }
        frames.timingFunctions = keyframes.timingFunctions.map { CAMediaTimingFunction($0) }
        frames.calculationMode = CAAnimationCalculationMode(keyframes.mode)
        frames.rotationMode =
          keyframes.rotationMode == .none
          ? nil : keyframes.rotationMode == .auto ? .rotateAuto : .rotateAutoReverse
        frames.tensionValues = keyframes.tensions.map { NSNumber(value: $0) }
        frames.continuityValues = keyframes.continuities.map { NSNumber(value: $0) }
        frames.biasValues = keyframes.biases.map { NSNumber(value: $0) }
        made = frames
      }
      (made as? CAPropertyAnimation)?.isAdditive = property.isAdditive
      (made as? CAPropertyAnimation)?.isCumulative = property.isCumulative
      (made as? CAPropertyAnimation)?.valueFunction = property.valueFunction.flatMap { CAValueFunction($0) }
    case .group(let children):
      let group = CAAnimationGroup()
      group.animations = children.map { CAAnimation.made(of: $0) }
      made = group
    case .transition(let transition):
      let content = CATransition()
      content.type = CATransitionType(rawValue: "\(transition.style)")
      content.subtype = transition.subtype == .none ? nil : CATransitionSubtype(rawValue: "\(transition.subtype)")
      content.startProgress = Float(transition.startProgress)
      content.endProgress = Float(transition.endProgress)
      made = content
    }
    made.duration = animation.timing.duration
    made.beginTime = animation.timing.beginTime
    made.speed = Float(animation.timing.speed)
    made.timeOffset = animation.timing.timeOffset
    made.repeatCount = Float(animation.timing.repeatCount)
    made.repeatDuration = animation.timing.repeatDuration
    made.fillMode = CAMediaTimingFillMode(rawValue: "\(animation.timing.fillMode)")
    made.autoreverses = animation.timing.autoreverses
    made.isRemovedOnCompletion = animation.isRemovedOnCompletion
    made.timingFunction = animation.timingFunction.map { CAMediaTimingFunction($0) }
    return made
  }
}

/// An animation of a layer's property.
open class CAPropertyAnimation: CAAnimation {
  /// The path of the property, such as `position.x`.
  public var keyPath: String?
  /// Whether the values are added to the property's own.
  public var isAdditive = false
  /// Whether each run begins where the one before ended.
  public var isCumulative = false
  /// The function that makes transforms from the values, which are then numbers; nil if the values have the property's own type.
  public var valueFunction: CAValueFunction?

  public override init() { super.init() }
  /// Makes an animation of a property.
  public convenience init(keyPath: String?) {
    self.init()
    self.keyPath = keyPath
  }

  var form: PropertyAnimation.Form { .basic(BasicValues()) }
  override var content: Animation.Content {
    var property = PropertyAnimation(AnimationKeyPath(parsing: keyPath ?? ""), form)
    (property.isAdditive, property.isCumulative) = (isAdditive, isCumulative)
    property.valueFunction = valueFunction?.function
    return .property(property)
  }
  func value(_ any: Any?) -> AnimationValue? {
    if valueFunction != nil, let numbers = any as? [Any] {
      return .numbers(
        numbers.compactMap { if case .number(let number)? = AnimationValue(any: $0) { number } else { nil } })
    }
    return any.flatMap { AnimationValue(any: $0, at: keyPath ?? "") }
  }
}

/// A function that makes a transform from an animation's values: an angle, factors or distances.
nonisolated public final class CAValueFunction: Sendable {
  /// The name of the function.
  public let name: CAValueFunctionName
  let function: ValueFunction
  /// Makes the function of a name; nil if there is none.
  public init?(name: CAValueFunctionName) {
    guard let function = ValueFunction.allCases.first(where: { "\($0)" == name.rawValue }) else { return nil }
    (self.name, self.function) = (name, function)
  }
  convenience init?(_ function: ValueFunction) { self.init(name: CAValueFunctionName(rawValue: "\(function)")) }
}
/// The names of the functions that make transforms.
nonisolated public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A rotation about an axis, by an angle in radians.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX"),
    rotateY = CAValueFunctionName(rawValue: "rotateY"), rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// `scale` takes an array of three factors, the others one.
  public static let scale = CAValueFunctionName(rawValue: "scale"), scaleX = CAValueFunctionName(rawValue: "scaleX"),
    scaleY = CAValueFunctionName(rawValue: "scaleY"), scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// `translate` takes an array of three distances, the others one.
  public static let translate = CAValueFunctionName(rawValue: "translate"),
    translateX = CAValueFunctionName(rawValue: "translateX"), translateY = CAValueFunctionName(rawValue: "translateY"),
    translateZ = CAValueFunctionName(rawValue: "translateZ")
}

/// An animation between two values.
open class CABasicAnimation: CAPropertyAnimation {
  /// The value at the start; nil if it follows from the other two, or is the property's own.
  public var fromValue: Any?
  /// The value at the end; nil if it follows from the other two, or is the property's own.
  public var toValue: Any?
  /// The difference from start to end; nil if it follows from the other two.
  public var byValue: Any?
  public override init() { super.init() }
  override var form: PropertyAnimation.Form {
    .basic(BasicValues(from: value(fromValue), to: value(toValue), by: value(byValue)))
  }
}

/// An animation on a damped spring.
open class CASpringAnimation: CABasicAnimation {
  /// The mass; above 0.
  public var mass: CGFloat = 1
  /// The stiffness; above 0.
  public var stiffness: CGFloat = 100
  /// The damping; with 0 the spring never stops.
  public var damping: CGFloat = 10
  /// The velocity at the start, in multiples of the distance from start to end, per second.
  public var initialVelocity: CGFloat = 0
  public override init() { super.init() }
  /// Makes a spring with a perceived duration in seconds. `bounce` goes from -1 (overdamped) over 0 (no bounce) to 1 (it never stops).
  public convenience init(perceptualDuration: TimeInterval, bounce: CGFloat) {
    self.init()
    let turns = 2 * CGFloat.pi / CGFloat(max(perceptualDuration, 1e-6))
    stiffness = turns * turns
    damping = bounce >= 0 ? 2 * turns * (1 - min(bounce, 1)) : 2 * turns / max(1e-6, 1 + bounce)
    duration = settlingDuration
  }
  private var spring: Spring {
    Spring(
      mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
      initialVelocity: Double(initialVelocity))
  }
  /// The seconds until the spring has about settled; `duration` does not follow it.
  public var settlingDuration: CFTimeInterval { spring.settlingDuration }
  override var form: PropertyAnimation.Form {
    .spring(BasicValues(from: value(fromValue), to: value(toValue), by: value(byValue)), spring)
  }
}

/// An animation through several values or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values, in order; not used where there is a path.
  public var values: [Any]?
  /// The path that a point moves along; nil for the values.
  public var path: CGPath?
  /// The times of the values, as fractions of a run from 0 to 1; nil: evenly spread.
  public var keyTimes: [NSNumber]?
  /// The easings between one value and the next; nil: linear.
  public var timingFunctions: [CAMediaTimingFunction]?
  /// The way from one value to the next.
  public var calculationMode = CAAnimationCalculationMode.linear
  /// Whether the layer turns along the path; nil if it does not.
  public var rotationMode: CAAnimationRotationMode?
  /// The tensions of the curves through the values.
  public var tensionValues: [NSNumber]?
  /// The continuities of the curves through the values.
  public var continuityValues: [NSNumber]?
  /// The biases of the curves through the values.
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

/// A group of animations with its own timing.
open class CAAnimationGroup: CAAnimation {
  /// The animations that run on the group's time. They are cut off at the end of its duration.
  public var animations: [CAAnimation]?
  public override init() { super.init() }
  override var content: Animation.Content { .group((animations ?? []).map { $0.described() }) }
}

/// A transition of a layer's content. Only its progress is computed; nothing is drawn.
open class CATransition: CAAnimation {
  /// The kind of transition; it has no effect on the progress.
  public var type = CATransitionType.fade
  /// The direction of the transition; nil if there is none.
  public var subtype: CATransitionSubtype?
  /// The progress at which the transition starts, from 0 to 1.
  public var startProgress: Float = 0
  /// The progress at which the transition ends, from 0 to 1.
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

extension Animation {
  /// Whether a layer has the animated property, with values of these kinds.
  fileprivate var fitsLayers: Bool {
    var layer = Timeline.Layer()
    layer.animations = [self]
    var timeline = Timeline(layers: [layer])
    timeline.stateDefaults()
    return (try? timeline.validate()) != nil
  }
}
