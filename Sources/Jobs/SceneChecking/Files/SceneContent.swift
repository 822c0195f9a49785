import Foundation
import SceneImport
import SceneModel

/// The bytes of a file or of the standard input, read once, and what kind they are.
package struct SceneContent: Sendable {
  /// The name in messages.
  package var name: String
  package var bytes: Data
  /// The ending of the file name; for the standard input and files that are not regular, the ending that the content indicates.
  package var ending: String

  /// The largest size of a file, in bytes. A scene of a million views has 200 MB of text; a larger file is probably a mistake, and would take
  /// minutes to read.
  package static let mostBytes = 256 << 20

  /// The lines of the text, without spaces around them.
  var lines: [String] {
    String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Makes the content of a file that was read already, such as a file of a revision. `name` has the ending.
  init(name: String, bytes: Data) {
    (self.name, self.bytes, ending) = (name, bytes, (name as NSString).pathExtension)
  }

  /// Reads a file; `-` is the standard input. The kind of anything that is not a regular file, such as a shell's `<(command)`, is recognised by its
  /// content.
  package init(path: String, name: String? = nil, mostBytes: Int = SceneContent.mostBytes) throws(TextError) {
    self.name = name ?? path
    if path == "-" {
      self.name = "standard input"
      bytes = try SceneContent.read(STDIN_FILENO, mostBytes, name: self.name)
      ending = SceneContent.ending(of: bytes)
      return
    }
    // `O_NONBLOCK`: opening a pipe without a writer must not wait.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SceneContent.unreadable(self.name) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR,
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) == 0
    else { throw SceneContent.unreadable(self.name) }
    bytes = try SceneContent.read(descriptor, mostBytes, name: self.name)
    ending = status.st_mode & S_IFMT == S_IFREG ? (path as NSString).pathExtension : SceneContent.ending(of: bytes)
  }

  private static func read(_ descriptor: Int32, _ mostBytes: Int, name: String) throws(TextError) -> Data {
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    var bytes = Data()
    do {
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
        bytes.append(piece)
        guard bytes.count <= mostBytes else { break }
      }
    } catch {
      throw unreadable(name)
    }
    guard bytes.count <= mostBytes else {
      throw TextError(
        file: name, line: 0, code: .tooLarge, problem: "the file has more than \(mostBytes >> 20) MB",
        hint: "Give a scene, a storyboard or a log, or a part of one.")
    }
    return bytes
  }

  private static func unreadable(_ name: String) -> TextError {
    TextError(
      file: name, line: 0, code: .fileUnreadable, problem: "cannot be read",
      hint: "Give the path of a file that exists and may be read.")
  }

  /// Returns the ending for some bytes, by the first word that is not in a comment.
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
