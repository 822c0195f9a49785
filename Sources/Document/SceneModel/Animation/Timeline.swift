/// The animations of a scene at one commit: a layer tree with its committed model values, the attached animations, and the values to
/// report.
///
/// A sampler is a function of a timeline and of time, and of nothing else. Everything is resolved: begin times are in the layer's own time,
/// durations are seconds. `Guides/timeline-format.md` describes its bytes.
public struct Timeline: Hashable, Sendable {
  /// A layer with its place in the tree, its time, its model and its animations.
  public struct Layer: Hashable, Sendable {
    /// The index of the superlayer, which is lower than the layer's own; `nil` if its time is the clock's.
    public var parent: Int?
    /// How the layer's time follows its parent's.
    public var timing = LayerTiming()
    /// The committed values. Every property that is animated or reported must be among them.
    public var model: [Property] = []
    /// The animations, in the order in which they were added.
    public var animations: [Animation] = []

    /// Makes a layer whose time is that of its parent, or of the clock where there is no parent.
    public init(parent: Int? = nil) { self.parent = parent }

    /// The committed value of a property; `nil` where the layer does not state it.
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

  /// A property of a layer with its committed value.
  public struct Property: Hashable, Sendable {
    /// The property's name, as key paths spell it.
    public var name: String
    /// The value when nothing animates it.
    public var value: AnimationValue

    /// Makes a property with its committed value.
    public init(name: String, value: AnimationValue) {
      self.name = name
      self.value = value
    }
  }

  /// A value that each sample reports.
  public struct Output: Hashable, Sendable {
    /// The index of the layer.
    public var layer: Int
    /// A property of the layer's model, or `Output.transition`.
    public var property: String

    /// Makes an output: a property of a layer, by the layer's index.
    public init(layer: Int, property: String) {
      self.layer = layer
      self.property = property
    }

    /// The name under which a layer reports its transition: whether one runs (1 or 0), and its progress.
    public static let transition = "transition"
  }

  /// The layers, parents before their children.
  public var layers: [Layer]
  /// The values that a row of samples holds, in order.
  public var outputs: [Output]
  /// The law that the timeline broke, if it is a finding. Only the text form has it, because the bytes are a contract with engines.
  public var provenance: Provenance?

  /// Makes a timeline of layers, parents before their children, and outputs.
  public init(layers: [Layer] = [], outputs: [Output] = []) {
    self.layers = layers
    self.outputs = outputs
  }

  /// Makes a timeline of one layer that reports everything in its model.
  public init(_ layer: Layer) {
    layers = [layer]
    outputs = layer.model.map { Output(layer: 0, property: $0.name) }
  }

  /// States the default of every known property that is animated and not in its layer's model.
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

  /// The number of lanes of each output, in order; 0 for an output that names nothing. A row of samples is their concatenation.
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

  /// The number of lanes in a row of samples.
  public var valueCount: Int { laneCounts.reduce(0, +) }

  /// The shapes of all path values, numbered by first appearance. The first lane of a path output is an index of this list.
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
  /// Calls the body with each path that is a value (not a motion path) of the named property, or of any property if the name is nil.
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
