/// The width of text in the system font: one width for each glyph, a term for bold, and a tracking that depends on the size.
///
/// `standard` was fitted to every recorded string with `GlyphTable(fittedTo:)`; `CorpusScoreTests` leaves repositories out and prints what
/// that costs.
public struct GlyphTable: Hashable, Sendable {
  /// Thousandths of the point size.
  package var widths: [Character: Double] { didSet { ascii = Self.ascii(widths) } }
  /// The widths again, of the glyphs that most texts are made of, by their number; nothing: it has none.
  private var ascii: [Double?]
  /// The share of the point size by which a bold glyph is wider.
  package var bold: Double
  /// Points between glyphs below 20 points: at 17 points, and for each point below that.
  package var tracking: Double
  package var trackingSlope: Double
  /// Points between glyphs from 20 points on, where the font changes to its display form.
  package var displayTracking: Double

  package static let displaySize = 20.0
  package static let bodySize = 17.0
  /// Of glyphs without a width, in thousandths: an average letter, and the square that wide scripts fill.
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
      " ": 250, "!": 277, "\"": 355, "#": 556, "$": 578, "%": 889, "&": 667, "'": 196, "(": 339, ")": 339, "*": 389,
      "+": 584, ",": 275, "-": 333, ".": 268, "/": 283, "0": 568, "1": 542, "2": 558, "3": 560, "4": 554, "5": 555,
      "6": 555, "7": 544, "8": 577, "9": 560, ":": 271, ";": 278, "<": 584, "=": 595, ">": 584, "?": 556, "@": 1009,
      "A": 648, "B": 663, "C": 730, "D": 716, "E": 649, "F": 595, "G": 764, "H": 719, "I": 262, "J": 496, "K": 667,
      "L": 562, "M": 834, "N": 748, "O": 773, "P": 646, "Q": 778, "R": 704, "S": 657, "T": 584, "U": 712, "V": 655,
      "W": 938, "X": 667, "Y": 667, "Z": 611, "_": 556, "a": 547, "b": 564, "c": 528, "d": 568, "e": 546, "f": 299,
      "g": 569, "h": 555, "i": 230, "j": 216, "k": 490, "l": 240, "m": 842, "n": 569, "o": 557, "p": 562, "q": 552,
      "r": 359, "s": 479, "t": 322, "u": 562, "v": 480, "w": 727, "x": 493, "y": 512, "z": 499,
    ], bold: 0.02538, tracking: -0.0446, trackingSlope: 0.0797, displayTracking: -0.3423)

  /// Helvetica's published widths, which the fit starts from: a glyph that is never seen keeps its own.
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
