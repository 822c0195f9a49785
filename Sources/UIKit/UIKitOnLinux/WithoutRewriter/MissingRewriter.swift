import PackagePlugin

/// Stands in for the rewriter's plugin where the manifest has no rewriter, and says how to get it.
@main
struct MissingRewriter: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    Diagnostics.error(
      "UIKitOnLinux: the rewriter is not built, because the environment does not have LAYOUTLAB_REWRITER=1. Build with it: "
        + "LAYOUTLAB_REWRITER=1 swift build --build-system native")
    return []
  }
}
