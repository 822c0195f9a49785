import SceneModel

/// The ingredients of a document, each once, without names, numbers and priorities. Two documents that differ only in numbers, or in the number of
/// rows of one kind, have the same shape.
public struct DocumentShape: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The lines of a scene or timeline, or the edits of a script, without names, numbers and priorities. Of a timeline, it has only the ways in
  /// which animations run.
  public private(set) var ingredients: Set<String>

  public init(_ document: Document) {
    var document = document
    document.provenance = nil
    // The first line only says what kind of document it is.
    let lines = document.text.split(separator: "\n").dropFirst()
    switch document {
    case .solver:
      ingredients = Set(lines.flatMap { $0.drop { $0 != " " }.split(separator: ";").map(DocumentShape.plain) })
    case .scene(let scene):
      let names = Set(scene.views.map(\.name) + scene.guides.map(\.name) + scene.constraints.map(\.name))
      // The line of the root is no ingredient, because every scene has one. The name `root` is kept, because it is the same in all scenes.
      ingredients = Set(
        lines.filter { !$0.hasPrefix("root ") }.map { line in
          DocumentShape.plain(line) { names.contains(String($0)) && $0 != "root" }
        })
    case .timeline: ingredients = Set(lines.flatMap(DocumentShape.ways))
    }
  }

  /// Returns how an animation runs, without the property and the values. A bug of a sampler shows in every animation that runs in this way.
  private static func ways(_ line: Substring) -> [String] {
    let words = line.split(whereSeparator: { " {},;()".contains($0) })
    guard let kind = words.first, kind == "animation" || kind == "layer" else { return [] }
    return words.filter(waysToMove.contains).map { "\(kind) \($0)" }
  }

  /// The words of the text form that say how an animation runs, not what it moves or how far.
  private static let waysToMove: Set<Substring> = [
    "basic", "spring", "keyframes", "group", "transition", "discrete", "paced", "cubic", "cubicPaced", "along",
    "function", "additive", "cumulative", "autoreverses", "repeat", "repeat-for", "fill", "offset", "speed",
    "overdamped", "in",
  ]

  /// Whether this shape has all ingredients of the other.
  public func contains(_ other: DocumentShape) -> Bool { ingredients.isSuperset(of: other.ingredients) }

  private enum CodingKeys: CodingKey { case ingredients }

  /// Writes the ingredients in order, because records of campaigns are compared byte for byte, and a set has a different order in every process.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ingredients.sorted(), forKey: .ingredients)
  }

  /// The ingredients in one line, the same in every process.
  public var description: String { ingredients.sorted().joined(separator: "; ") }

  private static func plain(_ text: Substring) -> String { plain(text) { _ in false } }

  private static func plain(_ text: Substring, isName: (Substring) -> Bool) -> String {
    var words: [String] = []
    var isPriority = false
    for piece in text.split(whereSeparator: { " :,;".contains($0) }) {
      // Scenes write a priority as a word of its own, after `@`.
      defer { isPriority = piece == "@" }
      if isPriority { continue }
      let word = plain(word: piece, isName)
      // Sums of terms, and lists, have the same shape for every length.
      if word == "+" || word == "-" || word == words.last { continue }
      // Priorities and `non-negative` are left out: if a bug occurs with and without them, chance decides what a minimiser keeps.
      if word.hasPrefix("@") || word == "non-negative" { continue }
      words.append(word)
    }
    return words.joined(separator: " ")
  }

  private static func plain(word: Substring, _ isName: (Substring) -> Bool) -> String {
    if isName(word) { return "#" }
    let parts = word.split(separator: ".", maxSplits: 1)
    if parts.count == 2, parts[1].allSatisfy(\.isLetter) {
      let item = parts[0] == "root" ? "root" : "#"
      return "\(item).\(DocumentShape.attribute(parts[1]))"
    }
    if word == ">=" { return "<=" }
    guard word.contains(where: \.isNumber) else { return String(word) }
    return word.hasPrefix("@") ? "@" : "#"
  }

  /// Returns a word in which an edge of the root has no direction: `root.left` and `root.top` both become `root.edge`. Other words are unchanged.
  static func withoutDirection(_ word: Substring) -> String {
    let parts = word.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, parts[0] == "root", parts[1].allSatisfy(\.isLetter) else { return String(word) }
    return "root.\(attribute(parts[1]))"
  }

  /// Returns the family of an attribute: `edge`, `size`, `center`, `margin` or `baseline`. A bug of one attribute mostly occurs in the others of its
  /// family.
  private static func attribute(_ name: Substring) -> String {
    if name.hasSuffix("Margin") || name.hasSuffix("Margins") { return "margin" }
    if name.hasPrefix("center") { return "center" }
    if name.hasSuffix("aseline") { return "baseline" }
    return name == "width" || name == "height" ? "size" : "edge"
  }
}
