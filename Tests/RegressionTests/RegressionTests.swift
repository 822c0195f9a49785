import AnimationSampler
import ConstraintSolver
import EngineIsolation
import Foundation
import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import TestSupport
import Testing

/// Promoted findings: data only. `layoutlab keep` adds one, and this replays them all on the engine.
@Suite("Promoted findings")
struct RegressionTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scenes")

  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { [".scene", ".solver", ".timeline"].contains(where: $0.hasSuffix) && !$0.hasPrefix("told-") }.sorted()

  private let laws =
    Law.ofAllTargets + OtherProcesses.fresh(NamedEngine.ours, tool: Surroundings.tool, patience: 60).laws

  @Test("A finding that was fixed stays fixed, in the judge too", arguments: files)
  func holds(file: String) throws {
    let text = try String(contentsOf: RegressionTests.folder.appending(path: file), encoding: .utf8)
    let document = try Document(text: text, file: file)
    let name = try #require(document.provenance?.law, "the file names no law")
    #expect(file.hasPrefix(name + "-"), "the file is named after its law")
    let law = try #require(laws.first { $0.name == name }, "there is no law \(name)")
    #expect(law.judge(document, .layoutlab.withAnimationSampler) == .holds)
    // It offers less, and what it does not claim is undecided.
    if case .broken(let text) = law.judge(document, .reference) { Issue.record("the judge: \(text)") }
  }
}
