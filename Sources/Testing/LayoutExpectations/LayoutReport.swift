import ConflictLogs
import ConstraintSolver
import Foundation
import HeadlessUIKit
import LayoutKernel
import LayoutPlugin
import Reports
import SceneImport
import SceneModel

/// The problems of a window's layout, in words and as a picture.
struct LayoutReport {
  let conflicts: [String]
  let ambiguities: [String]
  let names: [String]
  private let scene: Scene
  private let window: UIWindow

  init(_ window: UIWindow) {
    self.window = window
    window.settle()
    let scene = Scene(recording: window)
    self.scene = scene
    names = scene.views.dropFirst().map(\.name)
    conflicts = Self.explained(window.conflicts, in: scene)
    func title(_ view: ItemID) -> String { scene.views.first { $0.id == view }?.name ?? "a view" }
    ambiguities = window.ambiguities.map { ambiguity in
      let text = AmbiguityText(ambiguity, in: scene, title: title)
      return "\(title(text.subject)): \(text.message). \(text.fix)"
    }
  }

  /// Returns an explanation of each conflict: the constraints that take part, and, if the scene has the same conflicts when it is played again, the
  /// contradiction and possible fixes.
  private static func explained(_ lists: [String], in scene: Scene) -> [String] {
    guard !lists.isEmpty else { return [] }
    let told = (try? scene.toldConflicts(solver: ConstraintSolver())) ?? []
    guard told.count == lists.count else { return lists.map { "constraints contradict each other:\n\($0)" } }
    return zip(lists, told).map { list, told in
      guard let explanation = try? ConflictExplanation(told.log, told.facts, on: engine) else { return list }
      let fixes = explanation.fixes.prefix(3).map { "  " + $0.text }
      return ([explanation.summary, list, fixes.isEmpty ? "" : "what would help:"] + fixes).filter { !$0.isEmpty }
        .joined(separator: "\n")
    }
  }

  private static let engine = Plugin(
    manifest: Manifest(name: "layoutlab", version: "", capabilities: [.canonical]),
    makeSolver: { ConstraintSolver() }, makeSampler: nil)

  /// Returns the frames of all views, by name; nil for a window that was never shown.
  func laidOut(on device: String) -> LaidOutScreen? {
    window.presentLayout.map { named, kernel in
      LaidOutScreen(of: ImportedScene(scene: named), laidOutBy: kernel, device: device)
    }
  }

  /// Fails the test with the problems, and attaches `picture` or, if that is nil, a drawing of the layout. Does nothing without problems.
  func fail(_ problems: [String], _ context: String, at place: FailurePlace, picture: String? = nil) {
    guard !problems.isEmpty else { return }
    let picture = picture ?? drawing
    var text = "The layout \(context) is not as expected.\n" + problems.joined(separator: "\n")
    let file = FileManager.default.temporaryDirectory.appending(path: "layoutlab-\(UUID().uuidString).svg")
    if (try? picture.write(to: file, atomically: true, encoding: .utf8)) != nil { text += "\npicture: \(file.path)" }
    place.fail(text, picture: picture)
  }

  private var drawing: String {
    guard let kernel = try? LayoutKernel(scene: scene.start, solver: ConstraintSolver()) else { return "" }
    var playback = Playback(of: scene, on: kernel)
    playback.passesOverRefused = true
    _ = try? playback.finish()
    var drawing = SceneDrawing(of: ImportedScene(scene: scene), laidOutBy: kernel)
    drawing.showConflicts(of: kernel)
    drawing.showAmbiguities(of: kernel)
    return drawing.svg
  }
}
