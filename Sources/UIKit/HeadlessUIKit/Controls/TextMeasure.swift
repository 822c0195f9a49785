import Foundation
import LayoutKernel
import SceneModel

/// Measures text: the width of each word in its font. All lines are as high as the highest word of the whole text.
nonisolated struct TextMeasure {
  /// A width, in points, so large that no line breaks.
  static let endless: CGFloat = 32_768

  private var words: [(width: Double, endsParagraph: Bool)] = []
  private var space = 0.0
  private var lineHeight: Double
  /// The space between lines, in points.
  private var lineSpacing = 0.0
  private var padding = Size.zero
  private var whole = 0.0
  private let scale: Double

  init(_ text: String?, font: UIFont, scale: CGFloat) {
    self.init(font, scale)
    guard let text, !text.isEmpty else { return }
    add(text[...], font)
    endWord()
  }

  init(_ text: NSAttributedString, font: UIFont, scale: CGFloat) {
    self.init(font, scale)
    let string = text.string
    var (highest, kerning): (Double?, Double?)
    var style: NSParagraphStyle?
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length), options: []) { values, range, _ in
      guard let part = Range(range, in: string) else { return }
      let own = values[.font] as? UIFont ?? font
      if style == nil { style = values[.paragraphStyle] as? NSParagraphStyle }
      let kern = (values[.kern] ?? values[.tracking]).flatMap(Self.number) ?? 0
      if kerning == nil { kerning = kern }
      if let picture = values[.attachment] as? NSTextAttachment {
        let size = picture.bounds.size == .zero ? picture.image?.size ?? .zero : picture.bounds.size
        // The picture stands on the baseline; the line's descent lies below it.
        highest = max(
          highest ?? 0, Double(size.height - picture.bounds.minY) - Double(own.descender), own.metrics.lineHeight)
        open = (open ?? 0) + Double(size.width) + kern
        whole += Double(size.width) + kern
      } else {
        highest = max(highest ?? 0, own.metrics.lineHeight)
        add(string[part], own, kern)
      }
    }
    endWord()
    lineHeight = highest ?? lineHeight
    space += kerning ?? 0
    if let style { take(style) }
  }

  private static func number(_ value: Any) -> Double? {
    (value as? NSNumber)?.doubleValue ?? (value as? CGFloat).map(Double.init) ?? (value as? Double)
      ?? (value as? Int).map(Double.init) ?? (value as? Float).map(Double.init)
  }

  private init(_ font: UIFont, _ scale: CGFloat) {
    self.scale = Double(scale)
    lineHeight = font.metrics.lineHeight
    space = font.metrics.advance(of: " ")
  }

  /// Applies the line settings of a paragraph's style (rule L9.3).
  private mutating func take(_ style: NSParagraphStyle) {
    if style.lineHeightMultiple > 0 { lineHeight *= Double(style.lineHeightMultiple) }
    if style.minimumLineHeight > 0 { lineHeight = max(lineHeight, Double(style.minimumLineHeight)) }
    if style.maximumLineHeight > 0 { lineHeight = min(lineHeight, Double(style.maximumLineHeight)) }
    lineSpacing = Double(style.lineSpacing)
    let gaps = Double(words.dropLast().count { $0.endsParagraph })
    padding.height = gaps * Double(style.paragraphSpacing + style.paragraphSpacingBefore)
    padding.width = Double(max(0, style.headIndent) + max(0, -style.tailIndent))
  }

  /// The width of the word that is being read; nil between words.
  private var open: Double?

  private mutating func endWord(_ endsParagraph: Bool = false) {
    if let open { words.append((open, endsParagraph)) } else if endsParagraph { words.append((0, true)) }
    open = nil
  }

  private mutating func add(_ part: Substring, _ font: UIFont, _ kern: Double = 0) {
    let metrics = font.metrics
    for glyph in part {
      if glyph.isNewline {
        endWord(true)
      } else if glyph.isWhitespace {
        endWord()
        whole += metrics.advance(of: " ") + kern
      } else {
        let advance = metrics.advance(of: glyph) + kern
        open = (open ?? 0) + advance
        whole += advance
      }
    }
  }

  private func up(_ value: Double) -> Double { (value * scale - 1e-6).rounded(.up) / scale }

  func size(lines: Int, width given: CGFloat) -> CGSize {
    if words.isEmpty { return .zero }
    let width = given >= Self.endless / 2 || given <= 0 ? 0 : max(0.001, given - CGFloat(padding.width))
    let hasParagraphs = words.contains { $0.endsParagraph }
    if lines == 1 || (width <= 0 && !hasParagraphs) {
      return CGSize(width: up(whole) + padding.width, height: up(lineHeight) + padding.height)
    }
    var (count, widest, line) = (0, 0.0, -1.0)
    func close() {
      count += 1
      widest = max(widest, line)
      line = -1
    }
    for word in words {
      if line >= 0, width > 0, line + space + word.width > Double(width) + 1.0 / 1024 { close() }
      line = line < 0 ? word.width : line + space + word.width
      if word.endsParagraph { close() }
    }
    if line >= 0 { close() }
    let shown = Double(lines > 0 ? min(lines, count) : count)
    return CGSize(
      width: up(widest) + padding.width,
      height: up(lineHeight) * shown + lineSpacing * max(0, shown - 1) + padding.height)
  }

  func metrics(lines: Int, preferredWidth: Double) -> TextMetrics {
    TextMetrics(
      wordWidths: words.map(\.width), spaceWidth: space, lineHeight: up(lineHeight), lineLimit: lines,
      preferredMaxLayoutWidth: max(0, preferredWidth), lineSpacing: lineSpacing, padding: padding)
  }
}
