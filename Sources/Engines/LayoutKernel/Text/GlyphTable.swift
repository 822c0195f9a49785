/// The width of text in the system font: one width for each glyph, a term for bold, and a tracking that depends on the size.
///
/// `standard` was fitted to 377 strings of 55 repositories that Apple's engine laid out on screens of two and three pixels a point. Strings with
/// stretched frames have a small weight. This table predicts 53 % of the widths to the pixel, and 30 % for repositories that are left out of the fit.
/// `CorpusScoreTests` repeats the fit with `GlyphTable(fittedTo:)` without some repositories, and prints how much worse it predicts them.
public struct GlyphTable: Hashable, Sendable {
  /// The widths in thousandths of the point size.
  package var widths: [Character: Double] { didSet { ascii = Self.ascii(widths) } }
  /// The widths of ASCII glyphs by their number, a copy for speed; nil if the glyph has no width.
  private var ascii: [Double?]
  /// The extra width of a bold glyph, as a share of the point size.
  package var bold: Double
  /// The distance between glyphs in points, for sizes below 20 points: its value at 17 points, and its change for each point below 17.
  package var tracking: Double
  package var trackingSlope: Double
  /// The distance between glyphs in points from a size of 20 points on, where the font changes to its display form.
  package var displayTracking: Double

  package static let displaySize = 20.0
  package static let bodySize = 17.0
  /// The width of glyphs without an entry, in thousandths of the point size: an average letter, and a full square for glyphs of wide scripts.
  private static let letter = 556.0
  private static let square = 1000.0

  package func advance(of glyph: Character, pointSize: Double, isBold: Bool) -> Double {
    width(of: glyph) / 1000 * pointSize + tracking(at: pointSize) + (isBold ? bold * pointSize : 0)
  }

  package func width(of glyph: Character) -> Double {
    if let number = glyph.asciiValue, let width = ascii[Int(number)] { return width }
    return widths[glyph] ?? (glyph.unicodeScalars.contains { $0.value >= 0x2E80 } ? Self.square : Self.letter)
  }

  package func tracking(at pointSize: Double) -> Double {
    pointSize < Self.displaySize ? tracking + trackingSlope * (Self.bodySize - pointSize) : displayTracking
  }

  package init(
    widths: [Character: Double], bold: Double, tracking: Double, trackingSlope: Double, displayTracking: Double
  ) {
    (self.widths, ascii, self.bold) = (widths, Self.ascii(widths), bold)
    (self.tracking, self.trackingSlope, self.displayTracking) = (tracking, trackingSlope, displayTracking)
  }

  private static func ascii(_ widths: [Character: Double]) -> [Double?] {
    (0..<128).map { widths[Character(Unicode.Scalar(UInt8($0)))] }
  }

  /// The table fitted to every recorded string.
  public static let standard = GlyphTable(
    widths: [
      " ": 254, "!": 271, "\"": 422, "#": 576, "$": 613, "%": 885, "&": 681, "'": 229, "(": 353, ")": 353, "*": 389,
      "+": 589, ",": 239, "-": 376, ".": 247, "/": 285, "0": 588, "1": 426, "2": 564, "3": 587, "4": 580, "5": 594,
      "6": 601, "7": 533, "8": 611, "9": 603, ":": 264, ";": 278, "<": 584, "=": 595, ">": 584, "?": 476, "@": 964,
      "A": 605, "B": 625, "C": 689, "D": 695, "E": 554, "F": 531, "G": 720, "H": 701, "I": 234, "J": 498, "K": 623,
      "L": 521, "M": 826, "N": 717, "O": 730, "P": 597, "Q": 747, "R": 603, "S": 612, "T": 571, "U": 669, "V": 631,
      "W": 911, "X": 693, "Y": 619, "Z": 659, "_": 588, "a": 516, "b": 575, "c": 531, "d": 578, "e": 532, "f": 321,
      "g": 576, "h": 552, "i": 216, "j": 191, "k": 487, "l": 218, "m": 830, "n": 547, "o": 549, "p": 568, "q": 547,
      "r": 338, "s": 482, "t": 323, "u": 542, "v": 489, "w": 736, "x": 441, "y": 497, "z": 482,
    ], bold: 0.0275, tracking: 0.2014, trackingSlope: 0.0484, displayTracking: -0.0784)

  /// Helvetica's published widths, from which the fit starts. A glyph that is not in the samples keeps this width.
  package static let helvetica: [Character: Double] = {
    var widths: [Character: Double] = [
      " ": 278, "!": 278, "\"": 355, "#": 556, "$": 556, "%": 889, "&": 667, "'": 191, "(": 333, ")": 333, "*": 389,
      "+": 584, ",": 278, "-": 333, ".": 278, "/": 278, ":": 278, ";": 278, "<": 584, "=": 584, ">": 584, "?": 556,
      "@": 1015, "_": 556,
    ]
    let capitals = [
      667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944,
      667, 667, 611,
    ]
    let letters = [
      556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
      500, 500, 500,
    ]
    for (glyph, width) in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", capitals) { widths[glyph] = Double(width) }
    for (glyph, width) in zip("abcdefghijklmnopqrstuvwxyz", letters) { widths[glyph] = Double(width) }
    for glyph in "0123456789" { widths[glyph] = 556 }
    return widths
  }()
}
