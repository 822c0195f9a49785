import Foundation
import PackagePlugin

/// Rewrites the Swift files in a target's folder that the target does not compile itself, and compiles the result (Guides/porting-a-screen.md).
@main
struct UIKitOnLinux: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? any SourceModuleTarget else { return [] }
    let compiled = Set(module.sourceFiles.filter { $0.type == .source }.map { $0.url.standardizedFileURL.path })
    let folder = target.directoryURL
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let screens = (found?.allObjects as? [URL] ?? [])
      .filter { $0.pathExtension == "swift" && !compiled.contains($0.standardizedFileURL.path) }
      .sorted { $0.path < $1.path }
    if screens.isEmpty {
      Diagnostics.error(
        "UIKitOnLinux: \(target.name) compiles every Swift file in its folder itself. Name one that needs no rewriting "
          + "(an empty one will do) in the target's `sources:`, and the others are rewritten.")
      return []
    }
    let results = screens.map { screen in
      // The compiler needs file names that differ from those of the original files.
      let path = screen.path.dropFirst(folder.path.count).split(separator: "/").joined(separator: "-")
      return context.pluginWorkDirectoryURL.appending(path: "Rewritten-" + path)
    }
    return [
      .buildCommand(
        displayName: "Rewriting \(screens.count) files of \(target.name)",
        executable: try context.tool(named: "uikit-rewriter").url,
        arguments: zip(screens, results).flatMap { [$0.path, $1.path] }, inputFiles: screens, outputFiles: results)
    ]
  }
}
