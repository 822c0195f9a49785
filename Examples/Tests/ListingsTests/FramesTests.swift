import ConstraintSolver
import LayoutKernel
import SceneImport
import SceneModel
import Testing
import UIKit

@testable import HeadlessUIKit
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

  @Test("Frames are the same", arguments: 0..<8) func frames(number: Int) throws {
    let (name, story) = Self.stories[number]
    let screen = UIScreen(device: "iphone-8")
    let window = UIWindow(screen: screen)
    UIScreen.showing(screen) {
      window.rootViewController = story.makeScreen()
      window.makeKeyAndVisible()
    }
    story.play(in: window)
    window.settle()
    let host = try #require(window.host)
    let imported = ImportedScene(scene: try Scene(text: Scene(recording: window).text))
    let report = try SceneCheck(findsAmbiguity: false).report(on: imported, file: name, solver: ConstraintSolver())
    let seen = Dictionary(report.frames.map { ($0.view, $0.rect) }, uniquingKeysWith: { first, _ in first })
    // By number: the rows of a table repeat the names that code knows.
    for view in host.allViews {
      let label = imported.identifier(of: view.item)
      // It is told on pixels.
      let wanted = PixelRounding.edges.round(host.kernel.frame(of: view.item), scale: host.kernel.scale)
      #expect(seen[label] == wanted, "\(name): \(label)")
    }
  }
}
