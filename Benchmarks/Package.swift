// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the root needs no Google Benchmark.

/// Valgrind 3.19 gives up on the compiler's DWARF 5; callgrind needs symbols, not line tables. An executable exports nothing by itself: engines that
/// are built to be fuzzed look for the two callbacks (`CCoverageCallbacks`).
let linkerSettings: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "--strip-debug"], .when(configuration: .release)),
  .unsafeFlags(
    ["8bit_counters", "pcs"].flatMap { ["-Xlinker", "--export-dynamic-symbol=__sanitizer_cov_\($0)_init"] },
    .when(platforms: [.linux])),
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
    // Animations evaluated by hand, in C: what the sampler is measured against.
    .target(name: "ClosedForms", cSettings: [.unsafeFlags(["-O3"], .when(configuration: .release))]),
    .executableTarget(
      name: "LayoutLabBenchmarks",
      dependencies: ["BenchmarkDriver", "ClosedForms", "GBShim"]
        + [
          "LibC", "SceneModel", "CCoverageCallbacks", "CLayoutPlugin", "LayoutPlugin", "SceneImport",
          "ConstraintSolver",
          "LayoutKernel", "AnimationSampler", "ScenePlayer", "HeadlessUIKit", "Benchmarking",
        ].map { .product(name: $0, package: "layoutlab") },
      linkerSettings: linkerSettings),
  ],
  cxxLanguageStandard: .cxx17
)
