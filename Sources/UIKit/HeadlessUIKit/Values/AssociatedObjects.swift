import Foundation

/// How an associated value is held. Here every value is held until its object is gone, or weakly for `ASSIGN`.
nonisolated public enum objc_AssociationPolicy: UInt, Sendable {
  /// Held weakly.
  case OBJC_ASSOCIATION_ASSIGN = 0
  /// Held until the object is gone.
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  /// Held until the object is gone. Here the value itself is held, not a copy.
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  /// Held until the object is gone.
  case OBJC_ASSOCIATION_RETAIN = 769
  /// Held until the object is gone. Here the value itself is held, not a copy.
  case OBJC_ASSOCIATION_COPY = 771
}

/// Returns the value that was stored with an object under a key; nil if there is none. Such values replace stored properties in extensions.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  (object as? UIObject)?.associated[key]?.value
}

/// Stores a value with an object as long as the object lives; nil removes it. If the object is no `UIObject`, the process ends with
/// a message.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  guard let object = object as? UIObject else {
    preconditionFailure("objc_setAssociatedObject: a \(type(of: object)) keeps no values here; only UIKit's objects do")
  }
  object.associated[key] = value.map { AssociatedValue($0, isWeak: policy == .OBJC_ASSOCIATION_ASSIGN) }
}

/// Removes all values that are stored with an object.
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
