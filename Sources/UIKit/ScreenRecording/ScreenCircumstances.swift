import SceneModel

/// The device and the user's settings with which a screen is shown.
package struct ScreenCircumstances: Sendable {
  var device = "iphone-8"
  var textSize = "L"
  var isRightToLeft = false

  package static let textSizes = ["XS", "S", "M", "L", "XL", "XXL", "XXXL", "AX1", "AX2", "AX3", "AX4", "AX5"]

  package init(device: String, textSize: String, isRightToLeft: Bool) {
    (self.device, self.textSize, self.isRightToLeft) = (device, textSize, isRightToLeft)
  }

  init(drawnFrom seed: UInt64) {
    var entropy = Entropy(seed: seed)
    device = entropy.pick(Device.all.map(\.name))
    textSize = entropy.chance(1, in: 2) ? "L" : entropy.pick(Self.textSizes)
    isRightToLeft = entropy.chance(1, in: 4)
  }

  package var arguments: [String] {
    ["--device", device, "--text-size", textSize] + (isRightToLeft ? ["--right-to-left"] : [])
  }
  var words: String { "\(device), text size \(textSize)\(isRightToLeft ? ", right to left" : "")" }
}
