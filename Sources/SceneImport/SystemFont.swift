/// Sizes of text in the system font, predicted where no recorded frame may be looked at.
///
/// Line heights are the font's own metrics. Advances are a table of one width a glyph, fitted glyph by glyph and never
/// string by string: ridge regression of recorded intrinsic widths (131 distinct strings of labels and buttons) on glyph
/// counts, drawn towards Helvetica's published widths, with absolute instead of squared errors by reweighting, one term
/// for bold and two for the tracking that depends on the size. With each repository left out in turn, 37 % of the
/// strings come out within half a point and 62 % within one.
struct SystemFont: Sendable {
  var pointSize: Double
  var isBold: Bool

  /// Thousandths of the point size.
  private static let advances: [Character: Double] = [
    " ": 250, "!": 277, "\"": 355, "#": 556, "$": 578, "%": 889, "&": 667, "'": 196, "(": 339, ")": 339, "*": 389,
    "+": 584, ",": 275, "-": 333, ".": 268, "/": 283, "0": 568, "1": 542, "2": 558, "3": 560, "4": 554, "5": 555,
    "6": 555, "7": 544, "8": 577, "9": 560, ":": 271, ";": 278, "<": 584, "=": 595, ">": 584, "?": 556, "@": 1009,
    "A": 648, "B": 663, "C": 730, "D": 716, "E": 649, "F": 595, "G": 764, "H": 719, "I": 262, "J": 496, "K": 667,
    "L": 562, "M": 834, "N": 748, "O": 773, "P": 646, "Q": 778, "R": 704, "S": 657, "T": 584, "U": 712, "V": 655,
    "W": 938, "X": 667, "Y": 667, "Z": 611, "_": 556, "a": 547, "b": 564, "c": 528, "d": 568, "e": 546, "f": 299,
    "g": 569, "h": 555, "i": 230, "j": 216, "k": 490, "l": 240, "m": 842, "n": 569, "o": 557, "p": 562, "q": 552,
    "r": 359, "s": 479, "t": 322, "u": 562, "v": 480, "w": 727, "x": 493, "y": 512, "z": 499,
  ]

  var lineHeight: Double { FontMetrics.lineHeight * pointSize }

  func width(of text: some StringProtocol) -> Double {
    var width = 0.0
    for glyph in text { width += advance(of: glyph) }
    return width
  }

  func advance(of glyph: Character) -> Double {
    // Glyphs outside the table are as wide as an average letter; wide scripts fill a square.
    let em = SystemFont.advances[glyph] ?? (glyph.unicodeScalars.contains { $0.value >= 0x2E80 } ? 1000 : 556)
    let tracking = pointSize < 20 ? -0.0446 + 0.0797 * (17 - pointSize) : -0.3423
    return em / 1000 * pointSize + tracking + (isBold ? 0.02538 * pointSize : 0)
  }
}
