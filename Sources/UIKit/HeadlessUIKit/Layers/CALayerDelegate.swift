import Foundation

/// The delegate of a layer. It chooses the action that runs when a property changes. A view is the delegate of its layer.
@MainActor public protocol CALayerDelegate: AnyObject {
  /// Returns the action that a change of a property runs; nil if the layer should continue its search.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
  /// Called in Core Animation when the layer is laid out; never called here, where the view's own layout runs instead.
  func layoutSublayers(of layer: CALayer)
  /// Called in Core Animation when the layer is drawn; never called here.
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
