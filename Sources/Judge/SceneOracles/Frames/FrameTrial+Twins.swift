import LayoutPlugin
import SceneModel

extension FrameTrial {
  func judgeThereAndBack() -> Verdict {
    judge { () throws(Obstacle) in
      _ = try ending()
      let batches = scene.batches
      var present = scene
      present.steps = []
      var back: [[Step]?] = []
      for batch in batches {
        var inverse: [Step]? = []
        for step in batch {
          let undo = present.isStretched(by: step) ? nil : present.inverse(of: step)
          inverse = undo.flatMap { step in step.isClaimed(by: promise) ? inverse.map { [step] + $0 } : nil }
          _ = present.make(step)
        }
        back.append(inverse)
      }
      let kept = (back.lastIndex { $0 == nil } ?? -1) + 1
      if kept == batches.count { throw Obstacle("no edit can be undone") }
      let answers = try replay(scene, batches + back[kept...].reversed().compactMap { $0 })
      guard let first = moments[kept].frames, let last = answers.last else {
        throw Obstacle(.noAnswer, "the engine reported no frames")
      }
      return compare(
        "after the edits were undone", last, with: first, moments[kept].system, isOneDocument: true)
    }
  }

  func judgeAgain() -> Verdict {
    judge { () throws(Obstacle) in
      _ = try ending()
      let answers = try replay(scene, scene.batches)
      if answers.count < moments.count {
        return .broken("another process answers \(answers.last?.words ?? "nothing" as VerdictMessage)")
      }
      for (moment, answer) in zip(moments, answers) {
        let verdict = compare(
          "\(moment.place), another process says that", answer, with: moment.frames ?? [:], moment.system,
          isOneDocument: true)
        if case .broken = verdict { return verdict }
      }
      return .holds
    }
  }

  func judgeHiding() -> Verdict {
    judge { () throws(Obstacle) in
      let end = try ending()
      guard let view = end.system.scene.views.dropFirst().first(where: { !$0.isHidden }) else {
        throw Obstacle("there is no view to hide")
      }
      let answers = try replay(end.system.scene, [[.hide(view.id)], [.show(view.id)]])
      guard answers.count == 3, let before = answers[0].frames else {
        return compare(
          "hidden and shown again,", answers[answers.count - 1], with: [:], end.system, isOneDocument: true)
      }
      return compare("hidden and shown again,", answers[2], with: before, end.system, isOneDocument: true)
    }
  }

  func judgeRedundant() -> Verdict {
    judge { () throws(Obstacle) in
      let end = try endingToOpenAnew()
      var scene = end.system.scene
      guard var copy = scene.constraints.last(where: \.isRequired) else { throw Obstacle("nothing is required") }
      copy.id = LayoutConstraint.ID((scene.constraints.map(\.id.rawValue).max() ?? 0) &+ 1)
      copy.name = "copy-of-\(copy.name)"
      scene.constraints.append(copy)
      return try compareTwin("with a copy of a constraint", scene, with: end.frames ?? [:])
    }
  }

  func judgeDoubled() -> Verdict {
    judge { () throws(Obstacle) in
      let end = try endingToOpenAnew()
      guard let twin = end.system.scene.doubled else { throw Obstacle("the scene cannot be doubled") }
      var scene = twin
      let size = twin.root.frame
      // The root's frame may have been doubled already.
      if size == end.system.scene.root.frame { scene.root.frame = size.doubled }
      if !promise.claims(.margins) { for at in scene.views.indices { scene.views[at].margins = Margins() } }
      return try compareTwin("at twice the size", scene, with: (end.frames ?? [:]).mapValues(\.doubled))
    }
  }

  func judgeMirrored() -> Verdict {
    judge { () throws(Obstacle) in
      let end = try endingToOpenAnew()
      guard var twin = end.system.scene.mirrored else { throw Obstacle("the scene has no mirror image") }
      if !promise.claims(.rightToLeft) { twin.direction = .leftToRight }
      var expected: [ItemID: Rect] = [:]
      for (item, frame) in end.frames ?? [:] {
        guard let container = end.system.scene.container(of: item) else { continue }
        let around = container == .root ? end.system.scene.root.frame : end.frames?[container] ?? .zero
        expected[item] = Rect(x: around.width - frame.maxX, y: frame.y, width: frame.width, height: frame.height)
      }
      return try compareTwin("mirrored", twin, with: expected)
    }
  }

  func judgeMoved() -> Verdict {
    judge { () throws(Obstacle) in
      let end = try endingToOpenAnew()
      let size = end.system.scene.root.frame
      var twin = end.system.scene.nested(at: FrameTrial.distance)
      guard let at = twin.views.indices.dropFirst().first else { throw Obstacle("there is no view") }
      // Constraints hold the view in place instead of a mask, because every engine has constraints.
      (twin.views[at].autoresizing, twin.views[at].frame) = (nil, .zero)
      var id = twin.constraints.map(\.id.rawValue).max() ?? 0
      let sides: [(LayoutAttribute, LayoutAttribute?, Double)] = [
        (.left, .left, FrameTrial.distance), (.top, .top, FrameTrial.distance), (.width, nil, size.width),
        (.height, nil, size.height),
      ]
      for (side, other, constant) in sides {
        id &+= 1
        twin.constraints.append(
          LayoutConstraint(
            id: .init(id), name: "place\(id)", first: .anchor(.init(twin.views[at].id, side)),
            second: other.map { .anchor(.init(.root, $0)) }, constant: constant))
      }
      return try compareTwin("inside another view", twin, with: end.frames ?? [:])
    }
  }

  private static let distance = 20.0

  private func compareTwin(_ what: VerdictMessage, _ twin: Scene, with expected: [ItemID: Rect]) throws(Obstacle)
    -> Verdict
  {
    guard twin.projected(onto: promise) == twin else {
      throw Obstacle(.notClaimed, "the twin is not within what the engine claims")
    }
    return compare(what, try fresh(twin), with: expected, FrameSystem(twin, promise), isOneDocument: false)
  }
}

extension Scene {
  /// Returns whether a step resizes the root while a view has an autoresizing mask. A view that shrinks to size zero meanwhile does not return to
  /// its frame.
  fileprivate func isStretched(by step: Step) -> Bool {
    if case .resize = step { views.contains { $0.autoresizing != nil } } else { false }
  }
}
