import ArgumentParser
import Foundation
import LayoutKernel
import LayoutPlugin
import Reports
import SceneChecking
import SceneImport
import SceneModel

struct ShowCommand: EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "A scene's frames, as text or as a drawing.",
    discussion: """
      The drawing is a wireframe: text in its size, controls in their form, each view with its class, its label or its id. It \
      is written as PNG where the name ends in .png, as SVG otherwise.

      Examples:
        layoutlab show feed.scene --svg feed.svg
        layoutlab show Main.storyboard --root 8bC-Xf-vdC --svg main.png --constraints titleLabel --margins --safe-area
        layoutlab show Cell.xib --recorded --device retina4_0,retina6_7,ipad9_7 --svg cell.png
        layoutlab show --system card.scene
      """)

  @Argument(help: "A .scene, .storyboard or .xib file, a conflict log, or - for standard input.")
  var file: String?

  @Option(help: "The root view's id or the controller's class; without it, every scene of the file.")
  var root: String?

  @Option(
    name: [.customLong("svg"), .customLong("png"), .customShort("o")],
    help: "Where the drawing is written, as PNG where the name ends in .png.")
  var svg: String?

  @Option(help: "Where a page is written: the picture, the tree, and why each value of a view is what it is.")
  var html: String?

  @Option(help: "Devices side by side, such as retina4_7,retina6_1-landscape, or all: of Interface Builder files.")
  var device: String?

  @Option(help: "Resize the screen to this many points before it is drawn.")
  var width: Double?

  @Option(help: "Draw the constraints of this view, with their constants and priorities (may be repeated).")
  var constraints: [String] = []

  @Flag(help: "Draw the constraints of the conflicts.")
  var conflicts = false

  @Flag(help: "Draw the layout margins.")
  var margins = false

  @Flag(help: "Draw what bars and housings cover of the root.")
  var safeArea = false

  @Flag(help: "Draw recorded frames over those that differ.")
  var recorded = false

  @Flag(inversion: .prefixedNo, help: "Write the views' names.")
  var names = true

  @Flag(
    help:
      "Print what the solver has made of it: rows, tiers, what competes, what contradicts itself. Of a .solver file, too."
  )
  var system = false

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
      var title: String
      var parent: String?
      var frame: Frame
    }
    var file, root: String
    var screen, device: String?
    var views: [View]
  }

  func validate() throws {
    guard quirks || file != nil else { throw ValidationError("Name a scene, or ask for --quirks.") }
    _ = try devices()
    if let width, !(width > 0 && width <= 4000) {
      throw ValidationError("--width is in points, above 0 and up to 4000.")
    }
  }

  private func chosen() throws -> LayoutQuirks {
    var chosen = SceneCheck.canvas
    try flip(quirk, of: "--quirk", listedBy: "layoutlab show --quirks") { chosen.choose($0, $1) }
    return chosen
  }

  /// Nil stands for the device of the file.
  private func devices() throws -> [DeviceProfile?] {
    guard let device else { return [nil] }
    return try DeviceProfile.chosen(device)
  }

  func run() throws {
    let chosen = try chosen()
    if quirks { print(json ? try listingJSON(of: chosen) : listing(of: chosen)) }
    guard !quirks, let file else { return }
    var shown: [(imported: ImportedScene, kernel: LayoutKernel)] = []
    var systems: [String] = []
    let content = try SceneContent(path: file)
    if system, content.ending == "solver" {
      let script = try SolverScript(text: String(decoding: content.bytes, as: UTF8.self), file: content.name)
      return print(try SystemText.text(of: script, playedTo: try engine.makeSolver()()), terminator: "")
    }
    for device in try devices() {
      let source = try readUserFile(content, options: ImportOptions(device: device))
      if shown.isEmpty { for mistake in source.mistakes { printToStandardError("layoutlab: \(mistake)") } }
      for imported in try source.scenes(root: root) {
        let solver = try engine.makeSolver()()
        shown.append((imported, try laidOut(imported, chosen, file, solver)))
        if system { systems.append(try SystemText.text(of: solver, under: shown.last!.kernel, imported)) }
      }
    }
    if let svg {
      var pictures: [(title: String, picture: Picture)] = []
      for (imported, kernel) in shown { pictures.append((title(of: imported), try drawing(imported, kernel).picture)) }
      let picture = pictures.count == 1 ? pictures[0].picture : Picture(sideBySide: pictures)
      do { try PictureFile.write(picture.svg, to: svg) } catch { throw UserMistake(error.description) }
    }
    if let html {
      guard let (imported, kernel) = shown.first, shown.count == 1 else {
        throw UserMistake("--html \(html): \(shown.count) scenes. Choose one with --root, and one device.")
      }
      let page = ScenePage(of: imported, laidOutBy: kernel, drawing: try drawing(imported, kernel))
      do { try PictureFile.write(page: page.html, to: html) } catch { throw UserMistake(error.description) }
    }
    if system {
      print(systems.joined(separator: "\n"), terminator: "")
    } else if json {
      let outputs = shown.map { output($0.kernel, $0.imported, of: file) }
      print(outputs.count == 1 ? try jsonText(outputs[0]) : try jsonText(["scenes": outputs]))
    } else {
      let texts = shown.map { (shown.count > 1 ? "\(title(of: $0.imported))\n" : "") + text($0.kernel, $0.imported) }
      print(texts.joined(separator: "\n\n"))
    }
  }

  private func title(of imported: ImportedScene) -> String {
    let name = imported.screen.map { "\($0) (\(imported.root))" } ?? imported.root
    return name + (imported.scene.device.map { " on \($0)" } ?? "")
  }

  private func laidOut(
    _ imported: ImportedScene, _ quirks: LayoutQuirks, _ file: String, _ solver: any ConstraintSolving
  ) throws -> LayoutKernel {
    for view in imported.origins.isEmpty ? imported.scene.viewsWithUnheldFrames : [] {
      printToStandardError(
        "layoutlab: \(file): the frame of \(view.name) says nothing. Write `autoresizing none` behind it, or constraints."
      )
    }
    do {
      let kernel = try LayoutKernel(playing: imported.scene, on: solver, quirks: quirks)
      if let width {
        try kernel.perform(.resize(Size(width: width, height: kernel.frame(of: .root).height)))
        try kernel.layoutIfNeeded()
      }
      return kernel
    } catch {
      throw LayoutFailure(file: file, mistake: error)
    }
  }

  private func drawing(_ imported: ImportedScene, _ kernel: LayoutKernel) throws -> SceneDrawing {
    var drawing = SceneDrawing(of: imported, laidOutBy: kernel)
    drawing.showsNames = names
    drawing.showsMargins = margins
    if safeArea { drawing.showSafeArea(of: kernel) }
    if recorded { drawing.showRecorded(of: imported) }
    if conflicts { drawing.showConflicts(of: kernel) }
    for name in constraints {
      guard let view = imported.view(named: name) else {
        throw UserMistake("--constraints \(name): no view of \(imported.root) is called so. \(imported.someNames)")
      }
      drawing.showConstraints(of: view)
    }
    return drawing
  }

  private func text(_ kernel: LayoutKernel, _ imported: ImportedScene) -> String {
    var depths: [ItemID: Int] = [:]
    return kernel.scene.views.map { view in
      let depth = view.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      depths[view.id] = depth
      let frame = kernel.displayedFrame(of: view.id)
      let numbers = [frame.x, frame.y, frame.width, frame.height].map(TextNumber.spell).joined(separator: " ")
      let (id, title) = (imported.identifier(of: view.id), imported.title(of: view.id))
      return String(repeating: "  ", count: min(depth, 40)) + "\(id)  \(numbers)"
        + (title == id ? "" : "  \(view.kind.rawValue) \(title)")
    }.joined(separator: "\n")
  }

  private func output(_ kernel: LayoutKernel, _ imported: ImportedScene, of file: String) -> Output {
    let views = kernel.scene.views.map { view in
      let frame = kernel.displayedFrame(of: view.id)
      return Output.View(
        view: imported.identifier(of: view.id), title: imported.title(of: view.id),
        parent: view.parent.map(imported.identifier),
        frame: .init(x: frame.x, y: frame.y, width: frame.width, height: frame.height))
    }
    return Output(
      file: file, root: imported.root, screen: imported.screen, device: imported.scene.device, views: views)
  }
}
