import Foundation
import ScenePlayer
import SceneModel

/// Timing parameters of a property animator: a cubic curve or a spring.
nonisolated public protocol UITimingCurveProvider {}

/// An easing by a cubic Bézier curve.
nonisolated public final class UICubicTimingParameters: UITimingCurveProvider, @unchecked Sendable {
  let curve: TimingFunction
  /// Makes the system's own easing.
  public init() { curve = .default }
  /// Makes one of the standard easings.
  public init(animationCurve: UIView.AnimationCurve) {
    curve = [.easeInEaseOut, .easeIn, .easeOut, .linear][animationCurve.rawValue]
  }
  /// Makes an easing by the two inner points of its Bézier curve, each in the unit square.
  public init(controlPoint1 a: CGPoint, controlPoint2 b: CGPoint) {
    curve = TimingFunction(Double(a.x), Double(a.y), Double(b.x), Double(b.y))
  }
}

/// A spring by its damping ratio, its physics, or its duration and bounce.
nonisolated public final class UISpringTimingParameters: UITimingCurveProvider, @unchecked Sendable {
  enum Shape {
    /// A damping ratio; the spring's other numbers are chosen so that it settles within the animator's duration.
    case ratio(Double)
    case physics(Spring)
  }
  let shape: Shape
  let velocity: CGVector
  /// Makes a spring that settles within the animator's duration. With a ratio of 1 it does not bounce, with smaller ones it does. A velocity of 1 covers the
  /// whole distance in a second.
  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector = .zero) {
    (shape, self.velocity) = (.ratio(Double(ratio)), velocity)
  }
  /// Makes a spring by its physical constants. The duration of the animation follows from them.
  public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector = .zero) {
    shape = .physics(Spring(mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping)))
    self.velocity = velocity
  }
  /// Makes a spring by its perceived length in seconds and its bounce, which say how long the animation takes.
  public init(duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialVelocity velocity: CGVector = .zero) {
    shape = .physics(Spring(perceptualDuration: max(duration, 1e-9), bounce: min(max(Double(bounce), -1), 1)))
    self.velocity = velocity
  }
  /// Makes the system's own spring: mass 3, stiffness 1000, damping 500.
  public convenience init() { self.init(mass: 3, stiffness: 1000, damping: 500) }

  func spring(over duration: Double) -> Spring {
    switch shape {
    case .physics(let spring): spring
    case .ratio(let ratio):
      Spring(dampingRatio: max(ratio, 1e-3), initialVelocity: Double(velocity.dx), duration: max(duration, 1e-9))
    }
  }
  var parameters: (Double) -> PropertyAnimator.Parameters {
    { duration in
      let spring = self.spring(over: duration)
      // Both axes move alike.
      if self.velocity == .zero { return .spring(spring) }
      return .springByAxis(spring, SIMD2(Double(self.velocity.dx), Double(self.velocity.dy)))
    }
  }
}
