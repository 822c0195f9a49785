/// Reads a timeline from its compact bytes, none of which is trusted.
struct TimelineReader {
  typealias Malformed = Timeline.Malformed

  let bytes: [UInt8]
  var offset = 0
  private var names: [String] = []
  private var shapes: [[VectorPath.ElementKind]] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func timeline() throws(Malformed) -> Timeline {
    for expected in Timeline.magic {
      guard try byte() == expected else { throw malformed("these bytes do not start with LLTL.") }
    }
    let version = try number()
    guard version == Timeline.version else { throw malformed("version \(version) is not \(Timeline.version).") }
    for _ in 0..<(try count(ofSize: 4)) { names.append(try text()) }
    for _ in 0..<(try count(ofSize: 4)) {
      var shape: [VectorPath.ElementKind] = []
      for _ in 0..<(try count(ofSize: 1)) { shape.append(try code("path element")) }
      shapes.append(shape)
    }
    // A layer has at least its parent, its timing and two counts.
    let layerCount = try count(ofSize: 36)
    let outputCount = try count(ofSize: 8)
    var timeline = Timeline()
    timeline.layers.reserveCapacity(layerCount)
    for _ in 0..<layerCount { timeline.layers.append(try layer()) }
    for _ in 0..<outputCount {
      let layer = Int(try number())
      timeline.outputs.append(Timeline.Output(layer: layer, property: try name()))
    }
    guard offset == bytes.count else { throw malformed("\(bytes.count - offset) bytes follow the end.") }
    return timeline
  }

  private func malformed(_ problem: String) -> Malformed { Malformed(offset: offset, problem: problem) }

  private mutating func byte() throws(Malformed) -> UInt8 {
    guard offset < bytes.count else { throw malformed("the bytes end too early.") }
    offset += 1
    return bytes[offset - 1]
  }

  private mutating func number() throws(Malformed) -> UInt32 {
    guard bytes.count - offset >= 4 else { throw malformed("the bytes end too early.") }
    var result: UInt32 = 0
    for place in 0..<4 { result |= UInt32(bytes[offset + place]) << UInt32(8 * place) }
    offset += 4
    return result
  }

  private mutating func double(orInfinity: Bool = false) throws(Malformed) -> Double {
    guard bytes.count - offset >= 8 else { throw malformed("the bytes end too early.") }
    var pattern: UInt64 = 0
    for place in 0..<8 { pattern |= UInt64(bytes[offset + place]) << UInt64(8 * place) }
    let result = Double(bitPattern: pattern)
    guard result.isFinite || (orInfinity && result == .infinity) else { throw malformed("a number is not finite.") }
    offset += 8
    return result == 0 ? 0 : result
  }

  /// Returns a count of things that follow, each at least `size` bytes long. It throws if the remaining bytes cannot hold them.
  private mutating func count(ofSize size: Int) throws(Malformed) -> Int {
    let count = Int(try number())
    guard count <= (bytes.count - offset) / size else { throw malformed("\(count) items do not fit the bytes left.") }
    return count
  }

  private mutating func doubles(_ count: Int) throws(Malformed) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(min(count, 1024))
    for _ in 0..<count { result.append(try double()) }
    return result
  }

  private mutating func countedDoubles() throws(Malformed) -> [Double] { try doubles(count(ofSize: 8)) }

  private mutating func code<T: RawRepresentable>(_ what: String) throws(Malformed) -> T where T.RawValue == UInt8 {
    let raw = try byte()
    guard let value = T(rawValue: raw) else { throw malformed("\(raw) is no \(what).") }
    return value
  }

  private mutating func flag() throws(Malformed) -> Bool { try flags(1) == 1 }

  /// Reads a byte in which only the bits of `known` may be set.
  private mutating func flags(_ known: UInt8) throws(Malformed) -> UInt8 {
    let flags = try byte()
    guard flags & ~known == 0 else { throw malformed("\(flags) has flags that mean nothing.") }
    return flags
  }

  private mutating func text() throws(Malformed) -> String {
    let length = try count(ofSize: 1)
    guard let text = String(validating: bytes[offset..<offset + length], as: UTF8.self) else {
      throw malformed("a name is not UTF-8.")
    }
    offset += length
    return text
  }

  private mutating func name() throws(Malformed) -> String {
    let index = Int(try number())
    guard index < names.count else { throw malformed("there is no name \(index).") }
    return names[index]
  }

  private mutating func curve() throws(Malformed) -> TimingFunction {
    let numbers = try doubles(4)
    return TimingFunction(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  private mutating func path() throws(Malformed) -> VectorPath {
    let index = Int(try number())
    guard index < shapes.count else { throw malformed("there is no shape \(index).") }
    let shape = shapes[index]
    var points: [Point] = []
    for _ in 0..<shape.reduce(0, { $0 + $1.pointCount }) { points.append(Point(x: try double(), y: try double())) }
    guard let path = VectorPath(shape: shape, points: points) else { throw malformed("a path has no such shape.") }
    return path
  }

  private mutating func value() throws(Malformed) -> AnimationValue {
    let kind: AnimationValue.Kind = try code("kind of value")
    switch kind {
    case .number: return .number(try double())
    case .integer: return .integer(try double())
    case .boolean: return .boolean(try flag())
    case .point: return .point(Point(x: try double(), y: try double()))
    case .size: return .size(Size(width: try double(), height: try double()))
    case .rect:
      return .rect(Rect(x: try double(), y: try double(), width: try double(), height: try double()))
    case .numbers: return .numbers(try countedDoubles())
    case .color:
      guard try flag() else { return .color(nil) }
      return .color(Color(red: try double(), green: try double(), blue: try double(), alpha: try double()))
    case .transform: return .transform(Transform3D(lanes: try doubles(16)))
    case .path: return .path(try path())
    case .contents: return .contents(try number())
    case .token: return .token(try number())
    }
  }

  private mutating func layer() throws(Malformed) -> Timeline.Layer {
    let parent = try number()
    var layer = Timeline.Layer(parent: parent == .max ? nil : Int(parent))
    layer.timing = LayerTiming(beginTime: try double(), speed: try double(), timeOffset: try double())
    for _ in 0..<(try count(ofSize: 6)) {
      let name = try name()
      layer.model.append(Timeline.Property(name: name, value: try value()))
    }
    for _ in 0..<(try count(ofSize: 52)) { layer.animations.append(try animation(depth: 0)) }
    return layer
  }

  private mutating func animation(depth: Int) throws(Malformed) -> Animation {
    guard depth <= Timeline.greatestNesting else {
      throw malformed("groups nest deeper than \(Timeline.greatestNesting).")
    }
    let form = try byte()
    let flags = try flags(31)
    var timing = AnimationTiming()
    timing.fillMode = try code("fill mode")
    timing.autoreverses = flags & 2 != 0
    let functionCode = try byte()
    let function = ValueFunction(rawValue: functionCode)
    guard functionCode == 0 || function != nil else { throw malformed("\(functionCode) is no value function.") }
    timing.beginTime = try double()
    timing.duration = try double(orInfinity: true)
    timing.speed = try double()
    timing.timeOffset = try double()
    timing.repeatCount = try double(orInfinity: true)
    timing.repeatDuration = try double(orInfinity: true)
    let curve = flags & 4 != 0 ? try curve() : nil
    let content: Animation.Content
    switch form {
    case 0, 1, 2:
      let keyPath = AnimationKeyPath(try name(), try code("component"))
      var property = PropertyAnimation(
        keyPath,
        form == 0 ? .basic(try ends()) : form == 1 ? .keyframes(try keyframes()) : try springForm())
      property.isAdditive = flags & 8 != 0
      property.isCumulative = flags & 16 != 0
      property.valueFunction = function
      content = .property(property)
    case 3:
      var children: [Animation] = []
      for _ in 0..<(try count(ofSize: 52)) { children.append(try animation(depth: depth + 1)) }
      content = .group(children)
    case 4:
      content = .transition(
        TransitionAnimation(
          style: try code("transition"), subtype: try code("transition's direction"), startProgress: try double(),
          endProgress: try double()))
    default: throw malformed("\(form) is no form of animation.")
    }
    var animation = Animation(content, timing: timing, timingFunction: curve)
    animation.isRemovedOnCompletion = flags & 1 != 0
    return animation
  }

  private mutating func ends() throws(Malformed) -> BasicValues {
    let mask = try flags(7)
    return BasicValues(
      from: mask & 1 != 0 ? try value() : nil, to: mask & 2 != 0 ? try value() : nil,
      by: mask & 4 != 0 ? try value() : nil)
  }

  private mutating func springForm() throws(Malformed) -> PropertyAnimation.Form {
    let ends = try ends()
    let mass = try double()
    let stiffness = try double()
    let damping = try double(orInfinity: true)
    guard mass > 0, stiffness > 0, damping >= 0 else {
      throw malformed("a spring needs a positive mass and stiffness and a damping from 0 up.")
    }
    let spring = Spring(
      mass: mass, stiffness: stiffness, damping: damping, initialVelocity: try double(),
      allowsOverdamping: try flag())
    return .spring(ends, spring)
  }

  private mutating func keyframes() throws(Malformed) -> Keyframes {
    var keyframes = Keyframes()
    keyframes.mode = try code("calculation mode")
    keyframes.rotationMode = try code("rotation mode")
    let flags = try flags(3)
    for _ in 0..<(try count(ofSize: 2)) { keyframes.values.append(try value()) }
    if flags & 1 != 0 { keyframes.path = try path() }
    if flags & 2 != 0 { keyframes.keyTimes = try countedDoubles() }
    for _ in 0..<(try count(ofSize: 32)) { keyframes.timingFunctions.append(try curve()) }
    keyframes.tensions = try countedDoubles()
    keyframes.continuities = try countedDoubles()
    keyframes.biases = try countedDoubles()
    return keyframes
  }
}
