import SceneModel
import Testing

@testable import HeadlessUIKit

/// The line from which a step was recorded, found by the addresses of the calls.
@Suite("Lines of recorded steps") struct RecordedLinesTests {
  final class PlacedController: UIViewController {
    static let line = #line + 1
    override func viewDidLoad() { view.addSubview(UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))) }
  }
  struct PlacedStory: ScreenStory {
    func makeScreen() -> UIViewController { PlacedController() }
  }

  @Test("A step's line is the program's own, not one of this package")
  @MainActor func ownLine() throws {
    ScreenRun.tellsLines = true
    defer { ScreenRun.tellsLines = false }
    let scene = ScreenRun.record(PlacedStory(), on: UIScreen(device: "iphone-8"))
    let lines = scene.steps.indices.compactMap { scene.source(ofStep: $0) }
    #expect(Set(lines.map(\.file)) == ["RecordedLinesTests.swift"])
    #expect(lines.contains { $0.line == PlacedController.line })
  }
}
