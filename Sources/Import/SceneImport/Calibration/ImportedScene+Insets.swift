import SceneModel

extension ImportedScene {
  /// The screen with the safe area, guides and margins of an earlier version of its file.
  ///
  /// These values are fitted to recorded frames. If only constraints were edited, the recorded frames are still those of the earlier version. Then
  /// a fit would explain an edited constant by another inset. If the frames differ between the versions, the result is this screen itself.
  package func takingInsets(of earlier: ImportedScene) -> ImportedScene {
    guard scene.recorded == earlier.scene.recorded, scene.views.map(\.id) == earlier.scene.views.map(\.id) else {
      return self
    }
    var result = self
    let fitted = Set((calibrated + earlier.calibrated).filter { [.guide, .margin].contains($0.what) }.map(\.item))
    let before = Dictionary(earlier.scene.guides.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for index in scene.guides.indices where fitted.contains(scene.guides[index].id) {
      let guide = scene.guides[index]
      guard let old = before[guide.id], old.kind == guide.kind, old.owner == guide.owner else { continue }
      result.scene.guides[index].insets = old.insets
      if guide.owner == .root { result.scene.root.safeArea = earlier.scene.root.safeArea }
    }
    for index in scene.views.indices where fitted.contains(scene.views[index].id) {
      result.scene.views[index].margins = earlier.scene.views[index].margins
    }
    return result
  }
}
