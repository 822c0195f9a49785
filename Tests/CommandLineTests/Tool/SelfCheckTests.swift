import ConstraintSolver
import Foundation
import LayoutPlugin
import SceneChecking
import SceneModel
import TestSupport
import Testing

@Suite struct SelfCheckTests {
  @Test("A built tool proves itself, and names what only a package brings")
  func works() throws {
    let answer = try Tool.run(["self-check", "--json"])
    #expect(answer.status == 0, "\(answer.output) \(answer.errors)")
    let record = try #require(try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    let parts = try #require(record["parts"] as? [[String: String]])
    func verdict(_ part: String) -> String? { parts.first { $0["part"] == part }?["verdict"] }
    for part in ["check", "explain", "film", "laws"] { #expect(verdict(part) == "works", "\(parts)") }
    #expect(verdict("plugin library") == "absent")
    #expect((record["version"] as? [String: Any])?["pluginABI"] as? Int == 2)
  }

  @Test("A part that gives a wrong answer is broken")
  func broken() throws {
    let wrong = BrokenEngine.all.filter { engine in
      let plugin = engine.plugin(around: .layoutlab)
      guard let makeSolver = plugin.makeSolver else { return false }
      var check = SelfCheck()
      check.checkReading(on: plugin, makeSolver: makeSolver)
      return check.outcome == .ownFault && check.text.contains("BROKEN ")
    }
    #expect(!wrong.isEmpty)
  }

  @Test("The version names the project's release, which the list of changes has")
  func version() throws {
    let answer = try Tool.run(["--version"])
    let version = answer.output.split(separator: "\n").first?.split(separator: " ").last.map(String.init) ?? ""
    let changes = try String(contentsOf: Tool.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let headings = changes.split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(
      headings.contains { $0.hasPrefix("## \(version),") || $0 == "## Unreleased (\(version))" },
      "\(version) \(headings)")
    #expect(answer.output.contains("plugin ABI "))
    #expect(answer.output.contains("engine protocol 1"))
  }
}
