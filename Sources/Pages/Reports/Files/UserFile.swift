import Foundation
import SceneModel

/// Files that the user names.
package enum UserFile {
  /// Returns the text of a file.
  ///
  /// - Parameter remedy: A sentence that says what to do if it cannot be read.
  package static func text(of path: String, orElse remedy: String) throws(UserMistake) -> String {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw UserMistake(.fileUnreadable, "\(path): cannot be read. \(remedy)")
    }
    return text
  }

  /// Writes a file completely or not at all: if it cannot be written, the earlier contents stay. A device or a pipe, such as `/dev/null` or
  /// `/dev/stdout`, is written to and not replaced.
  package static func write(_ text: String, to path: String) throws(UserMistake) {
    do {
      if isStream(path) {
        guard let stream = FileHandle(forWritingAtPath: path) else { throw CocoaError(.fileWriteNoPermission) }
        try stream.write(contentsOf: Data(text.utf8))
        try stream.close()
      } else {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      }
    } catch {
      throw UserMistake(
        .fileUnwritable,
        "\(path): cannot be written (\(error.localizedDescription)). Name a file in a folder that exists.")
    }
  }

  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return [S_IFCHR, S_IFBLK, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// Makes the folder and those that contain it, if they do not exist.
  package static func makeFolder(_ path: String) throws(UserMistake) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw UserMistake(
        .fileUnwritable, "\(path): the folder cannot be made (\(error.localizedDescription)). Name another one.")
    }
  }
}
