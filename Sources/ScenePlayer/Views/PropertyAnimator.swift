import SceneModel

/// View animations that can be stopped, scrubbed, reversed and continued, as a `UIViewPropertyAnimator`.
public final class PropertyAnimator {
  /// The animator's states, as in `UIViewAnimatingState`.
  public enum State: Hashable, Sendable { case inactive, active, stopped }
  /// The positions at which an animator can end, as in `UIViewAnimatingPosition`.
  public enum Position: Hashable, Sendable { case end, start, current }
  /// How progress runs over time.
  public enum Parameters: Hashable, Sendable {
    /// By an easing.
    case curve(TimingFunction)
    /// By a damped spring.
    case spring(Spring)
    /// By a damped spring with an initial velocity in x and y, in distances per second, as `UISpringTimingParameters` with a vector.
    case springByAxis(Spring, SIMD2<Double>)

    /// The spring with the length of its velocity; nil: a curve.
    var spring: Spring? {
      switch self {
      case .curve: return nil
      case .spring(let spring): return spring
      case .springByAxis(var spring, let velocity):
        spring.initialVelocity = (velocity * velocity).sum().squareRoot()
        return spring
      }
    }
  }

  /// The player on whose clock it runs.
  public let player: LayerPlayer
  /// The name under which its end is reported.
  public let name: String
  /// The duration in seconds; for a spring that was given by its physics, its settling duration.
  public private(set) var duration: Double
  /// How progress runs over time.
  public private(set) var parameters: Parameters
  /// The state; a new animator is inactive.
  public private(set) var state = State.inactive
  /// Whether it is under way and not paused.
  public private(set) var isRunning = false
  /// Whether `fractionComplete` is the fraction of the values while paused, instead of that of the time.
  public var scrubsLinearly = true
  /// Whether it pauses at its end instead of finishing.
  public var pausesOnCompletion = false
  /// Whether it may be paused, scrubbed and stopped.
  public var isInterruptible = true

  private var bodies: [(delayFactor: Double, body: () -> Void)] = []
  private var completions: [(Position) -> Void] = []
  private var parts: [Part] = []
  /// Seconds from the start, where it stands or stood at `startedAt`.
  private var place = 0.0
  private var startedAt = 0.0
  private var reversed = false
  /// The fraction of the values while paused with linear scrubbing.
  private var linearFraction: Double?

  private struct Part {
    var attached: AttachedAnimation
    /// As the block made it: forward, from the start.
    var original: Animation
    var delay: Double
    var duration: Double
  }

  /// Makes an inactive animator; the duration is in seconds.
  public init(
    player: LayerPlayer, duration: Double, parameters: Parameters = .curve(.default), name: String = "animator"
  ) {
    self.player = player
    self.name = name
    self.duration = duration
    self.parameters = parameters
  }

  /// Makes an inactive animator that takes the time that a spring needs to settle.
  public convenience init(player: LayerPlayer, spring: Spring) {
    self.init(player: player, duration: spring.settlingDuration, parameters: .spring(spring))
  }

  /// Adds changes that run at the start, or at once while the animator is active: then over what is left of the time.
  ///
  /// - Parameters:
  ///   - delayFactor: the fraction of the duration to wait, from 0 to 1.
  ///   - body: makes the changes.
  public func addAnimations(delayFactor: Double = 0, _ body: @escaping () -> Void) {
    if state == .active {
      run(body, delay: delayFactor * (duration - currentPlace) + currentPlace)
      applyTiming()
    } else {
      bodies.append((delayFactor, body))
    }
  }

  /// Adds a completion, which is told where the animator ended.
  public func addCompletion(_ body: @escaping (Position) -> Void) { completions.append(body) }

  /// Starts the animator, or lets it go on after a pause.
  ///
  /// - Precondition: it is not stopped.
  public func start() {
    precondition(state != .stopped, "a stopped animator must be finished first")
    activate()
    if reversed && currentPlace <= 0 { place = duration }
    goOn()
  }

  /// Pauses the animator; an inactive one starts as paused.
  ///
  /// - Precondition: it is not stopped, and interruptible if it is under way.
  public func pause() {
    precondition(state != .stopped, "a stopped animator must be finished first")
    precondition(isInterruptible || state == .inactive, "this animator cannot be interrupted")
    activate()
    hold(at: currentPlace)
  }

  /// The fraction that is complete, in [0, 1]; setting it pauses. With `scrubsLinearly` it is that of the values, else that of the time.
  /// While reversed it counts in the direction of travel.
  public var fractionComplete: Double {
    get {
      let timeFraction = duration > 0 ? currentPlace / duration : 0
      let forward = linearFraction ?? (scrubsLinearly ? eased(timeFraction) : timeFraction)
      let clamped = min(max(forward, 0), 1)
      return reversed ? 1 - clamped : clamped
    }
    set {
      precondition(isInterruptible, "this animator cannot be interrupted")
      activate()
      let forward = min(max(reversed ? 1 - newValue : newValue, 0), 1)
      if scrubsLinearly {
        isRunning = false
        linearFraction = forward
        place = time(ofEased: forward)
        applyTiming()
      } else {
        hold(at: forward * duration)
      }
    }
  }

  /// Whether it runs backwards; setting it while under way turns it where it is.
  public var isReversed: Bool {
    get { reversed }
    set {
      guard newValue != reversed else { return }
      place = currentPlace
      startedAt = player.now
      reversed = newValue
      if state == .active { applyTiming() }
    }
  }

  /// Goes on from where it stands.
  ///
  /// - Parameters:
  ///   - parameters: what it runs by from here to the end; nil: as before.
  ///   - durationFactor: how much of the duration it takes from here; 0: what was left.
  public func `continue`(with parameters: Parameters? = nil, durationFactor: Double = 0) {
    guard state == .active else { return }
    let rest = reversed ? currentPlace : duration - currentPlace
    let factorTakesRest = durationFactor == 0 && player.choices.factorZeroTakesTheRest
    let remaining = durationFactor == 0 ? (factorTakesRest ? rest : duration) : durationFactor * duration
    if parameters == nil && remaining == rest {
      goOn()
      return
    }
    // What is left becomes an animation of its own, from what is shown.
    for index in parts.indices { restart(index, over: remaining, with: parameters ?? self.parameters) }
    self.parameters = parameters ?? self.parameters
    duration = remaining
    place = reversed ? remaining : 0
    linearFraction = nil
    goOn()
  }

  /// Stops the animator and leaves all values where they are shown. `withoutFinishing`: nobody hears of it, and it is inactive again.
  public func stop(withoutFinishing: Bool) {
    guard state == .active else { return }
    precondition(isInterruptible, "this animator cannot be interrupted")
    settle(at: .current)
    state = withoutFinishing ? .inactive : .stopped
    isRunning = false
  }

  /// Finishes an animator that was stopped with `stop(withoutFinishing: false)`: sets the model to a position and tells the completions.
  public func finish(at position: Position) {
    guard state == .stopped else { return }
    settleModel(at: position)
    end(position)
  }

  /// While it pauses on completion, ends hold instead of finishing.
  var holdsAtEnd: Bool { pausesOnCompletion && state == .active }

  private var currentPlace: Double {
    guard isRunning else { return place }
    let elapsed = player.now - startedAt
    return reversed ? max(place - elapsed, 0) : min(place + elapsed, duration)
  }

  private func activate() {
    guard state == .inactive else { return }
    state = .active
    for (factor, body) in bodies { run(body, delay: factor * duration) }
    bodies = []
  }

  private func run(_ body: () -> Void, delay: Double) {
    var settings = ViewAnimation(duration: max(duration - delay, 0), options: .curveLinear)
    settings.spring = parameters.spring
    if case .springByAxis(_, let velocity) = parameters { settings.velocity = velocity }
    let block = ViewBlock(settings, name: name) { _ in }
    block.animator = self
    adoptionDelay = delay
    blocksAlive.append(block)
    player.run(block, body)
  }

  private var adoptionDelay = 0.0
  /// The player holds blocks only through their animations.
  private var blocksAlive: [ViewBlock] = []

  /// A block of this animator has added an animation.
  func adopted(_ attached: AttachedAnimation) {
    if case .curve(let curve) = parameters { attached.animation.timingFunction = curve }
    // It stays until the animator lets it go, and it is timed by the animator alone.
    attached.isResolved = true
    parts.append(
      Part(
        attached: attached, original: attached.animation, delay: adoptionDelay,
        duration: attached.animation.timing.duration))
  }

  private func goOn() {
    place = currentPlace
    linearFraction = nil
    startedAt = player.now
    isRunning = true
    applyTiming()
  }

  private func hold(at place: Double) {
    self.place = place
    isRunning = false
    linearFraction = scrubsLinearly ? eased(duration > 0 ? place / duration : 0) : nil
    applyTiming()
  }

  private func eased(_ fraction: Double) -> Double {
    switch parameters {
    case .curve(let curve): return curve.value(at: fraction)
    case .spring, .springByAxis:
      return parameters.spring.map { 1 + $0.motion.offset(at: fraction * duration) } ?? fraction
    }
  }

  /// The time at which the curve first has a progress; its curves rise.
  private func time(ofEased progress: Double) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if eased(middle) < progress { low = middle } else { high = middle }
    }
    return progress <= 0 ? 0 : progress >= 1 ? duration : (low + high) / 2 * duration
  }

  /// Gives every part its clock for the present state.
  private func applyTiming() {
    player.beginImplicitly()
    player.isTimelineStale = true
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
        if let linearFraction {
          animation = animation.linear
          let position = linearFraction * duration - part.delay
          animation.timing.timeOffset = min(max(position, 0), part.duration)
        } else {
          animation.timing.timeOffset = min(max(place - part.delay, 0), part.duration)
        }
      }
      animation.timing.fillMode = .both
      part.attached.animation = animation
      player.animationsChanged(on: part.attached.layer)
    }
  }

  private func restart(_ index: Int, over remaining: Double, with parameters: Parameters) {
    let part = parts[index]
    guard let property = part.original.property, case .basic(let ends) = property.form.asBasic,
      let shown = player.value(of: part.attached)
    else { return }
    var original = part.original
    let target = BasicValues(from: reversed ? ends.from : shown, to: reversed ? shown : ends.to)
    switch parameters {
    case .curve(let curve):
      original.property?.form = .basic(target)
      original.timingFunction = curve
    case .spring, .springByAxis:
      guard let spring = parameters.spring else { return }
      original.property?.form = .spring(target, spring)
      original.timingFunction = nil
    }
    original.timing.duration = remaining
    parts[index].original = original
    parts[index].delay = 0
    parts[index].duration = remaining
  }

  /// Every animation of the blocks has stopped by itself.
  func animationsStopped() {
    guard state == .active, blocksAlive.allSatisfy({ $0.waitingFor == 0 }) else { return }
    let position: Position = reversed ? .start : .end
    if reversed { settleModel(at: .start) }
    end(position)
  }

  private func end(_ position: Position) {
    state = .inactive
    isRunning = false
    place = 0
    parts = []
    blocksAlive = []
    let bodies = completions
    completions = []
    player.beginImplicitly()
    player.queue.append(
      Callback(event: .block(name, finished: position == .end), body: { for body in bodies { body(position) } }))
  }

  /// Takes the animations away with the model at what they show.
  private func settle(at position: Position) {
    var shown: [(LayerID, String, AnimationValue)] = []
    for part in parts {
      guard let property = part.original.property?.keyPath.property,
        let value = player.presentation(part.attached.layer, property)
      else { continue }
      shown.append((part.attached.layer, property, value))
    }
    ends = parts.map { ($0.attached.layer, $0.original) }
    let mine = parts.map(\.attached)
    models = Dictionary(
      shown.map { (Key(layer: $0.0, property: $0.1), player.model($0.0, $0.1) ?? $0.2) },
      uniquingKeysWith: { a, _ in a })
    for attached in mine { player.withdraw(attached) }
    parts = []
    blocksAlive = []
    for (layer, property, value) in shown { setModel(layer, property, value) }
  }

  private struct Key: Hashable {
    var layer: LayerID
    var property: String
  }

  private var ends: [(LayerID, Animation)] = []
  /// The final model values at the time of `stop`.
  private var models: [Key: AnimationValue] = [:]

  private func settleModel(at position: Position) {
    switch position {
    case .current: break
    case .end:
      for (key, value) in models.sorted(by: { ($0.key.layer, $0.key.property) < ($1.key.layer, $1.key.property) }) {
        setModel(key.layer, key.property, value)
      }
    case .start:
      for (layer, animation) in ends.isEmpty ? parts.map({ ($0.attached.layer, $0.original) }) : ends {
        guard let property = animation.property, case .basic(let values) = property.form.asBasic,
          let from = values.from
        else { continue }
        let keyPath = property.keyPath
        let base = models[Key(layer: layer, property: keyPath.property)] ?? player.model(layer, keyPath.property)
        guard let end = base?.component(keyPath) else { continue }
        let start = property.isAdditive ? from.plus(end) : from
        if let start, let whole = base?.replacing(keyPath, with: start) { setModel(layer, keyPath.property, whole) }
      }
    }
    ends = []
    models = [:]
  }

  private func setModel(_ layer: LayerID, _ property: String, _ value: AnimationValue) {
    player.performWithoutAnimation {
      let disables = player.disablesActions
      player.begin()
      player.disablesActions = true
      player.set(layer, property, value)
      player.disablesActions = disables
      do { try player.commit() } catch { preconditionFailure("a transaction that was begun can be committed") }
    }
  }
}

extension Animation {
  /// The same motion run backward; nil for springs, whose motion has no mirror.
  fileprivate var mirrored: Animation? {
    guard case .basic(let ends)? = property?.form else { return nil }
    var copy = self
    copy.property?.form = .basic(BasicValues(from: ends.to, to: ends.from))
    if let curve = timingFunction {
      copy.timingFunction = TimingFunction(1 - curve.x2, 1 - curve.y2, 1 - curve.x1, 1 - curve.y1)
    }
    return copy
  }

  /// The same ends, joined by a straight line.
  fileprivate var linear: Animation {
    var copy = self
    copy.timingFunction = nil
    if case .spring(let ends, _)? = property?.form { copy.property?.form = .basic(ends) }
    return copy
  }
}

extension PropertyAnimation.Form {
  fileprivate var asBasic: PropertyAnimation.Form {
    if case .spring(let ends, _) = self { return .basic(ends) }
    return self
  }
}
