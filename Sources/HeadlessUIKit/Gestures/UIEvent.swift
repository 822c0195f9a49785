@_exported import Foundation

/// An event of the user's.
open class UIEvent: UIObject {
  /// The kinds of event.
  nonisolated public enum EventType: Int, Sendable { case touches, motion, remoteControl, presses }
  /// The kinds of motion event.
  nonisolated public enum EventSubtype: Int, Sendable { case none, motionShake }

  /// The type, as in UIKit.
  public let type: EventType
  /// The subtype, as in UIKit.
  public let subtype: EventSubtype
  /// The all touches, as in UIKit.
  public var allTouches: Set<UITouch>?
  /// The timestamp.
  public var timestamp: TimeInterval = 0

  /// Makes one as UIKit does.
  public init(type: EventType = .touches, subtype: EventSubtype = .none) { (self.type, self.subtype) = (type, subtype) }
  /// Does what UIKit's `touches(for:)` does.
  public func touches(for view: UIView) -> Set<UITouch>? { allTouches?.filter { $0.view === view } }
}

/// One finger.
open class UITouch: UIObject {
  /// The phases of a touch.
  nonisolated public enum Phase: Int, Sendable { case began, moved, stationary, ended, cancelled }
  /// The phase, as in UIKit.
  public var phase = Phase.began
  /// The tap count; kept, without effect on layout or motion.
  public var tapCount = 1
  /// The timestamp.
  public var timestamp: TimeInterval = 0
  /// The view, as in UIKit.
  public internal(set) weak var view: UIView?
  /// The window, as in UIKit.
  public internal(set) weak var window: UIWindow?
  /// In the window's coordinates.
  var point = CGPoint.zero
  var lastPoint = CGPoint.zero
  /// A scripted finger presses as an average one does.
  public var force: CGFloat = 1
  /// The maximum possible force, as in UIKit.
  public var maximumPossibleForce: CGFloat { 20 / 3 }
  public override init() {}

  /// Does what UIKit's `location(in:)` does.
  public func location(in view: UIView?) -> CGPoint { view.map { $0.convert(point, from: window) } ?? point }
  /// Does what UIKit's `previousLocation(in:)` does.
  public func previousLocation(in view: UIView?) -> CGPoint {
    view.map { $0.convert(lastPoint, from: window) } ?? lastPoint
  }
}
