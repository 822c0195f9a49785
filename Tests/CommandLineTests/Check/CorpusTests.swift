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
      // Changed by a fuzzer, a script does not do what its writer expected.
      let texts = try solver.map {
        try String(contentsOf: folder.appending(path: "seeds/FuzzSolver/\($0)"), encoding: .utf8)
      }
      for (name, text) in zip(solver, texts) { #expect(!text.contains("\nexpect"), "\(name)") }
      // Some are there once more, with a remark by which every law judges them.
      let documents = texts.count { !$0.contains("\n# judged by all laws: ") }
      #expect(documents < solver.count)
      let again = try Tool.run(["corpus", "seeds", scenes, "--into", "seeds"], in: folder)
      #expect(try again.output == made.output && names(folder, "seeds/FuzzSolver") == solver)

      let merged = try Tool.run(["corpus", "merge", "FuzzSolver", "seeds/FuzzSolver"], in: folder)
      #expect(
        merged.status == 0 && merged.output.contains("\(documents) added"), "\(merged.output) \(merged.errors)")
      let corpus = folder.appending(path: "Fuzz/Work/FuzzSolver/corpus")
      let first = try names(folder, "Fuzz/Work/FuzzSolver/corpus")[0]
      try FileManager.default.copyItem(at: corpus.appending(path: first), to: corpus.appending(path: "twin"))
      let pruned = try Tool.run(["corpus", "prune", "FuzzSolver"], in: folder)
      #expect(pruned.output.contains("\(documents) of \(documents + 1) are left"), "\(pruned.output)")
      let stats = try Tool.run(["corpus", "stats", "FuzzSolver"], in: folder)
      #expect(stats.output.contains("FuzzSolver corpus: \(documents) inputs"), "\(stats.output)")
    }
  }

  @Test("Pairs, files from outside, generated documents and what a story causes are seeds")
  func kinds() throws {
    try Tool.inFolder { folder in
      try FileManager.default.createDirectory(at: folder.appending(path: "from"), withIntermediateDirectories: true)
      let scene = """
        scene 1
        root 100 x 100 @2x
        view s in root
        view a in s
        stack s axis horizontal arranged a
        step animate 1 { property s alpha 0 }
        step advance 0.5

        """
      try Data(scene.utf8).write(to: folder.appending(path: "from/story.scene"))
      let file = Self.root.appending(path: "Tests/Fixtures/SignIn.storyboard")
      try FileManager.default.copyItem(at: file, to: folder.appending(path: "from/SignIn.storyboard"))
      try Data("H:|-8-[a]\n".utf8).write(to: folder.appending(path: "from/row.vfl"))
      let made = try Tool.run(["corpus", "seeds", "from", "--into", "seeds", "--generated", "3"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let seeds = try Dictionary(
        uniqueKeysWithValues: ["Solver", "Layout", "Import", "Timeline", "Player"].map {
          ($0, try names(folder, "seeds/Fuzz\($0)").map { $0.split(separator: ".").last.map(String.init) ?? "" })
        })
      // The story and the same with constraints in place of the stack, the file's scene, three generated ones.
      #expect((seeds["Layout"] ?? []).count >= 6)
      #expect((seeds["Import"] ?? []).contains("storyboard") && (seeds["Import"] ?? []).contains("vfl"))
      #expect((seeds["Timeline"] ?? []).count >= 4 && (seeds["Player"] ?? []).count >= 5)
      #expect((seeds["Solver"] ?? []).count >= 5)
    }
  }

  @Test("A scene with more steps than a fuzzer plays is cut into plays that start where the one before ended")
  func plays() throws {
    try Tool.inFolder { folder in
      let steps = (1...6).map { "step resize root \(100 + $0) x 100\n" }.joined()
      let scene = "scene 1\nroot 100 x 100 @2x\nview a in root\n" + steps
      try Data(scene.utf8).write(to: folder.appending(path: "long.scene"))
      let made = try Tool.run(["corpus", "seeds", "long.scene", "--into", "seeds"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let texts = try names(folder, "seeds/FuzzLayout").map {
        try String(contentsOf: folder.appending(path: "seeds/FuzzLayout/\($0)"), encoding: .utf8)
      }
      #expect(texts.contains { $0.hasPrefix("scene 1\nroot 100 x 100") && $0.contains("104") && !$0.contains("105") })
      #expect(texts.contains { $0.hasPrefix("scene 1\nroot 104 x 100") && $0.contains("106") }, "\(texts)")
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
