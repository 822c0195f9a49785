import Foundation
import LayoutPlugin
import LibC

/// The paths of files outside of the package's sources, for tests.
public enum Surroundings {
  /// The root of this package.
  public static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Our own engine as a shared library: built together with the tests, next to them.
  public static let library = besideTests("libLayoutLabPlugin" + sharedLibrarySuffix)

  /// The command-line tool, which is built together with the tests, too.
  public static let tool = besideTests("layoutlab")

  private static func besideTests(_ name: String) -> String {
    let executable = ProcessFacts.executable ?? ""
    return URL(fileURLWithPath: executable).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Returns the files in `Tests/Fixtures` with this extension, ordered by name; empty if there are none.
  public static func fixtures(_ pathExtension: String) -> [URL] {
    let folder = package.appendingPathComponent("Tests/Fixtures")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == pathExtension }.sorted { $0.path < $1.path }
  }
}
