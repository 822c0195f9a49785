/// A mistake in the user's file or flags, as a sentence that says where it is, what is wrong and what to do.
public struct UserMistake: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String

  /// Makes a mistake from the sentence that the user reads.
  public init(_ description: String) { self.description = description }
}

/// A mistake in the command line: an unknown word, or words that do not go together. It is printed with the usage of
/// the verb.
package struct UsageMistake: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String

  /// Makes a mistake from a sentence that says what to do.
  package init(_ description: String) { self.description = description }
}
