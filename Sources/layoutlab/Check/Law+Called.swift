import FuzzTargets
import ArgumentParser
import SceneFuzzing
import SceneOracles

extension Law {
  /// The law that the command line names.
  static func called(_ name: String) throws -> Law {
    if let law = Law.ofAnyTarget(named: name) { return law }
    let names = Law.ofAllTargets.map { "  \($0.name)" }.joined(separator: "\n")
    throw ValidationError("there is no law \"\(name)\". The laws are:\n\(names)")
  }
}
