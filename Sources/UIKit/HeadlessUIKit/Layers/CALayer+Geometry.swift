import Foundation
import SceneModel

/// The geometry of layers. A layer's anchor point lies at its position, and transforms apply about that point. A view's layer has the view's geometry.
extension CALayer {
  var currentAnchor: CGPoint {
    get { if case .point(let point) = value("anchorPoint") { CGPoint(point) } else { CGPoint(x: 0.5, y: 0.5) } }
    set {
      guard newValue != currentAnchor else { return }
      if let view {
        view.moveAnchor(to: newValue) { set("anchorPoint", .point(newValue.model)) }
      } else {
        set("anchorPoint", .point(newValue.model))
      }
    }
  }
  var currentPosition: CGPoint {
    get {
      if let view { return view.center }
      if case .point(let point) = value("position") { return CGPoint(point) }
      return .zero
    }
    set { if let view { view.center = newValue } else { set("position", .point(newValue.model)) } }
  }
  var currentBounds: CGRect {
    get {
      if let view { return view.bounds }
      if case .rect(let rect) = value("bounds") { return CGRect(rect) }
      return .zero
    }
    set { if let view { view.bounds = newValue } else { set("bounds", .rect(newValue.model)) } }
  }
  var currentFrame: CGRect {
    get {
      if let view { return view.frame }
      let (size, position, anchor, t) = (bounds.size, self.position, anchorPoint, affineTransform())
      let around = CGRect(
        x: -anchor.x * size.width, y: -anchor.y * size.height, width: size.width, height: size.height)
      return around.applying(t).offsetBy(dx: position.x, dy: position.y)
    }
    set {
      if let view {
        view.frame = newValue
        return
      }
      let (anchor, t, rect) = (anchorPoint, affineTransform(), newValue.standardized)
      let size = t.isIdentity ? rect.size : rect.size.applying(t.inverted())
      position = CGPoint(x: rect.minX + anchor.x * rect.width, y: rect.minY + anchor.y * rect.height)
      bounds = CGRect(origin: bounds.origin, size: CGSize(width: abs(size.width), height: abs(size.height)))
    }
  }

  /// Converts a point of another layer to this layer's coordinates; nil means the outermost layer.
  public func convert(_ point: CGPoint, from layer: CALayer?) -> CGPoint {
    CALayer.convert(point, from: layer, to: self)
  }
  /// Converts a point of this layer to another layer's coordinates; nil means the outermost layer.
  public func convert(_ point: CGPoint, to layer: CALayer?) -> CGPoint {
    CALayer.convert(point, from: self, to: layer)
  }
  /// Converts a rectangle of another layer to this layer's coordinates, and returns the upright rectangle around the result.
  public func convert(_ rect: CGRect, from layer: CALayer?) -> CGRect {
    CALayer.convert(rect, from: layer, to: self)
  }
  /// Converts a rectangle of this layer to another layer's coordinates, and returns the upright rectangle around the result.
  public func convert(_ rect: CGRect, to layer: CALayer?) -> CGRect { CALayer.convert(rect, from: self, to: layer) }

  private static func convert(_ rect: CGRect, from: CALayer?, to: CALayer?) -> CGRect {
    CGRect(
      around: [
        CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.minX, y: rect.maxY),
        CGPoint(x: rect.maxX, y: rect.maxY),
      ].map { convert($0, from: from, to: to) })
  }

  private static func convert(_ point: CGPoint, from: CALayer?, to: CALayer?) -> CGPoint {
    var point = point
    var next = from
    while let layer = next {
      if layer === to { return point }
      let inside = CGPoint(x: point.x - layer.origin.x, y: point.y - layer.origin.y)
      let moved = inside.applying(layer.affineTransform())
      point = CGPoint(x: moved.x + layer.position.x, y: moved.y + layer.position.y)
      next = layer.superlayer
    }
    var chain: [CALayer] = []
    next = to
    while let layer = next {
      chain.append(layer)
      next = layer.superlayer
    }
    for layer in chain.reversed() {
      let outside = CGPoint(x: point.x - layer.position.x, y: point.y - layer.position.y)
      let moved = outside.applying(layer.affineTransform().inverted())
      point = CGPoint(x: moved.x + layer.origin.x, y: moved.y + layer.origin.y)
    }
    return point
  }

  /// The point of the bounds that is at the position.
  private var origin: CGPoint {
    let (bounds, anchor) = (self.bounds, anchorPoint)
    return CGPoint(x: bounds.minX + anchor.x * bounds.width, y: bounds.minY + anchor.y * bounds.height)
  }
}
