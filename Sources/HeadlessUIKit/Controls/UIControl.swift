import Foundation

/// A view that sends actions to targets, which it holds weakly.
open class UIControl: UIView {
  /// The events of a control. Raw values are UIKit's.
  nonisolated public struct Event: OptionSet, Hashable, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// UIKit's values of these names.
    public static let touchDown = Event(rawValue: 1 << 0), touchDownRepeat = Event(rawValue: 1 << 1)
    /// UIKit's values of these names.
    public static let touchDragInside = Event(rawValue: 1 << 2), touchDragOutside = Event(rawValue: 1 << 3)
    /// UIKit's values of these names.
    public static let touchDragEnter = Event(rawValue: 1 << 4), touchDragExit = Event(rawValue: 1 << 5)
    /// UIKit's values of these names.
    public static let touchUpInside = Event(rawValue: 1 << 6), touchUpOutside = Event(rawValue: 1 << 7)
    /// UIKit's values of these names.
    public static let touchCancel = Event(rawValue: 1 << 8), valueChanged = Event(rawValue: 1 << 12)
    /// UIKit's values of these names.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13), menuActionTriggered = Event(rawValue: 1 << 14)
    /// UIKit's values of these names.
    public static let editingDidBegin = Event(rawValue: 1 << 16), editingChanged = Event(rawValue: 1 << 17)
    /// UIKit's values of these names.
    public static let editingDidEnd = Event(rawValue: 1 << 18), editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// UIKit's values of these names.
    public static let allTouchEvents = Event(rawValue: 0xFFF), allEditingEvents = Event(rawValue: 0xF0000)
    /// UIKit's `UIControl.Event.allEvents`.
    public static let allEvents = Event(rawValue: .max)
  }
  /// The states of a control. Raw values are UIKit's.
  nonisolated public struct State: OptionSet, Hashable, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// UIKit's `UIControl.State.normal`.
    public static let normal: State = []
    /// UIKit's values of these names.
    public static let highlighted = State(rawValue: 1), disabled = State(rawValue: 2), selected = State(rawValue: 4)
    /// UIKit's `UIControl.State.focused`.
    public static let focused = State(rawValue: 8)
  }
  /// How a control's content lies horizontally.
  nonisolated public enum ContentHorizontalAlignment: Int, Sendable {
    /// UIKit's cases of these names.
    case center, left, right, fill, leading, trailing
  }
  /// How a control's content lies vertically.
  nonisolated public enum ContentVerticalAlignment: Int, Sendable { case center, top, bottom, fill }

  private struct Entry {
    weak var target: AnyObject?
    var isNilTargeted: Bool
    var selector: Selector?
    var action: UIAction?
    var events: Event
  }
  private var entries: [Entry] = []

  /// Whether the control takes touches; part of its state.
  open var isEnabled = true { didSet { if oldValue != isEnabled { stateChanged() } } }
  /// Whether it is selected, as in UIKit.
  open var isSelected = false { didSet { if oldValue != isSelected { stateChanged() } } }
  /// Whether it is highlighted, as in UIKit.
  open var isHighlighted = false { didSet { if oldValue != isHighlighted { stateChanged() } } }
  /// The content horizontal alignment; kept, without effect on layout or motion.
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center
  /// The content vertical alignment; kept, without effect on layout or motion.
  open var contentVerticalAlignment = ContentVerticalAlignment.center
  /// Whether it is tracking, as in UIKit.
  open internal(set) var isTracking = false
  /// Whether it is touch inside, as in UIKit.
  open internal(set) var isTouchInside = false
  /// The state, as in UIKit.
  open var state: State {
    var state: State = []
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    if isHighlighted { state.insert(.highlighted) }
    return state
  }
  func stateChanged() {}

  public override init(frame: CGRect) { super.init(frame: frame) }
  /// Makes one as UIKit does.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Adds a target, which is held weakly and called for the control's events.
  open func addTarget(_ target: Any?, action: Selector, for events: Event) {
    entries.append(
      Entry(target: target as AnyObject?, isNilTargeted: target == nil, selector: action, action: nil, events: events))
  }
  /// Does what UIKit's `removeTarget(_:action:for:)` does.
  open func removeTarget(_ target: Any?, action: Selector?, for events: Event) {
    entries.removeAll { entry in
      entry.selector != nil && (target == nil || entry.target === (target as AnyObject?))
        && (action == nil || entry.selector == action) && !entry.events.isDisjoint(with: events)
    }
  }
  /// Adds an action, which is called for the control's events.
  open func addAction(_ action: UIAction, for events: Event) {
    entries.append(Entry(target: nil, isNilTargeted: false, selector: nil, action: action, events: events))
  }
  /// Does what UIKit's `removeAction(_:for:)` does.
  open func removeAction(_ action: UIAction, for events: Event) { entries.removeAll { $0.action === action } }
  /// The all targets, as in UIKit.
  public var allTargets: Set<AnyHashable> { Set(entries.compactMap { $0.target as? AnyHashable }) }
  /// Does what UIKit's `actions(forTarget:forControlEvent:)` does.
  public func actions(forTarget target: Any?, forControlEvent event: Event) -> [String]? {
    let names = entries.filter { $0.target === (target as AnyObject?) && !$0.events.isDisjoint(with: event) }
      .compactMap(\.selector?.name)
    return names.isEmpty ? nil : names
  }

  /// Calls the targets and actions of events.
  open func sendActions(for events: Event) { send(events, nil) }
  /// Does what UIKit's `sendAction(_:to:for:)` does.
  open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    if let target { action.perform(on: target as AnyObject, sender: self, event: event) }
  }

  func send(_ events: Event, _ event: UIEvent?) {
    for entry in entries where !entry.events.isDisjoint(with: events) {
      if let action = entry.action {
        action.handler(action.with(sender: self))
      } else if let selector = entry.selector {
        if let target = entry.target {
          sendAction(selector, to: target, for: event)
        } else if entry.isNilTargeted {
          var next: UIResponder? = self
          while let responder = next, !selector.perform(on: responder, sender: self, event: event) {
            next = responder.next
          }
        }
      }
    }
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isEnabled else { return }
    (isTracking, isTouchInside, isHighlighted) = (true, true, true)
    send(.touchDown, event)
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking, let touch = touches.first else { return }
    let inside = bounds.insetBy(dx: -70, dy: -70).contains(touch.location(in: self))
    if inside != isTouchInside { send(inside ? .touchDragEnter : .touchDragExit, event) }
    (isTouchInside, isHighlighted) = (inside, inside)
    send(inside ? .touchDragInside : .touchDragOutside, event)
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking else { return }
    let inside = isTouchInside
    (isTracking, isTouchInside, isHighlighted) = (false, false, false)
    if inside { performPrimaryAction(event) } else { send(.touchUpOutside, event) }
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking else { return }
    (isTracking, isTouchInside, isHighlighted) = (false, false, false)
    send(.touchCancel, event)
  }
  func performPrimaryAction(_ event: UIEvent?) { send([.touchUpInside, .primaryActionTriggered], event) }
}

/// A function that an action calls.
public typealias UIActionHandler = (UIAction) -> Void

/// An element of a menu.
open class UIMenuElement: UIObject {
  /// The attributes of a menu's element.
  nonisolated public struct Attributes: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// UIKit's values of these names.
    public static let disabled = Attributes(rawValue: 1), destructive = Attributes(rawValue: 2),
      hidden = Attributes(rawValue: 4)
  }
  /// The states of a menu's element.
  nonisolated public enum State: Int, Sendable { case off, on, mixed }
  /// The title, as in UIKit.
  public var title: String
  /// The image, as in UIKit.
  public var image: UIImage?
  init(_ title: String, _ image: UIImage?) { (self.title, self.image) = (title, image) }
}

/// An action with a handler, for controls, bar buttons and menus.
open class UIAction: UIMenuElement {
  /// The name of an action.
  nonisolated public struct Identifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes one as UIKit does.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }
  /// The handler, as in UIKit.
  public let handler: UIActionHandler
  /// The sender, as in UIKit.
  public private(set) weak var sender: AnyObject?
  /// The attributes, as in UIKit.
  public var attributes: Attributes
  /// The state, as in UIKit.
  public var state: State
  /// Makes one as UIKit does.
  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
    discoverabilityTitle: String? = nil, attributes: Attributes = [], state: State = .off,
    handler: @escaping UIActionHandler
  ) {
    (self.handler, self.attributes, self.state) = (handler, attributes, state)
    super.init(title, image)
  }
  func with(sender: AnyObject) -> UIAction {
    self.sender = sender
    return self
  }
}

/// A menu of elements; nothing shows it.
open class UIMenu: UIMenuElement {
  /// The children, as in UIKit.
  public let children: [UIMenuElement]
  /// Makes one as UIKit does.
  public init(
    title: String = "", image: UIImage? = nil, identifier: String? = nil, options: [Int] = [],
    children: [UIMenuElement] = []
  ) {
    self.children = children
    super.init(title, image)
  }
}
