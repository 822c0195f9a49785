import Foundation
import LayoutKernel
import SceneModel

/// Describes the constraints of a scene as UIKit's logs do: in visual form where UIKit uses it, views under their names
/// (as views with an accessibility identifier are printed), with addresses made of ids.
struct ConstraintPrinter {
  private typealias Item = ConstraintDescription.Item
  private typealias Number = ConstraintDescription.Number
  private typealias Statement = Conflict.Statement

  private let views: [ItemID: View]
  private let guides: [ItemID: Guide]

  init(_ scene: Scene) {
    views = Dictionary(scene.views.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    guides = Dictionary(scene.guides.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Describes a constraint. Its `number` becomes its address.
  func description(of statement: Conflict.Statement, number: UInt32, isActive: Bool = true) -> ConstraintDescription {
    var description = ConstraintDescription(
      className: className(statement), address: ConstraintDescription.madeAddress + hexadecimal(number, digits: 8),
      identifier: statement.identifier.flatMap { isPrintable($0) ? $0 : nil }, body: body(statement))
    if let masks = statement.identifier.flatMap(ConstraintDescription.Masks.init) {
      // In a scene that was made from a log, constraints of masks are constraints of the document.
      description.className = "NSAutoresizingMaskLayoutConstraint"
      description.identifier = nil
      description.masks = masks
    }
    if statement.origin == .autoresizing {
      description.masks = masks(views[statement.first.item]?.autoresizing ?? [])
    }
    description.tail.state = isActive ? .active : .inactive
    // In visual form the priority is printed together with the constant.
    if case .equation = description.body, statement.priority < LinearConstraint.requiredPriority {
      description.tail.priority = self.number(statement.priority)
    }
    description.tail.names = names(statement, description.body)
    return description
  }

  private func className(_ statement: Statement) -> String {
    switch statement.origin {
    case .document, .generated: "NSLayoutConstraint"
    case .autoresizing: "NSAutoresizingMaskLayoutConstraint"
    case .content: "NSContentSizeLayoutConstraint"
    }
  }

  /// Spells a mask: for each axis three characters, for the distance before, the size and the distance after it. `&` is flexible, `-` fixed.
  private func masks(_ mask: AutoresizingMask) -> ConstraintDescription.Masks {
    func text(_ flags: AutoresizingMask...) -> String { flags.map { mask.contains($0) ? "&" : "-" }.joined() }
    return ConstraintDescription.Masks(
      horizontal: text(.flexibleLeft, .flexibleWidth, .flexibleRight),
      vertical: text(.flexibleTop, .flexibleHeight, .flexibleBottom))
  }

  // MARK: items

  private func item(_ side: Statement.Side) -> Item {
    let number = side.item.rawValue
    switch side.spacer {
    case .alignment?: return object("_UILayoutSpacer", number, salt: 1, text: "UISV-alignment-spanner")
    case .filling?: return object("_UILayoutSpacer", number, salt: 2, text: "UISV-spanning-spacer")
    case .gap?: return object("_UIOLAGapGuide", number, salt: 3, text: nil)
    case nil: break
    }
    if let guide = guides[side.item] {
      return object("UILayoutGuide", number, salt: 4, text: guide.kind.printedIdentifier ?? printable(guide.name))
    }
    if let name = views[side.item]?.name, isPlain(name) { return Item(reference: .name(name), text: nil) }
    return object(className(of: side.item), number, salt: 0, text: nil)
  }

  private func object(_ name: String, _ number: UInt32, salt: UInt32, text: String?) -> Item {
    Item(reference: .object(className: name, address: address(number, salt: salt)), text: text)
  }

  private func address(_ number: UInt32, salt: UInt32 = 0) -> String {
    "0x7f8\(hexadecimal(salt, digits: 1))" + hexadecimal(number, digits: 8)
  }

  /// The address that a view has in a scene's logs.
  func address(of view: ItemID) -> String { address(view.rawValue) }

  private func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private func className(of item: ItemID) -> String { views[item]?.kind.className ?? "UIView" }

  /// Whether a name cannot be confused with other parts of a line. It consists of letters of any alphabet, digits, `_` and `-`, and not of digits
  /// alone. Interface Builder's ids are such names.
  private func isPlain(_ name: String) -> Bool {
    let isWord = name.utf8.allSatisfy {
      isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: "-")
    }
    return isWord && name.utf8.first != UInt8(ascii: "-")
      && name.utf8.contains { isLetter($0) || $0 == UInt8(ascii: "_") }
  }

  private func isPrintable(_ text: String) -> Bool {
    !text.isEmpty && !text.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "'") }
  }

  private func printable(_ text: String) -> String? { isPrintable(text) ? text : nil }

  private func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Returns the names that the body uses, and the name of the superview if the body writes `|` for it, or leaves it out.
  private func names(_ statement: Statement, _ body: ConstraintDescription.Body) -> [ConstraintDescription.Tail.Name] {
    var names: [ConstraintDescription.Tail.Name] = []
    func add(_ key: String, _ id: ItemID) {
      if !names.contains(where: { $0.key == key }) { names.append(.init(key: key, item: address(id.rawValue))) }
    }
    for side in [statement.first] + (statement.second.map { [$0] } ?? []) {
      if case .name(let name) = item(side).reference { add(name, side.item) }
    }
    var superview: ItemID?
    if case .visual(let visual) = body {
      switch visual.form {
      case .leadingEdge: superview = statement.second?.item
      case .trailingEdge: superview = statement.first.item
      case .size, .gap: break
      }
    } else if statement.second == nil, !statement.first.attribute.isSize {
      superview = views[statement.first.item]?.parent
    }
    if let superview {
      let side = Statement.Side(item: superview, attribute: .left)
      if case .name(let name) = item(side).reference {
        add(name, superview)
        names.append(.init(key: "'|'", item: "\(name):\(address(superview.rawValue))"))
      } else {
        names.append(.init(key: "'|'", item: "\(className(of: superview)):\(address(superview.rawValue))"))
      }
    }
    return names
  }

  // MARK: the body

  private func body(_ statement: Statement) -> ConstraintDescription.Body {
    if let visual = visual(statement) { return .visual(visual) }
    var equation = ConstraintDescription.Equation(
      left: .init(item: item(statement.first), attribute: statement.first.attribute.name),
      relation: statement.relation.symbol == "=" ? "==" : statement.relation.symbol)
    guard let second = statement.second else {
      equation.constant = .init(
        isNegative: statement.constant < 0, number: number(abs(statement.constant)), style: .plain)
      return .equation(equation)
    }
    equation.right = .init(item: item(second), attribute: second.attribute.name)
    if statement.multiplier != 1 { equation.leadingMultiplier = number(statement.multiplier) }
    if statement.constant != 0 {
      equation.constant = .init(
        isNegative: statement.constant < 0, number: number(abs(statement.constant)), style: .signed)
    }
    return .equation(equation)
  }

  /// Returns the constraint in visual form; nil if UIKit would print it as an equation.
  private func visual(_ statement: Statement) -> ConstraintDescription.Visual? {
    guard let second = statement.second, statement.multiplier == 1, statement.origin != .content,
      statement.first.item != second.item || statement.first.spacer != second.spacer
    else { return nil }
    let (one, two) = (statement.first, second)
    let form: ConstraintDescription.Visual.Form
    if one.attribute == two.attribute, one.attribute.isStart, isSuperview(two, of: one) {
      form = .leadingEdge(item(one))
    } else if one.attribute == two.attribute, one.attribute.isFarEdge, isSuperview(one, of: two) {
      form = .trailingEdge(item(two))
    } else if one.attribute.isStart, two.attribute == one.attribute.opposite, areSiblings(one, two) {
      form = .gap(item(two), item(one))
    } else {
      return nil
    }
    let relation: String? =
      switch statement.relation {
      case .equal: nil
      case .lessThanOrEqual: "<="
      case .greaterThanOrEqual: ">="
      }
    let isSided = [.left, .right].contains(one.attribute)
    return ConstraintDescription.Visual(
      isHorizontal: one.attribute.axis == .horizontal, form: form,
      value: .init(
        relation: relation, number: number(statement.constant),
        priority: statement.priority < LinearConstraint.requiredPriority ? number(statement.priority) : nil),
      direction: isSided ? "(LTR)" : nil)
  }

  private func parent(_ side: Statement.Side) -> ItemID? { guides[side.item]?.owner ?? views[side.item]?.parent }

  private func isSuperview(_ outer: Statement.Side, of inner: Statement.Side) -> Bool {
    outer.spacer == nil && guides[outer.item] == nil
      && (inner.spacer == nil ? parent(inner) == outer.item : inner.item == outer.item)
  }

  private func areSiblings(_ one: Statement.Side, _ two: Statement.Side) -> Bool {
    one.spacer == nil && two.spacer == nil && parent(one) != nil && parent(one) == parent(two)
  }

  /// Returns a number as `%g` prints it.
  private func number(_ value: Double) -> Number {
    // Most numbers are whole and need no formatting, which takes as long as the rest of the line.
    if abs(value) < 1e6, value == value.rounded() { return Number(value + 0, text: String(Int(value))) }
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      withVaList([value + 0]) { _ = vsnprintf(buffer.baseAddress, buffer.count, "%g", $0) }
      return buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    return Number(Double(text) ?? value, text: text)
  }
}

extension LayoutAttribute {
  fileprivate var isStart: Bool { [.left, .leading, .top].contains(self) }
  fileprivate var isFarEdge: Bool { [.right, .trailing, .bottom].contains(self) }

  fileprivate var opposite: LayoutAttribute? {
    switch self {
    case .left: .right
    case .leading: .trailing
    case .top: .bottom
    default: nil
    }
  }
}

extension Guide.Kind {
  fileprivate var printedIdentifier: String? {
    switch self {
    case .safeArea: "UIViewSafeAreaLayoutGuide"
    case .layoutMargins: "UIViewLayoutMarginsGuide"
    case .readableContent: "UIViewReadableContentGuide"
    case .keyboard: "UIViewKeyboardLayoutGuide"
    case .scrollContent: "UIScrollView-contentLayoutGuide"
    case .scrollFrame: "UIScrollView-frameLayoutGuide"
    case .custom, .top, .bottom: nil
    }
  }
}

extension View.Kind {
  /// The class that UIKit prints.
  var className: String {
    switch self {
    case .plain, .other: "UIView"
    case .label: "UILabel"
    case .button: "UIButton"
    case .image: "UIImageView"
    case .stepper: "UIStepper"
    case .slider: "UISlider"
    case .picker: "UIPickerView"
    case .progress: "UIProgressView"
    case .textField: "UITextField"
    case .textView: "UITextView"
    case .toggle: "UISwitch"
    case .segmentedControl: "UISegmentedControl"
    case .activityIndicator: "UIActivityIndicatorView"
    case .stack: "UIStackView"
    case .scroll: "UIScrollView"
    case .table: "UITableView"
    case .tableCell: "UITableViewCell"
    case .tableCellContent: "UITableViewCellContentView"
    case .collection: "UICollectionView"
    case .collectionCell, .collectionCellContent: "UICollectionViewCell"
    case .bar: "UINavigationBar"
    case .layer: "CALayer"
    }
  }
}

extension ConstraintDescription.Masks {
  /// Reads the identifier of a mask's constraint in a scene that was made from a log, such as `NSAutoresizingMaskLayoutConstraint h=--& v=--&`. Nil
  /// for any other identifier.
  fileprivate init?(identifier: String) {
    let words = identifier.split(separator: " ").map(String.init)
    guard words.count == 3, words[0] == ConflictLog.maskIdentifier, words[1].hasPrefix("h="), words[2].hasPrefix("v=")
    else { return nil }
    (horizontal, vertical) = (String(words[1].dropFirst(2)), String(words[2].dropFirst(2)))
    let flags: Set<Character> = ["-", "&"]
    guard horizontal.count == 3, vertical.count == 3, (horizontal + vertical).allSatisfy(flags.contains) else {
      return nil
    }
  }
}

extension ConstraintDescription {
  /// Returns the constraint of a scene, or of its steps, whose line was printed, by the number in its address; `nil` for a constraint of the
  /// system.
  public func constraintOfScene(_ scene: Scene) -> LayoutConstraint? {
    guard let number = UInt32(address.suffix(8), radix: 16) else { return nil }
    if let constraint = scene.constraints.first(where: { $0.id.rawValue == number }) { return constraint }
    for case .addConstraint(let constraint) in scene.steps where constraint.id.rawValue == number { return constraint }
    return nil
  }
}
