import AnimationSampler
import ConstraintSolver
import HeadlessUIKit
import LayoutKernel
import SceneModel
import ScenePlayer
import Testing
import UIKit

@testable import Listings

/// The documents' stories, recorded and played again: the trap of each is told at its line.
@Suite("Recorded stories of the documents", .serialized)
struct StoryTests {
  private func played(_ story: some ScreenStory) throws -> ScenePlayer {
    ScreenRun.tellsLines = true
    defer { ScreenRun.tellsLines = false }
    let recorded = ScreenRun.record(story, on: UIScreen(device: "iphone-8"))
    let scene = try Scene(text: recorded.text)
    #expect(scene == recorded)
    var playback = try Playback(of: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    try playback.finish()
    return playback.performer
  }

  @Test("The button that is swept along is told at the block") func swept() throws {
    let remarks = try played(SweptButtonStory()).layers.lintRemarks
    let remark = try #require(remarks.first { $0.trap == .pendingSiblings })
    #expect(remark.source?.file == "ShapeToggle.swift")
    #expect(remark.text.contains("background"))
    #expect(try played(ForestalledButtonStory()).layers.lintRemarks.isEmpty)
  }

  @Test("The height that gives way is told at its constraint") func conflict() throws {
    let player = try played(ExpandedCellStory())
    let conflict = try #require(player.kernel.conflicts.first)
    let names = Dictionary(
      player.kernel.scene.constraints.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    let members = conflict.members.compactMap(\.constraint).compactMap { names[$0] }
    #expect(members.contains { $0.hasPrefix("ExpandingCell.swift:") })
  }

  @Test("The listing that moves nothing is told at its line, and no other") func listings() throws {
    let remarks = try played(LayerListingsStory()).layers.lintRemarks
    let remark = try #require(remarks.first { $0.trap == .missingFrom })
    #expect(remark.source?.file == "LayerListings.swift")
    #expect(remarks.filter { ![.missingFrom, .modelNotUpdated].contains($0.trap) }.isEmpty, "\(remarks)")
  }

  @Test("Layout that is asked for is no trap") func counts() throws {
    #expect(try played(LayoutCountsStory()).layers.lintRemarks.isEmpty)
  }

  @Test("The completion that comes although the finger let go is told at the block that takes over") func press() throws
  {
    let remarks = try played(InterruptedPressStory()).layers.lintRemarks
    let remark = try #require(remarks.first { $0.trap == .completionAfterInterruption })
    #expect(remark.source?.file == "LongPress.swift")
  }
}
