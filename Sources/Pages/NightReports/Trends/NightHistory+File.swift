import Foundation
import Reports
import SceneModel

extension NightHistory {
  /// Adds a night to the history in a file, writes the file, and makes the resulting history. The file need not exist before.
  public init(adding night: Night, to path: String) throws(UserMistake) {
    self.init()
    if FileManager.default.fileExists(atPath: path) {
      let remedy = "Name a file that an earlier `report --history` wrote."
      self = NightHistory(text: try UserFile.text(of: path, orElse: remedy))
    }
    record(night)
    try UserFile.write(text, to: path)
  }
}

extension RegressionLedger {
  /// Reads the list of regressions in a file; the list is empty if there is no file.
  public init(file: String) throws(UserMistake) {
    self.init()
    guard FileManager.default.fileExists(atPath: file) else { return }
    self.init(text: try UserFile.text(of: file, orElse: "Name the file of a history; its regressions stand beside it."))
  }

  public func write(to file: String) throws(UserMistake) { try UserFile.write(text, to: file) }

  /// Returns the file of a history's regressions: `history.regressions.jsonl` beside `history.jsonl`.
  public static func file(of history: String) -> String {
    URL(filePath: history).deletingPathExtension().appendingPathExtension("regressions.jsonl").relativePath
  }
}
