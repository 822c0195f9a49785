import ArgumentParser
import SceneOracles

extension Law {
  /// The law that the command line names.
  static func called(_ name: String, among laws: [Law]) throws -> Law {
    if let law = laws.first(where: { $0.name == name }) { return law }
    let names = laws.map { "  \($0.name)" }.joined(separator: "\n")
    throw ValidationError("there is no law \"\(name)\". The laws are:\n\(names)")
  }
}
