import Foundation
import SceneModel
import ScreenPorting

/// A package with screens written in code, as its manifest describes it.
package struct UserPackage: Sendable {
  private struct Manifest: Decodable, Sendable {
    struct Product: Decodable, Sendable {
      var name: String
      var targets: [String]
      var type: [String: [String]?]
    }
    struct Target: Decodable, Sendable {
      struct Plugin: Decodable, Sendable { var plugin: [String?] }
      var name, type: String
      var path: String?
      var pluginUsages: [Plugin]?
    }
    var name: String
    var products: [Product]
    var targets: [Target]
  }

  /// A target with screens.
  package struct Screens: Sendable {
    package let name: String
    /// The product by which other packages import the target.
    let product: String
    package let declared: DeclaredScreens
  }

  package let folder: URL
  private let manifest: Manifest

  /// Reads the manifest through SwiftPM.
  package init(_ path: String) async throws {
    // For SwiftPM, `..` after a symbolic link is the folder that contains the link.
    folder = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    let manifestFile = folder.appending(path: "Package.swift").path
    guard FileManager.default.fileExists(atPath: manifestFile) else {
      throw UserMistake(.fileMissing, "\(manifestFile): no Swift package here. Name its folder with --package-path.")
    }
    let answer = try await SwiftCommand(["package", "--package-path", folder.path, "dump-package"]).run()
    guard answer.isSuccess, let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(answer.output.utf8))
    else {
      throw UserMistake(.fileUnreadable, "\(manifestFile) cannot be read:\n\(answer.errors)")
    }
    self.manifest = manifest
  }

  /// Whether a target uses the plugin that rewrites its files. If so, the build needs `LAYOUTLAB_REWRITER=1`, so that layoutlab's manifest has it.
  var usesRewriter: Bool {
    manifest.targets.contains { $0.pluginUsages?.contains { $0.plugin.first == "UIKitOnLinux" } ?? false }
  }

  package func screens(of name: String) throws -> Screens {
    let file = folder.appending(path: "Package.swift").path
    guard let target = manifest.targets.first(where: { $0.name == name }) else {
      let known = manifest.targets.filter { $0.type == "regular" }.map(\.name)
      throw UserMistake(
        .unknownName,
        "\(file): there is no target \"\(name)\". \(didYouMean(name, among: known)) Its targets are \(known.joined(separator: ", "))."
      )
    }
    guard target.type == "regular" else {
      throw UserMistake(
        .wrongKind,
        "\(file): \"\(name)\" is not a library target. Screens are recorded from a target that others can import.")
    }
    guard let product = manifest.products.first(where: { $0.type["library"] != nil && $0.targets.contains(name) })
    else {
      throw UserMistake(
        .wrongKind,
        "\(file): no library product has the target \"\(name)\". Add to products: .library(name: \"\(name)\", targets: [\"\(name)\"])."
      )
    }
    let sources = folder.appending(path: target.path ?? "Sources/\(name)")
    let names = (FileManager.default.enumerator(atPath: sources.path)?.allObjects as? [String] ?? []).sorted()
    let texts = names.filter { $0.hasSuffix(".swift") }.compactMap {
      try? String(contentsOf: sources.appending(path: $0), encoding: .utf8)
    }
    return Screens(name: name, product: product.name, declared: DeclaredScreens(texts))
  }
}
