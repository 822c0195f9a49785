import Foundation
import ScenePlayer
import SceneModel

/// Core Animation's transactions, of the window that was shown or driven last.
public final class CATransaction {
  private static var layers: LayerPlayer? {
    Host.current?.sync()
    return Host.current?.player?.layers
  }
  /// Completion blocks while there is no window: they run at the commit.
  private static var waiting: [(() -> Void)?] = []

  public class func begin() {
    if let layers { layers.begin() } else { waiting.append(nil) }
  }
  public class func commit() {
    guard let layers else {
      if let body = waiting.popLast() { body?() }
      return
    }
    try? layers.commit()
  }
  public class func flush() { layers?.flush() }
  public class func setAnimationDuration(_ duration: CFTimeInterval) { layers?.animationDuration = duration }
  public class func animationDuration() -> CFTimeInterval { layers?.animationDuration ?? 0.25 }
  public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    layers?.animationTimingFunction = function?.curve
  }
  public class func animationTimingFunction() -> CAMediaTimingFunction? {
    layers?.animationTimingFunction.map { CAMediaTimingFunction($0) }
  }
  public class func setDisableActions(_ flag: Bool) { layers?.disablesActions = flag }
  public class func disableActions() -> Bool { layers?.disablesActions ?? false }
  public class func setCompletionBlock(_ block: (() -> Void)?) {
    guard let layers else {
      if !waiting.isEmpty { waiting[waiting.count - 1] = block }
      return
    }
    layers.setCompletion("", { block?() })
  }
  public class func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case kCATransactionAnimationDuration: if let v = value as? Double { setAnimationDuration(v) }
    case kCATransactionDisableActions: if let v = value as? Bool { setDisableActions(v) }
    default: layers?.setTransactionValue(key, value.map { "\($0)" })
    }
  }
  public class func value(forKey key: String) -> Any? { layers?.transactionValue(key) }
}

nonisolated public let kCATransactionAnimationDuration = "animationDuration"
nonisolated public let kCATransactionDisableActions = "disableActions"
nonisolated public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
nonisolated public let kCATransactionCompletionBlock = "completionBlock"
nonisolated public let kCATransition = "transition"
nonisolated public let kCAOnOrderIn = "onOrderIn"
nonisolated public let kCAOnOrderOut = "onOrderOut"

/// The virtual clock of the window that was shown or driven last.
public func CACurrentMediaTime() -> CFTimeInterval { Host.current?.player?.layers.now ?? 0 }
