import ConstraintSolver
import SceneModel
import TestSupport
import Testing

@testable import LayoutKernel

/// Frames that other projects' suites assert on Apple's engine (`layout/frames`).
struct FrameCase: Decodable, Sendable, CustomTestStringConvertible {
  var id: String
  var superview: [Double]
  var views: [String]
  var constraints: [ConstraintRecord]
  var expect: [String: [Double?]]
  var roundedExpect: [String: [Double?]]?
  var isRightToLeft: Bool?
  var superviewLayoutMargins: [Double]?
  var viewLayoutMargins: [Double]?

  var testDescription: String { id }

  struct File: Decodable {
    var cases: [FrameCase]
  }

  static let all = Evidence.decode(File.self, from: "layout/frames").cases

  func scene() -> (Scene, [String: ItemID]) {
    var scene = Scene(rootSize: Size(width: superview[0], height: superview[1]))
    if isRightToLeft == true { scene.root.semantic = .forceRightToLeft }
    if let margins = superviewLayoutMargins { scene.root.margins.own = Self.insets(margins) }
    var items: [String: ItemID] = ["S": .root]
    for name in views {
      let id = ItemID(UInt32(scene.views.count))
      items[name] = id
      var view = View(id: id, name: name, parent: .root)
      if let margins = viewLayoutMargins { view.margins.own = Self.insets(margins) }
      scene.views.append(view)
    }
    scene.constraints = constraints.enumerated().map { $1.constraint($0 + 1, items) }
    return (scene, items)
  }

  private static func insets(_ list: [Double]) -> DirectionalInsets {
    DirectionalInsets(top: list[0], leading: list[1], bottom: list[2], trailing: list[3])
  }
}

@Suite("Recorded frames")
struct RecordedFramesTests {
  @Test("A small system gives the frames that Apple's engine gave", arguments: FrameCase.all)
  func frames(_ frameCase: FrameCase) throws {
    let (scene, items) = frameCase.scene()
    let kernel = try LayoutKernel(scene: scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    for (name, expected) in frameCase.expect {
      let item = try #require(items[name])
      expectFrame(kernel.frame(of: item), expected, name)
    }
    guard let rounded = frameCase.roundedExpect else { return }
    var quirks = LayoutQuirks()
    quirks.pixelRounding = .originAndSize(originGrid: 1, sizeGrid: 0.5)
    let rounding = try LayoutKernel(scene: scene, solver: ConstraintSolver(), quirks: quirks)
    try rounding.layoutIfNeeded()
    for (name, expected) in rounded {
      let item = try #require(items[name])
      expectFrame(rounding.displayedFrame(of: item), expected, "\(name) rounded")
    }
  }
}

/// Engine values are multiples of 2⁻²⁰ pt, recorded ones have more or fewer digits.
let valueTolerance = 1e-5

func expectFrame(
  _ frame: Rect, _ expected: [Double?], _ name: String, tolerance: Double = valueTolerance,
  _ location: SourceLocation = #_sourceLocation
) {
  for (value, number) in zip([frame.x, frame.y, frame.width, frame.height], expected) {
    guard let number else { continue }
    #expect(abs(value - number) <= tolerance, "\(name): \(frame) is not \(expected)", sourceLocation: location)
  }
}
