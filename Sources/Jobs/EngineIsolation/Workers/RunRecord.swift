import Foundation
import LibC
import SceneFuzzing
import SceneModel

/// The file `run.json` of a target: the findings of the present run. If this run is killed, the next one continues from it.
struct RunRecord: Codable {
  var hasEnded = false
  var seed: UInt32
  var findings: [FuzzReport.Item] = []
  var crashes: [FuzzRun.Crash] = []

  init(seed: UInt32) { self.seed = seed }

  static func file(of target: FuzzTarget, in store: FindingStore) -> URL {
    store.folder.appending(path: "\(target.name)/run.json")
  }

  /// Returns the record of the last run if that was killed; nil if it ended normally, or if there was none.
  static func left(by target: FuzzTarget, in store: FindingStore) throws(UserMistake) -> RunRecord? {
    let file = file(of: target, in: store)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    guard let record = try? JSONDecoder().decode(RunRecord.self, from: Data(try DurableFile.read(file))) else {
      throw UserMistake(
        .wrongFormat,
        "\(file.relativePath): not the record of a run. Remove this file to continue with the other files of the folder, or start over with --fresh."
      )
    }
    return record.hasEnded ? nil : record
  }

  func write(of target: FuzzTarget, in store: FindingStore) throws(UserMistake) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { preconditionFailure("a run's record is JSON") }
    try DurableFile.write(data, to: RunRecord.file(of: target, in: store))
  }
}

/// A lock on a folder, held as long as this object exists. No other run may write there.
public final class FolderLock {
  private let descriptor: Int32

  /// Locks a folder.
  ///
  /// - Throws: `UserMistake` if another run holds the lock.
  public init(_ folder: URL) throws(UserMistake) {
    let file = folder.appending(path: "lock")
    descriptor = try FolderLock.open(file)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let holder = String(decoding: (try? DurableFile.read(file)) ?? [], as: UTF8.self)
      close(descriptor)
      throw UserMistake(
        .folderInUse,
        "\(folder.relativePath): another run is using this folder\(holder.isEmpty ? "" : " (process \(holder))"). "
          + "Wait until it ends, or name another folder with --work.")
    }
    let own = "\(getpid())"
    ftruncate(descriptor, 0)
    _ = own.withCString { write(descriptor, $0, own.utf8.count) }
  }

  /// Waits until the lock is free.
  init(waitingFor folder: URL) throws(UserMistake) {
    descriptor = try FolderLock.open(folder.appending(path: "lock"))
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  private static func open(_ file: URL) throws(UserMistake) -> Int32 {
    try DurableFile.makeFolder(file.deletingLastPathComponent())
    let descriptor = LibC.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw UserMistake(
        .fileUnwritable,
        "\(file.relativePath): cannot be written: \(String(cString: strerror(errno))). Name a folder that may be written with --work."
      )
    }
    return descriptor
  }

  /// Closes the file in a forked process. The lock belongs to the parent, and must not outlive it.
  func leave() { close(descriptor) }

  deinit { close(descriptor) }
}
