import Foundation

/// Third-party files beside the project, which it does not need: real screens with recorded frames, and real conflict logs.
/// The folder that holds them is `LAYOUTLAB_SHARED`'s, `../shared` where it is not set.
package enum Corpus: String, Sendable {
  case interfaceBuilder = "interface-builder"
  case conflictLogs = "conflict-logs"

  /// Nil where it is absent. Relative names are seen from `directory`.
  package func folder(from directory: URL = URL(fileURLWithPath: ".")) -> URL? {
    let shared = ProcessInfo.processInfo.environment["LAYOUTLAB_SHARED"] ?? "../shared"
    let folder = URL(fileURLWithPath: shared, relativeTo: directory).appendingPathComponent("corpus/\(rawValue)")
    return FileManager.default.fileExists(atPath: folder.path) ? folder.standardizedFileURL : nil
  }
}
