/// The animation part of a scene at one commit: a layer tree with committed model values and the animations attached
/// to it, and which values are wanted. A sampler is a function of it and of time, and of nothing else.
///
/// Everything is resolved: begin times are in the layer's own time, durations are seconds. `Guides/timeline-format.md`
/// tells its bytes.
public struct Timeline: Hashable, Sendable {
  /// A layer's place in the tree, and its time.
  public struct Layer: Hashable, Sendable {
    /// Index of the superlayer, lower than the layer's own; nil: its time is the clock's.
    public var parent: Int?
    /// How its time follows its parent's.
    public var timing = LayerTiming()
    /// The committed model, by property name. Holds every property that is animated or wanted.
    public var model: [Property] = []
    /// In the order in which they were added.
    public var animations: [Animation] = []

    /// A layer whose time is that of its parent, or without one the clock's.
    public init(parent: Int? = nil) { self.parent = parent }

    /// The committed value; nil when the layer does not state it.
    public subscript(name: String) -> AnimationValue? {
      get {
        for place in model.indices where model[place].name == name { return model[place].value }
        return nil
      }
      set {
        model.removeAll { $0.name == name }
        if let newValue { model.append(Property(name: name, value: newValue)) }
      }
    }
  }

  /// A property of a layer, with its value at rest.
  public struct Property: Hashable, Sendable {
    /// As key paths spell it.
    public var name: String
    /// The value when nothing animates it.
    public var value: AnimationValue

    /// A property with its value at rest.
    public init(name: String, value: AnimationValue) {
      self.name = name
      self.value = value
    }
  }

  /// A value that each sample reports.
  public struct Output: Hashable, Sendable {
    /// Which layer it is of, by index.
    public var layer: Int
    /// A property of the layer's model, or `transition`.
    public var property: String

    /// What is sampled: a property of a layer, by the layer's index.
    public init(layer: Int, property: String) {
      self.layer = layer
      self.property = property
    }

    /// The name under which a layer's transition reports (1 while one runs, its progress).
    public static let transition = "transition"
  }

  /// Parents before their children.
  public var layers: [Layer]
  /// What a row of samples holds, in order.
  public var outputs: [Output]
  /// The law that it broke; in the text form only, since its bytes are a contract with engines.
  public var provenance: Provenance?

  /// With these layers, parents before their children, and these outputs.
  public init(layers: [Layer] = [], outputs: [Output] = []) {
    self.layers = layers
    self.outputs = outputs
  }

  /// A timeline of one layer that reports everything in its model.
  public init(_ layer: Layer) {
    layers = [layer]
    outputs = layer.model.map { Output(layer: 0, property: $0.name) }
  }

  /// States the default of every known property that is animated but not in its layer's model.
  public mutating func stateDefaults() {
    func visit(_ animation: Animation, _ body: (String) -> Void) {
      switch animation.content {
      case .property(let property):
        body(property.keyPath.property)
        if case .keyframes(let keyframes) = property.form, keyframes.rotationMode != .none { body("transform") }
      case .group(let children): for child in children { visit(child, body) }
      case .transition: break
      }
    }
    for index in layers.indices {
      var names: [String] = []
      for animation in layers[index].animations { visit(animation) { names.append($0) } }
      for name in names where layers[index][name] == nil { layers[index][name] = LayerProperty.defaultValue(of: name) }
    }
  }

  /// How many numbers each output has, in order; a row of samples is their concatenation. Zero for an output that
  /// names nothing.
  public var laneCounts: [Int] {
    outputs.map { output in
      if output.property == Output.transition { return 2 }
      guard layers.indices.contains(output.layer), let value = layers[output.layer][output.property] else { return 0 }
      guard case .path(let model) = value else { return value.laneCount }
      var most = model.pointCount
      for animation in layers[output.layer].animations {
        animation.forEachPathValue(of: output.property) { most = max(most, $0.pointCount) }
      }
      return 1 + 2 * most
    }
  }

  /// How many numbers a row of samples has.
  public var valueCount: Int { laneCounts.reduce(0, +) }

  /// Every shape of a path value, numbered in the order of first appearance: the first lane of a path output.
  public var shapes: [[VectorPath.ElementKind]] {
    var known: [[VectorPath.ElementKind]: Int] = [:]
    var list: [[VectorPath.ElementKind]] = []
    func note(_ path: VectorPath) {
      let shape = path.shape
      if known[shape] == nil {
        known[shape] = list.count
        list.append(shape)
      }
    }
    for layer in layers {
      for property in layer.model {
        if case .path(let path) = property.value { note(path) }
      }
      for animation in layer.animations { animation.forEachPathValue(of: nil) { note($0) } }
    }
    return list
  }
}

extension Animation {
  /// Calls the body with each path that is a value (not a motion path) of the named property, or of any.
  func forEachPathValue(of property: String?, _ body: (VectorPath) -> Void) {
    switch content {
    case .transition: break
    case .group(let children): for child in children { child.forEachPathValue(of: property, body) }
    case .property(let animation):
      if let property, animation.keyPath.property != property { return }
      switch animation.form {
      case .basic(let ends), .spring(let ends, _):
        if case .path(let path)? = ends.from { body(path) }
        if case .path(let path)? = ends.to { body(path) }
        if case .path(let path)? = ends.by { body(path) }
      case .keyframes(let keyframes):
        for case .path(let path) in keyframes.values { body(path) }
      }
    }
  }
}
