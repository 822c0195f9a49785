/// A property of a view that can be set, with its new value.
public enum Property: Hashable, Sendable {
  /// The frame in the superview's coordinates, in points.
  case frame(Rect)
  /// The frame's centre in the superview's coordinates, in points.
  case center(Point)
  /// The view's own coordinates: a size, and an origin that scrolls the subviews; in points.
  case bounds(Rect)
  /// The opacity: 0 is clear, 1 is opaque.
  case alpha(Double)
  /// The `directionalLayoutMargins`, in points.
  case margins(DirectionalInsets)
  /// The insets that the view adds to the safe area of its subtree, in points.
  case safeArea(Insets)
  /// The `semanticContentAttribute`.
  case semantic(SemanticContent)
  /// A stack view's `spacing`, in points.
  case spacing(Double)
  /// The transform with which the view is shown; constraints do not see it.
  case transform(Transform3D)
  /// The text, in place of the one that the view had.
  case text(TextMetrics)
}
