/// A point in points (pt); x grows to the right, y grows downwards.
public struct Point: Hashable, Sendable {
  /// The coordinates, in points.
  public var x, y: Double
  /// Makes a point from its coordinates.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  /// The point (0, 0).
  public static let zero = Point(x: 0, y: 0)
}

/// A size in points.
public struct Size: Hashable, Sendable {
  /// The lengths in points. Neither is negative where something has this size.
  public var width, height: Double
  /// Makes a size from its lengths.
  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
  /// The size of nothing.
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle in points. A view's frame is in its superview's coordinates.
public struct Rect: Hashable, Sendable {
  /// The top left corner and the size, in points.
  public var x, y, width, height: Double

  /// Makes a rectangle from its top left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// An empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }
  /// The middle between the left and the right edge.
  public var midX: Double { x + width / 2 }
  /// The middle between the top and the bottom edge.
  public var midY: Double { y + height / 2 }
  /// The rectangle's size.
  public var size: Size { Size(width: width, height: height) }

  /// Returns the rectangle made smaller by insets, or larger where they are negative.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: x + insets.left, y: y + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }

  /// Returns the rectangle made larger by insets: the opposite of `inset(by:)`.
  public func outset(by insets: Insets) -> Rect {
    Rect(
      x: x - insets.left, y: y - insets.top, width: width + insets.left + insets.right,
      height: height + insets.top + insets.bottom)
  }
}

/// Distances inwards from the four edges, in points. Left and right stay so in every layout direction.
public struct Insets: Hashable, Sendable {
  /// The distances in points; negative ones lead outwards.
  public var top, left, bottom, right: Double

  /// Makes insets; those left out are 0.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// No insets.
  public static let zero = Insets()
}

/// Distances inwards from the four edges, in points; leading and trailing follow the layout direction.
public struct DirectionalInsets: Hashable, Sendable {
  /// The distances in points; negative ones lead outwards.
  public var top, leading, bottom, trailing: Double

  /// Makes insets; those left out are 0.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
}

/// One of the two axes of a layout.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// The axis from left to right, and the one from top to bottom.
  case horizontal, vertical
}
