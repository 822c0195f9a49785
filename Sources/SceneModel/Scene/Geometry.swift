/// A point in points (pt), y down, x right.
public struct Point: Hashable, Sendable {
  public var x, y: Double
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  public static let zero = Point(x: 0, y: 0)
}

/// A size in points.
public struct Size: Hashable, Sendable {
  public var width, height: Double
  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle in points; a view's frame is in its superview's coordinates.
public struct Rect: Hashable, Sendable {
  public var x, y, width, height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var midX: Double { x + width / 2 }
  public var midY: Double { y + height / 2 }
  public var size: Size { Size(width: width, height: height) }

  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: x + insets.left, y: y + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }

  public func outset(by insets: Insets) -> Rect {
    Rect(
      x: x - insets.left, y: y - insets.top, width: width + insets.left + insets.right,
      height: height + insets.top + insets.bottom)
  }
}

/// Distances inward from the four edges, in points; left and right never flip.
public struct Insets: Hashable, Sendable {
  public var top, left, bottom, right: Double

  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  public static let zero = Insets()
}

/// Distances inward from the four edges, in points, with sides that follow the layout direction.
public struct DirectionalInsets: Hashable, Sendable {
  public var top, leading, bottom, trailing: Double

  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
}

public enum Axis: String, Hashable, Sendable, CaseIterable {
  case horizontal, vertical
}
