import ScenePlayer
import SceneModel

/// The law of cost of players. Work is counted and not timed, so the verdict is the same on every machine.
extension PlayTrial {
  /// The number of views that are added. No step refers to them.
  private static let bystanders = 64
  /// The number of visits of views and layers by which two runs of a step may differ, because the root has one more subview.
  private static let tolerance = 16

  /// Returns a message about the first step that costs more when the scene has additional views; nil if there is none.
  func costOfBystanders() throws(Obstacle) -> VerdictMessage? {
    let changesTree = scene.steps.map { step in !step.withInnerSteps.allSatisfy(\.leavesTree) }
    for (step, changesTree) in zip(scene.steps, changesTree) where changesTree {
      if case .play = step {
        throw Obstacle(text: "views are added, removed or moved in reactions, animators or transitions")
      }
    }
    let setsClock = scene.steps.flatMap(\.withInnerSteps).contains { step in
      switch step {
      case .play(.clock(let view, _)), .play(.timing(let view, _)): view == scene.root.id
      default: false
      }
    }
    if setsClock { throw Obstacle(text: "the steps change the root's clock, on which all layers depend") }
    let (alone, among) = (
      try ending(), try PlayTrial(scene.withBystanders(Self.bystanders), plugin, performing).ending()
    )
    for index in scene.steps.indices where changesTree[index] {
      // After a refused step of this kind, a later step does the remaining work.
      if alone.refused.contains(index) { throw Obstacle(text: "a step that changes the tree is refused") }
    }
    for (number, (work, workAmong)) in zip(alone.work, among.work).enumerated() where number > 0 {
      // After a change of the tree, the whole tree is visited, so the step is not judged.
      if number <= changesTree.count, changesTree[number - 1] { continue }
      if workAmong > work + Self.tolerance {
        return
          "step \(number) looks at \(work) views and layers, and at \(workAmong) where \(Self.bystanders) others live beside them"
      }
    }
    return nil
  }
}

extension Scene {
  /// Returns the scene with additional views. They have fixed frames, and lie in a view of size zero, which is the root's last subview.
  fileprivate func withBystanders(_ count: Int) -> Scene {
    var scene = self
    let taken = views.map(\.id) + guides.map(\.id) + steps.flatMap(\.withInnerSteps).flatMap(\.items)
    var next = (taken.map(\.rawValue).max() ?? 0) + 1
    func add(in parent: ItemID) -> ItemID {
      var view = View(id: ItemID(next), name: "bystander-\(next)", parent: parent)
      view.autoresizing = [.flexibleRight, .flexibleBottom]
      next += 1
      scene.views.append(view)
      return view.id
    }
    let holder = add(in: root.id)
    for _ in 0..<count { _ = add(in: holder) }
    return scene
  }
}
