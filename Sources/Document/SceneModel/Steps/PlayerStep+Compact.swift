extension PlayerStep {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .begin(let duration, let curve, let disables, let completion):
      bytes.byte(0)
      bytes.optional(duration) { $0.number($1) }
      bytes.optional(curve) { $0.curve($1) }
      bytes.flag(disables)
      bytes.text(completion)
    case .commit: bytes.byte(1)
    case .flush: bytes.byte(2)
    case .addAnimation(let animation, let id, let key, let delegate):
      bytes.byte(3)
      id.write(to: &bytes)
      bytes.text(key)
      bytes.text(delegate)
      bytes.text(animation.words)
    case .removeAnimation(let key, let id):
      bytes.byte(4)
      id.write(to: &bytes)
      bytes.text(key)
    case .set(let id, let key, let value):
      bytes.byte(5)
      id.write(to: &bytes)
      bytes.text(key)
      bytes.text(value.words)
    case .clock(let id, let isPaused):
      bytes.byte(6)
      id.write(to: &bytes)
      bytes.flag(isPaused)
    case .animator(let name, let step):
      bytes.byte(7)
      bytes.text(name)
      step.write(to: &bytes)
    case .recognize(let name, let id, let seconds, let points):
      bytes.byte(8)
      bytes.text(name)
      id.write(to: &bytes)
      bytes.number(seconds)
      bytes.number(points)
    case .touch(let id):
      bytes.byte(9)
      id.write(to: &bytes)
    case .drag(let point):
      bytes.byte(10)
      bytes.number(point.x)
      bytes.number(point.y)
    case .release: bytes.byte(11)
    case .when(let reaction):
      bytes.byte(12)
      bytes.text(reaction.event)
      bytes.choice(reaction.phase)
      bytes.optional(reaction.view) { $1.write(to: &$0) }
      bytes.flag(reaction.isHeld)
      bytes.list(reaction.steps)
    case .transition(let transition):
      bytes.byte(13)
      transition.view.write(to: &bytes)
      bytes.optional(transition.destination) { $1.write(to: &$0) }
      bytes.number(transition.duration)
      bytes.choice(transition.kind)
      bytes.choice(transition.curve)
      bytes.text(transition.completion)
      bytes.list(transition.steps)
    case .expect(let expectation):
      bytes.byte(14)
      expectation.write(to: &bytes)
    case .open(let block):
      bytes.byte(15)
      block.write(to: &bytes)
    case .close: bytes.byte(16)
    case .transaction(let change):
      bytes.byte(17)
      change.write(to: &bytes)
    case .timing(let id, let timing):
      bytes.byte(18)
      id.write(to: &bytes)
      for number in [timing.beginTime, timing.speed, timing.timeOffset] { bytes.number(number) }
    case .action(let id, let key, let animation):
      bytes.byte(19)
      id.write(to: &bytes)
      bytes.text(key)
      bytes.optional(animation) { $0.text($1.words) }
    case .animations(let areEnabled):
      bytes.byte(20)
      bytes.flag(areEnabled)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    switch try bytes.byte() {
    case 0:
      self = .begin(
        duration: try bytes.optional { (bytes) throws(CompactError) in try bytes.duration() },
        curve: try bytes.optional { (bytes) throws(CompactError) in try bytes.curve() },
        disablesActions: try bytes.flag(), completion: try bytes.text())
    case 1: self = .commit
    case 2: self = .flush
    case 3:
      let id = try ItemID(from: &bytes)
      let (key, delegate) = (try bytes.text(), try bytes.text())
      let animation = try bytes.words("animation") { (line) throws(TextError) in try Animation(&line) }
      if let mistake = PlayerStep.mistake(in: animation) { throw bytes.mistake(.wrongKind, mistake) }
      self = .addAnimation(animation, to: id, key: key, delegate: delegate)
    case 4:
      let id = try ItemID(from: &bytes)
      self = .removeAnimation(try bytes.text(), from: id)
    case 5:
      let id = try ItemID(from: &bytes)
      let key = try bytes.text()
      let value = try bytes.words("value") { (line) throws(TextError) in try AnimationValue(&line) }
      if let mistake = PlayerStep.mistake(in: key, value) { throw bytes.mistake(.wrongKind, mistake) }
      self = .set(id, key, value)
    case 6: self = .clock(try .init(from: &bytes), isPaused: try bytes.flag())
    case 7:
      let name = try bytes.text()
      self = .animator(name, try AnimatorStep(from: &bytes))
    case 8:
      let name = try bytes.text()
      self = .recognize(
        name, on: try .init(from: &bytes), after: try bytes.duration(), within: try bytes.duration())
    case 9: self = .touch(try .init(from: &bytes))
    case 10: self = .drag(Point(x: try bytes.number(), y: try bytes.number()))
    case 11: self = .release
    case 12:
      var reaction = ReactionStep(event: try bytes.text())
      reaction.phase = try bytes.choice()
      reaction.view = try bytes.optional { (bytes) throws(CompactError) in try ItemID(from: &bytes) }
      reaction.isHeld = try bytes.flag()
      guard reaction.isHeld || reaction.view != nil else { throw bytes.mistake(.impossible, "nothing is released") }
      reaction.steps = try Step.body(from: &bytes, in: .reaction)
      self = .when(reaction)
    case 13:
      var transition = TransitionStep(try ItemID(from: &bytes), duration: 0)
      transition.destination = try bytes.optional { (bytes) throws(CompactError) in try ItemID(from: &bytes) }
      transition.duration = try bytes.duration()
      transition.kind = try bytes.choice()
      transition.curve = try bytes.choice()
      transition.completion = try bytes.text()
      transition.steps = try Step.body(from: &bytes, in: .animation)
      self = .transition(transition)
    case 14: self = .expect(try Expectation(from: &bytes))
    case 15: self = .open(try BlockStep(from: &bytes))
    case 16: self = .close
    case 17: self = .transaction(try TransactionChange(from: &bytes))
    case 18:
      let id = try ItemID(from: &bytes)
      self = .timing(
        id,
        LayerTiming(beginTime: try bytes.number(), speed: try bytes.number(), timeOffset: try bytes.number()))
    case 19:
      let id = try ItemID(from: &bytes)
      let key = try bytes.text()
      let animation = try bytes.optional { (bytes) throws(CompactError) in
        try bytes.words("animation") { (line) throws(TextError) in try Animation(&line) }
      }
      if let mistake = animation.flatMap(PlayerStep.mistake) { throw bytes.mistake(.wrongKind, mistake) }
      self = .action(id, key, animation)
    case 20: self = .animations(areEnabled: try bytes.flag())
    default: throw bytes.mistake(.unknownWord, "unknown step of a player")
    }
  }

  /// Whether the bytes that follow are a step with a body, which some bodies may not hold.
  static func isRefused(_ next: UInt8, in body: Step.Body) -> Bool {
    body == .reaction ? next == 12 : next == 7 || next == 12 || next == 13
  }
}

extension AnimatorStep: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .create(let duration, let pace, let steps):
      bytes.byte(0)
      bytes.number(duration)
      pace.write(to: &bytes)
      bytes.list(steps)
    case .add(let delay, let steps):
      bytes.byte(1)
      bytes.number(delay)
      bytes.list(steps)
    case .start: bytes.byte(2)
    case .pause: bytes.byte(3)
    case .fraction(let fraction):
      bytes.byte(4)
      bytes.number(fraction)
    case .reverse: bytes.byte(5)
    case .goOn(let factor, let pace):
      bytes.byte(6)
      bytes.number(factor)
      bytes.optional(pace) { $1.write(to: &$0) }
    case .stop(let withoutFinishing):
      bytes.byte(7)
      bytes.flag(withoutFinishing)
    case .finish(let position):
      bytes.byte(8)
      bytes.choice(position)
    case .startLater(let delay):
      bytes.byte(9)
      bytes.number(delay)
    case .scrubs(let linearly):
      bytes.byte(10)
      bytes.flag(linearly)
    case .pausesOnCompletion(let pauses):
      bytes.byte(11)
      bytes.flag(pauses)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    switch try bytes.byte() {
    case 0:
      let duration = try bytes.duration()
      let pace = try Pace(from: &bytes)
      self = .create(duration, pace, try Step.body(from: &bytes, in: .animation))
    case 1:
      let delay = try bytes.fraction()
      self = .add(delay, try Step.body(from: &bytes, in: .animation))
    case 2: self = .start
    case 3: self = .pause
    case 4: self = .fraction(try bytes.fraction())
    case 5: self = .reverse
    case 6:
      let factor = try bytes.duration()
      self = .goOn(factor: factor, try bytes.optional { (bytes) throws(CompactError) in try Pace(from: &bytes) })
    case 7: self = .stop(withoutFinishing: try bytes.flag())
    case 8: self = .finish(try bytes.choice())
    case 9: self = .startLater(try bytes.duration())
    case 10: self = .scrubs(linearly: try bytes.flag())
    case 11: self = .pausesOnCompletion(try bytes.flag())
    default: throw bytes.mistake(.unknownWord, "unknown step of an animator")
    }
  }
}

extension Pace: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .curve(let curve):
      bytes.byte(0)
      bytes.curve(curve)
    case .spring(let shape):
      bytes.byte(1)
      bytes.number(shape.dampingRatio)
      bytes.number(shape.initialVelocity)
    case .physics(let spring, let velocity):
      bytes.byte(2)
      for number in [spring.mass, spring.stiffness, spring.damping, spring.initialVelocity] { bytes.number(number) }
      bytes.flag(spring.allowsOverdamping)
      bytes.optional(velocity) { $1.write(to: &$0) }
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    switch try bytes.byte() {
    case 0: self = .curve(try bytes.curve())
    case 1:
      let ratio = try bytes.number()
      guard ratio > 0 else { throw bytes.mistake(.outside, "a damping ratio is not above 0") }
      self = .spring(.init(dampingRatio: ratio, initialVelocity: try bytes.number()))
    case 2:
      let (mass, stiffness, damping) = (try bytes.number(), try bytes.number(), try bytes.number())
      guard mass > 0, stiffness > 0, damping >= 0 else { throw bytes.mistake(.outside, "a spring has no such physics") }
      var spring = Spring(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: try bytes.number())
      spring.allowsOverdamping = try bytes.flag()
      self = .physics(spring, velocity: try bytes.optional { (bytes) throws(CompactError) in try Point(from: &bytes) })
    default: throw bytes.mistake(.unknownWord, "unknown pace")
    }
  }
}

extension CompactWriter {
  mutating func curve(_ curve: TimingFunction) {
    for number in [curve.x1, curve.y1, curve.x2, curve.y2] { self.number(number) }
  }
}

extension CompactReader {
  mutating func curve() throws(CompactError) -> TimingFunction {
    TimingFunction(try number(), try number(), try number(), try number())
  }

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

  /// Reads a case that is spelled as in the text form.
  mutating func words<T>(
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
