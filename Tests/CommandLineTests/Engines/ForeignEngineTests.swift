import Foundation
import Testing

/// Verbs that lay out with somebody else's engine.
@Suite("--engine LIBRARY")
struct ForeignEngineTests {
  private static let scene = """
    scene 1
    root 320 x 480 @2x
    view label in root
    constraint c1: label.width = 100
    """

  private func run(_ verb: [String], doing something: String) throws -> Tool.Answer {
    try Tool.inFolder { folder in
      let library = try HostileEngine(something: something).build(in: folder)
      let patience = something.contains("pause") ? ["--engine-patience", "3"] : []
      return try Tool.run(verb + ["--engine", library] + patience, on: ForeignEngineTests.scene, as: "small.scene")
    }
  }

  @Test(
    "One that ends the process, crashes, hangs or eats the memory takes no verb with it",
    .enabled(if: HostileEngine.hasCompiler),
    arguments: [
      (["check"], "exit(0)"), (["check"], "for (;;) pause()"), (["show"], "abort()"),
      (["explain"], "for (;;) memset(malloc(1 << 28), 1, 1 << 28)"), (["film"], "exit(3)"),
      (["import", "--solver", "--output", "/dev/null"], "abort()"),
    ])
  func vanishing(verb: [String], something: String) throws {
    let answer = try run(verb, doing: something)
    #expect(answer.status == 70 && answer.output.isEmpty)
    let how =
      if something.contains("pause") {
        "did not come back within 3 s"
      } else if something.contains("malloc") {
        "was refused memory: it may have 2 GiB"
      } else {
        "ended its process: "
      }
    #expect(answer.errors.contains("engine.so: the engine \(how)"), "\(answer.errors)")
    #expect(answer.errors.contains("small.scene") == (verb == ["check"]), "\(answer.errors)")
  }

  @Test("What it writes is not taken for the answer", .enabled(if: HostileEngine.hasCompiler))
  func talkative() throws {
    let answer = try run(["show", "--json"], doing: "printf(\"noise\\n\")")
    #expect(answer.status == 0 && answer.errors.contains("noise"))
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) }
  }
}
