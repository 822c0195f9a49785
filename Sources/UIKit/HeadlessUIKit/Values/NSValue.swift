import Foundation

/// Core Graphics' structures as objects, in the form that Core Animation uses.
extension NSValue {
  /// Makes a value that holds a point.
  nonisolated public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }
  /// Makes a value that holds a size.
  nonisolated public convenience init(cgSize: CGSize) { self.init(size: cgSize) }
  /// Makes a value that holds a rectangle.
  nonisolated public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }
  /// The point that the value holds.
  nonisolated public var cgPointValue: CGPoint { pointValue }
  /// The size that the value holds.
  nonisolated public var cgSizeValue: CGSize { sizeValue }
  /// The rectangle that the value holds.
  nonisolated public var cgRectValue: CGRect { rectValue }

  /// The point, size or rectangle that the value holds; nil if it holds something else.
  nonisolated var structure: Any? {
    switch String(cString: objCType) {
    case let type where type.hasPrefix("{CGPoint"): pointValue
    case let type where type.hasPrefix("{CGSize"): sizeValue
    case let type where type.hasPrefix("{CGRect"): rectValue
    default: nil
    }
  }
}
