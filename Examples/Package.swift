// swift-tools-version: 6.2
import PackageDescription

// Screens as an iOS developer writes them, unchanged: the plugin rewrites what the compiler refuses where there is no Objective-C.
let package = Package(
  name: "Examples",
  dependencies: [.package(name: "layoutlab", path: "..")],
  targets: [
    // One file of each form that is rewritten.
    .target(
      name: "Rewriting", dependencies: [.product(name: "HeadlessUIKit", package: "layoutlab")], path: "Rewriting",
      sources: ["Linux.swift"],
      swiftSettings: [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)],
      plugins: [.plugin(name: "UIKitOnLinux", package: "layoutlab")]),
    .testTarget(
      name: "RewritingTests",
      dependencies: ["Rewriting", .product(name: "HeadlessUIKit", package: "layoutlab")],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ]
)
