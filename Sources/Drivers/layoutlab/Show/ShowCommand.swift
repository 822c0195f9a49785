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
    abstract: "Shows a scene's frames, as text or as a drawing.",
    discussion: """
      The drawing is a wireframe: texts in their size, controls as outlines, and each view with its class, label or id. It is a \
      PNG file if its name ends in .png, and an SVG file otherwise.

      Examples:
        layoutlab show feed.scene --svg feed.svg
        layoutlab show Main.storyboard --root 8bC-Xf-vdC --svg main.png --constraints titleLabel --margins --safe-area
        layoutlab show Cell.xib --recorded --device iphone-se-1,iphone-16-pro-max,ipad-9.7 --svg cell.png
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

  @Option(
    help:
      "Show an Interface Builder file on several devices side by side, such as iphone-8,iphone-11-landscape, or all.")
  var device: String?

  @Option(help: "Resize the screen to this many points before it is drawn.")
  var width: Double?

  @Option(help: "Draw the constraints of this view, with their constants and priorities (may be repeated).")
  var constraints: [String] = []

  @Flag(help: "Draw the constraints of the conflicts.")
  var conflicts = false

  @Flag(help: "Mark ambiguous views, and outline their other possible positions and sizes.")
  var ambiguities = false

  @Flag(help: "Draw the layout margins.")
  var margins = false

  @Flag(help: "Draw the safe area of the root.")
  var safeArea = false

  @Flag(help: "Draw the recorded frames over the frames that differ from them.")
  var recorded = false

  @Flag(inversion: .prefixedNo, help: "Write the views' names.")
  var names = true

  @Flag(
    help:
      "Print the solver's system: rows, priorities, rows that compete with each other, and conflicts. Also works for a .solver file."
  )
  var system = false

  @Flag(help: "Print the frames as JSON.")
  var json = false

  @Flag(
    help:
      "Only list the rules of UIKit that differ between systems or were never measured, each with its switch.")
  var quirks = false

  @Option(help: "Set a switch of --quirks: NAME=VALUE (may be repeated).")
  var quirk: [String] = []

  @OptionGroup var engine: EngineOptions

  func validate() throws {
    guard quirks || file != nil else { throw ValidationError("Name a scene, or use --quirks.") }
    _ = try LayoutLab.validating(devices)
    if let width, !(width > 0 && width <= 4000) {
      throw ValidationError("--width must be above 0 and at most 4000 points.")
    }
  }

  private func chosen() throws -> LayoutQuirks {
    var chosen = SceneCheck.canvas
    try ChoiceListing.flip(quirk, of: "--quirk", listedBy: "layoutlab show --quirks") { chosen.choose($0, $1) }
    return chosen
  }

  /// Returns the chosen devices. A nil element means the device that the file itself names.
  private func devices() throws(UsageMistake) -> [Device?] {
    guard let device else { return [nil] }
    return try Device.chosen(device)
  }

  func run() throws {
    let chosen = try chosen()
    if quirks {
      let listing = ChoiceListing(of: chosen)
      print(json ? try jsonText(listing) : listing.text)
    }
    guard !quirks, let file else { return }
    var shown: [(imported: ImportedScene, kernel: LayoutKernel)] = []
    var frames: [FrameListing] = []
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
        let kernel = try laidOut(imported, chosen, file, solver)
        shown.append((imported, kernel))
        let chosen = source.isInterfaceBuilders ? device : nil
        frames.append(FrameListing(of: imported, laidOutBy: kernel, file: file, device: chosen))
        if system { systems.append(try SystemText.text(of: solver, under: shown.last!.kernel, imported)) }
      }
    }
    if let svg {
      var pictures: [(title: String, picture: Picture)] = []
      for (listing, (imported, kernel)) in zip(frames, shown) {
        pictures.append((listing.title, try drawing(imported, kernel).picture))
      }
      let picture = pictures.count == 1 ? pictures[0].picture : Picture(sideBySide: pictures)
      try PictureFile.write(picture.svg, to: svg, say: printToStandardError)
    }
    if let html {
      guard let (imported, kernel) = shown.first, shown.count == 1 else {
        throw UserMistake(.severalMatch, "--html \(html): \(shown.count) scenes. Choose one: --root, and one device.")
      }
      let page = ScenePage(of: imported, laidOutBy: kernel, drawing: try drawing(imported, kernel))
      try UserFile.write(page.html, to: html)
    }
    if system { return print(systems.joined(separator: "\n"), terminator: "") }
    if json { return print(frames.count == 1 ? try jsonText(frames[0]) : try jsonText(["scenes": frames])) }
    print(frames.map { (frames.count > 1 ? "\($0.title)\n" : "") + $0.text }.joined(separator: "\n\n"))
  }

  private func laidOut(
    _ imported: ImportedScene, _ quirks: LayoutQuirks, _ file: String, _ solver: any ConstraintSolving
  ) throws -> LayoutKernel {
    for view in imported.origins.isEmpty ? imported.scene.viewsWithUnheldFrames : [] {
      printToStandardError(
        "layoutlab: \(file): \(view.name) has no constraints, so its frame is ignored. Add some, or write `autoresizing none` behind the frame. [\(CheckFinding.Code.frameWithoutEffect.rawValue)]"
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
    if ambiguities { drawing.showAmbiguities(of: kernel) }
    for name in constraints {
      guard let view = imported.view(named: name) else {
        throw UserMistake(
          .unknownName,
          "--constraints \(name): \(imported.root) has no view of this name. \(imported.suggestion(for: name))")
      }
      drawing.showConstraints(of: view)
    }
    return drawing
  }
}
