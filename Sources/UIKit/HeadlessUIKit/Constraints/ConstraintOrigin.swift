/// The file that made a constraint. Thousands of constraints come from a few files, so the text is made only on demand.
enum ConstraintOrigin {
  case code(StaticString)
  case document(String)

  var file: String {
    switch self {
    case .code(let file): "\(file)"
    case .document(let file): file
    }
  }

  /// The name of the file, without the folders in its path.
  var lastName: String {
    guard case .code(let file) = self, file.hasPointerRepresentation else { return Self.lastPart(self.file) }
    if let name = Self.names[file.utf8Start] { return name }
    let name = Self.lastPart(self.file)
    Self.names[file.utf8Start] = name
    return name
  }

  /// The results of `lastName` so far, by the address of the path's text in the program.
  private static var names: [UnsafePointer<UInt8>: String] = [:]
  private static func lastPart(_ file: String) -> String { file.split(separator: "/").last.map(String.init) ?? file }
}
