import SceneModel

/// How far a view's edges lie outside its superview, in points; zero or less where they lie inside.
public struct Overhang: Hashable, Sendable {
  public var superview: ItemID
  public var top, leading, bottom, trailing: Double
  /// Whether the view is entirely outside of its superview.
  package var isBeside: Bool

  /// Measures how far a frame leaves its superview.
  ///
  /// - Parameters:
  ///   - frame: in the superview's coordinates.
  ///   - isRightToLeft: whether the superview is laid out from right to left, so that its constraints exchange leading and trailing edges.
  init(of frame: Rect, in room: Rect, superview: ItemID, isRightToLeft: Bool) {
    self.superview = superview
    isBeside = frame.isBeside(room.size)
    (top, bottom) = (-frame.y, frame.maxY - room.height)
    let (left, right) = (-frame.x, frame.maxX - room.width)
    (leading, trailing) = isRightToLeft ? (right, left) : (left, right)
  }

  /// Whether the view leaves its superview at the top or at the bottom.
  package var isVertical: Bool { max(top, bottom) > ScreenTrouble.tolerance }

  /// Replaces the distance at each edge by the larger distance of the two overhangs. `isBeside` stays true only if it is true in both.
  mutating func formMaximum(_ other: Overhang) {
    (top, leading) = (max(top, other.top), max(leading, other.leading))
    isBeside = isBeside && other.isBeside
    (bottom, trailing) = (max(bottom, other.bottom), max(trailing, other.trailing))
  }
}
