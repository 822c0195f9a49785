import SceneModel

/// A scene on which the kernel and its solver are measured, and the steps that are done to it.
public struct SceneWorkload: Sendable {
  /// A noun with the size, such as `feed-200`.
  public var name: String
  public var scene: Scene
  /// The runs in which no state is repeated, one for each operation but `build`. A run returns the steps for a number, including a layout pass. Call
  /// it with 0, 1, 2 …; no two numbers lead to the same state.
  public var fresh: [Operation: @Sendable (Int) -> [Step]] = [:]
  /// The rounds, one for each operation but `build`: groups of steps, each including a layout pass. A round ends in the state in which it started.
  public var cycles: [Operation: [[Step]]] = [:]
  /// The formula of the expected frames, in the root's coordinates; nil if none is known.
  public var frames: HandWrittenFrames?

  /// Returns the expected frames by view, in superview coordinates as the kernel reports them; nil if no formula is known.
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

/// A constant that a scene workload changes, and the two values between which it changes.
struct EditableSceneConstant: Sendable {
  var constraint: LayoutConstraint.ID
  var values: (Double, Double)

  func set(_ part: Double) -> Step { .setConstant(constraint, value(part)) }
}

/// A label whose text changes, and the two widths between which it changes.
struct SceneLabel: Sendable {
  var view: ItemID
  private var size: IntrinsicSize
  private var widths: (Double, Double)

  init(_ view: ItemID, widths: (Double, Double), of scene: Scene) {
    self.view = view
    self.widths = widths
    size = scene.views[Int(view.rawValue)].intrinsic
  }

  func set(_ part: Double) -> Step {
    var size = size
    size.width = widths.0 + (widths.1 - widths.0) * part
    return .setIntrinsic(view, size)
  }
}

extension SceneWorkload {
  init(
    name: String, scene: Scene, leaf: [EditableSceneConstant], animated: [EditableSceneConstant],
    toggles: [LayoutConstraint.ID], editable: [EditableSceneConstant], labels: [SceneLabel] = [],
    frames: HandWrittenFrames?
  ) {
    self.init(name: name, scene: scene)
    self.frames = frames
    let batch = spread(editable, atMost: 50)
    let toggle = toggles[toggles.count / 2]
    let toggleIDs = Set(toggles)
    let toggled = spread(scene.constraints.filter { toggleIDs.contains($0.id) }, atMost: 1000)
    cycles[.animate] = (1...60).map { frame in
      animated.map { $0.set(frame == 60 ? 0 : swing(frame)) } + [.layout(.root)]
    }
    cycles[.leaf] = [1.0, 0].map { part in leaf.map { $0.set(part) } + [.layout(.root)] }
    cycles[.toggle] = [[.deactivate(toggle), .layout(.root)], [.activate(toggle), .layout(.root)]]
    cycles[.batch] = [1.0, 0].map { part in batch.map { $0.set(part) } + [.layout(.root)] }
    fresh[.animate] = { n in animated.map { $0.set(swing(n)) } + [.layout(.root)] }
    fresh[.leaf] = { n in leaf.map { $0.set(fraction(n)) } + [.layout(.root)] }
    fresh[.toggle] = { n in
      let one = toggled[n / 2 % toggled.count]
      if n % 2 == 0 { return [.deactivate(one.id), .layout(.root)] }
      return [.setConstant(one.id, one.constant + fraction(n) / 64), .activate(one.id), .layout(.root)]
    }
    fresh[.batch] = { n in batch.enumerated().map { $1.set(fraction(50 * n + $0)) } + [.layout(.root)] }
    guard !labels.isEmpty else { return }
    let middle = labels[labels.count / 2]
    cycles[.text] = [1.0, 0].map { [middle.set($0), .layout(.root)] }
    fresh[.text] = { n in [labels[n % labels.count].set(fraction(n)), .layout(.root)] }
  }

  /// Makes a workload of a screen from a real app. Its operations are possible in every scene: setting the root's size, safe area and margins, and
  /// the constants of constraints.
  public init(name: String, scene: Scene) {
    self.name = name
    self.scene = scene
    let size = scene.root.frame.size
    let widths = RootWidths(widest: size.width, narrowest: 0.75)
    @Sendable func resize(_ width: Double) -> [Step] { [.resize(Size(width: width, height: size.height))] }
    let rotation = DeviceRotation(of: scene)
    cycles = [
      .resize: widths.resize.map(resize), .rotate: [rotation.steps(1), rotation.steps(0)],
      .jump: widths.jump.map(resize), .tick: widths.tick.map(resize),
    ]
    fresh = [
      .resize: { resize(widths.near($0)) },
      .rotate: { n in rotation.steps(n % 2 == 0 ? 1 - fraction(n) / 16 : fraction(n) / 16) },
      .jump: { resize(widths.turned(fraction($0))) }, .tick: { resize(widths.turned(swing($0))) },
    ]
    if let leaf = scene.constraints.last(where: { $0.isActive }) {
      cycles[.leaf] = [leaf.constant + 1, leaf.constant].map { [.setConstant(leaf.id, $0), .layout(.root)] }
      fresh[.leaf] = { n in [.setConstant(leaf.id, leaf.constant + fraction(n)), .layout(.root)] }
    }
  }
}

/// The rotation of a device: width, height, safe area and margins in one transaction.
struct DeviceRotation: Sendable {
  private var upright, turned: Size
  private var safeArea: Insets
  private var margins: DirectionalInsets

  /// Makes a rotation to a root of three quarters of the width and a larger height, which suits a scene of any shape.
  init(of scene: Scene) {
    let size = scene.root.frame.size
    self.init(of: scene, to: Size(width: size.width * 0.75, height: size.height * 1.25))
  }

  init(of scene: Scene, to turned: Size) {
    (upright, self.turned) = (scene.root.frame.size, turned)
    (safeArea, margins) = (scene.root.safeArea, scene.root.margins.own)
  }

  /// Returns the steps to a point between the two orientations; 0 is the scene's own.
  func steps(_ part: Double) -> [Step] {
    func mixed(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
    // A phone with rounded corners: 20 pt more at the sides, 20 pt less above; its margins are 4 pt wider.
    let insets = Insets(
      top: mixed(safeArea.top, max(safeArea.top - 20, 0)), left: safeArea.left + 20 * part,
      bottom: safeArea.bottom, right: safeArea.right + 20 * part)
    var wider = margins
    wider.leading += 4 * part
    wider.trailing += 4 * part
    let size = Size(
      width: mixed(upright.width, turned.width), height: mixed(upright.height, turned.height))
    return [
      .setProperty(.root, .safeArea(insets)), .setProperty(.root, .margins(wider)), .resize(size),
    ]
  }
}

/// Builds a scene for a workload: it assigns ids in the order of declaration.
struct WorkloadBuilder {
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
