import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import SceneImport
import SceneModel
import SceneOracles

/// A mistake planted into one part of the system, with the fuzzer that must find it. It shows that the whole chain from generator to regression test
/// works.
public struct PlantedBug: Sendable, CustomStringConvertible {
  /// The name, short enough for a file name.
  public var name: String
  public var target: FuzzTarget
  /// The plugin with the bug.
  public var plugin: Plugin
  /// The law that must be found broken.
  public var law: String

  public var description: String { name }

  /// Returns one bug for each of these parts, planted around a sound engine: solver, kernel, importer, sampler and recorder.
  public static func all(around sound: Plugin) -> [PlantedBug] {
    [wrongTie(sound), staleRow(sound), droppedMultiplier(sound), evenPace(sound), lostSpring(sound)]
  }

  public static func named(_ name: String, around sound: Plugin) -> PlantedBug? {
    (all(around: sound) + [race(sound)]).first { $0.name == name }
  }

  /// A solver that counts transactions in memory that all threads write to. Its answers are right: only a thread sanitizer finds the bug, in the
  /// build variant that has one.
  private static func race(_ sound: Plugin) -> PlantedBug {
    PlantedBug(
      name: "race", target: .solver(), plugin: RacingSolver.plugin(around: sound),
      law: "solver.answers-come-again-beside-others")
  }

  /// A solver that satisfies the oldest of two equal constraints where the contract demands the newest.
  private static func wrongTie(_ sound: Plugin) -> PlantedBug {
    let law = "solver.values-are-the-rounded-exact-optimum"
    guard let engine = BrokenEngine.named("breaks ties oldest first"), let judged = Law.named(law) else {
      preconditionFailure("the broken engine or its law has another name")
    }
    // Only the exact judge knows which tie is right; a small sample of inputs is enough.
    return PlantedBug(
      name: "wrong-tie", target: .solver(laws: [judged], exactSample: 16), plugin: engine.plugin(around: sound),
      law: law)
  }

  /// The kernel keeps the row of a constraint whose constant a step changed.
  private static func staleRow(_ sound: Plugin) -> PlantedBug {
    guard let kernel = BrokenKernel.named("keeps a row whose constant changed") else {
      preconditionFailure("the broken kernel has another name")
    }
    let laws = Law.layoutLaws(through: kernel.make).filter { $0.name == kernel.law }
    return PlantedBug(name: "stale-row", target: .layout(laws: laws), plugin: sound, law: kernel.law)
  }

  /// The importer reads `multiplier="2"` as 1.
  private static func droppedMultiplier(_ sound: Plugin) -> PlantedBug {
    let law = Law.writtenAndReadAgain { writer in
      guard var scene = writer.importedAgain() else { return nil }
      for at in scene.constraints.indices where scene.constraints[at].multiplier == 2 {
        scene.constraints[at].multiplier = 1
      }
      return scene
    }
    return PlantedBug(
      name: "dropped-multiplier", target: .importer(laws: [law], exactSample: 4), plugin: sound, law: law.name)
  }

  /// The sampler spreads paced keyframes evenly over time.
  private static func evenPace(_ sound: Plugin) -> PlantedBug {
    guard let sampler = BrokenSampler.named("spreads paced keyframes evenly") else {
      preconditionFailure("the broken sampler has another name")
    }
    let laws = Law.timelineLaws.filter { $0.name == sampler.law }
    return PlantedBug(
      name: "even-pace", target: .timeline(laws: laws, exactSample: 4), plugin: sampler.plugin(around: sound),
      law: sampler.law)
  }

  /// A recorder that records a block with a spring as one with an easing.
  private static func lostSpring(_ sound: Plugin) -> PlantedBug {
    let law = Law.recordingComesAgain { recorded in
      var scene = recorded
      for at in scene.steps.indices {
        if case .play(.open(.animate(var timing))) = scene.steps[at], timing.spring != nil {
          timing.spring = nil
          scene.steps[at] = .play(.open(.animate(timing)))
        }
      }
      return scene
    }
    return PlantedBug(name: "lost-spring", target: .programs(laws: [law]), plugin: sound, law: law.name)
  }
}
