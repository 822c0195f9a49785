import LayoutKernel
import LayoutPlugin
import SceneModel

/// Laws of cost. Work is counted and not timed, so the verdict is the same on every machine.
extension Law {
  /// Returns the laws about scenes, for the kernel that `make` makes.
  static func sceneCostLaws(_ make: @escaping SceneLayoutMaker) -> [Law] {
    [
      Law(
        "layout.work-follows-the-change",
        "A step runs at most eight callbacks and frames for each view that it affects.", cost: .comparing, make
      ) { trial in trial.judgeWork() },
      Law(
        "layout.nothing-else-is-laid-out-again",
        "A step lays out views that it affects and those that hold them, and no others.", cost: .comparing, make
      ) { trial in trial.judgeInvalidation() },
    ]
  }

  /// The laws about solver scripts.
  static let scriptCostLaws: [Law] = {
    var law = Law(
      "solver.edit-costs-no-more-than-a-fresh-start",
      "An edit takes at most eight times the rows and pivots that a new engine needs for the whole set.",
      cost: .comparing
    ) { trial in trial.judgeCost() }
    law.isAboutCountedWork = true
    return [law]
  }()

  /// Returns the laws that compare a scene with the same scene written in another way, or with frames that are known beforehand.
  static func twinLaws(_ make: @escaping SceneLayoutMaker) -> [Law] {
    [
      Law(
        "layout.stack-is-its-constraints", "A stack view lays out as its constraints do, written by hand.",
        cost: .comparing, claims: .canonical, make
      ) { trial in trial.judgeTwin("with constraints instead of stack views") { $0.withoutStacks } },
      Law(
        "layout.autoresizing-is-its-constraints",
        "A mask with one spring on each axis lays out as constraints to the superview's edges do.", cost: .comparing,
        claims: .canonical, make
      ) { trial in trial.judgeTwin("with constraints instead of masks") { $0.withoutMasks } },
      Law(
        "layout.visual-format-is-its-anchors",
        "What the visual format language can say of the constraints lays out as the anchors do.", cost: .comparing,
        claims: .canonical, make
      ) { trial in
        trial.judgeTwin("through the visual format") { (scene) throws(VisualFormat.Mistake) in
          try scene.throughVisualFormat()
        }
      },
      Law(
        "layout.shorthand-is-its-constraints",
        "What SnapKit can say of the constraints, a line for several at once, lays out as they do.", cost: .comparing,
        claims: .canonical, make
      ) { trial in trial.judgeTwin("through SnapKit's lines") { $0.throughShorthand } },
      Law(
        "layout.inferred-constraints-give-the-frames",
        "Constraints that are read off frames give these frames, bit for bit.", cost: .comparing, claims: .canonical,
        make
      ) { trial in trial.judgeInferred() },
    ]
  }
}
