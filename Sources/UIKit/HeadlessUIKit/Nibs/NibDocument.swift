import Foundation
import SceneImport
import SceneModel

/// An Interface Builder document from which objects are made.
final class NibDocument {
  typealias Part = (outline: SceneOutline, scene: ImportedScene)

  /// The file's own name, by which constraints are named.
  let name: String
  private let document: InterfaceBuilderDocument
  let parts: [Part]
  private let modules: [String]

  /// Reads a file. `modules` are searched for classes that the file names without a module.
  init(_ data: Data, name: String, modules: [String]) throws {
    self.name = name
    document = try InterfaceBuilderDocument(data, file: name)
    // Sizes come from the views themselves.
    parts = document.outlinedScenes(ImportOptions(calibratesFromRecordedFrames: false, usesRecordedText: false))
    self.modules = modules
  }

  var content: MarkupElement { document.content }

  /// Whether an element is a cell that a list makes on demand.
  func isPrototype(_ element: MarkupElement) -> Bool {
    ["tableViewCell", "collectionViewCell", "collectionReusableView"].contains(element.tag)
  }

  /// Whether an element is a table that shows the cells of the file, each once.
  func isStatic(_ element: MarkupElement) -> Bool { element.tag == "tableView" && element["dataMode"] == "static" }

  /// Returns a picture: a known one of this name, or one of the size that the file's resources give; nil if there is neither.
  func image(_ name: String) -> UIImage? {
    if let known = UIImage(named: name) { return known }
    guard let resource = content.child("resources")?.children.first(where: { $0.tag == "image" && $0["name"] == name })
    else { return nil }
    if resource["catalog"] == "system" { return UIImage(systemName: name) }
    guard let width = resource["width"].flatMap(Double.init), let height = resource["height"].flatMap(Double.init)
    else {
      return nil
    }
    return UIImage(size: CGSize(width: width, height: height), name: name)
  }

  /// Returns the application's class that the file names for an element; nil if it names none, or an unknown one. An unknown class is reported on the
  /// standard error.
  func type(of element: MarkupElement) -> AnyClass? {
    guard let name = element["customClass"], !name.isEmpty else { return nil }
    for module in [element["customModule"]].compactMap({ $0 }) + modules {
      if let found = NSClassFromString("\(module).\(name)") { return found }
    }
    tell("\(self.name): unknown class \(name), as UIKit's own")
    return nil
  }
}

/// Finds the files of storyboards and nibs.
enum NibFiles {
  /// Returns the folders of a bundle, each with the module that it belongs to (nil: not known). For the main bundle they include the folders beside
  /// the program to which SwiftPM copies resources.
  private static func resources(_ bundle: Bundle?) -> [(folder: URL, module: String?)] {
    var folders: [(URL, String?)] = []
    let own = bundle ?? .main
    folders.append((own.resourceURL ?? own.bundleURL, module(of: own.bundleURL)))
    folders.append((own.bundleURL, module(of: own.bundleURL)))
    guard bundle == nil || own === Bundle.main else { return folders }
    let program = URL(filePath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath().deletingLastPathComponent()
    for place in Set([program, Bundle.main.bundleURL]) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
      for name in names.sorted() where name.hasSuffix(".resources") {
        folders.append((place.appending(path: name), module(of: place.appending(path: name))))
      }
    }
    return folders
  }

  /// Returns the module of a folder of resources: `Package_Module.resources` belongs to Module. Nil for other folders.
  private static func module(of folder: URL) -> String? {
    let name = folder.deletingPathExtension().lastPathComponent
    return folder.pathExtension == "resources" ? name.split(separator: "_").last.map(String.init) : nil
  }

  private static var known: [String: Bool] = [:]
  /// Whether one of the modules has a nib of this name. Nibs in the resources of other modules do not count.
  static func exists(_ name: String, in bundle: Bundle?, modules: [String]) -> Bool {
    let key = "\(bundle?.bundlePath ?? "") \(modules) \(name)"
    if let answer = known[key] { return answer }
    let answer = resources(bundle).contains { folder, module in
      (module.map { modules.contains($0) } ?? true)
        && FileManager.default.fileExists(atPath: folder.appending(path: "\(name).xib").path)
    }
    known[key] = answer
    return answer
  }

  static func find(_ name: String, endings: [String], in bundle: Bundle?, modules: [String]) -> NibDocument? {
    for (folder, module) in resources(bundle) {
      for ending in endings {
        let file = folder.appending(path: "\(name).\(ending)")
        guard let data = try? Data(contentsOf: file) else { continue }
        do {
          return try NibDocument(data, name: "\(name).\(ending)", modules: modules + [module].compactMap { $0 })
        } catch {
          raise("\(error)")
        }
      }
    }
    return nil
  }

  /// Returns the module of an object's class, in a list; an empty list for nil.
  static func module(of object: AnyObject?) -> [String] {
    guard let object else { return [] }
    return String(reflecting: type(of: object)).split(separator: ".").first.map { [String($0)] } ?? []
  }
}
