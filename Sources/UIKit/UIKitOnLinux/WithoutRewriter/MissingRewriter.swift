import PackagePlugin

/// The plugin that takes the place of the rewriter's when the manifest has no rewriter. It reports an error that says how to get the rewriter.
@main
struct MissingRewriter: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    Diagnostics.error(
      "UIKitOnLinux: the rewriter is not built, because the environment does not have LAYOUTLAB_REWRITER=1. Build with it: "
        + "LAYOUTLAB_REWRITER=1 swift build --build-system native")
    return []
  }
}
