/// The opening of a block of view code. Until its `close`, changes are animated by the block. Blocks may be nested, and may contain every step that
/// their code made. Only recorded scenes have them.
public enum BlockStep: Hashable, Sendable {
  /// `UIView.animate` in all its forms.
  case animate(BlockTiming)
  /// `UIView.animateKeyframes`, with the rule by which values change between keyframes.
  case keyframes(BlockTiming, Keyframes.CalculationMode)
  /// `UIView.addKeyframe`: start and duration are fractions of the enclosing block's duration.
  case keyframe(start: Double, duration: Double)
  /// `UIView.performWithoutAnimation`: changes inside are not animated.
  case still
  /// `UIView.transition` within a view.
  case transition(ItemID, TransitionStep.Kind, BlockTiming)
  /// Changes of the animator with this name, after a fraction of its duration. An animator that was not started is started and paused.
  case animator(String, after: Double)
  /// `UIView.modifyAnimations`: the animations of the changes inside repeat, and may run backwards after each run.
  case repeating(count: Double, autoreverses: Bool)
}

/// The duration, delay, easing and options with which the changes of an animation block are animated.
public struct BlockTiming: Hashable, Sendable {
  /// The options that a block may have besides its easing, spelled as in the text form.
  public enum Option: String, Hashable, Sendable, CaseIterable {
    /// `allowUserInteraction`: views that are being animated get touches.
    case allowsInteraction = "allow-interaction"
    /// `beginFromCurrentState`: animations start from the shown value instead of the model's.
    case fromCurrent = "from-current"
    /// `repeat`: the animation repeats without end.
    case repeats = "repeat"
    /// `autoreverse`: each run goes back again; only with `repeat`.
    case autoreverses = "autoreverse"
    /// `overrideInheritedDuration`: a nested block keeps its own duration.
    case ownDuration = "own-duration"
    /// `overrideInheritedCurve`: a nested block keeps its own curve.
    case ownCurve = "own-curve"
    /// `overrideInheritedOptions`: a nested block inherits nothing.
    case ownOptions = "own-options"
  }

  /// The duration in seconds.
  public var duration: Double
  /// The seconds before the animation begins.
  public var delay = 0.0
  /// The easing of the block's animations.
  public var curve = AnimationStep.Curve.easeInOut
  /// The spring, in place of the easing; `nil` if the easing is used.
  public var spring: Pace?
  /// The options of the block.
  public var options: Set<Option> = []
  /// The name under which the completion is reported; empty if it is not.
  public var completion = ""

  /// Makes a timing of a duration in seconds.
  public init(duration: Double) { self.duration = duration }
}

/// A change of a transaction's settings: of the innermost explicit one, or of the implicit one of this turn. A `nil` leaves a setting as it is.
public struct TransactionChange: Hashable, Sendable {
  /// The duration of implicit animations, in seconds.
  public var duration: Double?
  /// The easing of implicit animations.
  public var curve: TimingFunction?
  /// Whether changes run no actions.
  public var disablesActions: Bool?
  /// The name under which the completion is reported.
  public var completion: String?

  /// Makes a change that leaves every setting as it is.
  public init() {}
}

extension BlockStep {
  /// Reads the text after `open`.
  init(_ line: inout TextLine, _ names: inout SceneNames) throws(TextError) {
    let what = try line.name("animate, keyframes, keyframe, still, transition, animator or repeating")
    switch what {
    case "animate": self = .animate(try BlockTiming(&line))
    case "keyframes":
      let mode: Keyframes.CalculationMode = try line.caseName("calculation mode")
      self = .keyframes(try BlockTiming(&line), mode)
    case "keyframe":
      self = .keyframe(start: try line.number("the start"), duration: try line.duration("the duration"))
    case "still": self = .still
    case "transition":
      let view = try names.view(line.name("a view"), line: line)
      let kind: TransitionStep.Kind = try line.choice("transition")
      self = .transition(view, kind, try BlockTiming(&line))
    case "animator":
      let name = try line.name("the animator's name")
      self = .animator(name, after: line.skip(word: "after") ? try line.number("the fraction") : 0)
    case "repeating":
      let count = try line.duration("the count")
      self = .repeating(count: count, autoreverses: line.skip(word: "autoreverse"))
    default: throw line.mistake(.unknownWord, "a block is no \"\(what)\"")
    }
  }

  func words(_ spelling: inout SceneSpelling) -> String {
    switch self {
    case .animate(let timing): "animate \(timing.words)"
    case .keyframes(let timing, let mode): "keyframes \(mode) \(timing.words)"
    case .keyframe(let start, let duration): "keyframe \(spelled([start, duration]))"
    case .still: "still"
    case .transition(let view, let kind, let timing):
      "transition \(spelling.name(view)) \(kind.rawValue) \(timing.words)"
    case .animator(let name, let delay):
      "animator \(spelled(name: name))" + (delay == 0 ? "" : " after \(TextNumber.spell(delay))")
    case .repeating(let count, let autoreverses):
      "repeating \(TextNumber.spell(count))" + (autoreverses ? " autoreverse" : "")
    }
  }
}

extension BlockTiming {
  init(_ line: inout TextLine) throws(TextError) {
    duration = try line.duration("the duration in seconds")
    while case .word(let word)? = line.peek {
      if let option = Option(rawValue: word) {
        options.insert(option)
        _ = line.skip(word: word)
      } else if line.skip(word: "delay") {
        delay = try line.duration("the delay in seconds")
      } else if line.skip(word: "completion") {
        completion = try line.name("the completion's name")
      } else if word == "spring" || word == "physics" {
        spring = try Pace(&line)
      } else {
        curve = try line.choice("curve, spring, physics, delay, option or completion")
      }
    }
  }

  var words: String {
    var words = TextNumber.spell(duration)
    if let spring { words += " \(spring.words)" }
    if spring == nil || curve != .easeInOut { words += " \(curve.rawValue)" }
    if delay != 0 { words += " delay \(TextNumber.spell(delay))" }
    for option in Option.allCases where options.contains(option) { words += " \(option.rawValue)" }
    return completion.isEmpty ? words : words + " completion \(spelled(name: completion))"
  }
}

extension TransactionChange {
  /// Reads the text after `transaction`.
  init(_ line: inout TextLine) throws(TextError) {
    while case .word(let word)? = line.peek {
      _ = line.skip(word: word)
      switch word {
      case "duration": duration = try line.duration("the duration in seconds")
      case "curve": curve = try TimingFunction(&line)
      case "without-actions": disablesActions = true
      case "with-actions": disablesActions = false
      case "completion": completion = try line.name("the completion's name")
      default:
        throw line.mistake(
          .unknownWord, "unknown fact \"\(word)\" of a transaction",
          hint: "It is duration, curve, without-actions, with-actions or completion.")
      }
    }
  }

  var words: String {
    (duration.map { " duration \(TextNumber.spell($0))" } ?? "") + (curve.map { " curve \($0.words)" } ?? "")
      + (disablesActions.map { $0 ? " without-actions" : " with-actions" } ?? "")
      + (completion.map { " completion \(spelled(name: $0))" } ?? "")
  }
}

extension BlockStep: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .animate(let timing): bytes.put(case: 0, timing)
    case .keyframes(let timing, let mode):
      bytes.put(case: 1, timing)
      bytes.byte(mode.rawValue)
    case .keyframe(let start, let duration): bytes.put(case: 2, start, duration)
    case .still: bytes.put(case: 3)
    case .transition(let view, let kind, let timing): bytes.put(case: 4, view, kind, timing)
    case .animator(let name, let delay): bytes.put(case: 5, name, delay)
    case .repeating(let count, let autoreverses): bytes.put(case: 6, count, autoreverses)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    switch try bytes.byte() {
    case 0: self = .animate(try bytes.take())
    case 1:
      let timing: BlockTiming = try bytes.take()
      guard let mode = Keyframes.CalculationMode(rawValue: try bytes.byte()) else {
        throw bytes.mistake(.unknownWord, "unknown calculation mode")
      }
      self = .keyframes(timing, mode)
    case 2: self = .keyframe(start: try bytes.take(), duration: try bytes.duration())
    case 3: self = .still
    case 4: self = .transition(try bytes.take(), try bytes.take(), try bytes.take())
    case 5: self = .animator(try bytes.take(), after: try bytes.take())
    case 6: self = .repeating(count: try bytes.duration(), autoreverses: try bytes.take())
    default: throw bytes.mistake(.unknownWord, "unknown block")
    }
  }
}

extension BlockTiming: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.put(duration, delay, curve, spring)
    bytes.byte(Option.allCases.enumerated().reduce(0) { $0 | (options.contains($1.element) ? 1 << $1.offset : 0) })
    bytes.put(completion)
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    duration = try bytes.duration()
    delay = try bytes.duration()
    curve = try bytes.take()
    spring = try bytes.take()
    if case .curve? = spring { throw bytes.mistake(.wrongKind, "a spring is a curve") }
    let bits = try bytes.byte()
    guard bits < 1 << UInt8(Option.allCases.count) else {
      throw bytes.mistake(.unknownWord, "unknown options of a block")
    }
    options = Set(Option.allCases.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element))
    completion = try bytes.take()
  }
}

extension TransactionChange: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(duration, curve, disablesActions, completion) }

  init(from bytes: inout CompactReader) throws(CompactError) {
    duration = try bytes.optional { (bytes) throws(CompactError) in try bytes.duration() }
    curve = try bytes.take()
    disablesActions = try bytes.take()
    completion = try bytes.take()
  }
}
