import LayoutPlugin
import SceneModel

/// Translates constraints to rows.
extension LayoutKernel {
  /// Adds the row of a document's constraint to the rows that the scene wants. Returns how the row's constant follows from the constraint's; `nil`
  /// if a number overflows.
  ///
  /// If the multiplier is the double nearest to a fraction p/q, the rows contain whole numbers only. A required row is multiplied by q. An optional
  /// row must keep its weight among the rows of its priority, so it contains p times a new variable, the *part*, and a second, required row says that
  /// q parts equal the second side.
  func wantRow(of constraint: BareConstraint) -> RowOffsets? {
    let (holder, space) = holderAndSpace(of: constraint)
    let isMirrored = constraint.isDirectional && isRightToLeft(holder)
    let id = constraint.id
    let fraction = constraint.second == nil ? nil : SmallFraction(meantBy: constraint.multiplier)
    let scale = constraint.isRequired ? fraction?.denominator ?? 1 : 1
    var part: (times: Double, constant: Double)?
    if let fraction, scale == 1, id < LinearConstraint.ID.partLimit, let second = constraint.second {
      sum.begin(times: fraction.denominator)
      sum.add(1, Variable(partOf: id))
      sum.factor = -1
      add(second, to: &sum, space, isMirrored, against: constraint.first)
      sum.removeZeros()
      guard sum.isFinite else { return nil }
      part = (fraction.numerator, sum.constant)
      rows.wantPart(
        of: id,
        BorrowedRow(
          id: LinearConstraint.ID(partOf: id), terms: sum.terms, relation: .equal, constant: 0,
          priority: LinearConstraint.requiredPriority))
    } else {
      rows.dropPart(of: id)
    }
    sum.begin(times: scale)
    add(constraint.first, to: &sum, space, isMirrored, against: constraint.second)
    var offsets = RowOffsets(left: sum.constant * scale, scale: scale)
    sum.constant = 0
    if let part {
      sum.factor = -part.times
      sum.add(1, Variable(partOf: id))
      offsets.right = part.constant * constraint.multiplier
    } else if let second = constraint.second {
      let times = scale == 1 ? constraint.multiplier : fraction?.numerator ?? constraint.multiplier
      sum.factor = -times
      add(second, to: &sum, space, isMirrored, against: constraint.first)
      offsets.right = sum.constant * times
    }
    sum.removeZeros()
    let row = BorrowedRow(
      id: LinearConstraint.ID(id), terms: sum.terms, relation: constraint.relation,
      constant: offsets.constant(constraint.constant), priority: constraint.priority)
    guard row.constant.isFinite, sum.isFinite else { return nil }
    rows.want(row)
    return offsets
  }

  /// The row of a constraint that the system makes; its terms are valid until the next row is made.
  func row(of constraint: SystemConstraint) -> BorrowedRow {
    let fraction = constraint.fraction
    let scale = fraction?.denominator ?? 1
    sum.begin(times: scale)
    guard let holder = items.nodes[constraint.holder] else {
      return BorrowedRow(
        id: constraint.id, terms: sum.terms, relation: .equal, constant: 0, priority: LinearConstraint.requiredPriority)
    }
    let isDirectional =
      constraint.first.attribute.side == .directional || constraint.second?.attribute.side == .directional
    let isMirrored = isDirectional && isRightToLeft(holder)
    add(constraint.first, to: &sum, holder, isMirrored, OtherItems(first: constraint.second?.item))
    let left = sum.constant * scale
    sum.constant = 0
    let times = fraction?.numerator ?? constraint.multiplier
    if let part = constraint.part {
      sum.factor = -part.times
      add(Anchor(part.place, constraint.first.attribute), to: &sum, holder, isMirrored, OtherItems())
    } else if let second = constraint.second {
      sum.factor = -times
      add(second, to: &sum, holder, isMirrored, OtherItems(first: constraint.first.item))
    }
    sum.removeZeros()
    return BorrowedRow(
      id: constraint.id, terms: sum.terms, relation: constraint.relation,
      constant: sum.constant * times + constraint.constant * scale - left, priority: constraint.priority)
  }
}
