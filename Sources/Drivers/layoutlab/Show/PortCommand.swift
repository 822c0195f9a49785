import ArgumentParser
import Foundation
import ScreenPorting
import SceneModel

struct PortCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "port",
    abstract: "Lists the UIKit files of a source tree that would compile on Linux, and the names that the others lack.",
    discussion: """
      Files are read, not compiled. A file counts as compilable if every type and module that it names exists here. \
      Guides/porting-a-screen.md shows the way from there to a scene.

      Example: layoutlab port Sources --files
      """)

  @Argument(help: "Folders with Swift sources, or single files.")
  var paths: [String]

  @Flag(help: "List each file that lacks something.")
  var files = false

  @Option(help: "How many missing names are listed.")
  var most = 20

  @Flag(help: "Print every file and every name as JSON.")
  var json = false

  func run() throws {
    let report = PortingReport(try paths.flatMap(Self.sources))
    if json { return print(try jsonText(report)) }
    guard report.summary.files > 0 else {
      throw UserMistake(.noneMatch, "\(paths.joined(separator: ", ")): no Swift file here imports UIKit or QuartzCore.")
    }
    print(report.text(most: most, listsFiles: files))
  }

  /// Returns a file, or the Swift files below a folder, in order, without those in build folders and in checkouts of packages.
  private static func sources(_ path: String) throws -> [(path: String, text: String)] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw UserMistake(.fileMissing, "\(path): no such file or folder. Check the path.")
    }
    guard isFolder.boolValue else { return [(path, try text(path))] }
    let names = (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted()
    return try names.filter { name in
      name.hasSuffix(".swift")
        && !name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "Pods" || $0 == "Carthage" }
    }.map { name in
      let file = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
      return (file, try text(file))
    }
  }

  private static func text(_ file: String) throws -> String {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw UserMistake(.fileUnreadable, "\(file): cannot be read.")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
