import Foundation
import Reports
import SceneModel

extension NightHistory {
  /// The history in a file, with this night, as it is there afterwards; the file need not exist.
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
