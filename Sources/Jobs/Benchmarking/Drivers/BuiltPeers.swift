import Foundation
import LibC

/// The folders under Plugins/, and the files in each.
private var pluginFolders: [(folder: String, files: [String])] {
  let folders = (try? FileManager.default.contentsOfDirectory(atPath: "Plugins"))?.sorted() ?? []
  return folders.map { ($0, (try? FileManager.default.contentsOfDirectory(atPath: "Plugins/\($0)"))?.sorted() ?? []) }
}

/// The commands under Plugins/ that have been built and have the name of their folder, such as `cmd:Plugins/gtk/.build/gtk`.
package func builtCommands() -> [String] {
  pluginFolders.map { "Plugins/\($0.folder)/.build/\($0.folder)" }.filter(FileManager.default.isExecutableFile).map {
    "cmd:" + $0
  }
}

/// Returns the libraries of other engines under Plugins/ that have been built. For each library that has not been built, calls `say` with the command
/// that builds it.
package func builtPeers(say: (String) -> Void) -> [String] {
  pluginFolders.compactMap { folder, files in
    guard files.contains(where: { $0.contains("_plugin.") }) else { return nil }
    let products = "Plugins/\(folder)/.build"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: products))?.sorted() ?? []
    // `Thin` is Kiwi without a rollback. It exists to be judged, and does not do what the benchmarks need.
    let libraries = names.filter { $0.hasSuffix("Plugin" + sharedLibrarySuffix) && !$0.contains("Thin") }
    guard let name = libraries.first else {
      say("\(folder) is skipped: not built (make -C Plugins/\(folder))")
      return nil
    }
    return "\(products)/\(name)"
  }
}
