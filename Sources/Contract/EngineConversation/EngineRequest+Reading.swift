import LayoutPlugin
import SceneModel

extension EngineRequest {
  /// Reads a request from a line.
  ///
  /// - Parameter kind: whether lists of edits are for a layout engine or for a solver, because a `time` request does not say which.
  /// - Throws: what is wrong with the line, in words that complete a sentence whose subject is the line.
  init(_ line: [UInt8], for kind: EngineManifest.Kind) throws(JSONValue.Mistake) {
    let value: JSONValue
    do { value = try JSONValue(line) } catch { throw JSONValue.Mistake("is no JSON object: \(error)") }
    let names: Set<String> = ["hello", "open", "edit", "apply", "time", "rounds"]
    let members = try value.members("request", allowing: names)
    if let hello = value["hello"] {
      guard hello["protocol"] == .number(Double(EngineRequest.protocolVersion)) else {
        throw JSONValue.Mistake("is of another protocol than \(EngineRequest.protocolVersion)")
      }
      self = .hello
    } else if let open = value["open"] {
      self = kind == .solver ? .reset : .open(try Scene(protocol: open))
    } else if let edits = value["edit"] {
      self = .edit(try EngineRequest.steps(edits))
    } else if let edits = value["apply"] {
      self = .apply(try EngineRequest.edits(edits))
    } else if let lists = value["time"], let rounds = Int(exactly: try (value["rounds"] ?? .null).number("rounds")) {
      guard (1...1_000_000).contains(rounds) else { throw JSONValue.Mistake("asks for \(rounds) rounds") }
      if kind == .solver {
        var all: [[SolverEdit]] = []
        for list in try lists.list("time") { all.append(try EngineRequest.edits(list)) }
        self = .timeSolver(all, rounds: rounds)
      } else {
        var all: [[Step]] = []
        for list in try lists.list("time") { all.append(try EngineRequest.steps(list)) }
        self = .timeLayout(all, rounds: rounds)
      }
    } else {
      throw JSONValue.Mistake("is no request: \(members.map(\.name).joined(separator: ", "))")
    }
  }

  private static func steps(_ value: JSONValue) throws(JSONValue.Mistake) -> [Step] {
    var steps: [Step] = []
    for item in try value.list("edit") {
      let parts = try item.list("edit")
      func part(_ at: Int) -> JSONValue { at < parts.count ? parts[at] : .null }
      let name = try part(0).text("edit")
      func constraint() throws(JSONValue.Mistake) -> LayoutConstraint.ID { .init(try part(1).id(name)) }
      func about() throws(JSONValue.Mistake) -> ItemID { ItemID(try part(1).id(name)) }
      switch name {
      case "constant": steps.append(.setConstant(try constraint(), try part(2).number(name)))
      case "priority": steps.append(.setPriority(try constraint(), try part(2).number(name)))
      case "resize": steps.append(.resize(Size(width: try part(1).number(name), height: try part(2).number(name))))
      case "add": steps.append(.addConstraint(try LayoutConstraint(protocol: part(1))))
      case "remove": steps.append(.removeConstraint(try constraint()))
      case "add-view": steps.append(.addView(try View(protocol: part(1), isMirrored: false)))
      case "remove-view": steps.append(.removeView(try about()))
      case "add-guide": steps.append(.addGuide(try Guide(protocol: part(1))))
      case "remove-guide": steps.append(.removeGuide(try about()))
      case "hide": steps.append(.hide(try about()))
      case "show": steps.append(.show(try about()))
      case "intrinsic": steps.append(.setIntrinsic(try about(), try IntrinsicSize(protocol: part(2))))
      default: throw JSONValue.Mistake("has the edit \"\(name)\", which is not in the protocol")
      }
    }
    return steps
  }

  private static func edits(_ value: JSONValue) throws(JSONValue.Mistake) -> [SolverEdit] {
    var edits: [SolverEdit] = []
    for item in try value.list("apply") {
      let parts = try item.list("apply")
      func part(_ at: Int) -> JSONValue { at < parts.count ? parts[at] : .null }
      let name = try part(0).text("apply")
      let id = name == "add" ? 0 : try part(1).id(name)
      switch name {
      case "declare": edits.append(.declare(Variable(id), nonNegative: part(2) == .string("non-negative")))
      case "forget": edits.append(.forget(Variable(id)))
      case "add": edits.append(.add(try LinearConstraint(protocol: part(1))))
      case "remove": edits.append(.remove(.init(id)))
      case "constant": edits.append(.setConstant(.init(id), try part(2).number(name)))
      case "priority": edits.append(.setPriority(.init(id), try part(2).number(name)))
      default: throw JSONValue.Mistake("has the edit \"\(name)\", which is not in the protocol")
      }
    }
    return edits
  }
}

extension Relation {
  fileprivate init(protocol value: JSONValue?) throws(JSONValue.Mistake) {
    let text = try (value ?? .null).text("rel")
    guard let relation = Relation.allCases.first(where: { $0.symbol == text }) else {
      throw JSONValue.Mistake("has the relation \"\(text)\", which is not in the protocol")
    }
    self = relation
  }
}

extension LinearConstraint {
  fileprivate init(protocol value: JSONValue) throws(JSONValue.Mistake) {
    _ = try value.members("add", allowing: ["id", "terms", "rel", "c", "p"])
    var terms: [Term] = []
    for item in try (value["terms"] ?? .null).list("terms") {
      let parts = try item.list("terms")
      guard parts.count == 2 else { throw JSONValue.Mistake("has a term that is no pair") }
      terms.append(Term(try parts[0].number("terms"), Variable(try parts[1].id("terms"))))
    }
    self.init(
      id: .init(try (value["id"] ?? .null).id("id")), terms: terms, relation: try Relation(protocol: value["rel"]),
      constant: try value["c"]?.number("c") ?? 0, priority: try value["p"]?.number("p") ?? Self.requiredPriority)
  }
}

extension LayoutConstraint {
  fileprivate init(protocol value: JSONValue) throws(JSONValue.Mistake) {
    _ = try value.members("constraint", allowing: ["id", "a", "rel", "b", "m", "c", "p"])
    func anchor(_ name: String) throws(JSONValue.Mistake) -> Operand? {
      guard let value = value[name] else { return nil }
      let parts = try value.list(name)
      guard parts.count == 2, let attribute = LayoutAttribute(name: try parts[1].text(name)) else {
        throw JSONValue.Mistake("has a side that is no item with an attribute")
      }
      return .anchor(LayoutAnchor(ItemID(try parts[0].id(name)), attribute))
    }
    guard let first = try anchor("a") else { throw JSONValue.Mistake("has a constraint without \"a\"") }
    let id = try (value["id"] ?? .null).id("id")
    self.init(
      id: ID(id), name: "c\(id)", first: first, relation: try Relation(protocol: value["rel"]),
      second: try anchor("b"), multiplier: try value["m"]?.number("m") ?? 1, constant: try value["c"]?.number("c") ?? 0,
      priority: try value["p"]?.number("p") ?? LinearConstraint.requiredPriority)
  }
}

extension IntrinsicSize {
  fileprivate init(protocol value: JSONValue) throws(JSONValue.Mistake) {
    self.init()
    let sizes = try (value["intrinsic"] ?? .null).list("intrinsic")
    guard sizes.count == 2 else { throw JSONValue.Mistake("has a natural size that is no pair") }
    if sizes[0] != .null { width = try sizes[0].number("intrinsic") }
    if sizes[1] != .null { height = try sizes[1].number("intrinsic") }
    if let pair = try value["hugging"]?.numbers("hugging", count: 2) {
      hugging = AxisPriorities(horizontal: pair[0], vertical: pair[1])
    }
    if let pair = try value["resistance"]?.numbers("resistance", count: 2) {
      resistance = AxisPriorities(horizontal: pair[0], vertical: pair[1])
    }
  }
}

extension Guide {
  fileprivate init(protocol value: JSONValue) throws(JSONValue.Mistake) {
    _ = try value.members("guide", allowing: ["id", "in"])
    let id = try (value["id"] ?? .null).id("id")
    self.init(id: ItemID(id), name: "g\(id)", owner: ItemID(try (value["in"] ?? .null).id("in")))
  }
}

extension View {
  fileprivate init(protocol value: JSONValue, isMirrored: Bool) throws(JSONValue.Mistake) {
    let names: Set<String> = [
      "id", "in", "intrinsic", "hugging", "resistance", "hidden", "frame", "autoresizing", "margins", "baselines",
      "stack",
    ]
    _ = try value.members("view", allowing: names)
    let id = try (value["id"] ?? .null).id("id")
    self.init(id: ItemID(id), name: "v\(id)", parent: ItemID(try (value["in"] ?? .null).id("in")))
    if value["intrinsic"] != nil { intrinsic = try IntrinsicSize(protocol: value) }
    isHidden = value["hidden"] == .bool(true)
    if let numbers = try value["frame"]?.numbers("frame", count: 4) {
      frame = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
    if let parts = value["autoresizing"] {
      var mask: AutoresizingMask = []
      for part in try parts.list("autoresizing") {
        let name = try part.text("autoresizing")
        guard let bit = EngineRequest.maskNames.first(where: { $0.1 == name }) else {
          throw JSONValue.Mistake("has the flexible part \"\(name)\", which is not in the protocol")
        }
        mask.insert(bit.0)
      }
      autoresizing = mask
    }
    margins.own = try DirectionalInsets(protocol: value["margins"], isMirrored)
    if let numbers = try value["baselines"]?.numbers("baselines", count: 2) {
      (firstBaseline, lastBaseline) = (numbers[0], numbers[1])
    }
    guard let stack = value["stack"] else { return }
    var arrangement = StackConfiguration()
    let words = try stack.members("stack", allowing: ["axis", "distribution", "alignment", "spacing", "arranged"])
    guard let axis = Axis(rawValue: try (stack["axis"] ?? .null).text("axis")),
      let distribution = StackConfiguration.Distribution(
        rawValue: try (stack["distribution"] ?? .null).text("distribution")),
      let alignment = StackConfiguration.Alignment(rawValue: try (stack["alignment"] ?? .null).text("alignment")),
      words.count == 5
    else { throw JSONValue.Mistake("has a stack that is not whole") }
    (arrangement.axis, arrangement.distribution, arrangement.alignment) = (axis, distribution, alignment)
    arrangement.spacing = try (stack["spacing"] ?? .null).number("spacing")
    for item in try (stack["arranged"] ?? .null).list("arranged") {
      arrangement.arranged.append(ItemID(try item.id("arranged")))
    }
    kind = .stack
    self.stack = arrangement
  }
}

extension DirectionalInsets {
  fileprivate init(protocol value: JSONValue?, _ isMirrored: Bool) throws(JSONValue.Mistake) {
    self = Margins().own
    guard let numbers = try value?.numbers("margins", count: 4) else { return }
    let (left, right) = (numbers[1], numbers[3])
    self.init(
      top: numbers[0], leading: isMirrored ? right : left, bottom: numbers[2], trailing: isMirrored ? left : right)
  }
}

extension Scene {
  fileprivate init(protocol value: JSONValue) throws(JSONValue.Mistake) {
    _ = try value.members("open", allowing: ["root", "direction", "margins", "views", "guides", "constraints"])
    let size = try (value["root"] ?? .null).numbers("root", count: 2)
    self.init(rootSize: Size(width: size[0], height: size[1]), scale: 1)
    let isMirrored = value["direction"] == .string("right-to-left")
    direction = isMirrored ? .rightToLeft : .leftToRight
    root.margins.own = try DirectionalInsets(protocol: value["margins"], isMirrored)
    for view in try (value["views"] ?? .null).list("views") {
      views.append(try View(protocol: view, isMirrored: isMirrored))
    }
    for guide in try value["guides"]?.list("guides") ?? [] { guides.append(try Guide(protocol: guide)) }
    for constraint in try (value["constraints"] ?? .null).list("constraints") {
      constraints.append(try LayoutConstraint(protocol: constraint))
    }
  }
}
