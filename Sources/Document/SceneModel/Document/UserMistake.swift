/// A mistake in the user's file or flags: where it is, what is wrong and what to do, with a stable code.
public struct UserMistake: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of the mistake.
  public var code: MistakeCode
  /// The sentences that the user reads, without the code.
  public var message: String

  /// Makes a mistake from its code and the sentences that the user reads.
  public init(_ code: MistakeCode, _ message: String) { (self.code, self.message) = (code, message) }

  /// Makes a mistake from one in a text.
  public init(_ error: TextError) { self.init(error.code, error.message) }

  public var description: String { "\(message) [\(code.rawValue)]" }
}

/// A mistake in the command line: an unknown word, or words that do not go together. It is printed with the usage of
/// the verb.
package struct UsageMistake: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of the mistake.
  package var code: MistakeCode
  private var message: String

  /// Makes a mistake from its code and a sentence that says what to do.
  package init(_ code: MistakeCode, _ message: String) { (self.code, self.message) = (code, message) }

  package var description: String { "\(message) [\(code.rawValue)]" }
}
