import LayoutPlugin
import SceneModel

/// How an autoresized frame is put on the pixel grid.
public enum AutoresizingRounding: String, Hashable, Sendable, CaseIterable {
  /// Frames are not rounded.
  case none
  /// Both edges are rounded down to the pixel grid, and the size is their difference, as in AppKit.
  case floorEdges = "floor-edges"
}

/// The rules of autoresizing masks.
package enum Autoresizing {
  /// The distance in pixels by which an edge may miss a pixel boundary and still count as on it. Shares are quotients, so they are rounded.
  private static let edgeTolerance = 1e-9

  /// One axis of a mask: which of the three parts are flexible.
  package struct Parts: Hashable, Sendable {
    package var before, size, after: Bool

    package init(before: Bool, size: Bool, after: Bool) { (self.before, self.size, self.after) = (before, size, after) }

    package init(_ mask: AutoresizingMask, _ axis: Axis) {
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

    /// Whether the flexible parts share a change in proportion to their lengths; otherwise, if these lengths add up to zero or less, they share it
    /// equally.
    func isProportional(_ span: Span) -> Bool { flexible(span) > 0 }

    /// The points that position and size gain for each point that the container grows.
    func shares(_ span: Span) -> (position: Double, size: Double) {
      let count = (before ? 1.0 : 0) + (size ? 1 : 0) + (after ? 1 : 0)
      guard count > 0 else { return (0, 0) }
      let flexible = flexible(span)
      guard flexible > 0 else { return (before ? 1 / count : 0, size ? 1 / count : 0) }
      return (before ? span.position / flexible : 0, size ? span.length / flexible : 0)
    }

    /// The sum of the lengths of the flexible parts.
    private func flexible(_ span: Span) -> Double {
      (before ? span.position : 0) + (size ? span.length : 0)
        + (after ? span.container - span.position - span.length : 0)
    }
  }

  /// One axis of a view's frame in its superview.
  struct Span: Hashable {
    var position, length, container: Double
  }

  /// The frame from which a view is resized. All later frames are computed from it: if each were computed from the one before, rounding errors
  /// would add up.
  struct Reference: Hashable {
    private(set) var horizontal, vertical: Span

    /// Makes a reference. `container` is the superview's size at the time when the view had the frame.
    init(_ frame: Rect, in container: Size) {
      horizontal = Span(position: frame.x, length: frame.width, container: container.width)
      vertical = Span(position: frame.y, length: frame.height, container: container.height)
    }

    var origin: ResizingOrigin {
      ResizingOrigin(
        frame: Rect(
          x: horizontal.position, y: vertical.position, width: horizontal.length, height: vertical.length),
        superviewSize: Size(width: horizontal.container, height: vertical.container))
    }

    /// Returns the reference for later sizes. It uses the present frame on each axis on which the flexible parts have lost their length, or have a
    /// length again, so that they share changes by another rule (`isProportional`).
    func renewed(from present: Reference, mask: AutoresizingMask) -> Reference {
      func renew(_ span: inout Span, from present: Span, _ parts: Parts) {
        guard parts.isProportional(span) != parts.isProportional(present) else { return }
        HardState.proportionsLost.reach()
        span = present
      }
      var result = self
      renew(&result.horizontal, from: present.horizontal, Parts(mask, .horizontal))
      renew(&result.vertical, from: present.vertical, Parts(mask, .vertical))
      return result
    }
  }

  /// Returns a subview's frame after its superview's bounds size changed from `old` to `new`. The flexible parts share the change in proportion to
  /// their present lengths, or equally if these lengths add up to zero or less.
  package static func resized(
    _ frame: Rect, mask: AutoresizingMask, from old: Size, to new: Size, rounding: AutoresizingRounding = .none,
    scale: Double = 1
  ) -> Rect {
    resized(Reference(frame, in: old), mask: mask, to: new, rounding: rounding, scale: scale)
  }

  static func resized(
    _ reference: Reference, mask: AutoresizingMask, to new: Size, rounding: AutoresizingRounding, scale: Double
  ) -> Rect {
    let (x, width) = resized(reference.horizontal, Parts(mask, .horizontal), to: new.width, rounding, scale)
    let (y, height) = resized(reference.vertical, Parts(mask, .vertical), to: new.height, rounding, scale)
    return Rect(x: x, y: y, width: width, height: height)
  }

  private static func resized(
    _ span: Span, _ parts: Parts, to new: Double, _ rounding: AutoresizingRounding, _ scale: Double
  ) -> (Double, Double) {
    let share = parts.shares(span)
    let start = span.position + share.position * (new - span.container)
    let length = span.length + share.size * (new - span.container)
    switch rounding {
    case .none: return (start, length)
    case .floorEdges:
      func pixel(_ value: Double) -> Double { (value * scale + edgeTolerance).rounded(.down) / scale }
      return (pixel(start), pixel(start + length) - pixel(start))
    }
  }
}
