import Foundation

/// How an associated value is held; here it is always kept until its object goes, or weakly for `ASSIGN`.
nonisolated public enum objc_AssociationPolicy: UInt, Sendable {
  /// Held weakly.
  case OBJC_ASSOCIATION_ASSIGN = 0
  /// Held until the object goes.
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  /// Held until the object goes; the value itself, not a copy.
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  /// Held until the object goes.
  case OBJC_ASSOCIATION_RETAIN = 769
  /// Held until the object goes; the value itself, not a copy.
  case OBJC_ASSOCIATION_COPY = 771
}

/// The value that was kept with an object under a key: extensions have no stored properties.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  (object as? UIObject)?.associated[key]?.value
}

/// Keeps a value with an object as long as it lives; nil takes it away. Objects that are not UIKit's keep none here.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  guard let object = object as? UIObject else {
    preconditionFailure("objc_setAssociatedObject: a \(type(of: object)) keeps no values here; only UIKit's objects do")
  }
  object.associated[key] = value.map { AssociatedValue($0, isWeak: policy == .OBJC_ASSOCIATION_ASSIGN) }
}

/// Lets go of all values that are kept with an object.
public func objc_removeAssociatedObjects(_ object: Any) { (object as? UIObject)?.associated = [:] }

struct AssociatedValue {
  private let kept: Any?
  private weak var object: AnyObject?

  init(_ value: Any, isWeak: Bool) {
    // A value that is no object cannot be held weakly.
    if isWeak, type(of: value) is AnyClass {
      (kept, object) = (nil, value as AnyObject)
    } else {
      kept = value
    }
  }
  var value: Any? { kept ?? object }
}
