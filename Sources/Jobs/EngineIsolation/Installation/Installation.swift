import Foundation
import LibC

/// The files that a package of the tool brings along: `PREFIX/lib/layoutlab` and `PREFIX/share/layoutlab` beside `PREFIX/bin/layoutlab`.
///
/// A clone of the project has the same files elsewhere, and none of these folders.
public struct Installation: Sendable {
  /// Fuzzers, benchmark drivers and the plugin library.
  public let programs: URL
  /// Seeds, dictionaries, examples, workloads and engine templates.
  public let data: URL

  /// The installation that this process was started from; nil in a clone.
  public static let current: Installation? = {
    guard let path = executablePath else { return nil }
    let prefix = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    let (programs, data) = (prefix.appending(path: "lib/layoutlab"), prefix.appending(path: "share/layoutlab"))
    guard FileManager.default.fileExists(atPath: data.path) else { return nil }
    return Installation(programs: programs, data: data)
  }()

  /// The running executable's own file, whatever name it was called by.
  public static let executablePath: String? =
    ProcessFacts.executable ?? Bundle.main.executablePath

  /// The program of this name; nil if the package does not contain it.
  public func program(_ name: String) -> URL? {
    let file = programs.appending(path: name)
    return FileManager.default.isExecutableFile(atPath: file.path) ? file : nil
  }

  /// The benchmark drivers, by name.
  public var benchmarkDrivers: [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: programs.path))?.sorted() ?? []
    return names.filter { $0.hasSuffix("Benchmarks") }.compactMap(program)
  }

  public var pluginLibrary: URL? {
    let file = programs.appending(path: "libLayoutLabPlugin" + sharedLibrarySuffix)
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }

  /// Returns the arguments of a command line. An argument `Examples/…` that names no file is replaced by the installation's own example, so that
  /// the commands of the guides work without a clone.
  public func withExamples(_ arguments: [String]) -> [String] {
    arguments.map { argument in
      guard argument == "Examples" || argument.hasPrefix("Examples/"),
        !FileManager.default.fileExists(atPath: argument)
      else { return argument }
      let example = data.appending(path: argument).path
      return FileManager.default.fileExists(atPath: example) ? example : argument
    }
  }

  /// The file or folder at `path` below the working directory, as in a clone, or at `packaged` in the installation's data; nil if neither exists.
  static func find(_ path: String, packaged: String) -> String? {
    let candidates = [path] + (current.map { [$0.data.appending(path: packaged).path] } ?? [])
    return candidates.first(where: FileManager.default.fileExists(atPath:))
  }
}
