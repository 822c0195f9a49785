/// A point in points (pt), y down, x right.
public struct Point: Hashable, Sendable {
  /// To the right and down.
  public var x, y: Double
  /// A point.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}

/// A size in points.
public struct Size: Hashable, Sendable {
  /// Not negative for a size that something has.
  public var width, height: Double
  /// A size.
  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
  /// No size.
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle in points; a view's frame is in its superview's coordinates.
public struct Rect: Hashable, Sendable {
  /// The top left corner, and the size.
  public var x, y, width, height: Double

  /// A rectangle by its top left corner.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Nothing, at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }
  /// Half way from left to right.
  public var midX: Double { x + width / 2 }
  /// Half way from top to bottom.
  public var midY: Double { y + height / 2 }
  /// Without its place.
  public var size: Size { Size(width: width, height: height) }

  /// Made smaller by insets; larger where these are negative.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: x + insets.left, y: y + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }

  /// Made larger by insets: the opposite of `inset(by:)`.
  public func outset(by insets: Insets) -> Rect {
    Rect(
      x: x - insets.left, y: y - insets.top, width: width + insets.left + insets.right,
      height: height + insets.top + insets.bottom)
  }
}

/// Distances inward from the four edges, in points; left and right never flip.
public struct Insets: Hashable, Sendable {
  /// Negative ones lead outward.
  public var top, left, bottom, right: Double

  /// Insets; 0 where none is given.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// None.
  public static let zero = Insets()
}

/// Distances inward from the four edges, in points, with sides that follow the layout direction.
public struct DirectionalInsets: Hashable, Sendable {
  /// Negative ones lead outward.
  public var top, leading, bottom, trailing: Double

  /// Insets; 0 where none is given.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
}

/// One of the two directions of a layout.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// From left to right, and from top to bottom.
  case horizontal, vertical
}
