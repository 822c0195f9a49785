@_exported import Foundation

/// An event that the user causes, such as a touch.
open class UIEvent: UIObject {
  /// The kinds of event.
  nonisolated public enum EventType: Int, Sendable { case touches, motion, remoteControl, presses }
  /// The kinds of motion event.
  nonisolated public enum EventSubtype: Int, Sendable { case none, motionShake }

  /// The kind of event.
  public let type: EventType
  /// The kind of motion.
  public let subtype: EventSubtype
  /// The fingers of the event: one, or none.
  public var allTouches: Set<UITouch>?
  /// The window's virtual time of the event, in seconds.
  public var timestamp: TimeInterval = 0

  /// Makes an event without fingers.
  public init(type: EventType = .touches, subtype: EventSubtype = .none) { (self.type, self.subtype) = (type, subtype) }
  /// Returns the fingers that came down on a view; nil if the event has no fingers.
  public func touches(for view: UIView) -> Set<UITouch>? { allTouches?.filter { $0.view === view } }
}

/// One finger.
open class UITouch: UIObject {
  /// The phases of a touch.
  nonisolated public enum Phase: Int, Sendable { case began, moved, stationary, ended, cancelled }
  /// The phase of the touch.
  public var phase = Phase.began
  /// The tap count; kept, without effect on layout or motion.
  public var tapCount = 1
  /// The window's virtual time of the last change, in seconds.
  public var timestamp: TimeInterval = 0
  /// The view on which the finger came down.
  public internal(set) weak var view: UIView?
  /// The window in which the finger came down.
  public internal(set) weak var window: UIWindow?
  /// The point in the window's coordinates.
  var point = CGPoint.zero
  var lastPoint = CGPoint.zero
  /// The force of the touch; always 1, that of an average touch.
  public var force: CGFloat = 1
  /// The greatest force that a screen can measure.
  public var maximumPossibleForce: CGFloat { 20 / 3 }
  public override init() {}

  /// Returns the place of the finger in a view's coordinates; nil for the window's.
  public func location(in view: UIView?) -> CGPoint { view.map { $0.convert(point, from: window) } ?? point }
  /// Returns the place of the finger before its last move, in a view's coordinates.
  public func previousLocation(in view: UIView?) -> CGPoint {
    view.map { $0.convert(lastPoint, from: window) } ?? lastPoint
  }
}
