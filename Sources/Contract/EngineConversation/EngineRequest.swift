import LayoutPlugin
import SceneModel

/// A line to an engine: `Guides/engine-protocol.md` has an example of each.
package enum EngineRequest: Hashable, Sendable {
  case hello
  /// A scene without its steps.
  case open(Scene)
  /// Tells a solver to discard its state.
  case reset
  case edit([Step])
  case apply([SolverEdit])
  /// Tells the engine to play lists of steps `rounds` times and to measure the time.
  case timeLayout([[Step]], rounds: Int)
  case timeSolver([[SolverEdit]], rounds: Int)

  /// The version of the protocol, which requests state and answers repeat.
  package static let protocolVersion = 1

  /// The line, without its end.
  package var line: String {
    switch self {
    case .hello: "{\"hello\":{\"protocol\":\(EngineRequest.protocolVersion)}}"
    case .open(let scene): "{\"open\":\(EngineRequest.text(of: scene))}"
    case .reset: #"{"open":{}}"#
    case .edit(let steps): "{\"edit\":\(EngineRequest.list(steps.compactMap(EngineRequest.text)))}"
    case .apply(let edits): "{\"apply\":\(EngineRequest.list(edits.map(EngineRequest.text)))}"
    case .timeLayout(let lists, let rounds):
      "{\"time\":\(EngineRequest.list(lists.map { EngineRequest.list($0.compactMap(EngineRequest.text)) })),\"rounds\":\(rounds)}"
    case .timeSolver(let lists, let rounds):
      "{\"time\":\(EngineRequest.list(lists.map { EngineRequest.list($0.map(EngineRequest.text)) })),\"rounds\":\(rounds)}"
    }
  }

  static func list(_ items: some Sequence<String>) -> String { "[\(items.joined(separator: ","))]" }
  static func numbers(_ numbers: Double...) -> String { list(numbers.map(TextNumber.spell)) }

  // MARK: layouts

  private static func text(of scene: Scene) -> String {
    let isMirrored = scene.direction == .rightToLeft
    let size = scene.root.frame
    var members = ["\"root\":\(numbers(size.width, size.height))"]
    if isMirrored { members.append(#""direction":"right-to-left""#) }
    if let margins = margins(of: scene.root, isMirrored) { members.append(margins) }
    members.append("\"views\":\(list(scene.views.dropFirst().map { text(of: $0, isMirrored) }))")
    if !scene.guides.isEmpty { members.append("\"guides\":\(list(scene.guides.map(text)))") }
    members.append("\"constraints\":\(list(scene.constraints.lazy.filter(\.isActive).map(text)))")
    return "{\(members.joined(separator: ","))}"
  }

  private static func text(of view: View, _ isMirrored: Bool) -> String {
    var members = ["\"id\":\(view.id.rawValue)", "\"in\":\((view.parent ?? .root).rawValue)"]
    if view.intrinsic.width != nil || view.intrinsic.height != nil { members.append(natural(view.intrinsic)) }
    if view.isHidden { members.append("\"hidden\":true") }
    if let mask = view.autoresizing {
      let origin = view.frame
      members.append("\"frame\":\(numbers(origin.x, origin.y, origin.width, origin.height))")
      let parts = maskNames.filter { mask.contains($0.0) }.map { "\"\($0.1)\"" }
      members.append("\"autoresizing\":\(list(parts))")
    }
    if let margins = margins(of: view, isMirrored) { members.append(margins) }
    if view.firstBaseline != 0 || view.lastBaseline != 0 {
      members.append("\"baselines\":\(numbers(view.firstBaseline, view.lastBaseline))")
    }
    if let stack = view.stack {
      let arranged = list(stack.arranged.map { "\($0.rawValue)" })
      members.append(
        "\"stack\":{\"axis\":\"\(stack.axis.rawValue)\",\"distribution\":\"\(stack.distribution.rawValue)\","
          + "\"alignment\":\"\(stack.alignment.rawValue)\",\"spacing\":\(TextNumber.spell(stack.spacing)),"
          + "\"arranged\":\(arranged)}")
    }
    return "{\(members.joined(separator: ","))}"
  }

  static let maskNames: [(AutoresizingMask, String)] = [
    (.flexibleLeft, "left"), (.flexibleWidth, "width"), (.flexibleRight, "right"), (.flexibleTop, "top"),
    (.flexibleHeight, "height"), (.flexibleBottom, "bottom"),
  ]

  /// The margins of a view as JSON; nil if they are the usual ones.
  private static func margins(of view: View, _ isMirrored: Bool) -> String? {
    let own = view.margins.own
    if own == Margins().own { return nil }
    let (left, right) = isMirrored ? (own.trailing, own.leading) : (own.leading, own.trailing)
    return "\"margins\":\(numbers(own.top, left, own.bottom, right))"
  }

  private static func natural(_ size: IntrinsicSize) -> String {
    func number(_ value: Double?) -> String { value.map(TextNumber.spell) ?? "null" }
    return "\"intrinsic\":[\(number(size.width)),\(number(size.height))],"
      + "\"hugging\":\(numbers(size.hugging.horizontal, size.hugging.vertical)),"
      + "\"resistance\":\(numbers(size.resistance.horizontal, size.resistance.vertical))"
  }

  private static func text(of guide: Guide) -> String {
    "{\"id\":\(guide.id.rawValue),\"in\":\(guide.owner.rawValue)}"
  }

  private static func text(of constraint: LayoutConstraint) -> String {
    func anchor(_ operand: Operand) -> String {
      guard case .anchor(let anchor) = operand else { return "[0,\"width\"]" }
      return "[\(anchor.item.rawValue),\"\(anchor.attribute.name)\"]"
    }
    var text =
      "{\"id\":\(constraint.id.rawValue),\"a\":\(anchor(constraint.first)),\"rel\":\"\(constraint.relation.symbol)\""
    if let second = constraint.second { text += ",\"b\":\(anchor(second))" }
    if constraint.multiplier != 1 { text += ",\"m\":\(TextNumber.spell(constraint.multiplier))" }
    if constraint.constant != 0 { text += ",\"c\":\(TextNumber.spell(constraint.constant))" }
    if !constraint.isRequired { text += ",\"p\":\(TextNumber.spell(constraint.priority))" }
    return text + "}"
  }

  /// The JSON of a step that is an edit; nil for a step that is no edit, such as `layout`.
  private static func text(of step: Step) -> String? {
    switch step {
    case .setConstant(let id, let value): "[\"constant\",\(id.rawValue),\(TextNumber.spell(value))]"
    case .setPriority(let id, let value): "[\"priority\",\(id.rawValue),\(TextNumber.spell(value))]"
    case .resize(let size): "[\"resize\",\(TextNumber.spell(size.width)),\(TextNumber.spell(size.height))]"
    case .addConstraint(let constraint): "[\"add\",\(text(of: constraint))]"
    case .removeConstraint(let id): "[\"remove\",\(id.rawValue)]"
    case .addView(let view): "[\"add-view\",\(text(of: view, false))]"
    case .removeView(let id): "[\"remove-view\",\(id.rawValue)]"
    case .addGuide(let guide): "[\"add-guide\",\(text(of: guide))]"
    case .removeGuide(let id): "[\"remove-guide\",\(id.rawValue)]"
    case .hide(let id): "[\"hide\",\(id.rawValue)]"
    case .show(let id): "[\"show\",\(id.rawValue)]"
    case .setIntrinsic(let id, let size): "[\"intrinsic\",\(id.rawValue),{\(natural(size))}]"
    default: nil
    }
  }

  // MARK: solvers

  private static func text(of edit: SolverEdit) -> String {
    switch edit {
    case .declare(let variable, let isNonNegative):
      "[\"declare\",\(variable.id)\(isNonNegative ? ",\"non-negative\"" : "")]"
    case .forget(let variable): "[\"forget\",\(variable.id)]"
    case .add(let row): "[\"add\",\(text(of: row))]"
    case .remove(let id): "[\"remove\",\(id.rawValue)]"
    case .setConstant(let id, let value): "[\"constant\",\(id.rawValue),\(JSONValue.number(value).text)]"
    case .setPriority(let id, let value): "[\"priority\",\(id.rawValue),\(JSONValue.number(value).text)]"
    }
  }

  private static func text(of row: LinearConstraint) -> String {
    let terms = list(row.terms.map { "[\(JSONValue.number($0.coefficient).text),\($0.variable.id)]" })
    var text = "{\"id\":\(row.id.rawValue),\"terms\":\(terms),\"rel\":\"\(row.relation.symbol)\""
    if row.constant != 0 { text += ",\"c\":\(JSONValue.number(row.constant).text)" }
    if row.priority != LinearConstraint.requiredPriority { text += ",\"p\":\(JSONValue.number(row.priority).text)" }
    return text + "}"
  }
}

extension SolverEdit {
  /// Whether the request's numbers can be written in JSON, which has neither NaN nor infinities.
  var isFinite: Bool {
    switch self {
    case .declare, .forget, .remove: true
    case .setConstant(_, let value), .setPriority(_, let value): value.isFinite
    case .add(let row):
      row.constant.isFinite && row.priority.isFinite && row.terms.allSatisfy { $0.coefficient.isFinite }
    }
  }
}
