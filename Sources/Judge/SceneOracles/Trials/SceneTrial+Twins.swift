import LayoutKernel
import LayoutPlugin
import SceneModel

extension SceneTrial {
  /// Judges whether the scene, rewritten by `twin`, has the same layout. `what` says how it was rewritten, as the beginning of the message. `twin`
  /// returns nil if it finds nothing to rewrite; the law is then undecided.
  func judgeTwin(_ what: VerdictMessage, _ twin: (Scene) throws(VisualFormat.Mistake) -> Scene?) -> Verdict {
    judgeCanonical { (ending) throws(Obstacle) in
      if ending.scene.hasFeedback { throw Obstacle(text: "margins follow frames, and may settle elsewhere") }
      let other: Scene?
      do throws(VisualFormat.Mistake) { other = try twin(ending.scene) } catch {
        return .broken("a format was refused: \(error)")
      }
      guard let other else { throw Obstacle(text: "nothing in the scene can be written in another way") }
      let kernel = try laidOut(other)
      if kernel.hasConflict { return .broken("\(what), the scene conflicts") }
      return compare(what, kernel, with: ending)
    }
  }

  /// Judges whether constraints that are derived from the present frames give the same frames.
  func judgeInferred() -> Verdict {
    judgeCanonical { (ending) throws(Obstacle) in
      let frames = Array(ending.frames.prefix(ending.scene.views.count))
      guard frames.count > 1 else { throw Obstacle(text: "there is nothing but a root") }
      guard frames.allSatisfy(\.isOnGrid) else {
        throw Obstacle(text: "frames are not on the grid of values", code: .outOfReach)
      }
      // The digest makes the choice the same for the same scene in every trial.
      var entropy = Entropy(seed: Document.scene(ending.scene).digest.low)
      let inferred = ending.scene.inferred(from: frames, &entropy)
      let kernel = try laidOut(inferred)
      if kernel.hasConflict { return .broken("constraints read off the frames conflict") }
      for (view, frame) in zip(inferred.views, frames) {
        let found = kernel.frame(of: view.id)
        if found != frame {
          let constraints = inferred.constraints.filter { $0.anchors.contains { $0.item == view.id } }
          return .broken(
            "\(view.name) was at \(text(frame)); by \(constraints.count) constraints read off the frames it is at "
              + text(found))
        }
      }
      return .holds
    }
  }
}

extension Rect {
  /// Whether all values are multiples of 2⁻²⁰ with a magnitude below 2³², and sizes are not negative.
  fileprivate var isOnGrid: Bool {
    width >= 0 && height >= 0
      && [x, y, width, height].allSatisfy { $0.magnitude < 0x1p32 && ($0 * 0x1p20).rounded() == $0 * 0x1p20 }
  }
}
