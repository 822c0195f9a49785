import ArgumentParser
import Foundation
import LayoutKernel
import LayoutPlugin
import Reports
import SceneImport
import SceneModel

struct Show: EngineUser {
  static let configuration = CommandConfiguration(
    abstract: "A scene's frames, as text or as a drawing.",
    discussion: """
      Example: layoutlab show feed.scene --svg feed.svg
      """)

  @Argument(help: "A .scene, .storyboard or .xib file.")
  var file: String?

  @Option(help: "The root view's id, where the file has several scenes.")
  var root: String?

  @Option(help: "Where the drawing is written.")
  var svg: String?

  @Flag(help: "Print the frames as JSON.")
  var json = false

  @Flag(
    help: "List what differs between systems or was never measured, with its switch and its rule, and do nothing else.")
  var quirks = false

  @Option(help: "Flip a switch of --quirks: NAME=VALUE (may be repeated).")
  var quirk: [String] = []

  @OptionGroup var engine: EngineOptions

  private struct Output: Encodable {
    struct View: Encodable {
      struct Frame: Encodable { var x, y, width, height: Double }
      var view: String
      var parent: String?
      var frame: Frame
    }
    var file, root: String
    var views: [View]
  }

  func validate() throws {
    guard quirks || file != nil else { throw ValidationError("Name a scene, or ask for --quirks.") }
  }

  private func chosen() throws -> LayoutQuirks {
    var chosen = SceneCheck.canvas
    try flip(quirk, of: "--quirk", listedBy: "layoutlab show --quirks") { chosen.choose($0, $1) }
    return chosen
  }

  func run() throws {
    let chosen = try chosen()
    if quirks { print(listing(of: chosen)) }
    guard !quirks, let file else { return }
    let source = try readUserFile(file)
    for mistake in source.mistakes { printToStandardError("layoutlab: \(mistake)") }
    let imported = try source.scene(root: root)
    let kernel: LayoutKernel
    do {
      kernel = try LayoutKernel(scene: imported.scene, solver: try engine.makeSolver()(), quirks: chosen)
      try kernel.layoutIfNeeded()
      for step in imported.scene.steps { try kernel.perform(step) }
      if !imported.scene.steps.isEmpty { try kernel.layoutIfNeeded() }
    } catch let mistake as LayoutMistake {
      printToStandardError("layoutlab: \(file): \(mistake)")
      throw ExitCode(mistake.outcome.rawValue)
    }
    let scene = kernel.scene
    let frames = Dictionary(uniqueKeysWithValues: scene.views.map { ($0.id, kernel.displayedFrame(of: $0.id)) })
    if let svg {
      do {
        try SceneDrawing(scene: scene, frames: frames).svg.write(toFile: svg, atomically: true, encoding: .utf8)
      } catch {
        throw UserMistake("\(svg): cannot be written. Name a file in a folder that exists.")
      }
    }
    print(json ? try self.json(scene, frames, imported, of: file) : text(scene, frames, imported))
  }

  private func text(_ scene: Scene, _ frames: [ItemID: Rect], _ imported: ImportedScene) -> String {
    var depths: [ItemID: Int] = [:]
    return scene.views.map { view in
      let depth = view.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      depths[view.id] = depth
      let frame = frames[view.id] ?? .zero
      let numbers = [frame.x, frame.y, frame.width, frame.height].map(TextNumber.spell).joined(separator: " ")
      return String(repeating: "  ", count: min(depth, 40)) + "\(imported.identifier(of: view.id))  \(numbers)"
    }.joined(separator: "\n")
  }

  private func json(
    _ scene: Scene, _ frames: [ItemID: Rect], _ imported: ImportedScene, of file: String
  ) throws -> String {
    let views = scene.views.map { view in
      let frame = frames[view.id] ?? .zero
      return Output.View(
        view: imported.identifier(of: view.id), parent: view.parent.map(imported.identifier),
        frame: .init(x: frame.x, y: frame.y, width: frame.width, height: frame.height))
    }
    return try jsonText(Output(file: file, root: imported.root, views: views))
  }
}

/// Reads one file named by the user; whatever is wrong with it is the user's to mend.
func readUserFile(_ path: String) throws -> SceneFile {
  do {
    return try SceneFile(path: path, name: path)
  } catch {
    throw UserMistake(error.description)
  }
}
