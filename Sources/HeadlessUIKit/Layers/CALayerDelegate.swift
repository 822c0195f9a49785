import Foundation

/// The choices of a layer's owner: which action a change of a property runs. A view is its layer's delegate.
@MainActor public protocol CALayerDelegate: AnyObject {
  /// Returns the action that a change of a property runs; nil: the layer looks on.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
  /// Called in Core Animation when the layer is laid out; nothing here calls it: the view's own layout is.
  func layoutSublayers(of layer: CALayer)
  /// Called in Core Animation when the layer is drawn; nothing here calls it.
  func display(_ layer: CALayer)
}
extension CALayerDelegate {
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
  public func layoutSublayers(of layer: CALayer) {}
  public func display(_ layer: CALayer) {}
}
extension UIView: CALayerDelegate {}

/// An action that a change of a layer's property runs: an animation, or `NSNull` for none.
@MainActor public protocol CAAction {}
extension NSNull: @MainActor CAAction {}
