import ConstraintSolver
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import Testing

/// One test at a time: they look at counters of the whole process.
@Suite("Hard states", .serialized)
struct HardStateTests {
  @Test("States have names of their own, and room among the counters")
  func registry() {
    #expect(Set(HardState.allCases.map(\.name)).count == HardState.allCases.count)
    #expect(HardState.allCases.count <= 64)
    #expect(HardState.removedRowTakenBack.name == "removed-row-taken-back")
  }

  /// Other tests run beside this one, so more may be reached than its document does.
  @Test("A broken constraint is noted with the execution at which it was first met")
  func firstTime() throws {
    let scene = try Scene(
      text: "scene 1\nroot 100 x 100 @2x\nview v1 in root\nconstraint c1: v1.width = 10\nconstraint c2: v1.width = 20\n"
    )
    var watch = HardStateWatch()
    let law = try #require(Law.named("layout.idle-pass-runs-no-callback"))
    _ = law.judge(.scene(scene), .layoutlab)
    let hasNews = watch.look(executions: 7)
    #expect(hasNews)
    watch.finish(executions: 8)
    let reached = try #require(watch.record.reached.first { $0.state == "required-broken" })
    #expect(reached.count >= 1 && reached.firstExecution == 7)
    #expect(!watch.record.neverReached.contains("required-broken"))
  }

  @Test("Records of several processes add up, and survive their file")
  func addingUp() throws {
    let text = """
      {"neverReached": [], "reached": [{"count": 2, "firstExecution": 9, "firstSeconds": 3, "state": "third-round"}]}
      """
    let one = try JSONDecoder().decode(HardStateRecord.self, from: Data(text.utf8))
    let other = try JSONDecoder().decode(
      HardStateRecord.self, from: Data(text.replacing("\"firstSeconds\": 3", with: "\"firstSeconds\": 1").utf8))
    var sum = one
    sum.add(other)
    #expect(sum.reached.count == 1 && sum.reached[0].count == 4 && sum.reached[0].firstSeconds == 1)
    #expect(sum.neverReached.count == HardState.allCases.count - 1)
    #expect(try JSONDecoder().decode(HardStateRecord.self, from: JSONEncoder().encode(sum)) == sum)
  }

  @Test("What ClusterFuzzLite is told of the length of inputs is what the targets read")
  func longestInput() throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../.clusterfuzzlite/build.sh")
    #expect(try String(contentsOf: script, encoding: .utf8).contains("max_len = \(FuzzTarget.longestInput)\\n"))
  }
}
