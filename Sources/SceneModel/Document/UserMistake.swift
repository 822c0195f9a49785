/// A mistake in the user's file or flags, told as where, what, and what to do.
public struct UserMistake: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String

  public init(_ description: String) { self.description = description }
}
