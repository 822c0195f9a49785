import SceneModel

/// The names that the tail of one line explains (`Names: …`), and what they mean.
struct ItemNames {
  private var addresses: [String: String] = [:]
  /// The key of the superview, which the line calls `'|'`; nil if the tail does not name it.
  private(set) var superview: String?
  /// The named objects of the line: each key with its class or name.
  let described: [(key: String, item: ConstraintDescription.Item)]

  init(_ tail: ConstraintDescription.Tail) {
    described = tail.names.compactMap { name in
      let parts = name.item.split(separator: ":", omittingEmptySubsequences: false)
      let address = String(parts.last ?? "")
      let known = parts.count > 1 ? String(parts[0]) : name.key == "'|'" ? nil : name.key
      return known.map {
        (ItemNames.address(name.item), .init(reference: .object(className: $0, address: address), text: nil))
      }
    }
    for name in tail.names where name.key != "'|'" { addresses[name.key] = ItemNames.address(name.item) }
    for name in tail.names where name.key == "'|'" { superview = ItemNames.address(name.item) }
  }

  func key(_ item: ConstraintDescription.Item) -> String { addresses[item.key] ?? item.key }

  /// Returns the address in a text: `UIView:0x7f` and `0x7f` have the same one.
  private static func address(_ text: String) -> String {
    guard let colon = text.lastIndex(of: ":") else { return text }
    return ConstraintDescription.Item.key(String(text[..<colon]), String(text[text.index(after: colon)...]))
  }
}

extension Relation {
  init(printed: String) {
    self = printed == "<=" ? .lessThanOrEqual : printed == ">=" ? .greaterThanOrEqual : .equal
  }
}

extension ConstraintDescription.Number {
  /// The largest difference between the real number and the printed one: half a step of the last digit if all six digits of `%g` are used, and
  /// otherwise nothing.
  var uncertainty: Double {
    let mantissa = text.split(whereSeparator: { $0 == "e" || $0 == "E" }).first.map(String.init) ?? text
    let digits = mantissa.filter(\.isNumber).drop { $0 == "0" }
    guard digits.count >= 6, mantissa.contains(".") else { return 0 }
    let decimals = mantissa.split(separator: ".").last?.count ?? 0
    var step = 0.5
    for _ in 0..<decimals { step /= 10 }
    return step
  }
}
