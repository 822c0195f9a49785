import Foundation

/// Optional files of other people: real screens with recorded frames, and real conflict logs. Their folder is in the environment variable
/// `LAYOUTLAB_SHARED`; without it, `../shared`.
package enum Corpus: String, Sendable {
  case interfaceBuilder = "interface-builder"
  case conflictLogs = "conflict-logs"

  /// Returns the corpus's folder; nil if it does not exist. A relative name is relative to `directory`.
  package func folder(from directory: URL = URL(fileURLWithPath: ".")) -> URL? {
    let all = ProcessInfo.processInfo.environment[Corpus.variable] ?? "../shared"
    let folder = URL(fileURLWithPath: all, relativeTo: directory).appendingPathComponent("corpus/\(rawValue)")
    return FileManager.default.fileExists(atPath: folder.path) ? folder.standardizedFileURL : nil
  }

  /// A sentence that says why there is no folder.
  package var absence: String {
    "the corpus \(rawValue) is not here: \(Corpus.variable) names no folder that holds it"
  }

  private static let variable = "LAYOUTLAB_SHARED"
}
