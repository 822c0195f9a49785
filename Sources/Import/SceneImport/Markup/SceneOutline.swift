import SceneModel

/// A view tree of a document in the file's own terms, before any rule of layout is applied to it.
package struct SceneOutline: Sendable {
  package struct ViewEntry: Sendable {
    /// Interface Builder's id; empty when the file gives none.
    package var identifier: String
    /// The element, with the attributes of matching variations applied.
    package var element: MarkupElement
    /// The index of the superview in `views`; nil for the root.
    package var parent: Int?
    /// The property of the code that the view is connected to; nil if there is none.
    var outlet: String?
    /// Whether the view is in the `<subviews>` list of a stack view.
    package var isArranged = false
  }

  struct GuideEntry: Sendable {
    var identifier: String
    var kind: Guide.Kind
    var owner: Int
  }

  struct ConstraintEntry: Sendable {
    /// The view whose `<constraints>` list contains the constraint.
    var owner: Int
    var element: MarkupElement
  }

  /// The containers of a controller, which decide which bars cover the edges of its view.
  struct Containment: Hashable, Sendable {
    var isInNavigation = false
    var isInTabs = false
  }

  /// The views in document order, superviews first; the root is the first.
  package var views: [ViewEntry]
  var guides: [GuideEntry]
  var constraints: [ConstraintEntry]
  /// The ids of views that a size-class variation removes, with everything below them.
  var uninstalled: Set<String>
  /// The ids of items that constraints of other size classes name.
  var namedElsewhere: Set<String> = []
  /// The controller that owns the root view; nil for a xib's top-level views and for bars.
  package var controller: MarkupElement?
  var containment: Containment

  /// All ids that a constraint may name.
  var identifiers: Set<String> {
    var all = uninstalled
    for view in views { all.insert(view.identifier) }
    for guide in guides { all.insert(guide.identifier) }
    return all
  }
}
