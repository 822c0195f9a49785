import LayoutKernel
import SceneModel

/// A pseudo-language: texts are changed as Xcode's pseudo-languages change them, to show what a translation would break.
public enum PseudoLanguage: String, Hashable, Sendable, CaseIterable {
  /// Letters with marks above and below: as wide as the plain letters, but they need the whole line height.
  case accented
  /// Brackets around each text, `[# … #]`: a missing bracket shows that the text was cut.
  case bounded
  /// Each text twice.
  case double
  /// Lines one and a half times as high, as scripts with stacked marks need them.
  case tall

  /// The factor by which lines are higher.
  var lineGrowth: Double { self == .tall ? 1.5 : 1 }

  /// Returns a text's words in the language: twice for `double`, between brackets for `bounded`.
  func words(_ words: [Double], bracket: Double) -> [Double] {
    switch self {
    case .accented, .tall: words
    case .bounded: [bracket] + words + [bracket]
    case .double: words + words
    }
  }

  /// The width of a text on one line, in points.
  func width(_ width: Double, bracket: Double, space: Double) -> Double {
    guard width > 0 else { return width }
    switch self {
    case .accented, .tall: return width
    case .bounded: return width + 2 * (bracket + space)
    case .double: return 2 * width + space
    }
  }

  /// The width of a bracket, and of a space, in the system's font.
  static func spacing(atSize pointSize: Double) -> (bracket: Double, space: Double) {
    let font = SystemFont(pointSize: pointSize, isBold: false, glyphs: .standard)
    return (font.width(of: "[#"), font.advance(of: " "))
  }
}
