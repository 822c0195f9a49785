import SceneModel

/// `sum(terms) + constant`: a place or a length, in terms of unknowns.
struct LinearForm {
  var terms: [LinearConstraint.Term] = []
  var constant = 0.0

  /// Adds up terms of the same unknown; forms are short, so a linear search is the fastest look-up.
  mutating func add(_ coefficient: Double, _ variable: Variable) {
    if let index = terms.firstIndex(where: { $0.variable == variable }) {
      terms[index].coefficient += coefficient
    } else {
      terms.append(LinearConstraint.Term(coefficient, variable))
    }
  }

  mutating func add(_ form: LinearForm, times factor: Double = 1) {
    for term in form.terms { add(term.coefficient * factor, term.variable) }
    constant += form.constant * factor
  }

  func negated() -> LinearForm {
    var result = LinearForm()
    result.add(self, times: -1)
    return result
  }
}

/// A place that an anchor can name: an item, or one of the invisible spacers of a stack view.
enum Place: Hashable {
  case item(ItemID)
  /// Across the axis of a stack (`UISV-alignment-spanner`).
  case crossSpacer(ItemID)
  /// Along the axis of a stack whose views are all hidden.
  case mainSpacer(ItemID)
  /// Between an arranged view and the next visible one (`_UIOLAGapGuide`).
  case gap(after: ItemID)
}

/// An attribute of a place.
struct Anchor: Hashable {
  var place: Place
  var attribute: LayoutAttribute

  init(_ place: Place, _ attribute: LayoutAttribute) {
    self.place = place
    self.attribute = attribute
  }

  init(_ item: ItemID, _ attribute: LayoutAttribute) { self.init(.item(item), attribute) }
  init(_ anchor: LayoutAnchor) { self.init(anchor.item, anchor.attribute) }
}

/// A constraint that UIKit would make by itself.
struct SystemConstraint: Hashable {
  enum Kind: Hashable {
    case frame, autoresizing, encapsulated, intrinsic, guide, stack, fitting
  }

  var id: LinearConstraint.ID
  var kind: Kind
  /// Apple's, as printed in logs.
  var identifier: String?
  /// The view that holds it.
  var holder: ItemID
  var first: Anchor
  var relation: Relation
  var second: Anchor?
  var multiplier = 1.0
  var constant = 0.0
  var priority = LinearConstraint.requiredPriority
}
