import SceneFuzzing
import SceneModel

/// Makes conflict logs as consoles print them. The lines follow the grammar and do not come from the printer that the laws judge, so a mistake in
/// that printer shows.
public struct ConflictLogSketch {
  private var entropy: Entropy
  /// The items that constraints name. There are only a few, so that several constraints name the same item.
  private var items: [String] = []
  private var nextAddress = 1

  public init(_ entropy: inout Entropy) {
    self.entropy = Entropy(seed: entropy.next())
    for _ in 0..<(1 + self.entropy.below(4)) { items.append(newItem()) }
  }

  /// One constraint as UIKit, AppKit, SnapKit or Masonry print it.
  public mutating func line() -> String {
    var line: String
    switch entropy.below(10) {
    case 0:
      line = "<NSAutoresizingMaskLayoutConstraint:\(address()) h=\(mask()) v=\(mask())"
    case 1:
      line = "<SnapKit.LayoutConstraint:\(address())@Cell.swift#\(entropy.below(300))"
    case 2: line = "<MASLayoutConstraint:\(entropy.chance(1, in: 2) ? address() : "card")"
    case 3:
      line =
        "<" + entropy.pick(["_UISystemBaselineConstraint", "App.LayoutConstraint", "NSContentSizeLayoutConstraint"])
      line += ":\(address())"
    default: line = "<NSLayoutConstraint:\(address())"
    }
    if entropy.chance(1, in: 3) { line += " '\(entropy.pick(ConflictLogSketch.identifiers))'" }
    var names: [String] = []
    line += " " + (entropy.chance(1, in: 2) ? visual(&names) : equation())
    if entropy.chance(1, in: 12) {
      line += entropy.pick([" priority:251", " ^750", " Hug:250 CompressionResistance:749"])
    }
    return line + tail(names) + ">"
  }

  private mutating func tail(_ names: [String]) -> String {
    let list = names.joined(separator: ", ")
    switch entropy.below(8) {
    case 0: return names.isEmpty ? "" : "   (Names: \(list) )"
    case 1 where names.isEmpty: return ""
    case 2: return "   (inactive\(names.isEmpty ? "" : ", names: \(list) "))"
    default: return "   (active\(names.isEmpty ? "" : ", names: \(list) "))"
    }
  }

  private mutating func visual(_ names: inout [String]) -> String {
    let (one, two) = (item(), item())
    let shape: String
    switch entropy.below(4) {
    case 0: shape = "[\(one)\(value())]"
    case 1:
      shape = "|-\(value())-[\(one)]"
      names.append("'|':\(two)")
    case 2:
      shape = "[\(one)]-\(value())-|"
      names.append("'|':\(two)")
    default: shape = "[\(one)]-\(value())-[\(two)]"
    }
    return entropy.pick(["H:", "V:"]) + shape + (entropy.chance(1, in: 8) ? entropy.pick(["(LTR)", "(RTL)"]) : "")
  }

  private mutating func value() -> String {
    let number = number()
    let inner = entropy.chance(1, in: 10) ? "NSSpace(\(number))" : number
    return "(\(entropy.pick(["", "", "", ">=", "<="]))\(inner)\(entropy.chance(1, in: 12) ? "@750" : ""))"
  }

  private mutating func equation() -> String {
    let relation = entropy.pick(["==", "==", ">=", "<="])
    if entropy.chance(1, in: 3) {
      return "\(item()).\(entropy.pick(["width", "height"])) \(relation) \(number())"
    }
    if entropy.chance(1, in: 10) { return "\(item()).midX ==\(entropy.pick([" + 8", " - 16", ""]))" }
    let attribute = entropy.pick(ConflictLogSketch.attributes)
    let factor = entropy.chance(1, in: 6) ? "\(entropy.pick(["0.5", "2", "0.333333"]))*" : ""
    let end = entropy.chance(1, in: 2) ? "" : entropy.pick([" + 8", " - 12.5", " + NSSpace(8)", " * 2 + 1"])
    let plain = end.contains("NSSpace") ? " NSSpace(8)" : factor.isEmpty ? end : ""
    return "\(item()).\(attribute) \(relation) \(factor)\(item()).\(attribute)\(plain)"
  }

  private mutating func item() -> String { entropy.pick(items) }

  private mutating func newItem() -> String {
    let object = entropy.pick(["UIView", "UILabel", "UIStackView", "App.Card", "UITableViewCellContentView"])
    var item = "\(object):\(address())"
    if entropy.chance(1, in: 4) { item += "'\(entropy.pick(ConflictLogSketch.texts))'" }
    return item
  }

  private mutating func address() -> String {
    nextAddress += 1
    return "0x" + String(nextAddress * 16, radix: 16)
  }

  private mutating func mask() -> String { entropy.pick(["---", "--&", "-&-", "&--", "&-&"]) }

  private mutating func number() -> String {
    entropy.pick(["0", "8", "44", "100", "200", "94.3333", "-5", "1.5", "1e+06", "2.22507e-308"])
  }

  private static let identifiers = [
    "UISV-canvas-connection", "UISV-spacing", "UIView-Encapsulated-Layout-Height", "_UITemporaryLayoutWidth",
    "fittingSizeHTarget", "it's mine", "a 'b' c",
  ]
  private static let attributes = [
    "top", "bottom", "leading", "trailing", "left", "right", "centerX", "centerY", "width", "height", "topMargin",
    "firstBaseline", "maxX", "minY",
  ]
  private static let texts = [
    "OK", "it's", "a ]-(b", "x == y", "Привет", "say \"hi\"", "&lt;b&gt;", "long text that was cu...",
  ]
}

// The surroundings in which a console, a mail or an issue tracker shows messages.
extension ConflictLogSketch {
  /// Returns one to three messages, small enough for a fuzzer, with the surrounding text of real pastes.
  public mutating func paste() -> [UInt8] {
    var text = ""
    for _ in 0..<entropy.count(1...3) {
      if entropy.chance(1, in: 6) {
        text += entropy.pick(["2020-01-01 App[1:2] hello\n", "<UIView: 0x1; frame>\n", "\n"])
      }
      text += message()
    }
    if entropy.chance(1, in: 10) { text = escaped(text) }
    if entropy.chance(1, in: 16) { text = text.split(separator: "\n").map { "> \($0)" }.joined(separator: "\n") }
    if entropy.chance(1, in: 16) { text = text.split(separator: "\n").joined(separator: "\r\n") }
    return Array(text.utf8)
  }

  private mutating func message() -> String {
    var lines = (0..<entropy.count(1...4)).map { _ in line() }
    if entropy.chance(1, in: 12) { lines[entropy.below(lines.count)] = "<private>" }
    if entropy.chance(1, in: 20) { lines[entropy.below(lines.count)] = "no constraint" }
    let list = lines.map { "    \"\(printed($0))\"" }.joined(separator: ",\n")
    var text = ""
    switch entropy.below(6) {
    case 0: text = "(\n\(list)\n)\n"
    case 1: text = "Unable to simultaneously satisfy constraints:\n(\n\(list)\n)\n"
    case 2: text = "[LayoutConstraints] Unable to simultaneously satisfy constraints.\n\tTry this: \n(\n\(list)\n)\n"
    default: text = "Unable to simultaneously satisfy constraints.\n(\n\(list)\n)\n"
    }
    if entropy.chance(1, in: 12) { text = lines.joined(separator: "\n") + "\n" }
    if entropy.chance(3, in: 4) {
      text += "\nWill attempt to recover by breaking constraint \n\(entropy.pick(lines))\n"
    }
    if entropy.chance(1, in: 12) { text += "Conflicting constraints detected: (\n\(list)\n).\n" }
    return text + "\n"
  }

  /// Returns the line with its quotes escaped, as an element of a printed array.
  private func printed(_ line: String) -> String {
    line.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
  }

  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }
}
