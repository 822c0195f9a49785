import SceneModel

/// The frames that required equalities between plain edges, centres and sizes determine, found by elimination, without an engine, priorities or
/// calibrated values. If a recorded frame differs, it is older than the constraints.
struct Arithmetic {
  private struct Unknown: Hashable {
    var view: ItemID
    var part: Coordinate.Part
  }

  private struct Row {
    var terms: [Unknown: Double]
    var constant: Double
  }

  private var values: [Unknown: Double] = [:]
  private let parents: [ItemID: ItemID]

  init(_ scene: Scene) {
    parents = Dictionary(
      scene.views.compactMap { view in view.parent.map { (view.id, $0) } }, uniquingKeysWith: { first, _ in first })
    let plain = Dictionary(
      scene.views.filter { $0.alignmentInsets == .zero }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var rows: [Row] = []
    let root = scene.root
    for (part, value) in [(Coordinate.Part.x, 0.0), (.y, 0), (.width, root.frame.width), (.height, root.frame.height)] {
      rows.append(Row(terms: [Unknown(view: root.id, part: part): 1], constant: value))
    }
    for constraint in scene.constraints
    where constraint.isActive && constraint.isRequired && constraint.relation == .equal {
      guard case .anchor(let first) = constraint.first, var row = Self.row(first, plain) else { continue }
      switch constraint.second {
      case .anchor(let second)?:
        guard let other = Self.row(second, plain), first.attribute.isSize || constraint.multiplier == 1,
          !Self.isContentArea(first.item, second.item, plain), !Self.isContentArea(second.item, first.item, plain)
        else { continue }
        for (unknown, factor) in other.terms { row.terms[unknown, default: 0] -= constraint.multiplier * factor }
      case .distance?: continue
      case nil: break
      }
      row.constant = constraint.constant
      rows.append(row)
    }
    values = Self.solve(rows)
  }

  /// Returns a part of a view's frame in its superview; nil if it is not fixed.
  func value(_ part: Coordinate.Part, of view: ItemID) -> Double? {
    guard let own = values[Unknown(view: view, part: part)] else { return nil }
    guard part == .x || part == .y, let parent = parents[view] else { return own }
    return values[Unknown(view: parent, part: part)].map { own - $0 }
  }

  /// Whether the outer item is a scroll view and the inner one lies inside it. If so, a constraint between them means the edges of the scroll view's
  /// content.
  private static func isContentArea(_ outer: ItemID, _ inner: ItemID, _ views: [ItemID: View]) -> Bool {
    guard views[outer]?.scroll != nil else { return false }
    var present = views[inner]?.parent
    while let id = present {
      if id == outer { return true }
      present = views[id]?.parent
    }
    return false
  }

  private static func row(_ anchor: LayoutAnchor, _ plain: [ItemID: View]) -> Row? {
    guard plain[anchor.item] != nil, anchor.attribute.isPlain else { return nil }
    let (form, isHorizontal) = (anchor.attribute.form, anchor.attribute.axis == .horizontal)
    let parts: [(Coordinate.Part, Double)] = [
      (isHorizontal ? .x : .y, form.origin), (isHorizontal ? .width : .height, form.length),
    ]
    var row = Row(terms: [:], constant: 0)
    for (part, factor) in parts where factor != 0 { row.terms[Unknown(view: anchor.item, part: part)] = factor }
    return row
  }

  /// Returns the unknowns that have one value in every solution. Rows that contradict earlier rows are left out.
  ///
  /// Each row of the basis contains its own pivot and no other one, and the rows that contain an unknown are listed. So the cost of a row
  /// depends on the rows that share its unknowns, not on the number of all rows.
  private static func solve(_ rows: [Row]) -> [Unknown: Double] {
    // Coefficients are halves and the multipliers of a file. A smaller coefficient is a rounding error.
    let zero = 1e-9
    var basis: [Row] = []
    var pivots: [Unknown: Int] = [:]
    var holders: [Unknown: Set<Int>] = [:]
    func subtract(_ known: Row, times factor: Double, from row: inout Row) {
      for (unknown, coefficient) in known.terms { row.terms[unknown, default: 0] -= factor * coefficient }
      row.constant -= factor * known.constant
      for unknown in known.terms.keys where abs(row.terms[unknown] ?? 0) <= zero { row.terms[unknown] = nil }
    }
    func order(_ unknown: Unknown) -> (UInt32, String) { (unknown.view.rawValue, unknown.part.rawValue) }
    for var row in rows {
      let known = row.terms.compactMap { unknown, factor in pivots[unknown].map { (index: $0, factor: factor) } }
      for (index, factor) in known.sorted(by: { $0.index < $1.index }) {
        subtract(basis[index], times: factor, from: &row)
      }
      guard let pivot = row.terms.keys.min(by: { order($0) < order($1) }), let scale = row.terms[pivot] else {
        continue
      }
      let reduced = Row(terms: row.terms.mapValues { $0 / scale }, constant: row.constant / scale)
      for index in holders[pivot, default: []].sorted() {
        guard let factor = basis[index].terms[pivot] else { continue }
        let before = Set(basis[index].terms.keys)
        subtract(reduced, times: factor, from: &basis[index])
        let after = Set(basis[index].terms.keys)
        for gone in before.subtracting(after) { holders[gone]?.remove(index) }
        for new in after.subtracting(before) { holders[new, default: []].insert(index) }
      }
      for unknown in reduced.terms.keys { holders[unknown, default: []].insert(basis.count) }
      pivots[pivot] = basis.count
      basis.append(reduced)
    }
    var values: [Unknown: Double] = [:]
    for (pivot, index) in pivots where basis[index].terms.count == 1 { values[pivot] = basis[index].constant }
    return values
  }
}
