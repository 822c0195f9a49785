import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

/// What UIKit refuses, in its own words, and scenes that no layout can hold.
@Suite("Mistakes")
struct MistakeTests {
  private let v = ItemID(1)

  private func refusal(_ change: (inout LayoutConstraint) -> Void) -> ConstraintRules.Refusal? {
    var constraint = LayoutConstraint(
      id: LayoutConstraint.ID(1), name: "c", first: .anchor(LayoutAnchor(ItemID(1), .leading)),
      second: .anchor(LayoutAnchor(.root, .leading)))
    change(&constraint)
    return ConstraintRules.refusal(of: constraint) { "\($0.item == .root ? "root" : "v").\($0.attribute.name)" }
  }

  @Test("A location needs another one")
  func lonelyLocation() {
    let text =
      "NSLayoutConstraint for v.leading: A multiplier of 0 or a nil second item together with a location for the "
      + "first attribute creates an illegal constraint of a location equal to a constant. Location attributes must be "
      + "specified in pairs."
    #expect(refusal { $0.second = nil }?.message == text)
    #expect(refusal { $0.multiplier = 0 }?.message == text)
    #expect(refusal { $0.second = nil }?.exception == "NSInvalidArgumentException")
  }

  @Test("Sizes and locations do not pair, and neither do the two families of sides")
  func pairing() {
    let other = { (attribute: LayoutAttribute) in Operand.anchor(LayoutAnchor(.root, attribute)) }
    #expect(
      refusal { $0.second = other(.width) }?.message
        == "NSLayoutConstraint for v.leading: Invalid pairing of layout attributes.")
    #expect(
      refusal { $0.second = other(.left) }?.message
        == "NSLayoutConstraint for v.leading: A constraint cannot be made between a leading/trailing attribute and a "
        + "right/left attribute. Use leading/trailing for both or neither.")
    #expect(refusal { $0.second = other(.centerX) } == nil)
    // Different axes are accepted for locations, and so is a width that equals a height.
    #expect(refusal { $0.second = other(.top) } == nil)
    #expect(
      refusal {
        $0.first = .anchor(LayoutAnchor(ItemID(1), .width))
        $0.second = other(.height)
      } == nil)
  }

  @Test("Numbers are finite, and priorities lie above 0 and up to 1000")
  func numbers() {
    #expect(refusal { $0.constant = .nan }?.exception == "NSInternalInconsistencyException")
    #expect(refusal { $0.priority = 1001 }?.exception == "NSInternalInconsistencyException")
    #expect(
      refusal {
        $0.first = .anchor(LayoutAnchor(ItemID(1), .width))
        $0.second = nil
        $0.constant = -.infinity
      }?.message
        == "NSLayoutConstraint constant is not finite!  That's illegal.  constant:-inf firstAnchor:v.width "
        + "secondAnchor:(null)")
    #expect(
      refusal { $0.constant = .infinity }?.message
        == "NSLayoutConstraint constant is not finite!  That's illegal.  constant:inf firstAnchor:v.leading "
        + "secondAnchor:root.leading")
    #expect(
      refusal { $0.priority = 1001 }?.message
        == "It's illegal to set priority:1001.  Priorities must be greater than 0 and less or equal to "
        + "NSLayoutPriorityRequired, which is 1000.000000.")
    #expect(refusal { $0.priority = 0 } != nil)
    #expect(refusal { $0.priority = .nan } != nil)
  }

  @Test("Before iOS 13 a live constraint stayed required or optional")
  func legacyPriorities() throws {
    var builder = SceneBuilder()
    builder.view("v")
    let width = builder.constrain("v.width = 10")
    var quirks = LayoutQuirks()
    quirks.legacyPriorityRule = true
    let old = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver(), quirks: quirks)
    let mistake = #expect(throws: LayoutMistake.self) { try old.perform(.setPriority(width, 500)) }
    #expect(
      mistake?.description.contains(
        "Mutating a priority from required to not on an installed constraint (or vice-versa) is not supported.  You "
          + "passed priority 500 and the existing priority was 1000.") == true)
    // The numbers are printed as integers.
    #expect(
      ConstraintRules.refusal(ofChanging: 999.5, to: 1000)?.message
        == "Mutating a priority from required to not on an installed constraint (or vice-versa) is not supported.  You "
        + "passed priority 1000 and the existing priority was 999.")
    #expect(ConstraintRules.refusal(ofChanging: 999.5, to: 1000)?.exception == "NSInternalInconsistencyException")
    try old.perform(.setPriority(width, 1000))
    let new = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try new.perform(.setPriority(width, 500))
  }

  @Test("A constraint cannot be held by a view that does not hold its items")
  func foreignHolder() throws {
    var builder = SceneBuilder()
    builder.view("a")
    builder.view("b")
    builder.constrain("a.leading = root.leading")
    builder.scene.constraints[0].holder = builder["b"]
    let mistake = #expect(throws: LayoutMistake.self) {
      try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    }
    #expect(
      mistake
        == .constraint(
          name: "c1", exception: "NSGenericException",
          message: "Unable to install constraint on view.  Does the constraint reference something from outside the "
            + "subtree of the view?  That's illegal. constraint:c1 view:b"))
  }

  @Test("A view that has left has no ancestor in common with those that stayed")
  func departed() throws {
    var builder = SceneBuilder()
    builder.view("a")
    let gone = builder.view("b")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.perform(.removeView(gone))
    let constraint = LayoutConstraint(
      id: LayoutConstraint.ID(1), name: "c1", first: .anchor(LayoutAnchor(builder["a"], .leading)),
      second: .anchor(LayoutAnchor(gone, .trailing)))
    let mistake = #expect(throws: LayoutMistake.self) { try kernel.perform(.addConstraint(constraint)) }
    #expect(
      mistake
        == .constraint(
          name: "c1", exception: "NSGenericException",
          message:
            "Unable to activate constraint with anchors a.leading and \(gone).trailing because they have no common "
            + "ancestor.  Does the constraint or its anchors reference items in different view hierarchies?  That's "
            + "illegal."))
  }

  @Test("A scene that is not a tree is refused with its place")
  func badTrees() throws {
    var cycle = SceneBuilder()
    cycle.view("a")
    cycle.view("b", in: "a")
    cycle.edit("a") { $0.parent = ItemID(2) }
    var orphan = SceneBuilder()
    orphan.view("a")
    orphan.edit("a") { $0.parent = ItemID(77) }
    var twin = SceneBuilder()
    twin.view("a")
    twin.scene.views.append(twin.scene.views[1])
    var absurd = SceneBuilder()
    absurd.view("a") { $0.frame = Rect(x: .nan, y: 0, width: 1e308, height: 0) }
    var stranger = SceneBuilder()
    stranger.view("a")
    stranger.constrain("a.width = 1")
    stranger.scene.constraints[0].first = .anchor(LayoutAnchor(ItemID(9), .width))
    var arranged = SceneBuilder()
    arranged.view("s") {
      $0.stack = StackConfiguration()
      $0.stack?.arranged = [ItemID(1)]
    }
    var empty = SceneBuilder()
    empty.scene.views = []
    for scene in [
      cycle.scene, orphan.scene, twin.scene, absurd.scene, stranger.scene, arranged.scene, empty.scene,
    ] {
      let mistake = #expect(throws: LayoutMistake.self) {
        try LayoutKernel(scene: scene, solver: ConstraintSolver())
      }
      #expect(mistake?.description.isEmpty == false)
    }
  }

  @Test("A wrong step is refused and changes nothing")
  func badSteps() throws {
    var builder = SceneBuilder()
    builder.view("v")
    let width = builder.constrain("v.width = 10")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    let before = kernel.scene
    let steps: [Step] = [
      .setConstant(LayoutConstraint.ID(99), 1), .setConstant(width, .nan), .setPriority(width, -1),
      .removeView(.root), .removeView(ItemID(50)), .addView(View(id: v, name: "w", parent: .root)),
      .addView(View(id: ItemID(5), name: "w", parent: ItemID(40))), .move(v, in: v, at: 0),
      .arrange(v, in: .root, at: nil), .resize(Size(width: -1, height: 1)), .endUpdates(v),
      .setProperty(v, .spacing(3)), .setProperty(v, .bounds(Rect(x: .nan, y: 0, width: 1, height: 1))),
      .setProperty(v, .alpha(.infinity)),
      .layout(ItemID(9)),
      .addConstraint(before.constraints[0]), .removeGuide(v),
    ]
    for step in steps {
      #expect(throws: LayoutMistake.self, "\(step)") { try kernel.perform(step) }
      #expect(kernel.scene == before)
    }
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: v).width == 10)
  }

  @Test("A tree of any depth is laid out and freed")
  func depth() throws {
    var builder = SceneBuilder()
    for index in 0..<6000 {
      builder.view("v\(index)", in: index == 0 ? "root" : "v\(index - 1)") {
        $0.frame = Rect(x: 1, y: 0, width: 10, height: 10)
        $0.autoresizing = []
      }
    }
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: builder["v5999"]).x == 1)
  }

  @Test("Margins that chase each other are a loop, and the views are named")
  func loop() throws {
    // Each round moves the box 2 pt further under the safe area, which makes its margin 2 pt larger.
    var builder = SceneBuilder()
    builder.scene.root.safeArea = Insets(left: 12)
    builder.view("box")
    builder.view("v", in: "box")
    builder.constrain("v.leading = box.leadingMargin")
    builder.constrain("v.leading = root.leading + 18")
    builder.constrain("box.width = 100")
    var quirks = LayoutQuirks()
    quirks.roundLimit = 20
    // As before iOS 11: what reaches out of its superview has more of the border over it than there is.
    quirks.clampsSafeAreaOverlap = false
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver(), quirks: quirks)
    let mistake = #expect(throws: LayoutMistake.self) { try kernel.layoutIfNeeded() }
    guard case .layoutLoop(let views)? = mistake else {
      Issue.record("\(String(describing: mistake)) is not a loop")
      return
    }
    #expect(views == ["root", "box"])
  }

  @Test("Springs and margins that feed each other outgrow every number before the rounds are up")
  func runaway() throws {
    var builder = SceneBuilder(width: 10, height: 10)
    builder.scene.root.safeArea = Insets(bottom: 27)
    builder.view("stack", kind: .stack)
    let view = builder.view("v", in: "stack") {
      $0.frame = Rect(x: 4, y: 42, width: 44, height: 80)
      $0.autoresizing = [.flexibleWidth, .flexibleRight, .flexibleTop, .flexibleHeight]
    }
    builder.edit("stack") {
      var stack = StackConfiguration()
      stack.alignment = .lastBaseline
      stack.isLayoutMarginsRelative = true
      stack.arranged = [view]
      $0.stack = stack
    }
    builder.guide("readable", of: "v", .readableContent)
    var quirks = LayoutQuirks()
    quirks.clampsSafeAreaOverlap = false
    // Rounds enough for the numbers to leave a double, were nobody to look at them.
    quirks.roundLimit = 10_000
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver(), quirks: quirks)
    let mistake = #expect(throws: LayoutMistake.self) { try kernel.layoutIfNeeded() }
    guard case .layoutLoop(let views)? = mistake else {
      Issue.record("\(String(describing: mistake)) is not a loop")
      return
    }
    #expect(views == ["stack"])
  }
}
