import Foundation
import SceneModel
import ScreenPorting
import Subprocess

/// A package with screens written in code, as its manifest tells it.
struct UserPackage {
  private struct Manifest: Decodable {
    struct Product: Decodable {
      var name: String
      var targets: [String]
      var type: [String: [String]?]
    }
    struct Target: Decodable {
      struct Plugin: Decodable { var plugin: [String?] }
      var name, type: String
      var path: String?
      var pluginUsages: [Plugin]?
    }
    var name: String
    var products: [Product]
    var targets: [Target]
  }

  /// A target with screens.
  struct Screens {
    var name: String
    /// The product by which other packages get the target.
    var product: String
    var declared: DeclaredScreens
  }

  let folder: URL
  private let manifest: Manifest

  /// Asks SwiftPM for the manifest.
  init(_ path: String) async throws {
    // SwiftPM takes `..` of a link for the folder that the link is in.
    folder = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    let manifestFile = folder.appending(path: "Package.swift").path
    guard FileManager.default.fileExists(atPath: manifestFile) else {
      throw UserMistake("\(manifestFile): there is no package here. Name its folder with --package-path.")
    }
    let answer = try await SwiftCommand(["package", "--package-path", folder.path, "dump-package"]).run()
    guard answer.isSuccess, let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(answer.output.utf8))
    else {
      throw UserMistake("\(manifestFile) cannot be read:\n\(answer.errors)")
    }
    self.manifest = manifest
  }

  /// Whether a target's files are rewritten: then the manifest of layoutlab must have the plugin.
  var usesRewriter: Bool {
    manifest.targets.contains { $0.pluginUsages?.contains { $0.plugin.first == "UIKitOnLinux" } ?? false }
  }

  func screens(of name: String) throws -> Screens {
    let file = folder.appending(path: "Package.swift").path
    guard let target = manifest.targets.first(where: { $0.name == name }) else {
      let known = manifest.targets.filter { $0.type == "regular" }.map(\.name)
      throw UserMistake(
        "\(file): there is no target \"\(name)\". \(didYouMean(name, among: known)) Its targets are \(known.joined(separator: ", "))."
      )
    }
    guard target.type == "regular" else {
      throw UserMistake(
        "\(file): \"\(name)\" is no library. Screens are recorded from a target that others can import.")
    }
    guard let product = manifest.products.first(where: { $0.type["library"] != nil && $0.targets.contains(name) })
    else {
      throw UserMistake(
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

/// SwiftPM, as the user would call it.
struct SwiftCommand {
  struct Answer {
    var isSuccess: Bool
    var output, errors: String
  }
  var arguments: [String]
  var variables: [Environment.Key: String] = [:]

  init(_ arguments: [String]) { self.arguments = arguments }

  func run() async throws -> Answer {
    do {
      let result = try await Subprocess.run(
        .name("swift"), arguments: Arguments(arguments), environment: .inherit.updating(variables),
        output: .string(limit: 16 << 20), error: .string(limit: 16 << 20))
      return Answer(
        isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput,
        errors: result.standardError)
    } catch {
      throw UserMistake("swift could not be started (\(error)). Install Swift, or put it in PATH.")
    }
  }
}
