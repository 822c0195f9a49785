import ArgumentParser
import Foundation
import LayoutKernel
import LayoutPlugin
import SceneChecking
import SceneImport
import SceneModel

struct ImportCommand: EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Turns a file into the scene text form, or into the solver script that laying it out causes.",
    discussion: """
      With several scenes in the file, OUT is a folder, which gets one file a scene, unless --root chooses one. An OUT \
      that ends in .xib or .storyboard is written as an Interface Builder file.

      Example: layoutlab import Main.storyboard --root kJb-V7-Onr -o city.scene
      """)

  @Argument(help: "A .storyboard, .xib or .scene file.")
  var file: String

  @Option(name: .shortAndLong, help: "The file, or for several scenes the folder, that is written.")
  var output: String

  @Option(help: "The root view's id, where only one scene of the file is meant.")
  var root: String?

  @Flag(help: "Write the solver script instead of the scene.")
  var solver = false

  @Flag(help: "Print what was written as JSON.")
  var json = false

  @OptionGroup var engine: EngineOptions

  private struct Written: Encodable {
    var file, root: String
    var views, constraints, calibrated: Int
  }

  func run() throws {
    try checkOutput()
    let source = try readUserFile(file)
    for mistake in source.mistakes { printToStandardError("layoutlab: \(mistake)") }
    var written: [Written] = []
    if root == nil, case .scenes(let scenes) = source.content, scenes.count > 1 {
      guard (output as NSString).pathExtension.isEmpty else {
        throw UserMistake(
          "\(file): \(scenes.count) scenes do not go into one file. Name a folder, or choose one with --root: "
            + scenes.map(\.root).joined(separator: ", ") + ".")
      }
      do {
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
      } catch {
        throw UserMistake("\(output): the folder cannot be made (\(error.localizedDescription)).")
      }
      for (scene, name) in zip(scenes, ImportCommand.fileNames(of: scenes.map(\.root))) {
        let path = (output as NSString).appendingPathComponent(name + (solver ? ".solver" : ".scene"))
        written.append(try write(scene, to: path))
      }
    } else {
      written.append(try write(try source.scene(root: root), to: output))
    }
    if json {
      print(try jsonText(["written": written]))
    } else {
      for entry in written { print("\(entry.file): \(entry.views) views, \(entry.constraints) constraints") }
    }
    if !source.mistakes.isEmpty { try Outcome.badInput.exit() }
  }

  /// A name for each root that every file system takes, each once, whatever it makes of capitals.
  private static func fileNames(of roots: [String]) -> [String] {
    var taken: Set<String> = []
    return roots.map { root in
      let plain = String(root.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
      var name = plain
      var number = 1
      while !taken.insert(name.lowercased()).inserted {
        number += 1
        name = "\(plain)-\(number)"
      }
      return name
    }
  }

  /// Before anything is read: what is written must not take the place of its source, and must be what its name says.
  private func checkOutput() throws {
    let (source, target) = (URL(fileURLWithPath: file), URL(fileURLWithPath: output))
    if source.resolvingSymlinksInPath().standardizedFileURL == target.resolvingSymlinksInPath().standardizedFileURL {
      throw UserMistake("\(output): this is the file that is read. Name another one.")
    }
    let ending = target.pathExtension
    let endings = solver ? ["solver"] : SceneFile.interfaceBuilderEndings.union(["scene"]).sorted()
    guard ending.isEmpty || endings.contains(ending) else {
      throw UserMistake(
        "\(output): a .\(ending) file is not what \(solver ? "--solver writes" : "this writes"). Give it one of these endings, or "
          + "none: \(endings.map { "." + $0 }.joined(separator: ", ")).")
    }
  }

  private func write(_ imported: ImportedScene, to path: String) throws -> Written {
    let text: String
    if solver {
      text = try script(of: imported.scene).text
    } else if SceneFile.interfaceBuilderEndings.contains((path as NSString).pathExtension) {
      text = InterfaceBuilderWriter(imported.scene).xml
    } else {
      text = imported.scene.text
    }
    do {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw UserMistake("\(path): cannot be written. Name a file in a folder that exists.")
    }
    return Written(
      file: path, root: imported.root, views: imported.scene.views.count,
      constraints: imported.scene.constraints.count, calibrated: imported.calibrated.count)
  }

  private func script(of scene: Scene) throws -> SolverScript {
    do {
      let kernel = try LayoutKernel(playing: scene, on: try engine.makeSolver()(), recording: true)
      return kernel.recorder ?? SolverScript()
    } catch let mistake as LayoutMistake {
      throw LayoutFailure(file: file, mistake: mistake)
    }
  }
}
