import Foundation
import ScenePlayer
import SceneModel

/// Core Animation's transactions. They apply to the key window: the one that was last shown, or whose clock was last advanced.
public final class CATransaction {
  private static var layers: LayerPlayer? {
    Host.current?.sync()
    return Host.current?.player?.layers
  }
  /// The completion blocks of transactions that were begun while there was no window, the innermost last; nil for a transaction without a block.
  /// They run at the commit.
  private static var waiting: [(() -> Void)?] = []

  /// Begins a transaction on the key window's clock.
  public class func begin() {
    guard let layers else { return waiting.append(nil) }
    layers.begin()
    record(.begin(duration: nil, curve: nil, disablesActions: false, completion: ""))
  }
  /// Ends the innermost transaction. When the outermost one ends, its changes take effect.
  public class func commit() {
    guard let layers else {
      if let body = waiting.popLast() { body?() }
      return
    }
    try? layers.commit()
    record(.commit)
  }
  private static func record(_ step: PlayerStep) {
    if let host = Host.current { host.recorder.record(.play(step), host) }
  }
  private static func record(_ change: (inout TransactionChange) -> Void, from source: SourceLine? = nil) {
    var told = TransactionChange()
    change(&told)
    if let host = Host.current { host.recorder.record(told, host, from: source) }
  }
  /// Makes the changes outside of explicit transactions take effect; does nothing while an explicit one is open.
  public class func flush() {
    layers?.flush()
    record(.flush)
  }
  /// Sets the seconds that implicit animations of the innermost transaction take.
  public class func setAnimationDuration(_ duration: CFTimeInterval) {
    layers?.animationDuration = duration
    record { $0.duration = max(duration, 0) }
  }
  /// Returns the seconds that implicit animations of the innermost transaction take; 0.25 by default.
  public class func animationDuration() -> CFTimeInterval { layers?.animationDuration ?? 0.25 }
  /// Sets the easing of the innermost transaction's implicit animations; nil for each animation's own.
  public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    layers?.animationTimingFunction = function?.curve
    if let curve = function?.curve { record { $0.curve = curve } }
  }
  /// Returns the easing of the innermost transaction's implicit animations; nil if none was set.
  public class func animationTimingFunction() -> CAMediaTimingFunction? {
    layers?.animationTimingFunction.map { CAMediaTimingFunction($0) }
  }
  /// Sets whether changes of layers run no actions until the innermost transaction ends.
  public class func setDisableActions(_ flag: Bool) {
    layers?.disablesActions = flag
    record { $0.disablesActions = flag }
  }
  /// Returns whether changes of layers run no actions in the innermost transaction.
  public class func disableActions() -> Bool { layers?.disablesActions ?? false }
  /// Sets the block that runs when all animations that the transaction adds have stopped.
  public class func setCompletionBlock(
    _ block: (() -> Void)?, file: StaticString = #fileID, line: UInt = #line
  ) {
    guard let layers else {
      if !waiting.isEmpty { waiting[waiting.count - 1] = block }
      return
    }
    let source = SourceLine(file, line)
    layers.setCompletion(source.description, { block?() })
    record({ $0.completion = source.description }, from: source)
  }
  /// Stores a value in the innermost transaction. The keys of its duration and of disabling its actions change the duration and the actions.
  public class func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case kCATransactionAnimationDuration: if let v = value as? Double { setAnimationDuration(v) }
    case kCATransactionDisableActions: if let v = value as? Bool { setDisableActions(v) }
    default: layers?.setTransactionValue(key, value.map { "\($0)" })
    }
  }
  /// Returns the value that was stored in the innermost transaction under a key; nil if there is none.
  public class func value(forKey key: String) -> Any? { layers?.transactionValue(key) }
}

/// The key of a transaction's duration.
nonisolated public let kCATransactionAnimationDuration = "animationDuration"
/// The key for disabling a transaction's actions.
nonisolated public let kCATransactionDisableActions = "disableActions"
/// The key of a transaction's easing.
nonisolated public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of a transaction's completion block.
nonisolated public let kCATransactionCompletionBlock = "completionBlock"
/// The key under which a layer's transition is added.
nonisolated public let kCATransition = "transition"
/// The key of the action that runs when a layer comes into a tree.
nonisolated public let kCAOnOrderIn = "onOrderIn"
/// The key of the action that runs when a layer leaves its tree.
nonisolated public let kCAOnOrderOut = "onOrderOut"

/// The time of the key window's virtual clock, in seconds; 0 if there is no window.
public func CACurrentMediaTime() -> CFTimeInterval { Host.current?.player?.layers.now ?? 0 }
