import LayoutKernel
import SceneModel

extension ConflictLog {
  /// Returns the index, in the printed list, of the constraint that a policy breaks; `nil` when no line could be read.
  public func broken(by policy: BreakingPolicy) -> Int? {
    let hierarchy = Hierarchy(self)
    let written = VisualFormatSizes(self)
    let constraints = constraints
    let members = constraints.map { member($0.constraint, at: $0.index, in: hierarchy, written) }
    guard !members.isEmpty else { return nil }
    let choice = policy.choose(members)
    return members.indices.contains(choice) ? constraints[choice].index : nil
  }

  /// Returns a line as a member of a conflict. Depths are estimated from the text.
  private func member(
    _ constraint: ConstraintDescription, at index: Int, in hierarchy: Hierarchy, _ written: VisualFormatSizes
  ) -> Conflict.Member {
    let items = constraint.items(ItemNames(constraint.tail))
    let holderDepth: Int
    let itemDepth: Int
    if items.count == 2 {
      holderDepth = hierarchy.commonAncestorDepth(items[0], items[1])
      itemDepth = hierarchy.depth(of: items[0]) + hierarchy.depth(of: items[1])
    } else {
      let depth = items.first.map(hierarchy.depth) ?? 0
      // All constraints of a visual format string are added to the superview, even sizes.
      holderDepth = written.contains(constraint) ? depth - 1 : depth
      itemDepth = holderDepth + depth
    }
    return Conflict.Member(
      // The order of a log does not show the age of constraints. Among equals, the first one counts as the newest.
      id: LinearConstraint.ID(UInt32(entries.count - index)), identifier: constraint.identifier,
      text: constraint.description, isProtected: constraint.isSystem(in: self), holderDepth: holderDepth,
      itemDepth: itemDepth, placesEnd: constraint.isEnd, requested: constraint.requestedPlace)
  }
}

extension ConstraintDescription {
  /// Whether UIKit made the constraint itself and breaks it only if the set has no constraint of another origin: autoresizing masks, sizes from a
  /// table or a sizing pass, layout support.
  ///
  /// Masonry and SnapKit hide the identifiers by which these are recognised. So in their logs, a plain constant size counts as UIKit's.
  public func isSystem(in log: ConflictLog) -> Bool {
    if className == "NSAutoresizingMaskLayoutConstraint" || className == "_UILayoutSupportConstraint" { return true }
    if let identifier { return BreakingPolicy.protects(identifier) }
    guard className == "NSLayoutConstraint", isConstantSize else { return false }
    return log.hidesIdentifiers
  }

  /// Whether a stack view or a guide made the constraint. UIKit may break it, but the user's code has no reference to it.
  var isGenerated: Bool {
    guard let identifier else { return false }
    return ["UISV-", "UIView-", "UIViewSafeAreaLayoutGuide", "_UI"].contains { identifier.hasPrefix($0) }
  }

  var isFromLibrary: Bool {
    className == "MASLayoutConstraint" || className.hasSuffix(".LayoutConstraint") || source != nil
  }

  /// Whether the constraint has the form `A.height == 44`.
  var isConstantSize: Bool {
    switch body {
    case .visual(let visual): isAboutOneSize && visual.value.relation == nil
    case .equation(let equation): isAboutOneSize && equation.relation == "=="
    }
  }

  /// Whether the constraint has the form `A.height >= 44`.
  var isAboutOneSize: Bool {
    switch body {
    case .visual(let visual): if case .size = visual.form { true } else { false }
    case .equation(let equation): equation.right == nil && ["width", "height"].contains(equation.left.attribute)
    }
  }

  func items(_ names: ItemNames) -> [String] {
    switch body {
    case .visual(let visual):
      switch visual.form {
      case .size(let item): [names.key(item)]
      case .leadingEdge(let item), .trailingEdge(let item): [names.key(item)] + (names.superview.map { [$0] } ?? [])
      case .gap(let first, let second): [names.key(first), names.key(second)]
      }
    case .equation(let equation):
      if let right = equation.right, names.key(right.item) != names.key(equation.left.item) {
        [names.key(equation.left.item), names.key(right.item)]
      } else {
        [names.key(equation.left.item)]
      }
    }
  }

  /// Whether the constraint relates two leading or two top edges.
  private var isStart: Bool {
    guard case .equation(let equation) = body, let right = equation.right else { return false }
    return [equation.left.attribute, right.attribute].allSatisfy { attribute in
      ["leading", "left", "top", "minX", "minY"].contains { attribute.hasPrefix($0) }
    }
  }

  var isEnd: Bool {
    let ends = ["trailing", "right", "bottom", "maxX", "maxY"]
    switch body {
    case .visual(let visual): if case .trailingEdge = visual.form { return true } else { return false }
    case .equation(let equation):
      guard let right = equation.right else { return false }
      return [equation.left.attribute, right.attribute].allSatisfy { attribute in
        ends.contains { attribute.hasPrefix($0) }
      }
    }
  }

  /// The size or coordinate that a constraint demands of its inner view. A coordinate is measured from the same edge of the outer view. A distance to
  /// a trailing edge has the opposite sign. Margins count as UIKit's default.
  var requestedPlace: Double {
    switch body {
    case .visual(let visual): if case .trailingEdge = visual.form { return -request } else { return request }
    case .equation(let equation):
      guard let right = equation.right else { return request }
      // An inset points inward, whichever side comes first.
      var place = isEnd ? -abs(request) : isStart ? abs(request) : request
      if [equation.left.attribute, right.attribute].contains(where: { $0.hasSuffix("Margin") }) {
        place += isEnd ? -Self.defaultMargin : Self.defaultMargin
      }
      return place
    }
  }

  /// UIKit's default margin, in points.
  private static let defaultMargin = 8.0

  /// The constant that the line contains.
  var request: Double {
    switch body {
    case .visual(let visual): visual.value.number.value
    case .equation(let equation): equation.constant?.value ?? 0
    }
  }
}

/// Sizes that one visual format string made together with the gaps around them, such as `H:|-10-[edit]-4-[eye(21)]-10-|`.
///
/// Before anchors (iOS 9), code wrote constraints in this way, and `addConstraints:` passes all of them to one view, the superview. They are made
/// one right after the other, so their addresses are close together. Constraints from a nib or from separate calls have other objects between them.
private struct VisualFormatSizes {
  private var sizes: Set<String> = []

  init(_ log: ConflictLog) {
    let constraints = log.constraints.map(\.constraint)
    // Logs of newer systems print whether a constraint is active.
    guard constraints.allSatisfy({ $0.tail.state == nil }) else { return }
    let places = constraints.filter { $0.isOwn && !$0.isAboutOneSize }
    // An equation with a distance between the same edges of two views does not come from a visual format. So such constraints were made separately.
    let separate = places.filter(\.isHorizontalEquation).compactMap(\.numericAddress)
    for size in constraints where size.isOwn && size.isConstantSize && size.isHorizontal != nil {
      guard let address = size.numericAddress, let item = size.items(ItemNames(size.tail)).first else { continue }
      let neighbours = places.filter { place in
        guard let other = place.numericAddress, place.isHorizontal == size.isHorizontal else { return false }
        return max(address, other) - min(address, other) <= Self.reach
          && place.items(ItemNames(place.tail)).contains(item)
      }
      // If a constraint among them was made by a separate call, the others may have been made separately, too.
      let isMixed =
        size.isHorizontal == true
        && neighbours.contains { place in
          separate.contains { other in
            place.numericAddress.map { max($0, other) - min($0, other) <= Self.reach } ?? false
          }
        }
      if !neighbours.isEmpty, !isMixed { sizes.insert(size.address) }
    }
  }

  func contains(_ constraint: ConstraintDescription) -> Bool { sizes.contains(constraint.address) }

  /// The largest distance in bytes between the addresses of the first and the last constraint of one format. A constraint takes about 200 bytes,
  /// and few formats make more than five.
  private static let reach: UInt64 = 0x400
}

extension ConstraintDescription {
  /// Whether the user's code made the constraint, without giving it a name.
  fileprivate var isOwn: Bool { className == "NSLayoutConstraint" && identifier == nil }

  fileprivate var numericAddress: UInt64? {
    address.hasPrefix("0x") ? UInt64(address.dropFirst(2), radix: 16) : nil
  }

  /// Whether the constraint is an equation of horizontal edges, such as `label.right == view.right - 12`.
  fileprivate var isHorizontalEquation: Bool {
    guard case .equation(let equation) = body, equation.right != nil else { return false }
    return ["left", "right", "leading", "trailing"].contains { equation.left.attribute.hasPrefix($0) }
  }

  /// Whether a constraint that is printed in visual form is horizontal. Nil for equations; UIKit prints a constraint of a visual format as an
  /// equation only if it is between the same edges of two views.
  fileprivate var isHorizontal: Bool? {
    if case .visual(let visual) = body { visual.isHorizontal } else { nil }
  }
}
