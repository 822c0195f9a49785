/// A well-known cause of conflicts, recognised by the constraints that take part.
public enum ConflictPattern: String, Hashable, Sendable, CaseIterable {
  /// A cell whose content needs another height than its row has so far.
  case selfSizingCell = "self-sizing-cell"
  /// A row that is a third or half of a point higher than its content, because of its separator.
  case separator
  /// A collection view's cell with a fixed width and height: the item size of the layout.
  case itemSize = "item-size"
  /// A view that is laid out at a size of 0 before it gets its own size.
  case zeroSize = "size-zero"
  /// A view whose size is set by its container: a table sets the width of its cells, a container the size of a controller's view.
  case encapsulatedSize = "encapsulated-size"
  /// A view with constraints of its own and with those that its autoresizing mask was translated into.
  case autoresizingMask = "autoresizing-mask"
  /// A view whose frame is set by its container (a cell, scroll view or bar), and whose autoresizing mask was translated into constraints.
  case tiledView = "tiled-view"
  /// A measuring pass, which tries a temporary size.
  case measuringPass = "measuring-pass"
  /// A hidden view in a stack view, which sets its length to zero.
  case hiddenArrangedView = "hidden-arranged-view"
  /// A stack view that is hidden in a stack view: its own spacing needs more than the length 0.
  case hiddenStack = "hidden-stack"
  /// An edge of a view that is tied to the same view's opposite edge.
  case tiedToItself = "tied-to-itself"
  /// One edge of a view that two constraints place, each relative to something else.
  case placedTwice = "placed-twice"

  /// Returns the patterns of a minimal set. `impossible` is the length that the contradiction of the set is about; nil if it is about positions.
  static func all(
    in core: [Int], of log: ConflictLog, _ impossible: ConflictExplanation.ImpossibleLength? = nil
  ) -> [ConflictPattern] {
    let lines = log.constraints.filter { core.contains($0.index) }.map(\.constraint)
    var shown = Set(allCases.filter { $0.shows(in: lines, of: log, impossible) })
    // A more special pattern replaces the more general one.
    if shown.contains(.hiddenStack) { shown.remove(.hiddenArrangedView) }
    if shown.contains(.itemSize) { shown.subtract([.encapsulatedSize, .selfSizingCell]) }
    if shown.contains(.separator) { shown.remove(.selfSizingCell) }
    if shown.contains(.tiedToItself) { shown.remove(.placedTwice) }
    if shown.contains(.zeroSize) { shown.remove(.encapsulatedSize) }
    return allCases.filter(shown.contains)
  }

  private func shows(
    in lines: [ConstraintDescription], of log: ConflictLog, _ impossible: ConflictExplanation.ImpossibleLength?
  ) -> Bool {
    switch self {
    case .selfSizingCell: return lines.contains { $0.isMeasuredHeight(in: log) }
    case .separator:
      guard let impossible, lines.contains(where: { $0.isMeasuredHeight(in: log) }) else { return false }
      let surplus = impossible.is - impossible.needed
      return ConflictPattern.separators.contains { abs(surplus - $0) < 0.01 }
    case .itemSize:
      let held = lines.filter { $0.isEncapsulatedSize && !$0.isAboutTable }
      return held.contains { one in held.contains { $0.isWidth != one.isWidth && $0.items[0].key == one.items[0].key } }
    case .zeroSize:
      // A layout guide of size 0 does not count: no bar covers that edge.
      return lines.contains {
        $0.isSystem(in: log) && $0.isConstantSize && $0.request == 0 && !$0.isMeasuring
          && $0.items.first?.className.hasSuffix("LayoutGuide") != true
      }
    case .encapsulatedSize: return lines.contains { $0.isEncapsulatedSize && !$0.isMeasuredHeight(in: log) }
    case .autoresizingMask: return lines.contains { $0.isOfMask && !$0.isMaskOfHostedView }
    case .tiledView: return lines.contains { $0.isOfMask && $0.isMaskOfHostedView }
    case .measuringPass: return lines.contains(where: \.isMeasuring)
    case .hiddenArrangedView: return lines.contains { $0.identifier == "UISV-hiding" }
    case .hiddenStack:
      let hidden = lines.filter { $0.identifier == "UISV-hiding" }.compactMap(\.items.first?.key)
      return lines.contains { line in
        line.identifier?.hasPrefix("UISV-canvas-connection") == true
          && line.items(ItemNames(line.tail)).contains(where: hidden.contains)
      } && lines.contains { $0.identifier == "UISV-spacing" }
    case .tiedToItself: return lines.contains(where: \.isTiedToItself)
    case .placedTwice: return PlacedEdge.twice(in: core(lines, log)) != nil
    }
  }

  private func core(_ lines: [ConstraintDescription], _ log: ConflictLog) -> [(Int, ConstraintDescription)] {
    lines.enumerated().filter { $0.element.isReachable(in: log) }.map { ($0.offset, $0.element) }
  }

  /// The heights in points of a line of one pixel, on screens of three and two pixels per point.
  private static let separators = [1.0 / 3, 0.5]

  /// The explanation of the pattern in one or two sentences.
  public var text: String {
    switch self {
    case .selfSizingCell:
      "Self-sizing cell: its content is held at the size that the table or collection view measured before, until it "
        + "measures again."
    case .separator:
      "Separator: the row is one pixel higher than its content, which is the line that the table draws below it."
    case .itemSize:
      "Item size: the collection view holds the cell at the size that its layout was given (itemSize, or "
        + "sizeForItemAt), and the cell asks for another."
    case .zeroSize:
      "Size 0: the view is laid out once before it has a size of its own, and distances inside it do not fit into nothing."
    case .encapsulatedSize:
      "Held size: the view around it, or its container, gives it this size and does not ask its content."
    case .autoresizingMask:
      "Autoresizing mask left on: translatesAutoresizingMaskIntoConstraints is true, so the view's frame became "
        + "required constraints."
    case .tiledView:
      "Placed by its container: a cell, scroll view or bar sets this view's frame itself, and its autoresizing mask stays as it is."
    case .measuringPass: "Measuring pass: UIKit gives the view a temporary size to find out which size it wants."
    case .hiddenArrangedView:
      "Hidden in a stack view: the stack holds the view at size 0, against required constraints inside it."
    case .hiddenStack:
      "Stack view hidden in a stack view: the outer one holds it at size 0, and its own spacing does not fit into that."
    case .tiedToItself:
      "Tied to itself: one edge of the view is tied to the opposite edge of the same view, which fixes its size. Another view was "
        + "meant, mostly its superview."
    case .placedTwice:
      "Placed twice: two constraints place the same edge, each against something else. Mostly one is left over from before an "
        + "update or a remake."
    }
  }

  /// The reason why lowering a priority helps, and other remedies; nil if there is nothing to add to the fix itself.
  var remedy: String? {
    switch self {
    case .selfSizingCell:
      "Until the table measures again (beginUpdates and endUpdates, or performBatchUpdates), the old size is required, "
        + "and at 999 this constraint waits for it."
    case .separator: "At 999 it leaves the separator its pixel; separatorStyle = .none would do as well."
    case .measuringPass:
      "While UIKit measures, the temporary size is required; at 999 this constraint waits for the real one."
    case .zeroSize: "At 999 it waits until the view has its size."
    case .hiddenArrangedView: "While the view is hidden its size is 0; at 999 this constraint waits until it is shown."
    case .encapsulatedSize, .autoresizingMask, .itemSize, .tiledView, .hiddenStack, .tiedToItself, .placedTwice: nil
    }
  }

  /// Whether one of the sizes is temporary, so that a constant fitted to it would soon be wrong.
  var isPassing: Bool {
    switch self {
    case .selfSizingCell, .separator, .zeroSize, .encapsulatedSize, .measuringPass, .hiddenArrangedView, .hiddenStack,
      .itemSize:
      true
    case .autoresizingMask, .tiledView, .tiedToItself, .placedTwice: false
    }
  }
}

/// An edge that a constraint places: the item and the side.
struct PlacedEdge: Hashable {
  var item: String
  var edge: String

  /// Makes the edge that a line places: the edge of the inner view, or of the second of two neighbours. Nil for a size, an inequality, or a
  /// constraint on something other than an edge.
  init?(_ constraint: ConstraintDescription) {
    let names = ItemNames(constraint.tail)
    switch constraint.body {
    case .visual(let visual):
      guard visual.value.relation == nil else { return nil }
      let (start, end) = visual.isHorizontal ? ("left", "right") : ("top", "bottom")
      switch visual.form {
      case .size: return nil
      case .leadingEdge(let item), .gap(_, let item): (self.item, edge) = (names.key(item), start)
      case .trailingEdge(let item): (self.item, edge) = (names.key(item), end)
      }
    case .equation(let equation):
      let edges = ["leading": "left", "trailing": "right"]
      edge = edges[equation.left.attribute] ?? equation.left.attribute
      guard equation.relation == "==", equation.right != nil, ["left", "right", "top", "bottom"].contains(edge) else {
        return nil
      }
      item = names.key(equation.left.item)
    }
  }

  /// Returns the indices of the first two lines that place the same edge; nil if there are none.
  static func twice(in lines: [(Int, ConstraintDescription)]) -> (first: Int, second: Int)? {
    var first: [PlacedEdge: Int] = [:]
    for (index, line) in lines {
      guard let edge = PlacedEdge(line) else { continue }
      if let known = first[edge] { return (known, index) }
      first[edge] = index
    }
    return nil
  }

  var words: String {
    ["left": "leading edge", "right": "trailing edge"][edge] ?? edge
  }
}

extension ConstraintDescription {
  /// Whether the constraint is a size that a container imposes on a view.
  var isEncapsulatedSize: Bool { identifier?.hasPrefix("UIView-Encapsulated-Layout-") == true && isConstantSize }

  var isMeasuring: Bool {
    identifier?.hasPrefix("_UITemporaryLayout") == true || identifier?.hasPrefix("fittingSize") == true
  }

  var isOfMask: Bool { className == "NSAutoresizingMaskLayoutConstraint" && identifier == nil }

  var isAboutTable: Bool { items.first?.className.contains("Table") == true }

  /// Whether the constraint is the height of a cell, a header or a footer, which a table or a collection view measures. A width does not count,
  /// because it does not follow the content. Neither does the height of a plain view. Masonry and SnapKit hide the identifier, so in their logs any
  /// fixed height of a content view counts.
  func isMeasuredHeight(in log: ConflictLog) -> Bool {
    guard isConstantSize, !isWidth, let name = items.first?.className, name != "UIView" else { return false }
    let isOfList = ["CellContentView", "Cell", "HeaderFooterView", "HeaderFooterContentView", "ReusableView"]
      .contains { name.hasSuffix($0) }
    // A view of the user's own class may be a cell, a header or a footer.
    if isEncapsulatedSize { return isOfList || !["UI", "_UI", "NS"].contains { name.hasPrefix($0) } }
    return identifier == nil && isSystem(in: log) && !isOfMask && isOfList
  }

  /// Whether a constant size is a width.
  var isWidth: Bool {
    switch body {
    case .visual(let visual): visual.isHorizontal
    case .equation(let equation): equation.left.attribute == "width"
    }
  }

  /// Whether an item is constrained to itself, as in `label.left == label.right`.
  var isTiedToItself: Bool {
    guard case .equation(let equation) = body, let right = equation.right else { return false }
    return right.item.key == equation.left.item.key && right.attribute != equation.left.attribute
      && !["width", "height"].contains(equation.left.attribute)
  }
}
