import Foundation
import SceneModel

/// The baselines of a package of drivers: numbers as text in `Baselines/MACHINE/NAME.txt` (committed), and copies of the drivers in
/// `Work` (ignored), which paired runs need.
package struct BaselineStore: Sendable {
  private let package: String

  package init(package: String) { self.package = package }

  /// Where the last comparison leaves its verdict, where nothing else is said.
  package var verdictFile: URL { folder("Work").appendingPathComponent("verdict.json") }

  private func folder(_ name: String) -> URL { URL(fileURLWithPath: package).appendingPathComponent(name) }

  /// Where a machine's baseline stands; refuses what is no name.
  package func file(_ name: String, machine: String) throws(UserMistake) -> URL {
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }), !name.hasPrefix(".")
    else { throw UserMistake("\"\(name)\" is no name for a baseline. Use letters, digits, - _ and .") }
    return folder("Baselines").appendingPathComponent(machine).appendingPathComponent(name + ".txt")
  }

  /// The baseline of this machine, or where there is none another machine's: it still tells whether counters grew.
  package func read(_ name: String, machine: String) throws -> (file: URL, recording: Recording) {
    let here = try file(name, machine: machine)
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder("Baselines").path))?.sorted() ?? []
    let others = try folders.map { try file(name, machine: $0) }
    guard let file = ([here] + others).first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
      throw UserMistake("\(here.relativePath): no such baseline. Make it with: layoutlab bench save \(name)")
    }
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    do {
      return (file, try Recording(text: text, file: file.relativePath))
    } catch {
      throw UserMistake(error.description)
    }
  }

  /// Keeps the numbers and the drivers that they were measured with; returns the file of the numbers.
  package func write(_ recording: Recording, as name: String, _ drivers: BenchmarkDrivers) throws(UserMistake) -> URL {
    let file = try file(name, machine: recording.machine)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(recording.text.utf8).write(to: file, options: .atomic)
      try drivers.keep(in: keptFolder(name))
    } catch {
      throw UserMistake("\(file.relativePath): cannot be written (\(error.localizedDescription)).")
    }
    return file
  }

  /// Nil where this machine has none.
  package func keptDrivers(_ name: String) throws -> BenchmarkDrivers? {
    try BenchmarkDrivers(keptIn: keptFolder(name))
  }

  private func keptFolder(_ name: String) -> URL { folder("Work").appendingPathComponent("Drivers/\(name)") }
}
