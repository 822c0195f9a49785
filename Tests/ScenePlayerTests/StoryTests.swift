import AnimationSampler
import ConstraintSolver
import Foundation
import ScenePlayer
import SceneModel
import TestSupport
import Testing

/// A scene of `Stories` with what it must show: values of properties at times, what is reported, what the linter says.
struct Story: CustomTestStringConvertible, Sendable {
  struct Expectation: Decodable {
    struct Value: Decodable {
      var view, property: String
      var time: Double
      var lanes: [Double]
      var tolerance: Double?
    }
    var source: String
    var values: [Value]
    var events, remarks: [String]
  }

  var name: String
  var testDescription: String { name }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stories")

  static let all: [Story] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".scene") }.sorted().map { Story(name: String($0.dropLast(6))) }

  func scene() throws -> Scene {
    let file = Story.folder.appending(path: name + ".scene")
    return try Scene(text: String(contentsOf: file, encoding: .utf8), file: name + ".scene")
  }

  func expectation() throws -> Expectation {
    try JSONDecoder().decode(
      Expectation.self, from: Data(contentsOf: Story.folder.appending(path: name + ".json")))
  }

  /// The story told to its end.
  func played() throws -> ScenePlayer {
    let scene = try scene()
    let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    for step in scene.steps { try player.perform(step) }
    return player
  }
}

extension ScenePlayer {
  func layer(named name: String) -> LayerID? {
    kernel.scene.views.first { $0.name == name }.flatMap { layer(of: $0.id) }
  }
}

@Suite("Stories told as scenes")
struct StoryTests {
  @Test("A story is read, written and read again, as text and as bytes", arguments: Story.all)
  func forms(story: Story) throws {
    let scene = try story.scene()
    #expect(try Scene(text: scene.text, file: "again.scene") == scene)
    #expect(try Scene(compact: scene.compact) == scene)
    #expect(try Scene(compact: scene.normalForm.compact) == scene.normalForm)
    #expect(scene.structuralMistake == nil)
  }

  @Test("A story shows, reports and is told what its file says", arguments: Story.all)
  func values(story: Story) throws {
    let (player, expected) = (try story.played(), try story.expectation())
    for value in expected.values {
      let layer = try #require(player.layer(named: value.view))
      let lanes =
        value.property == "transition"
        ? player.layers.transitionProgress(layer, at: value.time).map { [$0] }
        : player.layers.presentation(layer, value.property, at: value.time)?.lanes
      let what = "\(story.name): \(value.view).\(value.property) at \(value.time)"
      let numbers = try #require(lanes, "\(what)")
      try #require(numbers.count == value.lanes.count, "\(what)")
      for (number, wanted) in zip(numbers, value.lanes) {
        expectNear(number, wanted, within: value.tolerance ?? 1e-9, what)
      }
    }
    #expect(player.layers.events.map(\.words) == expected.events)
    #expect(player.layers.lintRemarks.map(\.trap.rawValue) == expected.remarks)
  }

  @Test(
    "A film of a story is the same in any order of its times, and what was shown does not change", arguments: Story.all)
  func film(story: Story) throws {
    let player = try story.played()
    let times = (0...40).map { Double($0) / 16 }
    let film = try player.layers.film(at: times)
    #expect(try player.layers.film(at: times) == film)
    for track in film.tracks {
      for (place, time) in times.enumerated().reversed() where !track.values[place].isEmpty {
        guard let shown = player.layers.presentation(track.layer, track.property, at: time) else { continue }
        #expect(shown.lanes == track.values[place])
      }
    }
  }

  @Test("Seed 004: the story's track is that of the springs' evidence, a tenth of a second later")
  func pressTrack() throws {
    struct Springs: Decodable {
      struct Press: Decodable {
        var distance, releasedAt: Double
        var times, additive: [Double]
      }
      var presses: [Press]
    }
    let file = Evidence.decode(Springs.self, from: "animation/springs")
    let press = try #require(file.presses.first { $0.distance == 300 && $0.releasedAt == 0.2 })
    let player = try Story(name: "press-interrupted").played()
    let layer = try #require(player.layer(named: "fill"))
    for (time, expected) in zip(press.times, press.additive) {
      guard case .transform(let shown)? = player.layers.presentation(layer, "transform", at: time + 0.1) else {
        Issue.record("the fill has no transform")
        return
      }
      expectNear(shown.row4.x, expected, within: 1e-6, "at \(time)")
    }
  }

  @Test("Retargeting: the interrupted press keeps its place, and its velocity but for the new spring's push")
  func retargeting() throws {
    let player = try Story(name: "press-interrupted").played()
    let report = try #require(player.layers.retargetings.first)
    #expect(player.layers.retargetings.count == 1 && report.time == 0.3 && report.property == "transform")
    #expect(report.jump < 1e-9)
    // 0.1 distances of 300 points per second.
    expectNear(report.kink, 30, within: 0.5)
  }

  @Test(
    "A step that cannot be done is a mistake that says so",
    arguments: [
      "commit", "release", "drag 1 1", "animator ghost start",
      "animator a create 1 { } \nstep animator a start\nstep animator a stop\nstep animator a start",
      "touch root\nstep touch root",
    ])
  func mistakes(steps: String) throws {
    let scene = try Scene(text: "scene 1\nroot 10 x 10 @1x\nstep \(steps)\n", file: "wrong.scene")
    let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    #expect(throws: (any Error).self) { for step in scene.steps { try player.perform(step) } }
  }

  @Test(
    "A player's step that makes no sense is refused as it is read",
    arguments: [
      "when x { when y { } }", "animate 1 { animator a create 1 { } }", "animator a create 1 { advance 1 }",
      "when x { advance 1 }", "layer root opacity point 1 1", "layer root nothing number 1", "begin duration -1",
      "add animation to root : basic opacity from point 0 0", "animator a fraction 2", "animator a add after 3 { }",
      "transition root -1 { }", "recognize long-press p on root after -1", "clock root", "animator a fly",
      "step " + String(repeating: "when x { ", count: 100_000),
    ])
  func refusals(_ line: String) {
    #expect(throws: TextError.self) {
      try Scene(text: "scene 1\nroot 10 x 10 @1x\nstep \(line)\n", file: "wrong.scene")
    }
  }
}

extension PlayerEvent {
  /// `filled finished at 1.15`, the time to a microsecond.
  fileprivate var words: String {
    let instant = (time * 1e6).rounded() / 1e6
    let (name, phase) =
      switch what {
      case .didStart(let name): (name, "started")
      case .didStop(let name, let finished), .block(let name, let finished):
        (name, finished ? "finished" : "interrupted")
      case .transaction(let name): (name, "finished")
      case .gesture(let name, let phase): (name, phase.rawValue)
      }
    return "\(name) \(phase) at \(instant == instant.rounded() ? "\(Int(instant))" : "\(instant)")"
  }
}
