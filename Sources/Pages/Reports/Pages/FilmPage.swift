import ScenePlayer
import SceneModel

/// A film as a page: the sheet, and above it a picture of the scene whose time is chosen with a slider.
public struct FilmPage {
  private let sheet: FilmSheet
  private let title: String
  private let frames: [FilmSheet.Frame]

  /// The number of steps of the slider. A scene with more than 300 views has a sixth of them.
  private static let steps = 90

  public init(_ sheet: FilmSheet, of player: ScenePlayer, title: String) {
    (self.sheet, self.title) = (sheet, title)
    let end = sheet.times.last ?? 0
    // With a picture of every view for every step, the page would become too large to open.
    let steps = player.kernel.scene.views.count > 300 ? FilmPage.steps / 6 : FilmPage.steps
    frames = (0...steps).map { step in
      let time = end * Double(step) / Double(steps)
      return FilmSheet.Frame(time: time, boxes: player.boxes(at: time))
    }
  }

  public var html: String {
    let canvas = sheet.canvas
    var body = "<h1>\(title.escapedForXML)</h1>\n<div class=\"columns\"><div class=\"picture\">\n"
    body +=
      "<svg id=\"stage\" viewBox=\"\(SVG.number(-canvas.width / 10)) 0 \(SVG.number(canvas.width * 1.2)) \(SVG.number(canvas.height))\" role=\"img\" aria-label=\"The scene at the chosen time\">\n"
    body += SVG.rect(
      Rect(x: 0, y: 0, width: canvas.width, height: canvas.height), "fill=\"#ffffff\" stroke=\"#9aa5b1\"")
    for (index, frame) in frames.enumerated() {
      body += "<g class=\"frame\" data-time=\"\(SVG.number(frame.time))\"\(index == 0 ? "" : " visibility=\"hidden\"")>"
      body += sheet.shapes(of: frame, scale: 1) + "</g>\n"
    }
    body += "</svg>\n<label for=\"time\">Time: <output id=\"now\">0 s</output></label>\n"
    body += "<input id=\"time\" type=\"range\" min=\"0\" max=\"\(frames.count - 1)\" value=\"0\"></div>\n"
    body += "<div class=\"facts\"><h2>What was reported</h2><ul>"
    body += sheet.marks.map { "<li>\(readable($0.time)) s: \($0.text.escapedForXML)</li>" }.joined()
    body +=
      "\(sheet.marks.isEmpty ? "<li>nothing</li>" : "")</ul></div></div>\n<h2>The film</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"The film\">\(sheet.svg)</div>"
    return PageStyle.page(title: title, body: body, script: FilmPage.script)
  }

  private static let script = """
    const frames = [...document.querySelectorAll(".frame")], time = document.getElementById("time");
    time.addEventListener("input", () => {
      frames.forEach((frame, index) => frame.setAttribute("visibility", index === Number(time.value) ? "visible" : "hidden"));
      document.getElementById("now").value = frames[time.value].dataset.time + " s";
    });
    """
}
