extension View: Compact {
  func write(to bytes: inout CompactWriter) {
    id.write(to: &bytes)
    bytes.text(name)
    bytes.optional(parent) { $1.write(to: &$0) }
    bytes.choice(kind)
    frame.write(to: &bytes)
    bytes.flag(isHidden)
    bytes.optional(autoresizing) { [resizingOrigin] bytes, mask in
      bytes.byte(mask.intersection(.every).rawValue | (resizingOrigin == nil ? 0 : ResizingOrigin.flag))
      resizingOrigin?.write(to: &bytes)
    }
    intrinsic.write(to: &bytes)
    bytes.optional(text) { $1.write(to: &$0) }
    alignmentInsets.write(to: &bytes)
    bytes.number(firstBaseline)
    bytes.number(lastBaseline)
    margins.write(to: &bytes)
    safeArea.write(to: &bytes)
    bytes.choice(semantic)
    bytes.optional(stack) { $1.write(to: &$0) }
    bytes.optional(scroll) { $1.write(to: &$0) }
    // One byte says which of the two there are.
    bytes.byte((table == nil ? 0 : 1) | (flow == nil ? 0 : 2))
    table?.write(to: &bytes)
    flow?.write(to: &bytes)
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(
      id: try ItemID(from: &bytes), name: try bytes.text(),
      parent: try bytes.optional { (bytes) throws(CompactError) in try ItemID(from: &bytes) },
      kind: try bytes.choice())
    frame = try Rect(from: &bytes)
    isHidden = try bytes.flag()
    if let mask = try bytes.optional({ (bytes) throws(CompactError) in try bytes.byte() }) {
      autoresizing = AutoresizingMask(rawValue: mask).intersection(.every)
      if mask & ResizingOrigin.flag != 0 { resizingOrigin = try ResizingOrigin(from: &bytes) }
    }
    intrinsic = try IntrinsicSize(from: &bytes)
    text = try bytes.optional { (bytes) throws(CompactError) in try TextMetrics(from: &bytes) }
    alignmentInsets = try Insets(from: &bytes)
    firstBaseline = try bytes.number()
    lastBaseline = try bytes.number()
    margins = try Margins(from: &bytes)
    safeArea = try Insets(from: &bytes)
    semantic = try bytes.choice()
    stack = try bytes.optional { (bytes) throws(CompactError) in try StackConfiguration(from: &bytes) }
    scroll = try bytes.optional { (bytes) throws(CompactError) in try ScrollConfiguration(from: &bytes) }
    let holder = try bytes.byte()
    guard holder < 4 else { throw bytes.mistake(.impossible, "a view's cells are held by a table, a flow, or neither") }
    if holder & 1 != 0 { table = try TableConfiguration(from: &bytes) }
    if holder & 2 != 0 { flow = try FlowConfiguration(from: &bytes) }
  }
}

extension ResizingOrigin: Compact {
  /// The bit in the byte of the mask, beside its six bits, that says that what it resizes from follows.
  static let flag: UInt8 = 64

  func write(to bytes: inout CompactWriter) {
    frame.write(to: &bytes)
    bytes.number(superviewSize.width)
    bytes.number(superviewSize.height)
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(
      frame: try Rect(from: &bytes),
      superviewSize: Size(width: try bytes.number(), height: try bytes.number()))
  }
}

extension AxisPriorities: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.number(horizontal)
    bytes.number(vertical)
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(horizontal: try bytes.priority(), vertical: try bytes.priority())
  }
}

extension IntrinsicSize: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.optional(width) { $0.number($1) }
    bytes.optional(height) { $0.number($1) }
    hugging.write(to: &bytes)
    resistance.write(to: &bytes)
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(
      width: try bytes.optional { (bytes) throws(CompactError) in try bytes.number() },
      height: try bytes.optional { (bytes) throws(CompactError) in try bytes.number() })
    hugging = try AxisPriorities(from: &bytes)
    resistance = try AxisPriorities(from: &bytes)
  }
}

extension TextMetrics: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.count(wordWidths.count)
    for width in wordWidths { bytes.number(width) }
    bytes.number(spaceWidth)
    bytes.number(lineHeight)
    let hasMore = lineSpacing != 0 || padding != .zero || lineLimit == Self.more
    bytes.count(hasMore ? Self.more : lineLimit)
    bytes.number(preferredMaxLayoutWidth)
    guard hasMore else { return }
    bytes.count(lineLimit)
    bytes.number(lineSpacing)
    bytes.number(padding.width)
    bytes.number(padding.height)
  }
  /// A mark in place of the line limit: the limit, the line spacing and the padding follow the rest.
  private static let more = Int(UInt32.max)
  init(from bytes: inout CompactReader) throws(CompactError) {
    var widths: [Double] = []
    for _ in 0..<(try bytes.count()) { widths.append(try bytes.number()) }
    self.init(
      wordWidths: widths, spaceWidth: try bytes.number(), lineHeight: try bytes.number(),
      lineLimit: try bytes.integer(), preferredMaxLayoutWidth: try bytes.number())
    guard lineLimit == Self.more else { return }
    lineLimit = try bytes.integer()
    lineSpacing = try bytes.number()
    padding = Size(width: try bytes.number(), height: try bytes.number())
  }
}

extension Margins: Compact {
  func write(to bytes: inout CompactWriter) {
    own.write(to: &bytes)
    bytes.flag(preservesSuperviewMargins)
    bytes.flag(insetsFromSafeArea)
    bytes.optional(systemMinimum) { $1.write(to: &$0) }
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init()
    own = try DirectionalInsets(from: &bytes)
    preservesSuperviewMargins = try bytes.flag()
    insetsFromSafeArea = try bytes.flag()
    systemMinimum = try bytes.optional { (bytes) throws(CompactError) in try DirectionalInsets(from: &bytes) }
  }
}

extension StackConfiguration: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.choice(axis)
    bytes.choice(alignment)
    bytes.choice(distribution)
    bytes.number(spacing)
    bytes.list(arranged)
    bytes.count(customSpacing.count)
    for (id, space) in customSpacing.sorted(by: { $0.key < $1.key }) {
      id.write(to: &bytes)
      bytes.number(space)
    }
    bytes.flag(isLayoutMarginsRelative)
    bytes.flag(isBaselineRelative)
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init()
    axis = try bytes.choice()
    alignment = try bytes.choice()
    distribution = try bytes.choice()
    spacing = try bytes.number()
    arranged = try bytes.list()
    for _ in 0..<(try bytes.count()) { customSpacing[try ItemID(from: &bytes)] = try bytes.number() }
    isLayoutMarginsRelative = try bytes.flag()
    isBaselineRelative = try bytes.flag()
  }
}

extension ScrollConfiguration: Compact {
  func write(to bytes: inout CompactWriter) {
    contentOffset.write(to: &bytes)
    contentInset.write(to: &bytes)
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init()
    contentOffset = try Point(from: &bytes)
    contentInset = try Insets(from: &bytes)
  }
}

extension TableConfiguration: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.optional(rowHeight) { $0.number($1) }
    bytes.number(estimatedRowHeight)
    bytes.flag(hasSeparators)
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init()
    rowHeight = try bytes.optional { (bytes) throws(CompactError) in try bytes.number() }
    estimatedRowHeight = try bytes.number()
    hasSeparators = try bytes.flag()
  }
}

extension FlowConfiguration: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.choice(axis)
    bytes.number(itemSize.width)
    bytes.number(itemSize.height)
    bytes.flag(isSelfSizing)
    bytes.number(itemSpacing)
    bytes.number(lineSpacing)
    sectionInset.write(to: &bytes)
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init()
    axis = try bytes.choice()
    itemSize = Size(width: try bytes.number(), height: try bytes.number())
    isSelfSizing = try bytes.flag()
    itemSpacing = try bytes.number()
    lineSpacing = try bytes.number()
    sectionInset = try Insets(from: &bytes)
  }
}
