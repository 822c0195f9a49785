/// The short lines of the text form, each a shorthand for several constraints. When a scene is written, the constraints are written, not the short
/// line.
enum SceneShorthand {
  static let keywords = ["edges", "size", "center"]

  /// Reads `edges VIEW = ITEM [inset n | inset 4n]`, `size VIEW n x n` or `center VIEW = ITEM`, each with `[@ PRIORITY]`.
  static func constraints(
    _ keyword: String, _ line: inout TextLine, _ names: inout SceneNames
  ) throws(TextError) -> [LayoutConstraint] {
    let name = try line.name("a view")
    let view = try names.item(name, line: line)
    var list: [(attribute: LayoutAttribute, other: ItemID?, constant: Double)] = []
    if keyword == "size" {
      let width = try line.number("a width")
      try line.expect(word: "x")
      list = [(.width, nil, width), (.height, nil, try line.number("a height"))]
    } else {
      if !line.skip(symbol: "=") { try line.expect(symbol: "==") }
      let other = try names.item(line.name("a view or guide"), line: line)
      guard other != view else { throw line.mistake(.impossible, "\"\(name)\" is held to itself") }
      if keyword == "center" {
        list = [(.centerX, other, 0), (.centerY, other, 0)]
      } else {
        let inset = try inset(&line)
        list = [
          (.top, other, inset.top), (.leading, other, inset.leading), (.bottom, other, -inset.bottom),
          (.trailing, other, -inset.trailing),
        ]
      }
    }
    let priority = line.skip(symbol: "@") ? try line.priority() : LinearConstraint.requiredPriority
    var constraints: [LayoutConstraint] = []
    for (attribute, other, constant) in list {
      let title = names.freeConstraintName("\(name)-\(attribute.name)")
      constraints.append(
        LayoutConstraint(
          id: try names.declareConstraint(title, id: nil, line: line), name: title,
          first: .anchor(LayoutAnchor(view, attribute)), second: other.map { .anchor(LayoutAnchor($0, attribute)) },
          constant: constant + 0, priority: priority))
    }
    return constraints
  }

  /// Reads one number for all edges, or top, leading, bottom and trailing.
  private static func inset(_ line: inout TextLine) throws(TextError) -> DirectionalInsets {
    guard line.skip(word: "inset") else { return DirectionalInsets() }
    let first = try line.number("an inset")
    guard case .word(let word)? = line.peek, TextNumber.parse(word) != nil else {
      return DirectionalInsets(top: first, leading: first, bottom: first, trailing: first)
    }
    return DirectionalInsets(
      top: first, leading: try line.number("the leading inset"), bottom: try line.number("the bottom inset"),
      trailing: try line.number("the trailing inset"))
  }

  /// Whether a constraint's line starts with an anchor instead of a name.
  static func isUnnamed(_ line: TextLine) -> Bool {
    switch (line.peek, line.peekAfterNext) {
    case (.word(let anchor)?, .symbol(let relation)?):
      anchor.contains(".") && ["=", "==", "<=", ">="].contains(relation)
        || anchor == "distance" && relation == "("
    case (.quoted?, .word(let attribute)?): attribute.hasPrefix(".")
    default: false
    }
  }

  /// Returns a name for an unnamed constraint, made from the anchor that it starts with.
  static func name(of line: TextLine, _ names: SceneNames) -> String {
    switch (line.peek, line.peekAfterNext) {
    case (.word("distance")?, _): names.freeConstraintName("distance")
    case (.word(let anchor)?, _): names.freeConstraintName(anchor.replacingDots)
    case (.quoted(let item)?, .word(let attribute)?): names.freeConstraintName(item + attribute.replacingDots)
    default: names.freeConstraintName("constraint")
    }
  }
}

extension String {
  fileprivate var replacingDots: String { String(map { $0 == "." ? "-" : $0 }) }
}

extension SceneNames {
  /// Returns the name itself, or, if it is taken, the name with the lowest number from 2 appended that makes it unique.
  func freeConstraintName(_ base: String) -> String {
    var name = base
    var number = 2
    while constraints[name] != nil {
      name = "\(base)-\(number)"
      number += 1
    }
    return name
  }
}
