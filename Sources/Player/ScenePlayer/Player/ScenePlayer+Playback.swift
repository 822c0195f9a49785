import LayoutKernel
import LayoutPlugin
import SceneModel

extension ScenePlayer: StepPerforming {
  /// Does nothing, because a player lays its scene out when it is made.
  public func begin() throws(LayoutMistake) {}
  /// Ends the turn; no time passes.
  public func endTurn() throws(LayoutMistake) { try perform(.advance(0)) }
  /// Performs a step; remarks about it name the line.
  public func perform(_ step: Step, from source: SourceLine?) throws(LayoutMistake) {
    layers.acting = source
    defer { layers.acting = nil }
    try perform(step)
  }

  /// Whether the scene is at rest: no animation that ends is running, no block or transaction is open, and no finger is down.
  public var isAtRest: Bool {
    openBlocks.isEmpty && finger == nil && !layers.hasOpenTransaction && layers.future.isEmpty
  }
}

extension Playback where Performer == ScenePlayer {
  /// Makes a playback of a scene on a player of its own.
  ///
  /// - Parameters:
  ///   - scene: the scene with its steps.
  ///   - solver: the engine that solves its constraints.
  ///   - quirks: the rules of its layout.
  ///   - textSize: the text size that the user has set.
  ///   - recordsEvents: whether the kernel records the events of its passes.
  ///   - makeSampler: makes the engine that computes animated values.
  /// - Throws: the mistakes of the first layout.
  public init(
    of scene: Scene, solver: any ConstraintSolving, quirks: LayoutQuirks = LayoutQuirks(),
    textSize: LayoutQuirks.TextSize = .large, recordsEvents: Bool = false,
    makeSampler: @escaping @Sendable () -> any AnimationSampling
  ) throws(LayoutMistake) {
    let kernel = try LayoutKernel(scene: scene.start, solver: solver, quirks: quirks)
    kernel.textSize = textSize
    kernel.recordsEvents = recordsEvents
    let player = try ScenePlayer(kernel: kernel, makeSampler: makeSampler)
    player.layers.isOfCode = scene.isRecorded
    self.init(of: scene, on: player)
  }
}
