extension AnimationValue {
  /// Reads a value, its kind first: `number 0.5`, `point 10 20`, `color none`, `path (move 0 0 line 10 0 close)`.
  init(_ line: inout TextLine) throws(TextError) {
    let kind: Kind = try line.caseName("kind of value")
    switch kind {
    case .number: self = .number(try line.number("the number"))
    case .integer: self = .integer(try line.number("the whole number"))
    case .boolean:
      let isTrue = line.skip(word: "true")
      if !isTrue { try line.expect(word: "false") }
      self = .boolean(isTrue)
    case .point: self = .point(Point(x: try line.number("x"), y: try line.number("y")))
    case .size: self = .size(Size(width: try line.number("the width"), height: try line.number("the height")))
    case .rect: self = .rect(try Rect(&line))
    case .numbers: self = .numbers(try line.numbers("a number"))
    case .color:
      self = .color(nil)
      if line.skip(word: "none") { return }
      let lanes = try line.numbers(4, "red, green, blue or alpha")
      self = .color(Color(red: lanes[0], green: lanes[1], blue: lanes[2], alpha: lanes[3]))
    case .transform: self = .transform(try Transform3D(&line))
    case .path: self = .path(try VectorPath(&line))
    case .contents: self = .contents(UInt32(try line.integer("the image's number")))
    case .token: self = .token(UInt32(try line.integer("the token's number")))
    }
  }

  /// The value as the text form writes it.
  public var words: String {
    switch self {
    case .number, .integer, .point, .size, .rect: "\(kind) \(spelled(lanes))"
    case .boolean(let flag): "boolean \(flag)"
    case .numbers(let numbers): "numbers (\(spelled(numbers)))"
    case .color(let color):
      color.map { "color \(spelled([$0.red, $0.green, $0.blue, $0.alpha]))" } ?? "color none"
    case .transform(let transform): "transform \(transform.words)"
    case .path(let path): "path \(path.words)"
    case .contents(let id): "contents \(id)"
    case .token(let id): "token \(id)"
    }
  }
}

extension Transform3D {
  /// Reads `identity`, `affine a b c d tx ty`, or the sixteen numbers row by row.
  init(_ line: inout TextLine) throws(TextError) {
    if line.skip(word: "identity") {
      self = .identity
    } else if line.skip(word: "affine") {
      let n = try line.numbers(6, "a, b, c, d, tx or ty")
      self.init(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    } else {
      self.init(lanes: try line.numbers(16, "one of a transform's 16 numbers"))
    }
  }

  var words: String {
    if self == .identity { return "identity" }
    if isAffine { return "affine \(spelled([row1.x, row1.y, row2.x, row2.y, row4.x, row4.y]))" }
    return spelled(lanes)
  }
}

extension VectorPath {
  /// Reads a path such as `(move 0 0 line 10 0 quadratic 1 1 2 0 cubic 0 1 2 3 4 5 close)`.
  init(_ line: inout TextLine) throws(TextError) {
    self.init()
    try line.expect(symbol: "(")
    func point(_ line: inout TextLine) throws(TextError) -> Point {
      Point(x: try line.number("x"), y: try line.number("y"))
    }
    while !line.skip(symbol: ")") {
      let word = try line.name("move, line, quadratic, cubic, close or )")
      switch word {
      case "move": elements.append(.move(try point(&line)))
      case "line": elements.append(.line(try point(&line)))
      case "quadratic": elements.append(.quadratic(control: try point(&line), end: try point(&line)))
      case "cubic":
        elements.append(
          .cubic(control1: try point(&line), control2: try point(&line), end: try point(&line)))
      case "close": elements.append(.close)
      default:
        throw line.mistake(
          .unknownWord, "\"\(word)\" is no part of a path", hint: "It is move, line, quadratic, cubic or close.")
      }
    }
  }

  var words: String {
    var words: [String] = []
    for element in elements {
      switch element {
      case .move(let p): words.append("move \(spelled([p.x, p.y]))")
      case .line(let p): words.append("line \(spelled([p.x, p.y]))")
      case .quadratic(let c, let p): words.append("quadratic \(spelled([c.x, c.y, p.x, p.y]))")
      case .cubic(let c, let d, let p): words.append("cubic \(spelled([c.x, c.y, d.x, d.y, p.x, p.y]))")
      case .close: words.append("close")
      }
    }
    return "(\(words.joined(separator: " ")))"
  }
}

func spelled(_ numbers: [Double]) -> String { numbers.map(TextNumber.spell).joined(separator: " ") }

extension TextLine {
  /// Reads one of an enumeration's cases by its name in the source: Core Animation's own words, such as `cubicPaced`.
  mutating func caseName<T: CaseIterable>(_ what: String) throws(TextError) -> T {
    let text = try name("a \(what)")
    guard let value = T.allCases.first(where: { "\($0)" == text }) else {
      let words = T.allCases.map { "\($0)" }
      let near = didYouMean(text, among: words)
      throw mistake(
        .unknownWord, "unknown \(what) \"\(text)\"",
        hint: near.isEmpty ? "It is one of \(words.joined(separator: ", "))." : near)
    }
    return value
  }

  mutating func numbers(_ count: Int, _ what: String) throws(TextError) -> [Double] {
    var numbers: [Double] = []
    for _ in 0..<count { numbers.append(try number(what)) }
    return numbers
  }

  /// Reads a list of any length, such as `(0 0.5 1)`.
  mutating func numbers(_ what: String) throws(TextError) -> [Double] {
    try expect(symbol: "(")
    var numbers: [Double] = []
    while !skip(symbol: ")") { numbers.append(try number(what)) }
    return numbers
  }

  /// Reads a number, or the word `infinite`.
  mutating func numberOrInfinity(_ what: String) throws(TextError) -> Double {
    skip(word: "infinite") ? .infinity : try number(what)
  }
}
