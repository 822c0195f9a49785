import SceneModel

/// An entry of `<designables>`: the natural size of a view of a custom class when Interface Builder last ran its code, as a size of the alignment
/// rect.
struct DesignableSize: Hashable, Sendable {
  /// The natural lengths in points; nil if the class has none.
  var width, height: Double?

  subscript(axis: Axis) -> Double? { axis == .horizontal ? width : height }

  static func all(in document: MarkupElement) -> [String: DesignableSize] {
    var sizes: [String: DesignableSize] = [:]
    for element in document.child("designables")?.children ?? [] where element.tag == "designable" {
      guard let name = element["name"], let size = element.child("size", key: "intrinsicContentSize"),
        let width = size["width"].flatMap(Double.init(finite:)),
        let height = size["height"].flatMap(Double.init(finite:))
      else { continue }
      sizes[name] = DesignableSize(width: width < 0 ? nil : width, height: height < 0 ? nil : height)
    }
    return sizes
  }
}

extension SceneBuilder {
  /// Returns the size that the class's own code gave, if the recorded frame still agrees with it; otherwise nil. The frame agrees if it has the same
  /// height and is not narrower, so that the text has no additional lines.
  func toldSize(of view: View, entry: SceneOutline.ViewEntry, recorded: Size) -> DesignableSize? {
    guard let told = designables[entry.identifier], let height = told.height else { return nil }
    let insets = view.alignmentInsets
    let pixel = 1 / environment.scale
    guard abs(height + insets.top + insets.bottom - recorded.height) < pixel else { return nil }
    guard told.width.map({ recorded.width - insets.left - insets.right >= $0 - pixel }) ?? true else { return nil }
    return told
  }

  /// Returns the content with the natural size that the class's own code gave, in place of the predicted one.
  func designed(_ content: PredictedContent, _ entry: SceneOutline.ViewEntry) -> PredictedContent {
    guard let told = designables[entry.identifier] else { return content }
    var result = content
    guard let text = content.text else {
      (result.width, result.height) = (told.width ?? content.width, told.height ?? content.height)
      return result
    }
    if let width = told.width, let height = told.height {
      result.text = text.scaled(toSingleLine: Size(width: width, height: height))
    }
    return result
  }
}

extension TextMetrics {
  /// Returns the metrics scaled to another font, whose size is inferred from the size of the whole text on one line.
  fileprivate func scaled(toSingleLine size: Size) -> TextMetrics {
    let width = singleLineWidth
    guard width > 0, size.width > 0, size.height > 0 else { return self }
    var result = self
    result.wordWidths = wordWidths.map { $0 * size.width / width }
    result.spaceWidth = spaceWidth * size.width / width
    result.lineHeight = size.height
    return result
  }

  /// The width of the whole text on one line, in points.
  var singleLineWidth: Double {
    wordWidths.reduce(0, +) + spaceWidth * Double(max(0, wordWidths.count - 1))
  }
}
