import Foundation
import Testing

@Suite("corpus")
struct CorpusTests {
  private static let root = Tool.root

  @Test("Seeds are made from scenes, looked at, merged and pruned")
  func seeds() throws {
    try Tool.inFolder { folder in
      let scenes = Self.root.appending(path: "Tests/RegressionTests/Scenes").path
      let made = try Tool.run(["corpus", "seeds", scenes, "--into", "seeds"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let solver = try names(folder, "seeds/FuzzSolver"), layout = try names(folder, "seeds/FuzzLayout")
      #expect(!solver.isEmpty && !layout.isEmpty)
      // Scenes cause scripts.
      #expect(solver.allSatisfy { $0.hasPrefix("made-") && $0.hasSuffix(".solver") })
      let again = try Tool.run(["corpus", "seeds", scenes, "--into", "seeds"], in: folder)
      #expect(try again.output == made.output && names(folder, "seeds/FuzzSolver") == solver)

      let merged = try Tool.run(["corpus", "merge", "FuzzSolver", "seeds/FuzzSolver"], in: folder)
      #expect(
        merged.status == 0 && merged.output.contains("\(solver.count) added"), "\(merged.output) \(merged.errors)")
      let corpus = folder.appending(path: "Fuzz/Work/FuzzSolver/corpus")
      let first = try names(folder, "Fuzz/Work/FuzzSolver/corpus")[0]
      try FileManager.default.copyItem(at: corpus.appending(path: first), to: corpus.appending(path: "twin"))
      let pruned = try Tool.run(["corpus", "prune", "FuzzSolver"], in: folder)
      #expect(pruned.output.contains("\(solver.count) of \(solver.count + 1) are left"), "\(pruned.output)")
      let stats = try Tool.run(["corpus", "stats", "FuzzSolver"], in: folder)
      #expect(stats.output.contains("FuzzSolver corpus: \(solver.count) inputs"), "\(stats.output)")
    }
  }

  @Test("A folder that is not there is a mistake, and nothing is taken away")
  func mistakes() throws {
    try Tool.inFolder { folder in
      for words in [["prune", "FuzzSolver"], ["merge", "FuzzSolver", "nowhere"], ["seeds", "nowhere"]] {
        let answer = try Tool.run(["corpus"] + words, in: folder)
        #expect(answer.status == 65, "\(words): \(answer.errors)")
      }
    }
  }

  private func names(_ folder: URL, _ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)
      .filter { !$0.hasPrefix(".") }.sorted()
  }
}
