/// Sizes of text in the system font, predicted where no recorded frame may be looked at: line heights are the font's own
/// metrics, widths come from a table of glyphs.
struct SystemFont: Sendable {
  var pointSize: Double
  var isBold: Bool
  var glyphs = GlyphTable.standard

  var lineHeight: Double { FontMetrics.lineHeight * pointSize }

  func width(of text: some StringProtocol) -> Double {
    var width = 0.0
    for glyph in text { width += advance(of: glyph) }
    return width
  }

  func advance(of glyph: Character) -> Double { glyphs.advance(of: glyph, pointSize: pointSize, isBold: isBold) }
}
