// swift-tools-version: 6.2
import PackageDescription

// The libFuzzer executables: one for all targets, and one for tests. A package of their own, because a plain `swift build` of them cannot link; build with
// `make fuzz-build`, whose flags are explained in the Makefile.
let package = Package(
  name: "layoutlab-fuzz",
  dependencies: [.package(name: "layoutlab", path: "..")],
  targets: [
    // Tells libFuzzer which counters to look at.
    .target(name: "CCounterGroups"),
    .target(
      name: "FuzzRuntime",
      dependencies: ["CCounterGroups"]
        + ["EngineIsolation", "LibC", "LayoutPlugin", "SceneFuzzing", "SceneModel", "SceneOracles"].map {
          .product(name: $0, package: "layoutlab")
        },
      swiftSettings: [.enableExperimentalFeature("Extern")]),
    .fuzzer("LayoutLabFuzzer", also: ["FuzzTargets", "SceneFuzzing"]),
    // The same on engines with a planted bug: shows that fuzzing finds what it is there to find.
    .fuzzer("FuzzPlanted", also: ["TestSupport"]),
  ]
)

extension Target {
  static func fuzzer(_ name: String, also products: [String]) -> Target {
    .executableTarget(
      name: name,
      dependencies: ["CCounterGroups", "FuzzRuntime"]
        + (["AnimationSampler", "ConstraintSolver", "LayoutPlugin"] + products).map {
          .product(name: $0, package: "layoutlab")
        },
      // Only this linker adds such a script to what it does by itself.
      linkerSettings: [
        .unsafeFlags(["-use-ld=lld", "-Xlinker", "-T", "-Xlinker", Context.packageDirectory + "/counter-groups.ld"])
      ])
  }
}

// What the root package says of itself, for what stands around the engines.
if let kinds = Context.environment["LAYOUTLAB_COVERAGE"] {
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize-coverage=func,\(kinds)"])]
  }
}
