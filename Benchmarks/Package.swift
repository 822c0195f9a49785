// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the root needs no Google Benchmark.

/// Valgrind 3.19 gives up on the compiler's DWARF 5; callgrind needs symbols, not line tables. An executable exports nothing by itself: engines that
/// are built to be fuzzed look for the two callbacks (`CCoverageCallbacks`).
let drivers: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "--strip-debug"], .when(configuration: .release))]
let driverOfEngines: [LinkerSetting] =
  drivers + [
    .unsafeFlags(
      ["8bit_counters", "pcs"].flatMap { ["-Xlinker", "--export-dynamic-symbol=__sanitizer_cov_\($0)_init"] },
      .when(platforms: [.linux]))
  ]

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "layoutlab", path: "..")],
  targets: [
    .systemLibrary(
      name: "CGoogleBenchmark", pkgConfig: "benchmark",
      providers: [.apt(["libbenchmark-dev"]), .brew(["google-benchmark"])]),
    // Google Benchmark, callgrind's client requests and a counting allocator, as plain C.
    .target(name: "GBShim", dependencies: ["CGoogleBenchmark"]),
    .target(
      name: "BenchmarkDriver",
      dependencies: [
        "GBShim",
        .product(name: "SceneModel", package: "layoutlab"),
        .product(name: "LayoutPlugin", package: "layoutlab"),
        .product(name: "SceneImport", package: "layoutlab"),
        .product(name: "Benchmarking", package: "layoutlab"),
      ]),
    .executableTarget(
      name: "SolverBenchmarks",
      dependencies: [
        "BenchmarkDriver",
        .product(name: "LibC", package: "layoutlab"),
        .product(name: "SceneModel", package: "layoutlab"),
        .product(name: "CCoverageCallbacks", package: "layoutlab"),
        .product(name: "CLayoutPlugin", package: "layoutlab"),
        .product(name: "LayoutPlugin", package: "layoutlab"),
        .product(name: "ConstraintSolver", package: "layoutlab"),
        .product(name: "Benchmarking", package: "layoutlab"),
      ],
      linkerSettings: driverOfEngines),
    .executableTarget(
      name: "LayoutBenchmarks",
      dependencies: [
        "BenchmarkDriver",
        .product(name: "LibC", package: "layoutlab"),
        .product(name: "SceneModel", package: "layoutlab"),
        .product(name: "LayoutPlugin", package: "layoutlab"),
        .product(name: "SceneImport", package: "layoutlab"),
        .product(name: "ConstraintSolver", package: "layoutlab"),
        .product(name: "LayoutKernel", package: "layoutlab"),
        .product(name: "Benchmarking", package: "layoutlab"),
      ],
      linkerSettings: drivers),
    // Animations evaluated by hand, in C: what the sampler is measured against.
    .target(name: "ClosedForms", cSettings: [.unsafeFlags(["-O3"], .when(configuration: .release))]),
    .executableTarget(
      name: "SamplerBenchmarks",
      dependencies: [
        "BenchmarkDriver", "ClosedForms", "GBShim",
        .product(name: "LibC", package: "layoutlab"),
        .product(name: "SceneModel", package: "layoutlab"),
        .product(name: "ConstraintSolver", package: "layoutlab"),
        .product(name: "AnimationSampler", package: "layoutlab"),
        .product(name: "ScenePlayer", package: "layoutlab"),
        .product(name: "HeadlessUIKit", package: "layoutlab"),
        .product(name: "Benchmarking", package: "layoutlab"),
      ],
      linkerSettings: drivers),
  ],
  cxxLanguageStandard: .cxx17
)
