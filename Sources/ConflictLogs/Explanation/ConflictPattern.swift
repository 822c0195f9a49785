/// A well-known way into a conflict, recognised by the constraints that UIKit makes in it.
public enum ConflictPattern: String, Hashable, Sendable, CaseIterable {
  /// A cell whose content asks for another height than its row has so far.
  case selfSizingCell = "self-sizing-cell"
  /// A view with a size from outside: a table sets the width of its cells, a container the size of a controller's view.
  case encapsulatedSize = "encapsulated-size"
  /// A view whose autoresizing mask was turned into constraints beside its own.
  case autoresizingMask = "autoresizing-mask"
  /// A measuring pass, with a size that is only tried.
  case measuringPass = "measuring-pass"
  /// A hidden view of a stack view, whose length the stack view sets to zero.
  case hiddenArrangedView = "hidden-arranged-view"

  static func all(in core: [Int], of log: ConflictLog) -> [ConflictPattern] {
    let lines = log.constraints.filter { core.contains($0.index) }.map(\.constraint)
    return allCases.filter { pattern in lines.contains(where: pattern.shows(in:)) }
  }

  private func shows(in constraint: ConstraintDescription) -> Bool {
    let identifier = constraint.identifier ?? ""
    switch self {
    case .selfSizingCell: return constraint.isMeasuredHeight
    case .encapsulatedSize: return constraint.isEncapsulatedSize && !constraint.isMeasuredHeight
    case .autoresizingMask:
      return constraint.className == "NSAutoresizingMaskLayoutConstraint" && constraint.identifier == nil
    case .measuringPass: return identifier.hasPrefix("_UITemporaryLayout") || identifier.hasPrefix("fittingSize")
    case .hiddenArrangedView: return identifier == "UISV-hiding"
    }
  }

  /// The explanation of the pattern in one or two sentences.
  public var text: String {
    switch self {
    case .selfSizingCell:
      "Self-sizing cell: its content is held at the size that the table or collection view measured before, until it "
        + "measures again."
    case .encapsulatedSize:
      "Held size: the view around it, or its container, gives it this size and does not ask its content."
    case .autoresizingMask:
      "Autoresizing mask left on: translatesAutoresizingMaskIntoConstraints is true, so the view's frame became "
        + "required constraints."
    case .measuringPass: "Measuring pass: UIKit gives the view a temporary size to find out which size it wants."
    case .hiddenArrangedView:
      "Hidden in a stack view: the stack holds the view at size 0, against required constraints inside it."
    }
  }

  /// Why lowering a priority helps here, and what else would; nil: nothing beyond the fix itself.
  var remedy: String? {
    switch self {
    case .selfSizingCell:
      "Until the table measures again (beginUpdates and endUpdates, or performBatchUpdates), the old size is required, "
        + "and at 999 this constraint waits for it."
    case .measuringPass:
      "While UIKit measures, the temporary size is required; at 999 this constraint waits for the real one."
    case .hiddenArrangedView: "While the view is hidden its size is 0; at 999 this constraint waits until it is shown."
    case .encapsulatedSize, .autoresizingMask: nil
    }
  }
}

extension ConstraintDescription {
  /// A size that UIKit holds a view at from outside.
  var isEncapsulatedSize: Bool { identifier?.hasPrefix("UIView-Encapsulated-Layout-") == true && isConstantSize }

  /// The height of a cell, a header or a footer, which a table or a collection view measures. Its width does not follow its content, and a plain
  /// view that UIKit holds at a height is nobody's row.
  var isMeasuredHeight: Bool {
    isEncapsulatedSize && identifier?.hasSuffix("Height") == true && items.first?.className != "UIView"
  }
}
