import SceneModel

/// The constraints that decide a view's place.
extension LayoutKernel {
  /// A constraint that takes part in a view's layout.
  public struct AffectingConstraint: Hashable, Sendable {
    /// The number of the constraint's row in the solver.
    public var id: LinearConstraint.ID
    /// The constraint of the document; `nil` for one that the system made.
    public var constraint: LayoutConstraint.ID?
    /// The constraint as text.
    public var text: String
  }

  /// Returns the constraints in force whose combination gives a view's position and size on one axis, as `constraintsAffectingLayout(for:)` does.
  /// The constraints nearest to the view come first.
  ///
  /// The values are those of the last solve. The part of a value that an ambiguous layout leaves open comes from no constraint, and is not listed.
  /// The cost grows with the cube of the number of constraints connected with the view, so use it for debugging only.
  public func constraintsAffectingLayout(of id: ItemID, _ axis: Axis) -> [AffectingConstraint] {
    let unknowns: [Unknown] = axis == .horizontal ? [.minX, .width] : [.minY, .height]
    var found: [LinearConstraint.ID] = []
    for unknown in unknowns {
      for (row, _) in tightRows(around: Variable(id, unknown)).decisive() where !found.contains(row) {
        found.append(row)
      }
    }
    return found.filter { !$0.definesPart }.map { row in
      let text =
        row.user.flatMap { rows.constraints[$0.rawValue] }.map { self.text(of: $0) }
        ?? systemConstraint(row).map { self.text(of: $0) } ?? "\(row)"
      return AffectingConstraint(id: row, constraint: row.user, text: text)
    }
  }

  /// Returns the rows that hold exactly and are connected with an unknown, nearest first. With `countsBounds`, the bound of each size that is zero
  /// counts as a row, too.
  private func tightRows(around target: Variable, countsBounds: Bool = false) -> TightRows {
    var users: [Variable: [LinearConstraint]] = [:]
    for id in rows.table.keys.sorted() {
      guard let row = rows.table.installed(id), isTight(row) else { continue }
      for term in row.terms { users[term.variable, default: []].append(row) }
    }
    var found: [LinearConstraint] = []
    var reached: Set<LinearConstraint.ID> = []
    var variables = [target]
    var seen: Set<Variable> = [target]
    var position = 0
    while position < variables.count {
      let variable = variables[position]
      if countsBounds, variable.unknown?.isSize == true, abs(value(of: variable)) <= Self.tightness {
        found.append(Self.bound(of: variable))
      }
      for row in users[variable] ?? [] where reached.insert(row.id).inserted {
        found.append(row)
        for term in row.terms where seen.insert(term.variable).inserted { variables.append(term.variable) }
      }
      position += 1
    }
    return TightRows(target: target, rows: found)
  }

  /// Returns the bound of a size at 0 as a row of the lowest priority, so that every other row that explains the size is used first.
  private static func bound(of variable: Variable) -> LinearConstraint {
    LinearConstraint(
      id: LinearConstraint.ID(.max - variable.id), terms: [LinearConstraint.Term(1, variable)],
      relation: .greaterThanOrEqual, constant: 0, priority: .leastNonzeroMagnitude)
  }

  /// The size that a bound belongs to; nil for every other row. Bounds have higher numbers than all variables and rows.
  private func size(ofBound id: LinearConstraint.ID) -> Variable? {
    id.rawValue > .max - (1 << 28) ? Variable(.max - id.rawValue) : nil
  }

  /// The distance in points by which a row with few terms and factors of one may be violated and still counts as met.
  private static let tightness = 1e-4

  /// Returns the distance by which a row may be violated and still counts as met. A row made from a fraction may have factors of some hundreds, so
  /// the distance grows with them.
  private static func slack(of row: LinearConstraint) -> Double { max(tightness, row.roundingOfValues) }

  private func isTight(_ row: LinearConstraint) -> Bool {
    let sum = row.terms.reduce(0) { $0 + $1.coefficient * value(of: $1.variable) }
    return abs(sum - row.constant) <= Self.slack(of: row)
  }

  private func value(of variable: Variable) -> Double {
    if variable.isPart { return rows.parts[variable.constraintOfPart] ?? 0 }
    guard let item = items[variable.item], let unknown = variable.unknown else { return 0 }
    switch unknown {
    case .minX: return item.minX
    case .minY: return item.minY
    case .width: return item.width
    case .height: return item.height
    case .contentWidth: return item.contentSize.width
    case .contentHeight: return item.contentSize.height
    case .gapStart, .gapLength, .crossStart, .crossLength, .mainStart, .mainLength, .share, .textShare:
      return item.spacers[unknown] ?? 0
    }
  }
}

/// Finds the constraints that decide a value.
extension LayoutKernel {
  /// A constraint that has a share in a value.
  public struct DecidingConstraint: Hashable, Sendable {
    /// The number of the constraint's row in the solver.
    public var id: LinearConstraint.ID
    /// The constraint of the document; `nil` for one that the system made.
    public var constraint: LayoutConstraint.ID?
    /// UIKit's `identifier`; nil if there is none.
    public var identifier: String?
    /// The constraint as text.
    public var text: String
    /// The priority, in (0, 1000].
    public var priority: Double
    /// The points that the constraint adds to the value.
    public var amount: Double
    /// The factor of the row's constant: `amount` is this share times the constant.
    public var share: Double
    /// Whether the constraint says that a size is not negative. The system has such a constraint for each size.
    public var isSizeBound = false
  }

  /// An optional constraint that is not met.
  public struct LosingConstraint: Hashable, Sendable {
    /// The number of the constraint's row in the solver.
    public var id: LinearConstraint.ID
    /// The constraint of the document; `nil` for one that the system made.
    public var constraint: LayoutConstraint.ID?
    /// The constraint as text.
    public var text: String
    /// The priority, in (0, 1000).
    public var priority: Double
    /// The points by which the constraint is violated.
    public var miss: Double
  }

  /// Returns the constraints whose combination is an attribute's value, nearest first, with the points that each adds. The points sum up to the value
  /// in the superview's coordinates.
  ///
  /// Empty if the layout leaves the value open, and for margins and baselines. It costs as much as `constraintsAffectingLayout(of:_:)`. It uses the
  /// values of the last solve.
  public func constraintsDeciding(_ attribute: LayoutAttribute, of id: ItemID) -> [DecidingConstraint] {
    var shares: [(id: LinearConstraint.ID, share: Double)] = []
    for (unknown, factor) in unknowns(of: attribute) {
      let decisive = tightRows(around: Variable(id, unknown), countsBounds: true).decisive()
      if decisive.isEmpty { return [] }
      for (row, share) in decisive {
        if let at = shares.firstIndex(where: { $0.id == row }) {
          shares[at].share += factor * share
        } else {
          shares.append((row, factor * share))
        }
      }
    }
    return shares.compactMap { id, share in
      if let variable = size(ofBound: id), let unknown = variable.unknown {
        let text = "\(name(of: variable.item)).\(unknown) >= 0"
        return DecidingConstraint(
          id: id, constraint: nil, identifier: nil, text: text, priority: LinearConstraint.requiredPriority, amount: 0,
          share: share, isSizeBound: true)
      }
      guard let row = rows.table.installed(id.rawValue), !id.definesPart, abs(share) > 1e-9 else { return nil }
      return DecidingConstraint(
        id: id, constraint: id.user, identifier: identifier(of: id), text: text(of: id), priority: row.priority,
        amount: share * alignmentConstant(of: row), share: share * scale(of: id))
    }
  }

  /// Returns the violated optional constraints that compete with the constraints `deciding` a value, highest priority first. A constraint competes if
  /// it is in force and its row contains an unknown of the deciding rows.
  public func constraintsLosing(to deciding: [DecidingConstraint]) -> [LosingConstraint] {
    let variables = Set(deciding.flatMap { rows.table.installed($0.id.rawValue)?.terms.map(\.variable) ?? [] })
    var found: [LosingConstraint] = []
    for key in rows.table.keys.sorted() {
      guard let row = rows.table.installed(key), !row.isRequired,
        row.terms.contains(where: { variables.contains($0.variable) })
      else { continue }
      let difference = row.terms.reduce(0) { $0 + $1.coefficient * value(of: $1.variable) } - row.constant
      let slack = Self.slack(of: row)
      let isMissed =
        switch row.relation {
        case .equal: abs(difference) > slack
        case .lessThanOrEqual: difference > slack
        case .greaterThanOrEqual: difference < -slack
        }
      guard isMissed else { continue }
      found.append(
        LosingConstraint(
          id: row.id, constraint: row.id.user, text: text(of: row.id), priority: row.priority, miss: abs(difference)))
    }
    return found.sorted { ($1.priority, $0.id) < ($0.priority, $1.id) }
  }

  /// Returns the constant that a row would have if its sizes were those of alignment rectangles, as constraints mean them.
  private func alignmentConstant(of row: LinearConstraint) -> Double {
    row.terms.reduce(row.constant) { $0 - $1.coefficient * alignmentInset(of: $1.variable) }
  }

  private func alignmentInset(of variable: Variable) -> Double {
    guard let unknown = variable.unknown else { return 0 }
    return items[variable.item]?.alignmentInset(of: unknown) ?? 0
  }

  /// Returns the points by which the constraint that a conflict broke is violated after the last solve. This is how far the set is from being
  /// satisfiable.
  public func miss(of conflict: Conflict) -> Double {
    guard let row = rows.table.installed(conflict.brokenID.rawValue) else { return 0 }
    let difference = row.terms.reduce(0) { $0 + $1.coefficient * value(of: $1.variable) } - row.constant
    let miss =
      switch row.relation {
      case .equal: abs(difference)
      case .lessThanOrEqual: max(0, difference)
      case .greaterThanOrEqual: max(0, -difference)
      }
    return miss / scale(of: conflict.brokenID)
  }

  /// The largest contradiction in points that counts as rounding: less than a pixel, which is what rounding two edges can cause. A thousandth of a
  /// point is subtracted, which is more than all rounding of values to the grid adds up to.
  var largestRounding: Double { 1 / document.scale - 1e-3 }

  /// Returns the factor by which a row is multiplied (`RowOffsets.scale`).
  private func scale(of id: LinearConstraint.ID) -> Double {
    if let user = id.user {
      return rows.constraints.index(of: user.rawValue).flatMap { rows.constraints.offsets(of: $0)?.scale } ?? 1
    }
    return systemConstraint(id)?.fraction?.denominator ?? 1
  }

  /// Returns the value of an attribute after the last solve, in the superview's coordinates; `nil` for margins and baselines.
  public func value(of attribute: LayoutAttribute, of id: ItemID) -> Double? {
    let unknowns = unknowns(of: attribute)
    if unknowns.isEmpty { return nil }
    return unknowns.reduce(0) {
      let variable = Variable(id, $1.unknown)
      return $0 + $1.factor * (value(of: variable) - alignmentInset(of: variable))
    }
  }

  /// Returns the unknowns that make up an attribute, each with its factor: their weighted sum is the attribute. Empty for margins and baselines.
  private func unknowns(of attribute: LayoutAttribute) -> [(unknown: Unknown, factor: Double)] {
    guard attribute.isPlain || attribute.isFrameEdge else { return [] }
    let (form, isHorizontal) = (attribute.form, attribute.axis == .horizontal)
    return [(isHorizontal ? .minX : .minY, form.origin), (isHorizontal ? .width : .height, form.length)].filter {
      $0.factor != 0
    }
  }

  private func text(of id: LinearConstraint.ID) -> String {
    (id.user.flatMap { rows.constraints[$0.rawValue] }).map { text(of: $0) }
      ?? systemConstraint(id).map { text(of: $0) } ?? "\(id)"
  }

  private func identifier(of id: LinearConstraint.ID) -> String? {
    (id.user.flatMap { rows.constraints[$0.rawValue]?.identifier }) ?? systemConstraint(id)?.identifier
  }
}

/// The equations that are searched for those that decide an unknown.
private struct TightRows {
  var target: Variable
  /// The rows, nearest first.
  var rows: [LinearConstraint]

  /// Returns the rows whose combination is the target. This is Gaussian elimination. Rows of higher priority come first, then older ones, and each
  /// reduced row keeps track of the rows it was made from. Empty if the rows leave the target open.
  ///
  /// A row's share is how often its constant counts: the sum of shares times constants is the target's value.
  func decisive() -> [(id: LinearConstraint.ID, share: Double)] {
    struct Reduced {
      var terms: [Variable: Double]
      var parts: [Int: Double]
      var pivot: Variable
    }
    var basis: [Reduced] = []
    func reduce(_ terms: inout [Variable: Double], _ parts: inout [Int: Double]) {
      for row in basis {
        guard let factor = terms[row.pivot], abs(factor) > Self.zero else { continue }
        for (variable, coefficient) in row.terms { terms[variable, default: 0] -= factor * coefficient }
        for (index, share) in row.parts { parts[index, default: 0] -= factor * share }
        terms[row.pivot] = nil
      }
    }
    let order = rows.indices.sorted { a, b in
      (rows[b].priority, rows[a].id) < (rows[a].priority, rows[b].id)
    }
    for index in order {
      var terms: [Variable: Double] = [:]
      for term in rows[index].terms { terms[term.variable, default: 0] += term.coefficient }
      var parts = [index: 1.0]
      reduce(&terms, &parts)
      // The target is eliminated last, so that its equation contains no other unknown.
      let candidates = terms.filter { abs($0.value) > Self.zero && $0.key != target }.map(\.key)
      guard let pivot = candidates.min() ?? (abs(terms[target] ?? 0) > Self.zero ? target : nil) else { continue }
      let scale = terms[pivot] ?? 1
      basis.append(
        Reduced(terms: terms.mapValues { $0 / scale }, parts: parts.mapValues { $0 / scale }, pivot: pivot))
    }
    var terms = [target: 1.0]
    var parts: [Int: Double] = [:]
    reduce(&terms, &parts)
    guard terms.values.allSatisfy({ abs($0) <= Self.zero }) else { return [] }
    return parts.filter { abs($0.value) > Self.zero }.sorted { $0.key < $1.key }.map { (rows[$0.key].id, -$0.value) }
  }

  /// The magnitude below which a coefficient counts as zero. Coefficients are small fractions; sums of a few of their products are exact or far from
  /// zero.
  private static let zero = 1e-9
}
