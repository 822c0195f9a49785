import Foundation
import SceneImport
import SceneModel

/// The bytes of a file or of the standard input, read once, and what kind they are.
package struct SceneContent: Sendable {
  /// As messages name it.
  package var name: String
  package var bytes: Data
  /// The file name's, or of the standard input what its first line shows.
  package var ending: String

  /// `-` is the standard input.
  package init(path: String, name: String? = nil) throws(TextError) {
    if path == "-" {
      bytes = FileHandle.standardInput.readDataToEndOfFile()
      self.name = "standard input"
      ending = SceneContent.ending(of: bytes)
      return
    }
    self.name = name ?? path
    ending = (path as NSString).pathExtension
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let bytes = FileManager.default.contents(atPath: path),
      attributes?[.type] as? FileAttributeType != .typeDirectory
    else {
      throw TextError(
        file: path, line: 0, problem: "cannot be read", hint: "Give the path of a file that exists and may be read.")
    }
    self.bytes = bytes
  }

  /// By the first word that is no comment.
  private static func ending(of bytes: Data) -> String {
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
    for line in head.split(whereSeparator: \.isNewline) {
      let line = line.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" })
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("<?xml") || line.hasPrefix("<document") || line.hasPrefix("<archive") { return "storyboard" }
      let word = String(line.prefix { !$0.isWhitespace })
      return SceneFile.textEndings.contains(word) ? word : "log"
    }
    return "log"
  }
}
