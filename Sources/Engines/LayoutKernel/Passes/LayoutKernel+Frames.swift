import SceneModel

/// The views whose frames are not set by constraints: the root, views with autoresizing masks, and cells with their contents.
extension LayoutKernel {
  /// Makes the rows of an item's frame. If they were made before, from the frame `old`, only the constants that differ are set.
  func refreshFrameRows(of item: Item, from old: Rect? = nil) {
    guard !item.isGuide else { return }
    let isGiven = hasGivenFrame(item)
    if isGiven, item.hasGivenFrameRows {
      moveFrameRows(of: item, from: rows.aside.isEmpty ? old : nil)
    } else {
      replace(.frame, of: item) { appendFrameConstraints(of: item, to: &$0) }
      item.hasGivenFrameRows = isGiven
    }
  }

  /// Whether the rows of the item's frame hold it at its frame in the scene, and do not follow a mask.
  private func hasGivenFrame(_ item: Item) -> Bool {
    if item.parent == nil { return true }
    return item.view.autoresizing == nil && item.givenFrame.size != .zero && item.takesGivenFrame
  }

  /// Updates the constants of the rows that come from `appendSizeConstraints` and `appendEncapsulatedConstraints`, one by one.
  private func moveFrameRows(of item: Item, from old: Rect?) {
    let (frame, insets) = (item.givenFrame, item.view.alignmentInsets)
    func set(_ slot: SystemSlot, _ constant: Double, before inset: Double = 0) {
      rows.want(RowOffsets(left: -inset).constant(constant), for: LinearConstraint.ID(item.id, slot).rawValue)
    }
    if item.parent != nil {
      if old?.x != frame.x { set(.horizontalPosition, frame.x, before: insets.left) }
      if old?.y != frame.y { set(.verticalPosition, frame.y, before: insets.top) }
    }
    if old?.width != frame.width { set(.horizontalSize, frame.width - insets.left - insets.right) }
    if old?.height != frame.height { set(.verticalSize, frame.height - insets.top - insets.bottom) }
  }

  func appendFrameConstraints(of item: Item, to result: inout some SystemConstraintSink) {
    if item.isGuide { return }
    guard let parent = item.parent else { return appendSizeConstraints(of: item, .frame, to: &result) }
    if let mask = item.view.autoresizing {
      appendAutoresizingConstraints(of: item, mask, in: parent, .horizontal, to: &result)
      appendAutoresizingConstraints(of: item, mask, in: parent, .vertical, to: &result)
    } else if hasGivenFrame(item) {
      appendEncapsulatedConstraints(of: item, in: parent, to: &result)
    }
  }

  private func appendSizeConstraints(
    of item: Item, _ kind: SystemConstraint.Kind, to result: inout some SystemConstraintSink
  ) {
    let insets = item.view.alignmentInsets
    result.append(
      SystemConstraint(
        id: .init(item.id, .horizontalSize), kind: kind, holder: item.id, first: Anchor(item.id, .width),
        relation: .equal, constant: item.givenFrame.width - insets.left - insets.right))
    result.append(
      SystemConstraint(
        id: .init(item.id, .verticalSize), kind: kind, holder: item.id, first: Anchor(item.id, .height),
        relation: .equal, constant: item.givenFrame.height - insets.top - insets.bottom))
  }

  /// Appends the constraints `UIView-Encapsulated-Layout-…`: a cell, or the content of one, keeps the frame that its table or collection gave it.
  private func appendEncapsulatedConstraints(
    of item: Item, in parent: Item, to result: inout some SystemConstraintSink
  ) {
    result.append(
      SystemConstraint(
        id: .init(item.id, .horizontalPosition), kind: .encapsulated, holder: parent.id,
        first: Anchor(item.id, .minX), relation: .equal, constant: item.givenFrame.x))
    result.append(
      SystemConstraint(
        id: .init(item.id, .verticalPosition), kind: .encapsulated, holder: parent.id,
        first: Anchor(item.id, .minY), relation: .equal, constant: item.givenFrame.y))
    appendSizeConstraints(of: item, .encapsulated, to: &result)
  }

  /// Appends the constraints `NSAutoresizingMaskLayoutConstraint`: mask and frame as constraints on the frame, held by the superview. For every
  /// size of the superview they give the frame of `Autoresizing.resized`. They are made from the frame that was set last, and stay the same while
  /// the superview is resized.
  private func appendAutoresizingConstraints(
    of item: Item, _ mask: AutoresizingMask, in parent: Item, _ axis: Axis, to result: inout some SystemConstraintSink
  ) {
    let isHorizontal = axis == .horizontal
    let parts = Autoresizing.Parts(mask, axis)
    let reference = item.resizingReference(in: parent)
    let span = isHorizontal ? reference.horizontal : reference.vertical
    let (position, size, container) = (span.position, span.length, span.container)
    let (inner, around) = (item.view.alignmentInsets, parent.view.alignmentInsets)
    let inset = isHorizontal ? inner.left + inner.right : inner.top + inner.bottom
    let parentInset = isHorizontal ? around.left + around.right : around.top + around.bottom
    let start = Anchor(item.id, isHorizontal ? .minX : .minY)
    let end = Anchor(item.id, isHorizontal ? .maxX : .maxY)
    let length = Anchor(item.id, isHorizontal ? .width : .height)
    let outerLength = Anchor(parent.id, isHorizontal ? .width : .height)

    func constraint(
      _ slot: SystemSlot, _ first: Anchor, _ second: Anchor? = nil, multiplier: Double = 1, constant: Double
    ) -> SystemConstraint {
      SystemConstraint(
        id: .init(item.id, slot), kind: .autoresizing, holder: parent.id, first: first, relation: .equal,
        second: second, multiplier: multiplier, constant: constant)
    }
    let positionSlot: SystemSlot = isHorizontal ? .horizontalPosition : .verticalPosition
    let sizeSlot: SystemSlot = isHorizontal ? .horizontalSize : .verticalSize
    let fixedPosition = constraint(positionSlot, start, constant: position)
    let fixedSize = constraint(sizeSlot, length, constant: size - inset)
    func distanceToEnd(_ slot: SystemSlot) -> SystemConstraint {
      constraint(slot, outerLength, end, constant: container - position - size - parentInset)
    }
    let share = parts.shares(span)
    func proportionalPosition(_ constant: Double) -> SystemConstraint {
      constraint(
        positionSlot, start, outerLength, multiplier: share.position,
        constant: constant + share.position * parentInset)
    }
    func append(_ first: SystemConstraint, _ second: SystemConstraint) {
      result.append(first)
      result.append(second)
    }
    switch (parts.before, parts.size, parts.after) {
    case (false, false, _): append(fixedPosition, fixedSize)
    case (true, false, false): append(distanceToEnd(positionSlot), fixedSize)
    case (false, true, false): append(fixedPosition, distanceToEnd(sizeSlot))
    case (true, false, true):
      let offset = container > size ? -share.position * size : position - share.position * container
      append(fixedSize, proportionalPosition(offset))
    default:
      append(
        parts.before ? proportionalPosition(position - share.position * container) : fixedPosition,
        constraint(
          sizeSlot, length, outerLength, multiplier: share.size,
          constant: size - share.size * container + share.size * parentInset - inset))
    }
  }

  /// Gives a view the frame that code, its table or a resize of its superview set, and updates its rows.
  func setGivenFrame(_ frame: Rect, of item: Item) {
    let old = item.givenFrame
    item.givenFrame = frame
    item.resizing = nil
    refreshFrameRows(of: item, from: old)
    if old.size != frame.size { resizeSubviews(of: item, from: old.size, byEngine: false) }
  }

  /// Resizes the subviews by their masks, down the tree, as soon as the bounds size changes. Sizes from the engine may be temporary, such as those
  /// before text is wrapped, so they do not change the proportions that the masks keep.
  func resizeSubviews(of item: Item, from old: Size, byEngine: Bool) {
    if item.autoresizedChildren == 0 { return }
    var work = [(item, old)]
    while let (parent, old) = work.popLast() {
      guard parent.autoresizedChildren > 0 else { continue }
      for child in parent.children {
        guard let mask = child.view.autoresizing else { continue }
        let (frame, size) = (child.givenFrame, parent.givenFrame.size)
        let reference = child.resizing ?? Autoresizing.Reference(frame, in: old)
        child.givenFrame = onValueGrid(
          Autoresizing.resized(
            reference, mask: mask, to: size, rounding: quirks.autoresizingRounding, scale: document.scale))
        let present = Autoresizing.Reference(child.givenFrame, in: size)
        var next = present
        if quirks.autoresizingRounding == .none {
          next = byEngine ? reference : reference.renewed(from: present, mask: mask)
        }
        child.resizing = next
        if next != reference { refreshFrameRows(of: child) }
        // Code that sets a frame can read the subviews' new frames in the next line. A subview whose size would be negative waits for the engine,
        // which keeps sizes at 0 or more.
        if !byEngine, child.givenFrame != child.frame, child.givenFrame.width >= 0, child.givenFrame.height >= 0 {
          show(child.givenFrame, of: child.node, byEngine: false)
        }
        if child.givenFrame.size != frame.size { work.append((child, frame.size)) }
      }
    }
  }

  /// Returns the table or collection that gives a cell its frame; nil if the item is no such cell.
  func holder(ofCell item: Item) -> Item? {
    item.isHeldCell ? item.parent : nil
  }
}

extension Item {
  /// The frame from which the mask resizes the view.
  func resizingReference(in parent: Item) -> Autoresizing.Reference {
    resizing ?? Autoresizing.Reference(givenFrame, in: parent.givenFrame.size)
  }

  /// The view in its present state: a new kernel gives it the same layout.
  var presentView: View {
    var view = view
    view.frame = presentFrame
    guard let parent, view.autoresizing != nil else { return view }
    let reference = resizingReference(in: parent)
    let isPresent = reference == Autoresizing.Reference(view.frame, in: parent.presentFrame.size)
    view.resizingOrigin = isPresent ? nil : reference.origin
    return view
  }

  /// The frame for the document: for a view with a mask, its present frame as the engine has it, otherwise the frame in the scene. The former may
  /// differ from the mask's own result by one step of the value grid.
  private var presentFrame: Rect { parent == nil || view.autoresizing == nil ? givenFrame : frame }
}
