import Foundation

/// A trait that a program can observe, such as `UITraitHorizontalSizeClass.self`.
nonisolated public protocol UITraitDefinition {
  /// Returns the value of the trait in a collection.
  static func _value(in traits: UITraitCollection) -> AnyHashable
  /// Removes the trait from a collection.
  static func _remove(from traits: inout UITraitCollection)
}
/// The type of a trait.
public typealias UITrait = any UITraitDefinition.Type

/// The trait for the size class of the width.
nonisolated public enum UITraitHorizontalSizeClass: UITraitDefinition {
  /// The value of the trait.
  public static func _value(in traits: UITraitCollection) -> AnyHashable { traits.horizontalSizeClass }
  /// Removes the trait from a collection.
  public static func _remove(from traits: inout UITraitCollection) { traits.horizontalSizeClass = .unspecified }
}
/// The trait for the size class of the height.
nonisolated public enum UITraitVerticalSizeClass: UITraitDefinition {
  /// The value of the trait.
  public static func _value(in traits: UITraitCollection) -> AnyHashable { traits.verticalSizeClass }
  /// Removes the trait from a collection.
  public static func _remove(from traits: inout UITraitCollection) { traits.verticalSizeClass = .unspecified }
}
/// The trait for the light or dark appearance.
nonisolated public enum UITraitUserInterfaceStyle: UITraitDefinition {
  /// The value of the trait.
  public static func _value(in traits: UITraitCollection) -> AnyHashable { traits.userInterfaceStyle }
  /// Removes the trait from a collection.
  public static func _remove(from traits: inout UITraitCollection) { traits.userInterfaceStyle = .unspecified }
}
/// The trait for the kind of device.
nonisolated public enum UITraitUserInterfaceIdiom: UITraitDefinition {
  /// The value of the trait.
  public static func _value(in traits: UITraitCollection) -> AnyHashable { traits.userInterfaceIdiom }
  /// Removes the trait from a collection.
  public static func _remove(from traits: inout UITraitCollection) { traits.userInterfaceIdiom = .unspecified }
}
/// The trait for the number of pixels in a point.
nonisolated public enum UITraitDisplayScale: UITraitDefinition {
  /// The value of the trait.
  public static func _value(in traits: UITraitCollection) -> AnyHashable { traits.displayScale }
  /// Removes the trait from a collection.
  public static func _remove(from traits: inout UITraitCollection) { traits.displayScale = 0 }
}
/// The trait for the reading direction.
nonisolated public enum UITraitLayoutDirection: UITraitDefinition {
  /// The value of the trait.
  public static func _value(in traits: UITraitCollection) -> AnyHashable { traits.layoutDirection }
  /// Removes the trait from a collection.
  public static func _remove(from traits: inout UITraitCollection) { traits.layoutDirection = .unspecified }
}
/// The trait for the text size that the user chose.
nonisolated public enum UITraitPreferredContentSizeCategory: UITraitDefinition {
  /// The value of the trait.
  public static func _value(in traits: UITraitCollection) -> AnyHashable { traits.preferredContentSizeCategory }
  /// Removes the trait from a collection.
  public static func _remove(from traits: inout UITraitCollection) {
    traits.preferredContentSizeCategory = .unspecified
  }
}

/// The traits that a view, a controller or a window sets for itself and everything in it.
@dynamicMemberLookup nonisolated public struct UITraitOverrides: Sendable {
  var traits = UITraitCollection()
  /// The overridden value of a trait; unspecified if it is not overridden.
  public subscript<Value>(dynamicMember path: WritableKeyPath<UITraitCollection, Value>) -> Value {
    get { traits[keyPath: path] }
    set { traits[keyPath: path] = newValue }
  }
  /// Returns whether a trait is overridden.
  public func contains(_ trait: UITrait) -> Bool { trait._value(in: traits) != trait._value(in: UITraitCollection()) }
  /// Removes the override of a trait, so that the surrounding value applies.
  public mutating func remove(_ trait: UITrait) { trait._remove(from: &traits) }
}

/// A registration for changes of traits; `unregisterForTraitChanges(_:)` cancels it.
@MainActor public protocol UITraitChangeRegistration: AnyObject {}

/// An object that has traits.
@MainActor public protocol UITraitEnvironment: AnyObject {
  /// The traits of the object.
  var traitCollection: UITraitCollection { get }
  /// Called when the traits have changed.
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}
/// An object whose changes of traits can be observed.
@MainActor public protocol UITraitChangeObservable: UITraitEnvironment {
  /// The registrations, for `registerForTraitChanges(_:handler:)` and similar methods.
  var _traitObservers: UITraitObservers { get }
}

/// The observers of an object's traits.
public final class UITraitObservers {
  final class Entry: UITraitChangeRegistration {
    let traits: [UITrait]
    let tell: (UITraitCollection) -> Void
    init(_ traits: [UITrait], _ tell: @escaping (UITraitCollection) -> Void) {
      (self.traits, self.tell) = (traits, tell)
    }
  }
  private var entries: [Entry] = []

  func add(_ traits: [UITrait], _ tell: @escaping (UITraitCollection) -> Void) -> Entry {
    let entry = Entry(traits, tell)
    entries.append(entry)
    return entry
  }
  func remove(_ registration: any UITraitChangeRegistration) { entries.removeAll { $0 === registration } }
  func tell(from old: UITraitCollection, to new: UITraitCollection) {
    for entry in entries where entry.traits.contains(where: { $0._value(in: old) != $0._value(in: new) }) {
      entry.tell(old)
    }
  }
}

extension UITraitChangeObservable {
  /// Calls a block with this object and its former traits when one of the traits has changed.
  @discardableResult public func registerForTraitChanges(
    _ traits: [UITrait], handler: @escaping (Self, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    _traitObservers.add(traits) { [weak self] old in if let self { handler(self, old) } }
  }
  /// Calls a method of this object when one of the traits has changed.
  @discardableResult public func registerForTraitChanges(
    _ traits: [UITrait], action: Selector
  ) -> any UITraitChangeRegistration { registerForTraitChanges(traits, target: self, action: action) }
  /// Calls a method of another object, which is held weakly, when one of the traits has changed.
  @discardableResult public func registerForTraitChanges(
    _ traits: [UITrait], target: Any, action: Selector
  ) -> any UITraitChangeRegistration {
    let target = WeakObject(target as AnyObject)
    return _traitObservers.add(traits) { [weak self] _ in
      if let self, let object = target.object { action.perform(on: object, sender: self) }
    }
  }
  /// Cancels a registration.
  public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
    _traitObservers.remove(registration)
  }
}

extension UIView: UITraitChangeObservable {
  /// The registered observers.
  public var _traitObservers: UITraitObservers {
    if let traitObservers { return traitObservers }
    let made = UITraitObservers()
    traitObservers = made
    return made
  }
  /// The traits that the view sets for itself and its subviews.
  public var traitOverrides: UITraitOverrides {
    get { ownTraits ?? UITraitOverrides() }
    set { changingTraits { ownTraits = newValue } }
  }

  /// The traits of the window, with the overrides of this view, the views around it and their controllers.
  var inheritedTraits: UITraitCollection {
    var base: UITraitCollection?
    var changes: [UITraitCollection] = []
    var next: UIView? = self
    while let view = next {
      if let own = view.ownTraits?.traits { changes.append(own) }
      if view.overrideUserInterfaceStyle != .unspecified {
        changes.append(UITraitCollection(userInterfaceStyle: view.overrideUserInterfaceStyle))
      }
      if let controller = view.controller { controller.addTraitChanges(to: &changes) }
      if let window = view as? UIWindow { base = window.screenTraits }
      next = view.superview
    }
    let start = base ?? UIScreen.preferred?.traits ?? .standard
    return changes.isEmpty ? start : changes.reversed().reduce(start) { $0.merging($1) }
  }

  /// Runs `change`, which may give this view, the views in it and their controllers other traits. Notifies those whose traits have changed.
  func changingTraits(_ change: () -> Void) {
    var before: [(view: UIView, old: UITraitCollection)] = []
    func visit(_ view: UIView) {
      before.append((view, view.traitCollection))
      for child in view.subviews { visit(child) }
    }
    visit(self)
    change()
    for (view, old) in before where view.traitCollection != old {
      view.traitsChanged(from: old)
      view.traitObservers?.tell(from: old, to: view.traitCollection)
      view.traitCollectionDidChange(old)
      guard let controller = view.controller else { continue }
      controller.traitObservers?.tell(from: old, to: controller.traitCollection)
      controller.traitCollectionDidChange(old)
    }
  }
}

extension UIViewController: UITraitChangeObservable {
  /// The registered observers.
  public var _traitObservers: UITraitObservers {
    if let traitObservers { return traitObservers }
    let made = UITraitObservers()
    traitObservers = made
    return made
  }
  /// The traits that the controller sets for itself, its view and its children.
  public var traitOverrides: UITraitOverrides {
    get { ownTraits ?? UITraitOverrides() }
    set { changingTraits { ownTraits = newValue } }
  }
  /// Sets traits of a child; nil removes them.
  public func setOverrideTraitCollection(_ traits: UITraitCollection?, forChild child: UIViewController) {
    child.changingTraits { childTraits[ObjectIdentifier(child)] = traits }
  }
  /// Returns the traits that were set for a child; nil if there is none.
  public func overrideTraitCollection(forChild child: UIViewController) -> UITraitCollection? {
    childTraits[ObjectIdentifier(child)]
  }

  func changingTraits(_ change: () -> Void) {
    if let view = viewIfLoaded { view.changingTraits(change) } else { change() }
  }
  /// Adds the traits that this controller overrides to `changes`, the innermost override first.
  func addTraitChanges(to changes: inout [UITraitCollection]) {
    if let own = ownTraits?.traits { changes.append(own) }
    if overrideUserInterfaceStyle != .unspecified {
      changes.append(UITraitCollection(userInterfaceStyle: overrideUserInterfaceStyle))
    }
    if let given = parent?.childTraits[ObjectIdentifier(self)] { changes.append(given) }
  }
  var inheritedTraits: UITraitCollection {
    if let view = viewIfLoaded, view.superview != nil || parent == nil { return view.traitCollection }
    var changes: [UITraitCollection] = []
    addTraitChanges(to: &changes)
    let around = parent?.traitCollection ?? UIScreen.preferred?.traits ?? .standard
    return changes.reversed().reduce(around) { $0.merging($1) }
  }
}
