import Foundation
import Testing

/// The commands of the README and of the guides for users, run as they are printed.
@Suite struct DocumentedCommandTests {
  private static let root = Tool.root

  /// What needs fuzzers, benchmark drivers or minutes is only asked whether it is spelled right.
  private static let long: Set = ["fuzz", "bench", "plugins", "soak"]

  private static let commands: [String] = ["README.md", "Guides/checking-in-ci.md", "Guides/looking-at-scenes.md"]
    .flatMap { page in
      let text = (try? String(contentsOf: root.appending(path: page), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").filter { $0.hasPrefix("    layoutlab ") }.map { line in
        String(line.dropFirst("    layoutlab ".count).split(separator: "#")[0]).trimmingCharacters(in: .whitespaces)
      }
    }

  @Test("Commands of README and guides do what they say on the files that ship")
  func commandsRun() throws {
    #expect(Self.commands.count > 12)
    try Tool.inFolder { folder in
      // What one command writes the next may read.
      for name in ["Examples", "Tests"] {
        try FileManager.default.createSymbolicLink(
          at: folder.appending(path: name), withDestinationURL: Self.root.appending(path: name))
      }
      // `diff main` compares with a revision.
      try DiffTests.git(["init", "-q", "-b", "main", "."], in: folder)
      try DiffTests.git(["commit", "-q", "--allow-empty", "-m", "empty"], in: folder)
      for command in Self.commands {
        var words = command.split(separator: " ").map(String.init)
        if Self.long.contains(words[0]) {
          words = Array(words.prefix(words[0] == "bench" || words[0] == "plugins" ? 2 : 1)) + ["--help"]
        }
        let answer = try Tool.run(words, in: folder)
        #expect([0, 1].contains(answer.status), "\(command): \(answer.status) \(answer.errors)")
        if let at = words.firstIndex(where: { ["--svg", "-o", "--accept"].contains($0) }), at + 1 < words.count {
          #expect(FileManager.default.fileExists(atPath: folder.appending(path: words[at + 1]).path), "\(command)")
        }
      }
    }
  }

  @Test(
    "The pictures of README and guides are what the tool draws today",
    arguments: [
      ("sign-in.svg", "show Examples/Screens/SignIn.storyboard --constraints Name --margins"),
      ("card.svg", "film Examples/card.scene"),
    ])
  func pictures(name: String, command: String) throws {
    try Tool.inFolder { folder in
      let drawn = folder.appending(path: name)
      _ = try Tool.run(command.split(separator: " ").map(String.init) + ["--svg", drawn.path], in: Self.root)
      let now = try String(contentsOf: drawn, encoding: .utf8)
      let kept = try String(contentsOf: Self.root.appending(path: "Guides/pictures/\(name)"), encoding: .utf8)
      #expect(now == kept, "layoutlab \(command) --svg Guides/pictures/\(name)")
    }
  }

  @Test("Examples of the scene format's guide keep what they expect, and the law that they name")
  func sceneFormat() throws {
    let guide = try String(contentsOf: Self.root.appending(path: "Guides/scene-format.md"), encoding: .utf8)
    for part in guide.components(separatedBy: "```").enumerated().filter({ $0.offset % 2 == 1 }).map(\.element) {
      let kind = part.hasPrefix("scene\n") ? "scene" : part.hasPrefix("solver\n") ? "solver" : nil
      guard let kind else { continue }
      let answer = try Tool.run(["check"], on: String(part.dropFirst(kind.count + 1)), as: "example.\(kind)")
      #expect(answer.status == 0, "\(answer.errors) \(answer.output)")
    }
  }
}
