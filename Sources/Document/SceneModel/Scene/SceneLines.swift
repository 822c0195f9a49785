/// The lines of a scene's text form that declare its parts, counted from 1.
public struct SceneLines: Hashable, Sendable {
  /// The lines of views and guides, also of those that steps bring.
  public var items: [ItemID: Int] = [:]
  /// The lines of constraints; those of a short line, such as `edges`, share it.
  public var constraints: [LayoutConstraint.ID: Int] = [:]
  /// The lines of expectations, in their order.
  public var expectations: [Int] = []

  /// Makes the lines of a scene that has no text.
  public init() {}
}
