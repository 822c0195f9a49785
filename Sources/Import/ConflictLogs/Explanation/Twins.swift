/// Groups of lines that relate the same attributes of the same items, whatever their constants and factors. It stores the first line of each group,
/// found in one pass over the list.
struct Twins {
  enum Placement: Hashable {
    case size(String)
    case leadingEdge(String)
    case trailingEdge(String)
    case gap(String, String)
    /// An attribute of an item, relative to an attribute of another item if there is one.
    case equation(String, String, against: String?, String?)
  }

  /// A line without its constant and factors.
  struct Statement: Hashable {
    var className: String
    var relation: String?
    var isHorizontal: Bool?
    var placement: Placement

    init(_ constraint: ConstraintDescription) {
      let names = ItemNames(constraint.tail)
      className = constraint.className
      switch constraint.body {
      case .visual(let visual):
        (relation, isHorizontal) = (visual.value.relation, visual.isHorizontal)
        placement =
          switch visual.form {
          case .size(let item): .size(names.key(item))
          case .leadingEdge(let item): .leadingEdge(names.key(item))
          case .trailingEdge(let item): .trailingEdge(names.key(item))
          case .gap(let first, let second): .gap(names.key(first), names.key(second))
          }
      case .equation(let equation):
        relation = equation.relation
        placement = .equation(
          names.key(equation.left.item), equation.left.attribute, against: equation.right.map { names.key($0.item) },
          equation.right?.attribute)
      }
    }
  }

  static func statement(_ constraint: ConstraintDescription) -> Statement { Statement(constraint) }

  private var first: [Statement: Int] = [:]

  /// Finds the twins among the user's own lines, because users cannot update UIKit's.
  init(among lines: [Int], of log: ConflictLog, _ words: ConflictWords) {
    for line in lines {
      guard let constraint = words.constraint(line), constraint.isReachable(in: log) else {
        continue
      }
      let statement = Statement(constraint)
      if first[statement].map({ line < $0 }) ?? true { first[statement] = line }
    }
  }

  /// Returns the first line that relates the same attributes of the same items, which may be the line itself; nil if there is none.
  func first(of constraint: ConstraintDescription) -> Int? { first[Statement(constraint)] }
}
