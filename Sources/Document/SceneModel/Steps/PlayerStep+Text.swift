extension PlayerStep {
  /// The words that start a step of a player.
  static let verbs = [
    "begin", "commit", "flush", "layer", "clock", "animator", "recognize", "touch", "drag", "release", "when",
    "transition", "open", "close", "transaction", "timing", "action", "animations",
  ]

  /// Reads a step by its verb; nil if the verb is not one of a player's.
  init?(_ verb: String, _ line: inout TextLine, _ names: inout SceneNames) throws(TextError) {
    func view(_ line: inout TextLine) throws(TextError) -> ItemID {
      try names.view(line.name("a view"), line: line)
    }
    switch verb {
    case "begin": try self.init(beginning: &line)
    case "commit": self = .commit
    case "flush": self = .flush
    case "layer":
      let id = try view(&line)
      let key = try line.name("a key path such as cornerRadius")
      let value = try AnimationValue(&line)
      if let mistake = PlayerStep.mistake(in: key, value) {
        throw line.mistake(.wrongKind, mistake, hint: "Name a property of a layer, with a value of its kind.")
      }
      self = .set(id, key, value)
    case "clock":
      let id = try view(&line)
      let isPaused = line.skip(word: "pause")
      if !isPaused { try line.expect(word: "resume") }
      self = .clock(id, isPaused: isPaused)
    case "animator":
      let name = try line.name("the animator's name")
      self = .animator(name, try AnimatorStep(&line, &names))
    case "recognize":
      try line.expect(word: "long-press")
      let name = try line.name("the recogniser's name")
      try line.expect(word: "on")
      let id = try view(&line)
      // UIKit's defaults.
      let seconds = line.skip(word: "after") ? try line.duration("the least duration in seconds") : 0.5
      let points = line.skip(word: "within") ? try line.duration("the allowable movement in points") : 10
      self = .recognize(name, on: id, after: seconds, within: points)
    case "touch": self = .touch(try view(&line))
    case "drag": self = .drag(Point(x: try line.number("points to the right"), y: try line.number("points down")))
    case "release": self = .release
    case "when": self = .when(try ReactionStep(&line, &names))
    case "transition": self = .transition(try TransitionStep(&line, &names))
    case "open": self = .open(try BlockStep(&line, &names))
    case "close": self = .close
    case "transaction": self = .transaction(try TransactionChange(&line))
    case "timing":
      let id = try view(&line)
      self = .timing(
        id,
        LayerTiming(
          beginTime: try line.number("the begin time"), speed: try line.number("the speed"),
          timeOffset: try line.number("the time offset")))
    case "action":
      let id = try view(&line)
      let key = try line.name("a key such as position")
      if line.skip(word: "none") {
        self = .action(id, key, nil)
      } else {
        try line.expect(symbol: ":")
        let animation = try Animation(&line)
        if let mistake = PlayerStep.mistake(in: animation) {
          throw line.mistake(.wrongKind, mistake, hint: "Name properties of a layer, with values of their kinds.")
        }
        self = .action(id, key, animation)
      }
    case "animations":
      let areEnabled = line.skip(word: "on")
      if !areEnabled { try line.expect(word: "off") }
      self = .animations(areEnabled: areEnabled)
    default: return nil
    }
  }

  private init(beginning line: inout TextLine) throws(TextError) {
    var (duration, curve, disables, completion): (Double?, TimingFunction?, Bool, String) = (nil, nil, false, "")
    while case .word(let word)? = line.peek {
      _ = line.skip(word: word)
      switch word {
      case "duration": duration = try line.duration("the duration in seconds")
      case "curve": curve = try TimingFunction(&line)
      case "without-actions": disables = true
      case "completion": completion = try line.name("the completion's name")
      default: throw line.mistake(.unknownWord, "unknown fact \"\(word)\" of a transaction", hint: PlayerStep.beginHint)
      }
    }
    self = .begin(duration: duration, curve: curve, disablesActions: disables, completion: completion)
  }

  private static let beginHint = "It is duration, curve, without-actions or completion."

  /// Reads the text after `add animation`: `to VIEW [key NAME] [delegate NAME] : ANIMATION`.
  init(adding line: inout TextLine, _ names: SceneNames) throws(TextError) {
    try line.expect(word: "to")
    let id = try names.view(line.name("a view"), line: line)
    let key = line.skip(word: "key") ? try line.name("the key") : ""
    let delegate = line.skip(word: "delegate") ? try line.name("the delegate's name") : ""
    try line.expect(symbol: ":")
    let animation = try Animation(&line)
    if let mistake = PlayerStep.mistake(in: animation) {
      throw line.mistake(.wrongKind, mistake, hint: "Name properties of a layer, with values of their kinds.")
    }
    self = .addAnimation(animation, to: id, key: key, delegate: delegate)
  }

  /// Reads the text after `remove animation` or `remove animations`.
  init(removingNamed isNamed: Bool, _ line: inout TextLine, _ names: SceneNames) throws(TextError) {
    let key = isNamed ? try line.name("the key") : ""
    try line.expect(word: "from")
    self = .removeAnimation(key, from: try names.view(line.name("a view"), line: line))
  }

  /// The problem with an animation on a layer whose properties have Core Animation's default values; `nil` if there is none. Takes time linear in the
  /// animation's size.
  static func mistake(in animation: Animation) -> String? {
    var layer = Timeline.Layer()
    layer.animations = [animation]
    var timeline = Timeline(layers: [layer])
    timeline.stateDefaults()
    do {
      try timeline.validate()
      return nil
    } catch {
      return error.problem.hasSuffix(".") ? String(error.problem.dropLast()) : error.problem
    }
  }

  /// Whether a step can set a property of a layer to a value.
  package static func canSet(_ key: String, _ value: AnimationValue) -> Bool { mistake(in: key, value) == nil }

  static func mistake(in key: String, _ value: AnimationValue) -> String? {
    if key == "frame" {
      if case .rect = value { return nil }
      return "a frame is a rect"
    }
    let keyPath = AnimationKeyPath(parsing: key)
    guard let whole = LayerProperty.defaultValue(of: keyPath.property), let kind = keyPath.kind(in: whole.kind),
      keyPath.component == .whole || keyPath.lanes != nil
    else { return "layers have no settable \"\(key)\"" }
    return kind == value.kind ? nil : "\"\(key)\" is a \(kind), not a \(value.kind)"
  }

  func words(_ spelling: inout SceneSpelling) -> String {
    switch self {
    case .begin(let duration, let curve, let disables, let completion):
      return "begin" + (duration.map { " duration \(TextNumber.spell($0))" } ?? "")
        + (curve.map { " curve \($0.words)" } ?? "") + (disables ? " without-actions" : "")
        + (completion.isEmpty ? "" : " completion \(spelled(name: completion))")
    case .commit: return "commit"
    case .flush: return "flush"
    case .addAnimation(let animation, let id, let key, let delegate):
      return "add animation to \(spelling.name(id))" + (key.isEmpty ? "" : " key \(spelled(name: key))")
        + (delegate.isEmpty ? "" : " delegate \(spelled(name: delegate))") + " : \(animation.words)"
    case .removeAnimation(let key, let id):
      return (key.isEmpty ? "remove animations" : "remove animation \(spelled(name: key))")
        + " from \(spelling.name(id))"
    case .set(let id, let key, let value): return "layer \(spelling.name(id)) \(spelled(word: key)) \(value.words)"
    case .clock(let id, let isPaused): return "clock \(spelling.name(id)) \(isPaused ? "pause" : "resume")"
    case .animator(let name, let step): return "animator \(spelled(name: name)) \(step.words(&spelling))"
    case .recognize(let name, let id, let seconds, let points):
      return "recognize long-press \(spelled(name: name)) on \(spelling.name(id)) after \(TextNumber.spell(seconds))"
        + (points == 10 ? "" : " within \(TextNumber.spell(points))")
    case .touch(let id): return "touch \(spelling.name(id))"
    case .drag(let point): return "drag \(spelled([point.x, point.y]))"
    case .release: return "release"
    case .when(let reaction): return reaction.words(&spelling)
    case .transition(let transition): return transition.words(&spelling)
    case .expect(let expectation): return "expect " + expectation.words(spelling)
    case .open(let block): return "open \(block.words(&spelling))"
    case .close: return "close"
    case .transaction(let change): return "transaction" + change.words
    case .timing(let id, let timing):
      return "timing \(spelling.name(id)) \(spelled([timing.beginTime, timing.speed, timing.timeOffset]))"
    case .action(let id, let key, let animation):
      return "action \(spelling.name(id)) \(spelled(word: key)) " + (animation.map { ": \($0.words)" } ?? "none")
    case .animations(let areEnabled): return "animations \(areEnabled ? "on" : "off")"
    }
  }
}

extension AnimatorStep {
  private static let verbs = [
    "create", "add", "start", "pause", "fraction", "reverse", "continue", "stop", "finish", "scrubs", "ends",
  ]

  init(_ line: inout TextLine, _ names: inout SceneNames) throws(TextError) {
    let verb = try line.name("what the animator does")
    switch verb {
    case "create":
      let duration = try line.duration("the duration in seconds")
      let pace = try Pace(&line) ?? .curve(.default)
      self = .create(duration, pace, try Step.body(&line, &names, in: .animation))
    case "add":
      let delay = line.skip(word: "after") ? try line.number("the delay as a fraction of the duration") : 0
      guard delay >= 0, delay <= 1 else {
        throw line.mistake(.outside, "a delay is outside [0, 1]", hint: "It is a fraction of the duration.")
      }
      self = .add(delay, try Step.body(&line, &names, in: .animation))
    case "start": self = line.skip(word: "after") ? .startLater(try line.duration("the delay in seconds")) : .start
    case "scrubs":
      let linearly = line.skip(word: "linearly")
      if !linearly { try line.expect(word: "along") }
      self = .scrubs(linearly: linearly)
    case "ends":
      let pauses = line.skip(word: "paused")
      if !pauses { try line.expect(word: "finished") }
      self = .pausesOnCompletion(pauses)
    case "pause": self = .pause
    case "fraction":
      let fraction = try line.number("the fraction")
      guard fraction >= 0, fraction <= 1 else { throw line.mistake(.outside, "a fraction is outside [0, 1]") }
      self = .fraction(fraction)
    case "reverse": self = .reverse
    case "continue":
      let factor = line.skip(word: "factor") ? try line.duration("the duration factor") : 0
      self = .goOn(factor: factor, try Pace(&line))
    case "stop": self = .stop(withoutFinishing: line.skip(word: "without-finishing"))
    case "finish": self = .finish(try line.choice("position"))
    default:
      throw line.mistake(
        .unknownWord, "an animator cannot \"\(verb)\"", hint: didYouMean(verb, among: AnimatorStep.verbs))
    }
  }

  func words(_ spelling: inout SceneSpelling) -> String {
    switch self {
    case .create(let duration, let pace, let steps):
      "create \(TextNumber.spell(duration)) \(pace.words) \(Step.body(steps, &spelling))"
    case .add(let delay, let steps):
      "add " + (delay == 0 ? "" : "after \(TextNumber.spell(delay)) ") + Step.body(steps, &spelling)
    case .start: "start"
    case .startLater(let delay): "start after \(TextNumber.spell(delay))"
    case .scrubs(let linearly): "scrubs \(linearly ? "linearly" : "along")"
    case .pausesOnCompletion(let pauses): "ends \(pauses ? "paused" : "finished")"
    case .pause: "pause"
    case .fraction(let fraction): "fraction \(TextNumber.spell(fraction))"
    case .reverse: "reverse"
    case .goOn(let factor, let pace):
      "continue" + (factor == 0 ? "" : " factor \(TextNumber.spell(factor))") + (pace.map { " \($0.words)" } ?? "")
    case .stop(let withoutFinishing): withoutFinishing ? "stop without-finishing" : "stop"
    case .finish(let position): "finish \(position.rawValue)"
    }
  }
}

extension Pace {
  /// Reads `curve 4n`, `spring RATIO VELOCITY`, `physics MASS STIFFNESS DAMPING VELOCITY [overdamped] [by-axis X Y]`, or a curve's word; `nil` if no
  /// word follows.
  init?(_ line: inout TextLine) throws(TextError) {
    if line.skip(word: "curve") {
      self = .curve(try TimingFunction(&line))
    } else if line.skip(word: "spring") {
      let ratio = try line.number("the damping ratio")
      guard ratio > 0 else {
        throw line.mistake(.outside, "a damping ratio is not above 0", hint: "1 does not overshoot.")
      }
      self = .spring(.init(dampingRatio: ratio, initialVelocity: try line.number("the initial velocity")))
    } else if line.skip(word: "physics") {
      let mass = try line.number("the mass")
      let (stiffness, damping) = (try line.number("the stiffness"), try line.number("the damping"))
      guard mass > 0, stiffness > 0, damping >= 0 else {
        throw line.mistake(
          .outside, "a spring has no such physics", hint: "Mass and stiffness are above 0, damping from 0 up.")
      }
      var spring = Spring(
        mass: mass, stiffness: stiffness, damping: damping, initialVelocity: try line.number("the initial velocity"))
      spring.allowsOverdamping = line.skip(word: "overdamped")
      var velocity: Point?
      if line.skip(word: "by-axis") { velocity = Point(x: try line.number("the x"), y: try line.number("the y")) }
      self = .physics(spring, velocity: velocity)
    } else if case .word? = line.peek {
      let curve: AnimationStep.Curve = try line.choice("curve")
      self = .curve(curve.function)
    } else {
      return nil
    }
  }

  var words: String {
    switch self {
    case .curve(let curve): "curve \(curve.words)"
    case .spring(let shape): "spring \(spelled([shape.dampingRatio, shape.initialVelocity]))"
    case .physics(let spring, let velocity):
      "physics \(spelled([spring.mass, spring.stiffness, spring.damping, spring.initialVelocity]))"
        + (spring.allowsOverdamping ? " overdamped" : "") + (velocity.map { " by-axis \(spelled([$0.x, $0.y]))" } ?? "")
    }
  }
}

extension AnimationStep.Curve {
  /// The easing as a cubic Bézier curve.
  public var function: TimingFunction {
    switch self {
    case .easeInOut: .easeInEaseOut
    case .easeIn: .easeIn
    case .easeOut: .easeOut
    case .linear: .linear
    }
  }
}

extension ReactionStep {
  /// Reads `when NAME [PHASE] [held VIEW | released VIEW] { STEP ; … }`.
  init(_ line: inout TextLine, _ names: inout SceneNames) throws(TextError) {
    self.init(event: try line.name("the name of what is waited for"))
    while !line.isAtEnd, line.peek != .symbol("{") {
      if line.skip(word: "held") {
        view = try names.view(line.name("a view"), line: line)
      } else if line.skip(word: "released") {
        view = try names.view(line.name("a view"), line: line)
        isHeld = false
      } else {
        phase = try line.choice("phase, held, released or {")
      }
    }
    steps = try Step.body(&line, &names, in: .reaction)
  }

  func words(_ spelling: inout SceneSpelling) -> String {
    var words = "when \(spelled(name: event))"
    if phase != .any { words += " \(phase.rawValue)" }
    if let view { words += " \(isHeld ? "held" : "released") \(spelling.name(view))" }
    return words + " " + Step.body(steps, &spelling)
  }
}

extension TransitionStep {
  /// Reads `transition VIEW [to VIEW] SECONDS [KIND] [CURVE] { STEP ; … } [completion NAME]`.
  init(_ line: inout TextLine, _ names: inout SceneNames) throws(TextError) {
    self.init(try names.view(line.name("a view"), line: line), duration: 0)
    if line.skip(word: "to") { destination = try names.view(line.name("a view"), line: line) }
    duration = try line.duration("the duration in seconds")
    while case .word(let word)? = line.peek {
      if let kind = Kind(rawValue: word) {
        self.kind = kind
        _ = line.skip(word: word)
      } else {
        curve = try line.choice("transition, curve or {")
      }
    }
    steps = try Step.body(&line, &names, in: .animation)
    if line.skip(word: "completion") { completion = try line.name("the completion's name") }
  }

  func words(_ spelling: inout SceneSpelling) -> String {
    var words = "transition \(spelling.name(view))"
    if let destination { words += " to \(spelling.name(destination))" }
    words += " \(TextNumber.spell(duration)) \(kind.rawValue)"
    if curve != .easeInOut { words += " \(curve.rawValue)" }
    words += " " + Step.body(steps, &spelling)
    return completion.isEmpty ? words : words + " completion \(spelled(name: completion))"
  }
}

extension TextLine {
  /// Reads a number that is not negative.
  mutating func duration(_ what: String) throws(TextError) -> Double {
    let value = try number(what)
    guard value >= 0 else {
      throw mistake(.outside, "\(TextNumber.spell(value)) is negative, where \(what) is expected")
    }
    return value
  }
}
