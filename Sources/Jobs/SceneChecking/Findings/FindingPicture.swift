import LayoutKernel
import LayoutPlugin
import Reports
import SceneFuzzing
import SceneImport
import SceneModel

/// A finding's document as a picture.
package enum FindingPicture {
  /// Returns a picture of the document's views and conflicts. With `parts`, it also shows the role of each view in the bug, and the constraints of
  /// these views.
  ///
  /// Nil if the document is not a scene, or cannot be laid out.
  package static func svg(
    of document: String, parts: [Explanation.Part]? = nil, solver: any ConstraintSolving
  ) -> String? {
    guard document.hasPrefix("scene "), let scene = try? Scene(text: document),
      let kernel = try? LayoutKernel(scene: scene, solver: solver), (try? kernel.layoutIfNeeded()) != nil
    else { return nil }
    var drawing = SceneDrawing(of: ImportedScene(scene: scene), laidOutBy: kernel)
    drawing.showConflicts(of: kernel)
    if let parts {
      func part(_ keyword: String, _ name: String) -> Explanation.Part? {
        parts.first { $0.text.hasPrefix("\(keyword) \(name) ") || $0.text.hasPrefix("\(keyword) \(name):") }
      }
      for view in scene.views.dropFirst() {
        if let part = part("view", view.name) { drawing.titles[view.id] = "\(view.name): \(part.remark)" }
      }
      drawing.constraints = scene.constraints.filter { part("constraint", $0.name)?.role != .irrelevant }.map(\.id)
    }
    return drawing.svg
  }
}
