import LayoutKernel
import LayoutPlugin
import ScenePlayer
import SceneModel

extension Law {
  /// The laws about scenes that move in a player. `perform` performs each step; tests pass a wrong one to show that a law can fail.
  public static func playerLaws(
    perform: @escaping @Sendable (ScenePlayer, Step) throws(LayoutMistake) -> Void = {
      (player, step) throws(LayoutMistake) in try player.perform(step)
    }
  ) -> [Law] {
    [
      play("player.layers-follow-the-frames", "After each step, layers stand where their views are laid out.", perform)
      {
        trial throws(PlayTrial.Obstacle) in
        try trial.ending().strayed
      },
      play(
        "player.frames-are-the-kernels", "Animations move nothing for good: in the end frames are the kernel's alone.",
        perform
      ) { trial throws(PlayTrial.Obstacle) in try trial.strayFromKernel() },
      play(
        "player.past-is-never-rewritten", "What was shown at a time is shown of that time ever after.", perform,
        cost: .comparing
      ) { trial throws(PlayTrial.Obstacle) in try trial.rewrittenPast() },
      play("player.each-completion-comes-once", "Every block and transition completes, and completes once.", perform) {
        trial throws(PlayTrial.Obstacle) in
        try trial.miscountedCompletion()
      },
      play(
        "player.half-the-time-twice-is-the-time", "Time that passes in two parts brings the same as in one.", perform,
        cost: .comparing
      ) { trial throws(PlayTrial.Obstacle) in
        guard trial.scene.steps.contains(where: { if case .advance(let time) = $0 { time > 0 } else { false } }) else {
          throw PlayTrial.Obstacle(text: "no time passes")
        }
        let (whole, halves) = (try trial.ending(), try trial.play(parts: 2))
        let isCutShort = whole.refused.union(halves.refused).contains { step in
          guard trial.scene.steps.indices.contains(step), case .advance = trial.scene.steps[step] else { return false }
          return true
        }
        if isCutShort {
          throw PlayTrial.Obstacle(text: "a step of a reaction is refused, which ends the advance early")
        }
        if halves.hasJumped {
          throw PlayTrial.Obstacle(text: "a value jumps exactly at the time between two steps")
        }
        if whole.hasReportsAtInstants(of: halves, within: PlayTranscript.moment)
          || halves.hasReportsAtInstants(of: halves, within: PlayTranscript.moment)
        {
          throw PlayTrial.Obstacle(text: "an event is reported exactly at the time between two advances")
        }
        return PlayTranscript(whole).difference(from: PlayTranscript(halves), within: PlayTranscript.moment)
      },
      play(
        "player.what-was-shown-can-be-expected",
        "Expectations of what a play shows are met, and expectations of anything else are not.",
        perform, cost: .comparing
      ) { trial throws(PlayTrial.Obstacle) in try trial.misjudgedExpectation() },
      play(
        "player.what-is-foretold-comes", "What a player says will be reported is reported then.", perform,
        cost: .comparing
      ) { trial throws(PlayTrial.Obstacle) in try trial.brokenPromise() },
      play(
        "player.bystanders-cost-nothing",
        "A step, and what is shown after it, cost no more looks at views and layers where others live that it leaves alone.",
        perform, cost: .comparing
      ) { trial throws(PlayTrial.Obstacle) in try trial.costOfBystanders() },
      play(
        "player.answers-come-again", "Played again, a scene shows and reports the same, bit for bit.", perform,
        cost: .comparing
      ) {
        trial throws(PlayTrial.Obstacle) in
        PlayTranscript(try trial.ending()).difference(from: PlayTranscript(try trial.play()))
      }.repeating,
    ]
  }

  private static func play(
    _ name: String, _ summary: String, _ perform: @escaping PlayTrial.Performing, cost: Cost = .cheap,
    _ remark: @escaping @Sendable (PlayTrial) throws(PlayTrial.Obstacle) -> VerdictMessage?
  ) -> Law {
    Law(name, summary, cost: cost, playing: perform) { (trial: PlayTrial) in
      do throws(PlayTrial.Obstacle) {
        return try remark(trial).map { .broken($0) } ?? .holds
      } catch {
        return error.verdict
      }
    }
  }
}

extension PlayTrial.Ending {
  /// Returns whether an event was reported so close to the end of one of the other run's advances that rounding may move it to the other side.
  fileprivate func hasReportsAtInstants(of other: PlayTrial.Ending, within tolerance: Double) -> Bool {
    player.layers.events.contains { event in
      other.instants.contains { ($0 - event.time).magnitude <= tolerance * max(1, event.time) }
    }
  }
}

extension PlayTrial {
  /// Returns a message about the first view whose frame differs from that in a kernel without a player, after the same steps; nil if there is none.
  fileprivate func strayFromKernel() throws(Obstacle) -> VerdictMessage? {
    let ending = try ending()
    // A kernel alone cannot perform the steps inside these, nor a transition to another view.
    let isTold = scene.steps.contains { step in
      guard case .play(let step) = step else { return false }
      if case .transition(let transition) = step, transition.destination != nil { return true }
      return !step.steps.isEmpty
    }
    if isTold {
      throw Obstacle(text: "the kernel alone cannot perform steps inside animators, reactions or transitions")
    }
    // If a player refuses a step that only players perform, it skips the rest of the block, and a kernel does not.
    let isCutShort = scene.steps.indices.contains { index in
      guard ending.refused.contains(index), case .animate(let block) = scene.steps[index] else { return false }
      return block.steps.flatMap(\.withInnerSteps).contains { if case .play = $0 { true } else { false } }
    }
    if isCutShort { throw Obstacle(text: "a block with steps that only the player performs is refused") }
    guard let solver = plugin.makeSolver?() else {
      throw Obstacle(text: "the plugin offers no solver", code: .notClaimed)
    }
    let kernel: LayoutKernel
    do throws(LayoutMistake) {
      kernel = try LayoutKernel(scene: scene.start, solver: solver)
      var playback = Playback(of: scene, on: kernel)
      playback.passesOverRefused = true
      try playback.finish()
    } catch {
      throw Obstacle(mistake: error)
    }
    for view in kernel.scene.views {
      let (alone, played) = (kernel.frame(of: view.id), ending.player.kernel.frame(of: view.id))
      if alone != played { return "\(view.name) is at \(text(played)) in a play, and at \(text(alone)) without" }
    }
    return nil
  }

  fileprivate func rewrittenPast() throws(Obstacle) -> VerdictMessage? {
    let ending = try ending()
    let parents = ending.player.kernel.parents
    for seen in ending.witnessed.reversed() {
      let now = Dictionary(
        ending.player.boxes(at: seen.time).map { ($0.view, $0) }, uniquingKeysWith: { first, _ in first })
      for box in seen.boxes {
        // Views that have left the tree, or moved in it, are not compared: their earlier places are no longer reported.
        guard let again = now[box.view], isInSamePlace(box.view, seen.parents, parents) else { continue }
        if again != box {
          return
            "a view at \(seen.time) s was shown at \(box.corners[0]), and is now said to have been at \(again.corners[0])"
        }
      }
    }
    return nil
  }

  /// Returns whether a view has the same ancestors in both trees.
  private func isInSamePlace(_ view: ItemID, _ parents: [ItemID: ItemID], _ now: [ItemID: ItemID]) -> Bool {
    var next: ItemID? = view
    while let item = next {
      if parents[item] != now[item] { return false }
      next = parents[item]
    }
    return true
  }

  /// Returns a message about a completion that did not run exactly once; nil if there is none. Completions that share a name with others are not
  /// checked.
  fileprivate func miscountedCompletion() throws(Obstacle) -> VerdictMessage? {
    let ending = try ending()
    let player = ending.player
    if player.layers.hasOpenTransaction { throw Obstacle(text: "a transaction is left open") }
    var named: [String: Int] = [:]
    func count(_ steps: [Step]) {
      for step in steps { for name in step.reportedNames { named[name, default: 0] += 1 } }
    }
    count(scene.steps)
    let asked = scene.steps.enumerated().compactMap { index, step -> String? in
      guard !ending.refused.contains(index) else { return nil }
      let name =
        switch step {
        case .animate(let block): block.completion
        case .play(.transition(let transition)): transition.completion
        default: ""
        }
      return named[name] == 1 && !name.isEmpty ? name : nil
    }
    guard !asked.isEmpty else { throw Obstacle(text: "no block has a completion of its own") }
    // A player cannot be copied to run it to its end, so predicted completions count, too.
    let future = player.layers.futureEvents.map(\.what)
    for name in asked {
      let heard = player.layers.events.count { $0.what.nameAndPhase.0 == name }
      let coming = future.count { $0.nameAndPhase.0 == name }
      if heard > 1 || heard == 1 && coming > 0 { return "\(name) completes \(heard + coming) times" }
      if heard == 0, coming == 0, player.hasNothingToCome {
        return "\(name) has not completed, and nothing moves any more"
      }
    }
    return nil
  }

  /// Returns a message about the first callback that was predicted and did not come; nil if there is none. Only the time after the last input is
  /// checked.
  fileprivate func brokenPromise() throws(Obstacle) -> VerdictMessage? {
    let isAnswered = scene.steps.contains { if case .play(.when) = $0 { true } else { false } }
    if isAnswered { throw Obstacle(text: "reactions do more than the predicted events") }
    let player = try play().player
    if player.layers.hasOpenTransaction { throw Obstacle(text: "a transaction is left open") }
    let foretold = player.layers.futureEvents
    guard let last = foretold.last?.time, last < player.layers.now + PlayTrial.foreseeable else {
      throw Obstacle(text: "the player predicts no event, or only events too far ahead")
    }
    let count = player.layers.events.count
    do throws(LayoutMistake) { try performing(player, .advance(last - player.layers.now + 0.01)) } catch {
      throw Obstacle(mistake: error)
    }
    // Starts are not predicted: an animation of the next commit reports its start then.
    let came = player.layers.events.dropFirst(count).filter { if case .didStart = $0.what { false } else { true } }
    for promised in foretold {
      guard came.contains(where: { $0.what == promised.what && ($0.time - promised.time).magnitude < 1e-6 }) else {
        return "\(promised.what) was foretold for \(promised.time) s, and \(came.count) others came"
      }
    }
    return nil
  }

  /// The number of virtual seconds for which predictions are checked.
  private static let foreseeable = 100.0

  /// Returns a message about an expectation that holds although it is reported as unmet, or the other way round; nil if there is none.
  fileprivate func misjudgedExpectation() throws(Obstacle) -> VerdictMessage? {
    let ending = try ending()
    let player = ending.player
    if !ending.refused.isEmpty { throw Obstacle(text: "a step is refused") }
    var met: [Expectation.What] = []
    var unmet: [Expectation.What] = []
    for view in player.kernel.scene.views {
      var frame = player.kernel.displayedFrame(of: view.id)
      met.append(.frame(view.id, frame))
      if frame.x.magnitude < PlayTrial.mostExpected {
        frame.x += 1
        unmet.append(.frame(view.id, frame))
      }
      if let isAmbiguous = player.kernel.hasAmbiguousLayout(view.id) {
        met.append(.ambiguity(view.id, isAmbiguous: isAmbiguous))
        unmet.append(.ambiguity(view.id, isAmbiguous: !isAmbiguous))
      }
      guard let layer = player.layer(of: view.id) else { continue }
      for time in ending.witnessed.map(\.time) {
        for key in ["position", "bounds", "opacity"] {
          guard let shown = player.layers.presentation(layer, key, at: time),
            shown.lanes.allSatisfy({ $0.magnitude < PlayTrial.mostExpected })
          else { continue }
          met.append(.value(view.id, key, shown, at: time))
          if let other = AnimationValue(kind: shown.kind, lanes: shown.lanes.map { $0 + 1 }) {
            unmet.append(.value(view.id, key, other, at: time))
          }
        }
      }
    }
    for event in player.layers.events.prefix(PlayTrial.mostExpectedEvents) {
      let (name, phase) = event.what.nameAndPhase
      if name.isEmpty { continue }
      met.append(.report(name, phase, at: event.time))
      unmet.append(.noReport(name, phase))
      unmet.append(.report(name, phase, at: event.time + 1e6))
    }
    let hasConflict = !player.kernel.conflicts.isEmpty
    if hasConflict {
      met.append(.conflict(nil, breaking: nil))
      unmet.append(.noConflict)
    } else {
      met.append(.noConflict)
      unmet.append(.conflict(nil, breaking: nil))
    }
    for conflict in player.kernel.conflicts {
      let members = conflict.members.compactMap(\.constraint)
      met.append(.conflict(members, breaking: conflict.members[conflict.broken].constraint))
    }
    let remarks = player.layers.lintRemarks.map(\.trap.rawValue)
    met += remarks.map { .remark($0) }
    if remarks.isEmpty { met.append(.noRemark) } else { unmet.append(.noRemark) }
    unmet += [.remark("no such trap"), .report("nobody says this", .any, at: nil)]

    var expecting = scene
    // The expectations were read off the state at the end, so they are added there.
    expecting.steps.removeAll { $0.expectation != nil }
    expecting.steps.append(.advance(0))
    expecting.steps += (met + unmet).map { .play(.expect(Expectation($0))) }
    guard let solver = plugin.makeSolver?(), let makeSampler = plugin.makeSampler else { return nil }
    let missed: Set<Int>
    do throws(LayoutMistake) {
      missed = Set(try expecting.unmetExpectations(solver: solver, makeSampler: makeSampler).map(\.index))
    } catch {
      throw Obstacle(mistake: error)
    }
    for (index, what) in (met + unmet).enumerated() {
      if index < met.count, missed.contains(index) { return "\(what) was read off the play, and is called unmet" }
      if index >= met.count, !missed.contains(index) { return "\(what) is not so, and is called met" }
    }
    return nil
  }

  private static let mostExpectedEvents = 8
  /// The largest number in an expectation; for larger ones, the tolerance is less than the distance of two doubles.
  private static let mostExpected = 1e6

  private func text(_ rect: Rect) -> VerdictMessage { "\(rect.x) \(rect.y) \(rect.width) \(rect.height)" }
}

extension ScenePlayer {
  /// Whether nothing will happen by itself: no event is predicted, no animation will end, and no layer has an animation.
  fileprivate var hasNothingToCome: Bool {
    layers.futureEvents.isEmpty && layers.future.isEmpty
      && kernel.scene.views.allSatisfy { view in
        layer(of: view.id).map { layers.animationKeys($0).isEmpty } ?? true
      }
  }
}

extension Step {
  /// The names of the completions, delegates, animators and gesture recognisers that report because of the step, or of a step inside it; an empty
  /// name where there is none.
  fileprivate var reportedNames: [String] {
    switch self {
    case .animate(let block): [block.completion] + block.steps.flatMap(\.reportedNames)
    case .play(let step):
      switch step {
      case .begin(_, _, _, let completion): [completion]
      case .addAnimation(_, _, _, let delegate): [delegate]
      case .animator(let name, _): [name] + step.steps.flatMap(\.reportedNames)
      case .recognize(let name, _, _, _): [name]
      case .transition(let transition): [transition.completion] + step.steps.flatMap(\.reportedNames)
      // The steps of a reaction may run any number of times, so their names count twice.
      case .when(let reaction): (reaction.steps + reaction.steps).flatMap(\.reportedNames)
      default: []
      }
    default: []
    }
  }
}
