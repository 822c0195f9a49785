import Foundation

/// A running observation. It ends when this object is freed or `invalidate()` is called.
public final class NSKeyValueObservation: UIObject {
  // Not isolated: deinitialisers, which belong to no actor, end observations.
  nonisolated(unsafe) fileprivate var check: (() -> Void)?
  /// Ends the observation.
  nonisolated public func invalidate() { check = nil }
}

/// A change that was observed: the new and the old value.
nonisolated public struct NSKeyValueObservedChange<Value> {
  /// The value after the change, and the one before; nil unless the options include it.
  public let newValue, oldValue: Value?
  /// The changed indexes; always nil here.
  public let indexes: IndexSet?
  /// Whether the change has not happened yet; always false here.
  public let isPrior: Bool
}

/// The options of an observation.
nonisolated public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The new value; the old one.
  public static let new = NSKeyValueObservingOptions(rawValue: 1), old = NSKeyValueObservingOptions(rawValue: 2)
  /// The value when the observation begins; the value before each change (never reported here).
  public static let initial = NSKeyValueObservingOptions(rawValue: 4), prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// Observers of a scroll view, held weakly.
struct ScrollObservers {
  private struct Entry { weak var observation: NSKeyValueObservation? }
  private var entries: [Entry] = []
  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ observation: NSKeyValueObservation) { entries.append(Entry(observation: observation)) }
  func tell() { for entry in entries { entry.observation?.check?() } }
}

extension ScrollDelegating where Self: UIScrollView {
  /// Observes the offset, the content size or another property by key path. The property is compared with its last value only when the offset changes
  /// or the content size is set.
  public func observe<Value: Equatable>(
    _ path: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let observation = NSKeyValueObservation()
    var last = self[keyPath: path]
    func told(_ old: Value?, _ new: Value) -> NSKeyValueObservedChange<Value> {
      NSKeyValueObservedChange(
        newValue: options.contains(.new) ? new : nil, oldValue: options.contains(.old) ? old : nil, indexes: nil,
        isPrior: false)
    }
    observation.check = { [weak self] in
      guard let self else { return }
      let (old, new) = (last, self[keyPath: path])
      guard old != new else { return }
      last = new
      changeHandler(self, told(old, new))
    }
    observers.add(observation)
    if options.contains(.initial) { changeHandler(self, told(nil, last)) }
    return observation
  }
}
