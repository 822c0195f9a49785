import LibC

/// A damped spring that pulls from 0 to 1, with Core Animation's rule for when it has settled.
public struct Spring: Hashable, Sendable {
  /// The mass at the spring's end; above 0.
  public var mass: Double
  /// The spring's stiffness; above 0.
  public var stiffness: Double
  /// The damping coefficient. With 0 the spring never stops, with infinity it never moves.
  public var damping: Double
  /// The velocity at the start, in distances per second: positive is towards the target.
  public var initialVelocity: Double
  /// Whether the spring may be overdamped. If not, a damping ratio above 1 acts as 1.
  public var allowsOverdamping: Bool

  /// Makes a spring from its physical parameters.
  ///
  /// - Precondition: mass and stiffness are above 0, damping is not negative. Core Animation refuses other values.
  public init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0,
    allowsOverdamping: Bool = false
  ) {
    precondition(mass > 0 && stiffness > 0 && damping >= 0, "a spring has positive mass and stiffness")
    (self.mass, self.stiffness, self.damping) = (mass, stiffness, damping)
    (self.initialVelocity, self.allowsOverdamping) = (initialVelocity, allowsOverdamping)
  }

  /// Makes a spring from a perceptual duration in seconds, above 0, and a bounce in [-1, 1]. With bounce -1 it never moves.
  public init(perceptualDuration: Double, bounce: Double, initialVelocity: Double = 0) {
    precondition(perceptualDuration > 0 && bounce >= -1 && bounce <= 1, "a duration above 0, a bounce in [-1, 1]")
    let frequency = 2 * Double.pi / perceptualDuration
    let damping =
      bounce >= 0
      ? 4 * Double.pi * (1 - bounce) / perceptualDuration : 4 * Double.pi / (perceptualDuration * (1 + bounce))
    self.init(
      stiffness: frequency * frequency, damping: damping, initialVelocity: initialVelocity, allowsOverdamping: true)
  }

  /// Makes the spring of `animate(usingSpringWithDamping:initialSpringVelocity:)`: the stiffest one whose envelope is down to a thousandth
  /// after `duration` seconds.
  ///
  /// A `dampingRatio` above 1 acts as 1.
  public init(dampingRatio: Double, initialVelocity: Double, duration: Double) {
    precondition(dampingRatio > 0 && duration > 0, "a damping ratio and a duration above 0")
    let ratio = min(dampingRatio, 1)
    let frequency = Spring.fittedFrequency(ratio: ratio, velocity: initialVelocity, duration: duration)
    self.init(
      stiffness: frequency * frequency, damping: 2 * ratio * frequency, initialVelocity: initialVelocity)
  }

  /// The undamped angular frequency, in radians per second.
  public var frequency: Double { (stiffness / mass).squareRoot() }

  /// The damping ratio as given, before `allowsOverdamping` is applied: 1 is critically damped.
  public var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// The period of the undamped spring in seconds, which SwiftUI and newer UIKit call its duration.
  public var perceptualDuration: Double { 2 * Double.pi / frequency }

  /// The bounce: 0 is critically damped, 1 never stops, below 0 is overdamped.
  public var bounce: Double {
    let ratio = dampingRatio
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  /// The spring's motion in closed form, ready to be evaluated.
  public var motion: Motion { Motion(self) }

  /// The time in seconds after which Core Animation calls the spring settled; the greatest finite `Float` when it is not damped.
  public var settlingDuration: Double {
    if damping == 0 { return Double(Float.greatestFiniteMagnitude) }
    if damping == .infinity { return 0 }
    let ratio = dampingRatio
    let w = frequency
    if ratio < 1 {
      let damped = w * (1 - ratio * ratio).squareRoot()
      return log(1000 * (1 + (initialVelocity - ratio * w).magnitude / damped)) / (ratio * w)
    }
    // Core Animation steps in tenths of a second, adding each to the last.
    let motion = motion
    var time = 0.0
    while motion.offset(at: time).magnitude >= 0.001 && time < Spring.longestSettling { time += 0.1 }
    return time
  }

  /// The time in seconds up to which a settled instant is searched. Slower springs are not used on screens.
  private static let longestSettling = 10_000.0

  /// A spring's motion in closed form.
  public struct Motion: Sendable, BitwiseCopyable {
    private enum Regime: Sendable { case under, critical, over, frozen }
    private let regime: Regime
    private let decay, rate, first, second: Double

    init(_ spring: Spring) {
      let w = spring.frequency
      var ratio = spring.dampingRatio
      if ratio > 1 && !spring.allowsOverdamping { ratio = 1 }
      let velocity = spring.initialVelocity
      if !ratio.isFinite {
        regime = .frozen
        (decay, rate, first, second) = (0, 0, 0, 0)
      } else if ratio < 1 {
        regime = .under
        decay = ratio * w
        rate = w * (1 - ratio * ratio).squareRoot()
        first = -1
        second = (velocity - ratio * w) / rate
      } else if ratio == 1 {
        regime = .critical
        decay = w
        rate = 0
        first = -1
        second = velocity - w
      } else {
        regime = .over
        let root = w * (ratio * ratio - 1).squareRoot()
        // The slow root by Vieta: -ratio * w + root would lose its digits when the damping is great.
        let fast = -ratio * w - root
        let slow = w * w / fast
        decay = slow
        rate = fast
        second = (velocity + slow) / (fast - slow)
        first = -1 - second
      }
    }

    /// Returns the distance still to go after `time` seconds, as a fraction of the whole: -1 at the start, 0 at rest, positive beyond the
    /// target.
    public func offset(at time: Double) -> Double {
      switch regime {
      case .under: exp(-decay * time) * (first * cos(rate * time) + second * sin(rate * time))
      case .critical: exp(-decay * time) * (first + second * time)
      case .over: first * exp(decay * time) + second * exp(rate * time)
      case .frozen: -1
      }
    }

    /// Returns the velocity after `time` seconds, in distances per second.
    public func velocity(at time: Double) -> Double {
      switch regime {
      case .under:
        let (c, s) = (cos(rate * time), sin(rate * time))
        return exp(-decay * time)
          * ((second * rate - first * decay) * c - (first * rate + second * decay) * s)
      case .critical: return exp(-decay * time) * (second - decay * (first + second * time))
      case .over: return first * decay * exp(decay * time) + second * rate * exp(rate * time)
      case .frozen: return 0
      }
    }
  }

  /// Returns the angular frequency in radians per second: the largest root of UIKit's end condition, that the envelope is a thousandth at the end.
  private static func fittedFrequency(ratio: Double, velocity: Double, duration: Double) -> Double {
    // A document may contain any numbers. Beyond these limits, which no screen reaches, their powers become infinite or zero.
    let (ratio, duration) = (max(ratio, 1e-6), min(max(duration, 1e-9), 1e9))
    let velocity = min(max(velocity, -1e9), 1e9)
    // The logarithm of (envelope / 0.001): positive while the spring is too slow, and falling for large w.
    func excess(_ w: Double) -> Double {
      let amplitude =
        ratio < 1
        ? (ratio * w - velocity).magnitude / (w * (1 - ratio * ratio).squareRoot())
        : (1 + (w - velocity) * duration).magnitude
      return log(1000 * amplitude) - ratio * w * duration
    }
    // From far to the right, where it is settled, walk left to the first point that is not; then bisect.
    var high = 1.0 / (ratio * duration)
    while excess(high) > 0 || excess(high * 2) > 0 || excess(high * 4) > 0 { high *= 2 }
    high *= 4
    var low = high
    let step = 1 - 1.0 / 64
    while excess(low) <= 0 && low > 1e-6 / duration { low *= step }
    high = low / step
    for _ in 0..<200 {
      let middle = low + (high - low) / 2
      if middle <= low || middle >= high { break }
      if excess(middle) > 0 { low = middle } else { high = middle }
    }
    return low + (high - low) / 2
  }
}
