import SceneModel

extension PropertyAnimator {
  /// The animator's states, as in `UIViewAnimatingState`.
  public enum State: Hashable, Sendable { case inactive, active, stopped }
  /// The positions at which an animator can end, as in `UIViewAnimatingPosition`.
  public enum Position: Hashable, Sendable { case end, start, current }
  /// How progress runs over time.
  public enum Parameters: Hashable, Sendable {
    /// An easing curve.
    case curve(TimingFunction)
    /// A damped spring.
    case spring(Spring)
    /// A damped spring with an initial velocity in x and y, in distances per second, as `UISpringTimingParameters` with a vector.
    case springByAxis(Spring, SIMD2<Double>)

    /// The spring, with the magnitude of its velocity; nil for a curve.
    var spring: Spring? {
      switch self {
      case .curve: return nil
      case .spring(let spring): return spring
      case .springByAxis(var spring, let velocity):
        spring.initialVelocity = (velocity * velocity).sum().squareRoot()
        return spring
      }
    }
  }
}
