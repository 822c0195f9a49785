import ConflictLogs
import Foundation
import LayoutKernel
import LayoutPlugin
import SceneModel

/// A picture of conflicts. For each it shows the views where they lie if one constraint for a length gives way. Beside them are the length that this
/// constraint demands and the length that the other constraints need.
package struct ConflictPicture {
  private let pictures: [(title: String, picture: Picture)]
  /// The number of conflicts that are not drawn.
  package let leftOut: Int

  /// The largest number of conflicts in one picture. A console may have thousands.
  private static let mostPanels = 24

  package init(of logs: [ConflictLog], _ explanations: [ConflictExplanation], _ plugin: Plugin) throws {
    guard !logs.isEmpty, let makeSolver = plugin.makeSolver else {
      throw UserMistake(.nothingToDo, "--svg draws a conflict, and there is none here. Leave out --svg.")
    }
    leftOut = max(0, logs.count - Self.mostPanels)
    pictures = try zip(logs, explanations).prefix(Self.mostPanels).enumerated().map { index, conflict in
      let drawing = try ConflictPicture.drawing(of: conflict.0, conflict.1, makeSolver())
      return ("conflict \(index + 1)", drawing.picture)
    }
  }

  private static func drawing(
    of log: ConflictLog, _ explanation: ConflictExplanation, _ solver: any ConstraintSolving
  ) throws -> SceneDrawing {
    var scene = LogScene(log).scene
    // The impossible length gives way, as far as it must: what the rest needs is what shows.
    let pivot = scene.constraints.firstIndex { $0.name == explanation.impossible.map { "c\($0.constraint + 1)" } }
    if let pivot { scene.constraints[pivot].priority = 1 }
    let kernel = try LayoutKernel(scene: scene, solver: solver)
    try kernel.layoutIfNeeded()
    scene.root.frame = ConflictPicture.extent(of: scene, kernel)
    var frames = Dictionary(uniqueKeysWithValues: scene.views.map { ($0.id, kernel.frame(of: $0.id)) })
    ConflictPicture.nest(scene, &frames)
    var drawing = SceneDrawing(scene: scene, frames: frames)
    let core = Set(explanation.contributions.map { "c\($0.index + 1)" })
    for constraint in scene.constraints where core.contains(constraint.name) {
      for item in constraint.anchors.map(\.item) {
        drawing.marked[scene.guides.first { $0.id == item }?.owner ?? item] = ""
      }
    }
    if let impossible = explanation.impossible, let pivot,
      let view = scene.constraints[pivot].anchors.first?.item
    {
      let kept = TextNumber.spell(impossible.is), needed = TextNumber.spell(impossible.needed)
      drawing.dimensions = [
        .init(view: view, axis: impossible.axis, length: max(0, impossible.needed), text: "needs \(needed)"),
        .init(view: view, axis: impossible.axis, length: max(0, impossible.is), text: "is \(kept)"),
      ]
    }
    return drawing
  }

  /// Returns the rectangle around the outermost views.
  private static func extent(of scene: Scene, _ kernel: LayoutKernel) -> Rect {
    let frames = scene.views.filter { $0.parent == .root }.map { kernel.frame(of: $0.id) }
    let width = frames.map { $0.x + $0.width }.max() ?? 0, height = frames.map { $0.y + $0.height }.max() ?? 0
    return Rect(x: 0, y: 0, width: width > 0 ? width : 320, height: height > 0 ? height : 320)
  }

  /// Places views inside each other along the axis that a log does not mention, because most logs are about one axis.
  private static func nest(_ scene: Scene, _ frames: inout [ItemID: Rect]) {
    var told: [Axis: Set<ItemID>] = [:]
    for constraint in scene.constraints {
      guard case .anchor(let anchor) = constraint.first else { continue }
      told[anchor.attribute.axis, default: []].formUnion(constraint.anchors.map(\.item))
    }
    frames[.root] = scene.root.frame
    let inset = 6.0
    for view in scene.views.dropFirst() {
      guard var frame = frames[view.id], let parent = view.parent.flatMap({ frames[$0] }) else { continue }
      if told[.horizontal]?.contains(view.id) != true {
        (frame.x, frame.width) = (inset, max(0, parent.width - 2 * inset))
      }
      if told[.vertical]?.contains(view.id) != true {
        (frame.y, frame.height) = (inset + 6, max(0, parent.height - 2 * inset - 6))
      }
      frames[view.id] = frame
    }
  }

  /// Writes the picture: one panel for each conflict, under its number if there are several.
  package func write(to path: String, say: (String) -> Void) throws {
    let picture = pictures.count == 1 ? pictures[0].picture : Picture(sideBySide: pictures, width: 1600)
    try PictureFile.write(picture.svg, to: path, say: say)
  }
}
