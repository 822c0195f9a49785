// A view is one line of what it is, then lines of what only some views have: intrinsic, text, stack, scroll, table, flow.

extension View {
  init(_ line: inout TextLine, _ names: inout SceneNames) throws(TextError) {
    let name = try line.name("the view's name")
    let id = try line.explicitID()
    try line.expect(word: "in")
    let parentName = try line.name("the superview")
    guard parentName != name else { throw line.mistake(.impossible, "the view \"\(name)\" is its own superview") }
    let parent = try names.view(parentName, line: line)
    self.init(id: try names.declareItem(name, id: id, line: line), name: name, parent: parent)
    try readProperties(&line)
  }

  func line(_ spelling: inout SceneSpelling) -> String {
    let parentName = spelling.name(parent ?? .root)
    return "view \(spelling.declare(name, id)) in \(parentName)"
      + propertyWords(default: View(id: id, name: name, parent: parent))
  }

  mutating func readProperties(_ line: inout TextLine) throws(TextError) {
    while !line.isAtPartEnd {
      let word = try line.name("a property")
      switch word {
      case "kind": kind = try line.choice("kind")
      case "frame": frame = try Rect(&line)
      case "hidden": isHidden = true
      case "autoresizing":
        autoresizing = try AutoresizingMask(&line)
        if line.skip(word: "resized-from") { resizingOrigin = try ResizingOrigin(&line) }
      case "alignment-insets": alignmentInsets = try Insets(&line)
      case "baselines":
        firstBaseline = try line.number("the first baseline")
        lastBaseline = try line.number("the last baseline")
      case "margins": margins.own = try DirectionalInsets(&line)
      case "preserves-superview-margins": margins.preservesSuperviewMargins = true
      case "ignores-safe-area": margins.insetsFromSafeArea = false
      case "system-margins": margins.systemMinimum = try DirectionalInsets(&line)
      case "safe-area": safeArea = try Insets(&line)
      case "semantic": semantic = try line.choice("semantic content")
      default:
        throw line.mistake(
          .unknownWord, "unknown property \"\(word)\"", hint: didYouMean(word, among: View.propertyNames))
      }
    }
  }

  private static let propertyNames = [
    "kind", "frame", "hidden", "autoresizing", "alignment-insets", "baselines", "margins",
    "preserves-superview-margins", "ignores-safe-area", "system-margins", "safe-area", "semantic",
  ]

  func propertyWords(default plain: View) -> String {
    var words = ""
    if kind != plain.kind { words += " kind \(kind.rawValue)" }
    if frame != plain.frame { words += " frame \(frame.words)" }
    if isHidden { words += " hidden" }
    if let autoresizing { words += " autoresizing \(autoresizing.words)" }
    if let resizingOrigin { words += " resized-from \(resizingOrigin.words)" }
    if alignmentInsets != plain.alignmentInsets { words += " alignment-insets \(alignmentInsets.words)" }
    if firstBaseline != 0 || lastBaseline != 0 {
      words += " baselines \(TextNumber.spell(firstBaseline)) \(TextNumber.spell(lastBaseline))"
    }
    if margins.own != plain.margins.own { words += " margins \(margins.own.words)" }
    if margins.preservesSuperviewMargins { words += " preserves-superview-margins" }
    if !margins.insetsFromSafeArea { words += " ignores-safe-area" }
    if let minimum = margins.systemMinimum { words += " system-margins \(minimum.words)" }
    if safeArea != plain.safeArea { words += " safe-area \(safeArea.words)" }
    if semantic != plain.semantic { words += " semantic \(semantic.rawValue)" }
    return words
  }

  mutating func readDetail(_ keyword: String, _ line: inout TextLine, _ names: SceneNames) throws(TextError) {
    switch keyword {
    case "intrinsic": intrinsic = try IntrinsicSize(&line)
    case "text": text = try TextMetrics(&line)
    case "stack": stack = try StackConfiguration(&line, names)
    case "scroll": scroll = try ScrollConfiguration(&line)
    case "table": table = try TableConfiguration(&line)
    default: flow = try FlowConfiguration(&line)
    }
  }

  static let detailKeywords = ["intrinsic", "text", "stack", "scroll", "table", "flow"]

  func detailLines(_ spelling: SceneSpelling) -> [String] {
    details(spelling).map { "\($0.keyword) \(spelling.name(id)) \($0.words)" }
  }

  /// Returns the details of a view that a step adds: on its line, each after `with`.
  func detailWords(_ spelling: SceneSpelling) -> String {
    details(spelling).map { " with \($0.keyword) \($0.words)" }.joined()
  }

  mutating func readDetailWords(_ line: inout TextLine, _ names: SceneNames) throws(TextError) {
    while line.skip(word: "with") {
      let known = View.detailKeywords.dropLast().joined(separator: ", ") + " or \(View.detailKeywords.last!)"
      let keyword = try line.name(known)
      guard View.detailKeywords.contains(keyword) else {
        throw line.mistake(.unknownWord, "a view has no \"\(keyword)\"", hint: "It has \(known).")
      }
      try readDetail(keyword, &line, names)
    }
  }

  private func details(_ spelling: SceneSpelling) -> [(keyword: String, words: String)] {
    var details: [(keyword: String, words: String)] = []
    if intrinsic != IntrinsicSize() { details.append(("intrinsic", intrinsic.words)) }
    if let text { details.append(("text", text.words)) }
    if let stack { details.append(("stack", stack.words(spelling))) }
    if let scroll { details.append(("scroll", scroll.words)) }
    if let table { details.append(("table", table.words)) }
    if let flow { details.append(("flow", flow.words)) }
    return details
  }
}

extension AutoresizingMask {
  private static let words: [(mask: AutoresizingMask, word: String)] = [
    (.flexibleLeft, "left"), (.flexibleWidth, "width"), (.flexibleRight, "right"), (.flexibleTop, "top"),
    (.flexibleHeight, "height"), (.flexibleBottom, "bottom"),
  ]

  var words: String {
    let flexible = AutoresizingMask.words.filter { contains($0.mask) }.map(\.word)
    return flexible.isEmpty ? "none" : flexible.joined(separator: " ")
  }

  init(_ line: inout TextLine) throws(TextError) {
    self = []
    if line.skip(word: "none") { return }
    var isEmpty = true
    while let entry = AutoresizingMask.words.first(where: { .word($0.word) == line.peek }) {
      _ = line.skip(word: entry.word)
      insert(entry.mask)
      isEmpty = false
    }
    guard !isEmpty else {
      throw line.mistake(
        .wrongFormat, "an autoresizing mask is expected",
        hint: "Write none, or some of left width right top height bottom.")
    }
  }
}

extension ResizingOrigin {
  var words: String {
    "\(frame.words) in \(TextNumber.spell(superviewSize.width)) x \(TextNumber.spell(superviewSize.height))"
  }

  init(_ line: inout TextLine) throws(TextError) {
    let frame = try Rect(&line)
    try line.expect(word: "in")
    let width = try line.number("the superview's width")
    try line.expect(word: "x")
    self.init(frame: frame, superviewSize: Size(width: width, height: try line.number("the superview's height")))
  }
}

extension IntrinsicSize {
  var words: String {
    func length(_ value: Double?) -> String { value.map(TextNumber.spell) ?? "none" }
    let plain = IntrinsicSize()
    var words = "\(length(width)) x \(length(height))"
    if hugging != plain.hugging { words += "  hugging \(hugging.words)" }
    if resistance != plain.resistance { words += "  resistance \(resistance.words)" }
    return words
  }

  init(_ line: inout TextLine) throws(TextError) {
    self.init()
    width = line.skip(word: "none") ? nil : try line.number("a width")
    try line.expect(word: "x")
    height = line.skip(word: "none") ? nil : try line.number("a height")
    if line.skip(word: "hugging") { hugging = try AxisPriorities(&line) }
    if line.skip(word: "resistance") { resistance = try AxisPriorities(&line) }
  }
}

extension AxisPriorities {
  var words: String { "\(TextNumber.spell(horizontal)) \(TextNumber.spell(vertical))" }

  init(_ line: inout TextLine) throws(TextError) {
    self.init(horizontal: try line.priority(), vertical: try line.priority())
  }
}

extension TextLine {
  mutating func priority() throws(TextError) -> Double {
    let value = try number("a priority")
    guard value > 0, value <= LinearConstraint.requiredPriority else {
      throw mistake(
        .outside, "\(TextNumber.spell(value)) is no priority",
        hint: "Priorities are greater than 0 and at most 1000, which is required.")
    }
    return value
  }
}

extension TextMetrics {
  var words: String {
    "words \(wordWidths.map(TextNumber.spell).joined(separator: " ")) space \(TextNumber.spell(spaceWidth)) "
      + "line-height \(TextNumber.spell(lineHeight)) lines \(lineLimit)"
      + (preferredMaxLayoutWidth == 0 ? "" : " max-width \(TextNumber.spell(preferredMaxLayoutWidth))")
      + (lineSpacing == 0 ? "" : " line-spacing \(TextNumber.spell(lineSpacing))")
      + (padding == .zero ? "" : " padding \(TextNumber.spell(padding.width)) \(TextNumber.spell(padding.height))")
  }

  init(_ line: inout TextLine) throws(TextError) {
    try line.expect(word: "words")
    var widths: [Double] = []
    while line.peek != .word("space") { widths.append(try line.number("the width of a word, or \"space\"")) }
    try line.expect(word: "space")
    let space = try line.number("the width of a space")
    try line.expect(word: "line-height")
    let height = try line.number("the line height")
    try line.expect(word: "lines")
    let limit = try line.integer("the line limit")
    self.init(wordWidths: widths, spaceWidth: space, lineHeight: height, lineLimit: limit)
    if line.skip(word: "max-width") { preferredMaxLayoutWidth = try line.number("the preferred maximum width") }
    if line.skip(word: "line-spacing") { lineSpacing = try line.number("the distance between lines") }
    if line.skip(word: "padding") {
      padding = Size(width: try line.number("the horizontal padding"), height: try line.number("the vertical padding"))
    }
  }
}

extension StackConfiguration {
  func words(_ spelling: SceneSpelling) -> String {
    var words = "axis \(axis.rawValue)"
    if alignment != .fill { words += " alignment \(alignment.rawValue)" }
    if distribution != .fill { words += " distribution \(distribution.rawValue)" }
    if spacing != 0 { words += " spacing \(TextNumber.spell(spacing))" }
    if isLayoutMarginsRelative { words += " margins-relative" }
    if isBaselineRelative { words += " baseline-relative" }
    for (id, space) in customSpacing.sorted(by: { $0.key < $1.key }) {
      words += " after \(spelling.name(id)) \(TextNumber.spell(space))"
    }
    if !arranged.isEmpty { words += " arranged " + arranged.map(spelling.name).joined(separator: " ") }
    return words
  }

  init(_ line: inout TextLine, _ names: SceneNames) throws(TextError) {
    self.init()
    var isArranged: Set<ItemID> = []
    while !line.isAtPartEnd {
      let word = try line.name("a property of a stack")
      switch word {
      case "axis": axis = try line.choice("axis")
      case "alignment": alignment = try line.choice("alignment")
      case "distribution": distribution = try line.choice("distribution")
      case "spacing": spacing = try line.number("the spacing")
      case "margins-relative": isLayoutMarginsRelative = true
      case "baseline-relative": isBaselineRelative = true
      case "after":
        let id = try names.view(line.name("an arranged view"), line: line)
        customSpacing[id] = try line.number("the spacing after it")
      case "arranged":
        while !line.isAtPartEnd {
          let id = try names.view(line.name("an arranged view"), line: line)
          guard isArranged.insert(id).inserted else { throw line.mistake(.existsAlready, "a view is arranged twice") }
          arranged.append(id)
        }
      default:
        throw line.mistake(
          .unknownWord, "unknown property \"\(word)\" of a stack",
          hint: didYouMean(
            word,
            among: [
              "axis", "alignment", "distribution", "spacing", "margins-relative", "baseline-relative", "after",
              "arranged",
            ]))
      }
    }
  }
}

extension ScrollConfiguration {
  var words: String {
    "offset \(TextNumber.spell(contentOffset.x)) \(TextNumber.spell(contentOffset.y)) inset \(contentInset.words)"
  }

  init(_ line: inout TextLine) throws(TextError) {
    self.init()
    try line.expect(word: "offset")
    contentOffset = Point(x: try line.number("x"), y: try line.number("y"))
    try line.expect(word: "inset")
    contentInset = try Insets(&line)
  }
}

extension TableConfiguration {
  var words: String {
    "row-height \(rowHeight.map(TextNumber.spell) ?? "automatic") estimated \(TextNumber.spell(estimatedRowHeight)) "
      + "separators \(hasSeparators ? "on" : "off")"
  }

  init(_ line: inout TextLine) throws(TextError) {
    self.init()
    try line.expect(word: "row-height")
    rowHeight = line.skip(word: "automatic") ? nil : try line.number("the row height")
    try line.expect(word: "estimated")
    estimatedRowHeight = try line.number("the estimated row height")
    try line.expect(word: "separators")
    hasSeparators = line.skip(word: "on")
    if !hasSeparators { try line.expect(word: "off") }
  }
}

extension FlowConfiguration {
  var words: String {
    "axis \(axis.rawValue) item \(TextNumber.spell(itemSize.width)) x \(TextNumber.spell(itemSize.height))"
      + (isSelfSizing ? " self-sizing" : "") + " spacing \(TextNumber.spell(itemSpacing)) "
      + "line-spacing \(TextNumber.spell(lineSpacing)) inset \(sectionInset.words)"
  }

  init(_ line: inout TextLine) throws(TextError) {
    self.init()
    try line.expect(word: "axis")
    axis = try line.choice("axis")
    try line.expect(word: "item")
    itemSize.width = try line.number("the item's width")
    try line.expect(word: "x")
    itemSize.height = try line.number("the item's height")
    isSelfSizing = line.skip(word: "self-sizing")
    try line.expect(word: "spacing")
    itemSpacing = try line.number("the spacing between items")
    try line.expect(word: "line-spacing")
    lineSpacing = try line.number("the spacing between lines")
    try line.expect(word: "inset")
    sectionInset = try Insets(&line)
  }
}

extension Guide {
  init(_ line: inout TextLine, _ names: inout SceneNames) throws(TextError) {
    let name = try line.name("the guide's name")
    let id = try line.explicitID()
    try line.expect(word: "in")
    let owner = try names.view(line.name("the owning view"), line: line)
    self.init(id: try names.declareGuide(name, id: id, line: line), name: name, owner: owner)
    if line.skip(word: "kind") { kind = try line.choice("kind") }
    if line.skip(word: "insets") { insets = try Insets(&line) }
  }

  func line(_ spelling: inout SceneSpelling) -> String {
    let ownerName = spelling.name(owner)
    return "guide \(spelling.declare(name, id)) in \(ownerName)" + (kind == .custom ? "" : " kind \(kind.rawValue)")
      + (insets.map { " insets \($0.words)" } ?? "")
  }
}
