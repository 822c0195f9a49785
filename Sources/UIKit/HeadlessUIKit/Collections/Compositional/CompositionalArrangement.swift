import Foundation

/// Places the items of one section in its groups. The leading edge is taken to be the left one; the layout mirrors the result where needed.
struct CompositionalArrangement {
  struct Piece {
    var frame: CGRect
    /// The index of the cell in its section. A supplementary view has the index of the item that it belongs to.
    var number: Int
    var item: NSCollectionLayoutItem
    var zIndex = 0
    /// The kind of a supplementary view; nil for a cell.
    var kind: String?
  }

  /// The number of items in the section.
  let count: Int
  /// Returns the size that a cell preferred when it was measured; nil if it was not measured yet.
  let preferred: (_ number: Int) -> CGSize?
  let traits: UITraitCollection
  /// The index of the next item to place.
  private(set) var next = 0

  /// The rounding error, in points, that is allowed in a sum of lengths that are fractions of another length.
  private static let tolerance: CGFloat = 1e-6

  init(count: Int, traits: UITraitCollection, preferred: @escaping (_ number: Int) -> CGSize?) {
    (self.count, self.traits, self.preferred) = (count, traits, preferred)
  }

  var isDone: Bool { next >= count }

  /// Places the next items in a group that lies at the origin. Returns the size of the group, and the pieces in it.
  mutating func place(_ group: NSCollectionLayoutGroup, in container: CGSize) -> (size: CGSize, pieces: [Piece]) {
    let given = group.layoutSize.size(in: container)
    let first = next
    var (size, pieces) = (given, [Piece]())
    switch group.arrangement {
    case .custom(let provider):
      for custom in provider(CompositionalEnvironment(given, traits)) where !isDone {
        pieces.append(Piece(frame: custom.frame, number: next, item: group, zIndex: custom.zIndex))
        next += 1
      }
    case .along(let axis): (size, pieces) = place(group, along: axis, given)
    }
    for strip in group.supplementaryItems where !pieces.isEmpty {
      pieces.append(
        Piece(
          frame: strip.frame(on: CGRect(origin: .zero, size: size)), number: first, item: strip, zIndex: strip.zIndex,
          kind: strip.elementKind))
    }
    return (size, pieces)
  }

  /// An item or a nested group at its place in the line, before the remaining space is distributed.
  fileprivate struct Member {
    var item: NSCollectionLayoutItem
    var size: CGSize
    var pieces: [Piece]
    var start: CGFloat = 0
  }

  private mutating func place(
    _ group: NSCollectionLayoutGroup, along axis: NSLayoutConstraint.Axis, _ given: CGSize
  ) -> (CGSize, [Piece]) {
    let insets = group.effectiveInsets
    let room = given.reduced(by: insets)
    let isOpen = group.layoutSize.dimension(axis).isOpen
    let spacing = group.interItemSpacing
    let least = spacing?.spacing ?? 0
    let share = group.count.map { (room[axis] - CGFloat($0 - 1) * least) / CGFloat($0) }
    var members: [Member] = []
    var end: CGFloat = 0
    var flexible = 0
    while !isDone, !group.subitems.isEmpty {
      if let count = group.count, members.count == count { break }
      // A group that grows with what is in it takes each of its items once.
      if group.count == nil, isOpen, members.count == group.subitems.count { break }
      let item = group.subitems[members.count % group.subitems.count]
      let before = next
      var member = member(item, in: room)
      if group.sharesRoom, let share { member.resize(axis, to: max(0, share)) }
      let (leading, trailing) = item.edgeSpacing(axis)
      let start = (members.isEmpty ? 0 : end + least) + (leading?.spacing ?? 0)
      let after = start + member.size[axis] + (trailing?.spacing ?? 0)
      if group.count == nil, !isOpen, !members.isEmpty, after > room[axis] + Self.tolerance {
        next = before
        break
      }
      member.start = start
      if !members.isEmpty, spacing?.isFlexible == true { flexible += 1 }
      flexible += [leading, trailing].count { $0?.isFlexible == true }
      end = after
      members.append(member)
    }
    if !isOpen, flexible > 0, end < room[axis] {
      spread((room[axis] - end) / CGFloat(flexible), spacing, axis, &members)
    }
    let cross = axis.other
    makeUniform(&members, cross)
    let isCrossOpen = group.layoutSize.dimension(cross).isOpen
    var extent: CGFloat = 0
    for member in members {
      let (leading, trailing) = member.item.edgeSpacing(cross)
      extent = max(extent, (leading?.spacing ?? 0) + member.size[cross] + (trailing?.spacing ?? 0))
    }
    if !isCrossOpen { extent = room[cross] }
    var pieces: [Piece] = []
    for member in members {
      let (leading, trailing) = member.item.edgeSpacing(cross)
      let rest = extent - member.size[cross] - (leading?.spacing ?? 0) - (trailing?.spacing ?? 0)
      let parts = [leading, trailing].count { $0?.isFlexible == true }
      let shift = leading?.isFlexible == true && rest > 0 ? rest / CGFloat(parts) : 0
      let (along, across) = (member.start, (leading?.spacing ?? 0) + shift)
      let origin =
        axis == .horizontal
        ? CGPoint(x: insets.leading + along, y: insets.top + across)
        : CGPoint(x: insets.leading + across, y: insets.top + along)
      pieces += member.pieces.map { piece in
        var piece = piece
        piece.frame = piece.frame.offsetBy(dx: origin.x, dy: origin.y)
        return piece
      }
    }
    var size = given
    if isOpen { size[axis] = end + insets.sum(axis) }
    if isCrossOpen { size[cross] = extent + insets.sum(cross) }
    return (size, pieces)
  }

  private mutating func member(_ item: NSCollectionLayoutItem, in room: CGSize) -> Member {
    if let group = item as? NSCollectionLayoutGroup {
      let (size, pieces) = place(group, in: room)
      return Member(item: item, size: size, pieces: pieces)
    }
    var size = item.layoutSize.size(in: room)
    let number = next
    next += 1
    if let wanted = preferred(number) {
      if item.layoutSize.widthDimension.isOpen { size.width = wanted.width }
      if item.layoutSize.heightDimension.isOpen { size.height = wanted.height }
    }
    var member = Member(item: item, size: size, pieces: [Piece(frame: .zero, number: number, item: item)])
    member.fill()
    return member
  }

  /// Moves the members of a line apart: each flexible space grows by `part`, its share of the remaining space.
  private func spread(
    _ part: CGFloat, _ spacing: NSCollectionLayoutSpacing?, _ axis: NSLayoutConstraint.Axis, _ members: inout [Member]
  ) {
    var moved: CGFloat = 0
    for index in members.indices {
      let (leading, trailing) = members[index].item.edgeSpacing(axis)
      if index > 0, spacing?.isFlexible == true { moved += part }
      if leading?.isFlexible == true { moved += part }
      members[index].start += moved
      if trailing?.isFlexible == true { moved += part }
    }
  }

  private func makeUniform(_ members: inout [Member], _ axis: NSLayoutConstraint.Axis) {
    let uniform = members.indices.filter { members[$0].item.layoutSize.dimension(axis).isUniformAcrossSiblings }
    guard let most = uniform.map({ members[$0].size[axis] }).max() else { return }
    for index in uniform { members[index].resize(axis, to: most) }
  }
}

extension CompositionalArrangement.Member {
  /// Sets the length along an axis. A single item's cell gets the new size, too; the contents of a nested group stay where they are.
  mutating func resize(_ axis: NSLayoutConstraint.Axis, to length: CGFloat) {
    size[axis] = length
    if !(item is NSCollectionLayoutGroup) { fill() }
  }

  /// Gives the cell the item's size less its insets, and places the item's supplementary views around it again.
  mutating func fill() {
    guard let cell = pieces.first else { return }
    let insets = item.effectiveInsets
    let frame = CGRect(
      x: insets.leading, y: insets.top, width: max(0, size.width - insets.sum(.horizontal)),
      height: max(0, size.height - insets.sum(.vertical)))
    pieces = [CompositionalArrangement.Piece(frame: frame, number: cell.number, item: item)]
    pieces += item.supplementaryItems.map { strip in
      CompositionalArrangement.Piece(
        frame: strip.frame(on: frame), number: cell.number, item: strip, zIndex: strip.zIndex, kind: strip.elementKind)
    }
  }
}

extension NSCollectionLayoutItem {
  func edgeSpacing(
    _ axis: NSLayoutConstraint.Axis
  ) -> (before: NSCollectionLayoutSpacing?, after: NSCollectionLayoutSpacing?) {
    axis == .horizontal ? (edgeSpacing?.leading, edgeSpacing?.trailing) : (edgeSpacing?.top, edgeSpacing?.bottom)
  }
}
nonisolated extension NSCollectionLayoutSize {
  func dimension(_ axis: NSLayoutConstraint.Axis) -> NSCollectionLayoutDimension {
    axis == .horizontal ? widthDimension : heightDimension
  }
}
nonisolated extension CGSize {
  subscript(axis: NSLayoutConstraint.Axis) -> CGFloat {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}
nonisolated extension NSDirectionalEdgeInsets {
  func sum(_ axis: NSLayoutConstraint.Axis) -> CGFloat { axis == .horizontal ? leading + trailing : top + bottom }
}
