/// A view animation block among a scene's steps: the steps inside happen at once, and what they change moves.
public struct AnimationStep: Hashable, Sendable {
  /// UIKit's animation curves, spelled as in the text form.
  public enum Curve: String, Hashable, Sendable, CaseIterable {
    /// UIKit's default: slow at both ends.
    case easeInOut = "ease-in-out"
    /// Slow at first.
    case easeIn = "ease-in"
    /// Slow at the end.
    case easeOut = "ease-out"
    /// Constant speed.
    case linear
  }

  /// A spring by damping ratio and initial velocity, fitted to the block's duration.
  public struct SpringShape: Hashable, Sendable {
    /// The damping ratio, above 0. With 1 or more the spring does not overshoot.
    public var dampingRatio: Double
    /// The velocity at the start, in whole distances per second.
    public var initialVelocity: Double

    /// Makes a spring as `UIView.animate(usingSpringWithDamping:initialSpringVelocity:)` does.
    public init(dampingRatio: Double, initialVelocity: Double) {
      self.dampingRatio = dampingRatio
      self.initialVelocity = initialVelocity
    }
  }

  /// The duration in seconds.
  public var duration: Double
  /// The seconds before the animation begins.
  public var delay = 0.0
  /// The easing, where there is no spring.
  public var curve = Curve.easeInOut
  /// The spring, in place of the curve; `nil` if the curve is used.
  public var spring: SpringShape?
  /// Whether the animation starts from what is shown instead of the model's values.
  public var beginsFromCurrentState = false
  /// Whether the animation repeats without end.
  public var repeats = false
  /// Whether each run goes back again.
  public var autoreverses = false
  /// The name under which the completion is reported; empty if it is not.
  public var completion = ""
  /// The views that the program means to move; empty if it does not say. `layoutlab film` reports other views that moved too.
  public var about: [ItemID] = []
  /// The steps inside. None of them adds views, holds another block, or lets time pass.
  public var steps: [Step]

  /// Makes a block of a duration in seconds.
  public init(duration: Double, steps: [Step] = []) {
    self.duration = duration
    self.steps = steps
  }
}

extension AnimationStep {
  /// Reads the text after `animate`: `0.25 ease-in-out { layout root ; property card alpha 0 } completion done`.
  init(_ line: inout TextLine, _ names: inout SceneNames) throws(TextError) {
    duration = try line.number("the duration in seconds")
    steps = []
    guard duration >= 0 else { throw line.mistake(.outside, "a duration is negative", hint: "Give seconds from 0 up.") }
    while !line.skip(symbol: "{") {
      if line.skip(word: "spring") {
        let ratio = try line.number("the damping ratio")
        guard ratio > 0 else {
          throw line.mistake(.outside, "a damping ratio is not above 0", hint: "1 does not overshoot.")
        }
        spring = SpringShape(dampingRatio: ratio, initialVelocity: try line.number("the initial velocity"))
      } else if line.skip(word: "delay") {
        delay = try line.number("the delay in seconds")
        guard delay >= 0 else { throw line.mistake(.outside, "a delay is negative", hint: "Give seconds from 0 up.") }
      } else if line.skip(word: "from-current") {
        beginsFromCurrentState = true
      } else if line.skip(word: "repeat") {
        repeats = true
      } else if line.skip(word: "autoreverse") {
        autoreverses = true
      } else if line.skip(word: "about") {
        about.append(try names.view(line.name("a view"), line: line))
      } else {
        curve = try line.choice("curve, spring, delay, from-current, repeat, autoreverse, about or {")
      }
    }
    steps = try Step.restOfBody(&line, &names, in: .animation)
    if line.skip(word: "completion") { completion = try line.name("the completion's name") }
  }

  func words(_ spelling: inout SceneSpelling) -> String {
    var words = "animate \(TextNumber.spell(duration))"
    words += spring.map { " spring \(TextNumber.spell($0.dampingRatio)) \(TextNumber.spell($0.initialVelocity))" } ?? ""
    // With a spring, the standard curve is not written.
    if spring == nil || curve != .easeInOut { words += " \(curve.rawValue)" }
    if delay != 0 { words += " delay \(TextNumber.spell(delay))" }
    if beginsFromCurrentState { words += " from-current" }
    if repeats { words += " repeat" }
    if autoreverses { words += " autoreverse" }
    for view in about { words += " about \(spelling.name(view))" }
    words += " " + Step.body(steps, &spelling)
    return completion.isEmpty ? words : words + " completion \(spelled(name: completion))"
  }
}

extension AnimationStep.Curve: Compact {}

extension AnimationStep: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.put(duration, delay, curve, spring, beginsFromCurrentState, repeats, autoreverses, completion, about, steps)
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    duration = try bytes.take()
    delay = try bytes.take()
    guard duration >= 0, delay >= 0 else { throw bytes.mistake(.outside, "an animation's time is negative") }
    curve = try bytes.take()
    spring = try bytes.take()
    beginsFromCurrentState = try bytes.take()
    repeats = try bytes.take()
    autoreverses = try bytes.take()
    completion = try bytes.take()
    about = try bytes.take()
    steps = try Step.body(from: &bytes, in: .animation)
  }
}
