import AnimationSampler
import Foundation
import SceneModel

/// The components of a transform as key-value coding reads and writes them.
extension TransformComponents {
  /// Returns a component's value: a size for `translation`, a number for any other. Nil for `whole` and for components that a transform
  /// does not have.
  func value(_ component: AnimationKeyPath.Component) -> Any? {
    switch component {
    case .translation: CGSize(width: translation.x, height: translation.y)
    case .scale, .scaleX, .scaleY, .scaleZ, .rotationX, .rotationY, .rotationZ, .translationX, .translationY,
      .translationZ:
      CGFloat(self[component])
    default: nil
    }
  }

  /// Sets a component; returns false if the value does not fit.
  mutating func set(_ component: AnimationKeyPath.Component, _ value: AnimationValue) -> Bool {
    switch (component, value) {
    case (.translation, .size(let size)): (translation.x, translation.y) = (size.width, size.height)
    case (.translation, .point(let point)): (translation.x, translation.y) = (point.x, point.y)
    case (.scale, .number(let number)), (.scaleX, .number(let number)), (.scaleY, .number(let number)),
      (.scaleZ, .number(let number)), (.rotationX, .number(let number)), (.rotationY, .number(let number)),
      (.rotationZ, .number(let number)), (.translationX, .number(let number)), (.translationY, .number(let number)),
      (.translationZ, .number(let number)):
      self[component] = number
    default: return false
    }
    return true
  }
}
