/// The lines of a scene's text form that declare its parts, counted from 1.
public struct SceneLines: Hashable, Sendable {
  /// The lines that declare views and guides, including those that steps add.
  public var items: [ItemID: Int] = [:]
  /// The lines of constraints. The constraints of a short line, such as `edges`, have the same line.
  public var constraints: [LayoutConstraint.ID: Int] = [:]
  /// The lines of expectations, in their order.
  public var expectations: [Int] = []

  /// Makes the lines of a scene that has no text.
  public init() {}
}
