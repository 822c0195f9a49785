import Foundation
import SceneModel

/// Frames, bounds, and conversions between coordinate systems.
extension UIView {
  var currentFrame: CGRect {
    get { shown(layoutFrame) }
    set {
      var rect = newValue.standardized
      let t = transform
      if !t.isIdentity {
        // The anchor point has the same relative place in the visible rectangle as in the bounds.
        let (size, anchor) = (rect.size.applying(t.inverted()), anchorPoint)
        let (width, height) = (abs(size.width), abs(size.height))
        rect = CGRect(
          x: rect.minX + anchor.x * (rect.width - width), y: rect.minY + anchor.y * (rect.height - height),
          width: width, height: height)
      }
      setLayoutFrame(rect)
    }
  }

  /// The frame without the transform.
  var layoutFrame: CGRect {
    if let host { return host.frame(of: self) }
    return CGRect(
      x: storedCenter.x - storedBounds.width / 2, y: storedCenter.y - storedBounds.height / 2,
      width: storedBounds.width, height: storedBounds.height)
  }

  /// The point of the bounds that lies at `center`, in fractions of the bounds from 0 to 1. It is the layer's anchor point.
  public var anchorPoint: CGPoint {
    get { movedAnchor ?? CGPoint(x: 0.5, y: 0.5) }
    set { layer.anchorPoint = newValue }
  }

  /// Changes the anchor point; `change` stores it in the layer. `center` stays the same, so the view moves.
  func moveAnchor(to anchor: CGPoint, _ change: () -> Void) {
    let place = center
    movedAnchor = anchor
    change()
    center = place
  }

  /// Returns the smallest upright rectangle around a rectangle of the view, after the view's transform.
  private func shown(_ rect: CGRect) -> CGRect {
    let t = transform
    if t.isIdentity { return rect }
    // One transform from the view to its superview, as in UIKit: a right angle's rounding errors vanish when the position is added.
    let (x, y) = (anchorPoint.x * rect.width, anchorPoint.y * rect.height)
    let whole = CGAffineTransform(translationX: -x, y: -y).concatenating(t)
      .concatenating(CGAffineTransform(translationX: rect.minX + x, y: rect.minY + y))
    return CGRect(origin: .zero, size: rect.size).applying(whole)
  }

  func setLayoutFrame(_ rect: CGRect) {
    if let host {
      guard host.frame(of: self) != rect else { return }
      host.perform(.setProperty(item, .frame(rect.model)))
      frameSet = (rect, host.kernel.frame(of: item))
      host.moved()
      return
    }
    let old = storedBounds.size
    storedBounds.size = rect.size
    storedCenter = CGPoint(x: rect.midX, y: rect.midY)
    rememberPlacing()
    resizeStored(from: old)
  }

  /// Stores the line of code that places the view before it comes into a window, for recordings.
  func rememberPlacing(made isNew: Bool = false) {
    guard RecordedSource.keepsAddresses else { return }
    placedFrom = RecordedSource(known: nil, making: isNew ? Swift.type(of: self) : nil)
  }

  var currentBounds: CGRect {
    get {
      if let host { return CGRect(origin: storedBounds.origin, size: host.frame(of: self).size) }
      return storedBounds
    }
    set {
      let old = bounds
      guard old != newValue else { return }
      let frame = layoutFrame
      let place = CGPoint(x: frame.midX, y: frame.midY)
      // The anchor point stays where it is.
      let pinned = movedAnchor.map { _ in center }
      defer { if let pinned { center = pinned } }
      // Rule L10.5. For a scroll view, the kernel does this when it performs the step.
      if old.origin != newValue.origin, !(self is UIScrollView) { setNeedsLayout() }
      storedBounds.origin = newValue.origin
      if let host {
        host.perform(.setProperty(item, .bounds(newValue.model)))
        if old.size != newValue.size {
          frameSet = (
            CGRect(
              x: place.x - newValue.width / 2, y: place.y - newValue.height / 2, width: newValue.width,
              height: newValue.height), host.kernel.frame(of: item)
          )
        }
        host.moved()
      } else {
        storedBounds.size = newValue.size
        rememberPlacing()
        resizeStored(from: old.size)
      }
    }
  }

  var currentCenter: CGPoint {
    get {
      if host == nil, movedAnchor == nil { return storedCenter }
      let (frame, anchor) = (layoutFrame, anchorPoint)
      return CGPoint(x: frame.minX + anchor.x * frame.width, y: frame.minY + anchor.y * frame.height)
    }
    set {
      var middle = newValue
      if let anchor = movedAnchor {
        let size = layoutFrame.size
        middle.x += (0.5 - anchor.x) * size.width
        middle.y += (0.5 - anchor.y) * size.height
      }
      guard let host else {
        storedCenter = middle
        rememberPlacing()
        return
      }
      guard center != newValue || movedAnchor != nil else { return }
      let size = layoutFrame.size
      host.perform(.setProperty(item, .center(middle.model)))
      frameSet = (
        CGRect(x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height),
        host.kernel.frame(of: item)
      )
      host.moved()
    }
  }

  /// Whether constraints place the view: its own, a stack view's, or those that a cell puts around its content.
  var isPlacedByConstraints: Bool { !translatesAutoresizingMaskIntoConstraints }

  /// Applies autoresizing masks while no host lays the tree out.
  private func resizeStored(from old: CGSize) {
    guard autoresizesSubviews, old != storedBounds.size else { return }
    pendingLayout = true
    for view in subviews where view.translatesAutoresizingMaskIntoConstraints && !view.autoresizingMask.isEmpty {
      view.setLayoutFrame(view.resized(from: old, to: storedBounds.size))
    }
  }

  func rememberGeometry() {
    guard let host else { return }
    let frame = host.frame(of: self)
    storedBounds.size = frame.size
    storedCenter = CGPoint(x: frame.midX, y: frame.midY)
  }

  /// Converts a point of this view to another view's coordinates; nil means the window's.
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { UIView.convert(point, from: self, to: view) }
  /// Converts a point of another view to this view's coordinates; nil means the window's.
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    UIView.convert(point, from: view ?? window, to: self)
  }
  /// Converts a rectangle of this view to another view's coordinates (nil means the window's), and returns the upright rectangle around the result.
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect { UIView.convert(rect, from: self, to: view) }
  /// Converts a rectangle of another view (nil means the window) to this view's coordinates, and returns the upright rectangle around the result.
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    UIView.convert(rect, from: view ?? window, to: self)
  }

  private static func convert(_ rect: CGRect, from: UIView?, to: UIView?) -> CGRect {
    CGRect(
      around: [
        CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.minX, y: rect.maxY),
        CGPoint(x: rect.maxX, y: rect.maxY),
      ].map { convert($0, from: from, to: to) })
  }

  private static func convert(_ point: CGPoint, from: UIView?, to: UIView?) -> CGPoint {
    var point = point
    var next = from
    while let view = next {
      if view === to { return point }
      point = view.outward(point)
      next = view.superview
    }
    var chain: [UIView] = []
    next = to
    while let view = next {
      chain.append(view)
      next = view.superview
    }
    for view in chain.reversed() { point = view.inward(point) }
    return point
  }

  /// Converts a point to the superview's coordinates.
  private func outward(_ point: CGPoint) -> CGPoint {
    let (origin, center, t) = (anchorInBounds, self.center, transform)
    let moved = CGPoint(x: point.x - origin.x, y: point.y - origin.y).applying(t)
    return CGPoint(x: moved.x + center.x, y: moved.y + center.y)
  }

  private func inward(_ point: CGPoint) -> CGPoint {
    let (origin, center, t) = (anchorInBounds, self.center, transform)
    let moved = CGPoint(x: point.x - center.x, y: point.y - center.y).applying(t.inverted())
    return CGPoint(x: moved.x + origin.x, y: moved.y + origin.y)
  }

  private var anchorInBounds: CGPoint {
    let (bounds, anchor) = (self.bounds, anchorPoint)
    return CGPoint(x: bounds.minX + anchor.x * bounds.width, y: bounds.minY + anchor.y * bounds.height)
  }
}
