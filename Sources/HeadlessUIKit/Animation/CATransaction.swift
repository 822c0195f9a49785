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

  /// Begins a transaction on the clock of the window that was shown or driven last.
  public class func begin() {
    if let layers { layers.begin() } else { waiting.append(nil) }
  }
  /// Ends the innermost transaction; the outermost one publishes.
  public class func commit() {
    guard let layers else {
      if let body = waiting.popLast() { body?() }
      return
    }
    try? layers.commit()
  }
  /// Publishes what has been set so far.
  public class func flush() { layers?.flush() }
  /// Does what Core Animation's `setAnimationDuration(_:)` does.
  public class func setAnimationDuration(_ duration: CFTimeInterval) { layers?.animationDuration = duration }
  /// Does what Core Animation's `animationDuration()` does.
  public class func animationDuration() -> CFTimeInterval { layers?.animationDuration ?? 0.25 }
  /// Does what Core Animation's `setAnimationTimingFunction(_:)` does.
  public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    layers?.animationTimingFunction = function?.curve
  }
  /// Does what Core Animation's `animationTimingFunction()` does.
  public class func animationTimingFunction() -> CAMediaTimingFunction? {
    layers?.animationTimingFunction.map { CAMediaTimingFunction($0) }
  }
  /// Does what Core Animation's `setDisableActions(_:)` does.
  public class func setDisableActions(_ flag: Bool) { layers?.disablesActions = flag }
  /// Does what Core Animation's `disableActions()` does.
  public class func disableActions() -> Bool { layers?.disablesActions ?? false }
  /// Sets the block that runs when all animations that the transaction adds have stopped.
  public class func setCompletionBlock(_ block: (() -> Void)?) {
    guard let layers else {
      if !waiting.isEmpty { waiting[waiting.count - 1] = block }
      return
    }
    layers.setCompletion("", { block?() })
  }
  /// Does what Core Animation's `setValue(_:forKey:)` does.
  public class func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case kCATransactionAnimationDuration: if let v = value as? Double { setAnimationDuration(v) }
    case kCATransactionDisableActions: if let v = value as? Bool { setDisableActions(v) }
    default: layers?.setTransactionValue(key, value.map { "\($0)" })
    }
  }
  /// Does what Core Animation's `value(forKey:)` does.
  public class func value(forKey key: String) -> Any? { layers?.transactionValue(key) }
}

/// Core Animation's `kCATransactionAnimationDuration`.
nonisolated public let kCATransactionAnimationDuration = "animationDuration"
/// Core Animation's `kCATransactionDisableActions`.
nonisolated public let kCATransactionDisableActions = "disableActions"
/// Core Animation's `kCATransactionAnimationTimingFunction`.
nonisolated public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// Core Animation's `kCATransactionCompletionBlock`.
nonisolated public let kCATransactionCompletionBlock = "completionBlock"
/// Core Animation's `kCATransition`.
nonisolated public let kCATransition = "transition"
/// Core Animation's `kCAOnOrderIn`.
nonisolated public let kCAOnOrderIn = "onOrderIn"
/// Core Animation's `kCAOnOrderOut`.
nonisolated public let kCAOnOrderOut = "onOrderOut"

/// The virtual clock of the window that was shown or driven last.
public func CACurrentMediaTime() -> CFTimeInterval { Host.current?.player?.layers.now ?? 0 }
