import LayoutPlugin
import SceneModel

extension Law {
  /// The laws about layout engines, those that find most bugs first.
  public static let frameLaws: [Law] = [
    frameLaw(
      "frames.engine-answers", "Each request has an answer of the protocol, with a frame for each item, and no fault.",
      cost: .cheap
    ) { trial in trial.judgeAnswers() },
    frameLaw(
      "frames.claims-are-kept",
      "What the engine claims it does: it calls nothing unsupported, refuses nothing that can be met.",
      cost: .cheap
    ) { trial in trial.judgeClaims() },
    frameLaw("frames.sizes-are-not-negative", "No width or height is below zero.", cost: .cheap) { trial in
      trial.judgeSizes()
    },
    frameLaw("frames.required-constraints-hold", "The frames hold every required constraint.", cost: .cheap) { trial in
      trial.judgeRequired()
    },
    frameLaw(
      "frames.tiers-are-optimal",
      "The violations of each priority are as small as those above allow, by the exact judge.", cost: .exact,
      features: [.priorities]
    ) { trial in trial.judgeTiers() },
    frameLaw(
      "frames.unique-values-are-right", "A number that the constraints alone fix is the exact judge's.", cost: .exact
    ) { trial in trial.judgeUnique() },
    frameLaw(
      "frames.incremental-equals-fresh", "The document after the edits, opened anew, has the same frames.",
      cost: .comparing
    ) { trial in
      trial.judge { () throws(FrameTrial.Obstacle) in
        let end = try trial.endingToOpenAnew()
        if end.batch.isEmpty { throw .init("nothing was edited") }
        return trial.compare(
          "opened anew", try trial.fresh(end.system.scene), with: end.frames ?? [:], end.system, isOneDocument: true)
      }
    },
    frameLaw(
      "frames.unrelated-edit-moves-nothing", "An edit moves nothing that no chain of constraints connects to it.",
      cost: .cheap
    ) { trial in trial.judgeUnrelated() },
    frameLaw(
      "frames.there-and-back", "What was edited and edited back is where it was.", cost: .comparing
    ) { trial in trial.judgeThereAndBack() },
    frameLaw(
      "frames.answers-come-again", "Another process of the engine gives the same answers.", cost: .comparing
    ) { trial in trial.judgeAgain() }.repeating,
    frameLaw(
      "frames.refused-edit-changes-nothing", "After an edit that is refused, everything is where it was.", cost: .cheap,
      features: [.conflicts]
    ) { trial in trial.judgeRefusals() },
    frameLaw(
      "frames.hidden-and-shown", "A view that is hidden and shown again moves nothing.", cost: .comparing,
      features: [.stepHide]
    ) { trial in
      trial.judgeHiding()
    },
    frameLaw("frames.redundant-constraint", "A second copy of a required constraint moves nothing.", cost: .comparing) {
      trial in trial.judgeRedundant()
    },
    frameLaw("frames.mirrored", "The document with left and right exchanged is laid out mirrored.", cost: .comparing) {
      trial in trial.judgeMirrored()
    },
    frameLaw("frames.doubled", "The document at twice the size has frames of twice the size.", cost: .comparing) {
      trial in
      trial.judgeDoubled()
    },
    frameLaw(
      "frames.moved", "The document inside another view has the same frames.", cost: .comparing,
      features: [.nesting, .edges, .sizes]
    ) { trial in
      trial.judgeMoved()
    },
    frameLaw(
      "frames.cost-is-polynomial", "Twice as many copies of a document take no more than some times the time.",
      cost: .exact
    ) { trial in trial.judgeCost() },
  ]

  private static func frameLaw(
    _ name: String, _ summary: String, cost: Cost, features: Set<EngineClaim> = [],
    _ judge: @escaping @Sendable (FrameTrial) -> Verdict
  ) -> Law {
    // An engine may report conflicts without claiming that it does, so this claim is not required.
    let needed = features.subtracting([.conflicts]).sorted { $0.rawValue < $1.rawValue }
    return Law(frames: name, summary, cost: cost) { trial in
      if let missing = needed.first(where: { !trial.promise.claims($0) }) {
        return .undecided(.notClaimed, "the engine does not claim \(missing.rawValue)")
      }
      return judge(trial)
    }
    .needing(features)
  }
}

extension Step {
  func isClaimed(by promise: EnginePromise) -> Bool {
    switch self {
    case .setConstant: promise.claims(.stepConstant)
    case .setPriority: promise.claims(.stepPriority)
    case .resize: promise.claims(.stepResize)
    case .addConstraint: promise.claims(.stepAdd)
    case .removeConstraint: promise.claims(.stepRemove)
    case .addView: promise.claims(.stepAddView)
    case .removeView: promise.claims(.stepRemoveView)
    case .addGuide: promise.claims(.stepAddGuide)
    case .removeGuide: promise.claims(.stepRemoveGuide)
    case .hide, .show: promise.claims(.stepHide)
    case .setIntrinsic: promise.claims(.stepIntrinsic)
    default: false
    }
  }
}
