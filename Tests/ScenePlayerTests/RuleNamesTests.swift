import Foundation
import TestSupport
import Testing

/// Every rule of `Guides/rules/animation.md` is named by a test.
@Suite("The animation rule book")
struct RuleNamesTests {
  @Test("Every rule is in the name of a test or suite")
  func everyRuleIsNamed() throws {
    let file = Surroundings.package.appendingPathComponent("Guides/rules/animation.md")
    let rules = try String(contentsOf: file, encoding: .utf8).matches(of: #/(?m)^\*\*(A\d+\.\d+)\*\*/#).map {
      String($0.1)
    }
    #expect(rules.count > 75)
    let named = try Set(testNames().flatMap(Self.rules))
    // These are rules of the layout book, L10.5 and L10.9.
    #expect(rules.filter { !named.contains($0) } == ["A16.2", "A16.4"])
  }

  /// `A9.1 to A9.3, A8.2: text` names four.
  private static func rules(in name: String) -> [String] {
    let single = name.matches(of: #/A\d+\.\d+/#).map { String($0.0) }
    let ranges = name.matches(of: #/A(\d+)\.(\d+) to A\d+\.(\d+)/#).flatMap { match -> [String] in
      guard let first = Int(match.2), let last = Int(match.3), first <= last else { return [] }
      return (first...last).map { "A\(match.1).\($0)" }
    }
    return single + ranges
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
