import AnimationSampler
import LayoutKernel
import LayoutPlugin
import ScenePlayer
import SceneModel

/// The callbacks and passes of a scene, step by step.
public struct SceneTrace: Sendable, Encodable {
  public struct Event: Sendable, Hashable, Encodable {
    /// The place of the step in the document, from 1; 0 is the first layout.
    public var step: Int
    /// The callback, such as `layoutSubviews` or `setFrame`; or `conflict`, or `endless` for callbacks that trigger each other without end.
    public var what: String
    public var view: String
    /// The frame before and after it was set, in the superview's coordinates: x, y, width, height; nil for other events.
    public var from, to: [Double]?
  }

  public struct Step: Sendable, Hashable, Encodable {
    public var number: Int
    /// The step in text form.
    public var text: String
    /// Whether the step is a line of the document. False for the first layout and for the end of a turn of the run loop.
    private var isWritten = false

    private enum CodingKeys: String, CodingKey { case number, text }

    static let firstLayout = Step(number: 0, text: "first layout")

    static func written(_ text: String, number: Int) -> Step { Step(number: number, text: text, isWritten: true) }
    static func endOfTurn(number: Int) -> Step { Step(number: number, text: "the end of the turn") }

    fileprivate var title: String { isWritten ? "step \(number): \(text)" : text }
  }

  public private(set) var steps: [Step] = [.firstLayout]
  public private(set) var events: [Event] = []
  private let views: [String]

  private enum CodingKeys: String, CodingKey { case steps, events }

  /// Lays the scene out and performs its steps. Each `advance` ends a turn of the run loop, with a layout pass.
  public init(
    of scene: Scene, solver: any ConstraintSolving, quirks: LayoutQuirks = LayoutQuirks(),
    titles: [ItemID: String] = [:]
  ) throws(LayoutMistake) {
    var names = titles
    for view in scene.views where names[view.id] == nil { names[view.id] = view.name }
    views = scene.views.compactMap { names[$0.id] }
    let texts = scene.text.split(separator: "\n").filter { $0.hasPrefix("step ") }.map { String($0.dropFirst(5)) }
    var playback = try Playback(
      of: scene, solver: solver, quirks: quirks, recordsEvents: true, makeSampler: { AnimationSampler() })
    let player = playback.performer
    var last: SceneModel.Step?
    // Expectations do nothing, and are not counted.
    var number = 0
    while let state = try playback.next() {
      if let step = state.step, step.expectation == nil {
        number += 1
        steps.append(.written(texts.indices.contains(number - 1) ? texts[number - 1] : "step", number: number))
        last = step
      } else if state.number > scene.steps.count, let last, !last.endsTurn {
        number += 1
        steps.append(.endOfTurn(number: number))
      }
      collect(player.kernel, step: number, &names)
    }
    for chain in player.layers.endlessChains {
      events.append(Event(step: number, what: "endless", view: chain.name))
    }
  }

  private mutating func collect(_ kernel: LayoutKernel, step: Int, _ names: inout [ItemID: String]) {
    for view in kernel.scene.views where names[view.id] == nil { names[view.id] = view.name }
    func numbers(_ rect: Rect) -> [Double] { [rect.x, rect.y, rect.width, rect.height] }
    for event in kernel.events {
      func told(_ what: String, _ item: ItemID, from: Rect? = nil, to: Rect? = nil) {
        events.append(
          Event(
            step: step, what: what, view: names[item] ?? "\(item)", from: from.map(numbers), to: to.map(numbers)))
      }
      switch event {
      case .updateProperties(let item): told("updateProperties", item)
      case .updateConstraints(let item): told("updateConstraints", item)
      case .layoutSubviews(let item): told("layoutSubviews", item)
      case .setFrame(let item, let old, let new): told("setFrame", item, from: old, to: new)
      case .safeAreaInsetsDidChange(let item): told("safeAreaInsetsDidChange", item)
      case .layoutMarginsDidChange(let item): told("layoutMarginsDidChange", item)
      case .conflict(let index):
        let conflict = kernel.conflicts[index]
        let broken = conflict.members[conflict.broken]
        events.append(Event(step: step, what: "conflict", view: broken.text))
      }
    }
    kernel.removeEvents()
  }

  /// The events of each step, one on each line.
  public var text: String {
    steps.map { step in
      let own = events.filter { $0.step == step.number }
      let lines = own.map { event in
        var line = "  \(event.what) \(event.view)"
        if let from = event.from, let to = event.to {
          line += "  \(from.map(readable).joined(separator: " ")) → \(to.map(readable).joined(separator: " "))"
        }
        return line
      }
      return ([step.title] + (lines.isEmpty ? ["  nothing runs"] : lines)).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// A table of the number of calls in each step. Rows are views, columns are callbacks, and `·` stands for 0.
  public var table: String {
    let callbacks = ["updateConstraints", "layoutSubviews", "setFrame"]
    var rows = [["step", "view"] + callbacks]
    for step in steps {
      let own = events.filter { $0.step == step.number }
      for view in views where own.contains(where: { $0.view == view }) {
        let counts = callbacks.map { what in own.count { $0.what == what && $0.view == view } }
        rows.append(["\(step.number)", view] + counts.map { $0 == 0 ? "·" : "\($0)" })
      }
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        .trimmingSpacesBehind
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate var trimmingSpacesBehind: String {
    String(prefix(upTo: (lastIndex { $0 != " " }).map(index(after:)) ?? startIndex))
  }
}

extension Step {
  fileprivate var endsTurn: Bool {
    if case .advance = self { true } else { false }
  }
}
