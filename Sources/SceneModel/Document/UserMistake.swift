/// A mistake in the user's file or flags, told as where, what, and what to do.
public struct UserMistake: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String

  /// A mistake of the user, in a sentence that says what to do.
  public init(_ description: String) { self.description = description }
}
