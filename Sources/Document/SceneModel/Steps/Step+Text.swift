extension Step {
  init(_ line: inout TextLine, _ names: inout SceneNames) throws(TextError) {
    let verb = try line.name("what to do")
    switch verb {
    case "set":
      let id = try names.constraint(line.name("a constraint"), line: line)
      if line.skip(word: "priority") {
        self = .setPriority(id, try line.priority())
      } else {
        try line.expect(word: "constant")
        self = .setConstant(id, try line.number("the constant"))
      }
    case "activate": self = .activate(try names.constraint(line.name("a constraint"), line: line))
    case "deactivate": self = .deactivate(try names.constraint(line.name("a constraint"), line: line))
    case "add": self = try Step.adding(&line, &names)
    case "remove": self = try Step.removing(&line, names)
    case "move":
      let id = try names.item(line.name("a view"), line: line)
      try line.expect(word: "in")
      let parent = try names.item(line.name("the new superview"), line: line)
      try line.expect(word: "at")
      self = .move(id, in: parent, at: try line.integer("the index"))
    case "intrinsic":
      let id = try names.item(line.name("a view"), line: line)
      self = .setIntrinsic(id, try IntrinsicSize(&line))
    case "property":
      let id = try names.item(line.name("a view"), line: line)
      self = .setProperty(id, try Property(&line))
    case "resize":
      try line.expect(word: "root")
      let width = try line.number("the width")
      try line.expect(word: "x")
      let height = try line.number("the height")
      guard width >= 0, height >= 0 else { throw line.mistake(.outside, "the root's size is negative") }
      self = .resize(Size(width: width, height: height))
    case "advance":
      let seconds = try line.number("seconds")
      guard seconds >= 0 else {
        throw line.mistake(.outside, "time does not go back", hint: "Advance by 0 or more seconds.")
      }
      self = .advance(seconds)
    case "animate": self = .animate(try AnimationStep(&line, &names))
    default:
      if let step = Step.itemSteps.first(where: { $0.verb == verb }) {
        self = step.make(try names.item(line.name(step.item), line: line))
      } else if let step = try PlayerStep(verb, &line, &names) {
        self = .play(step)
      } else {
        throw line.mistake(.unknownWord, "unknown step \"\(verb)\"", hint: didYouMean(verb, among: Step.verbs))
      }
    }
  }

  /// The steps that consist of a verb and an item. `item` is the kind of item, for messages.
  private static let itemSteps: [(verb: String, item: String, make: @Sendable (ItemID) -> Step)] = [
    ("hide", "a view", Step.hide), ("show", "a view", Step.show), ("layout", "a view", Step.layout),
    ("needs-layout", "a view", Step.needsLayout), ("needs-properties", "a view", Step.needsProperties),
    ("needs-constraints", "a view", Step.needsConstraints), ("begin-updates", "a table", Step.beginUpdates),
    ("end-updates", "a table", Step.endUpdates),
  ]

  /// The words that start a step, for hints.
  private static let verbs =
    ["set", "activate", "deactivate", "add", "remove", "move", "intrinsic", "property", "resize", "advance", "animate"]
    + itemSteps.map(\.verb) + PlayerStep.verbs

  private static func adding(_ line: inout TextLine, _ names: inout SceneNames) throws(TextError) -> Step {
    let what = try line.name("constraint, view, guide, arranged or animation")
    switch what {
    case "animation": return .play(try PlayerStep(adding: &line, names))
    case "constraint": return .addConstraint(try LayoutConstraint(&line, &names))
    case "view":
      var view = try View(&line, &names)
      try view.readDetailWords(&line, names)
      return .addView(view)
    case "guide": return .addGuide(try Guide(&line, &names))
    case "arranged":
      let id = try names.item(line.name("a view"), line: line)
      try line.expect(word: "in")
      let stack = try names.item(line.name("a stack"), line: line)
      return .arrange(id, in: stack, at: line.skip(word: "at") ? try line.integer("the index") : nil)
    default:
      throw line.mistake(
        .unknownWord, "\"\(what)\" cannot be added", hint: "Add a constraint, view, guide, arranged view or animation.")
    }
  }

  private static func removing(_ line: inout TextLine, _ names: SceneNames) throws(TextError) -> Step {
    let what = try line.name("constraint, view, guide, arranged, animation or animations")
    switch what {
    case "animation", "animations":
      return .play(try PlayerStep(removingNamed: what == "animation", &line, names))
    case "constraint": return .removeConstraint(try names.constraint(line.name("a constraint"), line: line))
    case "view": return .removeView(try names.item(line.name("a view"), line: line))
    case "guide": return .removeGuide(try names.item(line.name("a guide"), line: line))
    case "arranged":
      let id = try names.item(line.name("a view"), line: line)
      try line.expect(word: "from")
      return .unarrange(id, from: try names.item(line.name("a stack"), line: line))
    default:
      throw line.mistake(
        .unknownWord, "\"\(what)\" cannot be removed",
        hint: "Remove a constraint, view, guide, arranged view or animation.")
    }
  }

  func words(_ spelling: inout SceneSpelling) -> String {
    switch self {
    case .setConstant(let id, let value): "set \(spelling.name(id)) constant \(TextNumber.spell(value))"
    case .setPriority(let id, let value): "set \(spelling.name(id)) priority \(TextNumber.spell(value))"
    case .activate(let id): "activate \(spelling.name(id))"
    case .deactivate(let id): "deactivate \(spelling.name(id))"
    case .addConstraint(let constraint): "add " + constraint.line(&spelling)
    case .removeConstraint(let id): "remove constraint \(spelling.name(id))"
    case .addView(let view): "add " + view.line(&spelling) + view.detailWords(spelling)
    case .removeView(let id): "remove view \(spelling.name(id))"
    case .addGuide(let guide): "add " + guide.line(&spelling)
    case .removeGuide(let id): "remove guide \(spelling.name(id))"
    case .arrange(let id, let stack, let index):
      "add arranged \(spelling.name(id)) in \(spelling.name(stack))" + (index.map { " at \($0)" } ?? "")
    case .unarrange(let id, let stack): "remove arranged \(spelling.name(id)) from \(spelling.name(stack))"
    case .move(let id, let parent, let index): "move \(spelling.name(id)) in \(spelling.name(parent)) at \(index)"
    case .hide(let id): "hide \(spelling.name(id))"
    case .show(let id): "show \(spelling.name(id))"
    case .setIntrinsic(let id, let size): "intrinsic \(spelling.name(id)) \(size.words)"
    case .setProperty(let id, let property): "property \(spelling.name(id)) \(property.words)"
    case .needsLayout(let id): "needs-layout \(spelling.name(id))"
    case .needsProperties(let id): "needs-properties \(spelling.name(id))"
    case .needsConstraints(let id): "needs-constraints \(spelling.name(id))"
    case .layout(let id): "layout \(spelling.name(id))"
    case .resize(let size): "resize root \(TextNumber.spell(size.width)) x \(TextNumber.spell(size.height))"
    case .beginUpdates(let id): "begin-updates \(spelling.name(id))"
    case .endUpdates(let id): "end-updates \(spelling.name(id))"
    case .advance(let seconds): "advance \(TextNumber.spell(seconds))"
    case .animate(let animation): animation.words(&spelling)
    case .play(let step): step.words(&spelling)
    }
  }
}
