extension View.Kind: Compact {}
extension SemanticContent: Compact {}
extension Axis: Compact {}

extension View: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.put(id, name, parent, kind, frame, isHidden, autoresizing != nil)
    if let autoresizing {
      bytes.byte(autoresizing.intersection(.every).rawValue | (resizingOrigin == nil ? 0 : ResizingOrigin.flag))
      resizingOrigin?.write(to: &bytes)
    }
    bytes.put(intrinsic, text, alignmentInsets, firstBaseline, lastBaseline, margins, safeArea, semantic, stack, scroll)
    // One byte says whether a table and a flow follow.
    bytes.byte((table == nil ? 0 : 1) | (flow == nil ? 0 : 2))
    table?.write(to: &bytes)
    flow?.write(to: &bytes)
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(id: try bytes.take(), name: try bytes.take(), parent: try bytes.take(), kind: try bytes.take())
    frame = try bytes.take()
    isHidden = try bytes.take()
    if try bytes.flag() {
      let mask = try bytes.byte()
      autoresizing = AutoresizingMask(rawValue: mask).intersection(.every)
      if mask & ResizingOrigin.flag != 0 { resizingOrigin = try ResizingOrigin(from: &bytes) }
    }
    intrinsic = try bytes.take()
    text = try bytes.take()
    alignmentInsets = try bytes.take()
    firstBaseline = try bytes.take()
    lastBaseline = try bytes.take()
    margins = try bytes.take()
    safeArea = try bytes.take()
    semantic = try bytes.take()
    stack = try bytes.take()
    scroll = try bytes.take()
    let holder = try bytes.byte()
    guard holder < 4 else { throw bytes.mistake(.impossible, "a view's cells are held by a table, a flow, or neither") }
    if holder & 1 != 0 { table = try TableConfiguration(from: &bytes) }
    if holder & 2 != 0 { flow = try FlowConfiguration(from: &bytes) }
  }
}

extension ResizingOrigin: Compact {
  /// The bit of the mask's byte that is set if a `ResizingOrigin` follows. The lower six bits are the mask.
  static let flag: UInt8 = 64

  func write(to bytes: inout CompactWriter) { bytes.put(frame, superviewSize) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(frame: try bytes.take(), superviewSize: try bytes.take())
  }
}

extension AxisPriorities: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(horizontal, vertical) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(horizontal: try bytes.priority(), vertical: try bytes.priority())
  }
}

extension IntrinsicSize: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(width, height, hugging, resistance) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(width: try bytes.take(), height: try bytes.take())
    hugging = try bytes.take()
    resistance = try bytes.take()
  }
}

extension TextMetrics: Compact {
  func write(to bytes: inout CompactWriter) {
    let hasMore = lineSpacing != 0 || padding != .zero || lineLimit == Self.more
    bytes.put(wordWidths, spaceWidth, lineHeight, hasMore ? Self.more : lineLimit, preferredMaxLayoutWidth)
    if hasMore { bytes.put(lineLimit, lineSpacing, padding) }
  }
  /// A number written in place of the line limit. It says that the limit, the line spacing and the padding follow at the end.
  private static let more = Int(UInt32.max)
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(
      wordWidths: try bytes.take(), spaceWidth: try bytes.take(), lineHeight: try bytes.take(),
      lineLimit: try bytes.take(), preferredMaxLayoutWidth: try bytes.take())
    guard lineLimit == Self.more else { return }
    lineLimit = try bytes.take()
    lineSpacing = try bytes.take()
    padding = try bytes.take()
  }
}

extension Margins: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.put(own, preservesSuperviewMargins, insetsFromSafeArea, systemMinimum)
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init()
    own = try bytes.take()
    preservesSuperviewMargins = try bytes.take()
    insetsFromSafeArea = try bytes.take()
    systemMinimum = try bytes.take()
  }
}

extension StackConfiguration.Alignment: Compact {}
extension StackConfiguration.Distribution: Compact {}

extension StackConfiguration: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.put(axis, alignment, distribution, spacing, arranged, customSpacing.count)
    for (id, space) in customSpacing.sorted(by: { $0.key < $1.key }) { bytes.put(id, space) }
    bytes.put(isLayoutMarginsRelative, isBaselineRelative)
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init()
    axis = try bytes.take()
    alignment = try bytes.take()
    distribution = try bytes.take()
    spacing = try bytes.take()
    arranged = try bytes.take()
    for _ in 0..<(try bytes.count()) { customSpacing[try bytes.take()] = try bytes.number() }
    isLayoutMarginsRelative = try bytes.take()
    isBaselineRelative = try bytes.take()
  }
}

extension ScrollConfiguration: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(contentOffset, contentInset) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init()
    contentOffset = try bytes.take()
    contentInset = try bytes.take()
  }
}

extension TableConfiguration: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(rowHeight, estimatedRowHeight, hasSeparators) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init()
    rowHeight = try bytes.take()
    estimatedRowHeight = try bytes.take()
    hasSeparators = try bytes.take()
  }
}

extension FlowConfiguration: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.put(axis, itemSize, isSelfSizing, itemSpacing, lineSpacing, sectionInset)
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init()
    axis = try bytes.take()
    itemSize = try bytes.take()
    isSelfSizing = try bytes.take()
    itemSpacing = try bytes.take()
    lineSpacing = try bytes.take()
    sectionInset = try bytes.take()
  }
}
