import ConstraintSolver
import SceneModel
import TestSupport
import Testing

@testable import LayoutKernel

/// What makes `layoutSubviews` run (`layout/layout-events`), row by row.
@Suite("Layout events")
struct EventTests {
  struct File: Decodable {
    struct Row: Decodable, Sendable {
      var event: String
      var laysOutA: Bool
    }

    struct Classic: Decodable, Sendable {
      var event: String
      var called: [String]
    }

    var nested: [Row]
    var classic: [Classic]
  }

  static let file = Evidence.decode(File.self, from: "layout/layout-events")

  /// A > V1 > V2, all with frames.
  static func nested() throws -> (LayoutKernel, SceneBuilder) {
    var builder = SceneBuilder()
    func given(_ frame: Rect) -> (inout View) -> Void {
      return {
        $0.frame = frame
        $0.autoresizing = [.flexibleRight, .flexibleBottom]
      }
    }
    builder.view("A", given(Rect(x: 10, y: 10, width: 300, height: 300)))
    builder.view("V1", in: "A", given(Rect(x: 10, y: 10, width: 200, height: 200)))
    builder.view("V2", in: "V1", given(Rect(x: 10, y: 10, width: 100, height: 100)))
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    kernel.recordsEvents = true
    try kernel.layoutIfNeeded()
    kernel.removeEvents()
    return (kernel, builder)
  }

  static func laidOut(_ kernel: LayoutKernel) -> [String] {
    kernel.events.compactMap {
      guard case .layoutSubviews(let item) = $0 else { return nil }
      return kernel.name(of: item)
    }
  }

  @Test("The third seed's experiment comes out as told", arguments: EventTests.file.nested)
  func seed003(_ row: File.Row) throws {
    let (kernel, builder) = try Self.nested()
    let words = row.event.split(whereSeparator: { " .(".contains($0) }).map(String.init)
    let item = builder[words[0]]
    var frame = kernel.frame(of: item)
    switch words[1] {
    case "origin":
      frame.x += 5
      try kernel.perform(.setProperty(item, .frame(frame)))
    case "size":
      frame.width += 5
      try kernel.perform(.setProperty(item, .frame(frame)))
    case "setNeedsLayout": try kernel.perform(.needsLayout(item))
    case "layoutIfNeeded": try kernel.perform(.layout(item))
    default: Issue.record("unknown event \(row.event)")
    }
    try kernel.perform(.advance(0.1))
    #expect(Self.laidOut(kernel).contains("A") == row.laysOutA, "\(Self.laidOut(kernel))")
  }

  @Test("The widely copied list of triggers holds", arguments: EventTests.file.classic)
  func classic(_ row: File.Classic) throws {
    var (kernel, builder) = try Self.nested()
    let expected: [String]
    switch row.event {
    case "init":
      // A view that is in no tree is nothing to the kernel.
      expected = []
    case "addSubview(x) to t":
      var view = View(id: ItemID(9), name: "x", parent: builder["V1"])
      view.autoresizing = []
      try kernel.perform(.addView(view))
      // The siblings that old lists name too were seen to be asked only when their own size changes.
      expected = ["V1", "x"]
    case "setFrame with different size on v":
      try kernel.perform(.setProperty(builder["V1"], .frame(Rect(x: 10, y: 10, width: 150, height: 200))))
      expected = ["A", "V1"]
    case "setFrame with different origin only":
      try kernel.perform(.setProperty(builder["V1"], .frame(Rect(x: 20, y: 10, width: 200, height: 200))))
      expected = []
    case "scroll a UIScrollView (bounds.origin changes)":
      builder.edit("V1") { $0.scroll = ScrollConfiguration() }
      kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
      kernel.recordsEvents = true
      try kernel.layoutIfNeeded()
      kernel.removeEvents()
      try kernel.perform(.setProperty(builder["V1"], .bounds(Rect(x: 0, y: 40, width: 200, height: 200))))
      // The superview was asked on old systems only.
      expected = ["V1"]
    case "rotate device":
      try kernel.perform(.resize(Size(width: 800, height: 400)))
      expected = ["root"]
    case "removeFromSuperview":
      try kernel.perform(.removeView(builder["V2"]))
      expected = ["V1"]
    default:
      Issue.record("unknown event \(row.event)")
      return
    }
    try kernel.perform(.advance(0.1))
    #expect(Self.laidOut(kernel) == expected)
  }

  @Test("A pass with nothing pending runs no callback")
  func nothingPending() throws {
    let (kernel, _) = try Self.nested()
    try kernel.layoutIfNeeded()
    try kernel.perform(.layout(.root))
    try kernel.perform(.advance(1))
    #expect(kernel.events.isEmpty)
  }

  @Test("Constraints are updated from the leaves up, layout runs from the root down")
  func order() throws {
    var builder = SceneBuilder()
    builder.view("a")
    builder.view("b", in: "a")
    builder.constrain("b.width = 10")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    kernel.recordsEvents = true
    try kernel.layoutIfNeeded()
    #expect(
      kernel.events.map(kernel.text) == [
        "updateConstraints b", "updateConstraints a", "updateConstraints root", "layoutSubviews root",
        "layoutSubviews a", "setFrame b (0, 0, 0, 0) -> (0, 0, 10, 0)", "layoutSubviews b",
      ])
  }

  @Test("A changed constant moves nothing until the layout, and then visits only what moves")
  func constantChange() throws {
    var builder = SceneBuilder()
    builder.view("a")
    builder.view("b")
    builder.view("inner", in: "b")
    builder.constrain("a.width = 10")
    let width = builder.constrain("b.width = 20")
    builder.constrain("inner.width = 5")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    kernel.recordsEvents = true
    try kernel.layoutIfNeeded()
    kernel.removeEvents()
    try kernel.perform(.setConstant(width, 30))
    #expect(kernel.events.isEmpty)
    #expect(kernel.frame(of: builder["b"]).width == 20)
    try kernel.perform(.layout(.root))
    #expect(
      kernel.events.map(kernel.text) == [
        "layoutSubviews root", "setFrame b (0, 0, 20, 0) -> (0, 0, 30, 0)", "layoutSubviews b",
      ])
  }

  @Test("A kernel that nobody listens to keeps no events")
  func nobodyListens() throws {
    var builder = SceneBuilder()
    builder.view("a")
    builder.constrain("a.width = 10")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    #expect(kernel.events.isEmpty)
  }
}
