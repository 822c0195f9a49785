import Foundation
import SceneImport

/// The condition of tests that need a corpus: `.enabled(if: Corpus.conflictLogs.isHere, "\(Corpus.conflictLogs.absence)")`.
extension Corpus {
  package var isHere: Bool { folder(from: Surroundings.package) != nil }

  /// The folder of a corpus, for a test that is skipped if the corpus is absent.
  package var required: URL {
    guard let folder = folder(from: Surroundings.package) else { preconditionFailure(absence) }
    return folder
  }
}
