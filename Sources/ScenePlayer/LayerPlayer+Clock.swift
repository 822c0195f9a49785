import SceneModel

/// The virtual clock and its turns.
extension LayerPlayer {
  /// Callbacks that make callbacks may go on for this many turns at one instant; the rest waits for the next advance.
  static let turnLimit = 1000

  /// Ends the turn and lets time pass. Animations end, and their callbacks run, at their own times; each batch of
  /// callbacks is a turn, and what it adds begins with the commit that follows.
  public func advance(by seconds: Double) {
    precondition(seconds >= 0 && seconds.isFinite, "time goes forward")
    let target = now + seconds
    endTurn()
    deliver()
    while let next = nextEnd(), next <= target {
      now = max(now, next)
      stopEnded()
      deliver()
    }
    now = target
  }

  private func endTurn() {
    turn += 1
    flush()
    // An explicit transaction that was left open goes on in the next turn.
    if isTimelineStale { commitTimeline() }
  }

  private func deliver() {
    var rounds = 0
    while !queue.isEmpty && rounds < LayerPlayer.turnLimit {
      rounds += 1
      let batch = queue
      queue = []
      for callback in batch {
        if let event = callback.event { events.append(PlayerEvent(time: now, turn: turn, what: event)) }
        callback.body()
      }
      endTurn()
    }
  }

  /// When an animation that is committed ends on the clock; infinite: never by itself.
  func endTime(of attached: AttachedAnimation) -> Double {
    guard attached.isResolved, !attached.hasStopped, attached.block?.animator?.holdsAtEnd != true else {
      return .infinity
    }
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
    for node in layers {
      for attached in node.animations { next = min(next, endTime(of: attached)) }
    }
    return next.isFinite ? next : nil
  }

  private func stopEnded() {
    var ended: [(time: Double, attached: AttachedAnimation)] = []
    for node in layers {
      for attached in node.animations {
        let time = endTime(of: attached)
        if time <= now { ended.append((time, attached)) }
      }
    }
    ended.sort { ($0.time, $0.attached.number) < ($1.time, $1.attached.number) }
    for (_, attached) in ended {
      stop(attached, finished: true, blockFirst: true)
      if attached.animation.isRemovedOnCompletion {
        layers[attached.layer.rawValue].animations.removeAll { $0 === attached }
      }
    }
    commitTimeline()
  }

  /// Ends that are known now, in the order in which they will come: the animations' own, before any callback changes
  /// them.
  public var future: [(time: Double, layer: LayerID, key: String?)] {
    layers.flatMap(\.animations)
      .map { (endTime(of: $0), $0) }
      .filter { $0.0.isFinite }
      .sorted { ($0.0, $0.1.number) < ($1.0, $1.1.number) }
      .map { ($0.0, $0.1.layer, $0.1.key) }
  }
}
