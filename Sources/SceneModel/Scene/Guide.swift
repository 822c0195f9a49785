/// An invisible item that constraints can name: `UILayoutGuide`, or one of a view's built-in guides.
public struct Guide: Hashable, Sendable {
  /// What a guide stands for, spelled as in the text form.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One that code made: constraints alone say where it is.
    case custom
    /// `safeAreaLayoutGuide`.
    case safeArea = "safe-area"
    /// `layoutMarginsGuide`.
    case layoutMargins = "margins"
    /// `readableContentGuide`.
    case readableContent = "readable"
    /// `keyboardLayoutGuide`.
    case keyboard
    /// A scroll view's `contentLayoutGuide`.
    case scrollContent = "content"
    /// A scroll view's `frameLayoutGuide`.
    case scrollFrame = "frame"
    /// A controller's `topLayoutGuide` and `bottomLayoutGuide`.
    case top, bottom
  }

  /// Its number, in one row with those of the views.
  public var id: ItemID
  /// Unique in the scene, views included.
  public var name: String
  /// The view that it belongs to.
  public var owner: ItemID
  /// What it stands for.
  public var kind: Kind
  /// Distances inward from the owner's edges that a capture fixed, in place of the rule for `kind`; nil: the rule.
  /// A `top` guide reads only `top`, a `bottom` guide only `bottom`.
  public var insets: Insets?

  /// A guide of a view.
  public init(id: ItemID, name: String, owner: ItemID, kind: Kind = .custom) {
    self.id = id
    self.name = name
    self.owner = owner
    self.kind = kind
  }
}
