import LayoutKernel
import LayoutPlugin
import SceneModel

extension Law {
  static let sceneContractName = "layout.answers-keep-the-contract"

  /// Returns the laws about scenes, for the kernel that `make` makes.
  package static func layoutLaws(
    through make: @escaping SceneLayoutMaker = { (scene, solver) throws(LayoutMistake) in
      try LayoutKernel(scene: scene, solver: solver)
    }
  ) -> [Law] {
    [
      Law(
        sceneContractName, "The engine answers a kernel in the ways that its contract allows.", cost: .cheap, make
      ) { trial in
        trial.violation.map { .broken($0) } ?? trial.judge { _ in .holds }
      },
      Law(
        "layout.incremental-equals-fresh",
        "A new kernel over a new engine lays the present scene out in the same way, bit for bit.", cost: .comparing,
        claims: .canonical,
        make
      ) { trial in
        trial.judgeCanonical { (ending) throws(SceneTrial.Obstacle) in
          let fresh = try trial.kernel(ending.scene, trial.plugin)
          try trial.layOut(fresh)
          if fresh.hasConflict {
            return .broken("the present scene conflicts in a new kernel, and does not in the old one")
          }
          return trial.compare("a new kernel", fresh, with: ending)
        }
      },
      Law(
        "layout.refused-step-changes-nothing", "The layout is as if the steps that were refused had not been there.",
        cost: .comparing, claims: .canonical, make
      ) { trial in
        trial.judgeCanonical { (ending) throws(SceneTrial.Obstacle) in
          if ending.refused.isEmpty { return .undecided("no step was refused") }
          var accepted = trial.scene
          accepted.steps = trial.scene.steps.enumerated().filter { !ending.refused.contains($0.offset) }.map(\.element)
          let other = try trial.play(accepted)
          return trial.compare("without the refused steps", other.kernel, with: ending)
        }
      },
      Law(
        "layout.doubled-scene-has-doubled-frames", "The scene at twice the size has frames of twice the size.",
        cost: .comparing, claims: .canonical, make
      ) { trial in trial.judgeDoubled() },
      Law(
        "layout.moved-scene-keeps-its-frames", "Inside another view, away from its edges, every frame is the same.",
        cost: .comparing, claims: .canonical, make
      ) { trial in trial.judgeMoved() },
      Law(
        "layout.idle-pass-runs-no-callback", "A pass with nothing pending runs no callback.", cost: .cheap, make
      ) { trial in trial.idle },
      Law(
        "layout.hiding-and-showing-changes-nothing", "A view hidden, laid out and shown again is where it was.",
        cost: .comparing, claims: .canonical, make
      ) { trial in trial.hiding },
      Law(
        "layout.asking-again-changes-nothing",
        "A host that asks for each view's constraints, properties and layout once more, while they are brought up to date, gets the same frames.",
        cost: .comparing, claims: .canonical, make
      ) { trial in trial.judgeAskingHost() },
      Law(
        "layout.what-cannot-be-is-refused",
        "A scene with a mistake in it is refused by name, with UIKit's exception; a step that cannot be made changes nothing.",
        cost: .comparing, make
      ) { trial in trial.judgeMistakes() },
      Law(
        "layout.redundant-constraint-changes-nothing",
        "Where nothing is ambiguous, a copy of a required constraint moves nothing.", cost: .exact, claims: .canonical,
        make
      ) { trial in trial.judgeRedundancy() },
      Law(
        "layout.mirrored-scene-is-the-mirror-image",
        "Where nothing is ambiguous, the scene with directions and sides exchanged is laid out mirrored.",
        cost: .exact, claims: .canonical, make
      ) { trial in trial.judgeMirror() },
      Law(
        "layout.shares-hold-their-content",
        "Views that share a length in proportion, or as equal fractions of it, have room for their content: no rounding makes them smaller.",
        cost: .exact, claims: .canonical, make
      ) { trial in trial.judgeShares() },
      Law(
        "layout.ambiguity-is-told-right", "The kernel calls a view ambiguous on this engine when it is on the judge's.",
        cost: .exact, claims: [.canonical, .uniqueness], make
      ) { trial in trial.judgeAmbiguity() },
      Law(
        "layout.frames-are-those-of-the-judge", "The kernel over the judge's exact solver gives the same frames.",
        cost: .exact, claims: .canonical, make
      ) { trial in
        trial.judgeCanonical { (ending) throws(SceneTrial.Obstacle) in
          let judge = try SceneTrial(trial.scene, .reference, trial.make).ending.get()
          if judge.kernel.hasConflict, let conflict = judge.kernel.conflicts.last {
            return .broken("the judge's solver finds a conflict: \(conflict)")
          }
          return trial.compare("on the judge's solver", judge.kernel, with: ending)
        }
      },
    ] + diagnosisLaws(make) + twinLaws(make) + sceneCostLaws(make) + sceneRepetitionLaws(make)
  }
}
