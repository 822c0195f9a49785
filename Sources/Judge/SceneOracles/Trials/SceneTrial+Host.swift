import LayoutKernel
import LayoutPlugin
import SceneModel

/// A host that requests everything again: `setNeedsUpdateConstraints()` in `updateConstraints()`,
/// `setNeedsUpdateProperties()` and `setNeedsLayout()` in `layoutSubviews()`, once for each view in a pass.
private final class AskingHost: LayoutPassDelegate {
  private let kernel: any SceneLayout
  private var asked: Set<ItemID> = []
  private var askedForConstraints: Set<ItemID> = []

  init(_ kernel: any SceneLayout) { self.kernel = kernel }

  func willLayOut() {
    asked = []
    askedForConstraints = []
  }

  func updateProperties(of view: ItemID) {}

  func updateConstraints(of view: ItemID) {
    // The view is in the scene: it has just been called.
    if askedForConstraints.insert(view).inserted { try? kernel.perform(.needsConstraints(view)) }
  }

  func layOutSubviews(of view: ItemID, _ apply: () -> Void) {
    apply()
    guard asked.insert(view).inserted else { return }
    try? kernel.perform(.needsProperties(view))
    try? kernel.perform(.needsLayout(view))
  }
}

extension SceneTrial {
  func judgeAskingHost() -> Verdict {
    judgeCanonical { (ending) throws(Obstacle) in
      if ending.scene.hasFeedback { throw Obstacle(text: "margins follow frames, and may settle elsewhere") }
      let kernel = try kernel(ending.scene, plugin)
      let host = AskingHost(kernel)
      kernel.delegate = host
      defer { kernel.delegate = nil }
      try layOut(kernel)
      if kernel.hasConflict { return .broken("asked once more, the scene conflicts") }
      return compare("where everything is asked for once more", kernel, with: ending)
    }
  }
}
