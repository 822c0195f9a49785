import Foundation
import Reports

/// The source files in a folder, by their names without folders, because recorded constraints name their files in this way. They are listed when they
/// are first needed.
struct SourceFiles {
  private let folder: String
  private var paths: [String: [String]]?

  /// The largest number of files that are listed: enough for every source tree. It ends a search that was started in a home folder.
  private static let mostFiles = 200_000
  private static let strangers: Set<String> = ["Pods", "Carthage", "DerivedData", "node_modules"]

  init(below folder: String) { self.folder = folder }

  /// Returns the place with the file's path, or unchanged if no file, or more than one, has that name.
  mutating func resolved(_ place: SourcePlace) -> SourcePlace {
    if paths == nil { paths = list() }
    guard let found = paths?[place.file], found.count == 1 else { return place }
    return SourcePlace(file: found[0], line: place.line)
  }

  private func list() -> [String: [String]] {
    var paths: [String: [String]] = [:]
    let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath()
    guard
      let files = FileManager.default.enumerator(
        at: root, includingPropertiesForKeys: [.isDirectoryKey], options: [.skipsHiddenFiles])
    else { return paths }
    for (count, file) in files.enumerated() {
      guard count < SourceFiles.mostFiles, let file = file as? URL else { return [:] }
      if SourceFiles.strangers.contains(file.lastPathComponent) { files.skipDescendants() }
      guard ["swift", "storyboard", "xib"].contains(file.pathExtension) else { continue }
      let path = file.resolvingSymlinksInPath().path
      paths[file.lastPathComponent, default: []].append(String(path.dropFirst(root.path.count + 1)))
    }
    return paths
  }
}
