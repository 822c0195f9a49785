import Foundation

/// The measured and computed numbers beside the project; absent on most machines.
enum SharedData {
  private static let folder: URL = {
    if let given = ProcessInfo.processInfo.environment["LAYOUTLAB_SHARED"] { return URL(fileURLWithPath: given) }
    return URL(fileURLWithPath: FileManager.default.currentDirectoryPath).appendingPathComponent("../shared")
  }()

  /// A file of `data/animation`, decoded; nil, and "skipped" in the output, where it is absent.
  static func decode<T: Decodable>(_ type: T.Type, from name: String) throws -> T? {
    let url = folder.appendingPathComponent("data/animation/\(name).json")
    guard let data = try? Data(contentsOf: url) else {
      print("skipped: data/animation/\(name).json is not beside the project")
      return nil
    }
    return try JSONDecoder().decode(type, from: data)
  }
}
