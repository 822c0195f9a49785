@_exported import Foundation

/// What happened on the screen.
open class UIEvent: UIObject {
  nonisolated public enum EventType: Int, Sendable { case touches, motion, remoteControl, presses }
  nonisolated public enum EventSubtype: Int, Sendable { case none, motionShake }

  public let type: EventType
  public let subtype: EventSubtype
  public var allTouches: Set<UITouch>?
  public var timestamp: TimeInterval = 0

  public init(type: EventType = .touches, subtype: EventSubtype = .none) { (self.type, self.subtype) = (type, subtype) }
  public func touches(for view: UIView) -> Set<UITouch>? { allTouches?.filter { $0.view === view } }
}

/// One finger.
open class UITouch: UIObject {
  nonisolated public enum Phase: Int, Sendable { case began, moved, stationary, ended, cancelled }
  public var phase = Phase.began
  public var tapCount = 1
  public var timestamp: TimeInterval = 0
  public internal(set) weak var view: UIView?
  public internal(set) weak var window: UIWindow?
  /// In the window's coordinates.
  var point = CGPoint.zero
  var lastPoint = CGPoint.zero
  /// A scripted finger presses as an average one does.
  public var force: CGFloat = 1
  public var maximumPossibleForce: CGFloat { 20 / 3 }
  public override init() {}

  public func location(in view: UIView?) -> CGPoint { view.map { $0.convert(point, from: window) } ?? point }
  public func previousLocation(in view: UIView?) -> CGPoint {
    view.map { $0.convert(lastPoint, from: window) } ?? lastPoint
  }
}
