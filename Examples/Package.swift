// swift-tools-version: 6.2
import PackageDescription

// Screens as an iOS developer writes them, unchanged: the plugin rewrites what the compiler refuses where there is no Objective-C.
let package = Package(
  name: "Examples",
  products: [
    .library(name: "Profile", targets: ["Profile"]), .library(name: "Listings", targets: ["Listings"]),
  ],
  dependencies: [.package(name: "layoutlab", path: "..")],
  targets: [
    // One file of each form that is rewritten.
    .target(
      name: "Rewriting", dependencies: [.product(name: "HeadlessUIKit", package: "layoutlab")], path: "Rewriting",
      sources: ["Linux.swift"],
      swiftSettings: [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)],
      plugins: [.plugin(name: "UIKitOnLinux", package: "layoutlab")]),
    // A screen as one writes them, with the stories that `layoutlab run Profile` records.
    .target(
      name: "Profile", dependencies: [.product(name: "HeadlessUIKit", package: "layoutlab")], path: "Profile",
      sources: ["Linux.swift"],
      swiftSettings: [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)],
      plugins: [.plugin(name: "UIKitOnLinux", package: "layoutlab")]),
    // The listings of the five documents that this project began with.
    .target(
      name: "Listings", dependencies: [.product(name: "HeadlessUIKit", package: "layoutlab")], path: "Listings",
      sources: ["Linux.swift"],
      swiftSettings: [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)],
      plugins: [.plugin(name: "UIKitOnLinux", package: "layoutlab")]),
    .testTarget(
      name: "ListingsTests",
      dependencies: [
        "Listings", "Profile", .product(name: "HeadlessUIKit", package: "layoutlab"),
        .product(name: "SceneModel", package: "layoutlab"), .product(name: "ConstraintSolver", package: "layoutlab"),
        .product(name: "AnimationSampler", package: "layoutlab"), .product(name: "LayoutKernel", package: "layoutlab"),
        .product(name: "ScenePlayer", package: "layoutlab"), .product(name: "SceneImport", package: "layoutlab"),
      ],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "RewritingTests",
      dependencies: ["Rewriting", .product(name: "HeadlessUIKit", package: "layoutlab")],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ]
)
