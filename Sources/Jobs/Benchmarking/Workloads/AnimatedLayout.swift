import LayoutPlugin
import ScenePlayer
import SceneModel

/// A scene in a player that is edited in animation blocks, with a sampler that computes the shown frames.
public struct AnimatedLayout {
  public let player: ScenePlayer
  private let sampler: any AnimationSampling
  private var values: [Double] = []

  public init(
    _ scene: Scene, solver: any ConstraintSolving, makeSampler: @escaping @Sendable () -> any AnimationSampling
  ) throws {
    player = try ScenePlayer(scene: scene, solver: solver, makeSampler: makeSampler)
    sampler = makeSampler()
  }

  /// Performs the steps in an animation block of half a second, and commits the resulting motion.
  public func animate(_ steps: [Step]) throws {
    try player.animate(ViewAnimation(duration: 0.5)) { for step in steps { try player.perform(step) } }
    try player.advance(by: 0)
  }

  /// Loads all animated layers, and samples them at times in seconds from now, in ascending order.
  public mutating func sample(after seconds: [Double]) throws {
    try sampler.load(player.layers.timeline)
    let now = player.layers.now
    try sampler.sample(at: seconds.map { now + $0 }, into: &values)
  }

  /// Advances the clock by a second, so that the animations of `animate` end, and removes the history and the events.
  public func settle() throws {
    try player.advance(by: 1)
    player.layers.forgetHistory()
    player.kernel.removeEvents()
  }
}
