import LayoutKernel
import SceneModel

extension SceneBuilder {
  mutating func addGuides() {
    for (index, entry) in outline.guides.enumerated() {
      let id = ItemID(UInt32(outline.views.count + index))
      let guide = Guide(
        id: id, name: names.unique(entry.identifier), owner: ItemID(UInt32(entry.owner)), kind: entry.kind)
      imported.scene.guides.append(guide)
      if items[entry.identifier] == nil { items[entry.identifier] = id }
    }
  }

  mutating func addConstraints() {
    var names = NameSpace()
    for entry in outline.constraints {
      let mistakes = imported.mistakes.count
      guard var constraint = constraint(entry) else {
        if imported.mistakes.count > mistakes { imported.lacksConstraints = true }
        continue
      }
      constraint.name = names.unique(constraint.name)
      imported.scene.constraints.append(constraint)
      imported.lines.constraints[constraint.id] = entry.element.line
      if entry.element.isYes("placeholder") { imported.placeholders.insert(constraint.id) }
    }
  }

  private mutating func constraint(_ entry: SceneOutline.ConstraintEntry) -> LayoutConstraint? {
    let element = entry.element
    let identifier = element["id"] ?? "line-\(element.line)"
    let title = "constraint \"\(identifier)\""
    guard let first = attribute("firstAttribute", of: element, title: title) else { return nil }
    let owner = ItemID(UInt32(entry.owner))
    var firstItem = owner
    if let reference = element["firstItem"] {
      guard let item = item(reference, of: element, title: title) else { return nil }
      firstItem = item
    }
    var second: LayoutAnchor?
    if let reference = element["secondItem"] {
      guard let item = item(reference, of: element, title: title),
        let attribute = attribute("secondAttribute", of: element, title: title)
      else { return nil }
      second = LayoutAnchor(item, attribute)
    }
    guard let multiplier = multiplier(of: element, title: title), let constant = number("constant", 0, element, title),
      let priority = number("priority", LinearConstraint.requiredPriority, element, title),
      let relation = relation(of: element, title: title)
    else { return nil }
    guard priority > 0, priority <= LinearConstraint.requiredPriority else {
      complain(.outside, element, "the priority of \(title) is \(priority)", "Give a priority above 0 and up to 1000.")
      return nil
    }
    let anchor = LayoutAnchor(firstItem, first)
    if let mispairing = ConstraintRules.mispairing(anchor, second, multiplier: multiplier) {
      complain(.impossible, element, "\(title) \(mispairing.description)", mispairing.remedy)
      return nil
    }
    var constraint = LayoutConstraint(
      id: .init(UInt32(imported.scene.constraints.count + 1)), name: identifier, first: .anchor(anchor),
      relation: relation, second: second.map(Operand.anchor), multiplier: multiplier, constant: constant,
      priority: priority)
    constraint.identifier = element["identifier"]
    // Only a position with a multiplier depends on the coordinate system, which is that of the owner.
    if multiplier != 1, !first.isSize, holds(owner, firstItem), second.map({ holds(owner, $0.item) }) ?? true {
      constraint.holder = owner
    }
    return constraint
  }

  /// Whether an item is the view, or lies inside it.
  private func holds(_ view: ItemID, _ item: ItemID) -> Bool {
    var present = Int(item.rawValue)
    if present >= outline.views.count { present = outline.guides[present - outline.views.count].owner }
    while present != Int(view.rawValue) {
      guard let parent = outline.views[present].parent else { return false }
      present = parent
    }
    return true
  }

  private mutating func attribute(_ name: String, of element: MarkupElement, title: String) -> LayoutAttribute? {
    guard let text = element[name] else {
      complain(.valueMissing, element, "\(title) has no \(name)", "Write for example \(name)=\"leading\".")
      return nil
    }
    guard let attribute = LayoutAttribute(name: text), attribute.rawValue < LayoutAttribute.minX.rawValue else {
      complain(
        .unknownWord,
        element, "\(title) has the unknown \(name) \"\(text)\"",
        "Attributes are leading, trailing, top, bottom, width, height, centerX, centerY, baselines and margins.")
      return nil
    }
    return attribute
  }

  private mutating func item(_ reference: String, of element: MarkupElement, title: String) -> ItemID? {
    if let item = items[reference] { return item }
    if outline.uninstalled.contains(reference) { return nil }
    complain(
      .unknownName,
      element,
      knownIdentifiers.contains(reference)
        ? "\(title) names \"\(reference)\", which is in another scene"
        : "\(title) names \"\(reference)\", which is no view or layout guide of this document",
      "Remove the constraint, or name an item of its own scene; it is left out.")
    return nil
  }

  private mutating func number(
    _ name: String, _ absent: Double, _ element: MarkupElement, _ title: String
  ) -> Double? {
    guard let text = element[name] else { return absent }
    guard let value = Double(finite: text) else {
      complain(
        .notANumber,
        element, "the \(name) of \(title) is \"\(text)\"",
        "Write a number within ±\(Int(Double.largestCoordinate)).")
      return nil
    }
    return value
  }

  /// Reads a multiplier, written as a decimal, as `a:b` or as `a/b`. It is 1 if the element has none. Records a mistake and returns nil if it is not
  /// a number.
  private mutating func multiplier(of element: MarkupElement, title: String) -> Double? {
    guard let text = element["multiplier"] else { return 1 }
    if let value = Double(finite: text) { return value }
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == ":" || $0 == "/" })
      .map { Double(finite: String($0).trimmingSpaces) }
    var value: Double?
    switch parts.count {
    case 1: value = parts[0]
    case 2:
      if let a = parts[0], let b = parts[1], b != 0 { value = a / b }
    default: break
    }
    guard let value, value.isFinite, abs(value) <= Double.largestCoordinate else {
      complain(
        .notANumber,
        element, "the multiplier of \(title) is \"\(text)\"", "Write a decimal, or a ratio such as 16:9 or 1/3.")
      return nil
    }
    return value
  }

  private mutating func relation(of element: MarkupElement, title: String) -> Relation? {
    switch element["relation"] {
    case nil, "equal": return .equal
    case "lessThanOrEqual": return .lessThanOrEqual
    case "greaterThanOrEqual": return .greaterThanOrEqual
    case let other?:
      complain(
        .unknownWord,
        element, "\(title) has the unknown relation \"\(other)\"",
        "Relations are equal, lessThanOrEqual and greaterThanOrEqual.")
      return nil
    }
  }

  /// Gives a full-screen scene the size of another device: a controller's screen, or a view that filled the canvas that it was drawn on. Frames
  /// that were recorded on another device are ignored, whatever the size.
  mutating func moveToDevice() {
    guard let device = environment.device else { return }
    for view in imported.scene.views.dropFirst() { imported.exemptions[view.id] = .otherDevice }
    imported.scene.recorded = [:]
    let size = imported.scene.root.frame.size
    guard outline.controller != nil || size == environment.recordedCanvas else { return }
    imported.scene.root.frame = Rect(x: 0, y: 0, width: device.canvas.width, height: device.canvas.height)
    imported.scene.root.safeArea = predictedSafeArea(rootFrame: imported.scene.root.frame)
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop(while: { $0 == " " }).reversed().drop(while: { $0 == " " }).reversed())
  }
}
