import AnimationSampler
import ConstraintSolver
import LayoutKernel
import SceneModel
import ScenePlayer
import Testing

/// The listings of ScenePlayer's documentation.
@Suite struct ScenePlayerListings {
  static let text = """
    scene 1
    root 320 x 480
    view card in root
    constraint left: card.leading = root.leading
    constraint top: card.top = root.top
    constraint width: card.width = 120
    constraint height: card.height = 200
    """

  @Test("ScenePlayer's landing page: an animated pass, half way")
  func landing() throws {
    let text = Self.text
    // listing: ScenePlayer
    let scene = try Scene(text: text)
    let card = scene.views[1].id
    let height = scene.constraints[3].id

    let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    try player.perform(.setConstant(height, 100))
    try player.animate(ViewAnimation(duration: 1, options: .curveLinear)) {
      try player.perform(.layout(.root))
    }
    try player.advance(by: 0.5)
    let shown = player.presentationFrame(of: card)  // 150 high: half way
    let laidOut = player.kernel.frame(of: card)  // 100 high: the layout is there already
    // end of listing
    #expect(shown?.height == 150)
    #expect(laidOut.height == 100)
  }

  @Test("Filming a scene: values over time, and what was reported")
  func film() throws {
    let text = Self.text
    // listing: FilmingAScene
    var block = AnimationStep(duration: 0.4, steps: [.setProperty(ItemID(1), .alpha(0))])
    block.completion = "faded"
    var scene = try Scene(text: text)
    scene.steps = [.animate(block), .advance(0.5)]

    let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    var playback = Playback(of: scene, on: player)
    try playback.finish()

    let film = try player.layers.film(at: [0, 0.1, 0.2, 0.3, 0.4])
    let opacity = film.tracks.first { $0.property == "opacity" }?.values ?? []
    // end of listing
    #expect(opacity.first == [1])
    #expect(opacity.last == [0])
    #expect(player.layers.events.map(\.what).contains(.block("faded", finished: true)))
  }
}
