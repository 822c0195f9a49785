import SceneModel

/// What no document and no measurement settles about Core Animation: one switch each, with what we picked.
///
/// Two samplers with equal choices give equal bits.
public struct AnimationChoices: Hashable, Sendable {
  /// Signs of continuity and bias in the tangents of a cubic.
  public enum CubicSigns: String, Hashable, Sendable, CaseIterable {
    /// Kochanek and Bartels as published.
    case published
    /// As Apple's header words it: positive continuity is a sharp corner, positive bias bends before the value.
    case appleHeader
  }

  public var cubicSigns = CubicSigns.published
  /// An animation of speed 0 whose time offset is a whole number of cycles (more than none) shows a cycle's end; off:
  /// its start.
  public var offsetShowsCycleEnd = true
  /// Two paths of different shape jump at half way; off: at the start.
  public var pathsJumpHalfWay = true
  /// Progress outside [0, 1], which an overshooting curve makes, is held at the ends of keyframes; off: the first and
  /// last segments go on.
  public var keyframesHoldOvershoot = true

  public init() {}

  /// Flips a switch by the name and value that `descriptions` tell; false when there is no such switch or value.
  public mutating func choose(_ name: String, _ value: String) -> Bool {
    switch name {
    case "cubicSigns":
      guard let signs = CubicSigns(rawValue: value) else { return false }
      cubicSigns = signs
    case "offsetShowsCycleEnd": return Bool(value).map { offsetShowsCycleEnd = $0 } != nil
    case "pathsJumpHalfWay": return Bool(value).map { pathsJumpHalfWay = $0 } != nil
    case "keyframesHoldOvershoot": return Bool(value).map { keyframesHoldOvershoot = $0 } != nil
    default: return false
    }
    return true
  }

  public var descriptions: [ChoiceDescription] {
    [
      ChoiceDescription(
        name: "cubicSigns", value: cubicSigns.rawValue, rule: "9.5", meaning: "signs of continuity and bias in a cubic"),
      ChoiceDescription(
        name: "offsetShowsCycleEnd", value: "\(offsetShowsCycleEnd)", rule: "2.5",
        meaning: "speed 0 and a time offset of whole cycles show the end of a cycle"),
      ChoiceDescription(
        name: "pathsJumpHalfWay", value: "\(pathsJumpHalfWay)", rule: "17",
        meaning: "paths of different shape jump at half way"),
      ChoiceDescription(
        name: "keyframesHoldOvershoot", value: "\(keyframesHoldOvershoot)", rule: "9.2",
        meaning: "overshooting progress is held at the ends of keyframes"),
      ChoiceDescription(
        fixed: "zero of the type", rule: "7", meaning: "a missing end of an additive basic animation"),
      ChoiceDescription(
        fixed: "from and to", rule: "7", meaning: "what counts when from, to and by are all set"),
      ChoiceDescription(
        fixed: "first added, then underneath", rule: "6.2",
        meaning: "order in which an additive transform is concatenated"),
      ChoiceDescription(
        fixed: "Euclidean on components", rule: "9.4",
        meaning: "distance of rectangles, transforms and colours in paced keyframes"),
      ChoiceDescription(
        fixed: "linear by decomposition", rule: "9.5", meaning: "cubic keyframes of transforms"),
      ChoiceDescription(
        fixed: "arc length of the uniform spline", rule: "9.6", meaning: "cubicPaced"),
      ChoiceDescription(
        fixed: "component lerp", rule: "17", meaning: "transforms of which one end is singular"),
      ChoiceDescription(
        fixed: "from at exactly 0", rule: "17", meaning: "booleans and tokens at the first instant"),
      ChoiceDescription(
        fixed: "half away from zero", rule: "17", meaning: "rounding of whole numbers"),
      ChoiceDescription(
        fixed: "components added, alpha too", rule: "6.2", meaning: "additive colours"),
    ]
  }
}
