/// The screens that Swift sources declare: stories, and classes of controllers.
public struct DeclaredScreens: Equatable, Sendable {
  public private(set) var stories: [String] = []
  public private(set) var controllers: [String] = []
  /// The names of all types, including types that are not screens. They are needed because a superclass may be in another module.
  private var types: Set<String> = []

  private static let kindsOfTypes: Set<Substring> = ["class", "struct", "enum", "actor", "typealias"]

  public init(_ sources: [String]) {
    var inherited: [(name: String, above: [String], canStand: Bool)] = []
    for source in sources {
      let words = SwiftWords(source).words
      for (index, word) in words.enumerated() where Self.kindsOfTypes.contains(word.text) {
        guard index + 2 < words.count, words[index + 1].isIdentifier else { continue }
        types.insert(String(words[index + 1].text))
        guard words[index + 2].text == ":" else { continue }
        let head = words[(index + 3)...].prefix { $0.text != "{" && $0.text != "where" }
        inherited.append(
          (String(words[index + 1].text), head.filter(\.isIdentifier).map { String($0.text) }, word.text == "class"))
      }
    }
    var known: Set<String> = []
    // A controller may inherit from one that is declared later.
    for _ in 0...inherited.count {
      let before = known.count
      for type in inherited where type.canStand {
        if type.above.contains(where: { known.contains($0) || $0.hasPrefix("UI") && $0.hasSuffix("Controller") }) {
          known.insert(type.name)
        }
      }
      if known.count == before { break }
    }
    for type in inherited {
      if type.above.contains("ScreenStory") { stories.append(type.name) }
      if known.contains(type.name) { controllers.append(type.name) }
    }
  }
  /// Returns whether the sources may declare a type. For `Outer.Inner`, the inner type is looked up. True if the sources declare no types.
  public func mayDeclare(_ name: String) -> Bool {
    types.isEmpty || types.contains(String(name.split(separator: ".").last ?? ""))
  }
}
