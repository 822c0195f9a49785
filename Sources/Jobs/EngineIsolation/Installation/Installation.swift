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

  /// The running executable's own file. The name by which it was called need not lead to it.
  public static let executablePath: String? =
    ProcessFacts.executable ?? Bundle.main.executablePath

  /// The program of this name; nil where it was not packaged.
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

  /// The arguments of a command line, with the installation's own example where one names `Examples/…` and there is no such file: the
  /// commands of the guides work without a clone.
  public func withExamples(_ arguments: [String]) -> [String] {
    arguments.map { argument in
      guard argument == "Examples" || argument.hasPrefix("Examples/"),
        !FileManager.default.fileExists(atPath: argument)
      else { return argument }
      let example = data.appending(path: argument).path
      return FileManager.default.fileExists(atPath: example) ? example : argument
    }
  }

  /// A file or folder that a clone has at `path` below the working directory, and an installation at `packaged` in its data; nil where there
  /// is neither.
  static func find(_ path: String, packaged: String) -> String? {
    let candidates = [path] + (current.map { [$0.data.appending(path: packaged).path] } ?? [])
    return candidates.first(where: FileManager.default.fileExists(atPath:))
  }
}
