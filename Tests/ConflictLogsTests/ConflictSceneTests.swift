import ConflictLogs
import ConstraintSolver
import Foundation
import LayoutKernel
import LayoutPlugin
import SceneImport
import SceneModel
import TestSupport
import Testing

/// From a log to a scene, and from a scene's conflict to a log.
@Suite struct ConflictSceneTests {
  private func log(_ lines: [String]) throws -> ConflictLog {
    let list = lines.map { "\"\($0)\"" }.joined(separator: ",\n")
    return try ConflictLog.all(in: "Unable to simultaneously satisfy constraints.\n(\n\(list)\n)\n")[0]
  }

  @Test("A log becomes views with their constraints, and an unknown superview a view of its own")
  func sceneOfLog() throws {
    let made = LogScene(
      try log([
        "<NSLayoutConstraint:0x1 V:|-(8)-[UILabel:0x2'Hello']   (active, names: '|':App.Card:0x3 )>",
        "<NSLayoutConstraint:0x4 UILabel:0x2.height == 44   (active)>",
        "<NSLayoutConstraint:0x5 H:|-(12)-[UIView:0x6]>",
        "<SnapKit.LayoutConstraint:0x7@Cell.swift#12 UIView:0x6.width >= 20.0 ^750>",
        "<private>",
      ]))
    #expect(
      made.scene.text == """
        scene 1
        root 375 x 667 @2x
        view Card in root
        view UILabel in Card kind label
        view superview-of-UIView @4 in root
        view UIView @3 in superview-of-UIView
        constraint c1: UILabel.top = Card.top + 8
        constraint c2: UILabel.height = 44
        constraint c3: UIView.leading = superview-of-UIView.leading + 12
        constraint c4: UIView.width >= 20 @ 750  identifier "Cell.swift#12"
        step layout root

        """)
    #expect(made.scene.constraints.map(\.name) == ["c1", "c2", "c3", "c4"])
    #expect(made.scene.structuralMistake == nil)
    #expect(made.leftOut.map(\.line) == [4])
    #expect(try Scene(text: made.scene.text, file: "log") == made.scene)
  }

  @Test(
    "A position with a multiplier is measured in the view that holds both, in the log and in its scene",
    arguments: [
      // Siblings, 10 and 30 from their superview's edge, which lies 7 from its own.
      ("UIView:0xb.left == 3*UIView:0xa.left", false), ("UIView:0xb.left == 4*UIView:0xa.left", true),
      // A view in its superview: 20 wide, so its middle is at 20; the superview is 80 wide.
      ("UIView:0xa.centerX == 0.5*UIView:0xc.centerX", false), ("UIView:0xa.centerX == 0.75*UIView:0xc.centerX", true),
      ("UIView:0xc.centerX == 2*UIView:0xa.centerX", false), ("UIView:0xa.left == UIView:0xc.width / 8", false),
      ("UIView:0xa.left == UIView:0xc.width / 4", true),
    ])
  func multipliedPositions(line: String, conflicts: Bool) throws {
    let log = try log([
      "<NSLayoutConstraint:0x1 H:|-(7)-[UIView:0xc](LTR)   (active, names: '|':UIWindow:0xd )>",
      "<NSLayoutConstraint:0x2 UIView:0xc.width == 80   (active)>",
      "<NSLayoutConstraint:0x3 H:|-(10)-[UIView:0xa](LTR)   (active, names: '|':UIView:0xc )>",
      "<NSLayoutConstraint:0x4 H:|-(30)-[UIView:0xb](LTR)   (active, names: '|':UIView:0xc )>",
      "<NSLayoutConstraint:0x5 UIView:0xa.width == 20   (active)>",
      "<NSLayoutConstraint:0x6 \(line)   (active)>",
    ])
    #expect((try ConflictExplanation(log, on: .layoutlab).isInfeasible == true) == conflicts)
    let made = LogScene(log)
    #expect(made.isWhole)
    let logs = try #require(made.scene.conflictLogs(on: .layoutlab))
    #expect(logs.isEmpty == !conflicts, "\(made.scene.text)")
  }

  @Test("A conflict is printed as UIKit prints it, and read again")
  func printedConflict() throws {
    let scene = try Scene(
      text: """
        scene 1
        root 320 x 480
        view card in root
        view title in card kind label
        constraint a: card.height = 40
        constraint b: title.top = card.top + 16
        constraint c: card.bottom = title.bottom + 16
        constraint d: title.height >= 20 identifier "title height"
        """, file: "test")
    let log = try #require(scene.conflictLogs(on: .layoutlab)?.first)
    #expect(
      log.entries.map(\.description) == [
        "<NSLayoutConstraint:0x600000000001 card.height == 40   (active, names: card:0x7f8000000001 )>",
        "<NSLayoutConstraint:0x600000000002 V:|-(16)-[title]   (active, names: title:0x7f8000000002, card:0x7f8000000001, '|':card:0x7f8000000001 )>",
        "<NSLayoutConstraint:0x600000000003 V:[title]-(16)-|   (active, names: card:0x7f8000000001, title:0x7f8000000002, '|':card:0x7f8000000001 )>",
        "<NSLayoutConstraint:0x600000000004 'title height' title.height >= 20   (active, names: title:0x7f8000000002 )>",
      ])
    #expect(log.brokenIndex == 3)
    #expect(try ConflictLog.all(in: log.description) == [log])
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(explanation.impossible?.is == 40 && explanation.impossible?.needed == 52)
    #expect(explanation.summary.contains("16 + title 20 + 16"), "\(explanation.summary)")
  }

  @Test("A scene knows its margins, and that the root's frame is not its own to give up", arguments: [4.0, 30])
  func factsOfTheScene(margin: Double) throws {
    let scene = try Scene(
      text: """
        scene 1
        root 100 x 100 @2x margins \(margin) \(margin) \(margin) \(margin)
        view a in root
        constraint c1: a.leading = root.leadingMargin
        constraint c2: a.trailing = root.trailingMargin
        constraint c3: a.width = 80
        """, file: "test")
    let solver = try #require(Plugin.layoutlab.makeSolver?())
    let told = try scene.toldConflicts(solver: solver)
    #expect(told.count == 1)
    let explanation = try ConflictExplanation(told[0].log, told[0].facts, on: .layoutlab)
    #expect(explanation.isInfeasible == true && explanation.missing.isEmpty)
    #expect(explanation.summary.contains("\(Int(margin))"), "\(explanation.summary)")
    #expect(!explanation.fixes.contains { $0.action == .useConstraints })
    #expect(!explanation.patterns.contains(.autoresizingMask))
    // The log alone does not tell.
    #expect(try ConflictExplanation(told[0].log, on: .layoutlab).isInfeasible == nil)
  }

  @Test("A sum of many is told by both its ends")
  func longSum() throws {
    let count = 14
    var lines = ["scene 1", "root 320 x 480 @2x"] + (0..<count).map { "view v\($0) in root" }
    for i in 0..<count {
      lines.append("constraint t\(i): v\(i).top = \(i == 0 ? "root.top" : "v\(i - 1).bottom") + 8")
      lines.append("constraint h\(i): v\(i).height = \(i + 1)")
    }
    lines.append("constraint b: v\(count - 1).bottom = root.bottom - 8")
    let scene = try Scene(text: lines.joined(separator: "\n"), file: "test")
    let solver = try #require(Plugin.layoutlab.makeSolver?())
    let told = try scene.toldConflicts(solver: solver)
    let explanation = try ConflictExplanation(told[0].log, told[0].facts, on: .layoutlab)
    #expect(!explanation.isCut && explanation.untried == 0)
    let ends = ["8 + v0 1 + 8 + v1 2 + 8", " + v5 6 + … (5 more) … + v8 9 + 8", " + v13 14 + 8 "]
    for end in ends { #expect(explanation.summary.contains(end), "\(explanation.summary)") }
    // A search that may not ask for everything says so.
    let cut = try ConflictExplanation(told[0].log, told[0].facts, on: .layoutlab, mostRows: 100)
    #expect(cut.isInfeasible == true && cut.isCut && cut.untried > 0)
    #expect(cut.rowsAsked < explanation.rowsAsked)
  }

  @Test("The expanding cell: the set without bystanders, the section broken, lowering its height offered first")
  func expandingCell() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("RegressionTests/Scenes")
      .appendingPathComponent("import.printed-conflict-is-read-as-the-same-expanding-cell.scene")
    let scene = try Scene(text: String(contentsOf: file, encoding: .utf8), file: "expanding-cell")
    let logs = try #require(scene.conflictLogs(on: .layoutlab))
    #expect(logs.count == 1)
    let explanation = try ConflictExplanation(logs[0], on: .layoutlab)
    #expect(explanation.minimalSets.count == 1)
    #expect(explanation.bystanders.isEmpty)
    #expect(explanation.patterns == [.selfSizingCell])
    #expect(logs[0].broken?.description.contains("detail.height == 200") == true)
    let first = try #require(explanation.fixes.first)
    #expect(first.action == .lowerPriority && first.constraint == logs[0].brokenIndex)
  }

  @Test("A value is told as the sum of what decides it")
  func decidingConstraints() throws {
    let scene = try Scene(
      text: """
        scene 1
        root 320 x 480
        view card in root
        constraint lead: card.leading = root.leading + 16
        constraint trail: card.trailing = root.trailing - 24
        constraint wish: card.width = 100 @ 750
        """, file: "test")
    let kernel = try LayoutKernel(scene: scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    let card = scene.views[1].id
    let deciding = kernel.constraintsDeciding(.width, of: card)
    #expect(deciding.map(\.amount).sorted() == [-24, -16, 320])
    #expect(kernel.value(of: .trailing, of: card) == 296)
    #expect(kernel.constraintsDeciding(.trailing, of: card).reduce(0) { $0 + $1.amount } == 296)
    #expect(kernel.constraintsLosing(to: deciding).map(\.miss) == [180])
  }

  /// One log of the evidence: its lines without addresses, views renamed to letters.
  struct Row: Decodable, Sendable, CustomStringConvertible {
    var id: String
    var listed: [String]
    var brokenIndex: Int
    var description: String { id }

    /// The classes stand in front in words there.
    var log: ConflictLog {
      let classes = [
        "[Snap] ": "SnapKit.LayoutConstraint", "[MAS] ": "MASLayoutConstraint",
        "LayoutSupport ": "_UILayoutSupportConstraint",
      ]
      let lines = listed.enumerated().map { index, text -> String in
        var (className, body) = ("NSLayoutConstraint", text)
        if body.hasPrefix("ARM ") {
          body = String(body.dropFirst(4))
          (className, body) = (
            "NSAutoresizingMaskLayoutConstraint", body.hasPrefix("h=") ? body : "h=--& v=--& " + body
          )
        }
        for (word, name) in classes where body.hasPrefix(word) {
          (className, body) = (name, String(body.dropFirst(word.count)))
        }
        return "<\(className):0x\(index + 1) \(body)   (active)>"
      }
      return ConflictLog(entries: lines.map { line in ConstraintDescription(line).map { .read($0) } ?? .unread(line) })
    }
  }

  static let rows: [Row] = {
    struct File: Decodable { var logs: [Row] }
    return Evidence.decode(File.self, from: "layout/conflict-lists").logs
  }()

  @Test("Every log of the evidence is read; what the policy and the kernel break is in the list", arguments: rows)
  func membership(_ row: Row) throws {
    let log = row.log
    #expect(log.constraints.count == row.listed.count, "\(log)")
    let own = log.constraints.filter { !$0.constraint.isSystem(in: log) }.map(\.index)
    let chosen = try #require(log.broken(by: .deepest))
    #expect(log.entries.indices.contains(chosen))
    if !own.isEmpty { #expect(own.contains(chosen)) }
    // The same through the kernel, where the log holds enough for a conflict.
    let scene = LogScene(log).scene
    let logs = try #require(scene.conflictLogs(on: .layoutlab))
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    if explanation.isInfeasible == true { #expect(!logs.isEmpty, "the kernel finds no conflict\n\(scene.text)") }
    for conflict in logs {
      let broken = try #require(conflict.broken)
      guard case .read(let description) = broken, let id = description.constraintOfScene(scene)?.id else { continue }
      let listed = Int(id.rawValue) - 1
      #expect(row.listed.indices.contains(listed))
    }
  }
}
