/// An invisible item that constraints can name: `UILayoutGuide`, or one of a view's built-in guides.
public struct Guide: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case custom
    case safeArea = "safe-area"
    case layoutMargins = "margins"
    case readableContent = "readable"
    case keyboard
    case scrollContent = "content"
    case scrollFrame = "frame"
    /// A controller's `topLayoutGuide` and `bottomLayoutGuide`.
    case top, bottom
  }

  public var id: ItemID
  /// Unique in the scene, views included.
  public var name: String
  public var owner: ItemID
  public var kind: Kind
  /// Distances inward from the owner's edges that a capture fixed, in place of the rule for `kind`; nil: the rule.
  /// A `top` guide reads only `top`, a `bottom` guide only `bottom`.
  public var insets: Insets?

  public init(id: ItemID, name: String, owner: ItemID, kind: Kind = .custom) {
    self.id = id
    self.name = name
    self.owner = owner
    self.kind = kind
  }
}
