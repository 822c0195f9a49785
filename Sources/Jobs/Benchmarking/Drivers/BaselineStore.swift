import Foundation
import SceneModel

/// The baselines of a package of drivers: numbers as text in `Baselines/MACHINE/NAME.txt`, which is committed, and copies of the drivers in `Work`,
/// which git ignores and paired runs need.
package struct BaselineStore: Sendable {
  private let folder: String

  /// Makes the store of a package's baselines.
  ///
  /// - Parameter package: the package's folder. If it does not exist, as in the repository of another engine, baselines are kept in
  ///   `.layoutlab/benchmarks`.
  package init(package: String) {
    folder = FileManager.default.fileExists(atPath: package + "/Package.swift") ? package : ".layoutlab/benchmarks"
  }

  /// The file to which the last comparison writes its verdict if no other is named.
  package var verdictFile: URL { folder("Work").appendingPathComponent("verdict.json") }

  private func folder(_ name: String) -> URL { URL(fileURLWithPath: folder).appendingPathComponent(name) }

  /// Returns the file of a machine's baseline; throws if the text is not a valid name.
  package func file(_ name: String, machine: String) throws(UserMistake) -> URL {
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }), !name.hasPrefix(".")
    else {
      throw UserMistake(.wrongFormat, "\"\(name)\" is not a valid name of a baseline. Use letters, digits, - _ and .")
    }
    return folder("Baselines").appendingPathComponent(machine).appendingPathComponent(name + ".txt")
  }

  /// Reads the baseline of this machine, or another machine's if there is none: its counters can still be compared.
  package func read(_ name: String, machine: String) throws -> (file: URL, recording: Recording) {
    let here = try file(name, machine: machine)
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder("Baselines").path))?.sorted() ?? []
    let others = try folders.map { try file(name, machine: $0) }
    guard let file = ([here] + others).first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
      throw UserMistake(
        .fileMissing, "\(here.relativePath): no such baseline. Make it with: layoutlab bench save \(name)")
    }
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    do {
      return (file, try Recording(text: text, file: file.relativePath))
    } catch {
      throw UserMistake(error)
    }
  }

  /// Stores the numbers, the drivers that they were measured with, and the engine if it is not this project's; returns the file of the numbers.
  package func write(_ recording: Recording, as name: String, _ build: DriverBuild) throws(UserMistake) -> URL {
    let file = try file(name, machine: recording.machine)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(recording.text.utf8).write(to: file, options: .atomic)
      try build.keep(drivers: keptFolder(name), engine: engineFolder(name))
    } catch {
      throw UserMistake(.fileUnwritable, "\(file.relativePath): cannot be written (\(error.localizedDescription)).")
    }
    return file
  }

  /// Returns the drivers that were stored with a baseline; nil if this machine has none.
  package func keptDrivers(_ name: String) throws -> BenchmarkDrivers? {
    try BenchmarkDrivers(keptIn: keptFolder(name))
  }

  /// Stores a recording and returns the recordings of earlier nights under the same name, the oldest first, and this one. Only the last `most` are
  /// kept; older ones are removed.
  package func history(of name: String, with recording: Recording, keeping most: Int) throws -> [Recording] {
    let folder = try file(name, machine: recording.machine).deletingPathExtension().appendingPathExtension("nights")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let stamp = Date().formatted(.iso8601.dateSeparator(.dash).timeSeparator(.omitted))
    try Data(recording.text.utf8).write(to: folder.appendingPathComponent("\(stamp).txt"), options: .atomic)
    var files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }
      .sorted()
    for old in files.dropLast(most) { try? FileManager.default.removeItem(at: folder.appendingPathComponent(old)) }
    files = Array(files.suffix(most))
    // If an earlier file cannot be read, it is left out, so that the present recording is not lost.
    return files.compactMap { file in
      (try? Data(contentsOf: folder.appendingPathComponent(file))).flatMap {
        try? Recording(text: String(decoding: $0, as: UTF8.self), file: file)
      }
    }
  }

  /// The stored library of the engine that a baseline measures; nil if it measures the drivers' own code.
  package func keptEngine(_ name: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: engineFolder(name).path)) ?? []
    return names.first.map { engineFolder(name).appendingPathComponent($0).path }
  }

  private func engineFolder(_ name: String) -> URL { folder("Work").appendingPathComponent("Engines/\(name)") }

  private func keptFolder(_ name: String) -> URL { folder("Work").appendingPathComponent("Drivers/\(name)") }
}
