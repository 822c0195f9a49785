import ConstraintSolver
import EngineIsolation
import LayoutKernel
import Reports
import SceneFuzzing
import SceneImport
import SceneModel

/// A finding's document as a picture: its views with what each has to do with the bug, and the constraints that it takes.
enum FindingPicture {
  /// Nil where the document is no scene, or cannot be laid out.
  static func svg(of item: FuzzReport.Item) -> String? {
    guard case .scene(let scene)? = try? Document(text: item.document),
      let kernel = try? LayoutKernel(scene: scene, solver: ConstraintSolver()), (try? kernel.layoutIfNeeded()) != nil
    else { return nil }
    var drawing = SceneDrawing(of: ImportedScene(scene: scene), laidOutBy: kernel)
    drawing.showConflicts(of: kernel)
    let parts = item.parts
    func part(_ keyword: String, _ name: String) -> Explanation.Part? {
      parts.first { $0.text.hasPrefix("\(keyword) \(name) ") || $0.text.hasPrefix("\(keyword) \(name):") }
    }
    for view in scene.views.dropFirst() {
      if let part = part("view", view.name) { drawing.titles[view.id] = "\(view.name): \(part.remark)" }
    }
    drawing.constraints = scene.constraints.filter { part("constraint", $0.name)?.role != .irrelevant }.map(\.id)
    return drawing.svg
  }

  /// Beside each finding that is a scene, `picture.svg`.
  static func draw(_ report: FuzzReport, in store: FindingStore) throws(UserMistake) {
    for item in report.findings {
      guard let svg = svg(of: item) else { continue }
      let folder = store.findingFolder(item.id, target: item.target)
      try DurableFile.write(Array(svg.utf8), to: folder.appending(path: "picture.svg"))
    }
  }
}
