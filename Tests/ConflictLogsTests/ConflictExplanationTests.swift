import ConflictLogs
import ConstraintSolver
import Foundation
import LayoutPlugin
import SceneImport
import SceneModel
import SceneOracles
import TestSupport
import Testing

/// The trouble of the second seed, told with our own names: a card in a self-sizing cell grows by a section of 200 before
/// the table measures again.
private let expandingCell = """
  Unable to simultaneously satisfy constraints.
  (
      "<SnapKit.LayoutConstraint:0x1@Cell.swift#10 App.Card:0xa.top == UITableViewCellContentView:0xc.top + 12.0>",
      "<SnapKit.LayoutConstraint:0x2@Cell.swift#11 App.Card:0xa.bottom == UITableViewCellContentView:0xc.bottom - 12.0>",
      "<SnapKit.LayoutConstraint:0x3@Cell.swift#12 UIButton:0xb.top == App.Card:0xa.top>",
      "<SnapKit.LayoutConstraint:0x4@Cell.swift#13 UIButton:0xb.height == 44.0>",
      "<SnapKit.LayoutConstraint:0x5@Cell.swift#14 UIView:0xd.top == UIButton:0xb.bottom + 10.0>",
      "<SnapKit.LayoutConstraint:0x6@Cell.swift#15 UIView:0xd.height == 200.0>",
      "<SnapKit.LayoutConstraint:0x7@Cell.swift#16 UIView:0xd.bottom == App.Card:0xa.bottom>",
      "<SnapKit.LayoutConstraint:0x8@Cell.swift#17 UIView:0xe.top == UIButton:0xb.bottom + 4.0>",
      "<NSLayoutConstraint:0x9 'UIView-Encapsulated-Layout-Height' UITableViewCellContentView:0xc.height == 147   (active)>"
  )

  Will attempt to recover by breaking constraint
  <SnapKit.LayoutConstraint:0x6@Cell.swift#15 UIView:0xd.height == 200.0>
  """

@Suite struct ConflictExplanationTests {
  @Test(
    "The expanding cell: the set without bystanders, and lowering the 200 first",
    arguments: [Plugin.layoutlab, .reference])
  func expandingCellIsExplained(_ plugin: Plugin) throws {
    let log = try #require(try ConflictLog.all(in: expandingCell).first)
    let explanation = try ConflictExplanation(log, on: plugin)
    #expect(explanation.isInfeasible == true)
    #expect(explanation.minimalSets.first == [0, 1, 2, 4, 5, 6, 8])
    #expect(explanation.broken == 5)
    let first = try #require(explanation.fixes.first)
    #expect(first.action == .lowerPriority)
    #expect(first.constraint == 5)
    #expect(first.to == 999)
    #expect(explanation.impossible?.is == 147 && explanation.impossible?.axis == .vertical)
    for fact in ["147", "UIButton 44 + 10", "278", "234"] {
      #expect(explanation.summary.contains(fact), "\(explanation.summary)")
    }
    #expect(!explanation.fixes.contains { $0.constraint == 8 })
  }

  @Test("A size below nothing contradicts itself")
  func negativeSize() throws {
    let log = ConflictLog(entries: [
      .read(try #require(ConstraintDescription("<NSLayoutConstraint:0x1 UIView:0x2.width == - 16   (active)>")))
    ])
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(explanation.isInfeasible == true)
    #expect(explanation.minimalSets == [[0]])
  }

  @Test("Unknown margins are named instead of guessed")
  func unknownMargins() throws {
    let lines = [
      "<NSLayoutConstraint:0x1 UIView:0x2.bottomMargin == UIView:0x3.bottom   (active)>",
      "<NSLayoutConstraint:0x4 UIView:0x2.topMargin == UIView:0x3.top   (active)>",
      "<NSLayoutConstraint:0x5 UIView:0x3.height == 183   (active)>",
      "<NSLayoutConstraint:0x6 'UIView-Encapsulated-Layout-Height' UIView:0x2.height == 198   (active)>",
    ]
    let log = ConflictLog(entries: try lines.map { .read(try #require(ConstraintDescription($0))) })
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(explanation.isInfeasible == nil)
    #expect(!explanation.missing.isEmpty && explanation.summary.contains("15"))
  }

  @Test("A third of a point is a conflict; a digit that the log does not print is none")
  func printedDigits() throws {
    func isInfeasible(_ lines: [String]) throws -> Bool? {
      let log = ConflictLog(entries: try lines.map { .read(try #require(ConstraintDescription($0))) })
      return try ConflictExplanation(log, on: .layoutlab).isInfeasible
    }
    #expect(
      try isInfeasible([
        "<NSLayoutConstraint:0x1 V:[UIView:0x2(112)]>", "<NSLayoutConstraint:0x3 V:[UIView:0x2(112.333)]>",
      ]) == true)
    #expect(
      try isInfeasible([
        "<NSLayoutConstraint:0x1 UIView:0x2.width == 0.333333*UIView:0x3.width>",
        "<NSLayoutConstraint:0x4 UIView:0x2.width == 100>", "<NSLayoutConstraint:0x5 UIView:0x3.width == 300>",
      ]) == false)
  }

  @Test("Views that a log puts into each other end in an answer, not in a circle")
  func circularSuperviews() throws {
    let log = try ConflictLog.all(
      in: """
        "<NSLayoutConstraint:0x1 V:|-(8)-[UIView:0x2]   (active, names: '|':UIView:0x3 )>",
        "<NSLayoutConstraint:0x4 V:|-(8)-[UIView:0x3]   (active, names: '|':UIView:0x2 )>",
        "<NSLayoutConstraint:0x5 V:[UIView:0x2]-(8)-[UIView:0x3]   (active)>"
        """)[0]
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(explanation.isInfeasible == true)
    #expect(explanation.broken != nil)
  }
}

/// The corpus: every claim checked by the exact judge, and the figures printed.
@Suite struct ConflictCorpusTests {
  @Test(
    "Minimal sets of the corpus are infeasible, and every subset of them is not, says the exact judge",
    .enabled(if: Corpus.conflictLogs.isHere, "\(Corpus.conflictLogs.absence)"))
  func minimalSetsAreIrreducible() throws {
    for entry in try CorpusLog.all(["dev.jsonl", "listonly.jsonl"]) {
      let log = entry.log
      let explanation = try ConflictExplanation(log, on: .layoutlab)
      #expect(
        (explanation.isInfeasible == true) == (entry.derived.infeasible && entry.derived.mode == "free"),
        "\(entry.id): \(explanation.isInfeasible as Any) \(explanation.missing)")
      guard explanation.isInfeasible == true else { continue }
      let judged = try ConflictExplanation(log, on: .reference).minimalSets
      for set in explanation.minimalSets { #expect(judged.contains(set), "\(entry.id)") }
    }
  }

  @Test(
    "The break policy never gives up a system constraint where there is another, and chooses as UIKit in 80 % of the logs",
    .enabled(if: Corpus.conflictLogs.isHere, "\(Corpus.conflictLogs.absence)"))
  func breakPolicyAccuracy() throws {
    let entries = try CorpusLog.all(["dev.jsonl"])
    var candidates = 0
    var exact = 0
    var misses: [String] = []
    for entry in entries {
      let log = entry.log
      let own = log.constraints.filter { !$0.constraint.isSystem(in: log) }
      let chosen = try #require(log.broken(by: .deepest))
      if !own.isEmpty { #expect(own.contains { $0.index == chosen }) }
      guard own.count >= 2 else { continue }
      candidates += 1
      if chosen == entry.broken_index {
        exact += 1
      } else {
        misses.append("\(entry.id) chose \(chosen), UIKit \(entry.broken_index ?? -1)")
      }
    }
    #expect(candidates > 0)
    print("break policy: \(exact) of \(candidates) exact; misses: \(misses.joined(separator: "; "))")
    #expect(Double(exact) >= 0.8 * Double(candidates))
  }
}

@Suite("Logs as they come from other tools")
struct ForeignLogTests {
  private func explained(_ text: String) throws -> ConflictExplanation {
    try ConflictExplanation(try #require(try ConflictLog.all(in: text).first), on: .layoutlab)
  }

  @Test("A paste that ends within its list does not say that the list contradicts nothing")
  func cut() throws {
    let lines = expandingCell.split(separator: "\n", omittingEmptySubsequences: false)
    let explanation = try explained(lines.prefix(4).joined(separator: "\n"))
    #expect(explanation.isInfeasible == nil)
    #expect(explanation.missing.count == 1)
    #expect(try explained(lines.prefix(12).joined(separator: "\n")).isInfeasible == true)
    #expect(try ConflictLog.all(in: expandingCell).first?.endsWithinList == false)
  }

  @Test(
    "What a tool puts before every line is undone, and the broken constraint is read",
    arguments: ["2025-03-11T14:02:51.33882#0Z ", "[14:02:5#]: ▸ ", "12#45 MyApp[12:#4] "])
  func prefixes(prefix: String) throws {
    let lines = expandingCell.split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.enumerated().map { prefix.replacing("#", with: "\($0.offset % 10)") + $0.element }
      .joined(separator: "\n")
    var read = try #require(try ConflictLog.all(in: text).first)
    read.line = 1
    #expect(try ConflictLog.all(in: expandingCell) == [read])
  }

  /// Found by FuzzImport: a quote mark too many was taken for a prefix, and another line's own went with it.
  @Test("A quote mark before each entry is no prefix")
  func quoteMarks() throws {
    let text = """
      Unable to simultaneously satisfy constraints.
      (
          ""<NSLayoutConstraint:0x1 UIView:0x2.width == 50   (active)>",
          ""<NSLayoutConstraint:0x3 UIView:0x2.width == 60   (active)>",
          "<=IV:0x2.width == 100>"
      )
      """
    let log = try #require(try ConflictLog.all(in: text).first)
    #expect(log.entries.contains(.unread("<=IV:0x2.width == 100>")), "\(log.entries)")
  }

  /// Found by FuzzImport: the judge did not know what had been assumed.
  @Test("A guide that would be shorter than nothing is a contradiction under an assumption, which the judge takes over")
  func negativeGuide() throws {
    let text = """
      (
          "<NSLayoutConstraint:0x60 V:[UITableViewCellLayoutGuide:0x20(-5)]   (active)>"
      )
      """
    let log = try #require(try ConflictLog.all(in: text).first)
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(explanation.minimalSets == [[0]] && explanation.assumptions.count == 1)
    #expect(try explanation.doubt(of: log, by: .reference) == nil)
  }

  @Test(
    "Only the height of what a table measures waits for its table; a width, or another view's size, is held from outside"
  )
  func encapsulated() throws {
    func patterns(_ size: String, _ className: String) throws -> [ConflictPattern] {
      let edge = size == "width" ? "H" : "V"
      return try explained(
        """
        (
            "<NSLayoutConstraint:0x1 \(edge):[\(className):0x2(100)]   (active)>",
            "<NSLayoutConstraint:0x3 'UIView-Encapsulated-Layout-\(size.capitalized)' \(className):0x2.\(size) == 44   (active)>"
        )
        """
      ).patterns
    }
    #expect(try patterns("height", "UITableViewCellContentView") == [.selfSizingCell])
    #expect(try patterns("width", "UITableViewCellContentView") == [.encapsulatedSize])
    #expect(try patterns("height", "UIView") == [.encapsulatedSize])
  }
}
