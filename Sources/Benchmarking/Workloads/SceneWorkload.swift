import SceneModel

/// A scene to measure the kernel and its solver on, and the steps done to it.
public struct SceneWorkload: Sendable {
  /// A noun with its size: `feed-200`.
  public var name: String
  public var scene: Scene
  /// For each operation but `build`: groups of steps, each ending with a pass. A round ends where it started.
  public var cycles: [Operation: [[Step]]]
  /// The same layout by hand, in the root's coordinates; nil where no formula is known.
  public var frames: HandWrittenFrames?

  /// Frames in superview coordinates, as the kernel tells them, by view; nil where no formula is known.
  public func expectedFrames(rootWidth: Double) -> [Rect]? {
    guard let values = frames?.values(rootWidth: rootWidth) else { return nil }
    return scene.views.indices.map { index in
      let parent = scene.views[index].parent.map { Int($0.rawValue) }
      let origin = parent.map { Point(x: values[4 * $0], y: values[4 * $0 + 1]) } ?? .zero
      return Rect(
        x: values[4 * index] - origin.x, y: values[4 * index + 1] - origin.y, width: values[4 * index + 2],
        height: values[4 * index + 3])
    }
  }
}

/// A constant that a scene workload changes, with the two values it takes in turn.
struct EditableSceneConstant {
  var constraint: LayoutConstraint.ID
  var values: (Double, Double)
}

extension SceneWorkload {
  init(
    name: String, scene: Scene, leaf: [EditableSceneConstant], toggle: LayoutConstraint.ID,
    editable: [EditableSceneConstant], frames: HandWrittenFrames?
  ) {
    self.init(name: name, scene: scene)
    self.frames = frames
    let batch = spread(editable, atMost: 50)
    cycles[.leaf] = [
      leaf.map { .setConstant($0.constraint, $0.values.1) } + [.layout(.root)],
      leaf.map { .setConstant($0.constraint, $0.values.0) } + [.layout(.root)],
    ]
    cycles[.toggle] = [[.deactivate(toggle), .layout(.root)], [.activate(toggle), .layout(.root)]]
    cycles[.batch] = [
      batch.map { .setConstant($0.constraint, $0.values.1) } + [.layout(.root)],
      batch.map { .setConstant($0.constraint, $0.values.0) } + [.layout(.root)],
    ]
  }

  /// A screen as it was found: what can be done to any scene is to change its root's width and its constants.
  public init(name: String, scene: Scene) {
    self.name = name
    self.scene = scene
    let height = scene.root.frame.height
    let widths = RootWidths(widest: scene.root.frame.width, narrowest: 0.75)
    cycles = [
      .resize: widths.resize.map { [.resize(Size(width: $0, height: height))] },
      .rotate: widths.rotate.map { [.resize(Size(width: $0, height: height))] },
      .jump: widths.jump.map { [.resize(Size(width: $0, height: height))] },
      .tick: widths.tick.map { [.resize(Size(width: $0, height: height))] },
    ]
    if let leaf = scene.constraints.last(where: { $0.isActive }) {
      cycles[.leaf] = [leaf.constant + 1, leaf.constant].map { [.setConstant(leaf.id, $0), .layout(.root)] }
    }
  }
}

/// A scene while a workload is written down: hands out ids in declaration order.
struct SceneBuilder {
  private(set) var scene: Scene

  init(rootSize: Size) { scene = Scene(rootSize: rootSize) }

  mutating func view(_ name: String, in parent: ItemID = .root, kind: View.Kind = .plain) -> ItemID {
    let id = ItemID(UInt32(scene.views.count))
    scene.views.append(View(id: id, name: name, parent: parent, kind: kind))
    return id
  }

  mutating func setIntrinsic(
    _ view: ItemID, _ size: IntrinsicSize, hugging: (Double, Double), resistance: (Double, Double)
  ) {
    var size = size
    size.hugging = AxisPriorities(horizontal: hugging.0, vertical: hugging.1)
    size.resistance = AxisPriorities(horizontal: resistance.0, vertical: resistance.1)
    scene.views[Int(view.rawValue)].intrinsic = size
  }

  mutating func arrange(_ configuration: StackConfiguration, in view: ItemID) {
    scene.views[Int(view.rawValue)].stack = configuration
  }

  mutating func configureTable(_ view: ItemID) {
    scene.views[Int(view.rawValue)].table = TableConfiguration()
  }

  @discardableResult
  mutating func add(
    _ view: ItemID, _ attribute: LayoutAttribute, _ other: ItemID? = nil, _ otherAttribute: LayoutAttribute? = nil,
    relation: Relation = .equal, multiplier: Double = 1, constant: Double = 0,
    priority: Double = LinearConstraint.requiredPriority
  ) -> LayoutConstraint.ID {
    let id = LayoutConstraint.ID(UInt32(scene.constraints.count) + 1)
    let second: Operand? =
      if let other, let otherAttribute { .anchor(LayoutAnchor(other, otherAttribute)) } else { nil }
    scene.constraints.append(
      LayoutConstraint(
        id: id, name: "c\(id.rawValue)", first: .anchor(LayoutAnchor(view, attribute)), relation: relation,
        second: second, multiplier: multiplier, constant: constant, priority: priority))
    return id
  }
}
