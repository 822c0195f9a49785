import SceneModel

extension Law {
  /// Returns the law that the command line names.
  ///
  /// - Parameters:
  ///   - name: the law's name.
  ///   - laws: the laws about documents.
  ///   - others: the names of laws of other kinds, for the message.
  /// - Throws: `UsageMistake` with the names of all.
  package static func named(
    _ name: String, among laws: [Law], besides others: [String] = []
  ) throws(UsageMistake) -> Law {
    if let law = laws.first(where: { $0.name == name }) { return law }
    let names = (laws.map(\.name) + others).map { "  \($0)" }.joined(separator: "\n")
    throw UsageMistake(.unknownName, "there is no law \"\(name)\". The laws are:\n\(names)")
  }
}
