import SceneModel

/// View animations that can be stopped, scrubbed, reversed and continued, as a `UIViewPropertyAnimator`.
public final class PropertyAnimator {
  /// The player on whose clock the animator runs.
  public let player: LayerPlayer
  /// The name under which the animator's end is reported.
  public let name: String
  /// The duration in seconds; for a spring that was given by its physics, its settling duration.
  public let duration: Double
  /// How progress runs over time.
  public private(set) var parameters: Parameters
  /// The state; a new animator is inactive.
  public private(set) var state = State.inactive
  /// Whether the animator is under way and not paused.
  public internal(set) var isRunning = false
  /// Whether `fractionComplete` is the fraction of the values while paused, instead of that of the time.
  public var scrubsLinearly = true
  /// Whether the animator pauses at its end instead of finishing.
  public var pausesOnCompletion = false { didSet { if state == .active { timeEnd() } } }
  /// Whether the animator may be paused, scrubbed and stopped.
  public var isInterruptible = true

  private var bodies: [(delayFactor: Double, body: () -> Void)] = []
  private var completions: [(Position) -> Void] = []
  var parts: [Part] = []
  /// The length of the present run in seconds: `duration`, or the duration that a continuation has.
  var span: Double
  /// The fractions of the values at which the present run starts and ends.
  var reach = (low: 0.0, high: 1.0)
  /// The position in the present run at the time `startedAt`, or, while it is paused, at present. In seconds from the start of the run; below 0 during a
  /// delay.
  var place = 0.0
  var startedAt = 0.0
  var reversed = false
  /// The fraction of the values while the animator is paused with linear scrubbing.
  var linearFraction: Double?

  /// The timer that ends an animator without motion, or that holds an animator that pauses on completion.
  var timer: Int?

  struct Part {
    var attached: AttachedAnimation
    /// The animation as the block made it: forward, from the start.
    let first: Animation
    /// The animation of the present run: as the block made it, or as a continuation changed it.
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
    (self.duration, span) = (duration, duration)
    self.parameters = parameters
  }

  /// Makes an inactive animator that takes the time that a spring needs to settle.
  public convenience init(player: LayerPlayer, spring: Spring) {
    self.init(player: player, duration: spring.settlingDuration, parameters: .spring(spring))
  }

  /// Adds changes that run at the start, or at once if the animator is active. In this case they take the remaining time.
  ///
  /// - Parameters:
  ///   - delayFactor: the fraction of the duration to wait, from 0 to 1.
  ///   - body: makes the changes.
  public func addAnimations(delayFactor: Double = 0, _ body: @escaping () -> Void) {
    if state == .active {
      let place = max(currentPlace, 0)
      run(body, delay: delayFactor * (span - place) + place)
      applyTiming()
    } else {
      bodies.append((delayFactor, body))
    }
  }

  /// Opens changes of the animator, and starts it paused if it was not started; returns a closure that closes them.
  func openChanges(delayFactor: Double) -> () -> Void {
    activate()
    let place = max(currentPlace, 0)
    let close = openBlock(delay: delayFactor * (span - place) + place)
    return { [self] in
      close()
      applyTiming()
    }
  }

  /// Adds a completion, which gets the position at which the animator ended.
  public func addCompletion(_ body: @escaping (Position) -> Void) { completions.append(body) }

  /// Starts the animator, or continues it after a pause. Its blocks run at once; what they change begins to move after a delay in seconds.
  ///
  /// - Precondition: it is not stopped.
  public func start(afterDelay delay: Double = 0) {
    precondition(state != .stopped, "a stopped animator must be finished first")
    activate()
    if reversed && currentPlace <= 0 { place = span }
    if delay > 0 {
      (place, startedAt) = (currentPlace + (reversed ? delay : -delay), player.now)
    }
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

  /// The fraction that is complete, in [0, 1]; setting it pauses. With `scrubsLinearly` it is the fraction of the values, otherwise that of the
  /// time. While the animator is reversed, it is counted in the direction of the motion.
  public var fractionComplete: Double {
    get {
      let forward = linearFraction ?? fractionOfRun
      return reversed ? 1 - forward : forward
    }
    set {
      precondition(isInterruptible, "this animator cannot be interrupted")
      activate()
      let forward = min(max(reversed ? 1 - newValue : newValue, 0), 1)
      if scrubsLinearly {
        isRunning = false
        linearFraction = forward
        place = time(ofEased: fractionInRun(forward))
        applyTiming()
      } else {
        hold(at: fractionInRun(forward) * span)
      }
    }
  }

  /// Whether the animator runs backwards. Setting it while the animator is under way turns the motion at its present position.
  public var isReversed: Bool {
    get { reversed }
    set {
      guard newValue != reversed else { return }
      place = currentPlace
      startedAt = player.now
      reversed = newValue
      guard state == .active else { return }
      // A continuation went from where it was: the way to the other end is longer than its own.
      if isRunning, newValue ? reach.low > 0 : reach.high < 1 {
        let rest = newValue ? fractionOfRun : 1 - fractionOfRun
        restart(over: rest * duration, with: parameters)
      }
      applyTiming()
    }
  }

  /// Continues from the present position; does nothing if the animator is not active.
  ///
  /// - Parameters:
  ///   - parameters: the curve or spring from here to the end; nil: as before.
  ///   - durationFactor: the fraction of the duration that the rest takes; 0: the time that was left.
  public func `continue`(with parameters: Parameters? = nil, durationFactor: Double = 0) {
    guard state == .active else { return }
    let isOnItsWay = reversed ? reach.low == 0 : reach.high == 1
    let fraction = linearFraction ?? fractionOfRun
    let rest =
      isOnItsWay ? (reversed ? currentPlace : span - currentPlace) : (reversed ? fraction : 1 - fraction) * duration
    let factorTakesRest = durationFactor == 0 && player.choices.factorZeroTakesTheRest
    let remaining = durationFactor == 0 ? (factorTakesRest ? rest : duration) : durationFactor * duration
    if parameters == nil && remaining == rest && isOnItsWay {
      goOn()
      return
    }
    restart(over: remaining, with: parameters ?? self.parameters)
    goOn()
  }

  /// Turns the rest of the animation into a new run that starts at the shown values.
  private func restart(over remaining: Double, with parameters: Parameters) {
    let fraction = linearFraction ?? fractionOfRun
    for index in parts.indices { restart(index, over: remaining, with: parameters) }
    self.parameters = parameters
    reach = reversed ? (0, fraction) : (fraction, 1)
    span = remaining
    (place, startedAt) = (reversed ? remaining : 0, player.now)
    linearFraction = nil
  }

  /// The fraction of the values, or of the time, that the present run has reached.
  private var fractionOfRun: Double {
    let time = span > 0 ? min(max(currentPlace / span, 0), 1) : 0
    return reach.low + (reach.high - reach.low) * min(max(scrubsLinearly ? eased(time) : time, 0), 1)
  }

  /// Converts a fraction of the animation to a fraction of the present run.
  func fractionInRun(_ fraction: Double) -> Double {
    reach.high > reach.low ? min(max((fraction - reach.low) / (reach.high - reach.low), 0), 1) : 0
  }

  /// Stops an active animator and leaves all values where they are shown. With `withoutFinishing` no completion runs, and the animator is inactive
  /// again; otherwise call `finish(at:)` next.
  public func stop(withoutFinishing: Bool) {
    guard state == .active else { return }
    precondition(isInterruptible, "this animator cannot be interrupted")
    settle()
    state = withoutFinishing ? .inactive : .stopped
    isRunning = false
    if withoutFinishing { (place, span, reach, linearFraction, completions) = (0, duration, (0, 1), nil, []) }
  }

  /// Finishes an animator that was stopped with `stop(withoutFinishing: false)`: sets the model to a position and calls the completions.
  /// Does nothing if it was not stopped so.
  public func finish(at position: Position) {
    guard state == .stopped else { return }
    settleModel(at: position)
    end(position)
  }

  /// Whether animations stay at their ends instead of finishing, because the animator pauses on completion.
  var holdsAtEnd: Bool { pausesOnCompletion && state == .active }

  var currentPlace: Double {
    guard isRunning else { return place }
    let elapsed = player.now - startedAt
    return reversed ? max(place - elapsed, 0) : min(place + elapsed, span)
  }

  private func activate() {
    guard state == .inactive else { return }
    state = .active
    chain = player.chain
    for (factor, body) in bodies { run(body, delay: factor * duration) }
    bodies = []
  }

  private func run(_ body: () -> Void, delay: Double) {
    let close = openBlock(delay: delay)
    body()
    close()
  }

  private func openBlock(delay: Double) -> () -> Void {
    var settings = ViewAnimation(duration: max(span - delay, 0), options: .curveLinear)
    settings.spring = parameters.spring
    if case .springByAxis(_, let velocity) = parameters { settings.velocity = velocity }
    let block = ViewBlock(settings, name: name) { _ in }
    block.animator = self
    adoptionDelay = delay
    blocksAlive.append(block)
    return player.openBlock(block)
  }

  private var adoptionDelay = 0.0
  /// The chain of the callback that started the animator.
  private var chain: CallbackChain.Link?
  /// The animator's blocks. They are stored here because the player keeps a block only as long as it has animations.
  var blocksAlive: [ViewBlock] = []

  /// Takes over the timing of an animation. Must be called when a block of this animator, or a block inside one, has added an animation.
  func adopted(_ attached: AttachedAnimation, of block: ViewBlock) {
    // A block inside has taken over the easing, unless it has one of its own.
    if case .curve(let curve) = parameters, block.animator === self { attached.animation.timingFunction = curve }
    if block.animator == nil, !blocksAlive.contains(where: { $0 === block }) { blocksAlive.append(block) }
    // It stays until the animator lets it go, and it is timed by the animator alone.
    attached.isResolved = true
    parts.append(
      Part(
        attached: attached, first: attached.animation, original: attached.animation,
        delay: adoptionDelay + (block.animator === self ? 0 : block.animation.delay),
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
    linearFraction = scrubsLinearly ? fractionOfRun : nil
    applyTiming()
  }

  private func restart(_ index: Int, over remaining: Double, with parameters: Parameters) {
    let part = parts[index]
    if case .keyframes? = part.original.property?.form {
      // Keyframes keep their ways between: the part of their time that is left is stretched.
      let fraction = min(max(linearFraction ?? fractionOfRun, 0), 1)
      let whole = reversed ? fraction : 1 - fraction
      parts[index].duration = whole > 0 ? remaining / whole : remaining
      parts[index].delay = reversed ? 0 : remaining - parts[index].duration
      parts[index].original.timing.duration = parts[index].duration
      return
    }
    guard let property = part.original.property, case .basic(let ends) = property.form.asBasic,
      let shown = player.value(of: part.attached)
    else { return }
    var original = part.original
    let begin = part.first.property?.startValue ?? ends.from
    let target = BasicValues(from: reversed ? begin : shown, to: reversed ? shown : part.first.property?.endValue)
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

  /// Ends the animator if all animations of its blocks have stopped. Must be called when those of one block have stopped by themselves.
  func animationsStopped() {
    guard state == .active, blocksAlive.allSatisfy({ $0.waitingFor == 0 }) else { return }
    let position: Position = reversed ? .start : .end
    if reversed { settleModel(at: .start) }
    end(position)
  }

  func end(_ position: Position) {
    state = .inactive
    isRunning = false
    (place, span, reach) = (0, duration, (0, 1))
    parts = []
    for block in blocksAlive { block.runWhenDone() }
    blocksAlive = []
    let bodies = completions
    completions = []
    player.beginImplicitly()
    player.queue.append(
      Callback(
        event: .block(name, finished: position == .end), chain: chain, body: { for body in bodies { body(position) } }))
  }

  var ends: [(LayerID, Animation)] = []
  /// The final model values at the time of `stop`.
  var models: [Key: AnimationValue] = [:]
}
