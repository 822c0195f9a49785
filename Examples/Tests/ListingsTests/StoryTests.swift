import AnimationSampler
import ConstraintSolver
import Foundation
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
    let player = playback.performer
    let film = try player.layers.film(at: (0...60).map { player.layers.now * Double($0) / 60 })
    #expect(film.tracks.allSatisfy { $0.values.count == 61 })
    return player
  }

  /// What stands in an example at the line that was told.
  private func code(_ file: String?, _ line: Int?) throws -> String {
    let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: examples.appending(path: "Listings/\(try #require(file))"), encoding: .utf8)
    return String(text.split(separator: "\n", omittingEmptySubsequences: false)[try #require(line) - 1])
  }

  private func code(_ remark: Remark) throws -> String { try code(remark.source?.file, remark.source?.line) }

  @Test("The button that is swept along is told at the block") func swept() throws {
    let remarks = try played(SweptButtonStory()).layers.lintRemarks
    let remark = try #require(remarks.first { $0.trap == .pendingSiblings })
    #expect(try code(remark).contains("UIView.animate(withDuration: 0.5) {"))
    #expect(remark.text.contains("background"))
    #expect(try played(ForestalledButtonStory()).layers.lintRemarks.isEmpty)
  }

  @Test("The height that gives way is told at its constraint") func conflict() throws {
    let player = try played(ExpandedCellStory())
    let conflict = try #require(player.kernel.conflicts.first)
    let names = Dictionary(
      player.kernel.scene.constraints.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    let members = conflict.members.compactMap(\.constraint).compactMap { names[$0] }
    let made = members.filter { $0.hasPrefix("ExpandingCell.swift:") }
    let lines = made.map { Int($0.drop { $0 != ":" }.dropFirst().prefix { $0.isNumber }) }
    #expect(try lines.contains { try code("ExpandingCell.swift", $0).contains("height.equalTo") }, "\(made)")
  }

  @Test("The listing that moves nothing is told at its line, and no other") func listings() throws {
    let remarks = try played(LayerListingsStory()).layers.lintRemarks
    let remark = try #require(remarks.first { $0.trap == .missingFrom })
    #expect(try code(remark).contains("theLayer.add(fadeAnim, forKey: \"opacity\")"))
    #expect(remarks.filter { ![.missingFrom, .modelNotUpdated].contains($0.trap) }.isEmpty, "\(remarks)")
  }

  @Test("Layout that is asked for is no trap") func counts() throws {
    #expect(try played(LayoutCountsStory()).layers.lintRemarks.isEmpty)
  }

  @Test("The completion that comes although the finger let go is told at the block that takes over") func press() throws
  {
    let remarks = try played(InterruptedPressStory()).layers.lintRemarks
    let remark = try #require(remarks.first { $0.trap == .completionAfterInterruption })
    let line = try code(remark)
    #expect(line.contains("translationX: 0") || line.contains("withDuration: 0.9, delay: 0,"), "\(line)")
  }

  @Test("Where code placed a view and what it wrote, before they came, is recorded with its line") func origins() throws
  {
    ScreenRun.tellsLines = true
    defer { ScreenRun.tellsLines = false }
    func lines(of story: some ScreenStory, where isIt: (Step) -> Bool) throws -> [String] {
      let scene = ScreenRun.record(story, on: UIScreen(device: "iphone-8"))
      return try scene.steps.indices.filter { isIt(scene.steps[$0]) }.map {
        try code(scene.source(ofStep: $0)?.file, scene.source(ofStep: $0)?.line)
      }
    }
    let placed = try lines(of: InterruptedPressStory()) { if case .setProperty(_, .frame) = $0 { true } else { false } }
    #expect(placed.contains { $0.contains("TrackingBlockView(frame:") }, "\(placed)")
    let written = try lines(of: ExpandedCellStory()) { if case .setIntrinsic = $0 { true } else { false } }
    #expect(written.count { $0.contains("nameLabel.text =") } == 2, "\(written)")
  }
}
