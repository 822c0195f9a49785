import ConflictLogs
import Foundation
import SceneImport
import TestSupport

/// A real log of the corpus.
struct CorpusLog: Decodable {
  struct Derived: Decodable {
    var infeasible: Bool
    var mode: String
  }

  var id: String
  var constraints: [String]
  var broken: String?
  var broken_index: Int?
  var derived: Derived

  /// The logs of some of the corpus's files.
  static func all(_ names: [String]) throws -> [CorpusLog] {
    try names.flatMap { name in
      try String(contentsOf: Corpus.conflictLogs.required.appendingPathComponent(name), encoding: .utf8)
        .split(separator: "\n").map { try JSONDecoder().decode(CorpusLog.self, from: Data($0.utf8)) }
    }
  }

  var log: ConflictLog {
    ConflictLog(entries: constraints.map { line in ConstraintDescription(line).map { .read($0) } ?? .unread(line) })
  }
}
