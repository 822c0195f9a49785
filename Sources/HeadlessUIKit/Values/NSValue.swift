import Foundation

/// Core Graphics' structures as objects, as Core Animation takes them.
extension NSValue {
  /// Makes one as UIKit does.
  nonisolated public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }
  /// Makes one as UIKit does.
  nonisolated public convenience init(cgSize: CGSize) { self.init(size: cgSize) }
  /// Makes one as UIKit does.
  nonisolated public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }
  /// The cg point value, as in UIKit.
  nonisolated public var cgPointValue: CGPoint { pointValue }
  /// The cg size value, as in UIKit.
  nonisolated public var cgSizeValue: CGSize { sizeValue }
  /// The cg rect value, as in UIKit.
  nonisolated public var cgRectValue: CGRect { rectValue }

  /// The structure that it holds, where it is one of those above.
  nonisolated var structure: Any? {
    switch String(cString: objCType) {
    case let type where type.hasPrefix("{CGPoint"): pointValue
    case let type where type.hasPrefix("{CGSize"): sizeValue
    case let type where type.hasPrefix("{CGRect"): rectValue
    default: nil
    }
  }
}
