import ConstraintSolver
import SceneModel
import TestSupport
import Testing

@testable import LayoutKernel

/// Formats, and what they were seen to mean (`layout/visual-format`).
struct FormatCase: Decodable, Sendable, CustomTestStringConvertible {
  /// A number, or `standard(8)`.
  struct Constant: Decodable, Sendable {
    var value: Double

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        value = number
      } else {
        let text = try container.decode(String.self)
        value = Double(text.filter { "0123456789.".contains($0) }) ?? .nan
      }
    }
  }

  struct Line: Decodable, Sendable {
    var first, firstAttribute, relation: String
    var second, secondAttribute: String?
    var constant: Constant
    var priority: Double
  }

  struct PartialFrame: Decodable, Sendable {
    var x, y, width, height, topInset, bottomInset: Double?
  }

  struct Formats: Decodable, Sendable {
    var list: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let one = try? container.decode(String.self) {
        list = [one]
      } else {
        list = try container.decode([String].self)
      }
    }
  }

  var format: Formats
  var constraints: [Line]?
  var count: Int?
  var isError: Bool?
  var metrics: [String: Double]?
  var views: [String]?
  var container: [Double?]?
  var standardSpacing: Double?
  var frames: [String: PartialFrame]?
  var intrinsic: [String: [Double?]]?
  var fittingWidth: Double?

  var testDescription: String { format.list.joined(separator: " ") }

  struct Refused: Decodable, Sendable {
    var format, message: String
  }

  struct File: Decodable {
    var cases: [FormatCase]
    var errors: [Refused]
  }

  static let file = Evidence.decode(File.self, from: "layout/visual-format")

  /// Names that the formats use: those that stand at the start of a view, in order.
  var names: [String] {
    if let views { return views }
    var names: [String] = []
    for format in format.list {
      for part in format.split(separator: "[").dropFirst(format.hasPrefix("[") ? 0 : 1) {
        let name = String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        if !name.isEmpty, !names.contains(name) { names.append(name) }
      }
      for name in format.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
      where name.hasPrefix("button") || name.hasPrefix("child") || name.hasSuffix("View") {
        if !names.contains(String(name)) { names.append(String(name)) }
      }
    }
    return names
  }
}

@Suite("Visual format")
struct VisualFormatTests {
  private func context(_ names: [String], _ metrics: [String: Double], hasSuperview: Bool = true) -> (
    VisualFormat, [String: ItemID]
  ) {
    var views: [String: ItemID] = [:]
    for (index, name) in names.enumerated() { views[name] = ItemID(UInt32(index + 1)) }
    return (VisualFormat(views: views, metrics: metrics) { _ in hasSuperview ? .root : nil }, views)
  }

  @Test("A format means what it was seen to mean", arguments: FormatCase.file.cases)
  func meaning(_ formatCase: FormatCase) throws {
    var (format, views) = context(
      formatCase.names, formatCase.metrics ?? [:], hasSuperview: !formatCase.testDescription.contains("dangling"))
    if let spacing = formatCase.standardSpacing { (format.siblingSpacing, format.edgeSpacing) = (spacing, spacing) }
    if formatCase.isError == true {
      #expect(throws: VisualFormat.Mistake.self) {
        _ = try format.constraints(formatCase.format.list[0], firstID: LayoutConstraint.ID(1))
      }
      return
    }
    var constraints: [LayoutConstraint] = []
    for text in formatCase.format.list {
      constraints += try format.constraints(text, firstID: LayoutConstraint.ID(UInt32(constraints.count + 1)))
    }
    if let count = formatCase.count { #expect(constraints.count == count) }
    views["|"] = .root
    if let lines = formatCase.constraints {
      try #require(lines.count == constraints.count)
      for (line, constraint) in zip(lines, constraints) { check(line, constraint, views) }
    }
    try checkFrames(formatCase, constraints, views)
  }

  private func check(_ line: FormatCase.Line, _ constraint: LayoutConstraint, _ views: [String: ItemID]) {
    func anchor(_ item: String?, _ attribute: String?) -> Operand? {
      guard let item, let id = views[item], let attribute = LayoutAttribute(name: attribute ?? "") else { return nil }
      return .anchor(LayoutAnchor(id, attribute))
    }
    #expect(constraint.first == anchor(line.first, line.firstAttribute))
    #expect(constraint.second == anchor(line.second, line.secondAttribute))
    #expect(constraint.relation.symbol.prefix(1) == line.relation.prefix(1))
    #expect(constraint.constant == line.constant.value)
    #expect(constraint.priority == line.priority)
  }

  private func checkFrames(
    _ formatCase: FormatCase, _ constraints: [LayoutConstraint], _ views: [String: ItemID]
  ) throws {
    guard formatCase.frames != nil || formatCase.fittingWidth != nil else { return }
    let size = formatCase.container ?? [nil, nil]
    var scene = Scene(rootSize: Size(width: size[0] ?? 1000, height: size[1] ?? 1000))
    for (name, id) in views.sorted(by: { $0.value < $1.value }) where id != .root {
      var view = View(id: id, name: name, parent: .root)
      if let intrinsic = formatCase.intrinsic?[name] {
        view.intrinsic = IntrinsicSize(width: intrinsic[0], height: intrinsic[1])
      }
      scene.views.append(view)
    }
    scene.constraints = constraints
    let kernel = try LayoutKernel(scene: scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    for (name, expected) in formatCase.frames ?? [:] {
      let frame = kernel.frame(of: try #require(views[name]))
      expectFrame(frame, [expected.x, expected.y ?? expected.topInset, expected.width, expected.height], name)
      if let inset = expected.bottomInset { #expect(scene.root.frame.height - frame.maxY == inset) }
    }
    if let width = formatCase.fittingWidth {
      #expect(try kernel.systemLayoutSizeFitting(.root, target: .zero).width == width)
    }
  }

  @Test("A wrong format is refused in Apple's words", arguments: FormatCase.file.errors)
  func refusals(_ refused: FormatCase.Refused) throws {
    let words = refused.format.split(separator: " ").map(String.init)
    let hasSuperview = !refused.format.contains("without superview")
    let (format, _) = context(["a", "b"], [:], hasSuperview: hasSuperview)
    var options: VisualFormat.Options = []
    if words.last == "alignAllTop" { options = .alignAllTop }
    if words.last == "alignAllLeading" { options = .alignAllLeading }
    let mistake = #expect(throws: VisualFormat.Mistake.self) {
      _ = try format.constraints(words.first ?? "", options: options, firstID: LayoutConstraint.ID(1))
    }
    #expect(mistake?.message == refused.message)
  }

  @Test("A refusal points at the character")
  func pointer() {
    let (format, _) = context(["a"], [:])
    let mistake = #expect(throws: VisualFormat.Mistake.self) {
      _ = try format.constraints("[a]-[b]", firstID: LayoutConstraint.ID(1))
    }
    #expect(
      mistake?.description
        == "Unable to parse constraint format: \nb is not a key in the views dictionary. \n[a]-[b] \n     ^")
  }

  @Test("Right to left, a format reads from the right edge")
  func rightToLeft() throws {
    let (format, views) = context(["a", "b"], [:])
    var scene = Scene(rootSize: Size(width: 100, height: 100))
    for (name, id) in views.sorted(by: { $0.value < $1.value }) {
      scene.views.append(View(id: id, name: name, parent: .root))
    }
    scene.constraints = try format.constraints(
      "|-10-[a(20)]-5-[b]-15-|", options: .directionRightToLeft, firstID: LayoutConstraint.ID(1))
    let kernel = try LayoutKernel(scene: scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: ItemID(1)) == Rect(x: 70, y: 0, width: 20, height: 0))
    #expect(kernel.frame(of: ItemID(2)) == Rect(x: 15, y: 0, width: 50, height: 0))
  }
}
