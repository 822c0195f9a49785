// swift-tools-version: 6.2
import PackageDescription

// The libFuzzer executables. A package of their own, because a plain `swift build` of them cannot link; build with
// `make fuzz-build`, whose flags are explained in the Makefile.
let package = Package(
  name: "layoutlab-fuzz",
  dependencies: [.package(name: "layoutlab", path: "..")],
  targets: [
    .target(
      name: "FuzzRuntime",
      dependencies: ["LayoutPlugin", "SceneFuzzing", "SceneModel", "SceneOracles"].map {
        .product(name: $0, package: "layoutlab")
      },
      swiftSettings: [.enableExperimentalFeature("Extern")]),
    .fuzzer("FuzzSolver", also: ["SceneFuzzing"]),
    .fuzzer("FuzzLayout", also: ["SceneFuzzing"]),
    .fuzzer("FuzzImport", also: ["SceneFuzzing"]),
    .fuzzer("FuzzTimeline", also: ["AnimationSampler", "SceneFuzzing"]),
    // The same fuzzers on engines with a planted bug: shows that fuzzing finds what it is there to find.
    .fuzzer("FuzzPlanted", also: ["AnimationSampler", "TestSupport"]),
  ]
)

extension Target {
  static func fuzzer(_ name: String, also products: [String]) -> Target {
    .executableTarget(
      name: name,
      dependencies: ["FuzzRuntime"]
        + (["ConstraintSolver", "LayoutPlugin"] + products).map {
          .product(name: $0, package: "layoutlab")
        })
  }
}

// What the root package says of itself, for what stands around the engines.
if let kinds = Context.environment["LAYOUTLAB_COVERAGE"] {
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize-coverage=func,\(kinds)"])]
  }
}
