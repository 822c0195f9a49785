import ConstraintSolver
import SceneModel
import TestSupport
import Testing

@testable import LayoutKernel

struct AutoresizingCase: Decodable, Sendable, CustomTestStringConvertible {
  var superviewOld: [Double]
  var superviewNew: [Double]
  var frame: [Double]
  var mask: UInt8
  var expected: [Double]
  var unrounded: [Double]
  var pixelScale: Double?

  var testDescription: String { "mask \(mask), \(superviewOld) -> \(superviewNew)" }
  var rect: Rect { Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3]) }
  var old: Size { Size(width: superviewOld[0], height: superviewOld[1]) }
  var new: Size { Size(width: superviewNew[0], height: superviewNew[1]) }

  struct File: Decodable {
    var vectors: [AutoresizingCase]
  }

  static let all = Evidence.decode(File.self, from: "layout/autoresizing").vectors
}

@Suite("Autoresizing")
struct AutoresizingTests {
  @Test("A mask resizes as AppKit's does", arguments: AutoresizingCase.all)
  func recorded(_ vector: AutoresizingCase) {
    let result = Autoresizing.resized(
      vector.rect, mask: AutoresizingMask(rawValue: vector.mask), from: vector.old, to: vector.new,
      rounding: .floorEdges, scale: vector.pixelScale ?? 1)
    expectFrame(result, vector.expected, vector.testDescription)
  }

  @Test("A resized superview moves an autoresized view in proportion", arguments: AutoresizingCase.all)
  func throughSteps(_ vector: AutoresizingCase) throws {
    let kernel = try LayoutKernel(scene: scene(vector.rect, vector.mask, vector.old), solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: ItemID(1)) == vector.rect)
    try kernel.perform(.resize(vector.new))
    expectFrame(kernel.frame(of: ItemID(1)), vector.unrounded, vector.testDescription)
  }

  @Test(
    "The constraints of a mask alone give what the proportional rule gives",
    arguments: AutoresizingCase.all.map(\.mask) + Array(UInt8(0)...63))
  func throughConstraints(_ mask: UInt8) throws {
    let rect = Rect(x: 10, y: 15, width: 30, height: 20)
    let (old, new) = (Size(width: 100, height: 120), Size(width: 180, height: 150))
    // The container is laid out by constraints, so its size reaches the mask through the engine alone.
    var builder = SceneBuilder(width: 1000, height: 1000)
    builder.view("container") { $0.frame = Rect(x: 0, y: 0, width: old.width, height: old.height) }
    builder.view("v", in: "container") {
      $0.frame = rect
      $0.autoresizing = AutoresizingMask(rawValue: mask)
    }
    builder.constrain("container.width = \(new.width)")
    builder.constrain("container.height = \(new.height)")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.solve()
    let expected = Autoresizing.resized(rect, mask: AutoresizingMask(rawValue: mask), from: old, to: new)
    let item = try #require(kernel.items[builder["v"]])
    expectFrame(item.engineFrame, [expected.x, expected.y, expected.width, expected.height], "mask \(mask)")
    try kernel.layoutIfNeeded()
    expectFrame(
      kernel.frame(of: builder["v"]), [expected.x, expected.y, expected.width, expected.height], "laid out \(mask)")
    #expect(kernel.conflicts.isEmpty)
  }

  @Test("A size of the superview gives one frame, however the superview came to it", arguments: Array(UInt8(0)...63))
  func throughManySizes(_ mask: UInt8) throws {
    let rect = Rect(x: 10, y: 15, width: 30, height: 20)
    let kernel = try LayoutKernel(
      scene: scene(rect, mask, Size(width: 100, height: 120)), solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    for step in 1...50 {
      try kernel.perform(.resize(Size(width: 100 + Double(step) / 7, height: 120 + Double(step) / 3)))
    }
    try kernel.perform(.resize(Size(width: 100, height: 120)))
    #expect(kernel.frame(of: ItemID(1)) == rect)
  }

  @Test("Proportions that were squeezed to nothing are gone; a frame that is set has its own")
  func lostProportions() throws {
    let mask: AutoresizingMask = [.flexibleLeft, .flexibleWidth]
    let kernel = try LayoutKernel(
      scene: scene(Rect(x: 10, y: 0, width: 30, height: 10), mask.rawValue, Size(width: 100, height: 100)),
      solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    for width in [60.0, 100] { try kernel.perform(.resize(Size(width: width, height: 100))) }
    #expect(kernel.frame(of: ItemID(1)) == Rect(x: 20, y: 0, width: 20, height: 10))
    try kernel.perform(.setProperty(ItemID(1), .frame(Rect(x: 10, y: 0, width: 30, height: 10))))
    for width in [140.0, 100] { try kernel.perform(.resize(Size(width: width, height: 100))) }
    #expect(kernel.frame(of: ItemID(1)) == Rect(x: 10, y: 0, width: 30, height: 10))
  }

  @Test("A scene keeps what a mask resizes from: a new kernel goes back to the same frame")
  func keepsOrigin() throws {
    let rect = Rect(x: 10, y: 15, width: 30, height: 20)
    let mask: AutoresizingMask = [.flexibleLeft, .flexibleWidth, .flexibleRight]
    let size = Size(width: 100, height: 120)
    let kernel = try LayoutKernel(scene: scene(rect, mask.rawValue, size), solver: ConstraintSolver())
    try kernel.perform(.resize(Size(width: 107, height: 120)))
    try kernel.layoutIfNeeded()
    let resized = kernel.scene
    #expect(resized.views[1].resizingOrigin == ResizingOrigin(frame: rect, superviewSize: size))
    let next = try LayoutKernel(scene: resized, solver: ConstraintSolver())
    try next.perform(.resize(size))
    try next.layoutIfNeeded()
    #expect(next.frame(of: ItemID(1)) == rect)
    try kernel.perform(.setProperty(ItemID(1), .frame(rect)))
    #expect(kernel.scene.views[1].resizingOrigin == nil)
  }

  @Test(
    "L2.1: A frame smaller than its alignment insets contradicts nothing, and stays as it is",
    arguments: Array(UInt8(0)...63))
  func smallerThanInsets(_ mask: UInt8) throws {
    for (width, height) in [(0.0, 0.0), (200, 0), (0, 44), (3, 1), (200, 44)] {
      let rect = Rect(x: 10, y: 15, width: width, height: height)
      var scene = scene(rect, mask, Size(width: 300, height: 200))
      scene.views[1].alignmentInsets = Insets(top: 2, left: 3, bottom: 4, right: 5)
      let kernel = try LayoutKernel(scene: scene, solver: ConstraintSolver())
      try kernel.layoutIfNeeded()
      #expect(kernel.frame(of: ItemID(1)) == rect && kernel.conflicts.isEmpty, "mask \(mask)")
      let size = Size(width: 360, height: 260)
      try kernel.perform(.resize(size))
      try kernel.layoutIfNeeded()
      let resized = Autoresizing.resized(
        rect, mask: AutoresizingMask(rawValue: mask), from: Size(width: 300, height: 200), to: size)
      expectFrame(
        kernel.frame(of: ItemID(1)), [resized.x, resized.y, resized.width, resized.height], "mask \(mask)")
      #expect(kernel.conflicts.isEmpty, "mask \(mask), \(width) x \(height)")
    }
  }

  @Test("L2.1: Constraints speak of the alignment rectangle, in both directions", arguments: [false, true])
  func throughInsets(isRightToLeft: Bool) throws {
    let text = """
      scene 1
      root 300 x 200
      \(isRightToLeft ? "direction right-to-left" : "")
      view outer in root alignment-insets 1 2 3 4
      view inner in outer alignment-insets 5 6 7 8
      constraint c1: outer.leading = root.leading + 20
      constraint c2: outer.width = 100
      constraint c3: outer.top = root.top + 10
      constraint c4: outer.height = 80
      constraint c5: inner.leading = outer.leading + 10
      constraint c6: inner.width = 0.5 * outer.width
      constraint c7: inner.bottom = outer.bottom
      constraint c8: inner.height = 20

      """
    let kernel = try LayoutKernel(scene: Scene(text: text.replacing("\n\n", with: "\n")), solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    // Alignment rectangles: outer 20 or 180, 10, 100 x 80; inner 10 or 40 from its left edge, 60 below its top, 50 x 20.
    let (outer, inner) = isRightToLeft ? (180.0, 40.0) : (20, 10)
    #expect(kernel.frame(of: ItemID(1)) == Rect(x: outer - 2, y: 9, width: 106, height: 84))
    #expect(kernel.frame(of: ItemID(2)) == Rect(x: 2 + inner - 6, y: 1 + 60 - 5, width: 64, height: 32))
    #expect(kernel.value(of: .width, of: ItemID(2)) == 50)
    let parts = kernel.constraintsDeciding(.width, of: ItemID(2))
    #expect(parts.reduce(0) { $0 + $1.amount } == 50)
  }

  @Test("A view that its superview squeezes beyond nothing has no negative size, before and after the pass")
  func squeezedBeyondNothing() throws {
    let kernel = try LayoutKernel(
      scene: scene(
        Rect(x: 9, y: 9, width: 23, height: 14), AutoresizingMask([.flexibleHeight]).rawValue,
        Size(width: 320, height: 480)), solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    try kernel.perform(.resize(Size(width: 320, height: 219)))
    #expect(kernel.frame(of: ItemID(1)).height >= 0)
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: ItemID(1)) == Rect(x: 9, y: 9, width: 23, height: 0))
  }

  private func scene(_ rect: Rect, _ mask: UInt8, _ size: Size) -> Scene {
    var builder = SceneBuilder(width: size.width, height: size.height)
    builder.view("v") {
      $0.frame = rect
      $0.autoresizing = AutoresizingMask(rawValue: mask)
    }
    return builder.scene
  }
}
