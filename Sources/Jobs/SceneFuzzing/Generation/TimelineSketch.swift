import SceneModel

/// Makes the parts of timelines: values that fit a property, and animations of every form.
struct TimelineSketch {
  /// The properties that generated layers have: one of each kind of value; those with a number, a point or a transform are listed twice.
  static let properties: [(name: String, kind: AnimationValue.Kind)] = [
    ("opacity", .number), ("opacity", .number), ("position", .point), ("position", .point), ("bounds", .rect),
    ("shadowOffset", .size), ("transform", .transform), ("transform", .transform), ("backgroundColor", .color),
    ("path", .path), ("hidden", .boolean), ("contents", .contents), ("maskedCorners", .token), ("count", .integer),
    ("locations", .numbers),
  ]

  /// A value of a kind. One of the kind `numbers` has three numbers.
  static func value(_ kind: AnimationValue.Kind, _ entropy: inout Entropy) -> AnimationValue {
    func number() -> Double { entropy.quantity() }
    switch kind {
    case .number: return .number(number())
    case .integer: return .integer(Double(entropy.below(20) - 5))
    case .boolean: return .boolean(entropy.chance(1, in: 2))
    case .point: return .point(Point(x: number(), y: number()))
    case .size: return .size(Size(width: number(), height: number()))
    case .rect: return .rect(Rect(x: number(), y: number(), width: number(), height: number()))
    case .numbers: return .numbers([number(), number(), number()])
    case .color:
      if entropy.chance(1, in: 6) { return .color(nil) }
      func part() -> Double { entropy.pick([0, 0.25, 0.5, 1]) }
      return .color(Color(red: part(), green: part(), blue: part(), alpha: part()))
    case .transform: return .transform(transform(&entropy))
    case .path: return .path(path(&entropy))
    case .contents: return .contents(UInt32(entropy.below(4)))
    case .token: return .token(UInt32(entropy.below(16)))
    }
  }

  private static func transform(_ entropy: inout Entropy) -> Transform3D {
    func number() -> Double { entropy.quantity() }
    switch entropy.below(7) {
    case 0: return .identity
    case 1: return .translation(x: number(), y: number(), z: number())
    case 2: return .scale(x: number(), y: number())
    case 3: return Transform3D(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
    case 4: return Transform3D(a: 0, b: 1, c: -1, d: 0, tx: number(), ty: 0)
    case 5:
      var perspective = Transform3D.scale(x: 1, y: number(), z: 2)
      perspective.row3.w = -0.002
      return perspective
    default: return Transform3D(lanes: (0..<16).map { _ in number() })
    }
  }

  static func path(_ entropy: inout Entropy) -> VectorPath {
    func point() -> Point { Point(x: entropy.quantity(), y: entropy.quantity()) }
    var elements: [VectorPath.Element] = [.move(point())]
    for _ in 0..<entropy.count(1...3) {
      switch entropy.below(8) {
      case 0...3: elements.append(.line(point()))
      case 4: elements.append(.quadratic(control: point(), end: point()))
      case 5: elements.append(.cubic(control1: point(), control2: point(), end: point()))
      case 6: elements.append(.close)
      default: elements.append(.move(point()))
      }
    }
    return VectorPath(elements)
  }

  /// An animation that fits the layer. `depth` is how deep groups may nest.
  static func animation(of layer: Timeline.Layer, depth: Int = 2, _ entropy: inout Entropy) -> Animation {
    var animation: Animation
    if depth > 0 && entropy.chance(1, in: 8) {
      let children = (0..<entropy.count(1...3)).map { _ in self.animation(of: layer, depth: depth - 1, &entropy) }
      animation = Animation(.group(children))
    } else if entropy.chance(1, in: 20) {
      animation = Animation(
        .transition(
          TransitionAnimation(
            style: entropy.pick(TransitionAnimation.Style.allCases),
            subtype: entropy.pick(TransitionAnimation.Subtype.allCases), endProgress: entropy.pick([1, 1, 0.5]))))
    } else {
      animation = Animation(.property(property(of: layer, &entropy)))
    }
    animation.timing = timing(&entropy)
    if entropy.chance(1, in: 2) { animation.timingFunction = curve(&entropy) }
    if case .property(let property) = animation.content, case .spring = property.form { animation.timingFunction = nil }
    animation.isRemovedOnCompletion = entropy.chance(3, in: 4)
    return animation
  }

  private static func property(of layer: Timeline.Layer, _ entropy: inout Entropy) -> PropertyAnimation {
    let model = entropy.pick(layer.model)
    var keyPath = AnimationKeyPath(model.name)
    var kind = model.value.kind
    if entropy.chance(1, in: 3) {
      keyPath.component = entropy.pick(AnimationKeyPath.Component.allCases)
      if let part = keyPath.kind(in: kind) { kind = part } else { keyPath.component = .whole }
    }
    var function: ValueFunction?
    if kind == .transform, entropy.chance(1, in: 4) { function = entropy.pick(ValueFunction.allCases) }
    func value(_ entropy: inout Entropy) -> AnimationValue {
      if let function {
        return function.argumentCount == 1 ? self.value(.number, &entropy) : self.value(.numbers, &entropy)
      }
      return self.value(kind, &entropy)
    }
    var animation: PropertyAnimation
    switch entropy.below(6) {
    case 0...2: animation = PropertyAnimation(keyPath, .basic(ends(value, &entropy)))
    case 3: animation = PropertyAnimation(keyPath, .spring(ends(value, &entropy), spring(&entropy)))
    default: animation = PropertyAnimation(keyPath, .keyframes(keyframes(of: kind, in: layer, value, &entropy)))
    }
    animation.valueFunction = function
    animation.isAdditive = entropy.chance(1, in: 3)
    animation.isCumulative = entropy.chance(1, in: 5)
    return animation
  }

  private static func ends(
    _ value: (inout Entropy) -> AnimationValue, _ entropy: inout Entropy
  ) -> BasicValues {
    let mask = entropy.pick([1, 2, 3, 3, 3, 3, 4, 5, 6, 7, 0])
    return BasicValues(
      from: mask & 1 != 0 ? value(&entropy) : nil, to: mask & 2 != 0 ? value(&entropy) : nil,
      by: mask & 4 != 0 ? value(&entropy) : nil)
  }

  static func spring(_ entropy: inout Entropy) -> Spring {
    if entropy.chance(1, in: 3) {
      return Spring(
        perceptualDuration: entropy.pick([0.5, 1, 0.2]), bounce: entropy.pick([-1, -0.5, 0, 0.3, 0.9, 1]),
        initialVelocity: entropy.pick([0, 0, 2]))
    }
    return Spring(
      mass: entropy.pick([1, 1, 3]), stiffness: entropy.pick([100, 1000, 1]),
      damping: entropy.pick([10, 20, 500, 0, 1e-9, 19.999999]), initialVelocity: entropy.pick([0, 0, 5, -3]),
      allowsOverdamping: entropy.chance(1, in: 3))
  }

  static func curve(_ entropy: inout Entropy) -> TimingFunction {
    switch entropy.below(6) {
    case 0: .linear
    case 1: .easeIn
    case 2: .easeInEaseOut
    case 3: .default
    case 4: TimingFunction(1, 0, 0, 1)
    default:
      TimingFunction(
        Double(entropy.below(5)) / 4, Double(entropy.below(9) - 4) / 2, Double(entropy.below(5)) / 4,
        Double(entropy.below(9) - 4) / 2)
    }
  }

  private static func keyframes(
    of kind: AnimationValue.Kind, in layer: Timeline.Layer, _ value: (inout Entropy) -> AnimationValue,
    _ entropy: inout Entropy
  ) -> Keyframes {
    var keyframes = Keyframes(mode: entropy.pick(Keyframes.CalculationMode.allCases))
    let count = entropy.count(1...4)
    keyframes.values = (0..<count).map { _ in value(&entropy) }
    if kind == .point, entropy.chance(1, in: 2) {
      keyframes.path = path(&entropy)
      if layer["transform"]?.kind == .transform { keyframes.rotationMode = entropy.pick([.none, .auto, .autoReverse]) }
    }
    if entropy.chance(1, in: 3) {
      let times = (0..<count).map { Double($0) / Double(max(count - 1, 1)) }
      keyframes.keyTimes = entropy.chance(1, in: 4) ? times.map { $0 * $0 } + [1] : times
    }
    if entropy.chance(1, in: 4) { keyframes.timingFunctions = (0..<2).map { _ in curve(&entropy) } }
    if entropy.chance(1, in: 6) { keyframes.tensions = [entropy.pick([0.5, -1, 1])] }
    if entropy.chance(1, in: 6) { keyframes.continuities = [0, entropy.pick([0.5, -1, 1])] }
    if entropy.chance(1, in: 6) { keyframes.biases = [entropy.pick([0.5, -1, 1])] }
    return keyframes
  }

  static func timing(_ entropy: inout Entropy) -> AnimationTiming {
    var timing = AnimationTiming(
      beginTime: entropy.pick([0, 0, 0.25, 1, -0.5]),
      duration: entropy.pick([1, 1, 0.25, 2, 0.3, 1.0 / 3, 0, .infinity]))
    if entropy.chance(1, in: 4) { timing.speed = entropy.pick([2, 0.5, -1, 0, 3, -0.25]) }
    if entropy.chance(1, in: 5) { timing.timeOffset = entropy.pick([0.3, 1, -0.5, 2]) }
    if entropy.chance(1, in: 4) { timing.repeatCount = entropy.pick([2, 2.5, 0.5, 3, .infinity]) }
    if entropy.chance(1, in: 8) { timing.repeatDuration = entropy.pick([0.7, 3, .infinity]) }
    timing.autoreverses = entropy.chance(1, in: 5)
    timing.fillMode = entropy.pick(AnimationTiming.FillMode.allCases)
    return timing
  }

  static func layer(parent: Int?, _ entropy: inout Entropy) -> Timeline.Layer {
    var layer = Timeline.Layer(parent: parent)
    if entropy.chance(1, in: 4) {
      layer.timing = LayerTiming(
        beginTime: entropy.pick([0, 0.5, -1]), speed: entropy.pick([1, 2, 0.5, 0, -1]),
        timeOffset: entropy.pick([0, 0.25]))
    }
    for _ in 0..<entropy.count(1...3) {
      let property = entropy.pick(properties)
      if layer[property.name] == nil { layer[property.name] = value(property.kind, &entropy) }
    }
    return layer
  }
}

extension Entropy {
  /// A number in a layer: mostly small and round, now and then one that makes rounding errors. It is limited, so that no sum of a few numbers
  /// overflows.
  mutating func quantity() -> Double {
    if chance(1, in: 40) { return pick([1e-9, 1e9, -1e9, 1.0 / 3, 0.1 + 0.2, 1e-300, 4_294_967_296]) }
    switch below(4) {
    case 0: return pick([0, 1, 1, -1, 0.5, 100])
    case 1: return Double(below(21) - 10)
    default: return Double(below(801) - 400) / 4
    }
  }
}
