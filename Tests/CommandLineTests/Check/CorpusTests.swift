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

  @Test("The seeds that a fuzzer chooses are known by its names for them, and written")
  func chosen() throws {
    try Tool.inFolder { folder in
      // Takes every input, as libFuzzer names it: by the SHA-1 of what is in it.
      let fuzzer = """
        #!/bin/sh
        for folder in "$@"; do
          case "$folder" in -*) continue ;; esac
          if [ -z "$into" ]; then into=$folder; continue; fi
          for file in "$folder"/*; do [ -f "$file" ] && cp "$file" "$into/$(sha1sum <"$file" | cut -c 1-40)"; done
        done
        exit 0

        """
      let place = folder.appending(path: ".build/fuzz-plain/release")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let executable = place.appending(path: "LayoutLabFuzzer")
      try Data(fuzzer.utf8).write(to: executable)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: executable.path)
      let scenes = Self.root.appending(path: "Tests/RegressionTests/Scenes").path
      let made = try Tool.run(["corpus", "seeds", scenes, "--into", "seeds"], in: folder)
      let seeds = try names(folder, "seeds/FuzzSolver")
      #expect(made.output.contains("seeds/FuzzSolver: \(seeds.count) made"), "\(made.output) \(made.errors)")
      #expect(seeds.count > 10)
    }
  }

  @Test("What a run found worth keeping is there for the next, and only what was cut off goes")
  func kept() throws {
    try Tool.inFolder { folder in
      let corpus = folder.appending(path: "work/FuzzSolver/corpus")
      try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
      // FIPS 180's examples, and a longer one, with the names that `sha1sum` gives them.
      let entries = [
        "a9993e364706816aba3e25717850c26c9cd0d89d": "abc",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1": "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "e61cfffe0d9195a525fc6cf06ca2d77119c24a40": String(repeating: "a", count: 200),
      ]
      for (name, text) in entries { try Data(text.utf8).write(to: corpus.appending(path: name)) }
      try Data("aaaaaaa".utf8).write(to: corpus.appending(path: "291e9a6c66994949b57ba5e650361e98fc36b1ba"))
      let run = try Tool.run(
        ["fuzz", "FuzzSolver", "--in-process", "--executions", "10", "--work", "work"], in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try names(folder, "work/FuzzSolver/corpus") == entries.keys.sorted())
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
