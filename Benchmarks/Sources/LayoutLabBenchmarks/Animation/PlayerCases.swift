import AnimationSampler
import BenchmarkDriver
import Benchmarking
import ConstraintSolver
import ScenePlayer
import SceneModel

/// What a commit costs: setting one value of some layers in an animation block, and ending the turn. The size counts
/// layers that change; there are as many, or ten thousand. No value comes back.
func commitCases() -> [Case] {
  [("opacity", 0), ("opacity-among-10000", 10_000)].map { name, least in
    Case(path: "player/commit/\(name)", sizes: [1, 10, 100], isTimedByRound: true) { size in
      let (player, layers) = playerWithLayers(max(size, least))
      var number = 0
      func round() {
        number += 1
        let value = AnimationValue.number(1 / Double(number + 1))
        player.animate(ViewAnimation(duration: 0.5)) {
          for layer in layers[..<size] { player.set(layer, "opacity", value) }
        }
        player.advance(by: 0)
      }
      func afterRound() {
        player.advance(by: 1)
        player.forgetHistory()
      }
      round()
      afterRound()
      let memory = countingMemory(round)
      afterRound()
      return Measurement(
        operations: 1, scale: size,
        counters: ["animations": Double(size), "allocations": Double(memory.allocations)], afterRound: afterRound,
        round: round)
    }
  }
}

private func playerWithLayers(_ count: Int) -> (LayerPlayer, [LayerID]) {
  let player = LayerPlayer(makeSampler: { AnimationSampler() })
  let layers = (0..<count).map { _ in player.addLayer(isViewBacked: true) }
  player.advance(by: 0)
  return (player, layers)
}

/// An incremental re-layout: a constraint edit and the pass by themselves, the same inside an animation block with the
/// animations that it emits and their commit, and a film of 120 frames of all that moves. No constant comes back.
func relayoutCases(within mostConstraints: Int) -> [Case] {
  let family = Family.feed
  let sizes = family.sizes(within: min(mostConstraints, 1000))
  guard let makeScene = family.scene, !sizes.isEmpty else { return [] }
  return RelayoutKind.allCases.map { kind in
    Case(path: "player/\(kind.rawValue)/feed", sizes: sizes, isTimedByRound: true) { size in
      let workload = makeScene(size)
      guard let edits = workload.fresh[.leaf] else { throw CheckFailure(description: "feed has no leaf") }
      var layout = try AnimatedLayout(
        workload.scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
      let player = layout.player
      let clock = (0..<120).map { Double($0) / 240 }
      var number = 0
      func round() throws {
        let steps = edits(number)
        number += 1
        guard kind != .pass else { return try steps.forEach(player.perform) }
        try layout.animate(steps)
        if kind == .film { try layout.sample(after: clock) }
      }
      try round()
      try round()
      let emitted = player.layers.timeline.layers.reduce(0) { $0 + $1.animations.count }
      guard kind == .pass || emitted > 0 else {
        throw CheckFailure(description: "feed-\(size): a changed leaf moved nothing")
      }
      // The rounds before went through without a mistake.
      func afterRound() { try? layout.settle() }
      afterRound()
      return Measurement(
        operations: 1, scale: workload.scene.constraints.count,
        counters: ["constraints": Double(workload.scene.constraints.count), "animations": Double(emitted)],
        afterRound: afterRound, round: { try? round() })
    }
  }
}

private enum RelayoutKind: String, CaseIterable {
  case pass = "relayout-alone"
  case animated = "relayout"
  case film = "relayout-film"
}
