import SceneModel

extension ImportedScene {
  /// As Interface Builder's canvas shows it: an activity indicator takes part in its stack view although it is hidden, which it is
  /// in every file until it spins.
  var onCanvas: ImportedScene {
    var result = self
    for (index, view) in scene.views.enumerated() where view.kind == .activityIndicator && view.isHidden {
      result.scene.views[index].isHidden = false
    }
    return result
  }

  /// The scene without the sizes that only the canvas gives to views without content.
  func withoutWishes() -> Scene {
    var result = scene
    for wish in wishes {
      guard let index = scene.views.firstIndex(where: { $0.id == wish.view }) else { continue }
      if wish.part == .width { result.views[index].intrinsic.width = nil }
      if wish.part == .height { result.views[index].intrinsic.height = nil }
    }
    return result
  }

  /// The scene as the constraints alone have it: text and controls want their natural size, not the one that was recorded, which
  /// is what the constraints made of it and would hide that they leave it open.
  func asConstrained() -> Scene {
    var result = withoutWishes()
    for (index, view) in result.views.enumerated() {
      guard let natural = naturalSizes[view.id] else { continue }
      if let text = natural.text {
        // Lines that were recorded are better than lines that were predicted; what matters is whether there is room to spare.
        if let width = view.intrinsic.width, !Self.isAlike(width, text.singleLineWidth) {
          result.views[index].intrinsic.width = nil
          result.views[index].intrinsic.height = nil
          result.views[index].text = text
        }
        continue
      }
      if let width = natural.width, let recorded = view.intrinsic.width, !Self.isAlike(recorded, width) {
        result.views[index].intrinsic.width = width
      }
      if let height = natural.height, let recorded = view.intrinsic.height,
        abs(recorded - height) > Self.heightTolerance
      {
        result.views[index].intrinsic.height = height
      }
    }
    return result
  }

  /// Heights of lines are predicted to the half point (17 points of the system font are recorded as 20.5 and as 21).
  private static let heightTolerance = 0.6

  /// Predictions of text are good to a tenth and a few points; a recorded length within that is the natural one.
  private static func isAlike(_ recorded: Double, _ natural: Double) -> Bool {
    abs(recorded - natural) <= max(6, 0.12 * natural)
  }
}

extension TextMetrics {
  /// The whole text on one line, in points.
  fileprivate var singleLineWidth: Double {
    wordWidths.reduce(0, +) + spaceWidth * Double(max(0, wordWidths.count - 1))
  }
}
