import SceneModel

/// Makes the constraints of one line of the visual format.
struct VisualFormatWriter {
  let line: VisualFormatLine
  let options: VisualFormat.Options
  let context: VisualFormat
  let format: String
  let firstID: LayoutConstraint.ID
  var result: [LayoutConstraint] = []

  init(
    _ line: VisualFormatLine, _ options: VisualFormat.Options, context: VisualFormat, firstID: LayoutConstraint.ID,
    format: String
  ) {
    self.line = line
    self.options = options
    self.context = context
    self.firstID = firstID
    self.format = format
  }

  private var isRightToLeft: Bool { line.axis == .horizontal && options.contains(.directionRightToLeft) }

  /// The attributes at which views begin and end, in reading direction.
  private var edges: (start: LayoutAttribute, end: LayoutAttribute) {
    if line.axis == .vertical { return (.top, .bottom) }
    if isRightToLeft { return (.right, .left) }
    return options.contains(.directionLeftToRight) ? (.left, .right) : (.leading, .trailing)
  }

  func constraints() throws(VisualFormat.Mistake) -> [LayoutConstraint] {
    var writer = self
    try writer.write()
    return writer.result
  }

  private mutating func write() throws(VisualFormat.Mistake) {
    var previous: ItemID?
    for view in line.views {
      if let connection = view.connection {
        if let previous {
          connect(previous, view.item, connection)
        } else {
          try connect(superviewOf: view.item, isStart: true, connection, at: 0)
        }
      }
      let size: LayoutAttribute = line.axis == .horizontal ? .width : .height
      for predicate in view.predicates {
        switch predicate.value {
        case .view(let other): add(view.item, size, predicate, other, size, 0)
        case .number(let number): add(view.item, size, predicate, nil, size, number)
        case .standard: break
        }
      }
      previous = view.item
    }
    if let closing = line.closing, let last = previous {
      try connect(superviewOf: last, isStart: false, closing, at: line.closingOffset)
    }
    try align()
  }

  /// Adds constraints `next.leading = previous.trailing + c`; from right to left, `previous.left = next.right + c`.
  private mutating func connect(_ previous: ItemID, _ next: ItemID, _ connection: [VisualFormatLine.Predicate]) {
    let isBaseline = line.axis == .vertical && options.contains(.spacingBaselineToBaseline)
    for predicate in connection {
      let constant = number(predicate.value, context.siblingSpacing)
      if isRightToLeft {
        add(previous, .left, predicate, next, .right, constant)
      } else {
        add(
          next, isBaseline ? .firstBaseline : edges.start, predicate, previous,
          isBaseline ? .lastBaseline : edges.end, constant)
      }
    }
  }

  private mutating func connect(
    superviewOf view: ItemID, isStart: Bool, _ connection: [VisualFormatLine.Predicate], at offset: Int
  ) throws(VisualFormat.Mistake) {
    guard let superview = context.superview(view) else {
      throw VisualFormat.Mistake(
        message: "Unable to interpret '|' character, because the related view doesn't have a superview",
        format: format, offset: offset)
    }
    let attribute = isStart ? edges.start : edges.end
    for predicate in connection {
      let constant = number(predicate.value, context.edgeSpacing)
      // The item that comes later in reading direction is the first item. From right to left, coordinates decrease in this direction.
      if isStart != isRightToLeft {
        add(view, attribute, predicate, superview, attribute, constant)
      } else {
        add(superview, attribute, predicate, view, attribute, constant)
      }
    }
  }

  private func number(_ value: VisualFormatLine.Value, _ standard: Double) -> Double {
    if case .number(let number) = value { return number }
    return standard
  }

  private mutating func align() throws(VisualFormat.Mistake) {
    for (option, attribute) in VisualFormat.Options.alignments where options.contains(option) {
      guard attribute.axis != line.axis else {
        let word = line.axis == .horizontal ? "horizontal" : "vertical"
        throw VisualFormat.Mistake(
          message: "Options mask required views to be aligned on a \(word) edge, which is not allowed for layout that "
            + "is also \(word).",
          format: format, offset: format.count)
      }
      for (first, second) in zip(line.views, line.views.dropFirst()) {
        add(
          first.item, attribute, VisualFormatLine.Predicate(value: .number(0)), second.item, attribute, 0)
      }
    }
  }

  private mutating func add(
    _ first: ItemID, _ attribute: LayoutAttribute, _ predicate: VisualFormatLine.Predicate, _ second: ItemID?,
    _ other: LayoutAttribute, _ constant: Double
  ) {
    let id = LayoutConstraint.ID(firstID.rawValue + UInt32(result.count))
    result.append(
      LayoutConstraint(
        id: id, name: "c\(id.rawValue)", first: .anchor(LayoutAnchor(first, attribute)), relation: predicate.relation,
        second: second.map { .anchor(LayoutAnchor($0, other)) }, constant: constant, priority: predicate.priority))
  }
}
