import ConstraintSolver
import Foundation
import LayoutKernel
import SceneModel
import Testing

/// What somebody saw happen, as scenes: between the steps, lines that start with `# told:` say what must be so.
///
///     # told: afterwards                  what was laid out before this line does not count below
///     # told: A is laid out               its `layoutSubviews` ran; `is not laid out`
///     # told: content is 147 high         its frame's height in points; `wide`
///     # told: section is broken           the last conflict broke this constraint
///     # told: nothing conflicts           nothing has conflicted so far
@Suite("Told scenes")
struct ToldSceneTests {
  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: RegressionTests.folder.path)) ?? [])
    .filter { $0.hasPrefix("told-") && $0.hasSuffix(".scene") }.sorted()

  @Test("It comes out as told", arguments: files)
  func comesOut(file: String) throws {
    let text = try String(contentsOf: RegressionTests.folder.appending(path: file), encoding: .utf8)
    let scene = try Scene(text: text, file: file)
    var start = scene
    start.steps = []
    let kernel = try LayoutKernel(scene: start, solver: ConstraintSolver())
    kernel.recordsEvents = true
    var steps = scene.steps[...]
    var sentences = 0
    for line in text.split(separator: "\n") {
      if line.hasPrefix("step ") {
        let step = steps.popFirst()
        try kernel.perform(try #require(step))
      } else if line.hasPrefix("# told: ") {
        let words = line.dropFirst(8).split(separator: " ").map(String.init)
        try check(words, scene, kernel)
        sentences += 1
      }
    }
    #expect(steps.isEmpty)
    #expect(sentences > 0)
  }

  private func check(_ words: [String], _ scene: Scene, _ kernel: LayoutKernel) throws {
    let told = words.joined(separator: " ")
    func frame(_ name: String) throws -> Rect {
      kernel.frame(of: try #require(scene.views.first { $0.name == name }, "no view \(name)").id)
    }
    func isLaidOut(_ name: String) throws -> Bool {
      kernel.events.map(kernel.text(of:)).contains("layoutSubviews \(name)")
    }
    switch Array(words.dropFirst()) {
    case []: kernel.removeEvents()
    case ["is", "laid", "out"]: #expect(try isLaidOut(words[0]), "\(told)")
    case ["is", "not", "laid", "out"]: #expect(try !isLaidOut(words[0]), "\(told)")
    case ["is", "broken"]:
      let conflict = try #require(kernel.conflicts.last, "\(told)")
      let broken = conflict.members[conflict.broken].constraint
      #expect(scene.constraints.first { $0.id == broken }?.name == words[0], "\(told)")
    case ["conflicts"]: #expect(kernel.conflicts.isEmpty, "\(told)")
    case let rest where rest.count == 3 && rest[2] == "high":
      #expect(try frame(words[0]).height == Double(rest[1]), "\(told)")
    case let rest where rest.count == 3 && rest[2] == "wide":
      #expect(try frame(words[0]).width == Double(rest[1]), "\(told)")
    default: Issue.record("what does \"\(told)\" mean?")
    }
  }
}
