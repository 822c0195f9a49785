import LayoutKernel
import SceneFuzzing
import SceneModel
import SceneOracles

extension FileKind {
  public typealias FormatReader =
    @Sendable (VisualFormat, String, VisualFormat.Options) -> Result<[LayoutConstraint], VisualFormat.Mistake>

  /// Visual formats, one a line, after a line with `NSLayoutConstraint.FormatOptions` as a number. To show that the laws can fail, tests pass
  /// broken readers.
  public static func visualFormat(
    read: @escaping FormatReader = { format, text, options in
      Result { () throws(VisualFormat.Mistake) in try format.constraints(text, options: options, firstID: .init(1)) }
    }
  ) -> FileKind {
    let (pointing, printing) = (
      "import.visual-format-mistakes-point-into-the-format", "import.printed-visual-format-is-read-as-the-same"
    )
    return FileKind(
      name: "visual-format", mark: "vfl\n", endings: ["vfl"],
      laws: [
        FileLaw(pointing, "A visual format gives constraints, or a mistake at one of its characters or at its end."),
        FileLaw(
          printing, "A constraint that a visual format makes, printed as one and read again, is the same constraint."),
      ],
      judge: { bytes, _, _ in
        let (options, formats) = FormatLines.read(bytes)
        var violations: [LawViolation?] = []
        for text in formats {
          switch read(FormatLines.context, text, options) {
          case .failure(let mistake):
            let isInside = (0...text.count).contains(mistake.offset) && !mistake.message.isEmpty
            violations.append(
              LawViolation(pointing, isInside && mistake.format == text ? .holds : .broken("\(mistake)")))
          case .success(let constraints):
            for constraint in constraints {
              violations.append(LawViolation(printing, FormatLines.readAgain(constraint, options, read)))
            }
          }
        }
        return violations.compactMap(\.self)
      },
      generate: { entropy in Array("vfl\n".utf8) + FormatLines.generated(&entropy) },
      snippets: [
        "[", "]", "(", ")", "-", "|", "@", ">=", "<=", "==", ",", "H:", "V:", "\n", "a", "gap", "1000", "-1", "_",
      ])
  }
}

private enum FormatLines {
  private static let views = ["a": ItemID(1), "b": ItemID(2), "find": ItemID(3), "_x9": ItemID(4)]
  private static let names = Dictionary(uniqueKeysWithValues: views.map { ($1, $0) })

  static let context = VisualFormat(views: views, metrics: ["gap": 12.5, "low": 250, "b": 7, "far": -3]) {
    $0 == .root ? nil : .root
  }

  static func read(_ bytes: [UInt8]) -> (VisualFormat.Options, [String]) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let options = lines.first.flatMap({ UInt($0) }) else { return ([], lines) }
    lines.removeFirst()
    return (VisualFormat.Options(rawValue: options), lines)
  }

  static func readAgain(
    _ constraint: LayoutConstraint, _ all: VisualFormat.Options, _ read: FileKind.FormatReader
  ) -> Verdict {
    let options = all.intersection([.directionLeftToRight, .directionRightToLeft, .spacingBaselineToBaseline])
    guard let printed = print(constraint, options) else { return .holds }
    guard case .success(let again) = read(context, printed, options), again.count == 1 else {
      return .broken("\(printed) cannot be read")
    }
    var same = again[0]
    (same.id, same.name) = (constraint.id, constraint.name)
    return same == constraint ? .holds : .broken("\(constraint) became \(same) through \(printed)")
  }

  /// Returns a constraint of two edges or of a size in a visual format of its own; nil if a number cannot be written in a format.
  static func print(_ constraint: LayoutConstraint, _ options: VisualFormat.Options) -> String? {
    guard case .anchor(let first) = constraint.first, let constant = number(constraint.constant),
      let priority = number(constraint.priority), let axis = axis(of: first.attribute)
    else { return nil }
    let relation = constraint.relation == .equal ? "==" : constraint.relation == .lessThanOrEqual ? "<=" : ">="
    func predicate(_ value: String) -> String { "(\(relation)\(value)@\(priority))" }
    func view(_ item: ItemID) -> String? { item == .root ? "|" : names[item].map { "[\($0)]" } }
    guard case .anchor(let second)? = constraint.second else {
      return names[first.item].map { "\(axis):[\($0)\(predicate(constant))]" }
    }
    guard let one = view(first.item), let two = view(second.item) else { return nil }
    if first.attribute.isSize {
      guard let name = names[first.item], let other = names[second.item] else { return nil }
      // A metric wins over a view of its name.
      return constraint.constant == 0 && context.metrics[other] == nil ? "\(axis):[\(name)\(predicate(other))]" : nil
    }
    // Such a constraint comes from an alignment option, not from a connection.
    if first.attribute == second.attribute, first.item != .root, second.item != .root { return nil }
    // A format begins with the item that is first in reading direction. From right to left, that is the item with the larger coordinate, which the
    // constraint names first.
    let isReversed = axis == "H" && options.contains(.directionRightToLeft)
    let (before, after) = isReversed ? (one, two) : (two, one)
    return "\(axis):\(before)-\(predicate(constant))-\(after)"
  }

  private static func axis(of attribute: LayoutAttribute) -> String? { attribute.axis == .horizontal ? "H" : "V" }

  private static func number(_ value: Double) -> String? {
    let text = TextNumber.spell(value)
    return text.utf8.contains(UInt8(ascii: "e")) ? nil : text
  }

  static func generated(_ entropy: inout Entropy) -> [UInt8] {
    var text = ""
    if entropy.chance(1, in: 2) { text += "\(entropy.pick([0, 1 << 16, 2 << 16, 1 << 19, 1 << 3, 1 << 9, 1 << 12]))\n" }
    for line in 0..<entropy.count(1...3) {
      text += line == 0 ? "" : "\n"
      text += format(&entropy)
    }
    return Array(text.utf8)
  }

  private static func format(_ entropy: inout Entropy) -> String {
    var text = entropy.pick(["H:", "V:", ""])
    if entropy.chance(1, in: 2) { text += "|" + connection(&entropy) }
    for view in 0..<entropy.count(1...4) {
      if view > 0 { text += connection(&entropy) }
      text += "[" + entropy.pick(["a", "b", "find", "_x9"])
      if entropy.chance(1, in: 3) { text += "(" + predicates(&entropy, views: true) + ")" }
      text += "]"
    }
    if entropy.chance(1, in: 2) { text += connection(&entropy) + "|" }
    return text
  }

  private static func connection(_ entropy: inout Entropy) -> String {
    switch entropy.below(5) {
    case 0: ""
    case 1: "-"
    case 2: "-\(entropy.pick(["8", "0", "12.5", "gap", "far", "20"]))-"
    default: "-(\(predicates(&entropy, views: false)))-"
    }
  }

  private static func predicates(_ entropy: inout Entropy, views: Bool) -> String {
    (0..<entropy.count(1...3)).map { _ in
      var text = entropy.pick(["", "==", ">=", "<="])
      text += entropy.pick(["8", "-8", "0.25", "44", "gap", "far"] + (views ? ["a", "find"] : []))
      if entropy.chance(1, in: 3) { text += "@" + entropy.pick(["1000", "750", "250.5", "low", "1"]) }
      return text
    }.joined(separator: ",")
  }
}
