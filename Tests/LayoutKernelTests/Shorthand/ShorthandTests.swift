import ConstraintSolver
import SceneModel
import TestSupport
import Testing

@testable import LayoutKernel

/// SnapKit's lines (`layout/snapkit`), and what they must become.
struct ShorthandCase: Decodable, Sendable, CustomTestStringConvertible {
  var shorthand: String
  var constants: [Double]?
  var constantsSorted: [Double]?
  var count: Int?
  var priority: Double?
  var first: [String]?
  var second: [String]?

  var testDescription: String { shorthand }

  struct File: Decodable {
    struct Group: Decodable, Sendable {
      var name: String
      var members: [String]
    }

    var lines: [ShorthandCase]
    var groups: [Group]
  }

  static let file = Evidence.decode(File.self, from: "layout/snapkit")
}

@Suite("SnapKit's shorthand")
struct ShorthandTests {
  private let container = ItemID(1)
  private let view = ItemID(2)

  @Test("A line becomes the constraints that SnapKit's own tests ask for", arguments: ShorthandCase.file.lines)
  func line(_ row: ShorthandCase) throws {
    let drafts = try row.shorthand.split(separator: ";").flatMap { part in
      try #require(try shorthand(String(part)).drafts(for: view, in: container), "\(part)")
    }
    if let constants = row.constants { #expect(drafts.map(\.constant) == constants) }
    if let constants = row.constantsSorted { #expect(drafts.map(\.constant).sorted(by: >) == constants.sorted(by: >)) }
    if let count = row.count { #expect(drafts.count == count) }
    if let priority = row.priority { #expect(drafts.allSatisfy { $0.priority == priority }) }
    if let first = row.first, let second = row.second {
      #expect(Set(drafts.map(pair)) == Set(zip(first, second).map { "\($0) \($1)" }))
    }
  }

  @Test("A group has SnapKit's members", arguments: ShorthandCase.file.groups)
  func group(_ row: ShorthandCase.File.Group) throws {
    let group = try #require(ConstraintShorthand.Group(named: row.name))
    #expect(Set(group.attributes.map(\.name)) == Set(row.members))
  }

  private func pair(_ draft: ConstraintDraft) -> String {
    guard case .anchor(let first) = draft.first, case .anchor(let second)? = draft.second else { return "" }
    return "\(first.attribute.name) \(second.attribute.name)"
  }

  /// `make.edges.equalTo(container).offset(50)`, or `c.update(inset: 15) on top`.
  private func shorthand(_ text: String) throws -> ConstraintShorthand {
    if let match = text.firstMatch(of: /update\(inset: (\d+)\) on (\w+)/) {
      let group = try #require(ConstraintShorthand.Group(named: String(match.2)))
      let inset = try #require(Double(match.1))
      return ConstraintShorthand(
        group, to: .superview, shift: .inset(Insets(top: inset, left: inset, bottom: inset, right: inset)))
    }
    let match = try #require(text.firstMatch(of: /make\.(\w+)\.equalTo\(([\w.]+(?:\([\d,]*\))?)\)/), "\(text)")
    let group = try #require(ConstraintShorthand.Group(named: String(match.1)))
    var line = ConstraintShorthand(group, to: .item(container))
    let numbers = match.2.matches(of: /\d+/).compactMap { Double($0.0) }
    if match.2.hasSuffix("margins") {
      line.target = .attributes(container, .margins)
    } else if match.2.hasPrefix("CGSize") {
      line.target = .size(Size(width: numbers[0], height: numbers[1]))
    } else if match.2.hasPrefix("ConstraintInsets") {
      line.target = .insets(Insets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3]))
    } else if let number = numbers.first {
      line.target = .number(number)
    }
    if let offset = text.firstMatch(of: /offset\((\d+)\)/) { line.shift = .offset(try #require(Double(offset.1))) }
    if let inset = text.firstMatch(of: /inset\((\d+)\)/), let value = Double(inset.1) {
      line.shift = .inset(Insets(top: value, left: value, bottom: value, right: value))
    }
    if text.contains("priority(.low)") { line.priority = 250 }
    return line
  }
}

@Suite("Anchors")
struct AnchorTests {
  @Test("Anchors place a view as the constraints they stand for do")
  func placing() throws {
    var builder = SceneBuilder(width: 300, height: 200)
    let (a, b) = (builder.view("a"), builder.view("b"))
    builder.scene.add(a.leading.constraint(equalTo: ItemID.root.leading, constant: 10))
    builder.scene.add(a.top.constraint(equalTo: ItemID.root.top))
    builder.scene.add(a.width.constraint(equalToConstant: 50))
    builder.scene.add(a.height.constraint(equalTo: a.width, multiplier: 0.5, constant: 1))
    builder.scene.add(b.leading.constraint(systemSpacingAfter: a.trailing, multiplier: 2))
    builder.scene.add(b.top.constraint(systemSpacingBelow: a.bottom))
    builder.scene.add(a.leading.offset(to: b.leading).constraint(equalTo: b.width))
    builder.scene.add(b.height.constraint(.greaterThanOrEqual, equalToConstant: 7))
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: a) == Rect(x: 10, y: 0, width: 50, height: 26))
    #expect(kernel.frame(of: b) == Rect(x: 76, y: 34, width: 66, height: 7))
  }
}
