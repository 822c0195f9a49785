// The text form; its grammar is Guides/scene-format.md.

extension Scene {
  /// Reads the text form, in time linear in its length.
  ///
  /// - Throws: a `TextError` that names `file` and the line.
  public init(text: String, file: String = "scene") throws(TextError) {
    try self.init(SceneReader(), text, file)
  }

  /// Reads the text form. `lines` receives the lines that declare the parts.
  ///
  /// - Throws: a `TextError` that names `file` and the line.
  init(text: String, file: String, lines: inout SceneLines) throws(TextError) {
    var reader = SceneReader()
    reader.names.lines = SceneLines()
    try self.init(reader, text, file) { lines = $0 ?? lines }
  }

  private init(
    _ reader: SceneReader, _ text: String, _ file: String, noting note: (SceneLines?) -> Void = { _ in }
  ) throws(TextError) {
    var reader = reader
    let provenance = try DocumentLines.read(
      text, file: file, keyword: "scene", name: "scene", knownKeywords: SceneReader.keywords
    ) { (keyword, line) throws(TextError) in try reader.read(keyword, &line) }
    try reader.finish()
    note(reader.names.lines)
    self = reader.scene
    if !reader.sources.isEmpty { setSteps(steps, from: steps.indices.map { reader.sources[$0] }) }
    self.provenance = provenance
  }

  /// The scene in text form; reading it gives an equal scene.
  public var text: String {
    var spelling = SceneSpelling()
    spelling.declareRoot()
    var lines: [String] = []
    if let device { lines.append("device \(spelled(name: device))") }
    lines.append(
      "root \(TextNumber.spell(root.frame.width)) x \(TextNumber.spell(root.frame.height)) @\(TextNumber.spell(scale))x"
        + root.propertyWords(default: Scene.plainRoot(of: self)))
    if direction != .leftToRight { lines.append("direction \(direction.rawValue)") }
    for view in views.dropFirst() { lines.append(view.line(&spelling)) }
    for guide in guides { lines.append(guide.line(&spelling)) }
    for view in views { lines += view.detailLines(spelling) }
    for constraint in constraints { lines.append(constraint.line(&spelling)) }
    for (id, frame) in recorded.sorted(by: { $0.key < $1.key }) {
      lines.append("recorded \(spelling.name(id)) \(frame.words)")
    }
    for (index, step) in steps.enumerated() {
      let source = source(ofStep: index).map { "  \(TextLine.sourceMark) \($0)" } ?? ""
      lines.append(step.expectation == nil ? "step " + step.words(&spelling) + source : step.words(&spelling))
    }
    return DocumentLines.text("scene", lines, provenance)
  }

  /// The root view with the default properties. A reader starts from it, and a writer writes only the differences from it.
  static func plainRoot(of scene: Scene) -> View {
    var root = View(id: .root, name: "root", parent: nil)
    root.frame = scene.root.frame
    if let device = scene.device.flatMap(Device.named) { root.safeArea = device.screenInsets }
    return root
  }
}

/// Reads a scene line by line.
private struct SceneReader {
  private(set) var scene = Scene()
  var names = SceneNames()
  private var viewIndex: [ItemID: Int] = [.root: 0]
  /// The lines of code of the steps, by the step's index.
  private(set) var sources: [Int: SourceLine] = [:]
  /// The number of steps that set starting values.
  private var startSteps = 0
  /// The facts that may be given only once and were given already.
  private var said: Set<Fact> = []
  /// The mistake about an unknown device, which is only thrown if nothing else sets the root's size; nil if the device is known or not given.
  private var unknownDevice: TextError?

  private struct Fact: Hashable {
    var keyword: String
    var item: ItemID?
  }

  static let keywords =
    [
      "device", "root", "direction", "view", "guide", "constraint", "recorded", "layer", "step", "expect",
    ] + SceneShorthand.keywords + View.detailKeywords

  /// Reads the rest of the line that begins with a keyword. Returns false if no line of a scene begins with it.
  mutating func read(_ keyword: String, _ line: inout TextLine) throws(TextError) -> Bool {
    switch keyword {
    case "device": try readDevice(&line)
    case "root": try readRoot(&line)
    case "direction":
      try sayOnce(keyword, line)
      scene.direction = try line.choice("direction")
    case "view":
      let view = try View(&line, &names)
      viewIndex[view.id] = scene.views.count
      scene.views.append(view)
    case "guide": scene.guides.append(try Guide(&line, &names))
    case let keyword where View.detailKeywords.contains(keyword):
      let id = try names.item(line.name("a view"), line: line)
      guard let index = viewIndex[id] else {
        throw line.mistake(
          .misplaced, "\"\(keyword)\" belongs to a view of the scene, and this is a guide or comes in a step")
      }
      try sayOnce(keyword, of: id, line)
      try scene.views[index].readDetail(keyword, &line, names)
    case "constraint": scene.constraints.append(try LayoutConstraint(&line, &names))
    case let keyword where SceneShorthand.keywords.contains(keyword):
      scene.constraints += try SceneShorthand.constraints(keyword, &line, &names)
    case "layer": try readStart(&line)
    case "recorded":
      let id = try names.item(line.name("a view"), line: line)
      try sayOnce(keyword, of: id, line)
      scene.recorded[id] = try Rect(&line)
    case "step":
      scene.steps.append(try Step(&line, &names))
      if let source = line.source { sources[scene.steps.count - 1] = source }
    case "expect":
      scene.steps.append(.play(.expect(try Expectation(&line, names))))
      names.lines?.expectations.append(line.number)
    default: return false
    }
    return true
  }

  /// Reads a layer's starting value: it is set before everything else, in a transaction without animations.
  private mutating func readStart(_ line: inout TextLine) throws(TextError) {
    guard startSteps == scene.steps.count else {
      throw line.mistake(
        .misplaced, "a starting value comes after a step", hint: "Put it before the steps, or write \"step layer\".")
    }
    guard let step = try PlayerStep("layer", &line, &names) else { return }
    if startSteps == 0 {
      scene.steps = [
        .play(.begin(duration: nil, curve: nil, disablesActions: true, completion: "")), .play(.commit),
      ]
    }
    scene.steps.insert(.play(step), at: scene.steps.count - 1)
    startSteps = scene.steps.count
  }

  /// Throws if a line of this kind was given before, because only one of the two could take effect.
  private mutating func sayOnce(_ keyword: String, of item: ItemID? = nil, _ line: TextLine) throws(TextError) {
    guard said.insert(Fact(keyword: keyword, item: item)).inserted else {
      throw line.mistake(
        .existsAlready, "\"\(keyword)\" was given before\(item == nil ? "" : " for this view")", hint: "Keep one line.")
    }
  }

  /// Throws the mistake that shows only when all lines are read. An unknown device is allowed if the root's size is given.
  func finish() throws(TextError) {
    if let unknownDevice, !said.contains(Fact(keyword: "root")) { throw unknownDevice }
  }

  private mutating func readDevice(_ line: inout TextLine) throws(TextError) {
    guard !said.contains(Fact(keyword: "root")) else {
      throw line.mistake(.misplaced, "the device comes after the root", hint: "Put it first: it sets the root's size.")
    }
    try sayOnce("device", line)
    let name = try line.name("a device")
    scene.device = Device.canonical(name)
    guard let device = Device.named(name) else {
      unknownDevice = line.mistake(
        .unknownWord, "unknown device \"\(name)\"",
        hint: Device.hint(for: name, alternative: "Or say the root's size, such as \"root 375 x 667 @2x\"."))
      return
    }
    scene.scale = device.scale
    scene.root.frame = Rect(x: 0, y: 0, width: device.canvas.width, height: device.canvas.height)
    scene.root.safeArea = device.screenInsets
  }

  private mutating func readRoot(_ line: inout TextLine) throws(TextError) {
    try sayOnce("root", line)
    let width = try line.number("the root's width")
    try line.expect(word: "x")
    let height = try line.number("the root's height")
    guard width >= 0, height >= 0 else { throw line.mistake(.outside, "the root's size is negative") }
    if line.skip(symbol: "@") {
      let text = try line.name("the scale, such as @2x")
      guard text.hasSuffix("x"), let scale = TextNumber.parse(String(text.dropLast())), scale > 0 else {
        throw line.mistake(.outside, "\"@\(text)\" is no scale", hint: "Write pixels per point, such as @2x.")
      }
      scene.scale = scale
    }
    let frame = Rect(x: 0, y: 0, width: width, height: height)
    scene.root.frame = frame
    try scene.root.readProperties(&line)
    guard scene.root.frame == frame else { throw line.mistake(.impossible, "the root's frame is its size, at 0 0") }
  }
}

extension Rect {
  var words: String { [x, y, width, height].map(TextNumber.spell).joined(separator: " ") }

  init(_ line: inout TextLine) throws(TextError) {
    self.init(
      x: try line.number("x"), y: try line.number("y"), width: try line.number("a width"),
      height: try line.number("a height"))
  }
}

extension Insets {
  var words: String { [top, left, bottom, right].map(TextNumber.spell).joined(separator: " ") }

  init(_ line: inout TextLine) throws(TextError) {
    self.init(
      top: try line.number("the top inset"), left: try line.number("the left inset"),
      bottom: try line.number("the bottom inset"), right: try line.number("the right inset"))
  }
}

extension DirectionalInsets {
  var words: String { [top, leading, bottom, trailing].map(TextNumber.spell).joined(separator: " ") }

  init(_ line: inout TextLine) throws(TextError) {
    self.init(
      top: try line.number("the top inset"), leading: try line.number("the leading inset"),
      bottom: try line.number("the bottom inset"), trailing: try line.number("the trailing inset"))
  }
}
