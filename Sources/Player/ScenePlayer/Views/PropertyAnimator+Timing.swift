import SceneModel

extension PropertyAnimator {
  func eased(_ fraction: Double) -> Double {
    switch parameters {
    case .curve(let curve): return curve.value(at: fraction)
    case .spring, .springByAxis:
      return parameters.spring.map { 1 + $0.motion.offset(at: fraction * span) } ?? fraction
    }
  }

  /// Returns a time at which the motion reaches a progress. A curve is monotonic, so for a curve it is the first such time; a spring may have
  /// several.
  func time(ofEased progress: Double) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if eased(middle) < progress { low = middle } else { high = middle }
    }
    return progress <= 0 ? 0 : progress >= 1 ? span : (low + high) / 2 * span
  }

  /// Sets the timing of every animation for the animator's present state: running, reversed or paused.
  func applyTiming() {
    player.beginImplicitly()
    player.isTimelineStale = true
    timeEnd()
    for part in parts {
      let local = player.localTime(of: part.attached.layer, at: isRunning ? startedAt : player.now)
      var animation = part.original
      if isRunning && reversed {
        // Backward in time is the mirrored animation forward.
        if let mirrored = part.original.mirrored {
          animation = mirrored
          animation.timing.beginTime = local - (part.delay + part.duration - place)
        } else {
          // A spring has no mirror: its time runs backward instead, from where it stands.
          let rest = min(max(place - part.delay, 0), part.duration)
          animation.timing.speed = -1
          animation.timing.timeOffset = rest
          animation.timing.repeatDuration = rest
          animation.timing.beginTime = local + max(place - part.delay - part.duration, 0)
        }
      } else if isRunning {
        animation.timing.beginTime = local - place + part.delay
      } else {
        animation.timing.beginTime = local
        animation.timing.speed = 0
        if let linearFraction, reach.low <= linearFraction, linearFraction <= reach.high {
          animation = animation.linear
          let position = fractionInRun(linearFraction) * span - part.delay
          animation.timing.timeOffset = min(max(position, 0), part.duration)
        } else if let linearFraction {
          // Beyond where the run under way began: as before it.
          animation = part.first.linear
          let (delay, length) = (duration - part.first.timing.duration, part.first.timing.duration)
          animation.timing.timeOffset = min(max(linearFraction * duration - delay, 0), length)
        } else {
          animation.timing.timeOffset = min(max(place - part.delay, 0), part.duration)
        }
      }
      animation.timing.fillMode = .both
      part.attached.animation = animation
      player.animationsChanged(on: part.attached.layer)
    }
  }

  /// Sets a timer for the end of an animator whose end no animation reports: one that moves nothing (rule A14.9), or one that pauses at its end.
  func timeEnd() {
    if let timer { player.cancelTimer(timer) }
    timer = nil
    guard isRunning, pausesOnCompletion || blocksAlive.allSatisfy({ $0.waitingFor == 0 }) else { return }
    let place = currentPlace
    timer = player.perform(after: max(reversed ? place : span - place, 0)) { [weak self] in
      guard let self else { return }
      timer = nil
      guard pausesOnCompletion else { return animationsStopped() }
      (self.place, isRunning) = (reversed ? 0 : span, false)
      linearFraction = scrubsLinearly ? (reversed ? reach.low : reach.high) : nil
      applyTiming()
    }
  }
}
