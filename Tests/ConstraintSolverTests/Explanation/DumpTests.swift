import Foundation
import LayoutPlugin
import SceneModel
import Testing

@testable import ConstraintSolver

/// What the dump says, and that the guide to it says the same.
@Suite struct DumpTests {
  /// A script of the guide, and the listing that follows it.
  private struct Example {
    var script: String
    var listing: String
  }

  private static let guide = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Guides/reading-a-system.md")

  private func examples() throws -> [Example] {
    var examples: [Example] = []
    var script: String?
    let parts = try String(contentsOf: DumpTests.guide, encoding: .utf8).components(separatedBy: "```")
    // Every second part is a listing.
    for part in stride(from: 1, to: parts.count, by: 2).map({ parts[$0] }) {
      let body = String(part.drop { $0 != "\n" }.dropFirst())
      if part.hasPrefix("solver") {
        script = body
      } else if let shown = script, part.hasPrefix("text") {
        examples.append(Example(script: shown, listing: body))
        script = nil
      }
    }
    return examples
  }

  @Test("The guide's listings are what the solver prints")
  func guideIsTrue() throws {
    let examples = try examples()
    #expect(examples.count == 3)
    for example in examples {
      let solver = ConstraintSolver()
      for transaction in try SolverScript(text: example.script).transactions {
        _ = try solver.apply(transaction.edits)
        _ = try solver.changes()
      }
      #expect(solver.dump() == example.listing)
    }
  }

  @Test("Names are the caller's; what is held by nothing, relaxed or decided elsewhere is said")
  func otherParts() throws {
    let solver = ConstraintSolver()
    let rows = [
      row(1, [(1, 1)], .equal, 300), row(2, [(1, 1)], .equal, 280, 750),
      row(3, [(1, 2), (1, 3)], .lessThanOrEqual, 100),
      row(4, [(1, 2)], .equal, 80, 500), row(5, [(1, 3)], .equal, 70, 400),
      row(6, [(1, 4), (1, 5)], .equal, 10), row(7, [(1, 4), (-1, 5)], .equal, 4),
      row(8, [(1, 4)], .greaterThanOrEqual, 1),
    ]
    #expect(
      try solver.apply([.declare(Variable(9), nonNegative: false)] + rows.map { .add($0) }) == .solved)
    #expect(try solver.apply([.remove(.init(5))]) == .solved)
    let text = solver.dump(variableName: { $0.id == 1 ? "card.width" : "\($0)" }, rowName: { "row \($0.rawValue)" })
    #expect(text.contains("row 2 @750  card.width = 280: violated by 20"))
    #expect(text.contains("row 8 required  v4 >= 1: holds, 6 to spare"))
    #expect(text.contains(": v9"))
  }

  @Test("A block in fractions has no active rows: those that are known belong to other values")
  func blockInFractions() throws {
    for (solver, isExact) in [(ConstraintSolver(verification: .proved), true), (ConstraintSolver(), false)] {
      let rows = [row(1, [(3, 1), (1, 2)], .equal, 100), row(2, [(1, 1), (1, 2)], .equal, 10, 500)]
      #expect(try solver.apply(rows.map { .add($0) }) == .solved)
      _ = try solver.changes()
      let text = solver.dump()
      #expect(text.contains("in fractions") == isExact && text.contains("active") != isExact, "\(text)")
    }
  }
}
