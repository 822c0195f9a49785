import LayoutKernel
import LayoutPlugin
import ScenePlayer
import SceneModel

/// One scene, played with its animations, touches and reactions. Laws that judge the same scene share the run.
final class PlayTrial {
  /// The reason why a law cannot be judged for this scene on this engine.
  struct Obstacle: Error {
    var text: VerdictMessage
    var code = Undecided.Code.notApplicable
    /// Whether the engine gave no answer. No scene may cause that.
    var isFault = false

    var verdict: Verdict { isFault ? .broken(text) : .undecided(code, "\(text)") }
  }

  /// Performs one step of a scene with a player. Tests pass wrong functions to show that the laws can fail.
  typealias Performing = @Sendable (ScenePlayer, Step) throws(LayoutMistake) -> Void

  /// The outcome of a run.
  struct Ending {
    let player: ScenePlayer
    /// The steps that were refused as mistaken, by index.
    var refused: Set<Int> = []
    /// The values shown in the middle of an advance, and each view's superview then.
    var witnessed: [(time: Double, boxes: [ScenePlayer.Box], parents: [ItemID: ItemID])] = []
    /// The times at which the advances ended.
    var instants: [Double] = []
    /// Whether something jumped at the instant at which an advance ended, and then a step was performed. Only found if advances are divided.
    var hasJumped = false
    /// The cost of each state, including reading what is shown: the number of visits of views, layers and animations.
    var work: [Int] = []
    /// A message about the first view whose layer was not where the kernel had placed it, and the step after which this was found; nil if there was
    /// none.
    var strayed: VerdictMessage?
  }

  let scene: Scene
  let plugin: Plugin
  let performing: Performing
  private var played: Result<Ending, Obstacle>?

  init(_ scene: Scene, _ plugin: Plugin, _ performing: @escaping Performing) {
    (self.scene, self.plugin, self.performing) = (scene, plugin, performing)
  }

  /// Returns the run that the laws share. No law may advance its player.
  func ending() throws(Obstacle) -> Ending {
    if let played { return try played.get() }
    let made: Result<Ending, Obstacle>
    do throws(Obstacle) { made = .success(try play()) } catch { made = .failure(error) }
    played = made
    return try made.get()
  }

  /// Performs the steps; with `parts`, each advance is divided into equal parts.
  func play(parts: Int = 1) throws(Obstacle) -> Ending {
    guard let solver = plugin.makeSolver?(), let makeSampler = plugin.makeSampler else {
      throw Obstacle(text: "the plugin does not offer a solver and a sampler", code: .notClaimed)
    }
    var ending: Ending
    do throws(LayoutMistake) {
      ending = Ending(player: try ScenePlayer(scene: scene.start, solver: solver, makeSampler: makeSampler))
      let performer = Performer(player: ending.player, performing: performing, parts: parts)
      var playback = Playback(of: scene, on: performer)
      playback.passesOverRefused = true
      var isJump = false
      var workBefore = ending.player.workDone
      while let state = try playback.next() {
        if let view = scene.views.last { _ = ending.player.presentationFrame(of: view.id) }
        ending.work.append(ending.player.workDone - workBefore)
        defer { workBefore = ending.player.workDone }
        guard state.number > 0 else { continue }
        note(state, &ending)
        if state.step != nil, isJump { ending.hasJumped = true }
        if parts > 1, case .advance? = state.step {
          isJump = PlayTranscript.isJump(of: ending.player)
        } else {
          isJump = false
        }
      }
      ending.instants = performer.instants
      if performer.isEndRefused { ending.refused.insert(scene.steps.count) }
    } catch {
      throw Obstacle(mistake: error)
    }
    if !ending.player.layers.endlessChains.isEmpty || ending.player.layers.events.count > PlayTrial.mostEvents {
      throw Obstacle(text: "reactions start each other without end")
    }
    return ending
  }

  /// The number of events after which a run ends, because reactions may cause each other endlessly.
  private static let mostEvents = 500

  /// A player whose advances are divided into parts.
  private final class Performer: StepPerforming {
    let player: ScenePlayer
    let performing: Performing
    let parts: Int
    private(set) var instants: [Double] = []
    private(set) var isEndRefused = false

    init(player: ScenePlayer, performing: @escaping Performing, parts: Int) {
      (self.player, self.performing, self.parts) = (player, performing, parts)
    }

    func begin() {}

    func perform(_ step: Step) throws(LayoutMistake) {
      guard case .advance(let seconds) = step else { return try performing(player, step) }
      var refusal: LayoutMistake?
      for _ in 0..<parts {
        do throws(LayoutMistake) {
          try performing(player, .advance(seconds / Double(parts)))
        } catch {
          guard error.isRefusal else { throw error }
          refusal = refusal ?? error
        }
        instants.append(player.layers.now)
      }
      if let refusal { throw refusal }
    }

    func endTurn() throws(LayoutMistake) {
      do throws(LayoutMistake) {
        try performing(player, .advance(0))
      } catch {
        guard error.isRefusal else { throw error }
        isEndRefused = true
      }
      instants.append(player.layers.now)
    }
  }

  private func note(_ state: Playback<Performer>.State, _ ending: inout Ending) {
    let player = ending.player
    if state.refusal != nil { ending.refused.insert(state.number - 1) }
    if case .advance(let seconds)? = state.step, seconds > 0 {
      let time = player.layers.now - seconds / 2
      ending.witnessed.append((time, player.boxes(at: time), player.kernel.parents))
    }
    if ending.strayed == nil, !hasAnimators, let stray = player.stray(unless: framedLayers) {
      ending.strayed = "after step \(state.number), \(stray)"
    }
  }

  private lazy var allSteps = scene.steps.flatMap(\.withInnerSteps)

  /// Whether the scene has animators, which leave models where they were stopped.
  private lazy var hasAnimators = allSteps.contains { if case .play(.animator) = $0 { true } else { false } }

  /// The layers whose properties steps set directly. They need not be where their views are.
  private lazy var framedLayers = Set(
    allSteps.compactMap { if case .play(.set(let view, _, _)) = $0 { view } else { nil } })
}

extension LayoutKernel {
  /// The superview of each view that has one.
  var parents: [ItemID: ItemID] {
    Dictionary(
      uniqueKeysWithValues: scene.views.compactMap { view in view.parent.map { (view.id, $0) } })
  }
}

extension PlayTrial.Obstacle {
  init(mistake: LayoutMistake) {
    text = VerdictMessage(mistake)
    if case .engine = mistake { isFault = true }
  }
}

extension Scene {
  /// Returns the timelines that a player passes to a sampler while it plays the scene: one for each state in which something moves.
  package func timelines(on plugin: Plugin) -> [Timeline] {
    let trial = PlayTrial(self, plugin) { (player, step) throws(LayoutMistake) in try player.perform(step) }
    guard let ending = try? trial.ending() else { return [] }
    return ending.player.layers.history.map(\.timeline).filter { $0.layers.contains { !$0.animations.isEmpty } }
  }
}

extension ScenePlayer {
  /// Returns in words the first view whose layer is not where the kernel placed it; nil if there is none. The views in `free` are left out.
  fileprivate func stray(unless free: Set<ItemID>) -> VerdictMessage? {
    for view in kernel.scene.views where !free.contains(view.id) {
      guard let layer = layer(of: view.id), case .point(let position)? = layers.model(layer, "position"),
        case .rect(let bounds)? = layers.model(layer, "bounds")
      else { return "\(view.name) has no layer" }
      let frame = kernel.frame(of: view.id)
      let middle = Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
      if position != middle || bounds.size != frame.size {
        return "\(view.name) is laid out around \(middle.x), \(middle.y), and its layer's position is "
          + "\(position.x), \(position.y)"
      }
    }
    return nil
  }
}
