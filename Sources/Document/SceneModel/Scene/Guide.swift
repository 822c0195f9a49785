/// An invisible item that constraints can name: a `UILayoutGuide`, or one of a view's built-in guides.
public struct Guide: Hashable, Sendable {
  /// The kinds of guide, spelled as in the text form.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A guide that code made; constraints alone say where it is.
    case custom
    /// The view's `safeAreaLayoutGuide`.
    case safeArea = "safe-area"
    /// The view's `layoutMarginsGuide`.
    case layoutMargins = "margins"
    /// The view's `readableContentGuide`.
    case readableContent = "readable"
    /// The view's `keyboardLayoutGuide`.
    case keyboard
    /// A scroll view's `contentLayoutGuide`.
    case scrollContent = "content"
    /// A scroll view's `frameLayoutGuide`.
    case scrollFrame = "frame"
    /// A controller's `topLayoutGuide` and `bottomLayoutGuide`.
    case top, bottom
  }

  /// The guide's number in the document; views and guides share one sequence.
  public var id: ItemID
  /// The guide's name, unique among the views and guides of the scene.
  public var name: String
  /// The view that the guide belongs to.
  public var owner: ItemID
  /// The kind of guide, which decides how it is laid out.
  public var kind: Kind
  /// The distances inwards from the owner's edges, from a recording of the real layout (a capture). They replace the rule for `kind`; with
  /// `nil` the rule holds. A `top` guide reads only `top`, a `bottom` guide only `bottom`.
  public var insets: Insets?

  /// Makes a guide of a view.
  public init(id: ItemID, name: String, owner: ItemID, kind: Kind = .custom) {
    self.id = id
    self.name = name
    self.owner = owner
    self.kind = kind
  }
}
