extension Scene {
  /// The scene in compact form: `LLS`, a version, then the fields in the order of their declaration. `Guides/scene-format.md` describes it
  /// byte by byte.
  public var compact: [UInt8] {
    var writer = CompactWriter()
    for byte in Scene.magic { writer.byte(byte) }
    writer.put(device, scale, direction, views, guides, constraints, recorded.count)
    for (id, frame) in recorded.sorted(by: { $0.key < $1.key }) { writer.put(id, frame) }
    writer.put(steps, provenance)
    // Only recorded scenes have sources. Documents of older versions end here.
    for source in sources { writer.put(source) }
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
    device = try reader.take()
    scale = try reader.take()
    guard scale > 0 else { throw reader.mistake(.outside, "the scale is not positive") }
    direction = try reader.take()
    views = try reader.take()
    guides = try reader.take()
    constraints = try reader.take()
    for _ in 0..<(try reader.count()) {
      let id: ItemID = try reader.take()
      recorded[id] = try reader.take() as Rect
    }
    steps = try reader.take()
    provenance = try reader.take()
    if !reader.isAtEnd {
      var sources: [SourceLine?] = []
      for _ in steps { sources.append(try reader.take()) }
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

extension LayoutDirection: Compact {}

extension SourceLine: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(file, line) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(file: try bytes.take(), line: try bytes.take())
    guard SourceLine(parsing: description) == self else {
      throw bytes.mistake(.wrongFormat, "this is no line of code")
    }
  }
}

extension Point: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(x, y) }
  init(from bytes: inout CompactReader) throws(CompactError) { self.init(x: try bytes.take(), y: try bytes.take()) }
}

extension Size: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(width, height) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(width: try bytes.take(), height: try bytes.take())
  }
}

extension Rect: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(x, y, width, height) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(x: try bytes.take(), y: try bytes.take(), width: try bytes.take(), height: try bytes.take())
  }
}

extension Insets: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(top, left, bottom, right) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(top: try bytes.take(), left: try bytes.take(), bottom: try bytes.take(), right: try bytes.take())
  }
}

extension DirectionalInsets: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(top, leading, bottom, trailing) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(top: try bytes.take(), leading: try bytes.take(), bottom: try bytes.take(), trailing: try bytes.take())
  }
}

extension LayoutAnchor: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.put(item)
    bytes.byte(UInt8(attribute.rawValue))
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    let item: ItemID = try bytes.take()
    guard let attribute = LayoutAttribute(rawValue: Int(try bytes.byte())) else {
      throw bytes.mistake(.unknownWord, "unknown attribute")
    }
    self.init(item, attribute)
  }
}

extension Operand: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .anchor(let anchor): bytes.put(case: 0, anchor)
    case .distance(let from, let to): bytes.put(case: 1, from, to)
    }
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self = try bytes.flag() ? .distance(from: try bytes.take(), to: try bytes.take()) : .anchor(try bytes.take())
  }
}

extension LayoutConstraint: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.put(id, name, first, relation, second, multiplier, constant, priority, identifier, isActive, holder)
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(
      id: try bytes.take(), name: try bytes.take(), first: try bytes.take(), relation: try bytes.take(),
      second: try bytes.take(), multiplier: try bytes.take(), constant: try bytes.take(),
      priority: try bytes.priority())
    identifier = try bytes.take()
    isActive = try bytes.take()
    holder = try bytes.take()
  }
}

extension Guide.Kind: Compact {}

extension Guide: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(id, name, owner, kind, insets) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(id: try bytes.take(), name: try bytes.take(), owner: try bytes.take(), kind: try bytes.take())
    insets = try bytes.take()
  }
}
