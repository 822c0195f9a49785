import AnimationSampler
import ConstraintSolver
import LayoutKernel
import SceneModel
import Testing

@testable import ScenePlayer

@Suite("A18.3: reactions that start themselves end")
struct EndlessReactionTests {
  /// Each story's reactions set themselves off; the name is the one that repeats.
  static let stories: [(name: String, lines: String)] = [
    (
      "b1",
      """
      step when b1 { animate 0 ease-out from-current about v2 { set c1 constant -115 ; set c2 constant 667 ; layout root } completion b1 }
      step when b1 { animate 0.5 ease-in-out about v2 { property root frame 8 4 188 30 ; set c3 constant 1.5 ; set c3 constant 8 ; layout root } }
      step animate 0.5 linear about v1 { set c2 constant 26 } completion b1
      step when b1 { animate 1 spring 1 0 ease-in { resize root 385 x 277 ; set c2 constant 33.25 } }
      step advance 1
      """
    ),
    (
      "a",
      "step when a { animate 0.00001 { property v1 alpha 0.5 ; property v1 alpha 1 } completion a }\nstep animate 0.1 { property v1 alpha 0 } completion a\nstep advance 1000"
    ),
    ("a", "step when a { animate 1 { } completion a }\nstep animate 1 { } completion a\nstep advance 1"),
    (
      "d",
      "step when d { add animation to v1 key k delegate d : basic opacity from number 0 to number 1 duration 0.000001 }\nstep add animation to v1 key k delegate d : basic opacity from number 0 to number 1 duration 1\nstep advance 5"
    ),
    ("t", "step when t { begin completion t ; commit }\nstep begin completion t\nstep commit\nstep advance 1"),
    (
      "p",
      "step when p { animator p create 0 linear { property v1 alpha 0.5 } ; animator p start }\nstep animator p create 0.1 linear { property v1 alpha 0 }\nstep animator p start\nstep advance 1"
    ),
    (
      "x",
      "step when x { transition v1 0 cross-dissolve { property v1 alpha 0.5 } completion x }\nstep transition v1 0.1 cross-dissolve { property v1 alpha 0.5 } completion x\nstep advance 1"
    ),
    (
      "y",
      "step when y { animate 0 { property v1 alpha 0.5 } completion z }\nstep when z { animate 0 { property v1 alpha 1 } completion y }\nstep animate 0 { } completion y\nstep advance 1"
    ),
    // Twice as many each time.
    (
      "m",
      "step when m { animate 0.1 { property v1 alpha 0.5 ; property v1 alpha 1 } completion m ; animate 0.1 { property v2 alpha 0.5 ; property v2 alpha 1 } completion m }\nstep animate 0.1 { property v1 alpha 0 } completion m\nstep advance 1000"
    ),
    // Nothing is fast about it; there is no end of it.
    (
      "s",
      "step when s { animate 0.5 { property v1 alpha 0.5 ; property v1 alpha 1 } completion s }\nstep animate 0.5 { property v1 alpha 0 } completion s\nstep advance 1000000000"
    ),
  ]

  @Test("It is told which, and the story goes on", arguments: 0..<stories.count)
  func ends(index: Int) throws {
    let story = Self.stories[index]
    let scene = try Scene(
      text: """
        scene 1
        root 10 x 10 @2x
        view v1 in root
        view v2 in v1
        constraint c1: v1.trailing = root.trailing
        constraint c2: v1.bottom = root.bottom
        constraint c3: v2.top = v1.top
        \(story.lines)
        step advance 1
        """)
    let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    for step in scene.steps { try player.perform(step) }
    let chain = try #require(player.layers.endlessChains.first)
    #expect(["y", "z"].contains(story.name) ? ["y", "z"].contains(chain.name) : chain.name == story.name)
    #expect(player.layers.events.count < 10_000)
    #expect(player.layers.lintRemarks.contains { $0.trap == .endlessReactions })
    #expect(player.layers.lintRemarks.count < 5000)
  }

  @Test("A drag that drags again from its own report ends, and no stack with it")
  func drag() throws {
    let scene = try Scene(
      text: """
        scene 1
        root 100 x 100 @1x
        view v in root  frame 0 0 100 100  autoresizing none
        step recognize long-press p on v after 0
        step touch v
        step advance 0
        """)
    let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    for step in scene.steps { try player.perform(step) }
    player.onEvent = { event in
      if case .gesture(_, .changed) = event { try? player.perform(.play(.drag(Point(x: 1, y: 0)))) }
    }
    try player.perform(.play(.drag(Point(x: 1, y: 0))))
    #expect(!player.layers.endlessChains.isEmpty)
  }

  @Test("A pulse of half a second, and many cells at once, are no such story")
  func pulses() {
    let player = LayerPlayer(makeSampler: { AnimationSampler() })
    let layers = (0..<300).map { _ in player.addLayer(isViewBacked: true) }
    player.advance(by: 0)
    func pulse(_ layer: LayerID, _ value: Double) {
      player.animate(
        ViewAnimation(duration: 0.5), name: "pulse", { player.set(layer, "opacity", .number(value)) },
        completion: { _ in pulse(layer, 1 - value) })
    }
    for layer in layers { pulse(layer, 0) }
    player.advance(by: 60)
    #expect(player.endlessChains.isEmpty)
    #expect(player.events.count == 300 * 120)
  }
}
