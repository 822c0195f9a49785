import Foundation
import LibC
import SceneModel

/// Atomic writes: a file is complete or does not exist. It is written to a temporary file beside it, synced to the disk, and renamed.
public enum DurableFile {
  /// Writes a file.
  ///
  /// - Throws: `UserMistake` that says what could not be written, why, and what to do; an earlier file stays.
  public static func write(_ bytes: some Collection<UInt8>, to file: URL) throws(UserMistake) {
    let folder = file.deletingLastPathComponent()
    try makeFolder(folder)
    let temporary = folder.appending(path: ".\(file.lastPathComponent).\(getpid())")
    let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw mistake(.fileUnwritable, file, "cannot be written") }
    let all = Array(bytes)
    var isWhole = true
    var written = 0
    while written < all.count {
      let count = all.withUnsafeBytes { LibC.write(descriptor, $0.baseAddress! + written, all.count - written) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        isWhole = false
        break
      }
      written += count
    }
    // Some systems report a full disk only here.
    isWhole = isWhole && fsync(descriptor) == 0
    let problem = errno
    isWhole = close(descriptor) == 0 && isWhole
    guard isWhole, rename(temporary.path, file.path) == 0 else {
      let problem = isWhole ? errno : problem
      unlink(temporary.path)
      throw mistake(.fileUnwritable, file, "cannot be written", problem)
    }
  }

  public static func makeFolder(_ folder: URL) throws(UserMistake) {
    if (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil { return }
    // The folders are made one by one to get the reason, which Foundation's error does not contain.
    var made = URL(filePath: "/")
    for part in folder.standardizedFileURL.pathComponents.dropFirst() {
      made.append(path: part)
      if mkdir(made.path, 0o755) != 0, errno != EEXIST {
        throw mistake(.fileUnwritable, made, "the folder cannot be made")
      }
    }
    throw mistake(.fileUnwritable, folder, "is not a folder", ENOTDIR)
  }

  /// Returns the names of the files in a folder; empty where there is none. Half-written files do not count.
  public static func names(in folder: URL) throws(UserMistake) -> [String] {
    if let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) {
      return names.filter { !$0.hasPrefix(".") }.sorted()
    }
    guard let stream = opendir(folder.path) else {
      if errno == ENOENT { return [] }
      throw mistake(.fileUnreadable, folder, "cannot be read")
    }
    closedir(stream)
    throw mistake(.fileUnreadable, folder, "cannot be read", EIO)
  }

  public static func read(_ file: URL) throws(UserMistake) -> [UInt8] {
    if let data = try? Data(contentsOf: file) { return [UInt8](data) }
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw mistake(.fileUnreadable, file, "cannot be read") }
    close(descriptor)
    throw mistake(.fileUnreadable, file, "cannot be read", EIO)
  }

  /// Removes a file. Does nothing if it does not exist.
  public static func remove(_ file: URL) throws(UserMistake) {
    guard unlink(file.path) != 0, errno != ENOENT else { return }
    throw mistake(.fileUnwritable, file, "cannot be removed")
  }

  private static func mistake(
    _ code: MistakeCode, _ file: URL, _ what: String, _ number: Int32 = errno
  ) -> UserMistake {
    let remedy =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: "Make room; what was found before is kept."
      case EROFS, EACCES, EPERM: "Name a folder that may be written with --work; what was found before is kept."
      default: "What was found before is kept."
      }
    return UserMistake(code, "\(file.relativePath): \(what): \(String(cString: strerror(number))). \(remedy)")
  }
}
