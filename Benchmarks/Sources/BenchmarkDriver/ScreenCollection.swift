import Benchmarking
import Foundation
import LayoutPlugin
import SceneImport
import SceneModel

/// Screens as they were drawn, measured together: one number for many small layouts.
public final class ScreenCollection {
  /// The first part of its workload's name; how many files they come from is its size.
  public let name: String
  public let fileCount: Int
  private let load: () throws -> [SceneWorkload]
  private var loaded: [SceneWorkload]?

  /// What can be done to any screen.
  public static let operations: [Benchmarking.Operation] = [.build, .resize, .rotate, .jump, .tick, .leaf]

  init(name: String, fileCount: Int, load: @escaping () throws -> [SceneWorkload]) {
    self.name = name
    self.fileCount = fileCount
    self.load = load
  }

  /// Read when a case first needs them.
  public func workloads() throws -> [SceneWorkload] {
    if let loaded { return loaded }
    let workloads = try load()
    guard !workloads.isEmpty else { throw CheckFailure(description: "\(name): no screen lays out without a conflict") }
    loaded = workloads
    return workloads
  }
}

extension Driver {
  /// The project's own screens (`Workloads/screens` of the package that the driver belongs to), and those of the folder
  /// that `--screens` names: scenes of clean files that lay out and turn without a conflict.
  public func screens(_ plugin: Plugin) throws -> [ScreenCollection] {
    guard let makeSolver = plugin.makeSolver else { return [] }
    var collections: [ScreenCollection] = []
    if let folder = workloadFolder()?.appendingPathComponent("screens") {
      let files = try screenFiles(in: folder)
      collections.append(
        ScreenCollection(name: "screens", fileCount: files.count) { try self.workloads(files, isStrict: true) })
    }
    if let importedScreens {
      let files = try screenFiles(in: URL(fileURLWithPath: importedScreens))
      collections.append(
        ScreenCollection(name: "imported-screens", fileCount: files.count) {
          try self.workloads(files, isStrict: false).filter { $0.isClean(makeEngine: makeSolver) }
        })
    }
    return collections.filter { $0.fileCount > 0 }
  }

  private func screenFiles(in folder: URL) throws -> [URL] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
      throw TextError(
        file: folder.path, line: 0, code: .fileMissing, problem: "no such folder", hint: "Name a folder with screens.")
    }
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }.sorted() ?? []
    return names.map(folder.appendingPathComponent).filter {
      ["scene", "storyboard", "xib"].contains($0.pathExtension)
    }
  }

  /// - Parameter isStrict: the files are ours, so a mistake in one is thrown; others are passed over.
  private func workloads(_ files: [URL], isStrict: Bool) throws -> [SceneWorkload] {
    try files.flatMap { file -> [SceneWorkload] in
      do {
        return try workloads(of: file, name: file.lastPathComponent)
      } catch {
        if isStrict { throw error }
        return []
      }
    }
  }

  private func workloads(of file: URL, name: String) throws -> [SceneWorkload] {
    switch file.pathExtension {
    case "scene":
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      return [SceneWorkload(name: name, scene: try Scene(text: text, file: name))]
    case "storyboard", "xib":
      let document = try InterfaceBuilderDocument(try Data(contentsOf: file), file: name)
      return document.scenes().filter { !$0.isFlagged && $0.mistakes.isEmpty }.map {
        SceneWorkload(name: "\(name) \($0.root)", scene: $0.scene)
      }
    default: return []
    }
  }

  /// The nearest folder `Workloads` above the executable: a driver may be run from anywhere, and be kept elsewhere in
  /// its package.
  private func workloadFolder() -> URL? {
    var folder = URL(fileURLWithPath: Bundle.main.executablePath ?? "").resolvingSymlinksInPath()
    while folder.path.count > 1 {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent("Workloads")
      if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
    }
    return nil
  }
}
