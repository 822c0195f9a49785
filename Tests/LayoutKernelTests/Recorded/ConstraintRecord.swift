import SceneModel

/// A constraint as the evidence writes it, a list; `S` names what holds the views.
struct ConstraintRecord: Decodable, Sendable {
  var first: String
  var firstAttribute: String
  var relation: String
  var second: String?
  var secondAttribute: String?
  var multiplier: Double?
  var constant: Double
  var priority: Double

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    first = try list.decode(String.self)
    firstAttribute = try list.decode(String.self)
    relation = try list.decode(String.self)
    second = try list.decodeIfPresent(String.self)
    secondAttribute = try list.decodeIfPresent(String.self)
    multiplier = try list.decodeIfPresent(Double.self)
    constant = try list.decode(Double.self)
    priority = try list.decode(Double.self)
  }

  func constraint(_ number: Int, _ items: [String: ItemID]) -> LayoutConstraint {
    func anchor(_ item: String, _ attribute: String) -> Operand {
      .anchor(LayoutAnchor(items[item] ?? .root, LayoutAttribute(name: attribute) ?? .width))
    }
    return LayoutConstraint(
      id: LayoutConstraint.ID(UInt32(number)), name: "c\(number)", first: anchor(first, firstAttribute),
      relation: relationValue, second: second.map { anchor($0, secondAttribute ?? firstAttribute) },
      multiplier: multiplier ?? 1, constant: constant, priority: priority)
  }

  var relationValue: Relation {
    switch relation {
    case "<=": .lessThanOrEqual
    case ">=": .greaterThanOrEqual
    default: .equal
    }
  }
}
