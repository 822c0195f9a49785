extension PlayerStep: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .begin(let duration, let curve, let disables, let completion):
      bytes.put(case: 0, duration, curve, disables, completion)
    case .commit: bytes.put(case: 1)
    case .flush: bytes.put(case: 2)
    case .addAnimation(let animation, let id, let key, let delegate):
      bytes.put(case: 3, id, key, delegate, animation.words)
    case .removeAnimation(let key, let id): bytes.put(case: 4, id, key)
    case .set(let id, let key, let value): bytes.put(case: 5, id, key, value.words)
    case .clock(let id, let isPaused): bytes.put(case: 6, id, isPaused)
    case .animator(let name, let step): bytes.put(case: 7, name, step)
    case .recognize(let name, let id, let seconds, let points): bytes.put(case: 8, name, id, seconds, points)
    case .touch(let id): bytes.put(case: 9, id)
    case .drag(let point): bytes.put(case: 10, point)
    case .release: bytes.put(case: 11)
    case .when(let reaction): bytes.put(case: 12, reaction)
    case .transition(let transition): bytes.put(case: 13, transition)
    case .expect(let expectation): bytes.put(case: 14, expectation)
    case .open(let block): bytes.put(case: 15, block)
    case .close: bytes.put(case: 16)
    case .transaction(let change): bytes.put(case: 17, change)
    case .timing(let id, let timing): bytes.put(case: 18, id, timing.beginTime, timing.speed, timing.timeOffset)
    case .action(let id, let key, let animation): bytes.put(case: 19, id, key, animation?.words)
    case .animations(let areEnabled): bytes.put(case: 20, areEnabled)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    switch try bytes.byte() {
    case 0:
      self = .begin(
        duration: try bytes.optional { (bytes) throws(CompactError) in try bytes.duration() },
        curve: try bytes.take(), disablesActions: try bytes.take(), completion: try bytes.take())
    case 1: self = .commit
    case 2: self = .flush
    case 3:
      let (id, key, delegate): (ItemID, String, String) = (try bytes.take(), try bytes.take(), try bytes.take())
      self = .addAnimation(try bytes.animation(), to: id, key: key, delegate: delegate)
    case 4:
      let id: ItemID = try bytes.take()
      self = .removeAnimation(try bytes.take(), from: id)
    case 5:
      let (id, key): (ItemID, String) = (try bytes.take(), try bytes.take())
      self = .set(id, key, try bytes.value(of: key))
    case 6: self = .clock(try bytes.take(), isPaused: try bytes.take())
    case 7: self = .animator(try bytes.take(), try bytes.take())
    case 8:
      self = .recognize(
        try bytes.take(), on: try bytes.take(), after: try bytes.duration(), within: try bytes.duration())
    case 9: self = .touch(try bytes.take())
    case 10: self = .drag(try bytes.take())
    case 11: self = .release
    case 12: self = .when(try bytes.take())
    case 13: self = .transition(try bytes.take())
    case 14: self = .expect(try bytes.take())
    case 15: self = .open(try bytes.take())
    case 16: self = .close
    case 17: self = .transaction(try bytes.take())
    case 18:
      self = .timing(
        try bytes.take(),
        LayerTiming(beginTime: try bytes.take(), speed: try bytes.take(), timeOffset: try bytes.take()))
    case 19:
      self = .action(
        try bytes.take(), try bytes.take(),
        try bytes.optional { (bytes) throws(CompactError) in try bytes.animation() })
    case 20: self = .animations(areEnabled: try bytes.take())
    default: throw bytes.mistake(.unknownWord, "unknown step of a player")
    }
  }

  /// Whether the next byte begins a step that this body must not contain.
  static func isRefused(_ next: UInt8, in body: Step.Body) -> Bool {
    body == .reaction ? next == 12 : next == 7 || next == 12 || next == 13
  }
}

extension ReactionStep.Phase: Compact {}

extension ReactionStep: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(event, phase, view, isHeld, steps) }

  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(event: try bytes.take())
    phase = try bytes.take()
    view = try bytes.take()
    isHeld = try bytes.take()
    guard isHeld || view != nil else { throw bytes.mistake(.impossible, "nothing is released") }
    steps = try Step.body(from: &bytes, in: .reaction)
  }
}

extension TransitionStep.Kind: Compact {}

extension TransitionStep: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.put(view, destination, duration, kind, curve, completion, steps)
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(try bytes.take(), duration: 0)
    destination = try bytes.take()
    duration = try bytes.duration()
    kind = try bytes.take()
    curve = try bytes.take()
    completion = try bytes.take()
    steps = try Step.body(from: &bytes, in: .animation)
  }
}

extension AnimatorStep.Position: Compact {}

extension AnimatorStep: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .create(let duration, let pace, let steps): bytes.put(case: 0, duration, pace, steps)
    case .add(let delay, let steps): bytes.put(case: 1, delay, steps)
    case .start: bytes.put(case: 2)
    case .pause: bytes.put(case: 3)
    case .fraction(let fraction): bytes.put(case: 4, fraction)
    case .reverse: bytes.put(case: 5)
    case .goOn(let factor, let pace): bytes.put(case: 6, factor, pace)
    case .stop(let withoutFinishing): bytes.put(case: 7, withoutFinishing)
    case .finish(let position): bytes.put(case: 8, position)
    case .startLater(let delay): bytes.put(case: 9, delay)
    case .scrubs(let linearly): bytes.put(case: 10, linearly)
    case .pausesOnCompletion(let pauses): bytes.put(case: 11, pauses)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    switch try bytes.byte() {
    case 0: self = .create(try bytes.duration(), try bytes.take(), try Step.body(from: &bytes, in: .animation))
    case 1: self = .add(try bytes.fraction(), try Step.body(from: &bytes, in: .animation))
    case 2: self = .start
    case 3: self = .pause
    case 4: self = .fraction(try bytes.fraction())
    case 5: self = .reverse
    case 6: self = .goOn(factor: try bytes.duration(), try bytes.take())
    case 7: self = .stop(withoutFinishing: try bytes.take())
    case 8: self = .finish(try bytes.take())
    case 9: self = .startLater(try bytes.duration())
    case 10: self = .scrubs(linearly: try bytes.take())
    case 11: self = .pausesOnCompletion(try bytes.take())
    default: throw bytes.mistake(.unknownWord, "unknown step of an animator")
    }
  }
}

extension AnimationStep.SpringShape: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(dampingRatio, initialVelocity) }

  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(dampingRatio: try bytes.take(), initialVelocity: try bytes.take())
    guard dampingRatio > 0 else { throw bytes.mistake(.outside, "a damping ratio is not above 0") }
  }
}

extension Pace: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .curve(let curve): bytes.put(case: 0, curve)
    case .spring(let shape): bytes.put(case: 1, shape)
    case .physics(let spring, let velocity):
      bytes.put(case: 2, spring.mass, spring.stiffness, spring.damping, spring.initialVelocity)
      bytes.put(spring.allowsOverdamping, velocity)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    switch try bytes.byte() {
    case 0: self = .curve(try bytes.take())
    case 1: self = .spring(try bytes.take())
    case 2:
      let (mass, stiffness, damping) = (try bytes.number(), try bytes.number(), try bytes.number())
      guard mass > 0, stiffness > 0, damping >= 0 else { throw bytes.mistake(.outside, "a spring has no such physics") }
      var spring = Spring(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: try bytes.take())
      spring.allowsOverdamping = try bytes.take()
      self = .physics(spring, velocity: try bytes.take())
    default: throw bytes.mistake(.unknownWord, "unknown pace")
    }
  }
}

extension TimingFunction: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(x1, y1, x2, y2) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(try bytes.take(), try bytes.take(), try bytes.take(), try bytes.take())
  }
}

extension CompactReader {
  /// Reads a number that is not negative.
  mutating func duration() throws(CompactError) -> Double {
    let value = try number()
    guard value >= 0 else { throw mistake(.outside, "a duration or distance is negative") }
    return value
  }

  fileprivate mutating func fraction() throws(CompactError) -> Double {
    let value = try number()
    guard value >= 0, value <= 1 else { throw mistake(.outside, "a fraction is outside [0, 1]") }
    return value
  }

  /// Reads an animation of a layer's properties, in its text form.
  fileprivate mutating func animation() throws(CompactError) -> Animation {
    let animation = try words("animation") { (line) throws(TextError) in try Animation(&line) }
    if let mistake = PlayerStep.mistake(in: animation) { throw self.mistake(.wrongKind, mistake) }
    return animation
  }

  /// Reads a value for a layer's property, in its text form.
  mutating func value(of key: String) throws(CompactError) -> AnimationValue {
    let value = try words("value") { (line) throws(TextError) in try AnimationValue(&line) }
    if let mistake = PlayerStep.mistake(in: key, value) { throw self.mistake(.wrongKind, mistake) }
    return value
  }

  /// Reads a case that is spelled as in the text form.
  private mutating func words<T>(
    _ what: String, _ body: (inout TextLine) throws(TextError) -> T
  ) throws(CompactError) -> T {
    let text = try text()
    do {
      var line = try TextLine(Array(text.utf8)[...], file: what, number: 1)
      let value = try body(&line)
      try line.requireEnd()
      return value
    } catch {
      throw mistake(error.code, error.problem)
    }
  }
}
