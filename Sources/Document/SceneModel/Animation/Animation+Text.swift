extension Animation {
  /// Reads an animation: its form, the property that it moves, its values, and then options in any order.
  ///
  ///     basic position.x from number 0 to number 10 duration 1 curve 0.42 0 0.58 1
  ///     spring opacity 1 100 10 0 to number 1 duration 1.5 additive
  ///     keyframes position linear values (point 0 0 , point 5 5) times (0 1) duration 2
  ///     group { basic opacity to number 0 ; transition fade } duration 1 fill both kept
  ///
  /// `depth` counts the groups around it. A group that is nested too deep is refused before it is read, so that it cannot overflow the stack.
  init(_ line: inout TextLine, depth: Int = 0) throws(TextError) {
    guard depth <= Timeline.greatestNesting else {
      throw line.mistake(.outside, "groups nest deeper than \(Timeline.greatestNesting)", hint: "Use fewer groups.")
    }
    let form = try line.name("basic, spring, keyframes, group or transition")
    switch form {
    case "basic":
      let keyPath = try AnimationKeyPath(&line)
      self.init(.property(PropertyAnimation(keyPath, .basic(try BasicValues(&line)))))
    case "spring":
      let keyPath = try AnimationKeyPath(&line)
      let spring = try Spring(&line)
      self.init(.property(PropertyAnimation(keyPath, .spring(try BasicValues(&line), spring))))
    case "keyframes":
      let keyPath = try AnimationKeyPath(&line)
      self.init(.property(PropertyAnimation(keyPath, .keyframes(try Keyframes(&line)))))
    case "group":
      var children: [Animation] = []
      try line.expect(symbol: "{")
      while !line.skip(symbol: "}") {
        if line.skip(symbol: ";") { continue }
        children.append(try Animation(&line, depth: depth + 1))
      }
      self.init(.group(children))
    case "transition": self.init(.transition(try TransitionAnimation(&line)))
    default:
      throw line.mistake(
        .unknownWord, "unknown form of animation \"\(form)\"",
        hint: didYouMean(form, among: ["basic", "spring", "keyframes", "group", "transition"]))
    }
    while case .word(let word)? = line.peek { try readFact(word, &line) }
  }

  private static let facts = [
    "begin", "duration", "speed", "offset", "repeat", "repeat-for", "autoreverses", "fill", "curve", "kept", "additive",
    "cumulative", "function",
  ]

  private mutating func readFact(_ word: String, _ line: inout TextLine) throws(TextError) {
    _ = line.skip(word: word)
    switch word {
    case "begin": timing.beginTime = try line.number("the begin time")
    case "duration": timing.duration = try line.numberOrInfinity("the duration in seconds, or infinite")
    case "speed": timing.speed = try line.number("the speed")
    case "offset": timing.timeOffset = try line.number("the time offset")
    case "repeat": timing.repeatCount = try line.numberOrInfinity("the repeat count, or infinite")
    case "repeat-for": timing.repeatDuration = try line.numberOrInfinity("the repeat duration, or infinite")
    case "autoreverses": timing.autoreverses = true
    case "fill": timing.fillMode = try line.caseName("fill mode")
    case "curve": timingFunction = try TimingFunction(&line)
    case "kept": isRemovedOnCompletion = false
    case "additive" where property != nil: property?.isAdditive = true
    case "cumulative" where property != nil: property?.isCumulative = true
    case "function" where property != nil:
      property?.valueFunction = try line.caseName("value function") as ValueFunction
    case "additive", "cumulative", "function":
      throw line.mistake(
        .misplaced, "\"\(word)\" has no effect on a group or transition",
        hint: "Only animations of one property have it.")
    default:
      throw line.mistake(
        .unknownWord, "unknown fact \"\(word)\" of an animation", hint: didYouMean(word, among: Animation.facts))
    }
  }

  /// The animation as the text form writes it.
  public var words: String {
    var words: [String]
    switch content {
    case .group(let children):
      words = [children.isEmpty ? "group { }" : "group { \(children.map(\.words).joined(separator: " ; ")) }"]
    case .transition(let transition): words = ["transition \(transition.words)"]
    case .property(let property):
      let keyPath = property.keyPath.words
      words =
        switch property.form {
        case .basic(let ends): ["basic \(keyPath)"] + ends.words
        case .spring(let ends, let spring): ["spring \(keyPath) \(spring.words)"] + ends.words
        case .keyframes(let keyframes): ["keyframes \(keyPath)"] + keyframes.words
        }
    }
    func number(_ word: String, _ value: Double, unless normal: Double) {
      if value != normal { words.append("\(word) \(value == .infinity ? "infinite" : TextNumber.spell(value))") }
    }
    number("begin", timing.beginTime, unless: 0)
    number("duration", timing.duration, unless: 0)
    number("speed", timing.speed, unless: 1)
    number("offset", timing.timeOffset, unless: 0)
    number("repeat", timing.repeatCount, unless: 0)
    number("repeat-for", timing.repeatDuration, unless: 0)
    if timing.autoreverses { words.append("autoreverses") }
    if timing.fillMode != .removed { words.append("fill \(timing.fillMode)") }
    if let timingFunction { words.append("curve \(timingFunction.words)") }
    if !isRemovedOnCompletion { words.append("kept") }
    if property?.isAdditive == true { words.append("additive") }
    if property?.isCumulative == true { words.append("cumulative") }
    if let function = property?.valueFunction { words.append("function \(function)") }
    return words.joined(separator: " ")
  }
}

extension AnimationKeyPath {
  /// Reads a key path, such as `bounds.size.width`, as in code. A quoted word is a property's name without a component. The word `part` and a
  /// component may follow.
  init(_ line: inout TextLine) throws(TextError) {
    let isQuoted = if case .quoted? = line.peek { true } else { false }
    let text = try line.name("a key path such as position.x")
    guard isQuoted else {
      self.init(parsing: text)
      return
    }
    self.init(text)
    guard line.skip(word: "part") else { return }
    component = try line.caseName("component")
  }

  var words: String {
    let text = description
    if AnimationKeyPath(parsing: text) == self, spelled(word: text) == text { return text }
    return quoted(property) + (component == .whole ? "" : " part \(component)")
  }
}

extension TimingFunction {
  init(_ line: inout TextLine) throws(TextError) {
    let n = try line.numbers(4, "a control point's x or y")
    self.init(n[0], n[1], n[2], n[3])
  }

  var words: String { spelled([x1, y1, x2, y2]) }
}

extension BasicValues {
  /// Reads `from VALUE to VALUE by VALUE`; each part may be missing.
  init(_ line: inout TextLine) throws(TextError) {
    self.init()
    if line.skip(word: "from") { from = try AnimationValue(&line) }
    if line.skip(word: "to") { to = try AnimationValue(&line) }
    if line.skip(word: "by") { by = try AnimationValue(&line) }
  }

  var words: [String] {
    [from.map { "from \($0.words)" }, to.map { "to \($0.words)" }, by.map { "by \($0.words)" }].compactMap { $0 }
  }
}

extension Spring {
  /// Reads mass, stiffness, damping (or `infinite`), initial velocity, and the word `overdamped`, which allows a damping ratio above 1.
  init(_ line: inout TextLine) throws(TextError) {
    let mass = try line.number("the mass")
    let stiffness = try line.number("the stiffness")
    let damping = try line.numberOrInfinity("the damping, or infinite")
    guard mass > 0, stiffness > 0, damping >= 0 else {
      throw line.mistake(
        .outside, "this is no spring",
        hint: "Mass and stiffness are above 0, the damping is from 0 up, as Core Animation has it."
      )
    }
    self.init(
      mass: mass, stiffness: stiffness, damping: damping, initialVelocity: try line.number("the initial velocity"),
      allowsOverdamping: line.skip(word: "overdamped"))
  }

  var words: String {
    let damping = damping == .infinity ? "infinite" : TextNumber.spell(damping)
    return "\(spelled([mass, stiffness])) \(damping) \(TextNumber.spell(initialVelocity))"
      + (allowsOverdamping ? " overdamped" : "")
  }
}

extension TransitionAnimation {
  init(_ line: inout TextLine) throws(TextError) {
    self.init(style: try line.caseName("transition"))
    if line.skip(word: "direction") { subtype = try line.caseName("direction") }
    guard line.skip(word: "progress") else { return }
    startProgress = try line.number("the start progress")
    endProgress = try line.number("the end progress")
  }

  var words: String {
    let direction = subtype == .none ? "" : " direction \(subtype)"
    let progress = startProgress == 0 && endProgress == 1 ? "" : " progress \(spelled([startProgress, endProgress]))"
    return "\(style)\(direction)\(progress)"
  }
}

extension Keyframes {
  /// Reads the calculation mode, then lists in this order, each where there is one: `values (…) along PATH times (…) curves (…) tensions
  /// (…) continuities (…) biases (…) turning MODE`.
  init(_ line: inout TextLine) throws(TextError) {
    self.init(mode: try line.caseName("calculation mode"))
    if line.skip(word: "values") {
      try line.expect(symbol: "(")
      while !line.skip(symbol: ")") {
        if line.skip(symbol: ",") { continue }
        values.append(try AnimationValue(&line))
      }
    }
    if line.skip(word: "along") { path = try VectorPath(&line) }
    if line.skip(word: "times") { keyTimes = try line.numbers("a key time") }
    if line.skip(word: "curves") {
      try line.expect(symbol: "(")
      while !line.skip(symbol: ")") {
        if line.skip(symbol: ",") { continue }
        timingFunctions.append(try TimingFunction(&line))
      }
    }
    if line.skip(word: "tensions") { tensions = try line.numbers("a tension") }
    if line.skip(word: "continuities") { continuities = try line.numbers("a continuity") }
    if line.skip(word: "biases") { biases = try line.numbers("a bias") }
    if line.skip(word: "turning") { rotationMode = try line.caseName("rotation mode") }
  }

  var words: [String] {
    var words = ["\(mode)"]
    if !values.isEmpty { words.append("values (\(values.map(\.words).joined(separator: " , ")))") }
    if let path { words.append("along \(path.words)") }
    if let keyTimes { words.append("times (\(spelled(keyTimes)))") }
    if !timingFunctions.isEmpty {
      words.append("curves (\(timingFunctions.map(\.words).joined(separator: " , ")))")
    }
    for (word, list) in [("tensions", tensions), ("continuities", continuities), ("biases", biases)] where !list.isEmpty
    {
      words.append("\(word) (\(spelled(list)))")
    }
    if rotationMode != .none { words.append("turning \(rotationMode)") }
    return words
  }
}
