import Foundation
import Testing

/// The pages in a real browser, where there is one.
@Suite(.enabled(if: Browser.path != nil, "needs chromium")) struct BrowserTests {
  private static let root = Tool.root

  @Test(
    "A scene's page: a click on the picture opens the view's facts; nothing is logged as an error",
    arguments: [390, 1280])
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

  @Test("A film's page: the scrubber shows one picture, with its time", arguments: [390, 1280])
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
    "An accessibility audit finds nothing in any page, narrow and wide, light and dark",
    .enabled(if: Axe.script != nil, "needs axe-core: Scripts/set-up.sh fetches it"), arguments: [390, 1280],
    [false, true])
  func accessibility(width: Int, isDark: Bool) throws {
    try Tool.inFolder { folder in
      let banner = Self.root.appending(path: "Examples/Screens/Banner.xib").path
      let story = Self.root.appending(path: "Examples/press.scene").path
      let pages = ["scene", "film", "night"].map { folder.appending(path: "\($0).html") }
      #expect(try Tool.run(["show", banner, "--html", pages[0].path, "--conflicts"]).status == 0)
      #expect(try Tool.run(["film", story, "--html", pages[1].path]).status == 0)
      let night = folder.appending(path: "night")
      try NightOfTests.write(to: night, root: Self.root)
      #expect(
        try Tool.run(["report", night.path, "-o", pages[2].path, "--history", NightOfTests.history(in: night)]).status
          == 0)
      for page in pages {
        let dom = try Browser.dom(
          of: page, width: width, isDark: isDark, scripts: [Axe.script ?? ""],
          after: """
            axe.run().then(found => report("audited", found.violations.map(one =>
              one.id + " " + one.nodes.map(node => node.html.slice(0, 120)).join(" ")).join("; "), "."))
            """)
        #expect(dom.contains("data-report=\"audited  .\""), "\(page.lastPathComponent): \(dom.suffix(1500))")
        #expect(!dom.contains("data-error"), "\(dom.suffix(600))")
      }
    }
  }

  @Test("The audit is shown to find what is wrong", .enabled(if: Axe.script != nil, "needs axe-core"))
  func auditFinds() throws {
    try Tool.inFolder { folder in
      let page = folder.appending(path: "bad.html")
      try Data("<!DOCTYPE html><html><head></head><body><img src=\"x.png\"></body></html>".utf8).write(to: page)
      let dom = try Browser.dom(
        of: page, width: 390, scripts: [Axe.script ?? ""],
        after: "axe.run().then(found => report(found.violations.map(one => one.id).join(\" \")))")
      #expect(dom.contains("image-alt") && dom.contains("html-has-lang"), "\(dom)")
    }
  }

  @Test(
    "The night's page fits a narrow and a wide window, names its language, and every picture has words",
    arguments: [390, 1280])
  func nightPage(width: Int) throws {
    try Tool.inFolder { folder in
      try NightOfTests.write(to: folder, root: Self.root)
      let page = folder.appending(path: "report.html")
      #expect(
        try Tool.run(["report", folder.path, "-o", page.path, "--history", NightOfTests.history(in: folder)]).status
          == 0)
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

/// axe-core as `Scripts/set-up.sh` fetched it from PyPI.
private enum Axe {
  static let script = try? String(
    contentsOf: Tool.root.appending(path: ".build/axe/axe.min.js"), encoding: .utf8)
}

/// A small night's record with something in every section.
private enum NightOfTests {
  static func write(to folder: URL, root: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let check = try Tool.run(["check", root.appending(path: "Examples/Screens").path, "--json"])
    let rows = ["solver", "solver-again", "kiwi"].flatMap { engine in
      [10, 100].map {
        "{\"name\": \"\(engine)/tick/feed-\($0)\", \"cpu_time\": \($0 * 3), \"real_time\": 1, \"time_unit\": \"ns\"}"
      }
    }
    let files = [
      "check.json": check.output,
      "bench.json": "{\"context\": {\"machine\": \"m\"}, \"benchmarks\": [\(rows.joined(separator: ", "))]}",
      "fuzz-FuzzSolver.json": try String(
        contentsOf: root.appending(path: "Tests/Fixtures/night/fuzz-FuzzSolver.json"), encoding: .utf8),
      "verdict.json":
        #"{"verdict": "slower", "changes": [{"name": "solver/tick/feed-200", "verdict": "slower", "detail": "+11 % instructions"}]}"#,
      "facts.json": #"{"revision": "abc", "date": "2026-11-24"}"#,
    ]
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
  }

  /// Six earlier nights, half of them faster.
  static func history(in folder: URL) throws -> String {
    let lines = (1...6).map { day in
      "{\"date\": \"2026-11-0\(day)\", \"revision\": \"r\(day)\", \"machine\": \"m\", \"figures\": {\"cost/solver/tick/feed-10\": \(day < 4 ? 20 : 30)}}\n"
    }
    let file = folder.appending(path: "history.jsonl")
    try Data(lines.joined().utf8).write(to: file)
    return file.path
  }
}

private enum Browser {
  static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .first(where: FileManager.default.isExecutableFile)

  /// The page after a script ran in it, which calls `report`. The page stands in a frame of that width, because a window is never
  /// narrower than 500 points.
  static func dom(of page: URL, width: Int, isDark: Bool = false, scripts: [String] = [], after script: String) throws
    -> String
  {
    var text = try String(contentsOf: page, encoding: .utf8)
    let watch = """
      <script>const told = parent.document.documentElement.dataset;
      window.onerror = window.onunhandledrejection = event => { told.error = event.reason ?? event };
      const complain = console.error; console.error = (...all) => { told.error = all.join(" "); complain(...all) };
      function report(...all) { told.report = all.join(" ") }</script>
      """
    text = text.replacing("<head>", with: "<head>\(watch)", maxReplacements: 1)
    let end = try #require(text.range(of: "</body>", options: .backwards))
    let all = (scripts + [script]).map { "<script>\($0)</script>" }.joined()
    text.replaceSubrange(end, with: "\(all)</body>")
    let inner = text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    let driven = page.deletingLastPathComponent().appending(path: "driven.html")
    let frame = "<iframe style=\"width: \(width)px; height: 900px; border: 0\" srcdoc=\"\(inner)\"></iframe>"
    try Data("<!DOCTYPE html><html><body>\(frame)</body></html>".utf8).write(to: driven)
    let output = page.deletingLastPathComponent().appending(path: "dom.html")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "")
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--window-size=\(width + 100),1000", "--dump-dom",
      "--virtual-time-budget=20000", "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)",
      "--user-data-dir=\(page.deletingLastPathComponent().appending(path: "profile").path)", driven.absoluteString,
    ]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let dom = try String(contentsOf: output, encoding: .utf8)
    // Of the frame's own page only what was told is of interest.
    return String(dom.prefix(upTo: dom.range(of: "<iframe")?.lowerBound ?? dom.endIndex))
  }
}
