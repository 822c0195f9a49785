import SceneModel

extension Rect {
  /// Returns the sum of two shifts of a frame, number by number.
  func moved(by other: Rect) -> Rect {
    Rect(x: x + other.x, y: y + other.y, width: width + other.width, height: height + other.height)
  }

  func distance(to other: Rect) -> Double {
    abs(x - other.x) + abs(y - other.y) + abs(width - other.width) + abs(height - other.height)
  }
}
