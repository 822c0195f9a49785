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
      dependencies: ["EngineIsolation", "LibC", "LayoutPlugin", "SceneFuzzing", "SceneModel", "SceneOracles"].map {
        .product(name: $0, package: "layoutlab")
      },
      swiftSettings: [.enableExperimentalFeature("Extern")]),
    .fuzzer("FuzzSolver", looksAt: "engines", also: ["SceneFuzzing"]),
    .fuzzer("FuzzLayout", looksAt: "kernel", also: ["SceneFuzzing"]),
    .fuzzer("FuzzImport", looksAt: "readers", also: ["FuzzTargets", "SceneFuzzing"]),
    .fuzzer("FuzzTimeline", looksAt: "engines", also: ["AnimationSampler", "FuzzTargets", "SceneFuzzing"]),
    .fuzzer("FuzzPlayer", looksAt: "players", also: ["AnimationSampler", "FuzzTargets", "SceneFuzzing"]),
    .fuzzer("FuzzProgram", looksAt: "programs", also: ["AnimationSampler", "FuzzTargets", "SceneFuzzing"]),
    // The same fuzzers on engines with a planted bug: shows that fuzzing finds what it is there to find.
    .fuzzer("FuzzPlanted", looksAt: "engines", also: ["AnimationSampler", "TestSupport"]),
  ]
)

extension Target {
  /// libFuzzer looks at every counter after every execution, and what was built counts edges in all that some target fuzzes. The
  /// linker puts those that a target has no use for where libFuzzer does not look: `Counters/`.
  static func fuzzer(_ name: String, looksAt counters: String, also products: [String]) -> Target {
    let script = Context.packageDirectory + "/Counters/\(counters).ld"
    return .executableTarget(
      name: name,
      dependencies: ["FuzzRuntime"]
        + (["ConstraintSolver", "LayoutPlugin"] + products).map {
          .product(name: $0, package: "layoutlab")
        },
      // Only this linker adds such a script to what it does by itself.
      linkerSettings: [.unsafeFlags(["-use-ld=lld", "-Xlinker", "-T", "-Xlinker", script])])
  }
}

// What the root package says of itself, for what stands around the engines.
if let kinds = Context.environment["LAYOUTLAB_COVERAGE"] {
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize-coverage=func,\(kinds)"])]
  }
}
