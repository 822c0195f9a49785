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

  /// The tool, built likewise.
  public static let tool = besideTests("layoutlab")

  private static func besideTests(_ name: String) -> String {
    let executable = ProcessFacts.executable ?? ""
    return URL(fileURLWithPath: executable).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// The files of a folder of fixtures with this extension, by name.
  public static func fixtures(_ pathExtension: String) -> [URL] {
    let folder = package.appendingPathComponent("Tests/Fixtures")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == pathExtension }.sorted { $0.path < $1.path }
  }
}
