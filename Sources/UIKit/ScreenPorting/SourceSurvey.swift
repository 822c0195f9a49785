/// The imports, declarations and names of one Swift file.
struct SourceSurvey {
  /// The modules, each with the line of its first import.
  private(set) var imports: [String: Int] = [:]
  private(set) var declaredTypes: Set<String> = []
  /// Names that begin with a capital letter and do not follow a full stop, each with the line of its first use.
  private(set) var namedTypes: [String: Int] = [:]
  /// Names after a full stop, and names of functions and properties that are declared with `override`, each with the line of its first use.
  private(set) var namedMembers: [String: Int] = [:]
  /// The names of functions and properties that are declared without `override`.
  private(set) var declaredMembers: Set<String> = []

  private static let kindsOfTypes: Set<Substring> = [
    "class", "struct", "enum", "protocol", "typealias", "actor", "associatedtype",
  ]

  init(_ text: String) {
    let words = SwiftWords(text).compiled
    var index = 0
    while index < words.count {
      let word = words[index]
      let before = index > 0 ? words[index - 1].text : ""
      defer { index += 1 }
      guard word.isIdentifier else { continue }
      if before == "func" || before == "var" || before == "let" {
        let modifiers = words[max(0, index - 5)..<max(0, index - 1)]
        if modifiers.contains(where: { $0.text == "override" }) {
          namedMembers[String(word.text)] = namedMembers[String(word.text)] ?? word.line
        } else {
          declaredMembers.insert(String(word.text))
        }
      }
      guard before != "." else {
        namedMembers[String(word.text)] = namedMembers[String(word.text)] ?? word.line
        continue
      }
      let following = index + 1 < words.count && words[index + 1].isIdentifier ? words[index + 1].text : nil
      if word.text == "import", let following {
        // `import struct Foundation.URL` also imports from a module.
        let named = Self.kindsOfTypes.union(["func", "var", "let"]).contains(following) ? index + 2 : index + 1
        if named < words.count { imports[String(words[named].text)] = imports[String(words[named].text)] ?? word.line }
        // The words after a full stop belong to this name.
        index = named
      } else if Self.kindsOfTypes.contains(word.text), let following, following.first?.isUppercase == true {
        declaredTypes.insert(String(following))
        index += 1
      } else if word.text.first?.isUppercase == true {
        namedTypes[String(word.text)] = namedTypes[String(word.text)] ?? word.line
      }
    }
    // Generic parameters are declared between angle brackets; only names of one letter are taken.
    for (index, word) in words.enumerated() where word.text == "<" && index + 1 < words.count {
      var place = index + 1
      while place < words.count, words[place].isIdentifier || words[place].text == "," || words[place].text == ":" {
        if words[place].isIdentifier, place == index + 1 || words[place - 1].text == ",", words[place].text.count == 1 {
          declaredTypes.insert(String(words[place].text))
        }
        place += 1
      }
    }
  }
}
