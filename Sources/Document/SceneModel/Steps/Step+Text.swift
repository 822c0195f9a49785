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
    case "hide": self = .hide(try names.item(line.name("a view"), line: line))
    case "show": self = .show(try names.item(line.name("a view"), line: line))
    case "intrinsic":
      let id = try names.item(line.name("a view"), line: line)
      self = .setIntrinsic(id, try IntrinsicSize(&line))
    case "property":
      let id = try names.item(line.name("a view"), line: line)
      self = .setProperty(id, try Property(&line))
    case "needs-layout": self = .needsLayout(try names.item(line.name("a view"), line: line))
    case "needs-properties": self = .needsProperties(try names.item(line.name("a view"), line: line))
    case "needs-constraints": self = .needsConstraints(try names.item(line.name("a view"), line: line))
    case "layout": self = .layout(try names.item(line.name("a view"), line: line))
    case "resize":
      try line.expect(word: "root")
      let width = try line.number("the width")
      try line.expect(word: "x")
      let height = try line.number("the height")
      guard width >= 0, height >= 0 else { throw line.mistake(.outside, "the root's size is negative") }
      self = .resize(Size(width: width, height: height))
    case "begin-updates": self = .beginUpdates(try names.item(line.name("a table"), line: line))
    case "end-updates": self = .endUpdates(try names.item(line.name("a table"), line: line))
    case "advance":
      let seconds = try line.number("seconds")
      guard seconds >= 0 else {
        throw line.mistake(.outside, "time does not go back", hint: "Advance by 0 or more seconds.")
      }
      self = .advance(seconds)
    case "animate": self = .animate(try AnimationStep(&line, &names))
    default:
      guard let step = try PlayerStep(verb, &line, &names) else {
        throw line.mistake(
          .unknownWord, "unknown step \"\(verb)\"", hint: didYouMean(verb, among: Step.verbs + PlayerStep.verbs))
      }
      self = .play(step)
    }
  }

  private static let verbs = [
    "set", "activate", "deactivate", "add", "remove", "move", "hide", "show", "intrinsic", "property", "needs-layout",
    "needs-properties", "needs-constraints", "layout", "resize", "begin-updates", "end-updates", "advance", "animate",
  ]

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

extension Property {
  var words: String {
    switch self {
    case .frame(let rect): "frame \(rect.words)"
    case .center(let point): "center \(TextNumber.spell(point.x)) \(TextNumber.spell(point.y))"
    case .bounds(let rect): "bounds \(rect.words)"
    case .alpha(let value): "alpha \(TextNumber.spell(value))"
    case .margins(let insets): "margins \(insets.words)"
    case .safeArea(let insets): "safe-area \(insets.words)"
    case .semantic(let semantic): "semantic \(semantic.rawValue)"
    case .spacing(let value): "spacing \(TextNumber.spell(value))"
    case .transform(let transform): "transform \(transform.words)"
    case .text(let text): "text \(text.words)"
    }
  }

  init(_ line: inout TextLine) throws(TextError) {
    let key = try line.name("a property")
    switch key {
    case "frame": self = .frame(try Rect(&line))
    case "center": self = .center(Point(x: try line.number("x"), y: try line.number("y")))
    case "bounds": self = .bounds(try Rect(&line))
    case "alpha": self = .alpha(try line.number("the alpha"))
    case "margins": self = .margins(try DirectionalInsets(&line))
    case "safe-area": self = .safeArea(try Insets(&line))
    case "semantic": self = .semantic(try line.choice("semantic content"))
    case "spacing": self = .spacing(try line.number("the spacing"))
    case "transform": self = .transform(try Transform3D(&line))
    case "text": self = .text(try TextMetrics(&line))
    default:
      throw line.mistake(
        .unknownWord, "unknown property \"\(key)\"",
        hint: didYouMean(
          key,
          among: [
            "frame", "center", "bounds", "alpha", "margins", "safe-area", "semantic", "spacing", "transform", "text",
          ]))
    }
  }
}
