import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

/// Rules of the model, with expected values worked out by hand.
@Suite("Layout semantics")
struct SemanticsTests {
  private func laidOut(_ builder: SceneBuilder, _ quirks: LayoutQuirks = LayoutQuirks()) throws -> LayoutKernel {
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver(), quirks: quirks)
    kernel.recordsEvents = true
    try kernel.layoutIfNeeded()
    return kernel
  }

  @Test("Items of different superviews meet in their common ancestor's coordinates")
  func differentSuperviews() throws {
    var builder = SceneBuilder()
    builder.view("left")
    builder.view("right")
    builder.view("inner", in: "left")
    builder.view("other", in: "right")
    builder.constrain("left.leading = root.leading + 30")
    builder.constrain("right.leading = root.leading + 200")
    builder.constrain("inner.leading = left.leading + 7")
    builder.constrain("other.leading = inner.leading")
    let kernel = try laidOut(builder)
    #expect(kernel.frame(of: builder["other"]).x == 37 - 200)
  }

  @Test("A multiplied location is measured in the holder's coordinates")
  func multipliedLocation() throws {
    var builder = SceneBuilder()
    builder.view("box")
    builder.view("v", in: "box")
    builder.constrain("box.leading = root.leading + 100")
    builder.constrain("box.width = 200")
    builder.constrain("v.width = 10")
    // Half of the box's centre in the box's own coordinates: 50.
    builder.constrain("v.centerX = 0.5 * box.centerX")
    #expect(try laidOut(builder).frame(of: builder["v"]).x == 45)
  }

  @Test("Right to left, a multiplied location is measured from the right edge")
  func multipliedLocationMirrored() throws {
    var builder = SceneBuilder(width: 400, height: 100)
    builder.scene.direction = .rightToLeft
    builder.view("v")
    builder.constrain("v.width = 10")
    builder.constrain("v.leading = 0.25 * root.trailing")
    let kernel = try laidOut(builder)
    // Mirrored, the view starts at a quarter of 400 from the right.
    #expect(kernel.frame(of: builder["v"]).maxX == 300)
  }

  @Test("Alignment insets keep shadows out of the layout")
  func alignmentInsets() throws {
    var builder = SceneBuilder()
    builder.view("toggle", kind: .toggle) {
      $0.alignmentInsets = Insets(right: 2)
      $0.intrinsic = IntrinsicSize(width: 49, height: 31)
    }
    builder.view("label")
    builder.constrain("toggle.leading = root.leading + 10")
    builder.constrain("label.leading = toggle.trailing + 5")
    let kernel = try laidOut(builder)
    #expect(kernel.frame(of: builder["toggle"]) == Rect(x: 10, y: 0, width: 51, height: 31))
    #expect(kernel.frame(of: builder["label"]).x == 64)
  }

  @Test("A distance between anchors is a dimension")
  func distance() throws {
    var builder = SceneBuilder()
    builder.view("a")
    builder.view("b")
    builder.view("c")
    builder.constrain("a.leading = root.leading + 10")
    builder.constrain("b.leading = root.leading + 60")
    var constraint = LayoutConstraint(
      id: LayoutConstraint.ID(9), name: "d", first: .anchor(LayoutAnchor(builder["c"], .width)),
      second: .distance(from: LayoutAnchor(builder["a"], .leading), to: LayoutAnchor(builder["b"], .leading)))
    constraint.multiplier = 2
    builder.scene.constraints.append(constraint)
    #expect(try laidOut(builder).frame(of: builder["c"]).width == 100)
  }

  @Test("Edges to a scroll view are its content's, sizes and centres are its frame's")
  func scrollView() throws {
    var builder = SceneBuilder(width: 300, height: 400)
    builder.view("scroll", kind: .scroll) { $0.scroll = ScrollConfiguration() }
    builder.view("content", in: "scroll")
    builder.view("badge", in: "scroll")
    for edge in ["top", "bottom", "leading", "trailing"] {
      builder.constrain("scroll.\(edge) = root.\(edge)")
      builder.constrain("content.\(edge) = scroll.\(edge)")
    }
    builder.constrain("content.width = scroll.width")
    builder.constrain("content.height = 1000")
    builder.constrain("badge.centerY = scroll.centerY")
    let kernel = try laidOut(builder)
    #expect(kernel.frame(of: builder["content"]) == Rect(x: 0, y: 0, width: 300, height: 1000))
    #expect(kernel.contentSize(of: builder["scroll"]) == Size(width: 300, height: 1000))
    #expect(kernel.frame(of: builder["badge"]).y == 200)
  }

  @Test("The frame guide stays where the scroll view is while its content scrolls")
  func scrollGuides() throws {
    var builder = SceneBuilder(width: 300, height: 400)
    builder.view("scroll", kind: .scroll) { $0.scroll = ScrollConfiguration() }
    builder.guide("contentGuide", of: "scroll", .scrollContent)
    builder.guide("frameGuide", of: "scroll", .scrollFrame)
    builder.view("content", in: "scroll")
    builder.view("header", in: "scroll")
    for edge in ["top", "bottom", "leading", "trailing"] {
      builder.constrain("scroll.\(edge) = root.\(edge)")
      builder.constrain("content.\(edge) = contentGuide.\(edge)")
    }
    builder.constrain("content.width = frameGuide.width")
    builder.constrain("content.height = 1000")
    builder.constrain("header.top = frameGuide.top")
    let kernel = try laidOut(builder)
    #expect(kernel.contentSize(of: builder["scroll"]) == Size(width: 300, height: 1000))
    try kernel.perform(.setProperty(builder["scroll"], .bounds(Rect(x: 0, y: 120, width: 300, height: 400))))
    try kernel.perform(.advance(0))
    #expect(kernel.frame(of: builder["header"]).y == 120)
    #expect(kernel.frame(of: builder["content"]).y == 0)
  }

  @Test("Multi-line text takes the height of its solved width")
  func text() throws {
    var builder = SceneBuilder(width: 100, height: 400)
    builder.view("label", kind: .label) {
      // 30 + 5 + 30 + 5 + 30 = 100 fits once, not within 80.
      $0.text = TextMetrics(wordWidths: [30, 30, 30, 30], spaceWidth: 5, lineHeight: 20, lineLimit: 0)
    }
    builder.constrain("label.leading = root.leading")
    let trailing = builder.constrain("label.trailing = root.trailing")
    let kernel = try laidOut(builder)
    #expect(kernel.frame(of: builder["label"]) == Rect(x: 0, y: 0, width: 100, height: 40))
    try kernel.perform(.setConstant(trailing, -40))
    try kernel.perform(.layout(.root))
    #expect(kernel.frame(of: builder["label"]) == Rect(x: 0, y: 0, width: 60, height: 80))
    let fitted = try kernel.systemLayoutSizeFitting(builder["label"], target: LayoutKernel.compressedSize)
    #expect(fitted == Size(width: 135, height: 20))
    #expect(kernel.frame(of: builder["label"]) == Rect(x: 0, y: 0, width: 60, height: 80))
    kernel.removeEvents()
    try kernel.layoutIfNeeded()
    #expect(kernel.events.isEmpty)
  }

  @Test("Safe area and margins reach inner views as far as they overlap the border")
  func safeArea() throws {
    var builder = SceneBuilder(width: 375, height: 812)
    builder.scene.root.safeArea = Insets(top: 44, bottom: 34)
    builder.scene.root.margins.systemMinimum = DirectionalInsets(leading: 16, trailing: 16)
    builder.guide("safe", .safeArea)
    builder.view("card")
    builder.guide("cardSafe", of: "card", .safeArea)
    builder.view("inner", in: "card")
    builder.view("margin")
    builder.constrain("card.top = root.top + 10")
    builder.constrain("card.bottom = safe.bottom")
    builder.constrain("card.leading = root.leadingMargin")
    builder.constrain("card.trailing = root.trailingMargin")
    builder.constrain("inner.top = card.topMargin")
    builder.constrain("inner.bottom = cardSafe.bottom")
    builder.constrain("margin.top = root.topMargin")
    let kernel = try laidOut(builder)
    #expect(kernel.frame(of: builder["card"]) == Rect(x: 16, y: 10, width: 343, height: 768))
    #expect(kernel.safeAreaInsets(of: builder["card"]) == Insets(top: 34))
    // Own margin 8 and the safe area above it.
    #expect(kernel.frame(of: builder["inner"]).y == 42)
    #expect(kernel.frame(of: builder["inner"]).maxY == 768)
    #expect(kernel.frame(of: builder["margin"]).y == 52)
    try kernel.perform(.setProperty(.root, .safeArea(Insets(top: 20))))
    try kernel.perform(.advance(0))
    #expect(kernel.frame(of: builder["card"]) == Rect(x: 16, y: 10, width: 343, height: 802))
    #expect(kernel.frame(of: builder["inner"]).y == 18)
  }

  @Test("A view that preserves its superview's margins has the rest of them")
  func preservedMargins() throws {
    var builder = SceneBuilder(width: 200, height: 100)
    builder.scene.root.margins.own = DirectionalInsets(top: 0, leading: 50, bottom: 0, trailing: 20)
    builder.view("box") { $0.margins.preservesSuperviewMargins = true }
    builder.view("v", in: "box")
    builder.constrain("box.leading = root.leading + 10")
    builder.constrain("box.trailing = root.trailing")
    builder.constrain("v.leading = box.leadingMargin")
    builder.constrain("v.trailing = box.trailingMargin")
    #expect(try laidOut(builder).frame(of: builder["v"]) == Rect(x: 40, y: 0, width: 130, height: 0))
  }

  @Test("Readable content is centred and not wider than it may be")
  func readable() throws {
    var builder = SceneBuilder(width: 1024, height: 768)
    builder.guide("readable", .readableContent)
    let kernel = try laidOut(builder)
    #expect(kernel.frame(of: builder["readable"]) == Rect(x: 176, y: 8, width: 672, height: 752))
  }

  @Test("A controller's guides stand in the safe area")
  func controllerGuides() throws {
    var builder = SceneBuilder(width: 375, height: 667)
    builder.scene.root.safeArea = Insets(top: 64, bottom: 49)
    builder.guide("top", .top)
    builder.guide("bottom", .bottom)
    builder.guide("keyboard", .keyboard)
    builder.view("v")
    builder.constrain("v.top = top.bottom + 8")
    builder.constrain("v.bottom = bottom.top - 8")
    let kernel = try laidOut(builder)
    #expect(kernel.frame(of: builder["v"]).y == 72)
    #expect(kernel.frame(of: builder["v"]).maxY == 610)
    #expect(kernel.frame(of: builder["keyboard"]) == Rect(x: 0, y: 618, width: 375, height: 49))
  }

  @Test("A measurement moves nothing and leaves nothing pending")
  func fitting() throws {
    var builder = SceneBuilder()
    builder.view("card")
    builder.view("label", in: "card") { $0.intrinsic = IntrinsicSize(width: 70.2, height: 20) }
    for edge in ["top", "leading"] { builder.constrain("label.\(edge) = card.\(edge) + 10") }
    for edge in ["bottom", "trailing"] { builder.constrain("label.\(edge) = card.\(edge) - 10") }
    builder.constrain("card.width = root.width")
    builder.constrain("card.height = 300")
    let kernel = try laidOut(builder)
    kernel.removeEvents()
    let height = try kernel.systemLayoutSizeFitting(
      builder["card"], target: LayoutKernel.compressedSize, horizontalPriority: 1000)
    _ = height
    let size = try kernel.systemLayoutSizeFitting(builder["label"], target: LayoutKernel.compressedSize)
    // 70.2 points are 140.4 pixels at 2x; sizes are rounded up.
    #expect(size == Size(width: 70.5, height: 20))
    try kernel.layoutIfNeeded()
    #expect(kernel.events.filter { if case .conflict = $0 { false } else { true } }.isEmpty)
    #expect(kernel.frame(of: builder["card"]) == Rect(x: 0, y: 0, width: 400, height: 300))
  }

  @Test("Pixel rounding is a policy of what is shown, not of what is solved")
  func rounding() throws {
    var builder = SceneBuilder(width: 100, height: 100)
    builder.view("v")
    builder.constrain("v.leading = root.leading + 10.25")
    builder.constrain("v.width = 20.5")
    var quirks = LayoutQuirks()
    quirks.pixelRounding = .edges
    let kernel = try laidOut(builder, quirks)
    #expect(kernel.frame(of: builder["v"]) == Rect(x: 10.25, y: 0, width: 20.5, height: 0))
    #expect(kernel.displayedFrame(of: builder["v"]) == Rect(x: 10.5, y: 0, width: 20.5, height: 0))
  }

  @Test("A view without enough constraints is ambiguous, one with them is not")
  func ambiguity() throws {
    var builder = SceneBuilder()
    builder.view("fixed")
    builder.view("free")
    for text in ["leading = root.leading", "top = root.top", "trailing = root.trailing", "bottom = root.bottom"] {
      builder.constrain("fixed.\(text)")
    }
    builder.constrain("free.leading = root.leading")
    let kernel = try laidOut(builder)
    #expect(kernel.hasAmbiguousLayout(builder["fixed"]) == false)
    #expect(kernel.hasAmbiguousLayout(builder["free"]) == true)
    #expect(kernel.hasAmbiguousLayout(.root) == false)
  }

  @Test("The constraints that decide a view are found along the chain")
  func affecting() throws {
    var builder = SceneBuilder()
    for name in ["x", "y", "z", "a", "other"] { builder.view(name) }
    builder.constrain("x.width = y.width")
    builder.constrain("y.width = z.width")
    builder.constrain("z.width = a.width")
    builder.constrain("a.width = 100")
    builder.constrain("other.width = x.width")
    builder.constrain("x.leading = root.leading + 5")
    let kernel = try laidOut(builder)
    let lines = kernel.constraintsAffectingLayout(of: builder["x"], .horizontal).map(\.text)
    #expect(
      lines == [
        "x.leading = root.leading + 5", "x.width = y.width", "y.width = z.width", "z.width = a.width", "a.width = 100",
      ])
    #expect(kernel.constraintsAffectingLayout(of: builder["x"], .vertical).isEmpty)
  }

  @Test("Intrinsic sizes and stack constraints count among what decides a view")
  func affectingSystem() throws {
    var builder = SceneBuilder()
    var stack = StackConfiguration()
    builder.view("stack", kind: .stack)
    stack.arranged = [
      builder.view("a", in: "stack") { $0.intrinsic = IntrinsicSize(width: 30, height: 10) },
      builder.view("b", in: "stack") { $0.intrinsic = IntrinsicSize(width: 40, height: 10) },
    ]
    builder.edit("stack") { $0.stack = stack }
    let kernel = try laidOut(builder)
    let lines = kernel.constraintsAffectingLayout(of: builder["b"], .horizontal).map(\.text)
    #expect(lines.contains("b.leading = a.trailing"))
    #expect(lines.contains { $0.hasPrefix("a.width") })
    #expect(lines.contains { $0.hasPrefix("b.width") })
  }

  @Test("The hide count of UIKit is a quirk")
  func hiddenCount() throws {
    var builder = SceneBuilder()
    var stack = StackConfiguration()
    builder.view("stack", kind: .stack)
    stack.arranged = [builder.view("v", in: "stack") { $0.intrinsic = IntrinsicSize(width: 10, height: 10) }]
    builder.edit("stack") { $0.stack = stack }
    for isCounted in [false, true] {
      var quirks = LayoutQuirks()
      quirks.emulateHiddenCount = isCounted
      let kernel = try laidOut(builder, quirks)
      for step in [Step.hide(builder["v"]), .hide(builder["v"]), .show(builder["v"]), .layout(.root)] {
        try kernel.perform(step)
      }
      #expect(kernel.frame(of: builder["v"]).width == (isCounted ? 0 : 10))
    }
  }
}
