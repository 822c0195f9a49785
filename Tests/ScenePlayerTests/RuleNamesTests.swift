import Foundation
import TestSupport
import Testing

/// Every numbered rule of the animation rule book is named by a test.
@Suite("The rule book")
struct RuleNamesTests {
  @Test(
    "Every numbered rule is in the name of a test or suite",
    .enabled(if: Surroundings.shared != nil, "skipped: ../shared is absent"))
  func everyRuleIsNamed() throws {
    let shared = try #require(Surroundings.shared)
    let book = try String(contentsOf: shared.appendingPathComponent("spec/animation.md"), encoding: .utf8)
    // `2.3 Evaluation of …`, and sections that are one rule: `## 11. CAAnimationGroup`.
    let rules = book.matches(of: #/(?m)^(\d+\.\d+) /#).map { String($0.1) }
    let sections = book.matches(of: #/(?m)^## (\d+)\./#).map { String($0.1) }
    let undivided = sections.filter { section in !rules.contains { $0.hasPrefix(section + ".") } }
    // 19 are questions, no rules.
    let expected = rules + undivided.filter { $0 != "19" }
    #expect(expected.count > 60)
    let named = Set(try testNames().flatMap { $0.matches(of: #/\d+(\.\d+)?/#).map { String($0.0) } })
    #expect(expected.filter { !named.contains($0) } == [])
  }

  private func testNames() throws -> [String] {
    let tests = Surroundings.package.appendingPathComponent("Tests")
    let files = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String } ?? []
    return try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
      try String(contentsOf: tests.appendingPathComponent(file), encoding: .utf8)
        .matches(of: #/@(?:Test|Suite)\(\s*"([^"]*)"/#).map { String($0.1) }
    }
  }
}
