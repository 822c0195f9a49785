import Foundation
import SceneModel

extension Document {
  /// Reads a document from a file of the user: `.scene`, `.solver` or `.timeline`.
  ///
  /// - Throws: `UserMistake` that says where and what is wrong.
  public init(file: String) throws(UserMistake) {
    let text: String
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
      throw UserMistake(.fileUnreadable, "\(file): is a folder. Name a .scene, .solver or .timeline file.")
    }
    do {
      text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
    } catch {
      throw UserMistake(
        .fileUnreadable,
        "\(file): cannot be read (\(error.localizedDescription)). Name a .scene, .solver or .timeline file.")
    }
    do {
      self = try Document(text: text, file: file)
    } catch {
      throw UserMistake(error)
    }
  }
}
