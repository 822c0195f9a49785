import LayoutKernel
import LayoutPlugin
import SceneModel

extension SceneTrial {
  /// Judges whether scenes with one mistake each are refused, and whether steps that cannot be performed change nothing.
  func judgeMistakes() -> Verdict {
    judge(on: untouched) { (ending) throws(Obstacle) in
      // The frames are computed lazily, so they are read before the kernel goes on.
      _ = ending.frames
      for twin in ending.scene.mistakenTwins {
        guard let solver = plugin.makeSolver?() else {
          throw Obstacle(text: "the plugin offers no solver", code: .notClaimed)
        }
        let mistake = refusal { () throws(LayoutMistake) in _ = try make(twin.scene, solver) }
        if let doubt = try doubt(mistake, of: twin) { return .broken(doubt) }
      }
      for (what, step) in ending.scene.mistakenSteps {
        switch refusal({ () throws(LayoutMistake) in try ending.kernel.perform(step) }) {
        case .scene, .constraint: break
        case nil, .layoutLoop: return .broken("a step that \(words: what) was made: \(step)")
        case .engine(let fault): throw Obstacle(mistake: .engine(fault))
        }
        if ending.kernel.scene != ending.scene {
          return .broken("a step that \(words: what) was refused, and changed the scene")
        }
      }
      try layOut(ending.kernel)
      return compare("after steps that were refused", ending.kernel, with: ending)
    }
  }

  private func refusal(_ body: () throws(LayoutMistake) -> Void) -> LayoutMistake? {
    do {
      try body()
      return nil
    } catch { return error }
  }

  /// Returns how the refusal of a scene with a mistake differs from the right one; nil if it does not. `mistake` is the kernel's error; nil if the
  /// scene was not refused.
  private func doubt(_ mistake: LayoutMistake?, of twin: MistakenScene) throws(Obstacle) -> VerdictMessage? {
    let exception: String?
    switch mistake {
    case nil, .layoutLoop: return "a scene with \(words: twin.what) was taken"
    case .engine(let fault): throw Obstacle(mistake: .engine(fault))
    case .scene: exception = nil
    case .constraint(_, let raised, _): exception = raised
    }
    let words = mistake?.description ?? ""
    if exception != twin.exception {
      return
        "\(words: twin.what) must be refused with \(words: twin.exception ?? "no exception of UIKit's"), and was so: \(words)"
    }
    return words.contains(twin.name) ? nil : "\(words: twin.what) was refused without naming \(twin.name): \(words)"
  }
}
