import Foundation
import Testing

/// The pages in a real browser, where there is one.
@Suite(.enabled(if: Browser.path != nil, "needs chromium")) struct BrowserTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  @Test(
    "A scene's page: a click on the picture opens the view's facts; nothing is logged as an error",
    arguments: [500, 1280])
  func scenePage(width: Int) throws {
    try Tool.inFolder { folder in
      let page = folder.appending(path: "scene.html")
      let screen = Self.root.appending(path: "Examples/Screens/Banner.xib").path
      #expect(try Tool.run(["show", screen, "--html", page.path, "--conflicts"]).status == 0)
      let dom = try Browser.dom(
        of: page, width: width,
        after: """
          document.querySelector('.hit[data-view="2"]').dispatchEvent(new Event("click"));
          report(document.querySelector(".hit.picked").dataset.view, document.getElementById("view-2").open,
            document.documentElement.scrollWidth <= innerWidth);
          """)
      #expect(dom.contains("data-report=\"2 true true\""), "\(dom.suffix(600))")
      #expect(!dom.contains("data-error"))
      // Facts need no script.
      let text = try String(contentsOf: page, encoding: .utf8)
      #expect(text.contains("gives way") && text.contains("PriceLabel"))
    }
  }

  @Test("A film's page: the scrubber shows one picture, with its time", arguments: [500, 1280])
  func filmPage(width: Int) throws {
    try Tool.inFolder { folder in
      let page = folder.appending(path: "film.html")
      let story = Self.root.appending(path: "Tests/ScenePlayerTests/Stories/press-interrupted.scene").path
      #expect(try Tool.run(["film", story, "--html", page.path]).status == 0)
      let dom = try Browser.dom(
        of: page, width: width,
        after: """
          const slider = document.getElementById("time");
          slider.value = 30; slider.dispatchEvent(new Event("input"));
          const shown = [...document.querySelectorAll(".frame")].filter(one => one.getAttribute("visibility") !== "hidden");
          report(shown.length, shown[0].dataset.time + " s" === document.getElementById("now").value,
            document.documentElement.scrollWidth <= innerWidth);
          """)
      #expect(dom.contains("data-report=\"1 true true\""), "\(dom.suffix(600))")
      #expect(!dom.contains("data-error"))
    }
  }

  @Test(
    "The night's page fits a narrow and a wide window, names its language, and every picture has words",
    arguments: [500, 1280])
  func nightPage(width: Int) throws {
    try Tool.inFolder { folder in
      let screens = Self.root.appending(path: "Examples/Screens").path
      let check = try Tool.run(["check", screens, "--json"])
      try Data(check.output.utf8).write(to: folder.appending(path: "check.json"))
      let rows = ["solver", "solver-again", "kiwi"].flatMap { engine in
        [10, 100].map {
          "{\"name\": \"\(engine)/tick/feed-\($0)\", \"cpu_time\": \($0 * 3), \"real_time\": 1, \"time_unit\": \"ns\"}"
        }
      }
      try Data("{\"benchmarks\": [\(rows.joined(separator: ", "))]}".utf8).write(
        to: folder.appending(path: "bench.json"))
      let page = folder.appending(path: "report.html")
      #expect(try Tool.run(["report", folder.path, "-o", page.path]).status == 0)
      let dom = try Browser.dom(
        of: page, width: width,
        after: """
          const silent = [...document.querySelectorAll("img:not([alt]), svg.chart:not([aria-label])")].length;
          const lost = [...document.querySelectorAll("nav a")].filter(one => !document.querySelector(one.getAttribute("href"))).length;
          report(document.documentElement.scrollWidth <= innerWidth, document.documentElement.lang, silent, lost,
            document.querySelectorAll("svg.chart polyline").length);
          """)
      #expect(dom.contains("data-report=\"true en 0 0 3\""), "\(dom.suffix(900))")
      #expect(!dom.contains("data-error"))
    }
  }
}

private enum Browser {
  static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .first(where: FileManager.default.isExecutableFile)

  /// The page after a script ran in it, which calls `report`.
  static func dom(of page: URL, width: Int, after script: String) throws -> String {
    var text = try String(contentsOf: page, encoding: .utf8)
    let watch = "<script>window.onerror = message => { document.documentElement.dataset.error = message }</script>"
    text = text.replacing("<head>", with: "<head>\(watch)", maxReplacements: 1)
    let end = try #require(text.range(of: "</body>", options: .backwards))
    text.replaceSubrange(
      end,
      with:
        "<script>function report(...all) { document.body.dataset.report = all.join(\" \") }\n\(script)</script></body>")
    let driven = page.deletingLastPathComponent().appending(path: "driven.html")
    try Data(text.utf8).write(to: driven)
    let output = page.deletingLastPathComponent().appending(path: "dom.html")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "")
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--window-size=\(width),900", "--dump-dom",
      "--user-data-dir=\(page.deletingLastPathComponent().appending(path: "profile").path)", driven.absoluteString,
    ]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8)
  }
}
