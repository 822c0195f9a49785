import ConstraintSolver
import LayoutKernel
import SceneModel

/// For whom a screen is shown.
struct ScreenCircumstances {
  var device = "iphone-8"
  var textSize = "L"
  var isRightToLeft = false

  static let textSizes = ["XS", "S", "M", "L", "XL", "XXL", "XXXL", "AX1", "AX2", "AX3", "AX4", "AX5"]

  init(device: String, textSize: String, isRightToLeft: Bool) {
    (self.device, self.textSize, self.isRightToLeft) = (device, textSize, isRightToLeft)
  }

  init(drawnFrom seed: UInt64) {
    var entropy = Entropy(seed: seed)
    device = entropy.pick(Device.all.map(\.name))
    textSize = entropy.chance(1, in: 2) ? "L" : entropy.pick(Self.textSizes)
    isRightToLeft = entropy.chance(1, in: 4)
  }

  var arguments: [String] {
    ["--device", device, "--text-size", textSize] + (isRightToLeft ? ["--right-to-left"] : [])
  }
  var words: String { "\(device), text size \(textSize)\(isRightToLeft ? ", right to left" : "")" }
}

/// What a recorded scene met while it was played: constraints that contradict each other, each set once, in words.
struct ScreenVerdict {
  private(set) var conflicts: [String] = []

  init(_ scene: Scene) {
    var start = scene
    start.steps = []
    do throws(LayoutMistake) {
      let kernel = try LayoutKernel(scene: start, solver: ConstraintSolver())
      try kernel.layoutIfNeeded()
      for step in scene.steps { try kernel.perform(step) }
      try kernel.layoutIfNeeded()
      let names = Dictionary(uniqueKeysWithValues: kernel.scene.constraints.map { ($0.id, $0.name) })
      for conflict in kernel.conflicts {
        let members = conflict.members.enumerated().map { index, member in
          let place = member.constraint.flatMap { names[$0] }.map { "\($0): " } ?? ""
          return "\(index == conflict.broken ? "gives way: " : "")\(place)\(member.text)"
        }
        let text = "constraints contradict each other:\n" + members.joined(separator: "\n")
        if !conflicts.contains(text) { conflicts.append(text) }
      }
    } catch {
      conflicts.append("\(error)")
    }
  }
}
