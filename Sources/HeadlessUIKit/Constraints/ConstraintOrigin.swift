/// The file that made a constraint. Thousands of constraints come from a few files: the text is made where somebody asks.
enum ConstraintOrigin {
  case code(StaticString)
  case document(String)

  var file: String {
    switch self {
    case .code(let file): "\(file)"
    case .document(let file): file
    }
  }

  /// Without its folders.
  var lastName: String {
    guard case .code(let file) = self, file.hasPointerRepresentation else { return Self.lastPart(self.file) }
    if let name = Self.names[file.utf8Start] { return name }
    let name = Self.lastPart(self.file)
    Self.names[file.utf8Start] = name
    return name
  }

  /// By the address of the text in the program.
  private static var names: [UnsafePointer<UInt8>: String] = [:]
  private static func lastPart(_ file: String) -> String { file.split(separator: "/").last.map(String.init) ?? file }
}
