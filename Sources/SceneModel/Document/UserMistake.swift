/// A mistake in the user's file or flags, as a sentence that says where it is, what is wrong and what to do.
public struct UserMistake: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String

  /// Makes a mistake from the sentence that the user reads.
  public init(_ description: String) { self.description = description }
}
