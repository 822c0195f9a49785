import ConstraintSolver
import SceneModel
import TestSupport
import Testing

@testable import LayoutKernel

/// The constraints that a real stack view was seen to have (`layout/stack-constraints`).
struct StackConstraintsCase: Sendable, CustomTestStringConvertible {
  var name: String
  var axis: Axis
  var alignment: StackConfiguration.Alignment
  var distribution: StackConfiguration.Distribution
  var spacing: Double
  var count: Int
  var hidden: [Int]
  var isMarginsRelative: Bool
  var isBaselineRelative: Bool
  /// Intrinsic length of each view along the axis; nil: none.
  var intrinsic: [Double?]
  var expected: Set<String>

  var testDescription: String { "\(name): \(axis) \(alignment) \(distribution)" }

  struct File: Decodable {
    struct Constraint: Decodable {
      var identifier, first, firstAttribute, relation: String
      var second, secondAttribute: String?
      var multiplier, constant, priority: Double

      var line: String {
        normalLine(
          identifier, "\(first).\(firstAttribute)", relation, second.map { "\($0).\(secondAttribute ?? "")" },
          multiplier, constant, priority)
      }
    }

    struct Case: Decodable {
      var source, name, axis, alignment, distribution: String
      var spacing: Double
      var count: Int
      var hidden: [Int]?
      var isMarginsRelative, isBaselineRelative: Bool?
      var expected: [Int]
      var onlySeen, onlyByRule: [Int]?
    }

    var constraints: [Constraint]
    var cases: [Case]
  }

  init(_ row: File.Case, _ lines: [String]) {
    name = row.name
    axis = row.axis == "vertical" ? .vertical : .horizontal
    alignment =
      ["top": .leading, "bottom": .trailing, "firstBaseline": .firstBaseline, "lastBaseline": .lastBaseline][
        row.alignment] ?? StackConfiguration.Alignment(rawValue: row.alignment) ?? .fill
    distribution = distributions[row.distribution] ?? .fill
    spacing = row.spacing
    count = row.count
    hidden = row.hidden ?? []
    isMarginsRelative = row.isMarginsRelative ?? false
    isBaselineRelative = row.isBaselineRelative ?? false
    // What differs between systems follows the rule.
    expected = Set(row.expected.map { lines[$0] })
      .subtracting((row.onlySeen ?? []).map { lines[$0] }).union((row.onlyByRule ?? []).map { lines[$0] })
    // The article tells how long its views are.
    intrinsic =
      row.source == "article" ? [100, 50, 25] : Self.intrinsic(from: row.expected.map { lines[$0] }, row)
  }

  static let all: [StackConstraintsCase] = {
    let file = Evidence.decode(File.self, from: "layout/stack-constraints")
    let lines = file.constraints.map(\.line)
    return file.cases.map { StackConstraintsCase($0, lines) }
  }()

  /// The other sources do not say how long their views are; a proportional line's share of the whole tells it.
  private static func intrinsic(from lines: [String], _ row: File.Case) -> [Double?] {
    let visible = row.count - (row.hidden?.count ?? 0)
    let gaps = row.spacing * Double(visible - 1)
    let shares = (0..<row.count).map { index -> Double? in
      let line = lines.first { $0.hasPrefix("UISV-fill-proportionally s\(index).") && $0.contains("*") }
      return line.flatMap { $0.split(separator: "*").first?.split(separator: " ").last }.flatMap { Double($0) }
    }
    // share = length / (sum of lengths + gaps)
    let sum = shares.reduce(0) { $0 + ($1 ?? 0) }
    guard sum > 0 else { return shares }
    let total = sum < 0.999999 ? gaps * sum / (1 - sum) : 100
    return shares.map { $0.map { $0 / sum * total } }
  }

  func scene() -> Scene {
    var builder = SceneBuilder()
    var stack = StackConfiguration()
    stack.axis = axis
    stack.alignment = alignment
    stack.distribution = distribution
    stack.spacing = spacing
    stack.isLayoutMarginsRelative = isMarginsRelative
    stack.isBaselineRelative = isBaselineRelative
    stack.arranged = (0..<count).map { ItemID(UInt32($0 + 2)) }
    builder.view("stack", kind: .stack) { $0.stack = stack }
    for index in 0..<count {
      builder.view("s\(index)", in: "stack") { view in
        view.isHidden = hidden.contains(index)
        let length = index < intrinsic.count ? intrinsic[index] : nil
        view.intrinsic = axis == .horizontal ? IntrinsicSize(width: length) : IntrinsicSize(height: length)
      }
    }
    return builder.scene
  }
}

/// A constraint in one spelling, whichever side was written first: `id a.x rel m*b.y +c @p`.
func normalLine(
  _ identifier: String, _ first: String, _ relation: String, _ second: String?, _ multiplier: Double,
  _ constant: Double, _ priority: Double
) -> String {
  func number(_ value: Double) -> String { "\((value * 10000).rounded() / 10000 + 0)" }
  func attribute(_ anchor: String) -> String {
    // Along a vertical axis, an alignment is written with the edges of that axis.
    anchor
  }
  var (a, b, relation, constant) = (attribute(first), second.map(attribute), relation, constant)
  if relation == "=" { relation = "==" }
  guard let other = b, other != "None.notAnAttribute" else {
    return "\(identifier) \(a) \(relation) \(number(constant)) @\(number(priority))"
  }
  if multiplier == 1, other < a {
    (a, b) = (other, a)
    constant = -constant
    relation = relation == "<=" ? ">=" : relation == ">=" ? "<=" : relation
  }
  return
    "\(identifier) \(a) \(relation) \(number(multiplier))*\(b ?? "") \(number(constant)) @\(number(priority))"
}

@Suite("Stack view constraints")
struct StackConstraintsTests {
  @Test("A stack view has the constraints that a real one was seen to have", arguments: StackConstraintsCase.all)
  func constraints(_ stackCase: StackConstraintsCase) throws {
    let kernel = try LayoutKernel(scene: stackCase.scene(), solver: ConstraintSolver())
    let stack = try #require(kernel.items[ItemID(1)])
    let found = Set(kernel.stackConstraints(of: stack).map { line($0) })
    let missing = stackCase.expected.subtracting(found)
    let surplus = found.subtracting(stackCase.expected)
    #expect(missing.isEmpty && surplus.isEmpty, "missing \(missing.sorted()); surplus \(surplus.sorted())")
  }

  private func line(_ constraint: SystemConstraint) -> String {
    normalLine(
      constraint.identifier ?? "", name(constraint.first), constraint.relation.symbol,
      constraint.second.map(name), constraint.multiplier, constraint.constant, constraint.priority)
  }

  private func name(_ anchor: Anchor) -> String {
    let item: String
    var attribute = anchor.attribute.name
    switch anchor.place {
    case .item(ItemID(1)):
      if attribute.hasSuffix("Margin") {
        item = "margins"
        attribute = String(attribute.dropLast("Margin".count))
      } else {
        item = "stack"
      }
    case .item(let id): item = "s\(id.rawValue - 2)"
    case .crossSpacer: item = "spanner"
    case .mainSpacer: item = "spanner2"
    case .share, .textShare: item = "share"
    case .gap(let id): item = "gap\(id.rawValue - 2)"
    }
    return "\(item).\(attribute)"
  }
}
