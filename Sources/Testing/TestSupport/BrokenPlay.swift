import LayoutKernel
import ScenePlayer
import SceneModel
import SceneOracles

/// A way to perform a scene's steps with one planted mistake, and the law that must catch it.
public struct BrokenPlay: Sendable, CustomStringConvertible {
  public var name: String
  /// The law that must be broken by some scene.
  public var law: String
  public var perform: @Sendable (ScenePlayer, Step) throws(LayoutMistake) -> Void

  public var description: String { name }

  private init(
    _ name: String, breaks law: String,
    _ perform: @escaping @Sendable (ScenePlayer, Step) throws(LayoutMistake) -> Void
  ) {
    (self.name, self.law, self.perform) = (name, law, perform)
  }

  public static let all: [BrokenPlay] = [
    BrokenPlay("lays out behind the layers' backs", breaks: "player.layers-follow-the-frames") {
      player, step throws(LayoutMistake) in
      guard case .resize = step else { return try player.perform(step) }
      try player.kernel.perform(step)
      try player.kernel.layoutIfNeeded()
    },
    BrokenPlay("leaves the first step of a block out", breaks: "player.frames-are-the-kernels") {
      player, step throws(LayoutMistake) in
      guard case .animate(var block) = step else { return try player.perform(step) }
      block.steps.removeFirst(min(1, block.steps.count))
      try player.perform(.animate(block))
    },
    BrokenPlay("runs each block twice", breaks: "player.each-completion-comes-once") {
      player, step throws(LayoutMistake) in
      try player.perform(step)
      if case .animate = step { try player.perform(step) }
    },
    BrokenPlay("lets long times pass too slowly", breaks: "player.half-the-time-twice-is-the-time") {
      player, step throws(LayoutMistake) in
      guard case .advance(let seconds) = step else { return try player.perform(step) }
      try player.perform(.advance(min(seconds, 0.3)))
    },
    BrokenPlay("lets a finger lift what moves", breaks: "player.what-is-foretold-comes") {
      player, step throws(LayoutMistake) in
      // The law lets time pass by hundredths of a second.
      guard case .advance(let seconds) = step, seconds > 0, (seconds * 8).rounded() != seconds * 8 else {
        return try player.perform(step)
      }
      for view in player.kernel.scene.views { try player.perform(.play(.removeAnimation("", from: view.id))) }
      try player.perform(step)
    },
    BrokenPlay("looks through all layers for what runs", breaks: "player.bystanders-cost-nothing") {
      player, step throws(LayoutMistake) in
      try player.perform(step)
      _ = player.layers.timeline
    },
    BrokenPlay("looks through all views for what was touched", breaks: "player.bystanders-cost-nothing") {
      player, step throws(LayoutMistake) in
      if case .play(.touch) = step { _ = player.kernel.scene.views.last { player.kernel.isHidden($0.id) } }
      try player.perform(step)
    },
    BrokenPlay("waits before the first step", breaks: "player.what-was-shown-can-be-expected") {
      player, step throws(LayoutMistake) in
      if player.layers.now == 0 { try player.perform(.advance(0.07)) }
      try player.perform(step)
    },
  ]
}
