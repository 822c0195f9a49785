import Foundation
import LibC

/// Returns the other engines under Plugins/ that are built here. For those that are not, calls `say` with the command that builds them.
package func builtPeers(say: (String) -> Void) -> [String] {
  let folders = (try? FileManager.default.contentsOfDirectory(atPath: "Plugins"))?.sorted() ?? []
  return folders.compactMap { folder in
    let products = "Plugins/\(folder)/.build"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: products))?.sorted() ?? []
    guard let name = names.first(where: { $0.hasSuffix("Plugin" + sharedLibrarySuffix) }) else {
      say("\(folder) is skipped: not built (make -C Plugins/\(folder))")
      return nil
    }
    return "\(products)/\(name)"
  }
}
