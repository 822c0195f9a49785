@_exported public import Foundation

/// What happened on the screen.
open class UIEvent: UIObject {
  nonisolated public enum EventType: Int, Sendable { case touches, motion, remoteControl, presses }
  nonisolated public enum EventSubtype: Int, Sendable { case none, motionShake }

  public let type: EventType
  public let subtype: EventSubtype
  public var allTouches: Set<UITouch>?
  public var timestamp: TimeInterval = 0

  public init(type: EventType = .touches, subtype: EventSubtype = .none) { (self.type, self.subtype) = (type, subtype) }
}

/// One finger.
open class UITouch: UIObject {
  nonisolated public enum Phase: Int, Sendable { case began, moved, stationary, ended, cancelled }
  public var phase = Phase.began
  public var tapCount = 1
  public var timestamp: TimeInterval = 0
  public override init() {}
}
