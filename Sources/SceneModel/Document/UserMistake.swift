/// A mistake in the user's file or flags, as a sentence that says where it is, what is wrong and what to do.
public struct UserMistake: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String

  /// Makes a mistake from the sentence that the user reads.
  public init(_ description: String) { self.description = description }
}

/// A word of the command line that means nothing, or goes with nothing: told with how the verb is called.
package struct UsageMistake: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String

  /// A mistake in a sentence that says what to do.
  package init(_ description: String) { self.description = description }
}
