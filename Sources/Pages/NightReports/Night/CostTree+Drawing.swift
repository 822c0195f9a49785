import Benchmarking
import Reports
import SceneModel

extension CostTree {
  /// A differential flame graph, with the outermost function on top. The width is a function's present cost; functions that became more expensive
  /// are red, cheaper ones blue. All other colours are those of the page.
  var svg: String {
    let (width, line) = (960.0, 18.0)
    let whole = max(after, 1)
    var (body, deepest) = ("", 0)
    func draw(_ tree: CostTree, from x: Double, depth: Int) {
      let extent = tree.after / whole * width
      guard extent >= 1 else { return }
      deepest = max(deepest, depth)
      // In proportion to the whole, so that what matters is what is seen.
      let growth = (tree.after - tree.before) / whole
      let strength = min(1, abs(growth) * 12)
      let colour = growth > 0 ? "213,94,0" : "0,114,178"
      let opacity = abs(growth) < 0.0005 ? "0" : SVG.number(0.15 + 0.75 * strength)
      let y = Double(depth) * line
      let share = growth * 100
      let told =
        "\(tree.name): \(Int(tree.before)) → \(Int(tree.after)) instructions (\(share > 0 ? "+" : "")\(readable((share * 10).rounded() / 10)) % of all)"
      // Of ten points, a letter is about six wide.
      let letters = Int((extent - 6) / 6)
      let shown = tree.name.count <= letters ? tree.name : letters > 3 ? tree.name.prefix(letters - 1) + "…" : ""
      body +=
        "<g><title>\(told.escapedForXML)</title><rect x=\"\(SVG.number(x))\" y=\"\(SVG.number(y))\" width=\"\(SVG.number(extent))\" height=\"\(SVG.number(line - 1))\" fill=\"rgb(\(colour))\" fill-opacity=\"\(opacity)\" stroke=\"currentColor\" stroke-opacity=\"0.25\"/>"
      if !shown.isEmpty {
        body +=
          "<text x=\"\(SVG.number(x + 3))\" y=\"\(SVG.number(y + 12.5))\" font-size=\"10\" fill=\"currentColor\">\(String(shown).escapedForXML)</text>"
      }
      body += "</g>"
      var start = x
      for child in tree.children {
        draw(child, from: start, depth: depth + 1)
        start += child.after / whole * width
      }
    }
    draw(self, from: 0, depth: 0)
    let height = Double(deepest + 1) * line
    return
      "<svg class=\"calls\" viewBox=\"0 0 960 \(SVG.number(height))\" role=\"img\" aria-label=\"What the functions cost, and which grew\">\(body)</svg>"
  }
}
