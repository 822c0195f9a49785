import Foundation

/// The root class of this module. Objects are equal only if they are identical, and their description is the class name.
///
/// It takes the place of `NSObject`. On Linux the members of `NSObject` belong to no actor, so a class on the main actor cannot override them.
///
/// In Swift 5 mode the main actor is checked no more strictly than on Apple's systems: where a Foundation closure uses a view, the compiler only
/// warns.
@preconcurrency @MainActor open class UIObject: Hashable, CustomStringConvertible {
  var associated: [UnsafeRawPointer: AssociatedValue] = [:]

  /// Makes an object.
  public init() {}
  // Only subclasses whose deinitialisers do work need the main actor; isolation costs a check each time.
  nonisolated deinit {}

  nonisolated public static func == (a: UIObject, b: UIObject) -> Bool { a === b }
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  nonisolated open var description: String { "<\(Swift.type(of: self))>" }
  nonisolated public var debugDescription: String { description }
  nonisolated public var hashValue: Int { ObjectIdentifier(self).hashValue }
  /// The hash of the object's identity; it differs from process to process.
  nonisolated public var hash: Int { hashValue }
  /// Connects an outlet by its name, for storyboards and nibs; false if there is no such outlet. The rewriter (`UIKitOnLinux`) writes overrides.
  open func connect(_ value: Any?, outlet name: String) -> Bool { false }
  /// Calls a method by its name; false if there is no such method. The rewriter (`UIKitOnLinux`) writes overrides.
  open func perform(named name: String, sender: Any?, event: UIEvent?) -> Bool { false }
  /// Returns whether the object is of a class or of one that inherits from it.
  nonisolated public func isKind(of type: AnyClass) -> Bool {
    var next: AnyClass? = Swift.type(of: self)
    while let present = next {
      if present == type { return true }
      next = _getSuperclass(present)
    }
    return false
  }
  /// Returns whether another object is this one.
  nonisolated public func isEqual(_ other: Any?) -> Bool { (other as? UIObject) === self }
}

extension UIObject: ConnectsByName {}

/// The conformance to `NSObjectProtocol`, which protocols of apps often demand. It allows them to compare objects of Foundation and of UIKit.
extension UIObject: NSObjectProtocol {
  /// Returns the object itself, as `NSObjectProtocol` requires.
  nonisolated public func `self`() -> Self { self }
  /// Returns false: there are no proxies here.
  nonisolated public func isProxy() -> Bool { false }
  nonisolated public static func == (a: any NSObjectProtocol, b: UIObject) -> Bool { a === b }
  nonisolated public static func == (a: UIObject, b: any NSObjectProtocol) -> Bool { a === b }
}
