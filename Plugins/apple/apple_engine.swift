// Apple's layout engine behind the engine protocol (Guides/engine-protocol.md): real views with real constraints, and their frames.
// On a Mac AppKit answers, in a simulator UIKit, and on Linux this project's UIKit, which tests hold to the kernel (Guides/apples-engine.md).
import Foundation

#if canImport(UIKit)
  import UIKit
  typealias View = UIView; typealias Guide = UILayoutGuide
  typealias Priority = UILayoutPriority; typealias Axis = NSLayoutConstraint.Axis
#else
  import AppKit
  typealias View = NSView; typealias Guide = NSLayoutGuide
  typealias Priority = NSLayoutConstraint.Priority; typealias Axis = NSLayoutConstraint.Orientation
  extension NSLayoutGuide { var layoutFrame: CGRect { frame } }
#endif
#if os(Linux)  // Both edges lie on the pixels of the main screen.
  @MainActor let pixel = 1 / UIScreen.main.scale
  @MainActor let promise = #""engine":"layoutlab-uikit","ties":"any","grid":{"place":\#(pixel),"size":\#(pixel)},"tolerance":1e-6"#
#else  // Frames are rounded to pixels, of which a point has at least one.
  @MainActor let promise = #""engine":"apple","ties":"any","grid":{"place":1,"size":1},"tolerance":0.01,"range":[0.01,10000]"#
#endif
let steps = "resize constant priority add remove add-view remove-view add-guide remove-guide hide intrinsic"
let features = "edges centers sizes multipliers inequalities priorities guides nesting crossing right-to-left intrinsic"
let claims = features.split(separator: " ").map(String.init) + steps.split(separator: " ").map { "step." + $0 }

@MainActor final class Box: View {
  var natural: [Double] = [-1, -1]  // -1 is both frameworks' number for no natural size
  override var intrinsicContentSize: CGSize { CGSize(width: natural[0], height: natural[1]) }
  func take(_ line: [String: Any]) {
    natural = (line["intrinsic"] as? [Any])?.map { number($0) ?? -1 } ?? [-1, -1]
    for (at, axis) in [Axis.horizontal, .vertical].enumerated() {
      setContentHuggingPriority(priority((line["hugging"] as? [Any])?[at] ?? 250), for: axis)
      setContentCompressionResistancePriority(priority((line["resistance"] as? [Any])?[at] ?? 750), for: axis)
    }
    invalidateIntrinsicContentSize()
  }
  #if canImport(UIKit)
    func turn(_ isRightToLeft: Bool) { semanticContentAttribute = isRightToLeft ? .forceRightToLeft : .forceLeftToRight }
  #else
    override var isFlipped: Bool { true }
    func layoutIfNeeded() { layoutSubtreeIfNeeded() }
    func turn(_ isRightToLeft: Bool) { userInterfaceLayoutDirection = isRightToLeft ? .rightToLeft : .leftToRight }
  #endif
}

nonisolated func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }
func priority(_ value: Any?) -> Priority { Priority(Float(number(value) ?? 1000)) }

let attributes: [String: NSLayoutConstraint.Attribute] = [
  "left": .left, "right": .right, "top": .top, "bottom": .bottom, "leading": .leading, "trailing": .trailing, "width": .width,
  "height": .height, "centerX": .centerX, "centerY": .centerY,
]
let relations: [String: NSLayoutConstraint.Relation] = ["<=": .lessThanOrEqual, "=": .equal, ">=": .greaterThanOrEqual]

@MainActor final class Document {
  let root = Box()
  var views: [Int: Box] = [:]
  var guides: [Int: Guide] = [:]
  var constraints: [Int: NSLayoutConstraint] = [:]
  let isRightToLeft: Bool
  init(_ open: [String: Any]) {
    isRightToLeft = open["direction"] as? String == "right-to-left"
    resize(open["root"] as? [Any] ?? [])
    root.turn(isRightToLeft)
    for line in lines(open["views"]) { addView(line) }
    for line in lines(open["guides"]) { addGuide(line) }
    for line in lines(open["constraints"]) { addConstraint(line) }
  }
  func lines(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }
  func item(_ id: Any?) -> AnyObject { views[id as? Int ?? 0] ?? guides[id as? Int ?? 0] ?? root }
  func resize(_ size: [Any]) { root.frame = CGRect(x: 0, y: 0, width: number(size[0]) ?? 0, height: number(size[1]) ?? 0) }
  func addView(_ line: [String: Any]) {
    let view = Box()
    view.translatesAutoresizingMaskIntoConstraints = false
    view.turn(isRightToLeft)
    view.take(line)
    view.isHidden = line["hidden"] as? Bool ?? false
    (item(line["in"]) as? Box)?.addSubview(view)
    views[line["id"] as? Int ?? -1] = view
  }
  func addGuide(_ line: [String: Any]) {
    let guide = Guide()
    (item(line["in"]) as? Box)?.addLayoutGuide(guide)
    guides[line["id"] as? Int ?? -1] = guide
  }
  func addConstraint(_ line: [String: Any]) {
    func attribute(_ place: [Any]?) -> NSLayoutConstraint.Attribute { attributes[place?[1] as? String ?? ""] ?? .notAnAttribute }
    let (a, b) = (line["a"] as? [Any] ?? [], line["b"] as? [Any])
    let constraint = NSLayoutConstraint(
      item: item(a[0]), attribute: attribute(a), relatedBy: relations[line["rel"] as? String ?? ""] ?? .equal, toItem: b.map { item($0[0]) },
      attribute: attribute(b), multiplier: number(line["m"]) ?? 1, constant: number(line["c"]) ?? 0)
    constraint.priority = priority(line["p"])
    constraint.isActive = true
    constraints[line["id"] as? Int ?? -1] = constraint
  }
  func edit(_ words: [Any]) {
    let id = words[1] as? Int ?? -1
    let line = words.last as? [String: Any] ?? [:]
    switch words[0] as? String ?? "" {
    case "resize": resize(Array(words.dropFirst()))
    case "constant": constraints[id]?.constant = number(words[2]) ?? 0
    case "priority":  // an active constraint may not become required, nor optional
      constraints[id]?.isActive = false
      constraints[id]?.priority = priority(words[2])
      constraints[id]?.isActive = true
    case "add": addConstraint(line)
    case "remove": constraints.removeValue(forKey: id)?.isActive = false
    case "add-view": addView(line)
    case "remove-view":
      guard let view = views[id] else { return }
      let gone = views.filter { $0.value.isDescendant(of: view) }
      for (other, guide) in guides where gone.values.contains(where: { $0 === guide.owningView }) { drop(guide); guides[other] = nil }
      for (other, view) in gone { drop(view); views[other] = nil }
      view.removeFromSuperview()
    case "add-guide": addGuide(line)
    case "remove-guide": if let guide = guides.removeValue(forKey: id) { drop(guide) }
    case "hide", "show": views[id]?.isHidden = words[0] as? String == "hide"
    default: views[id]?.take(line)
    }
  }
  func drop(_ item: AnyObject) {
    for (id, constraint) in constraints where constraint.firstItem === item || constraint.secondItem === item {
      constraints.removeValue(forKey: id)?.isActive = false
    }
    if let guide = item as? Guide { guide.owningView?.removeLayoutGuide(guide) }
  }
  var frames: [String: [Double]] {
    root.layoutIfNeeded()
    let frames = views.mapValues { $0.frame }.merging(guides.mapValues { $0.layoutFrame }) { $1 }
    return Dictionary(uniqueKeysWithValues: frames.map { ("\($0)", [$1.minX, $1.minY, $1.width, $1.height].map(Double.init)) })
  }
}

@main @MainActor struct AppleEngine {
  static func main() throws {
    var document = Document(["root": [0, 0]])
    while let line = readLine() {
      let request = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      if request["hello"] != nil {
        print(#"{"version":"\#(ProcessInfo.processInfo.operatingSystemVersionString)","kind":"layout","claims":\#(claims),\#(promise)}"#)
      } else {
        if let open = request["open"] as? [String: Any] { document = Document(open) }
        for words in request["edit"] as? [[Any]] ?? [] { document.edit(words) }
        print(String(decoding: try JSONSerialization.data(withJSONObject: ["frames": document.frames]), as: UTF8.self))
      }
      fflush(nil)
    }
  }
}
