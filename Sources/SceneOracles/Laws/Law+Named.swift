import SceneModel

extension Law {
  /// Returns the law that the command line names.
  ///
  /// - Throws: `UsageMistake` with the names of all.
  package static func named(_ name: String, among laws: [Law]) throws(UsageMistake) -> Law {
    if let law = laws.first(where: { $0.name == name }) { return law }
    let names = laws.map { "  \($0.name)" }.joined(separator: "\n")
    throw UsageMistake("there is no law \"\(name)\". The laws are:\n\(names)")
  }
}
