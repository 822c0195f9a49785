import Foundation
import SceneModel

extension AnimationValue {
  /// Makes a value from one that code passes to Core Animation for a property at `path`; nil for an unknown type. A Boolean is a number, except at
  /// the path `hidden`.
  init?(any value: Any, at path: String = "") {
    switch value {
    case let v as CGFloat: self = .number(Double(v))
    case let v as Double: self = .number(v)
    case let v as Float: self = .number(Double(v))
    case let v as Bool: self = path == "hidden" ? .boolean(v) : .number(v ? 1 : 0)
    case let v as Int: self = .number(Double(v))
    case let v as CGPoint: self = .point(v.model)
    case let v as CGSize: self = .size(v.model)
    case let v as CGRect: self = .rect(v.model)
    case let v as CGColor: self = .color(v.color)
    case let v as UIColor: self = .color(v.color)
    case let v as CATransform3D: self = .transform(v.model)
    case let v as CGAffineTransform: self = .transform(v.model)
    case let v as CGPath: self = .path(v.path)
    case let v as NSNumber: self = .number(v.doubleValue)
    case let v as NSValue:
      guard let structure = v.structure else { return nil }
      self.init(any: structure, at: path)
    default: return nil
    }
  }

  package var any: Any? {
    switch self {
    case .number(let v), .integer(let v): CGFloat(v)
    case .boolean(let v): v
    case .point(let v): CGPoint(v)
    case .size(let v): CGSize(v)
    case .rect(let v): CGRect(v)
    case .color(let v): v.map { CGColor($0) }
    case .transform(let v): CATransform3D(v)
    case .path(let v): CGPath(v)
    case .numbers(let v): v.map { CGFloat($0) }
    default: nil
    }
  }
}
