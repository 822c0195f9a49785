import LayoutPlugin

extension Plugin {
  /// This project's own engine. Its version is the project's: that of the topmost release in `CHANGELOG.md`, or of the next one.
  public static let layoutlab = Plugin(
    manifest: Manifest(
      name: "layoutlab", version: "1.1.0", capabilities: [.canonical, .certifying, .conflictSets, .uniqueness]),
    makeSolver: { ConstraintSolver() })

  /// This project's own engine, deciding everything in fractions: slow, and never wrong by chance.
  public static let layoutlabProved = Plugin(
    manifest: Manifest(
      name: "layoutlab-proved", version: "1.0", capabilities: [.canonical, .certifying, .conflictSets, .uniqueness]),
    makeSolver: { ConstraintSolver(verification: .proved) })
}
