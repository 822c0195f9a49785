import Foundation

/// Core Graphics' structures as objects, as Core Animation takes them.
extension NSValue {
  nonisolated public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }
  nonisolated public convenience init(cgSize: CGSize) { self.init(size: cgSize) }
  nonisolated public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }
  nonisolated public var cgPointValue: CGPoint { pointValue }
  nonisolated public var cgSizeValue: CGSize { sizeValue }
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
