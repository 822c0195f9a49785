import LayoutPlugin
import SceneModel

/// Sizes that views bring along: hugging holds them down, resistance holds them up.
extension LayoutKernel {
  func refreshIntrinsicRows(of item: Item) {
    replace(.intrinsic, of: item, with: intrinsicConstraints(of: item))
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

  func intrinsicConstraints(of item: Item) -> [SystemConstraint] {
    guard !item.isGuide else { return [] }
    let size = intrinsicSize(of: item)
    var (hugging, resistance) = (item.view.intrinsic.hugging, item.view.intrinsic.resistance)
    if quirks.contentSizeYields {
      hugging = hugging.yielding
      resistance = resistance.yielding
    }
    var result: [SystemConstraint] = []
    func add(
      _ slot: SystemSlot, _ attribute: LayoutAttribute, _ relation: Relation, _ value: Double, _ priority: Double
    ) {
      result.append(
        SystemConstraint(
          id: .init(item.id, slot), kind: .intrinsic, holder: item.id, first: Anchor(item.id, attribute),
          relation: relation, constant: value, priority: priority))
    }
    if size.width == nil, size.height == nil { return [] }
    result.reserveCapacity(4)
    if let width = size.width {
      add(.widthAtMost, .width, .lessThanOrEqual, width, hugging.horizontal)
      add(.widthAtLeast, .width, .greaterThanOrEqual, width, resistance.horizontal)
    }
    if let height = size.height {
      add(.heightAtMost, .height, .lessThanOrEqual, height, hugging.vertical)
      add(.heightAtLeast, .height, .greaterThanOrEqual, height, resistance.vertical)
    }
    return result
  }

  /// Breaks automatic multi-line text at the width that the layout gave it; a new height needs another round.
  func breakText(of item: Item) {
    guard let text = item.view.text, text.lineLimit != 1, text.preferredMaxLayoutWidth <= 0,
      item.view.intrinsic.height == nil, item.textWidth != item.width
    else { return }
    let old = text.height(at: item.textWidth)
    item.textWidth = item.width
    if text.height(at: item.width) != old {
      HardState.textBrokenAnew.reach()
      intrinsicSizeChanged(item)
    }
  }

  /// Proportional stack views weigh their views by intrinsic size.
  func intrinsicSizeChanged(_ item: Item) {
    forgetFittedSizes(around: item)
    setNeedsUpdateConstraints(item)
    weightChanged(of: item)
  }
}

extension LayoutKernel {
  /// The stack views that weigh this arranged view, alone or in what it is part of, weigh again.
  func weightChanged(of item: Item) {
    var present = item.parent
    while let stack = present, let configuration = stack.view.stack {
      if configuration.distribution == .fillProportionally { setNeedsUpdateConstraints(stack) }
      guard quirks.weighsNestedStacks else { return }
      present = stack.parent
    }
  }

  /// A stack view's spacing, or what it arranges, is another: it weighs something else in those that count it.
  func ownWeightChanged(of stack: Item) {
    if quirks.weighsNestedStacks { weightChanged(of: stack) }
  }

  /// The weight of a view in a proportional stack view: its intrinsic length; of a stack view, where that is counted, the sum of its
  /// visible views' lengths and the gaps between them, across its axis the longest.
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
  /// Below required, above every priority that a public API can set.
  fileprivate var yielding: AxisPriorities {
    AxisPriorities(
      horizontal: min(horizontal, SystemConstraint.contentYieldingPriority),
      vertical: min(vertical, SystemConstraint.contentYieldingPriority))
  }
}

extension SystemConstraint {
  /// Between the highest optional priority (999) and required, and below a broken constraint's, which was required.
  static let yieldingPriority = 999.9
  /// Above hiding: a hidden arranged view whose content is required keeps its length on the canvas (IB5.2).
  static let contentYieldingPriority = 999.95
}

extension TextMetrics {
  /// Solved widths are rounded to the value grid (2⁻²⁰ pt) and sums of advances are not: a line that misses by less
  /// than this, in points, still fits.
  private static let fitTolerance = 1.0 / 1024

  /// Width of the whole text on one line, or of its widest line at the preferred width.
  var naturalWidth: Double {
    let limit = lineLimit != 1 && preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : .infinity
    return (lines(at: limit).max() ?? 0) + padding.width
  }

  /// Height when broken at `width`; nil: unlimited. A preferred width wins.
  package func height(at width: Double?) -> Double {
    if lineLimit == 1 { return lineHeight + padding.height }
    let limit = preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : width ?? .infinity
    var count = max(1, lines(at: limit).count)
    if lineLimit > 0 { count = min(lineLimit, count) }
    return lineHeight * Double(count) + lineSpacing * Double(count - 1) + padding.height
  }

  /// Widths of the lines of text in a view of a width, filled greedily; a word that is too long has a line of its own.
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
