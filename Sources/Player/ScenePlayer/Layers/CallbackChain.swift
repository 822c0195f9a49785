import SceneModel

/// Callbacks that trigger each other without end. The player stops them (rule A18.3).
public struct EndlessChain: Hashable, Sendable {
  /// The name that was reported most often; empty where nothing in the chain has a name.
  public var name: String
  /// The time at which the first callback of the chain ran, in seconds.
  public var since: Double
  /// The time at which the player stopped the callbacks, in seconds.
  public var time: Double
  /// How many callbacks ran.
  public var callbacks: Int
}

/// All callbacks that one action of the program causes: its completions, the callbacks that these cause, and so on.
///
/// Each callback uses up one unit of the chain's budget, which grows as time passes. So many callbacks may run at one instant, but not endlessly
/// many.
final class CallbackChain {
  /// The number of callbacks that a chain may run at one instant. Real screens run far fewer before they show a frame.
  private static let burst = 1024.0
  /// The callbacks that a chain may run per second over a longer time: four a frame. An animation that starts itself again needs only a few.
  private static let rate = 240.0
  /// The largest number of callbacks of one chain. It ensures that a document with years of virtual time is played to its end.
  private static let most = 4096
  /// The largest number of callbacks at one instant of which each sets off the next.
  private static let deepest = 100
  /// The limit of callbacks in one instant after one endless chain was ended, because a story may start the same chain in many places.
  private static let burstAfterwards = 64.0

  let since: Double
  private(set) var callbacks = 0
  private(set) var isEnded = false
  private var left: Double
  private var capacity: Double
  private var refilledAt: Double
  private var names: [String: Int] = [:]

  /// The place of a callback in its chain.
  struct Link {
    let chain: CallbackChain
    /// The number of callbacks before this one at the same instant, each caused by the one before.
    var depth = 0
    var time: Double

    var isTooDeep: Bool { depth > CallbackChain.deepest }

    func next(at now: Double) -> Link { Link(chain: chain, depth: now == time ? depth + 1 : 0, time: now) }
  }

  init(at time: Double, isFirst: Bool) {
    (since, refilledAt) = (time, time)
    capacity = isFirst ? Self.burst : Self.burstAfterwards
    left = capacity
  }

  /// Counts a callback that reports an event under a name (empty: no name). If the chain has used up its callbacks, ends it and returns it as
  /// endless; otherwise returns nil.
  func spend(_ name: String, at time: Double) -> EndlessChain? {
    left = min(left + (time - refilledAt) * Self.rate, capacity)
    refilledAt = time
    guard left >= 1, callbacks < Self.most else { return end(at: time) }
    left -= 1
    callbacks += 1
    if !name.isEmpty { names[name, default: 0] += 1 }
    return nil
  }

  /// Ends the chain. It runs no further callbacks.
  func end(at time: Double) -> EndlessChain {
    isEnded = true
    let name = names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    return EndlessChain(name: name, since: since, time: time, callbacks: callbacks)
  }
}

extension LayerPlayer {
  /// The largest depth of nested reports. A real program's stack would overflow at some depth.
  static let nestingLimit = 64

  /// Runs a callback. All callbacks that it causes belong to its chain.
  func run(_ callback: Callback) {
    if let link = callback.chain {
      guard !link.chain.isEnded else { return }
      if link.isTooDeep { return tell(link.chain.end(at: now)) }
      if let endless = link.chain.spend(callback.event?.nameAndPhase.0 ?? "", at: now) { return tell(endless) }
    }
    let outer = chain
    chain =
      callback.chain?.next(at: now)
      ?? CallbackChain.Link(chain: CallbackChain(at: now, isFirst: endlessChains.isEmpty), time: now)
    if let event = callback.event { report(event) }
    callback.body()
    chain = outer
  }

  /// Runs a callback at once, inside the callback that is running. If too many callbacks are nested, the callback is postponed (`canWait`), or its
  /// chain ends.
  func runInside(_ callback: Callback, canWait: Bool) {
    guard nestedCallbacks < LayerPlayer.nestingLimit else {
      if canWait {
        beginImplicitly()
        queue.append(callback)
      } else if let link = callback.chain, !link.chain.isEnded {
        tell(link.chain.end(at: now))
      }
      return
    }
    nestedCallbacks += 1
    run(callback)
    nestedCallbacks -= 1
  }

  private func tell(_ endless: EndlessChain) {
    endlessChains.append(endless)
    let callbacks = "\(endless.callbacks) callbacks"
    let span =
      endless.since == endless.time
      ? "at this instant" : "since \(TextNumber.spell((endless.since * 1e3).rounded() / 1e3)) s"
    let who = endless.name.isEmpty ? "A callback without a name" : "\"\(endless.name)\""
    remark(
      .endlessReactions, nil, "\(who) starts itself again and again: \(callbacks) \(span). The player ends it here.",
      remedy: "Start it again only under a condition, or after a time; a device would hang here.")
    onEndless?(endless)
  }
}
