extension Expectation {
  private static let verbs = [
    "frame", "value", "conflict", "no", "ambiguous", "unambiguous", "callback", "report", "remark",
  ]

  /// Reads the text after `expect`; the grammar is in `Guides/scene-format.md`.
  init(_ line: inout TextLine, _ names: SceneNames) throws(TextError) {
    let verb = try line.name("what is expected")
    switch verb {
    case "frame":
      let id = try names.item(line.name("a view or guide"), line: line)
      self.init(.frame(id, try Rect(&line)))
    case "value":
      let id = try names.view(line.name("a view"), line: line)
      let key = try line.name("a key path such as opacity")
      let value = try AnimationValue(&line)
      if let mistake = PlayerStep.mistake(in: key, value) {
        throw line.mistake(.wrongKind, mistake, hint: "Name a property of a layer, with a value of its kind.")
      }
      self.init(.value(id, key, value, at: try line.time()))
    case "conflict": self.init(try Expectation.conflict(&line, names))
    case "no":
      let what = try line.name("conflict, report or remark")
      switch what {
      case "conflict": self.init(.noConflict)
      case "remark": self.init(.noRemark)
      case "report": self.init(.noReport(try line.name("a name"), try line.phase()))
      default:
        throw line.mistake(
          .unknownWord, "\"no \(what)\" cannot be expected", hint: "It is no conflict, no report or no remark.")
      }
    case "ambiguous", "unambiguous":
      let id = try names.view(line.name("a view"), line: line)
      self.init(.ambiguity(id, isAmbiguous: verb == "ambiguous"))
    case "callback":
      let callback: Callback = try line.choice("callback")
      let id = try names.view(line.name("a view"), line: line)
      var times: Int?
      if !line.isAtEnd {
        times = try line.integer("how often it runs")
        if !line.skip(word: "time") { try line.expect(word: "times") }
      }
      self.init(.callback(callback, id, times: times))
    case "report": self.init(.report(try line.name("a name"), try line.phase(), at: try line.time()))
    case "remark": self.init(.remark(try line.name("a trap such as modelNotUpdated")))
    default:
      let near = didYouMean(verb, among: Expectation.verbs)
      throw line.mistake(
        .unknownWord, "\"\(verb)\" cannot be expected",
        hint: near.isEmpty ? "It is one of \(Expectation.verbs.joined(separator: ", "))." : near)
    }
    if line.skip(word: "within") {
      guard hasNumbers else { throw line.mistake(.wrongKind, "\"within\" belongs to numbers, and here are none") }
      tolerance = try line.duration("how far a number may be off")
    }
  }

  /// Reads `[( CONSTRAINT… )] [breaking CONSTRAINT]`.
  private static func conflict(_ line: inout TextLine, _ names: SceneNames) throws(TextError) -> What {
    var list: [LayoutConstraint.ID]?
    if line.skip(symbol: "(") {
      var members: [LayoutConstraint.ID] = []
      while !line.skip(symbol: ")") { members.append(try names.constraint(line.name("a constraint or )"), line: line)) }
      list = members
    }
    let broken = line.skip(word: "breaking") ? try names.constraint(line.name("a constraint"), line: line) : nil
    return .conflict(list, breaking: broken)
  }

  /// Whether the expectation has numbers, so that a tolerance means something.
  var hasNumbers: Bool {
    switch what {
    case .frame, .value, .report(_, _, .some): true
    default: false
    }
  }

  /// The expectation as text, without the word `expect`.
  func words(_ spelling: SceneSpelling) -> String {
    func moment(_ time: Double?) -> String { time.map { " at \(TextNumber.spell($0))" } ?? "" }
    func named(_ name: String, _ phase: ReactionStep.Phase) -> String {
      spelled(name: name) + (phase == .any ? "" : " \(phase.rawValue)")
    }
    let words =
      switch what {
      case .frame(let id, let rect): "frame \(spelling.name(id)) \(rect.words)"
      case .value(let id, let key, let value, let time):
        "value \(spelling.name(id)) \(spelled(word: key)) \(value.words)\(moment(time))"
      case .conflict(let list, let broken):
        "conflict" + (list.map { " (\($0.map(spelling.name).joined(separator: " ")))" } ?? "")
          + (broken.map { " breaking \(spelling.name($0))" } ?? "")
      case .noConflict: "no conflict"
      case .ambiguity(let id, let isAmbiguous): "\(isAmbiguous ? "" : "un")ambiguous \(spelling.name(id))"
      case .callback(let callback, let id, let times):
        "callback \(callback.rawValue) \(spelling.name(id))"
          + (times.map { " " + counted($0, "time") } ?? "")
      case .report(let name, let phase, let time): "report \(named(name, phase))\(moment(time))"
      case .noReport(let name, let phase): "no report \(named(name, phase))"
      case .remark(let trap): "remark \(spelled(name: trap))"
      case .noRemark: "no remark"
      }
    guard hasNumbers, tolerance != Expectation.usualTolerance else { return words }
    return words + " within \(TextNumber.spell(tolerance))"
  }
}

extension TextLine {
  /// Reads `at SECONDS`; nil if it is absent.
  fileprivate mutating func time() throws(TextError) -> Double? {
    skip(word: "at") ? try duration("the time in seconds") : nil
  }

  /// Reads a phase; `any` if there is none.
  fileprivate mutating func phase() throws(TextError) -> ReactionStep.Phase {
    guard let peek, peek != .word("at"), peek != .word("within") else { return .any }
    return try choice("phase, at or within")
  }
}
