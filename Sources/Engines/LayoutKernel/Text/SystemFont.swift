/// The sizes of text in the system font, predicted where no recorded frame may be used: line heights are the font's own metrics, widths come from a
/// table of glyphs.
package struct SystemFont: Sendable {
  package var pointSize: Double
  package var isBold: Bool
  package var glyphs = GlyphTable.standard

  /// The line height of a font of 1 point.
  package static let lineHeight = 1.193359
  package static let ascent = 0.952148

  package init(pointSize: Double, isBold: Bool, glyphs: GlyphTable = .standard) {
    (self.pointSize, self.isBold, self.glyphs) = (pointSize, isBold, glyphs)
  }

  package var lineHeight: Double { Self.lineHeight * pointSize }

  package func width(of text: some StringProtocol) -> Double {
    var width = 0.0
    for glyph in text { width += advance(of: glyph) }
    return width
  }

  package func advance(of glyph: Character) -> Double {
    glyphs.advance(of: glyph, pointSize: pointSize, isBold: isBold)
  }
}
