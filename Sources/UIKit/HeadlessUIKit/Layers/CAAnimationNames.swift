import Foundation
import SceneModel

/// The kinds of transition.
nonisolated public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A fade; the new content moves over the old.
  public static let fade = CATransitionType(rawValue: "fade"), moveIn = CATransitionType(rawValue: "moveIn")
  /// The new content pushes the old; the old moves off the new.
  public static let push = CATransitionType(rawValue: "push"), reveal = CATransitionType(rawValue: "reveal")
}
/// The directions of a transition.
nonisolated public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The predefined values of Core Animation, under their names there.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft"),
    fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// The predefined values of Core Animation, under their names there.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop"),
    fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}
/// The interpolation between keyframes.
nonisolated public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// `linear`: straight from value to value. `discrete`: jumps from value to value.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear"),
    discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// `paced`: at the same speed all the way. `cubic`: along smooth curves.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced"),
    cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// Along smooth curves at the same speed all the way.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
  init(_ model: Keyframes.CalculationMode) { self.init(rawValue: "\(model)") }
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
  /// The layer turns with the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// The layer turns with the path, backwards.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}
/// Whether an animation shows before its begin and after its end.
nonisolated public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// `forwards`: shows the last value after the end. `backwards`: shows the first value before the start.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards"),
    backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// `both`: forwards and backwards. `removed`: neither.
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
  /// Progress at constant speed; `easeIn` is slow at the start.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear"),
    easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Slow at the end.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Slow at the start and at the end.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// The system's own, a little faster at the start than at the end.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}
/// An easing by a cubic Bézier curve.
nonisolated public final class CAMediaTimingFunction: @unchecked Sendable {
  let curve: TimingFunction
  package init(_ curve: TimingFunction) { self.curve = curve }
  /// Makes one of the named easings; an unknown name gives the system's own.
  public convenience init(name: CAMediaTimingFunctionName) {
    switch name {
    case .linear: self.init(.linear)
    case .easeIn: self.init(.easeIn)
    case .easeOut: self.init(.easeOut)
    case .easeInEaseOut: self.init(.easeInEaseOut)
    default: self.init(.default)
    }
  }
  /// Makes an easing by the two inner points of its Bézier curve. An x outside [0, 1] is moved to the nearer end; y may be any number.
  public convenience init(controlPoints x1: Float, _ y1: Float, _ x2: Float, _ y2: Float) {
    self.init(TimingFunction(Double(x1), Double(y1), Double(x2), Double(y2)))
  }
}
