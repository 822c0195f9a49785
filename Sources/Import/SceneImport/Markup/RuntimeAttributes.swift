import SceneModel

/// The facts of a scene that Interface Builder's format cannot express. They are written as user-defined runtime attributes, which Xcode keeps
/// unchanged. `InterfaceBuilderWriter` writes them.
struct RuntimeAttributes {
  enum Key: String {
    /// The distance in points from the top of the alignment rectangle to the first baseline, and from its bottom to the last.
    case firstBaseline = "layoutlab.firstBaseline"
    case lastBaseline = "layoutlab.lastBaseline"
    /// The insets in points: top, left, bottom, right.
    case alignmentInsets = "layoutlab.alignmentInsets"
    /// The insets in points: top, left, bottom, right.
    case safeArea = "layoutlab.safeArea"
    /// The margins in points: top, leading, bottom, trailing.
    case systemMinimumMargins = "layoutlab.systemMinimumMargins"
    /// The margins in points: top, leading, bottom, trailing. They are a content view's own margins, which Interface Builder's format can only raise.
    case margins = "layoutlab.margins"
    /// The distance in points after an arranged view, in place of its stack view's spacing.
    case customSpacing = "layoutlab.customSpacing"
  }

  private var values: [String: [Double]] = [:]

  init(_ element: MarkupElement) {
    guard let list = element.child("userDefinedRuntimeAttributes") else { return }
    for entry in list.children {
      guard let path = entry["keyPath"], path.hasPrefix("layoutlab."), let text = entry["value"] else { continue }
      let numbers = text.split(separator: " ").map { Double(finite: String($0)) }
      if numbers.allSatisfy({ $0 != nil }) { values[path] = numbers.compactMap { $0 } }
    }
  }

  var customSpacing: Double? { values[Key.customSpacing.rawValue]?.first }

  func apply(to view: inout View) {
    if let number = values[Key.firstBaseline.rawValue]?.first { view.firstBaseline = number }
    if let number = values[Key.lastBaseline.rawValue]?.first { view.lastBaseline = number }
    if let n = values[Key.alignmentInsets.rawValue], n.count == 4 {
      view.alignmentInsets = Insets(top: n[0], left: n[1], bottom: n[2], right: n[3])
    }
    if let n = values[Key.safeArea.rawValue], n.count == 4 {
      view.safeArea = Insets(top: n[0], left: n[1], bottom: n[2], right: n[3])
    }
    if let n = values[Key.margins.rawValue], n.count == 4 {
      view.margins.own = DirectionalInsets(top: n[0], leading: n[1], bottom: n[2], trailing: n[3])
    }
    if let n = values[Key.systemMinimumMargins.rawValue], n.count == 4 {
      view.margins.systemMinimum = DirectionalInsets(top: n[0], leading: n[1], bottom: n[2], trailing: n[3])
    }
  }

  static func element(_ key: Key, _ numbers: [Double]) -> MarkupElement {
    MarkupElement(
      tag: "userDefinedRuntimeAttribute",
      attributes: [
        "type": "string", "keyPath": key.rawValue, "value": numbers.map { "\($0)" }.joined(separator: " "),
      ], line: 0)
  }
}
