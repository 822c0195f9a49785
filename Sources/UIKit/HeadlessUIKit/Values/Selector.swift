/// A method that can be called on a target of unknown type. `#selector(f)` gives such a value.
///
/// The rewriter replaces `#selector` by a selector that is made from the unapplied method:
///
/// ```swift
/// button.addTarget(self, action: Selector("pressed(_:)", Screen.pressed(_:)), for: .touchUpInside)
/// ```
///
/// A selector that is only a name (`Selector("pressed:")`) is looked up in the target's `perform(named:sender:event:)`.
/// Two selectors are equal when their names are.
nonisolated public struct Selector: Hashable, ExpressibleByStringLiteral, CustomStringConvertible, @unchecked Sendable {
  /// The method's name as Swift writes it, `pressed(_:)`, or as Objective-C does, `pressed:`.
  public let name: String
  /// Calls the method with target, sender and event; returns false if the target is of another class. Nil if only the name is known.
  private let call: (@MainActor (AnyObject, Any?, UIEvent?) -> Bool)?

  /// Makes a selector that is only a name; the target looks the method up when it is called.
  public init(_ name: String) { (self.name, call) = (name, nil) }
  /// Makes a selector that is only a name, from a string literal.
  public init(stringLiteral name: String) { self.init(name) }

  /// Makes a selector that calls the closure with the target, the sender (nil if unknown), and the event.
  public init<Target>(
    _ name: String, of target: Target.Type, perform: @escaping @MainActor (Target, Any?, UIEvent?) -> Void
  ) {
    self.name = name
    call = { target, sender, event in
      guard let target = target as? Target else { return false }
      perform(target, sender, event)
      return true
    }
  }

  /// Makes a selector for a method without parameters, `Screen.pressed`.
  @preconcurrency public init<Target, Result>(
    _ name: String, _ method: @escaping @MainActor (Target) -> @MainActor () -> Result
  ) {
    self.init(name, of: Target.self) { target, _, _ in _ = method(target)() }
  }

  /// Makes a selector for a method with one parameter, `Screen.pressed(_:)`. If the sender has another type, nothing is called.
  @preconcurrency public init<Target, Sender, Result>(
    _ name: String, _ method: @escaping @MainActor (Target) -> @MainActor (Sender) -> Result
  ) {
    self.init(name, of: Target.self) { target, sender, _ in
      if let sender = Selector.argument(sender, as: Sender.self) { _ = method(target)(sender) }
    }
  }

  /// Makes a selector for a method that also takes the event, `Screen.pressed(_:event:)`.
  @preconcurrency public init<Target, Sender, Event, Result>(
    _ name: String, _ method: @escaping @MainActor (Target) -> @MainActor (Sender, Event) -> Result
  ) {
    self.init(name, of: Target.self) { target, sender, event in
      guard let sender = Selector.argument(sender, as: Sender.self),
        let event = Selector.argument(event, as: Event.self)
      else { return }
      _ = method(target)(sender, event)
    }
  }

  public var description: String { name }
  public static func == (a: Selector, b: Selector) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Calls the method on the target; returns false if the target has no such method.
  @MainActor @discardableResult
  public func perform(on target: AnyObject, sender: Any? = nil, event: UIEvent? = nil) -> Bool {
    if let call { return call(target, sender, event) }
    return (target as? ConnectsByName)?.perform(named: name, sender: sender, event: event) ?? false
  }

  /// Returns a sender or an event as a value of a method's parameter type; nil if it has another type.
  public static func argument<Value>(_ value: Any?, as type: Value.Type) -> Value? {
    if let value = value as? Value { return value }
    // A parameter may be optional, or of a type that takes anything.
    return Optional<Any>.none as? Value
  }
}

/// An object whose outlets and actions are found by name, for storyboards, nibs, and selectors made of strings. The rewriter (`UIKitOnLinux`) writes
/// both functions for classes with `@IBOutlet` and `@objc` members.
@MainActor public protocol ConnectsByName: AnyObject {
  /// Sets an outlet; returns false if there is no such outlet, or it does not take this value.
  func connect(_ value: Any?, outlet name: String) -> Bool
  /// Performs an action; returns false if there is no such action.
  func perform(named name: String, sender: Any?, event: UIEvent?) -> Bool
}
