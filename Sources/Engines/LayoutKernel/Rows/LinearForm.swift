import SceneModel

/// A row while it is assembled: the terms of the sides added so far, and the constant of the side that is being added. One instance is reused for
/// all rows.
struct RowSum: ~Copyable {
  private var base: UnsafeMutablePointer<LinearConstraint.Term>
  private var count = 0
  private var capacity = 16
  /// The factor for the terms of the side that is being added.
  var factor = 1.0
  /// The constant of the side that is being added, before it is multiplied by `factor`.
  var constant = 0.0
  /// Whether the direction of measurement is reversed (`turn`), so that distances are subtracted.
  private var isTurned = false

  init() { base = .allocate(capacity: capacity) }

  deinit { base.deallocate() }

  /// The terms so far, valid until something is added.
  var terms: UnsafeBufferPointer<LinearConstraint.Term> { UnsafeBufferPointer(start: base, count: count) }

  /// Whether every number is finite.
  var isFinite: Bool { terms.allSatisfy(\.coefficient.isFinite) }

  /// Starts an empty row; the terms of the first side are multiplied by a factor.
  mutating func begin(times first: Double = 1) { (count, factor, constant, isTurned) = (0, first, 0, false) }

  /// Reverses the direction of measurement for everything that is added from now on.
  mutating func turn() { isTurned.toggle() }

  mutating func move(_ distance: Double) { constant += isTurned ? -distance : distance }

  /// Adds up terms of the same unknown; rows are short, so a linear search is the fastest look-up.
  mutating func add(_ coefficient: Double, _ variable: Variable) {
    let scaled = (isTurned ? -coefficient : coefficient) * factor
    for index in 0..<count where base[index].variable == variable {
      base[index].coefficient += scaled
      return
    }
    if count == capacity { grow() }
    (base + count).initialize(to: LinearConstraint.Term(scaled, variable))
    count += 1
  }

  private mutating func grow() {
    let grown = UnsafeMutablePointer<LinearConstraint.Term>.allocate(capacity: 2 * capacity)
    grown.update(from: base, count: count)
    base.deallocate()
    (base, capacity) = (grown, 2 * capacity)
  }

  /// Removes the terms whose coefficients have become zero.
  mutating func removeZeros() {
    var kept = 0
    for index in 0..<count where base[index].coefficient != 0 {
      base[kept] = base[index]
      kept += 1
    }
    count = kept
  }
}

/// The items of a constraint's other side and, for a distance, of its other end. They decide what an anchor of a scroll view means: beside an item
/// inside the scroll view, its edges are those of its content.
struct OtherItems {
  var first: ItemID?
  var second: ItemID?
  var third: ItemID?
}

/// A place that an anchor can name: an item, or one of the invisible spacers of a stack view.
enum Place: Hashable {
  case item(ItemID)
  /// The spacer across the axis of a stack view (`UISV-alignment-spanner`).
  case crossSpacer(ItemID)
  /// The spacer along the axis of a stack view whose views are all hidden.
  case mainSpacer(ItemID)
  /// The gap between an arranged view and the next visible one (`_UIOLAGapGuide`).
  case gap(after: ItemID)
  /// The length that one unit of weight gets in a stack view that divides its length in proportion to its views' weights, their natural lengths
  /// (L14.3).
  case share(ItemID)
  /// The equal share of a stack view's width that each of its views gets beside multi-line text (L14.5).
  case textShare(ItemID)
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

  /// The item; nil for spacers, which are in no view tree.
  var item: ItemID? {
    if case .item(let id) = place { id } else { nil }
  }
}

/// A constraint that UIKit would make by itself.
struct SystemConstraint: Hashable {
  enum Kind: Hashable {
    case frame, autoresizing, encapsulated, intrinsic, stack, fitting
    case guide(Guide.Kind)
  }

  var id: LinearConstraint.ID
  var kind: Kind
  /// The view that holds the constraint.
  var holder: ItemID
  var first: Anchor
  var relation: Relation
  var second: Anchor?
  var multiplier = 1.0
  var constant = 0.0
  var priority = LinearConstraint.requiredPriority
  /// If a stack view divides its length into shares, what the row contains in place of its second side: a multiple of the length of one share
  /// (`Place.share` or `.textShare`). Otherwise nil. Another row defines the length of one share, so that the shares add up exactly.
  var part: Part?

  struct Part: Hashable {
    var place: Place
    var times: Double
  }

  /// The fraction that the multiplier of a required row approximates. The row is multiplied by the fraction's denominator. Nil if the row is
  /// optional, has no second side, or has a multiplier that is no rounded fraction.
  var fraction: SmallFraction? {
    guard part == nil, second != nil, priority >= LinearConstraint.requiredPriority else { return nil }
    return SmallFraction(meantBy: multiplier)
  }

  /// Apple's identifier, as logs print it; nil if Apple gives the constraint none.
  var identifier: String? {
    guard let slot = id.systemSlot else { return nil }
    switch kind {
    case .frame, .autoresizing, .intrinsic: return nil
    case .encapsulated: return slot.edge.map { "UIView-Encapsulated-Layout-\($0)" }
    case .fitting: return "fittingSize\(slot == .fittingWidth ? "H" : "V")Target"
    case .guide(.safeArea): return slot.edge.map { "UIViewSafeAreaLayoutGuide-\($0)" }
    case .guide(.layoutMargins): return slot.edge.map { "UIView-\($0)Margin-guide-constraint" }
    case .guide(.readableContent): return slot.edge.map { "UIViewReadableContentGuide-\($0)" }
    case .guide: return nil
    case .stack: return slot.stackRole.map { "UISV-\($0)" }
    }
  }
}

extension SystemSlot {
  /// The edge or size that the constraint is about, as identifiers spell it; nil for other constraints.
  fileprivate var edge: String? {
    switch self {
    case .horizontalPosition: "Left"
    case .verticalPosition: "Top"
    case .horizontalSize: "Width"
    case .verticalSize: "Height"
    case .guideLeft: "left"
    case .guideTop: "top"
    case .guideRight: "right"
    case .guideBottom: "bottom"
    default: nil
    }
  }

  /// The word for the constraint's role in a stack view, as it occurs in UIKit's identifiers; nil for other constraints.
  fileprivate var stackRole: String? {
    switch self {
    case .crossStart, .crossEnd, .crossCenter, .mainStart, .mainEnd: "canvas-connection"
    case .spanningFit: "spanning-fit"
    case .crossFit, .mainFit: "canvas-fit"
    case .alignmentStart, .alignmentEnd: "alignment"
    case .boundaryStart, .boundaryEnd: "spanning-boundary"
    case .suppression: "ambiguity-suppression"
    case .spacing: "spacing"
    case .fillEqually, .gapEquality: "fill-equally"
    case .fillProportionally: "fill-proportionally"
    case .gapStart, .gapEnd: "distributing-edge"
    case .hiding: "hiding"
    case .textWidth: "text-width-disambiguation"
    default: nil
    }
  }
}
