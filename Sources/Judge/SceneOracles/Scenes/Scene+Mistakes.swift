import SceneModel

/// A scene with one mistake, which every kernel must refuse.
struct MistakenScene {
  /// The mistake, as a noun.
  var what: String
  var scene: Scene
  /// The name that the message about the mistake must contain.
  var name: String
  /// UIKit's exception; nil if UIKit cannot have such a mistake.
  var exception: String?
}

extension Scene {
  /// An id that is higher than those of all items and constraints of the scene.
  private var freeItem: ItemID {
    ItemID((views.map(\.id) + guides.map(\.id)).max().map { $0.rawValue + 1 } ?? 1)
  }

  private var freeConstraint: LayoutConstraint.ID {
    LayoutConstraint.ID((constraints.map(\.id).max()?.rawValue ?? 0) + 1)
  }

  /// Copies of this scene, each with one mistake.
  var mistakenTwins: [MistakenScene] { treeMistakes + numberMistakes + containerMistakes + constraintMistakes }

  private func twin(
    _ what: String, naming name: String, raising exception: String? = nil, _ change: (inout Scene) -> Void
  ) -> MistakenScene {
    var scene = self
    scene.steps = []
    change(&scene)
    return MistakenScene(what: what, scene: scene, name: name, exception: exception)
  }

  private var treeMistakes: [MistakenScene] {
    let last = views.count - 1
    var all = [
      twin("a root with a superview", naming: root.name) { $0.views[0].parent = .root },
      twin("a scale of 0", naming: "scene") { $0.scale = 0 },
      twin("a scale that is no number", naming: "scene") { $0.scale = .nan },
      twin("two views of one number", naming: "wrong") {
        $0.views.append(View(id: views[last].id, name: "wrong", parent: .root))
      },
      twin("a view whose number is too high", naming: "wrong") {
        $0.views.append(View(id: ItemID(.max), name: "wrong", parent: .root))
      },
      twin("a view without a superview", naming: "wrong") {
        $0.views.append(View(id: freeItem, name: "wrong", parent: nil))
      },
      twin("a view inside itself", naming: "wrong") {
        $0.views.append(View(id: freeItem, name: "wrong", parent: freeItem))
      },
      twin("a guide with the number of a view", naming: "wrong") {
        $0.guides.append(Guide(id: .root, name: "wrong", owner: .root))
      },
      twin("a guide whose number is too high", naming: "wrong") {
        $0.guides.append(Guide(id: ItemID(.max), name: "wrong", owner: .root))
      },
      twin("a guide of no view", naming: "wrong") {
        $0.guides.append(Guide(id: freeItem, name: "wrong", owner: ItemID(freeItem.rawValue + 1)))
      },
      twin("a guide whose inset is no number", naming: "wrong") {
        var guide = Guide(id: freeItem, name: "wrong", owner: .root)
        guide.insets = Insets(top: .nan)
        $0.guides.append(guide)
      },
    ]
    if let guide = guides.first {
      all.append(
        twin("a guide of a guide", naming: "wrong") {
          $0.guides.append(Guide(id: freeItem, name: "wrong", owner: guide.id))
        })
    }
    return all
  }

  /// Scenes with a wrong number in the last view, one for each of its numbers.
  private var numberMistakes: [MistakenScene] {
    let any: [(String, WritableKeyPath<View, Double>)] = [
      ("x", \.frame.x), ("y", \.frame.y), ("width", \.frame.width), ("height", \.frame.height),
      ("alignment inset", \.alignmentInsets.left), ("safe area", \.safeArea.top), ("margin", \.margins.own.leading),
      ("first baseline", \.firstBaseline), ("last baseline", \.lastBaseline),
    ]
    let priorities: [(String, WritableKeyPath<View, Double>)] = [
      ("horizontal hugging", \.intrinsic.hugging.horizontal), ("vertical hugging", \.intrinsic.hugging.vertical),
      ("horizontal resistance", \.intrinsic.resistance.horizontal),
      ("vertical resistance", \.intrinsic.resistance.vertical),
    ]
    let last = views.count - 1
    let name = views[last].name
    var all: [MistakenScene] = []
    for (at, (what, path)) in any.enumerated() {
      let number = [Double.nan, -.infinity, 1e101][at % 3]
      all.append(twin("a \(what) of \(number)", naming: name) { $0.views[last][keyPath: path] = number })
    }
    for (at, (what, path)) in priorities.enumerated() {
      let number = [0, 1000.5, -1, Double.nan][at % 4]
      all.append(twin("a \(what) of \(number)", naming: name) { $0.views[last][keyPath: path] = number })
    }
    all.append(twin("a natural width that is no number", naming: name) { $0.views[last].intrinsic.width = .nan })
    all.append(
      twin("a text with fewer lines than none", naming: name) {
        $0.views[last].text = TextMetrics(wordWidths: [1], spaceWidth: 1, lineHeight: 1, lineLimit: -1)
      })
    all.append(
      twin("a text with a word of no width", naming: name) {
        $0.views[last].text = TextMetrics(wordWidths: [.nan], spaceWidth: 1, lineHeight: 1, lineLimit: 0)
      })
    return all
  }

  private var containerMistakes: [MistakenScene] {
    var all: [MistakenScene] = []
    if let at = views.firstIndex(where: { $0.stack != nil }) {
      let name = views[at].name
      all.append(
        twin("a stack view that arranges the root", naming: name) { $0.views[at].stack?.arranged.append(.root) })
      all.append(twin("a spacing of nan", naming: name) { $0.views[at].stack?.spacing = .nan })
      if let twice = views[at].stack?.arranged.first {
        all.append(twin("a view arranged twice", naming: name) { $0.views[at].stack?.arranged.append(twice) })
      }
    }
    if let at = views.firstIndex(where: { $0.scroll != nil }) {
      all.append(twin("an endless offset", naming: views[at].name) { $0.views[at].scroll?.contentOffset.x = .infinity })
    }
    if let at = views.firstIndex(where: { $0.table != nil }) {
      all.append(
        twin("a table that is a collection", naming: views[at].name) { $0.views[at].flow = FlowConfiguration() })
      all.append(twin("a row height of nan", naming: views[at].name) { $0.views[at].table?.estimatedRowHeight = .nan })
    }
    if let at = views.firstIndex(where: { $0.flow != nil }) {
      all.append(twin("items of a size below 0", naming: views[at].name) { $0.views[at].flow?.itemSize.width = -1 })
    }
    return all
  }

  private var constraintMistakes: [MistakenScene] {
    let (invalid, inconsistent) = ("NSInvalidArgumentException", "NSInternalInconsistencyException")
    let last = views[views.count - 1].id
    func anchor(_ attribute: LayoutAttribute, of item: ItemID? = nil) -> Operand {
      .anchor(LayoutAnchor(item ?? last, attribute))
    }
    func wrong(
      _ what: String, raising exception: String? = nil, _ first: Operand? = nil, _ second: Operand? = nil,
      _ change: (inout LayoutConstraint) -> Void = { _ in }
    ) -> MistakenScene {
      twin("a constraint \(what)", naming: "wrong", raising: exception) { scene in
        var constraint = LayoutConstraint(
          id: freeConstraint, name: "wrong", first: first ?? anchor(.width), second: second, constant: 10)
        change(&constraint)
        scene.constraints.append(constraint)
      }
    }
    let sides = Operand.distance(from: LayoutAnchor(last, .left), to: LayoutAnchor(.root, .left))
    var all = [
      wrong("whose number is too high") { $0.id = .init(.max) },
      wrong("on nothing that is there", anchor(.width, of: freeItem)),
      wrong("beyond all numbers") { $0.constant = 1e101 },
      wrong("with a constant that is no number", raising: inconsistent) { $0.constant = .nan },
      wrong("with an endless multiplier", raising: inconsistent, nil, anchor(.height)) { $0.multiplier = .infinity },
      wrong("at priority 0", raising: inconsistent) { $0.priority = 0 },
      wrong("at priority 1001", raising: inconsistent) { $0.priority = 1001 },
      wrong("at no priority", raising: inconsistent) { $0.priority = .nan },
      wrong("that fixes a place alone", raising: invalid, anchor(.left)),
      wrong("that fixes a place by nothing of another", raising: invalid, anchor(.top), anchor(.bottom)) {
        $0.multiplier = 0
      },
      wrong("of a size and a place", raising: invalid, anchor(.width), anchor(.right, of: .root)),
      wrong("of leading and left", raising: invalid, anchor(.leading), anchor(.left, of: .root)),
      wrong("of a place and a distance", raising: invalid, anchor(.centerX), sides),
      wrong("of a distance and a place", raising: invalid, sides, anchor(.centerY)),
      wrong("held by nothing that is there") { $0.holder = freeItem },
    ]
    if let taken = constraints.first { all.append(wrong("with the number of another") { $0.id = taken.id }) }
    if last != .root {
      all.append(
        wrong("held by a view that does not hold its items", raising: "NSGenericException", anchor(.width, of: .root)) {
          $0.holder = last
        })
    }
    return all
  }

  /// Steps that cannot be performed now, each with a description.
  var mistakenSteps: [(what: String, step: Step)] {
    let last = views[views.count - 1].id
    let nobody = ItemID(freeItem.rawValue + 1)
    let unknown = freeConstraint
    var taken = View(id: last, name: "wrong", parent: .root)
    var arranging = View(id: freeItem, name: "wrong", parent: .root)
    arranging.stack = StackConfiguration()
    arranging.stack?.arranged = [last]
    let across = LayoutConstraint(
      id: unknown, name: "wrong", first: .anchor(LayoutAnchor(last, .width)),
      second: .anchor(LayoutAnchor(nobody, .width)))
    var steps: [(String, Step)] = [
      ("sets no constraint", .setConstant(unknown, 1)), ("changes no constraint", .setPriority(unknown, 1)),
      ("activates no constraint", .activate(unknown)), ("deactivates no constraint", .deactivate(unknown)),
      ("removes no constraint", .removeConstraint(unknown)),
      ("adds a constraint across hierarchies", .addConstraint(across)), ("adds a view twice", .addView(taken)),
      ("adds a view that arranges others", .addView(arranging)), ("removes the root", .removeView(.root)),
      ("removes nothing", .removeView(nobody)), ("removes no guide", .removeGuide(nobody)),
      ("adds a guide with the number of a view", .addGuide(Guide(id: .root, name: "wrong", owner: .root))),
      ("moves the root into itself", .move(.root, in: .root, at: 0)), ("hides nothing", .hide(nobody)),
      ("gives no width", .setIntrinsic(last, IntrinsicSize(width: .nan))),
      ("sets no frame", .setProperty(last, .frame(Rect(x: 0, y: .infinity, width: 1, height: 1)))),
      (
        "sets no margins",
        .setProperty(last, .margins(DirectionalInsets(top: .nan, leading: 0, bottom: 0, trailing: 0)))
      ),
      ("makes the root smaller than nothing", .resize(Size(width: -1, height: 1))),
      ("makes the root no size", .resize(Size(width: 1, height: .nan))), ("lets no time pass", .advance(.nan)),
      ("lays out nothing", .layout(nobody)),
    ]
    taken.id = freeItem
    taken.parent = nobody
    steps.append(("adds a view to nothing", .addView(taken)))
    if let constraint = constraints.first {
      steps.append(("makes a constant no number", .setConstant(constraint.id, .nan)))
      steps.append(("makes a priority 0", .setPriority(constraint.id, 0)))
      steps.append(("adds a constraint twice", .addConstraint(constraint)))
    }
    if let plain = views.first(where: { $0.stack == nil }) {
      steps.append(("spaces what is no stack view", .setProperty(plain.id, .spacing(1))))
      steps.append(("takes a view from what is no stack view", .unarrange(last, from: plain.id)))
    }
    if let plain = views.first(where: { $0.table == nil && $0.flow == nil }) {
      steps.append(("updates the cells of what has none", .beginUpdates(plain.id)))
    }
    if let table = views.first(where: { $0.table != nil }) {
      steps.append(("ends updates that have not begun", .endUpdates(table.id)))
    }
    if let stack = views.first(where: { $0.stack != nil && $0.id != .root }) {
      steps.append(("arranges a view in what it holds", .arrange(.root, in: stack.id, at: nil)))
      steps.append(("takes the root from a stack view", .unarrange(.root, from: stack.id)))
    }
    if let inner = views.first(where: { view in view.parent.map { $0 != .root } ?? false }), let outer = inner.parent {
      steps.append(("moves a view into its subview", .move(outer, in: inner.id, at: 0)))
    }
    return steps
  }
}
