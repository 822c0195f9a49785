import LayoutPlugin
import SceneModel

/// The natural sizes of views: hugging limits them from above, resistance from below.
extension LayoutKernel {
  func refreshIntrinsicRows(of item: Item) {
    replace(.intrinsic, of: item) { appendIntrinsicConstraints(of: item, to: &$0) }
  }

  func intrinsicSize(of item: Item) -> (width: Double?, height: Double?) {
    let text = item.view.text
    // A negative size is `noIntrinsicMetric`.
    func metric(_ value: Double?) -> Double? { value.flatMap { $0 < 0 ? nil : $0 } }
    return (
      metric(item.view.intrinsic.width ?? text?.naturalWidth),
      metric(item.view.intrinsic.height ?? text?.height(at: item.textWidth))
    )
  }

  func appendIntrinsicConstraints(of item: Item, to result: inout some SystemConstraintSink) {
    guard !item.isGuide else { return }
    let size = intrinsicSize(of: item)
    var (hugging, resistance) = (item.view.intrinsic.hugging, item.view.intrinsic.resistance)
    if quirks.contentSizeYields {
      hugging = hugging.yielding
      resistance = resistance.yielding
    }
    func add(
      _ slot: SystemSlot, _ attribute: LayoutAttribute, _ relation: Relation, _ value: Double, _ priority: Double
    ) {
      result.append(
        SystemConstraint(
          id: .init(item.id, slot), kind: .intrinsic, holder: item.id, first: Anchor(item.id, attribute),
          relation: relation, constant: value, priority: priority))
    }
    if let width = size.width {
      add(.widthAtMost, .width, .lessThanOrEqual, width, hugging.horizontal)
      add(.widthAtLeast, .width, .greaterThanOrEqual, width, resistance.horizontal)
    }
    if let height = size.height {
      add(.heightAtMost, .height, .lessThanOrEqual, height, hugging.vertical)
      add(.heightAtLeast, .height, .greaterThanOrEqual, height, resistance.vertical)
    }
  }

  /// Wraps automatic multi-line text at the width that the layout gave it; a new height needs another round.
  func breakText(of item: Item) {
    guard let text = item.view.text, text.lineLimit != 1, text.preferredMaxLayoutWidth <= 0,
      item.view.intrinsic.height == nil, item.textWidth != item.alignmentWidth
    else { return }
    let old = text.height(at: item.textWidth)
    item.textWidth = item.alignmentWidth
    if text.height(at: item.textWidth) != old {
      HardState.textBrokenAnew.reach()
      intrinsicSizeChanged(item)
    }
  }

  /// Registers a new intrinsic size. Proportional stack views use it as the view's weight.
  func intrinsicSizeChanged(_ item: Item) {
    forgetFittedSizes(around: item)
    setNeedsUpdateConstraints(item)
    weightChanged(of: item)
  }
}

extension LayoutKernel {
  /// Updates the proportional stack views around a view whose weight has changed, because they use its weight, directly or as part of another
  /// weight.
  func weightChanged(of item: Item) {
    var present = item.parent
    while let stack = present, let configuration = stack.view.stack {
      if configuration.distribution == .fillProportionally { setNeedsUpdateConstraints(stack) }
      guard quirks.weighsNestedStacks else { return }
      present = stack.parent
    }
  }

  /// Must be called when the spacing or the arranged views of a stack view change: they change the stack view's own weight in a proportional stack
  /// view around it.
  func ownWeightChanged(of stack: Item) {
    if quirks.weighsNestedStacks { weightChanged(of: stack) }
  }

  /// Returns the weight of a view in a proportional stack view: its natural length. If nested stacks are weighed, the weight of a stack view along
  /// its axis is the sum of its visible views' weights and gaps; across its axis it is the largest weight. Nil if the view has no natural length.
  func weight(of item: Item, along axis: Axis) -> Double? {
    guard quirks.weighsNestedStacks, let stack = item.view.stack else {
      let size = intrinsicSize(of: item)
      return axis == .horizontal ? size.width : size.height
    }
    let lengths = stack.arranged.compactMap { items[$0] }.filter { !$0.view.isHidden }
      .compactMap { weight(of: $0, along: axis) }
    guard !lengths.isEmpty else { return nil }
    return stack.axis == axis
      ? lengths.reduce(0, +) + stack.spacing * Double(lengths.count - 1) : lengths.max()
  }
}

extension AxisPriorities {
  /// The priorities, lowered to `contentYieldingPriority` where they are required.
  fileprivate var yielding: AxisPriorities {
    AxisPriorities(
      horizontal: min(horizontal, SystemConstraint.contentYieldingPriority),
      vertical: min(vertical, SystemConstraint.contentYieldingPriority))
  }
}

extension SystemConstraint {
  /// The priority at which a hidden arranged view on the canvas has the length 0 and its place: above the usual optional priorities (at most 999),
  /// and below required and a broken constraint's.
  static let yieldingPriority = 999.9
  /// The priority that a required content size gets with `contentSizeYields`. It is stronger than hiding (`yieldingPriority`): on the canvas, a
  /// hidden arranged view with such a content size keeps its length (IB5.2).
  static let contentYieldingPriority = 999.95
}

extension TextMetrics {
  /// The distance in points by which a line may be too long and still fits. Solved widths are rounded to 2⁻²⁰ points, but sums of advances are not.
  private static let fitTolerance = 1.0 / 1024

  /// The width of the whole text on one line, or of its widest line at the preferred width.
  var naturalWidth: Double {
    let limit = lineLimit != 1 && preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : .infinity
    return (lines(at: limit).max() ?? 0) + padding.width
  }

  /// Returns the height of the text wrapped at `width`; nil: unlimited. A preferred width takes precedence.
  package func height(at width: Double?) -> Double {
    if lineLimit == 1 { return lineHeight + padding.height }
    let limit = preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : width ?? .infinity
    var count = max(1, lines(at: limit).count)
    if lineLimit > 0 { count = min(lineLimit, count) }
    return lineHeight * Double(count) + lineSpacing * Double(count - 1) + padding.height
  }

  /// Returns the widths of the lines if a view of this width wraps the text. Lines are filled greedily; a word that does not fit has a line of its
  /// own.
  package func lines(at width: Double) -> [Double] {
    var lines: [Double] = []
    let limit = width - padding.width
    for word in wordWidths {
      if let last = lines.last, last + spaceWidth + word <= limit + Self.fitTolerance {
        lines[lines.count - 1] = last + spaceWidth + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
