import Foundation
import LayoutKernel
import LayoutPlugin
import Reports
import SceneImport
import SceneModel

/// The scenes of a file, written as scenes, as Interface Builder files, or as the solver scripts that their layout causes.
package struct SceneExport {
  private let source, output: String
  /// Makes the solver for scripts; nil if scenes are written.
  private let makeSolver: (() throws -> any ConstraintSolving)?

  package struct Written: Encodable, Sendable {
    var file, root: String
    var views, constraints, calibrated: Int

    package var text: String { "\(file): \(views) views, \(constraints) constraints" }
  }

  /// Makes an export.
  ///
  /// - Parameters:
  ///   - output: a file, whose ending determines the format, or a folder for several scenes.
  ///   - makeSolver: makes the solver for scripts; nil if scenes are written.
  /// - Throws: `UserMistake` if the output would replace its source, or would not have the format that its name says.
  package init(
    of source: String, to output: String, scripts makeSolver: (() throws -> any ConstraintSolving)? = nil
  ) throws(UserMistake) {
    (self.source, self.output, self.makeSolver) = (source, output, makeSolver)
    let (from, to) = (URL(fileURLWithPath: source), URL(fileURLWithPath: output))
    if from.resolvingSymlinksInPath().standardizedFileURL == to.resolvingSymlinksInPath().standardizedFileURL {
      throw UserMistake(.existsAlready, "\(output): the output would overwrite the input. Name another file.")
    }
    let ending = to.pathExtension
    let endings = makeSolver != nil ? ["solver"] : SceneFile.interfaceBuilderEndings.union(["scene"]).sorted()
    guard ending.isEmpty || endings.contains(ending) else {
      let what = makeSolver != nil ? "--solver writes" : "this writes"
      throw UserMistake(
        .wrongKind,
        "\(output): a .\(ending) file is not what \(what). Give it one of these endings, or none: "
          + "\(endings.map { "." + $0 }.joined(separator: ", ")).")
    }
  }

  /// Writes one scene to the output, or several to files in it.
  package func write(_ file: SceneFile, root: String?) throws -> [Written] {
    guard root == nil, case .scenes(let scenes) = file.content, scenes.count > 1 else {
      return [try write(try file.scene(root: root), to: output)]
    }
    guard (output as NSString).pathExtension.isEmpty else {
      throw UserMistake(
        .severalMatch,
        "\(source): \(scenes.count) scenes do not go into one file. Name a folder, or choose one with --root: "
          + scenes.map(\.root).joined(separator: ", ") + ".")
    }
    try UserFile.makeFolder(output)
    return try zip(scenes, SceneExport.fileNames(of: scenes.map(\.root))).map { scene, name in
      let path = (output as NSString).appendingPathComponent(name + (makeSolver != nil ? ".solver" : ".scene"))
      return try write(scene, to: path)
    }
  }

  /// Returns a name for each root that every file system accepts. The names differ even if upper and lower case are not distinguished.
  static func fileNames(of roots: [String]) -> [String] {
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

  private func write(_ imported: ImportedScene, to path: String) throws -> Written {
    let text: String
    if let makeSolver {
      text = try script(of: imported.scene, on: try makeSolver()).text
    } else if SceneFile.interfaceBuilderEndings.contains((path as NSString).pathExtension) {
      text = InterfaceBuilderWriter(imported.scene).xml
    } else {
      text = imported.scene.text
    }
    try UserFile.write(text, to: path)
    return Written(
      file: path, root: imported.root, views: imported.scene.views.count,
      constraints: imported.scene.constraints.count, calibrated: imported.calibrated.count)
  }

  private func script(of scene: Scene, on solver: any ConstraintSolving) throws(LayoutFailure) -> SolverScript {
    do {
      return try LayoutKernel(playing: scene, on: solver, recording: true).recorder ?? SolverScript()
    } catch {
      throw LayoutFailure(file: source, mistake: error)
    }
  }
}
