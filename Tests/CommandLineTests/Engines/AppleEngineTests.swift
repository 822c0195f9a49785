import Foundation
import Testing

/// The one Swift file for Apple's engines, over this project's UIKit.
@Suite("Apple's adapter")
struct AppleEngineTests {
  private static let engine =
    "cmd:'" + Tool.executable.deletingLastPathComponent().appendingPathComponent("AppleEngine").path + "'"

  /// Whether the tool takes commands as engines.
  private static let isTaken = (try? Tool.run(["plugins", "list", engine]).status) == 0

  @Test(
    "On 1 000 projected scenes its frames are the exact judge's, and those of the scene opened anew",
    .enabled(if: isTaken, "the tool takes no commands as engines"))
  func agrees() throws {
    let laws = [
      "frames.engine-answers", "frames.claims-are-kept", "frames.required-constraints-hold",
      "frames.unique-values-are-right",
      "frames.incremental-equals-fresh",
    ]
    let answer = try Tool.run(
      ["plugins", "check", AppleEngineTests.engine, "--scripts", "1000", "--seed", "29", "--json"]
        + laws.flatMap { ["--law", $0] })
    let rows = try JSONDecoder().decode(Record.self, from: Data(answer.output.utf8)).laws
    #expect(rows.map(\.law) == laws, "\(answer.errors)")
    for row in rows { #expect(row.verdict == "holds", "\(row.law): \(row.detail ?? "")\n\(row.document ?? "")") }
    #expect(rows.first?.judged == 1000)
  }

  private struct Record: Decodable { var laws: [Row] }
  private struct Row: Decodable {
    var law, verdict: String
    var detail, document: String?
    var judged: Int
  }
}
