import Foundation
import Testing

/// `diff` between revisions, folders and files, on an app of two screens.
@Suite struct DiffTests {
  /// A repository with the examples as its app, committed once.
  private static func inRepository(_ body: (URL) throws -> Void) throws {
    try Tool.inFolder { folder in
      try FileManager.default.copyItem(
        at: Tool.root.appending(path: "Examples/Screens"), to: folder.appending(path: "App"))
      try git(["init", "-q", "."], in: folder)
      try commit(in: folder)
      try body(folder)
    }
  }

  static func git(_ words: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder.path, "-c", "user.name=t", "-c", "user.email=t@example.org"] + words
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private static func commit(in folder: URL) throws {
    try git(["add", "-A"], in: folder)
    try git(["commit", "-q", "-m", "screens"], in: folder)
  }

  private static func change(_ file: String, in folder: URL, _ old: String, _ new: String) throws {
    let file = folder.appending(path: "App/\(file)")
    let text = try String(contentsOf: file, encoding: .utf8)
    try #require(text.contains(old))
    try text.replacing(old, with: new, maxReplacements: 1).write(to: file, atomically: true, encoding: .utf8)
  }

  /// The JSON of `diff`, as far as tests look at it.
  private struct Record: Decodable {
    struct Change: Decodable, Equatable {
      var code, element: String
      var properties: [String]
    }
    struct Problem: Decodable { var code, element: String }
    struct Cause: Decodable {
      var change: Change
      var appeared, mended: [Problem]
    }
    var changedFiles: Int
    var causes: [Cause]
  }

  @Test("A constant at the safe area moves views on the file's own device, too, though its recorded frames are old")
  func constantAtInset() throws {
    try Self.inRepository { folder in
      try Self.change(
        "SignIn.storyboard", in: folder, "constant=\"40\" id=\"sgn-c-0001\"", "constant=\"37\" id=\"sgn-c-0001\"")
      for device in [["--device", "none"], []] {
        let answer = try Tool.run(["diff", "HEAD"] + device, in: folder)
        #expect(answer.output.contains("Welcome back.top = sgn-sa-001.top + 37: "), "\(answer.output)")
        #expect(answer.output.contains("4 views move 3 up"), "\(answer.output)")
      }
    }
  }

  @Test("One constant and one text of two screens are two causes with their lines, in fewer than 15 lines of Markdown")
  func causes() throws {
    try Self.inRepository { folder in
      try Self.change(
        "SignIn.storyboard", in: folder, "constant=\"24\" id=\"sgn-c-0003\"", "constant=\"40\" id=\"sgn-c-0003\"")
      try Self.change("Banner.xib", in: folder, "text=\"Espresso\"", "text=\"Cappuccino\"")
      try Self.commit(in: folder)
      let answer = try Tool.run(["diff", "HEAD~1", "HEAD", "--format", "markdown", "--html", "page.html"], in: folder)
      #expect(answer.status == 0, "\(answer.errors)")
      #expect(answer.output.split(separator: "\n", omittingEmptySubsequences: false).count < 15)
      #expect(answer.output.contains("`App/SignIn.storyboard:48` Name.top = Welcome back.bottom + 40: "))
      #expect(answer.output.contains("views move 16 down"), "\(answer.output)")
      #expect(answer.output.contains("`App/Banner.xib:9` Cappuccino (label bnr-lb-001): "), "\(answer.output)")
      let page = try String(contentsOf: folder.appending(path: "page.html"), encoding: .utf8)
      #expect(page.contains("SignIn"))
      let same = try Tool.run(["diff", "HEAD", "HEAD"], in: folder)
      #expect(same.status == 0 && same.output.split(separator: "\n").count == 1, "\(same.output)")
      let elsewhere = try Tool.run(["diff", "HEAD~1", "HEAD", "App/Banner.xib", "--json"], in: folder)
      #expect(!elsewhere.output.contains("SignIn"))
      let record = try JSONDecoder().decode(Record.self, from: Data(elsewhere.output.utf8))
      #expect(record.changedFiles == 1)
      #expect(
        record.causes.map(\.change) == [
          .init(code: "view-changed", element: "Cappuccino (label bnr-lb-001)", properties: ["text"])
        ])
    }
  }

  @Test("Of a view that two changes move, each is told with its own part")
  func parts() throws {
    try Self.inRepository { folder in
      try Self.change(
        "SignIn.storyboard", in: folder, "constant=\"40\" id=\"sgn-c-0001\"", "constant=\"56\" id=\"sgn-c-0001\"")
      try Self.change(
        "SignIn.storyboard", in: folder, "constant=\"24\" id=\"sgn-c-0003\"", "constant=\"32\" id=\"sgn-c-0003\"")
      try Self.change("SignIn.storyboard", in: folder, "text=\"Welcome back\"", "text=\"Welcome back to the shop\"")
      let answer = try Tool.run(["diff", "HEAD"], in: folder)
      for part in [
        "3 causes, 4 changed views", "4 views move 16 down: ", "3 views move 8 down: ", "1 view becomes 111.5 wider: ",
      ] {
        #expect(answer.output.contains(part), "\(answer.output)")
      }
    }
  }

  @Test("A new conflict ends with 1 and has its cause; taken back, it is told as mended")
  func troubles() throws {
    try Self.inRepository { folder in
      let old = "<constraint firstItem=\"bnr-lb-001\" firstAttribute=\"width\" constant=\"160\" id=\"bnr-c-0002\"/>"
      try Self.change("Banner.xib", in: folder, old, "")
      let mended = try Tool.run(["diff", "HEAD"], in: folder)
      #expect(mended.status == 0, "\(mended.errors)")
      #expect(mended.output.contains("(before): Espresso.width = 160: "), "\(mended.output)")
      #expect(mended.output.contains("    mended conflict: "), "\(mended.output)")
      try Self.commit(in: folder)
      let broken = try Tool.run(["diff", "HEAD..HEAD~1", "--json"], in: folder)
      #expect(broken.status == 1, "\(broken.output)")
      let causes = try JSONDecoder().decode(Record.self, from: Data(broken.output.utf8)).causes
      #expect(
        causes.map(\.change) == [.init(code: "constraint-added", element: "Espresso.width = 160", properties: [])])
      #expect(causes.first?.appeared.map(\.code) == ["conflict"])
    }
  }

  @Test("A new view with its constraints is one cause, and what it pushes away is its work")
  func addedView() throws {
    let before = """
      scene 1
      root 320 x 480 @2x
      view title in root kind label
      view list in root
      constraint title.top = root.top + 20
      constraint title.leading = root.leading + 16
      constraint list-top: list.top = title.bottom + 8
      constraint list.leading = root.leading
      constraint list.width = root.width
      constraint list.height = 200
      intrinsic title 100 x 20

      """
    let after = before.replacing("view list in root\n", with: "view list in root\nview banner in root\n")
      .replacing(
        "constraint list-top: list.top = title.bottom + 8\n",
        with: """
          constraint banner.top = title.bottom + 8
          constraint banner.height = 50
          constraint banner.leading = root.leading
          constraint banner.width = root.width
          constraint list-top: list.top = banner.bottom + 8

          """)
    try Tool.inFolder { folder in
      for (name, text) in [("a", before), ("b", after)] {
        let place = folder.appending(path: name)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place.appending(path: "feed.scene"))
      }
      let answer = try Tool.run(["diff", "a", "b"], in: folder)
      #expect(answer.output.contains("feed.scene:5: view banner "), "\(answer.output)")
      #expect(answer.output.contains("1 view appears: view banner"), "\(answer.output)")
      #expect(answer.output.contains("1 view moves 58 down: view list"), "\(answer.output)")
    }
  }

  @Test("Recorded snapshots are compared like documents, by the frames in them")
  func snapshots() throws {
    try Self.inRepository { folder in
      #expect(try Tool.run(["snapshot", "App", "--record", "--folder", "old"], in: folder).status == 0)
      try Self.change(
        "SignIn.storyboard", in: folder, "constant=\"24\" id=\"sgn-c-0003\"", "constant=\"40\" id=\"sgn-c-0003\"")
      #expect(try Tool.run(["snapshot", "App", "--record", "--folder", "new"], in: folder).status == 0)
      let answer = try Tool.run(["diff", "old", "new", "--html", "page.html"], in: folder)
      #expect(answer.status == 0, "\(answer.errors)")
      #expect(answer.output.contains("App/SignIn.storyboard/"), "\(answer.output)")
      #expect(answer.output.contains("views move 16 down"), "\(answer.output)")
      #expect(answer.output.contains("1 of 2 files: 1 cause"), "\(answer.output)")
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: "page.html").path))
      let same = try Tool.run(["diff", "new", "new"], in: folder)
      #expect(same.status == 0 && same.output.split(separator: "\n").count == 1, "\(same.output)")
      let mixed = try Tool.run(["diff", "old", "App"], in: folder)
      #expect(mixed.status == 64 && mixed.errors.contains("layoutlab snapshot App --folder old"), "\(mixed.errors)")

      try Self.commit(in: folder)
      #expect(try Tool.run(["snapshot", "App", "--record", "--folder", "old"], in: folder).status == 0)
      let revisions = try Tool.run(["diff", "HEAD", "old"], in: folder)
      #expect(revisions.output.contains("views move 16 down"), "\(revisions.output) \(revisions.errors)")
      let name = try #require(
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).first {
          $0.hasPrefix("new/App/SignIn") && $0.hasSuffix(".snapshot")
        })
      try FileManager.default.removeItem(at: folder.appending(path: name))
      let gone = try Tool.run(["diff", "old", "new"], in: folder)
      #expect(gone.output.contains("new/App/SignIn") || gone.output.contains(" (before): "), "\(gone.output)")
    }
  }

  @Test("Renamed files, a screen that is gone, and a file that one revision cannot read")
  func files() throws {
    try Self.inRepository { folder in
      let (old, new) = (folder.appending(path: "App/SignIn.storyboard"), folder.appending(path: "App/Login.storyboard"))
      try FileManager.default.moveItem(at: old, to: new)
      let renamed = try Tool.run(["diff", "HEAD"], in: folder)
      #expect(renamed.status == 0 && renamed.output.split(separator: "\n").count == 1, "\(renamed.output)")
      try Self.commit(in: folder)
      let moved = try Tool.run(["diff", "HEAD~1", "HEAD"], in: folder)
      #expect(moved.status == 0 && moved.output.split(separator: "\n").count == 1, "\(moved.output)")
      try Self.change(
        "Login.storyboard", in: folder, "constant=\"24\" id=\"sgn-c-0003\"", "constant=\"40\" id=\"sgn-c-0003\"")
      try Self.commit(in: folder)
      let both = try Tool.run(["diff", "HEAD~2", "HEAD"], in: folder)
      #expect(both.output.contains("App/Login.storyboard:48: ") && both.output.contains("1 cause"), "\(both.output)")

      try FileManager.default.removeItem(at: new)
      let gone = try Tool.run(["diff", "HEAD"], in: folder)
      #expect(gone.status == 0 && gone.output.contains("was removed"), "\(gone.output)")
      try Data("<document".utf8).write(to: new)
      try Self.change("Banner.xib", in: folder, "text=\"Espresso\"", "text=\"Cappuccino\"")
      try Self.commit(in: folder)
      let broken = try Tool.run(["diff", "HEAD~1", "HEAD"], in: folder)
      #expect(broken.status == 65 && broken.errors.contains("App/Login.storyboard:"), "\(broken.errors)")
      // The others are compared all the same.
      #expect(broken.output.contains("Cappuccino"), "\(broken.output)")
    }
  }

  @Test("What is neither a revision nor a path, and what is both, is a usage mistake")
  func usage() throws {
    try Self.inRepository { folder in
      #expect(try Tool.run(["diff", "nothing"], in: folder).status == 64)
      #expect(try Tool.run(["diff", "App"], in: folder).status == 64)
      try Self.git(["branch", "App"], in: folder)
      let both = try Tool.run(["diff", "App"], in: folder)
      #expect(both.status == 64 && both.errors.contains("heads/App"), "\(both.errors)")
      #expect(try Tool.run(["diff", "--output=stolen"], in: folder).status == 64)
      try Data("<document".utf8).write(to: folder.appending(path: "App/SignIn.storyboard"))
      let broken = try Tool.run(["diff", "HEAD"], in: folder)
      #expect(broken.status == 65 && broken.errors.contains("App/SignIn.storyboard:"), "\(broken.errors)")
    }
  }
}
