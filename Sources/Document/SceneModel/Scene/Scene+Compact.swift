extension Scene {
  /// The scene in compact form: `LLS`, a version, then the fields in the order of their declaration. `Guides/scene-format.md` describes it
  /// byte by byte.
  public var compact: [UInt8] {
    var writer = CompactWriter()
    for byte in Scene.magic { writer.byte(byte) }
    writer.optional(device) { $0.text($1) }
    writer.number(scale)
    writer.choice(direction)
    writer.list(views)
    writer.list(guides)
    writer.list(constraints)
    writer.count(recorded.count)
    for (id, frame) in recorded.sorted(by: { $0.key < $1.key }) {
      id.write(to: &writer)
      frame.write(to: &writer)
    }
    writer.list(steps)
    writer.optional(provenance) { $1.write(to: &$0) }
    // Recordings alone have them, and older documents end here.
    for source in sources {
      writer.optional(source) {
        $0.text($1.file)
        $0.count($1.line)
      }
    }
    return writer.bytes
  }

  /// Reads a scene from bytes of any origin. Time and memory are linear in their number.
  ///
  /// - Throws: a `CompactError`. A scene that is returned names only items that exist, as one read from text does.
  public init(compact: [UInt8]) throws(CompactError) {
    var reader = CompactReader(compact)
    for byte in Scene.magic {
      guard try reader.byte() == byte else {
        throw reader.mistake(.wrongFormat, "this is no compact scene of version 1")
      }
    }
    self.init()
    device = try reader.optional { (bytes) throws(CompactError) in try bytes.text() }
    scale = try reader.number()
    guard scale > 0 else { throw reader.mistake(.outside, "the scale is not positive") }
    direction = try reader.choice()
    views = try reader.list()
    guides = try reader.list()
    constraints = try reader.list()
    for _ in 0..<(try reader.count()) { recorded[try ItemID(from: &reader)] = try Rect(from: &reader) }
    steps = try reader.list()
    provenance = try reader.optional { (bytes) throws(CompactError) in try Provenance(from: &bytes) }
    if !reader.isAtEnd {
      var sources: [SourceLine?] = []
      for _ in steps {
        sources.append(
          try reader.optional { (bytes) throws(CompactError) in
            let source = SourceLine(file: try bytes.text(), line: try bytes.integer())
            guard SourceLine(parsing: source.description) == source else {
              throw bytes.mistake(.wrongFormat, "this is no line of code")
            }
            return source
          })
      }
      guard sources.contains(where: { $0 != nil }) else { throw reader.mistake(.misplaced, "bytes follow the end") }
      setSteps(steps, from: sources)
    }
    guard reader.isAtEnd else { throw reader.mistake(.misplaced, "bytes follow the end") }
    if let mistake = structuralMistake { throw reader.mistake(.impossible, mistake) }
  }

  static let magic: [UInt8] = Array("LLS".utf8) + [1]
}

extension ItemID: Compact {
  func write(to bytes: inout CompactWriter) { bytes.unsigned(UInt64(rawValue)) }
  init(from bytes: inout CompactReader) throws(CompactError) { self.init(try bytes.id()) }
}

extension LayoutConstraint.ID: Compact {
  func write(to bytes: inout CompactWriter) { bytes.unsigned(UInt64(rawValue)) }
  init(from bytes: inout CompactReader) throws(CompactError) { self.init(try bytes.id()) }
}

extension Point: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.number(x)
    bytes.number(y)
  }
  init(from bytes: inout CompactReader) throws(CompactError) { self.init(x: try bytes.number(), y: try bytes.number()) }
}

extension Rect: Compact {
  func write(to bytes: inout CompactWriter) {
    for value in [x, y, width, height] { bytes.number(value) }
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(
      x: try bytes.number(), y: try bytes.number(), width: try bytes.number(), height: try bytes.number())
  }
}

extension Insets: Compact {
  func write(to bytes: inout CompactWriter) {
    for value in [top, left, bottom, right] { bytes.number(value) }
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(
      top: try bytes.number(), left: try bytes.number(), bottom: try bytes.number(), right: try bytes.number())
  }
}

extension DirectionalInsets: Compact {
  func write(to bytes: inout CompactWriter) {
    for value in [top, leading, bottom, trailing] { bytes.number(value) }
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(
      top: try bytes.number(), leading: try bytes.number(), bottom: try bytes.number(), trailing: try bytes.number())
  }
}

extension LayoutAnchor: Compact {
  func write(to bytes: inout CompactWriter) {
    item.write(to: &bytes)
    bytes.byte(UInt8(attribute.rawValue))
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    let item = try ItemID(from: &bytes)
    guard let attribute = LayoutAttribute(rawValue: Int(try bytes.byte())) else {
      throw bytes.mistake(.unknownWord, "unknown attribute")
    }
    self.init(item, attribute)
  }
}

extension Operand: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .anchor(let anchor):
      bytes.byte(0)
      anchor.write(to: &bytes)
    case .distance(let from, let to):
      bytes.byte(1)
      from.write(to: &bytes)
      to.write(to: &bytes)
    }
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    if try bytes.flag() {
      self = .distance(from: try LayoutAnchor(from: &bytes), to: try LayoutAnchor(from: &bytes))
    } else {
      self = .anchor(try LayoutAnchor(from: &bytes))
    }
  }
}

extension LayoutConstraint: Compact {
  func write(to bytes: inout CompactWriter) {
    id.write(to: &bytes)
    bytes.text(name)
    first.write(to: &bytes)
    bytes.choice(relation)
    bytes.optional(second) { $1.write(to: &$0) }
    bytes.number(multiplier)
    bytes.number(constant)
    bytes.number(priority)
    bytes.optional(identifier) { $0.text($1) }
    bytes.flag(isActive)
    bytes.optional(holder) { $1.write(to: &$0) }
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(
      id: try ID(from: &bytes), name: try bytes.text(), first: try Operand(from: &bytes), relation: try bytes.choice(),
      second: try bytes.optional { (bytes) throws(CompactError) in try Operand(from: &bytes) },
      multiplier: try bytes.number(), constant: try bytes.number(), priority: try bytes.priority())
    identifier = try bytes.optional { (bytes) throws(CompactError) in try bytes.text() }
    isActive = try bytes.flag()
    holder = try bytes.optional { (bytes) throws(CompactError) in try ItemID(from: &bytes) }
  }
}

extension Guide: Compact {
  func write(to bytes: inout CompactWriter) {
    id.write(to: &bytes)
    bytes.text(name)
    owner.write(to: &bytes)
    bytes.choice(kind)
    bytes.optional(insets) { $1.write(to: &$0) }
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(
      id: try ItemID(from: &bytes), name: try bytes.text(), owner: try ItemID(from: &bytes), kind: try bytes.choice())
    insets = try bytes.optional { (bytes) throws(CompactError) in try Insets(from: &bytes) }
  }
}
