import SceneModel

/// A comparison of layouts as a page: the causes, and each screen before, after, and laid over each other.
package struct ComparisonPage {
  package struct Cause {
    package var place, words: String
    /// The effects of a cause, in sentences.
    package var effects: [String]
    /// The problems that are new, and those that are gone.
    package var appeared, mended: [String]
    /// The titles of the figures that show the effects.
    package var figures: [String]

    package init(
      place: String, words: String, effects: [String], appeared: [String], mended: [String], figures: [String]
    ) {
      (self.place, self.words, self.effects) = (place, words, effects)
      (self.appeared, self.mended, self.figures) = (appeared, mended, figures)
    }
  }

  package struct Figure {
    package var title: String
    package var picture: ComparisonPicture
    package init(title: String, picture: ComparisonPicture) { (self.title, self.picture) = (title, picture) }
  }

  private let title, summary: String
  private let causes: [Cause]
  private let figures: [Figure]
  /// The number of figures that the page leaves out, so that the file does not get too large.
  private let leftOut: Int

  private static let mostFigures = 40

  package init(title: String, summary: String, causes: [Cause], figures: [Figure]) {
    (self.title, self.summary, self.causes) = (title, summary, causes)
    self.figures = Array(figures.prefix(Self.mostFigures))
    leftOut = figures.count - self.figures.count
  }

  package var html: String {
    var body = "<h1>\(title.escapedForXML)</h1>\n<p>\(summary.escapedForXML)</p>\n"
    let anchors = Dictionary(
      figures.enumerated().map { ($1.title, "figure-\($0 + 1)") }, uniquingKeysWith: { first, _ in first })
    if !causes.isEmpty {
      body += "<h2>Causes</h2>\n<ol class=\"causes\">\n"
      for cause in causes {
        body += "<li><code>\(cause.place.escapedForXML)</code> \(cause.words.escapedForXML)\n<ul>"
        body += cause.effects.map { "<li>\($0.escapedForXML)</li>" }.joined()
        body += cause.appeared.map { "<li class=\"bad\">new: \($0.escapedForXML)</li>" }.joined()
        body += cause.mended.map { "<li>mended: \($0.escapedForXML)</li>" }.joined()
        let links = cause.figures.compactMap { title in
          anchors[title].map { "<a href=\"#\($0)\">\(title.escapedForXML)</a>" }
        }
        if !links.isEmpty { body += "<li>Shown: \(links.joined(separator: ", "))</li>" }
        body += "</ul></li>\n"
      }
      body += "</ol>\n"
    }
    for (index, figure) in figures.enumerated() { body += html(of: figure, number: index + 1) }
    if leftOut > 0 { body += "<p class=\"soft\">\(counted(leftOut, "screen")) more changed; --json lists them.</p>\n" }
    return PageStyle.page(title: title, body: Self.style + body, script: Self.script)
  }

  private func html(of figure: Figure, number: Int) -> String {
    let (picture, canvas) = (figure.picture, figure.picture.canvas)
    let box = [canvas.x, canvas.y, canvas.width, canvas.height].map(SVG.number).joined(separator: " ")
    func svg(_ body: String, _ label: String) -> String {
      "<figure><svg viewBox=\"\(box)\" role=\"img\" aria-label=\"\(label.escapedForXML)\" font-family=\"\(SVG.fonts)\">\(body)</svg>"
    }
    // Both drawings stand in the page once; the third picture shows them again.
    return """
      <section class="screen"><h2 id="figure-\(number)">\(figure.title.escapedForXML)</h2><div class="panels">
      \(svg("<g id=\"before-\(number)\">\(picture.beforeBody)</g>", "\(figure.title) before"))<figcaption>before</figcaption></figure>
      \(svg("<g id=\"after-\(number)\">\(picture.afterBody)</g>", "\(figure.title) after"))<figcaption>after</figcaption></figure>
      \(svg("<use href=\"#before-\(number)\"/><g class=\"over\" opacity=\"0.6\">\(SVG.rect(canvas, "fill=\"#ffffff\""))<use href=\"#after-\(number)\"/></g>", "\(figure.title) before and after laid over each other"))
      <figcaption><label>before <input class="blend" type="range" min="0" max="100" value="60"> after</label></figcaption></figure>
      </div></section>

      """
  }

  private static let style = """
    <style>.panels { display: flex; flex-wrap: wrap; gap: 1rem } .panels figure { flex: 1 1 14rem; max-width: 30rem; margin: 0 }
    figcaption { color: var(--soft) } figcaption label { display: flex; gap: .5rem } .causes > li { margin-bottom: .5rem }</style>

    """

  private static let script = """
    for (const blend of document.querySelectorAll(".blend")) blend.addEventListener("input", () => {
      blend.closest("figure").querySelector(".over").setAttribute("opacity", blend.value / 100);
    });
    """
}
