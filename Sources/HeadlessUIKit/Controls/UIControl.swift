import Foundation

/// What sends actions to targets, which it holds weakly.
open class UIControl: UIView {
  nonisolated public struct Event: OptionSet, Hashable, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchDown = Event(rawValue: 1 << 0), touchDownRepeat = Event(rawValue: 1 << 1)
    public static let touchDragInside = Event(rawValue: 1 << 2), touchDragOutside = Event(rawValue: 1 << 3)
    public static let touchDragEnter = Event(rawValue: 1 << 4), touchDragExit = Event(rawValue: 1 << 5)
    public static let touchUpInside = Event(rawValue: 1 << 6), touchUpOutside = Event(rawValue: 1 << 7)
    public static let touchCancel = Event(rawValue: 1 << 8), valueChanged = Event(rawValue: 1 << 12)
    public static let primaryActionTriggered = Event(rawValue: 1 << 13), menuActionTriggered = Event(rawValue: 1 << 14)
    public static let editingDidBegin = Event(rawValue: 1 << 16), editingChanged = Event(rawValue: 1 << 17)
    public static let editingDidEnd = Event(rawValue: 1 << 18), editingDidEndOnExit = Event(rawValue: 1 << 19)
    public static let allTouchEvents = Event(rawValue: 0xFFF), allEditingEvents = Event(rawValue: 0xF0000)
    public static let allEvents = Event(rawValue: .max)
  }
  nonisolated public struct State: OptionSet, Hashable, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal: State = []
    public static let highlighted = State(rawValue: 1), disabled = State(rawValue: 2), selected = State(rawValue: 4)
    public static let focused = State(rawValue: 8)
  }
  nonisolated public enum ContentHorizontalAlignment: Int, Sendable {
    case center, left, right, fill, leading, trailing
  }
  nonisolated public enum ContentVerticalAlignment: Int, Sendable { case center, top, bottom, fill }

  private struct Entry {
    weak var target: AnyObject?
    var isNilTargeted: Bool
    var selector: Selector?
    var action: UIAction?
    var events: Event
  }
  private var entries: [Entry] = []

  open var isEnabled = true { didSet { if oldValue != isEnabled { stateChanged() } } }
  open var isSelected = false { didSet { if oldValue != isSelected { stateChanged() } } }
  open var isHighlighted = false { didSet { if oldValue != isHighlighted { stateChanged() } } }
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center
  open var contentVerticalAlignment = ContentVerticalAlignment.center
  open internal(set) var isTracking = false
  open internal(set) var isTouchInside = false
  open var state: State {
    var state: State = []
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    if isHighlighted { state.insert(.highlighted) }
    return state
  }
  func stateChanged() {}

  public override init(frame: CGRect) { super.init(frame: frame) }
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func addTarget(_ target: Any?, action: Selector, for events: Event) {
    entries.append(
      Entry(target: target as AnyObject?, isNilTargeted: target == nil, selector: action, action: nil, events: events))
  }
  open func removeTarget(_ target: Any?, action: Selector?, for events: Event) {
    entries.removeAll { entry in
      entry.selector != nil && (target == nil || entry.target === (target as AnyObject?))
        && (action == nil || entry.selector == action) && !entry.events.isDisjoint(with: events)
    }
  }
  open func addAction(_ action: UIAction, for events: Event) {
    entries.append(Entry(target: nil, isNilTargeted: false, selector: nil, action: action, events: events))
  }
  open func removeAction(_ action: UIAction, for events: Event) { entries.removeAll { $0.action === action } }
  public var allTargets: Set<AnyHashable> { Set(entries.compactMap { $0.target as? AnyHashable }) }
  public func actions(forTarget target: Any?, forControlEvent event: Event) -> [String]? {
    let names = entries.filter { $0.target === (target as AnyObject?) && !$0.events.isDisjoint(with: event) }
      .compactMap(\.selector?.name)
    return names.isEmpty ? nil : names
  }

  open func sendActions(for events: Event) { send(events, nil) }
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

public typealias UIActionHandler = (UIAction) -> Void

open class UIMenuElement: UIObject {
  nonisolated public struct Attributes: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let disabled = Attributes(rawValue: 1), destructive = Attributes(rawValue: 2),
      hidden = Attributes(rawValue: 4)
  }
  nonisolated public enum State: Int, Sendable { case off, on, mixed }
  public var title: String
  public var image: UIImage?
  init(_ title: String, _ image: UIImage?) { (self.title, self.image) = (title, image) }
}

open class UIAction: UIMenuElement {
  nonisolated public struct Identifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }
  public let handler: UIActionHandler
  public private(set) weak var sender: AnyObject?
  public var attributes: Attributes
  public var state: State
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

open class UIMenu: UIMenuElement {
  public let children: [UIMenuElement]
  public init(
    title: String = "", image: UIImage? = nil, identifier: String? = nil, options: [Int] = [],
    children: [UIMenuElement] = []
  ) {
    self.children = children
    super.init(title, image)
  }
}
