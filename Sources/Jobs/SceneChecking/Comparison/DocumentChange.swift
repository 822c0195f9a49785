/// What changed in a document, as data: the cause of effects in the JSON of `diff`.
package struct DocumentChange: Hashable, Encodable, Sendable {
  /// The stable code of the kind of change. `Guides/codes.md` lists all.
  package enum Code: String, Encodable, Sendable {
    case screenAdded = "screen-added"
    case screenRemoved = "screen-removed"
    case viewAdded = "view-added"
    case viewRemoved = "view-removed"
    case viewChanged = "view-changed"
    case constraintAdded = "constraint-added"
    case constraintRemoved = "constraint-removed"
    case constraintChanged = "constraint-changed"
    case recordingAdded = "recording-added"
    case recordingRemoved = "recording-removed"
    case recordingChanged = "recording-changed"
    /// Several changes together have the effects, and none has them alone.
    case severalChanges = "several-changes"
    /// The documents differ in nothing that is known to have effects.
    case unexplainedChange = "unexplained-change"
  }

  package var code: Code
  /// The screen, view or constraint in a developer's words; empty if the change is of no single one.
  package var element = ""
  /// The changed properties by their names in UIKit; empty if the element as a whole was added or removed.
  package var properties: [String] = []
}
