import Foundation

/// A view that sends actions to targets, which it holds weakly.
open class UIControl: UIView {
  /// The events of a control. Raw values are UIKit's.
  nonisolated public struct Event: OptionSet, Hashable, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// `touchDown`: a finger came down on the control. `touchDownRepeat`: again soon after (never sent here).
    public static let touchDown = Event(rawValue: 1 << 0), touchDownRepeat = Event(rawValue: 1 << 1)
    /// `touchDragInside`: the finger moves near the control. `touchDragOutside`: it moves farther away.
    public static let touchDragInside = Event(rawValue: 1 << 2), touchDragOutside = Event(rawValue: 1 << 3)
    /// `touchDragEnter`: the finger comes back within 70 points. `touchDragExit`: it goes farther away.
    public static let touchDragEnter = Event(rawValue: 1 << 4), touchDragExit = Event(rawValue: 1 << 5)
    /// `touchUpInside`: the finger is lifted near the control. `touchUpOutside`: it is lifted farther away.
    public static let touchUpInside = Event(rawValue: 1 << 6), touchUpOutside = Event(rawValue: 1 << 7)
    /// `touchCancel`: a scroll view or a recogniser took the touch. `valueChanged`: the control's value changed.
    public static let touchCancel = Event(rawValue: 1 << 8), valueChanged = Event(rawValue: 1 << 12)
    /// `primaryActionTriggered`: the control was used for its main purpose. `menuActionTriggered`: its menu opens (never sent here).
    public static let primaryActionTriggered = Event(rawValue: 1 << 13), menuActionTriggered = Event(rawValue: 1 << 14)
    /// `editingDidBegin`: editing began. `editingChanged`: text was typed.
    public static let editingDidBegin = Event(rawValue: 1 << 16), editingChanged = Event(rawValue: 1 << 17)
    /// `editingDidEnd`: editing ended. `editingDidEndOnExit`: the return key ended it (never sent here).
    public static let editingDidEnd = Event(rawValue: 1 << 18), editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// `allTouchEvents`: all events of touches. `allEditingEvents`: all events of text editing.
    public static let allTouchEvents = Event(rawValue: 0xFFF), allEditingEvents = Event(rawValue: 0xF0000)
    /// All events.
    public static let allEvents = Event(rawValue: .max)
  }
  /// The states of a control. Raw values are UIKit's.
  nonisolated public struct State: OptionSet, Hashable, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// No state in particular.
    public static let normal: State = []
    /// `highlighted`: a finger is on the control. `disabled`: it takes no touches. `selected`: it is selected.
    public static let highlighted = State(rawValue: 1), disabled = State(rawValue: 2), selected = State(rawValue: 4)
    /// The control has the focus; never here.
    public static let focused = State(rawValue: 8)
  }
  /// How a control's content lies horizontally.
  nonisolated public enum ContentHorizontalAlignment: Int, Sendable {
    /// In the middle, at an edge, or over the whole width.
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
  /// Whether the control is chosen; part of its state.
  open var isSelected = false { didSet { if oldValue != isSelected { stateChanged() } } }
  /// Whether a finger is on the control; part of its state.
  open var isHighlighted = false { didSet { if oldValue != isHighlighted { stateChanged() } } }
  /// How the content lies horizontally; only buttons use it.
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center
  /// How the content lies vertically; only buttons use it.
  open var contentVerticalAlignment = ContentVerticalAlignment.center
  /// Whether a finger that came down on the control is still down.
  open internal(set) var isTracking = false
  /// Whether the finger is near the control, within 70 points.
  open internal(set) var isTouchInside = false
  /// The state, made of the flags.
  open var state: State {
    var state: State = []
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    if isHighlighted { state.insert(.highlighted) }
    return state
  }
  func stateChanged() {}

  public override init(frame: CGRect) { super.init(frame: frame) }
  /// Makes a control that runs an action when it is used.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Adds a target, which is held weakly and called for the events. Nil: the nearest responder that has the method, beginning with the control.
  open func addTarget(_ target: Any?, action: Selector, for events: Event) {
    entries.append(
      Entry(target: target as AnyObject?, isNilTargeted: target == nil, selector: action, action: nil, events: events))
  }
  /// Removes the targets that are called for any of the events; nil means any target or any method.
  open func removeTarget(_ target: Any?, action: Selector?, for events: Event) {
    entries.removeAll { entry in
      entry.selector != nil && (target == nil || entry.target === (target as AnyObject?))
        && (action == nil || entry.selector == action) && !entry.events.isDisjoint(with: events)
    }
  }
  /// Adds an action, which runs at the events.
  open func addAction(_ action: UIAction, for events: Event) {
    entries.append(Entry(target: nil, isNilTargeted: false, selector: nil, action: action, events: events))
  }
  /// Takes an action away, for all events.
  open func removeAction(_ action: UIAction, for events: Event) { entries.removeAll { $0.action === action } }
  /// The targets that are still there.
  public var allTargets: Set<AnyHashable> { Set(entries.compactMap { $0.target as? AnyHashable }) }
  /// Returns the names of a target's methods for an event; nil if there is none.
  public func actions(forTarget target: Any?, forControlEvent event: Event) -> [String]? {
    let names = entries.filter { $0.target === (target as AnyObject?) && !$0.events.isDisjoint(with: event) }
      .compactMap(\.selector?.name)
    return names.isEmpty ? nil : names
  }

  /// Calls the targets and actions of events.
  open func sendActions(for events: Event) { send(events, nil) }
  /// Calls a method of a target, with the control as the sender; without a target nothing happens.
  open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    if let target { action.perform(on: target as AnyObject, sender: self, event: event) }
  }

  func send(_ events: Event, _ event: UIEvent?) {
    Host.nesting("an action of \(Swift.type(of: self))") { sendToAll(events, event) }
  }

  private func sendToAll(_ events: Event, _ event: UIEvent?) {
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
    /// `disabled`: it cannot be chosen. `destructive`: it removes something, and is red. `hidden`: it is not shown.
    public static let disabled = Attributes(rawValue: 1), destructive = Attributes(rawValue: 2),
      hidden = Attributes(rawValue: 4)
  }
  /// The states of a menu's element.
  nonisolated public enum State: Int, Sendable { case off, on, mixed }
  /// The text of the element.
  public var title: String
  public var image: UIImage?  // inert
  init(_ title: String, _ image: UIImage?) { (self.title, self.image) = (title, image) }
}

/// An action with a handler, for controls, bar buttons and menus.
open class UIAction: UIMenuElement {
  /// The name of an action.
  nonisolated public struct Identifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a name of an action.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }
  /// The block that the action runs.
  public let handler: UIActionHandler
  /// The control that ran the action last; held weakly.
  public private(set) weak var sender: AnyObject?
  public var attributes: Attributes  // inert
  public var state: State  // inert
  /// Makes an action; subtitle, identifier and the longer text are not kept.
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
  /// The elements of the menu.
  public let children: [UIMenuElement]
  /// Makes a menu; identifier and options are not kept.
  public init(
    title: String = "", image: UIImage? = nil, identifier: String? = nil, options: [Int] = [],
    children: [UIMenuElement] = []
  ) {
    self.children = children
    super.init(title, image)
  }
}
