import Foundation
import ScenePlayer

/// Runs blocks together with a rotation or a presentation: changes in its animation, completions at its end. Without a transition, both run at once.
open class UIViewControllerTransitionCoordinator {
  private var isWaiting = false
  private var animations: [(UIViewControllerTransitionCoordinator) -> Void] = []
  private var completions: [(UIViewControllerTransitionCoordinator) -> Void] = []
  /// Whether the transition is animated.
  public private(set) var isAnimated = false
  /// Whether the transition was cancelled; known when completions run.
  public private(set) var isCancelled = false
  /// Makes a coordinator with no transition: blocks run at once.
  public init() {}
  /// The length of the transition in seconds: 0.5 if it is animated, otherwise 0.
  public var transitionDuration: TimeInterval { isAnimated ? 0.5 : 0 }
  /// Adds changes that are animated with the transition, and a block that runs after it. Without a transition, both run at once. Returns true.
  @discardableResult
  open func animate(
    alongsideTransition animation: ((UIViewControllerTransitionCoordinator) -> Void)?,
    completion: ((UIViewControllerTransitionCoordinator) -> Void)? = nil
  ) -> Bool {
    guard isWaiting else {
      animation?(self)
      completion?(self)
      return true
    }
    if let animation { animations.append(animation) }
    if let completion { completions.append(completion) }
    return true
  }

  func waits(animated: Bool) { (isWaiting, isAnimated) = (true, animated) }
  func begin() {
    let waiting = animations
    animations = []
    for animation in waiting { animation(self) }
  }
  func end(cancelled: Bool) {
    isCancelled = cancelled
    begin()
    isWaiting = false
    let waiting = completions
    completions = []
    for completion in waiting { completion(self) }
  }
}
