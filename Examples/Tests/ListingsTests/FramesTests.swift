import ConstraintSolver
import HeadlessUIKit
import SceneImport
import SceneModel
import Testing
import UIKit

@testable import Listings
@testable import Profile

/// What `check` lays out of a story's recording is what the story's window shows in the end.
@Suite("A check sees the frames of each example", .serialized)
struct FramesTests {
  private static let stories: [(name: String, story: any ScreenStory)] = [
    ("swept button", SweptButtonStory()), ("forestalled button", ForestalledButtonStory()),
    ("expanded cell", ExpandedCellStory()), ("layer listings", LayerListingsStory()),
    ("layout counts", LayoutCountsStory()), ("interrupted press", InterruptedPressStory()),
    ("profile", ProfileStory()), ("crowded profile", CrowdedProfileStory()),
  ]

  @Test("Frames are within a pixel", arguments: 0..<8) func frames(number: Int) throws {
    let (name, story) = Self.stories[number]
    let screen = UIScreen(device: "iphone-8")
    let window = UIWindow(screen: screen)
    UIScreen.showing(screen) {
      window.rootViewController = story.makeScreen()
      window.makeKeyAndVisible()
    }
    story.play(in: window)
    window.settle()
    let imported = ImportedScene(scene: try Scene(text: Scene(recording: window).text))
    let report = try SceneCheck(findsAmbiguity: false).report(on: imported, file: name, solver: ConstraintSolver())
    var compared = 0
    for frame in report.frames {
      // Those that code knows by name.
      guard let view = window.find(named: frame.view), view.transform.isIdentity, view !== window else { continue }
      compared += 1
      let (shown, pixel) = (view.frame, 0.5 + 1e-6)
      // Where a cell's height contradicts its content, the recording is laid out with another view squeezed. Not understood yet.
      withKnownIssue(isIntermittent: true) {
        #expect(
          abs(Double(shown.minX) - frame.rect.x) <= pixel && abs(Double(shown.minY) - frame.rect.y) <= pixel
            && abs(Double(shown.width) - frame.rect.width) <= pixel
            && abs(Double(shown.height) - frame.rect.height) <= pixel,
          "\(name): \(frame.view) is at \(shown), and checked at \(frame.rect)")
      } when: {
        name == "expanded cell"
      }
    }
    #expect(compared > 0)
  }
}
