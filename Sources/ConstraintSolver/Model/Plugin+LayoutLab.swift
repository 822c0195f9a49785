import LayoutPlugin

extension Plugin {
  /// This project's own engine.
  public static let layoutlab = Plugin(
    manifest: Manifest(
      name: "layoutlab", version: "1.0", capabilities: [.canonical, .certifying, .conflictSets, .uniqueness]),
    makeSolver: { ConstraintSolver() })
}
