import Foundation

nonisolated extension NSAttributedString {
  /// Returns the size of the text on one line, in points.
  public func size() -> CGSize {
    TextMeasure(self, font: .systemFont(ofSize: 12), scale: 1024).size(lines: 1, width: 0)
  }
  /// Returns the rectangle, at the origin, that the text takes when it is wrapped at the width of `size`. The height of `size` does not count.
  public func boundingRect(with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?)
    -> CGRect
  {
    CGRect(
      origin: .zero,
      size: TextMeasure(self, font: .systemFont(ofSize: 12), scale: 1024).size(lines: 0, width: size.width))
  }
}

nonisolated extension NSString {
  /// Returns the rectangle, at the origin, that the text takes with attributes when it is wrapped at the width of `size`. Its height does not count.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    NSAttributedString(string: "\(self)", attributes: attributes).boundingRect(
      with: size, options: options, context: context)
  }
  /// Returns the size of the text on one line, in points.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: "\(self)", attributes: attributes).size()
  }
}

nonisolated extension String {
  /// Returns the rectangle, at the origin, that the text takes with attributes when it is wrapped at the width of `size`. Its height does not count.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    NSAttributedString(string: self, attributes: attributes).boundingRect(
      with: size, options: options, context: context)
  }
  /// Returns the size of the text on one line, in points.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: self, attributes: attributes).size()
  }
}

/// The options of measuring text.
nonisolated public struct NSStringDrawingOptions: OptionSet, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Breaks lines; always on here.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
  /// Uses the font's leading for the height of lines; always on here.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
  /// Ends the last line with dots if there is more text; without effect here.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)
}

/// The context of measuring text.
nonisolated public final class NSStringDrawingContext { public init() {} }
