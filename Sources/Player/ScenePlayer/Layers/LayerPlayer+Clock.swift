import SceneModel

/// The virtual clock and its turns.
extension LayerPlayer {
  /// Ends the turn and lets time pass, in seconds.
  ///
  /// Animations end, and their callbacks run, at their own times. Each batch of callbacks is a turn, and what it adds begins with the
  /// commit that follows.
  public func advance(by seconds: Double) {
    precondition(seconds >= 0 && seconds.isFinite, "time goes forward")
    let target = now + seconds
    endTurn()
    deliver()
    while let next = nextInstant(), next <= target {
      now = max(now, next)
      stopEnded()
      fireTimers()
      deliver()
    }
    now = target
  }

  /// Reports an event and runs a closure after a number of seconds of the clock. At one instant, animations end first.
  ///
  /// - Returns: The number by which it can be cancelled.
  func schedule(after seconds: Double, _ event: PlayerEvent.What, _ body: @escaping () -> Void = {}) -> Int {
    nextNumber += 1
    timers.append(PlayerTimer(number: nextNumber, time: now + seconds, event: event, chain: chain, body: body))
    return nextNumber
  }

  /// Runs code after a number of seconds of the clock, in a turn of its own.
  ///
  /// - Returns: the number by which it can be cancelled.
  public func perform(after seconds: Double, _ body: @escaping () -> Void) -> Int {
    nextNumber += 1
    timers.append(PlayerTimer(number: nextNumber, time: now + seconds, event: nil, chain: chain, body: body))
    return nextNumber
  }

  /// Cancels a timer by its number; one that has run already is left alone.
  public func cancelTimer(_ number: Int) { timers.removeAll { $0.number == number } }

  private func fireTimers() {
    let due = timers.filter { $0.time <= now }.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
    timers.removeAll { $0.time <= now }
    queue += due.map { Callback(event: $0.event, chain: $0.chain, body: $0.body) }
  }

  private func nextInstant() -> Double? {
    let timer = timers.map(\.time).min()
    guard let end = nextEnd() else { return timer }
    return timer.map { min($0, end) } ?? end
  }

  /// Reports an event at once, inside the callback that is running. A touch is reported in this way.
  func reportInside(_ event: PlayerEvent.What) {
    runInside(Callback(event: event, chain: chain, body: {}), canWait: false)
  }

  /// Records an event, and notifies the receivers.
  func report(_ event: PlayerEvent.What) {
    events.append(PlayerEvent(time: now, turn: turn, what: event))
    onEvent?(event)
  }

  private func endTurn() {
    beforeCommit?()
    turn += 1
    flush()
    // An explicit transaction that was left open goes on in the next turn.
    if isTimelineStale { commitTimeline() }
  }

  private func deliver() {
    while !queue.isEmpty {
      let batch = queue
      queue = []
      for callback in batch { run(callback) }
      endTurn()
    }
  }

  /// Returns when a committed animation ends on the clock; infinity if it never ends by itself.
  func endTime(of attached: AttachedAnimation) -> Double {
    guard attached.isResolved, !attached.hasStopped, attached.block?.animator?.holdsAtEnd != true else {
      return .infinity
    }
    if attached.knownEnd.version != clockVersion { attached.knownEnd = (clockVersion, endTimeOnClock(attached)) }
    return attached.knownEnd.time
  }

  private func endTimeOnClock(_ attached: AttachedAnimation) -> Double {
    var time = attached.animation.timing.endTime
    var current: LayerID? = attached.layer
    while let layer = current {
      let timing = layers[layer.rawValue].committedTiming
      guard time.isFinite, timing.speed > 0 else { return .infinity }
      time = timing.parent(time)
      current = layers[layer.rawValue].parent
    }
    return time
  }

  private func nextEnd() -> Double? {
    var next = Double.infinity
    var kept = 0
    animationVisits &+= running.count
    for index in running.indices where !running[index].hasStopped {
      if kept != index { running.swapAt(kept, index) }
      next = min(next, endTime(of: running[kept]))
      kept += 1
    }
    running.removeLast(running.count - kept)
    return next.isFinite ? next : nil
  }

  private func stopEnded() {
    var ended: [(time: Double, attached: AttachedAnimation)] = []
    animationVisits &+= running.count
    for attached in running {
      let time = endTime(of: attached)
      if time <= now { ended.append((time, attached)) }
    }
    ended.sort { ($0.time, $0.attached.number) < ($1.time, $1.attached.number) }
    for (_, attached) in ended {
      stop(attached, finished: true, blockFirst: true)
      if attached.animation.isRemovedOnCompletion {
        layers[attached.layer.rawValue].animations.removeAll { $0 === attached }
        animationsChanged(on: attached.layer)
      }
    }
    commitTimeline()
  }

  /// The animations that have not stopped, ordered by layer, and for each layer in the order in which they were added.
  private var underWay: [AttachedAnimation] {
    animationVisits &+= running.count
    return running.filter { !$0.hasStopped }.sorted { ($0.layer, $0.number) < ($1.layer, $1.number) }
  }

  /// The ends of animations that are known at present, in the order in which they will come if no callback changes them.
  public var future: [(time: Double, layer: LayerID, key: String?)] {
    underWay.map { (endTime(of: $0), $0) }
      .filter { $0.0.isFinite }
      .sorted { ($0.0, $0.1.number) < ($1.0, $1.1.number) }
      .map { ($0.0, $0.1.layer, $0.1.key) }
  }

  /// The events that will be reported if nothing else happens, in order. Delegates, transactions and blocks are called at the end of the last
  /// animation that they wait for, recognisers after their delay.
  public var futureEvents: [(time: Double, what: PlayerEvent.What)] {
    var list: [(time: Double, order: Int, what: PlayerEvent.What)] = []
    var groups: [ObjectIdentifier: (group: CompletionGroup, time: Double, order: Int)] = [:]
    var waiting: [ObjectIdentifier: (block: ViewBlock, time: Double, order: Int)] = [:]
    for attached in underWay {
      let end = endTime(of: attached)
      for group in attached.groups {
        let known = groups[ObjectIdentifier(group)] ?? (group, -.infinity, 0)
        if end >= known.time { groups[ObjectIdentifier(group)] = (group, end, 2 * attached.number) }
      }
      if let block = attached.block {
        // An animator completes once, whatever the number of its blocks.
        let teller: AnyObject = block.animator ?? block
        let known = waiting[ObjectIdentifier(teller)] ?? (block, -.infinity, 0)
        if end >= known.time { waiting[ObjectIdentifier(teller)] = (block, end, 2 * attached.number + 1) }
      }
      if let delegate = attached.delegate {
        list.append((end, 2 * attached.number + 1, .didStop(delegate, finished: true)))
      }
    }
    // A completion block comes before `didStop`.
    for (group, time, order) in groups.values { list.append((time, order, .transaction(group.name))) }
    for (block, time, order) in waiting.values where !block.name.isEmpty {
      // An animator says where it ends; that others took its properties over meanwhile is no matter.
      let finished = block.animator.map { !$0.isReversed } ?? !block.isInterrupted
      list.append((time, order, .block(block.name, finished: finished)))
    }
    for timer in timers { if let event = timer.event { list.append((timer.time, .max, event)) } }
    return list.filter { $0.time.isFinite }.sorted { ($0.time, $0.order) < ($1.time, $1.order) }.map {
      ($0.time, $0.what)
    }
  }
}
