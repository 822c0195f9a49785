// swift-tools-version: 6.2
import Foundation
import PackageDescription

// What prints, draws and parses arguments gains nothing from the bodies of the functions below it, and half of its optimised build's time goes into
// them (Guides/building.md). The Makefile's builds alone: a package that is fetched may have no unsafe flags.
let optimizedByItself: [SwiftSetting] =
  Context.environment["LAYOUTLAB_MAKE"] == nil
  ? [] : [.unsafeFlags(["-Xllvm", "-sil-disable-pass=performance-linker"], .when(configuration: .release))]

// The floors, bottom up. A target names targets of floors below it or of its own, and a C target stands on the floor of its Swift face
// (Guides/architecture.md). A floor's folder in Sources says what its targets are for.
let package = Package(
  name: "layoutlab",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "layoutlab", targets: ["layoutlab"]),
    .library(name: "LayoutLabPlugin", type: .dynamic, targets: ["LayoutLabPlugin"]),
    .library(name: "LibC", targets: ["LibC"]),
    .library(name: "SceneModel", targets: ["SceneModel"]),
    .library(name: "LayoutPlugin", targets: ["LayoutPlugin", "CLayoutPlugin"]),
    .library(name: "CLayoutPlugin", targets: ["CLayoutPlugin"]),
    .library(name: "CCoverageCallbacks", targets: ["CCoverageCallbacks"]),
    .library(name: "ConstraintSolver", targets: ["ConstraintSolver"]),
    .library(name: "LayoutKernel", targets: ["LayoutKernel"]),
    .library(name: "AnimationSampler", targets: ["AnimationSampler"]),
    .library(name: "ScenePlayer", targets: ["ScenePlayer"]),
    .library(name: "SceneOracles", targets: ["SceneOracles"]),
    .library(name: "SceneImport", targets: ["SceneImport"]),
    .library(name: "ConflictLogs", targets: ["ConflictLogs"]),
    .library(name: "SceneFuzzing", targets: ["SceneFuzzing"]),
    .library(name: "EngineIsolation", targets: ["EngineIsolation"]),
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
    .library(name: "Benchmarking", targets: ["Benchmarking"]),
    .library(name: "TestSupport", targets: ["TestSupport"]),
    .library(name: "HeadlessUIKit", targets: ["HeadlessUIKit", "UIKit", "QuartzCore", "SnapKit", "_Testing_UIKit"]),
    .library(name: "LayoutExpectations", targets: ["LayoutExpectations"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/attaswift/BigInt", from: "6.0.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // The document, and beneath it the system's C library under one name. What systems do differently, and what Linux alone can do, stands here.
    floor(
      0, "Document",
      .target(name: "CProcessControl"),
      .target(name: "LibC", dependencies: ["CProcessControl"]),
      .target(name: "SceneModel", dependencies: ["LibC"])),
    // What engines implement.
    floor(
      1, "Contract",
      .target(name: "CLayoutPlugin"),
      // Counters of hard states, where libFuzzer looks.
      .target(name: "CHardStates"),
      .target(name: "LayoutPlugin", dependencies: ["LibC", "SceneModel", "CLayoutPlugin", "CHardStates"]),
      // Engines that are commands: lines to a process and back.
      .target(name: "EngineConversation", dependencies: ["LibC", "SceneModel", "LayoutPlugin", "CProcessControl"])),
    floor(
      2, "Engines",
      // The widest vectors that a processor has: Swift compiles for the oldest.
      .target(name: "CLineSweep"),
      .target(name: "ConstraintSolver", dependencies: ["LibC", "SceneModel", "LayoutPlugin", "CLineSweep"]),
      .target(name: "LayoutKernel", dependencies: ["SceneModel", "LayoutPlugin"]),
      .target(name: "AnimationSampler", dependencies: ["LibC", "SceneModel", "LayoutPlugin"])),
    floor(
      3, "Player",
      .target(name: "ScenePlayer", dependencies: ["SceneModel", "LayoutPlugin", "LayoutKernel"])),
    // Our engines behind the C table.
    floor(
      3, "Engines",
      .target(
        name: "LayoutLabPlugin",
        dependencies: ["SceneModel", "CLayoutPlugin", "LayoutPlugin", "ConstraintSolver", "AnimationSampler"])),
    floor(
      4, "Judge",
      .target(
        name: "SceneOracles",
        dependencies: [
          "SceneModel", "LayoutPlugin", "LayoutKernel", "ScenePlayer", .product(name: "BigInt", package: "BigInt"),
        ])),
    floor(
      4, "Import",
      .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
      .target(name: "XMLShim", dependencies: ["CLibXML2"]),
      .target(
        name: "SceneImport",
        dependencies: ["SceneModel", "LayoutPlugin", "AnimationSampler", "LayoutKernel", "ScenePlayer", "XMLShim"]),
      .target(name: "ConflictLogs", dependencies: ["SceneModel", "LayoutPlugin", "LayoutKernel"])),
    floor(
      5, "Jobs",
      .target(
        name: "SceneFuzzing", dependencies: ["LibC", "SceneModel", "LayoutPlugin", "SceneOracles"]),
      .target(
        name: "Benchmarking", dependencies: ["LibC", "SceneModel", "LayoutPlugin", "LayoutKernel", "ScenePlayer"])),
    // Screens written in code.
    floor(
      5, "UIKit",
      // Which files of an app would compile.
      .target(name: "ScreenPorting", swiftSettings: optimizedByItself),
      .target(
        name: "HeadlessUIKit",
        dependencies: [
          "LibC", "SceneModel", "ConstraintSolver", "LayoutKernel", "AnimationSampler", "ScenePlayer", "SceneImport",
        ],
        swiftSettings: [.defaultIsolation(MainActor.self)] + optimizedByItself)),
    // Laws about files, about our engine's table, and about scenes as programs.
    floor(
      6, "Jobs",
      .target(
        name: "FuzzTargets",
        dependencies: [
          "SceneModel", "CLayoutPlugin", "LayoutPlugin", "LayoutKernel", "ScenePlayer", "SceneOracles", "SceneImport",
          "ConflictLogs", "LayoutLabPlugin", "SceneFuzzing", "HeadlessUIKit",
        ])),
    // The names that files written for iOS import (on Linux only), and the screens of a user's package.
    floor(
      6, "UIKit",
      // Names under which files import it; Linux only.
      .target(name: "UIKit", dependencies: ["HeadlessUIKit", "_Testing_UIKit"]),
      .target(name: "_Testing_UIKit", dependencies: ["HeadlessUIKit"]),
      .target(name: "QuartzCore", dependencies: ["HeadlessUIKit"]),
      .target(
        name: "SnapKit", dependencies: ["SceneModel", "LayoutKernel", "HeadlessUIKit"],
        swiftSettings: [.defaultIsolation(MainActor.self)]),
      // The screens of a user's package, each shown in a process of its own.
      .target(
        name: "ScreenRecording",
        dependencies: [
          "SceneModel", "ConstraintSolver", "LayoutKernel", "ScreenPorting",
          .product(name: "Subprocess", package: "swift-subprocess"),
        ], swiftSettings: optimizedByItself)),
    floor(
      6, "Pages",
      .target(
        name: "Reports",
        dependencies: [
          "SceneModel", "LayoutPlugin", "LayoutKernel", "AnimationSampler", "ScenePlayer", "SceneImport",
          "ConflictLogs",
          .product(name: "Yams", package: "Yams"),
        ], swiftSettings: optimizedByItself)),
    // Processes and checks.
    floor(
      7, "Jobs",
      // Counts allocations, and notes those that failed; a C file that stands in front of malloc. Sanitizers stand there themselves.
      .target(
        name: "CAllocationCounter",
        cSettings: Context.environment["LAYOUTLAB_SANITIZED"] == nil ? [] : [.define("SANITIZED")]),
      .target(
        name: "EngineIsolation",
        dependencies: [
          "CAllocationCounter", "CProcessControl", "LibC", "SceneModel", "LayoutPlugin", "EngineConversation",
          "SceneOracles",
          "FuzzTargets", "SceneFuzzing",
        ], swiftSettings: optimizedByItself),
      .target(
        name: "SceneChecking",
        dependencies: [
          "SceneModel", "LayoutPlugin", "LayoutKernel", "AnimationSampler", "ScenePlayer", "SceneOracles",
          "SceneImport",
          "ConflictLogs", "FuzzTargets", "SceneFuzzing", "Reports",
        ], swiftSettings: optimizedByItself)),
    // What only tests use.
    floor(
      7, "Testing",
      .target(
        name: "LayoutExpectations",
        dependencies: [
          "SceneModel", "LayoutPlugin", "ConstraintSolver", "LayoutKernel", "SceneImport", "ConflictLogs",
          "HeadlessUIKit", "Reports",
        ],
        swiftSettings: [.defaultIsolation(MainActor.self)]),
      // What only tests use: engines with planted mistakes, and sample documents.
      .target(
        name: "TestSupport",
        dependencies: [
          "LibC", "SceneModel", "LayoutPlugin", "LayoutKernel", "ScenePlayer", "SceneOracles", "SceneImport",
          "FuzzTargets", "SceneFuzzing",
        ])),
    // Long jobs in shards.
    floor(
      8, "Jobs",
      .target(
        name: "Campaigns",
        dependencies: [
          "LibC", "SceneModel", "LayoutPlugin", "SceneFuzzing", "FuzzTargets", "EngineIsolation", "Benchmarking",
          .product(name: "Yams", package: "Yams"),
        ], swiftSettings: optimizedByItself)),
    // The pages of nights and campaigns.
    floor(
      9, "Pages",
      .target(
        name: "NightReports",
        dependencies: [
          "SceneModel", "LayoutPlugin", "EngineConversation", "SceneOracles", "Benchmarking", "SceneFuzzing",
          "EngineIsolation", "Reports", "SceneChecking", "Campaigns",
          .product(name: "Mustache", package: "swift-mustache"),
        ], swiftSettings: optimizedByItself)),
    floor(
      10, "Drivers",
      // Apple's engine behind the engine protocol: on Linux it answers for our UIKit.
      .executableTarget(name: "AppleEngine", dependencies: ["UIKit"], path: "Plugins/apple"),
      // The revision and the date that the Makefile tells a build.
      .target(
        name: "CBuildStamp",
        cSettings: ["LAYOUTLAB_REVISION", "LAYOUTLAB_DATE"].compactMap { name in
          Context.environment[name].map { .define(name, to: "\"\($0)\"") }
        }),
      // Engines that are built to guide libFuzzer call these while they are loaded, whoever loads them.
      .target(name: "CCoverageCallbacks"),
      .executableTarget(
        name: "layoutlab",
        dependencies: [
          "EngineConversation", "LibC",
          "SceneModel", "LayoutPlugin", "ConstraintSolver", "LayoutKernel", "SceneOracles", "SceneImport",
          "ConflictLogs", "AnimationSampler", "FuzzTargets", "SceneFuzzing", "Benchmarking", "Reports",
          "EngineIsolation", "ScreenPorting", "ScreenRecording", "SceneChecking", "Campaigns", "NightReports",
          "CCoverageCallbacks", "CBuildStamp", "CLayoutPlugin",
          .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: optimizedByItself,
        // An executable exports nothing by itself.
        linkerSettings: [
          .unsafeFlags(
            ["8bit_counters", "pcs"].flatMap { ["-Xlinker", "--export-dynamic-symbol=__sanitizer_cov_\($0)_init"] },
            .when(platforms: [.linux]))
        ])),
    // Tests.
    [
      .testTarget(name: "ScreenPortingTests", dependencies: ["ScreenPorting"]),
      .testTarget(
        name: "LayoutExpectationsTests", dependencies: ["HeadlessUIKit", "LayoutExpectations"], exclude: ["Snapshots"],
        swiftSettings: [.defaultIsolation(MainActor.self)]),
      .testTarget(
        name: "CampaignsTests",
        dependencies: [
          "SceneModel", "LayoutPlugin", "ConstraintSolver", "AnimationSampler", "SceneFuzzing", "FuzzTargets",
          "Campaigns",
        ]),
      .testTarget(
        name: "NightReportsTests",
        dependencies: [
          "SceneModel", "Benchmarking", "SceneFuzzing", "SceneImport", "Reports", "Campaigns", "NightReports",
        ]),
      // The listings of the products' documentation.
      .testTarget(
        name: "DocumentationTests",
        dependencies: [
          "SceneModel", "LayoutPlugin", "ConstraintSolver", "LayoutKernel", "AnimationSampler", "ScenePlayer",
          "SceneOracles", "ConflictLogs", "UIKit",
        ]),
      .testTarget(name: "SceneModelTests", dependencies: ["SceneModel"]),
      .testTarget(
        name: "LayoutPluginTests",
        dependencies: ["SceneModel", "LayoutPlugin", "CLayoutPlugin", "ConstraintSolver", "LayoutLabPlugin"]),
      .testTarget(
        name: "ConformanceTests",
        dependencies: [
          "SceneModel", "LayoutPlugin", "ConstraintSolver", "LayoutKernel", "AnimationSampler", "ScenePlayer",
          "LayoutLabPlugin", "SceneOracles", "FuzzTargets", "SceneFuzzing", "TestSupport",
        ]),
      .testTarget(name: "SceneOraclesTests", dependencies: ["SceneModel", "LayoutPlugin", "SceneOracles"]),
      .testTarget(
        name: "ConstraintSolverTests",
        dependencies: ["SceneModel", "LayoutPlugin", "CLineSweep", "ConstraintSolver", "SceneOracles"]),
      .testTarget(
        name: "LayoutKernelTests",
        dependencies: ["SceneModel", "LayoutPlugin", "LayoutKernel", "ConstraintSolver", "TestSupport"]),
      .testTarget(
        name: "SceneImportTests",
        dependencies: [
          "SceneModel", "LayoutPlugin", "ConstraintSolver", "LayoutKernel", "SceneImport", "TestSupport",
        ]),
      .testTarget(
        name: "ConflictLogsTests",
        dependencies: [
          "SceneModel", "LayoutPlugin", "ConstraintSolver", "LayoutKernel", "SceneOracles", "SceneImport",
          "ConflictLogs", "TestSupport",
        ]),
      .testTarget(
        name: "CommandLineTests",
        dependencies: [
          "LibC", "SceneModel", "LayoutPlugin", "ConstraintSolver", "SceneChecking", "TestSupport", "layoutlab",
        ]),
      .testTarget(
        name: "EngineConversationTests",
        dependencies: ["SceneModel", "LayoutPlugin", "EngineConversation", "SceneOracles", "SceneFuzzing"]),
      .testTarget(
        name: "QualityTests",
        dependencies: [
          "SceneModel", "LayoutPlugin", "ConstraintSolver", "LayoutKernel", "AnimationSampler", "SceneOracles",
          "SceneImport", "ConflictLogs", "FuzzTargets", "SceneFuzzing", "TestSupport",
        ]),
      .testTarget(
        name: "RegressionTests",
        dependencies: [
          "SceneModel", "LayoutPlugin", "ConstraintSolver", "LayoutKernel", "AnimationSampler", "SceneOracles",
          "FuzzTargets", "SceneFuzzing", "EngineIsolation", "TestSupport", "layoutlab",
        ],
        exclude: ["Scenes"]),
      .testTarget(
        name: "AnimationSamplerTests",
        dependencies: [
          "SceneModel", "LayoutPlugin", "CLayoutPlugin", "AnimationSampler", "LayoutLabPlugin", "SceneFuzzing",
          "CAllocationCounter", "TestSupport",
        ]),
      .testTarget(
        name: "ScenePlayerTests",
        dependencies: [
          "SceneModel", "LayoutKernel", "ConstraintSolver", "AnimationSampler", "ScenePlayer",
          "TestSupport",
        ],
        exclude: ["Stories"]),
      .testTarget(
        name: "HeadlessUIKitTests",
        dependencies: [
          "SceneModel", "LayoutPlugin", "LayoutKernel", "ConstraintSolver", "AnimationSampler", "ScenePlayer",
          "SceneImport", "HeadlessUIKit", "SnapKit", "ScreenRecording", "FuzzTargets", "TestSupport",
        ],
        resources: [
          .copy("Nibs/Settings.storyboard"), .copy("Nibs/Badge.xib"), .copy("Nibs/Lists.storyboard"),
          .copy("Nibs/Static.storyboard"),
        ],
        swiftSettings: [.defaultIsolation(MainActor.self)]),
      .testTarget(name: "ReportsTests", dependencies: ["SceneModel", "ScenePlayer", "SceneImport", "Reports"]),
      .testTarget(
        name: "BenchmarkingTests",
        dependencies: [
          "SceneModel", "LayoutPlugin", "LayoutKernel", "Benchmarking", "ConstraintSolver", "AnimationSampler",
        ]),
    ],
  ].flatMap { $0 }
)

/// The targets of a floor, in its folder of Sources.
func floor(_ number: Int, _ folder: String, _ targets: Target...) -> [Target] {
  for target in targets where target.path == nil { target.path = "Sources/\(folder)/\(target.name)" }
  return targets
}

// What only packages that rewrite UIKit files need; nobody else pays for it. The Makefile leaves it out of this package's own builds;
// Examples/ builds and tests it.
if Context.environment["LAYOUTLAB_REWRITER"] != nil {
  let rewriting = Target.target(name: "ScreenRewriting")
  let rewriter = Target.executableTarget(name: "uikit-rewriter", dependencies: ["ScreenRewriting"])
  package.targets += floor(6, "UIKit", rewriting, rewriter)
  if let host = compilersOwnSyntax {
    for target in [rewriting, rewriter] { target.swiftSettings = [.unsafeFlags(["-I", host])] }
    rewriting.linkerSettings = [
      .unsafeFlags(["-L", host, "-lSwiftParser", "-lSwiftSyntax", "-Xlinker", "-rpath", "-Xlinker", host])
    ]
  } else {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"))
    rewriting.dependencies = ["SwiftSyntax", "SwiftParser"].map { .product(name: $0, package: "swift-syntax") }
  }
  package.products.append(.plugin(name: "UIKitOnLinux", targets: ["UIKitOnLinux"]))
  package.targets.append(
    .plugin(
      name: "UIKitOnLinux", capability: .buildTool(), dependencies: ["uikit-rewriter"],
      path: "Sources/UIKit/UIKitOnLinux", exclude: ["WithoutRewriter"]))
} else {
  // Says what is missing, in place of SwiftPM's "product not found".
  package.products.append(.plugin(name: "UIKitOnLinux", targets: ["UIKitOnLinux"]))
  package.targets.append(
    .plugin(name: "UIKitOnLinux", capability: .buildTool(), path: "Sources/UIKit/UIKitOnLinux/WithoutRewriter"))
}

/// The folder of swift-syntax as the compiler itself uses it, which is built already: swift-syntax takes minutes. Nil where there is none,
/// and for a package that was fetched, which may not say where libraries are.
var compilersOwnSyntax: String? {
  if Context.packageDirectory.contains("/checkouts/") { return nil }
  return (Context.environment["PATH"] ?? "").split(separator: ":").lazy.map { folder in
    URL(fileURLWithPath: "\(folder)/swift").resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("lib/swift/host").path
  }.first { host in
    ["libSwiftParser.so", "libSwiftSyntax.so", "SwiftParser.swiftmodule", "SwiftSyntax.swiftmodule"]
      .allSatisfy { FileManager.default.fileExists(atPath: "\(host)/\($0)") }
  }
}

// UIKit's classes and names, for the files of an app that import them: where there is another UIKit or QuartzCore, they are not needed.
#if !os(Linux)
  let faces: Set = [
    "HeadlessUIKit", "UIKit", "QuartzCore", "SnapKit", "_Testing_UIKit", "LayoutExpectations", "AppleEngine",
    "HeadlessUIKitTests", "LayoutExpectationsTests", "DocumentationTests",
  ]
  package.targets.removeAll { faces.contains($0.name) }
  package.products.removeAll { faces.contains($0.name) }
#endif

// Each transaction of the solver ends with a look at all that must hold (System+Invariants.swift).
if Context.environment["LAYOUTLAB_INVARIANTS"] != nil {
  for target in package.targets where target.name == "ConstraintSolver" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("LAYOUTLAB_INVARIANTS")]
  }
}

// Every counter costs each execution of a fuzzer. Edges are counted in what is fuzzed; in what judges and generates, that a
// function was reached is enough. Set by Scripts/fuzz-build.sh alone.
if let kinds = Context.environment["LAYOUTLAB_COVERAGE"] {
  let fuzzed = Context.environment["LAYOUTLAB_FUZZED"]?.split(separator: ",").map(String.init) ?? []
  for target in package.targets where target.type == .regular && target.name != "CLayoutPlugin" {
    let kind = fuzzed.contains(target.name) ? "edge" : "func"
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize-coverage=\(kind),\(kinds)"])]
  }
}
