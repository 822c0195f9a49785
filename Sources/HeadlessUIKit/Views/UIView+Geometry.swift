import Foundation
import SceneModel

/// Frames, bounds, and the way between coordinate systems.
extension UIView {
  var currentFrame: CGRect {
    get {
      if let host { return shown(CGRect(host.kernel.frame(of: item))) }
      return shown(
        CGRect(
          x: storedCenter.x - storedBounds.width / 2, y: storedCenter.y - storedBounds.height / 2,
          width: storedBounds.width, height: storedBounds.height))
    }
    set {
      var rect = newValue.standardized
      let t = transform
      if !t.isIdentity {
        let size = rect.size.applying(t.inverted())
        let (width, height) = (abs(size.width), abs(size.height))
        rect = CGRect(x: rect.midX - width / 2, y: rect.midY - height / 2, width: width, height: height)
      }
      setLayoutFrame(rect)
    }
  }

  /// What is seen of it when it is turned or scaled: a rectangle around it.
  private func shown(_ rect: CGRect) -> CGRect {
    let t = transform
    if t.isIdentity { return rect }
    let around = CGRect(x: -rect.width / 2, y: -rect.height / 2, width: rect.width, height: rect.height).applying(t)
    return around.offsetBy(dx: rect.midX, dy: rect.midY)
  }

  func setLayoutFrame(_ rect: CGRect) {
    if let host {
      guard CGRect(host.kernel.frame(of: item)) != rect else { return }
      host.perform(.setProperty(item, .frame(rect.model)))
      host.moved()
      return
    }
    let old = storedBounds.size
    storedBounds.size = rect.size
    storedCenter = CGPoint(x: rect.midX, y: rect.midY)
    resizeStored(from: old)
  }

  var currentBounds: CGRect {
    get {
      if let host { return CGRect(origin: storedBounds.origin, size: CGSize(host.kernel.frame(of: item).size)) }
      return storedBounds
    }
    set {
      let old = bounds
      guard old != newValue else { return }
      storedBounds.origin = newValue.origin
      if let host {
        if self is UIScrollView {
          host.perform(.setProperty(item, .bounds(newValue.model)))
        } else if old.size != newValue.size {
          host.perform(.setProperty(item, .bounds(Rect(x: 0, y: 0, width: newValue.width, height: newValue.height))))
        }
        host.moved()
      } else {
        storedBounds.size = newValue.size
        resizeStored(from: old.size)
      }
    }
  }

  var currentCenter: CGPoint {
    get {
      guard let host else { return storedCenter }
      let frame = host.kernel.frame(of: item)
      return CGPoint(x: frame.midX, y: frame.midY)
    }
    set {
      guard let host else {
        storedCenter = newValue
        return
      }
      guard center != newValue else { return }
      host.perform(.setProperty(item, .center(newValue.model)))
      host.moved()
    }
  }

  /// Struts and springs while nobody lays the tree out.
  private func resizeStored(from old: CGSize) {
    guard autoresizesSubviews, old != storedBounds.size else { return }
    pendingLayout = true
    for view in subviews where view.translatesAutoresizingMaskIntoConstraints && !view.autoresizingMask.isEmpty {
      view.setLayoutFrame(view.resized(from: old, to: storedBounds.size))
    }
  }

  func rememberGeometry() {
    guard let host else { return }
    let frame = host.kernel.frame(of: item)
    storedBounds.size = CGSize(frame.size)
    storedCenter = CGPoint(x: frame.midX, y: frame.midY)
  }

  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { UIView.convert(point, from: self, to: view) }
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    UIView.convert(point, from: view ?? window, to: self)
  }
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect { UIView.convert(rect, from: self, to: view) }
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    UIView.convert(rect, from: view ?? window, to: self)
  }

  private static func convert(_ rect: CGRect, from: UIView?, to: UIView?) -> CGRect {
    let corners = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.minX, y: rect.maxY),
      CGPoint(x: rect.maxX, y: rect.maxY),
    ].map { convert($0, from: from, to: to) }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return CGRect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
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

  /// Into the superview's coordinates.
  private func outward(_ point: CGPoint) -> CGPoint {
    let (bounds, center, t) = (self.bounds, self.center, transform)
    let moved = CGPoint(x: point.x - bounds.midX, y: point.y - bounds.midY).applying(t)
    return CGPoint(x: moved.x + center.x, y: moved.y + center.y)
  }

  private func inward(_ point: CGPoint) -> CGPoint {
    let (bounds, center, t) = (self.bounds, self.center, transform)
    let moved = CGPoint(x: point.x - center.x, y: point.y - center.y).applying(t.inverted())
    return CGPoint(x: moved.x + bounds.midX, y: moved.y + bounds.midY)
  }
}
