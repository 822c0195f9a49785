import Foundation
import TestSupport

/// The measured and computed numbers beside the project; absent on most machines.
enum SharedData {
  /// A file of `data/animation`, decoded; nil, and "skipped" in the output, where it is absent.
  static func decode<T: Decodable>(_ type: T.Type, from name: String) throws -> T? {
    let file = Surroundings.shared?.appendingPathComponent("data/animation/\(name).json")
    guard let file, let data = try? Data(contentsOf: file) else {
      print("skipped: data/animation/\(name).json is not beside the project")
      return nil
    }
    return try JSONDecoder().decode(type, from: data)
  }
}
