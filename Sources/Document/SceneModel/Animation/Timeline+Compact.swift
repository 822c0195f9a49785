extension Timeline {
  /// The first bytes of a timeline's compact form, and its version.
  static let magic: [UInt8] = Array("LLTL".utf8)
  static let version: UInt32 = 1

  /// The timeline as the bytes that a sampler plugin gets; `Guides/timeline-format.md` describes them. Equal timelines have equal bytes.
  ///
  /// - Precondition: `validate()` accepts the timeline.
  public var compact: [UInt8] {
    var writer = TimelineWriter()
    writer.write(self)
    return writer.bytes
  }

  /// Reads a timeline from bytes of any origin, in time and memory proportional to their number. The result has passed `validate()`.
  public init(compact bytes: [UInt8]) throws(Malformed) {
    var reader = TimelineReader(bytes: bytes)
    self = try reader.timeline()
    try validate()
  }
}

private struct TimelineWriter {
  var bytes: [UInt8] = []
  private var names: [String: UInt32] = [:]
  private var nameList: [String] = []
  private var shapes: [[VectorPath.ElementKind]: UInt32] = [:]
  private var shapeList: [[VectorPath.ElementKind]] = []

  mutating func write(_ timeline: Timeline) {
    // Shapes of values keep the numbers that a path output reports; those of motion paths follow.
    for shape in timeline.shapes { _ = number(of: shape) }
    let head = Timeline.magic
    for layer in timeline.layers { write(layer) }
    for output in timeline.outputs {
      write(UInt32(output.layer))
      write(number(of: output.property))
    }
    let body = bytes
    bytes = head
    write(Timeline.version)
    write(UInt32(nameList.count))
    for name in nameList {
      write(UInt32(name.utf8.count))
      bytes.append(contentsOf: name.utf8)
    }
    write(UInt32(shapeList.count))
    for shape in shapeList {
      write(UInt32(shape.count))
      bytes.append(contentsOf: shape.map(\.rawValue))
    }
    write(UInt32(timeline.layers.count))
    write(UInt32(timeline.outputs.count))
    bytes.append(contentsOf: body)
  }

  private mutating func number(of name: String) -> UInt32 {
    if let number = names[name] { return number }
    names[name] = UInt32(nameList.count)
    nameList.append(name)
    return UInt32(nameList.count - 1)
  }

  private mutating func number(of shape: [VectorPath.ElementKind]) -> UInt32 {
    if let number = shapes[shape] { return number }
    shapes[shape] = UInt32(shapeList.count)
    shapeList.append(shape)
    return UInt32(shapeList.count - 1)
  }

  private mutating func write(_ number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func write(_ number: Double) {
    // Negative zero is zero: equal timelines have equal bytes.
    withUnsafeBytes(of: (number == 0 ? 0 : number).bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func write(_ numbers: [Double], counted: Bool = false) {
    if counted { write(UInt32(numbers.count)) }
    for number in numbers { write(number) }
  }

  private mutating func write(_ curve: TimingFunction) { write([curve.x1, curve.y1, curve.x2, curve.y2]) }

  private mutating func write(_ path: VectorPath) {
    write(number(of: path.shape))
    for point in path.points { write([point.x, point.y]) }
  }

  private mutating func write(_ value: AnimationValue) {
    bytes.append(value.kind.rawValue)
    switch value {
    case .number, .integer, .point, .size, .rect, .transform: write(value.lanes)
    case .boolean(let flag): bytes.append(flag ? 1 : 0)
    case .numbers(let numbers): write(numbers, counted: true)
    case .color(let color):
      bytes.append(color == nil ? 0 : 1)
      if let color { write([color.red, color.green, color.blue, color.alpha]) }
    case .path(let path): write(path)
    case .contents(let id), .token(let id): write(id)
    }
  }

  private mutating func write(_ layer: Timeline.Layer) {
    write(layer.parent.map { UInt32($0) } ?? .max)
    write([layer.timing.beginTime, layer.timing.speed, layer.timing.timeOffset])
    write(UInt32(layer.model.count))
    for property in layer.model {
      write(number(of: property.name))
      write(property.value)
    }
    write(UInt32(layer.animations.count))
    for animation in layer.animations { write(animation) }
  }

  private mutating func write(_ animation: Animation) {
    let property = animation.property
    var flags: UInt8 = 0
    if animation.isRemovedOnCompletion { flags |= 1 }
    if animation.timing.autoreverses { flags |= 2 }
    if animation.timingFunction != nil { flags |= 4 }
    if property?.isAdditive == true { flags |= 8 }
    if property?.isCumulative == true { flags |= 16 }
    let form: UInt8 =
      switch animation.content {
      case .group: 3
      case .transition: 4
      case .property(let property):
        switch property.form {
        case .basic: 0
        case .keyframes: 1
        case .spring: 2
        }
      }
    bytes.append(contentsOf: [
      form, flags, animation.timing.fillMode.rawValue, property?.valueFunction?.rawValue ?? 0,
    ])
    let timing = animation.timing
    write([
      timing.beginTime, timing.duration, timing.speed, timing.timeOffset, timing.repeatCount, timing.repeatDuration,
    ])
    if let curve = animation.timingFunction { write(curve) }
    switch animation.content {
    case .group(let children):
      write(UInt32(children.count))
      for child in children { write(child) }
    case .transition(let transition):
      bytes.append(contentsOf: [transition.style.rawValue, transition.subtype.rawValue])
      write([transition.startProgress, transition.endProgress])
    case .property(let property):
      write(number(of: property.keyPath.property))
      bytes.append(property.keyPath.component.rawValue)
      switch property.form {
      case .basic(let ends): write(ends)
      case .spring(let ends, let spring):
        write(ends)
        write([spring.mass, spring.stiffness, spring.damping, spring.initialVelocity])
        bytes.append(spring.allowsOverdamping ? 1 : 0)
      case .keyframes(let keyframes): write(keyframes)
      }
    }
  }

  private mutating func write(_ ends: BasicValues) {
    bytes.append((ends.from == nil ? 0 : 1) | (ends.to == nil ? 0 : 2) | (ends.by == nil ? 0 : 4))
    for value in [ends.from, ends.to, ends.by] {
      if let value { write(value) }
    }
  }

  private mutating func write(_ keyframes: Keyframes) {
    bytes.append(contentsOf: [
      keyframes.mode.rawValue, keyframes.rotationMode.rawValue,
      (keyframes.path == nil ? 0 : 1) | (keyframes.keyTimes == nil ? 0 : 2),
    ])
    write(UInt32(keyframes.values.count))
    for value in keyframes.values { write(value) }
    if let path = keyframes.path { write(path) }
    if let keyTimes = keyframes.keyTimes { write(keyTimes, counted: true) }
    write(UInt32(keyframes.timingFunctions.count))
    for curve in keyframes.timingFunctions { write(curve) }
    write(keyframes.tensions, counted: true)
    write(keyframes.continuities, counted: true)
    write(keyframes.biases, counted: true)
  }
}
