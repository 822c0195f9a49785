import SceneModel

/// The switches for questions about Core Animation that neither Apple's documentation nor a measurement settles.
///
/// Two samplers with equal choices give equal bits.
public struct AnimationChoices: Hashable, ChoiceTable {
  /// The signs of continuity and bias in the tangents of a cubic.
  public enum CubicSigns: String, Hashable, Sendable, CaseIterable {
    /// The signs that Kochanek and Bartels published.
    case published
    /// The signs in the comments of Apple's header: a positive continuity is a sharp corner, and a positive bias bends before the value.
    case appleHeader
  }

  /// How tension, continuity and bias bend a cubic keyframe animation.
  public var cubicSigns = CubicSigns.published
  /// Whether an animation with speed 0, whose time offset is one or more whole cycles, shows the end of a cycle. Otherwise it shows the
  /// start.
  public var offsetShowsCycleEnd = true
  /// Whether the interpolation between two paths of different shapes jumps half way, instead of at the start.
  public var pathsJumpHalfWay = true
  /// Whether values stop at the ends of keyframes while an overshooting curve makes the progress leave [0, 1]. Otherwise the first and last
  /// segments continue.
  public var keyframesHoldOvershoot = true

  /// Makes the default choices: those that this project has picked.
  public init() {}

  /// All switches, in the order in which they are listed.
  public static let all: [Choice<AnimationChoices>] = [
    Choice("cubicSigns", \.cubicSigns, rule: "A9.5", "signs of continuity and bias in a cubic"),
    Choice(
      "offsetShowsCycleEnd", \.offsetShowsCycleEnd, rule: "A2.5",
      "speed 0 and a time offset of whole cycles show the end of a cycle"),
    Choice("pathsJumpHalfWay", \.pathsJumpHalfWay, rule: "A17.4", "paths of different shape jump at half way"),
    Choice(
      "keyframesHoldOvershoot", \.keyframesHoldOvershoot, rule: "A9.2",
      "overshooting progress is held at the ends of keyframes"),
    Choice(fixed: "zero of the type", rule: "A7.1", "a missing end of an additive basic animation"),
    Choice(fixed: "from and to", rule: "A7.1", "what counts when from, to and by are all set"),
    Choice(fixed: "first added, then underneath", rule: "A6.2", "order in which an additive transform is concatenated"),
    Choice(
      fixed: "Euclidean on components", rule: "A9.4", "distance of rectangles, transforms and colours, paced"
    ),
    Choice(fixed: "linear by decomposition", rule: "A9.5", "cubic keyframes of transforms"),
    Choice(fixed: "arc length of the uniform spline", rule: "A9.6", "cubicPaced"),
    Choice(fixed: "component lerp", rule: "A17.3", "transforms of which one end is singular"),
    Choice(fixed: "from at exactly 0", rule: "A17.1", "booleans and tokens at the first instant"),
    Choice(fixed: "half away from zero", rule: "A17.1", "rounding of whole numbers"),
    Choice(fixed: "components added, alpha too", rule: "A6.2", "additive colours"),
  ]
}
