import LayoutKernel
import LayoutPlugin
import SceneModel

/// The message of a broken verdict: text for people, with the facts in it as fields.
///
/// A message is written as a string literal. Interpolated values belong to one document. The other words are the same for two documents that show
/// one bug:
///
///     let message: VerdictMessage = "after transaction \(2), \(Variable(1)) was reported twice"
///     message.description      // after transaction 2, v1 was reported twice
///     message.pattern          // after transaction #, # was reported twice
///
/// An interpolated string is a name. Words that are chosen at run time are interpolated as a `VerdictMessage`, or with `\(words: text)`.
public struct VerdictMessage: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The text for people.
  public private(set) var description = ""
  /// The text with `#` for each value, and with the code alone for a fault.
  public private(set) var pattern = ""
  /// The numbers in the text, in order, without counts.
  public private(set) var numbers: [Double] = []
  /// The fault with which the engine answered, the last one if there are several; nil if there is none.
  public private(set) var fault: Fault?
  /// Whether the judge expected the engine to refuse an edit as malformed.
  public private(set) var expectsRefusal = false

  /// A fault of an engine, as a message quotes it.
  public struct Fault: Hashable, Codable, Sendable {
    /// The stable code. `Guides/codes.md` lists all.
    public var code: String
    /// The violated part of the contract; nil for a refused edit and for a layout engine's own fault.
    public var part: ContractViolation.Part?
    /// The engine's name and what it did, or the engine's own words.
    public var text: String
    /// The text of the message before the fault.
    public var place = ""
  }

  /// Makes a message from its text alone, such as one from a record. Its pattern is the text.
  public init(text: String) { (description, pattern) = (text, text) }

  /// Returns the message with its text cut to a number of characters.
  package func cut(to length: Int) -> VerdictMessage {
    var message = self
    message.description = String(description.prefix(length))
    message.pattern = String(pattern.prefix(length))
    message.numbers = Array(numbers.prefix(length))
    return message
  }

  /// Makes the message about a step or a scene that was refused. If an engine's fault was the reason, it becomes the message's fault.
  init(_ mistake: LayoutMistake) {
    self =
      if case .engine(let fault) = mistake { "the engine did not answer: \(fault)" } else {
        "\(words: mistake.description)"
      }
  }

  /// Returns two messages as one text.
  static func + (one: VerdictMessage, other: VerdictMessage) -> VerdictMessage { "\(one)\(other)" }

  fileprivate mutating func append(_ other: VerdictMessage) {
    if var fault = other.fault {
      fault.place = description + fault.place
      self.fault = fault
    }
    description += other.description
    pattern += other.pattern
    numbers += other.numbers
    if other.expectsRefusal { expectsRefusal = true }
  }
}

extension VerdictMessage: ExpressibleByStringInterpolation {
  /// Makes a message without values.
  public init(stringLiteral text: String) { self.init(text: text) }

  /// Makes a message of its parts.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }

  /// The parts of a message, in order.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message = VerdictMessage(text: "")

    /// Makes an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words that belong to the message.
    public mutating func appendLiteral(_ literal: String) {
      message.description += literal
      message.pattern += literal
    }

    /// Adds a value or a name. An error that is an engine's fault becomes the message's fault.
    public mutating func appendInterpolation(_ value: some Any) {
      if let fault = value as? PluginFault {
        appendInterpolation(fault)
      } else {
        message.append("\(value)", as: "#")
      }
    }

    /// Adds a number.
    public mutating func appendInterpolation(_ number: Double) { message.append("\(number)", as: "#", [number]) }

    /// Adds a number as documents spell it: without a decimal point if it is whole.
    public mutating func appendInterpolation(spelled number: Double) {
      message.append(TextNumber.spell(number), as: "#", [number])
    }

    /// Adds numbers.
    public mutating func appendInterpolation(_ numbers: [Double]) { message.append("\(numbers)", as: "#", numbers) }

    /// Adds a text that states some numbers. The pattern has a single `#` for it.
    public mutating func appendInterpolation(_ text: String, of numbers: [Double]) {
      message.append(text, as: "#", numbers)
    }

    /// Adds a frame.
    public mutating func appendInterpolation(_ frame: Rect) {
      message.append("\(frame)", as: "#", [frame.x, frame.y, frame.width, frame.height])
    }

    /// Adds a point.
    public mutating func appendInterpolation(_ point: Point) {
      message.append("\(point)", as: "#", [point.x, point.y])
    }

    /// Adds the corners of a view.
    public mutating func appendInterpolation(_ points: [Point]) {
      message.append("\(points)", as: "#", points.flatMap { [$0.x, $0.y] })
    }

    /// Adds words that are chosen at run time and belong to the message.
    public mutating func appendInterpolation(words: String) { appendLiteral(words) }

    /// Adds another message.
    public mutating func appendInterpolation(_ other: VerdictMessage) { message.append(other) }

    /// Adds a fault with which the engine answered.
    public mutating func appendInterpolation(_ fault: PluginFault) {
      switch fault {
      case .rejected(let reason): append(VerdictMessage.Fault(code: fault.code, text: reason), "\(fault)")
      case .broken(let violation):
        append(VerdictMessage.Fault(code: fault.code, part: violation.part, text: "\(violation)"), "\(fault)")
      // There is no such engine, or it had no time, so it has no bug.
      case .cannotLoad, .notAPlugin, .wrongABI, .incompleteTable, .notOffered, .cancelled:
        message.append("\(fault)", as: "[\(fault.code)]")
      }
    }

    /// Adds a fault that a layout engine, or the process of an engine, has reported about itself.
    public mutating func appendInterpolation(ownFault why: String) {
      append(
        VerdictMessage.Fault(code: PluginFault.engineFault, text: why), "a fault [\(PluginFault.engineFault)]: \(why)")
    }

    private mutating func append(_ fault: VerdictMessage.Fault, _ text: String) {
      message.append(text, as: "[\(fault.code)]", [], fault)
    }

    /// Adds an answer that the judge expected, and that the engine did not give.
    public mutating func appendInterpolation(expected answer: VerdictMessage) {
      let isRefusal = answer.fault?.code == PluginFault.refusedEdit
      var words = answer
      words.fault = nil
      words.numbers = []
      if isRefusal { (words.pattern, words.expectsRefusal) = ("", true) }
      message.append(words)
    }
  }

  private mutating func append(
    _ text: String, as pattern: String, _ numbers: [Double] = [], _ fault: Fault? = nil
  ) {
    var part = VerdictMessage(text: text)
    (part.pattern, part.numbers, part.fault) = (pattern, numbers, fault)
    append(part)
  }
}
