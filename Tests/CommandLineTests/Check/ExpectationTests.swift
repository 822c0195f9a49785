import Foundation
import Testing

/// `expect` lines of scenes, judged by `check`.
@Suite struct ExpectationTests {
  private static let examples = Tool.root.appending(path: "Examples")

  @Test(
    "The claims of the source documents hold",
    arguments: [
      ("card.scene", 6), ("layout-callbacks.scene", 8), ("row-conflict.scene", 4), ("press.scene", 6),
    ])
  func examples(name: String, count: Int) throws {
    let answer = try Tool.run(["check", "Examples/\(name)"], in: Self.examples.deletingLastPathComponent())
    #expect(answer.status == 0, "\(answer.output) \(answer.errors)")
    #expect(answer.output.contains("\(count) of \(count) "), "\(answer.output)")
    #expect(answer.output.contains("Examples/\(name): fine"), "\(answer.output)")
  }

  /// Each line of the example turned into one that is not so.
  @Test(
    "An expectation that is not met is told with its line, what was expected and what is",
    arguments: [
      ("expect frame card 0 0 101 100", "0 0 100 100", "0 0 101 100"),
      ("expect value card opacity number 0.25", "1", "0.25"),
      ("expect conflict", "no conflict", "a conflict"),
      ("expect conflict (wide) breaking wide", "no conflict", "a conflict of wide, breaking wide"),
      ("expect ambiguous card", "unambiguous", "ambiguous"),
      ("expect callback layoutSubviews card 2 times", "1 time", "2 times"),
      ("expect callback updateConstraints root 0 times", "1 time", "0 times"),
      ("expect report opened finished at 0.3", "no report", "finished at 0.3 s"),
      ("expect report opened", "no report", "any"),
      ("expect remark modelNotUpdated", "no remark", "modelNotUpdated"),
      ("expect remark unheardOf", "unheardOf", nil),
    ] as [(String, String, String?)])
  func unmet(line: String, found: String, expected: String?) throws {
    let scene = """
      scene 1
      root 320 x 480 @2x
      view card in root
      edges card = root inset 0 0 380 220
      constraint wide: card.width = 100  inactive
      \(line)

      """
    let answer = try Tool.run(["check", "--json"], on: scene, as: "claims.scene")
    #expect(answer.status == 1, "\(answer.output) \(answer.errors)")
    let finding = try #require(answer.findings.first { $0.code == "expectation" }, "\(answer.output)")
    #expect(finding.line == 6 && finding.fields == ["expectation": line] && finding.found == found, "\(finding)")
    if let expected { #expect(finding.expected == expected, "\(finding)") }
    let other = try Tool.run(["check", "--fail-on", "conflict"], on: scene, as: "claims.scene")
    #expect(other.status == 0)
  }

  @Test("What is expected not to be, and is, is told: conflicts, reports, remarks")
  func unwanted() throws {
    let scene = """
      scene 1
      root 320 x 480 @2x
      view card in root  frame 0 0 100 100  autoresizing none
      view box in root
      edges box = root
      constraint narrow: box.width = 100
      expect no conflict
      expect unambiguous box
      step animate 0.3 { property card alpha 0 } completion gone
      step add animation to card : basic opacity from number 0 to number 0.5 duration 1
      step advance 2
      expect no report gone
      expect no remark

      """
    let answer = try Tool.run(["check", "--only", "expectation", "--json"], on: scene, as: "claims.scene")
    #expect(answer.status == 1)
    let unmet = answer.findings.map { $0.fields?["expectation"] }
    #expect(unmet == ["expect no conflict", "expect no report gone", "expect no remark"], "\(answer.output)")
    #expect(answer.findings.map(\.line) == [7, 12, 13])
  }

  @Test("A file that cannot be read is told, whatever kinds are asked for")
  func unreadable() throws {
    let answer = try Tool.run(["check", "--only", "expectation"], on: "scene 1\nexpect nothing\n", as: "a.scene")
    #expect(answer.status == 65 && answer.errors.contains("a.scene:2:") && !answer.output.contains("fine"))
  }

  @Test("A conflict that a scene expects is no finding, and one more than it expects is")
  func expectedConflict() throws {
    let scene = """
      scene 1
      root 320 x 480 @2x
      view box in root
      edges box = root
      constraint narrow: box.width = 100
      expect conflict (box-leading box-trailing narrow) breaking narrow

      """
    let answer = try Tool.run(["check"], on: scene, as: "a.scene")
    #expect(answer.status == 0, "\(answer.output)")
    let more = try Tool.run(["check"], on: scene + "step add constraint low: box.height = 10\n", as: "a.scene")
    #expect(more.status == 1 && more.output.contains("conflict:"), "\(more.output)")
  }
}
