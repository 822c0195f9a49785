import SceneModel

/// How an autoresized frame is put on the pixel grid.
public enum AutoresizingRounding: String, Hashable, Sendable, CaseIterable {
  case none
  /// AppKit: both edges down to the device-pixel grid, the size is their difference.
  case floorEdges = "floor-edges"
}

/// Springs and struts.
public enum Autoresizing {
  /// Shares are quotients: an edge that misses its pixel by less than this, in pixels, is on it.
  private static let edgeTolerance = 1e-9

  /// One axis: which of the three parts give way when the container grows.
  public struct Parts: Hashable, Sendable {
    public var before, size, after: Bool

    public init(before: Bool, size: Bool, after: Bool) { (self.before, self.size, self.after) = (before, size, after) }

    public init(_ mask: AutoresizingMask, _ axis: Axis) {
      switch axis {
      case .horizontal:
        self.init(
          before: mask.contains(.flexibleLeft), size: mask.contains(.flexibleWidth),
          after: mask.contains(.flexibleRight))
      case .vertical:
        self.init(
          before: mask.contains(.flexibleTop), size: mask.contains(.flexibleHeight),
          after: mask.contains(.flexibleBottom))
      }
    }

    /// The lengths of the parts that give way, added up.
    private func flexible(_ position: Double, _ length: Double, _ container: Double) -> Double {
      (before ? position : 0) + (size ? length : 0) + (after ? container - position - length : 0)
    }

    /// Whether the parts share a change in proportion; equally, if not.
    func isProportional(_ position: Double, _ length: Double, _ container: Double) -> Bool {
      flexible(position, length, container) > 0
    }

    /// What position and size gain for each point that the container grows.
    func shares(position: Double, size length: Double, container: Double) -> (position: Double, size: Double) {
      let count = (before ? 1.0 : 0) + (size ? 1 : 0) + (after ? 1 : 0)
      guard count > 0 else { return (0, 0) }
      let flexible = flexible(position, length, container)
      guard flexible > 0 else { return (before ? 1 / count : 0, size ? 1 / count : 0) }
      return (before ? position / flexible : 0, size ? length / flexible : 0)
    }
  }

  /// The frame from which a view is resized. As long as proportions last, each size of the superview gives a frame of its
  /// own, however it came about; from frame to frame, what each one is rounded by would add up.
  struct Reference {
    var frame: Rect
    /// The superview's size when the view had that frame.
    var container: Size

    /// Takes the present frame, on each axis where parts that add up to nothing have lost their proportions, or have got
    /// new ones.
    mutating func renew(from present: Reference, mask: AutoresizingMask) {
      let (across, down) = (Parts(mask, .horizontal), Parts(mask, .vertical))
      if across.isProportional(frame.x, frame.width, container.width)
        != across.isProportional(present.frame.x, present.frame.width, present.container.width)
      {
        (frame.x, frame.width, container.width) = (present.frame.x, present.frame.width, present.container.width)
      }
      if down.isProportional(frame.y, frame.height, container.height)
        != down.isProportional(present.frame.y, present.frame.height, present.container.height)
      {
        (frame.y, frame.height, container.height) = (present.frame.y, present.frame.height, present.container.height)
      }
    }
  }

  /// A subview's frame after its superview's bounds size went from `old` to `new`. The flexible parts share the change
  /// in proportion to their present lengths; equally, when these add up to nothing.
  public static func resized(
    _ frame: Rect, mask: AutoresizingMask, from old: Size, to new: Size, rounding: AutoresizingRounding = .none,
    scale: Double = 1
  ) -> Rect {
    let (x, width) = resized(
      position: frame.x, size: frame.width, Parts(mask, .horizontal), from: old.width, to: new.width, rounding, scale)
    let (y, height) = resized(
      position: frame.y, size: frame.height, Parts(mask, .vertical), from: old.height, to: new.height, rounding, scale)
    return Rect(x: x, y: y, width: width, height: height)
  }

  private static func resized(
    position: Double, size: Double, _ parts: Parts, from old: Double, to new: Double, _ rounding: AutoresizingRounding,
    _ scale: Double
  ) -> (Double, Double) {
    let share = parts.shares(position: position, size: size, container: old)
    let start = position + share.position * (new - old)
    let length = size + share.size * (new - old)
    switch rounding {
    case .none: return (start, length)
    case .floorEdges:
      func pixel(_ value: Double) -> Double { (value * scale + edgeTolerance).rounded(.down) / scale }
      return (pixel(start), pixel(start + length) - pixel(start))
    }
  }
}
