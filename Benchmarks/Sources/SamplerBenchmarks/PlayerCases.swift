import AnimationSampler
import BenchmarkDriver
import Benchmarking
import ConstraintSolver
import ScenePlayer
import SceneModel

/// What a commit costs: setting one value of each layer in an animation block, and ending the turn.
func commitCases() -> [Case] {
  [
    Case(path: "player/commit/opacity", sizes: [1, 10, 100], isTimedByRound: true) { size in
      let (player, layers) = playerWithLayers(size)
      var value = 0.0
      return Measurement(
        operations: 1, scale: size, counters: ["animations": Double(size)],
        afterRound: {
          player.advance(by: 1)
          player.forgetHistory()
        },
        round: {
          value = 1 - value
          player.animate(ViewAnimation(duration: 0.5)) {
            for layer in layers { player.set(layer, "opacity", .number(value)) }
          }
          player.advance(by: 0)
        })
    }
  ]
}

private func playerWithLayers(_ count: Int) -> (LayerPlayer, [LayerID]) {
  let player = LayerPlayer(makeSampler: { AnimationSampler() })
  let layers = (0..<count).map { _ in player.addLayer(isViewBacked: true) }
  player.advance(by: 0)
  return (player, layers)
}

/// An incremental re-layout inside an animation: a constraint edit, the pass, the animations it emits, and a film of
/// 120 frames of all that moves.
func relayoutCases(within mostConstraints: Int) -> [Case] {
  let family = Family.feed
  let sizes = family.sizes(within: min(mostConstraints, 1000))
  guard let makeScene = family.scene, !sizes.isEmpty else { return [] }
  return [
    Case(path: "player/relayout/feed", sizes: sizes, isTimedByRound: true) { size in
      let workload = makeScene(size)
      let player = try ScenePlayer(
        scene: workload.scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
      let cycle = workload.cycles[.leaf] ?? []
      let clock = (0..<120).map { Double($0) / 240 }
      let sampler = AnimationSampler()
      var values: [Double] = []
      var step = 0
      func round() throws {
        let edits = cycle[step % cycle.count]
        step += 1
        try player.animate(ViewAnimation(duration: 0.5)) {
          for edit in edits { try player.perform(edit) }
          try player.perform(.layout(.root))
        }
        try player.advance(by: 0)
        try sampler.load(player.layers.timeline)
        let now = player.layers.now
        try sampler.sample(at: clock.map { now + $0 }, into: &values)
      }
      try round()
      let emitted = player.layers.timeline.layers.reduce(0) { $0 + $1.animations.count }
      guard emitted > 0 else { throw CheckFailure(description: "feed-\(size): a changed leaf moved nothing") }
      try player.advance(by: 1)
      return Measurement(
        operations: 1, scale: workload.scene.constraints.count,
        counters: ["constraints": Double(workload.scene.constraints.count), "animations": Double(emitted)],
        afterRound: {
          try? player.advance(by: 1)
          player.layers.forgetHistory()
        },
        // The round before went through without a mistake.
        round: { try? round() })
    }
  ]
}
