import Foundation
import LayoutKernel
import SceneModel

/// A `.storyboard` or `.xib` file as Interface Builder saved it.
///
///     let document = try InterfaceBuilderDocument(bytes, file: "Main.storyboard")
///     for imported in document.scenes() { print(imported.root, imported.scene.views.count) }
///
/// For any bytes, reading gives a document or a mistake that says where and what is wrong. Mistakes inside a well-formed document (a constraint
/// with an unknown item, an id used twice) are collected in `mistakes` and in the scenes, and the other parts are read.
public struct InterfaceBuilderDocument: Sendable {
  public let file: String
  /// Mistakes of the document as a whole, in line order.
  public let mistakes: [TextError]
  private let root: MarkupElement

  public init(_ bytes: Data, file: String) throws(TextError) {
    let root = try MarkupElement(document: bytes, file: file)
    guard root.tag == "document" else {
      let isOldArchive = root.tag == "archive"
      throw TextError(
        file: file, line: root.line,
        code: .wrongFormat,
        problem: isOldArchive
          ? "this is the archive format of Xcode 4"
          : "not an Interface Builder document: its root element is <\(root.tag)>",
        hint: isOldArchive
          ? "Open the file in Xcode 5 or later and save it." : "Give a .storyboard or .xib file as Xcode saves it.")
    }
    self.init(root: root, file: file)
  }

  init(root: MarkupElement, file: String) {
    self.file = file
    self.root = root
    mistakes = OutlineReader.duplicateMistakes(in: root, file: file)
  }

  public init(utf8 text: String, file: String) throws(TextError) { try self.init(Data(text.utf8), file: file) }

  /// The kind of device that the file is for: the one of its runtime, or a tablet if its canvas is one; nil for phones and tablets.
  public var target: Device.Idiom? { DocumentEnvironment(document: root).target }

  /// Each view tree of the document that stands alone: the controllers' root views, a xib's top-level views, and bars.
  public func scenes(_ options: ImportOptions = ImportOptions()) -> [ImportedScene] {
    outlinedScenes(options).map(\.scene)
  }

  /// The file's own elements, for code that makes objects of them.
  package var content: MarkupElement { root }

  /// Returns the scenes with the outlines that they were made from. A view has the same index in both.
  package func outlinedScenes(
    _ options: ImportOptions
  ) -> [(outline: SceneOutline, scene: ImportedScene)] {
    let environment = DocumentEnvironment(document: root, device: options.device)
    let images = ImageResource.all(in: root)
    let designables = DesignableSize.all(in: root)
    let outlines = OutlineReader(document: root, traits: environment.traits).outlines
    let known = outlines.reduce(into: Set<String>()) { $0.formUnion($1.identifiers) }
    return outlines.map { outline in
      let builder = SceneBuilder(
        outline: outline, environment: environment, images: images, designables: designables, knownIdentifiers: known,
        options: options, file: file)
      return (outline, builder.importedScene())
    }
  }
}

/// How much of a file an import may use.
public struct ImportOptions: Hashable, Sendable {
  /// Whether values that the file does not contain (text sizes, bar insets, cell margins) are fitted to its recorded frames. If false, only rules are
  /// used.
  public var calibratesFromRecordedFrames = true

  /// Whether the sizes of labels, buttons and fields are taken as recorded. If false, they are predicted from the text, and judged.
  public var usesRecordedText = true
  /// A device to use instead of the file's; full-screen scenes are resized to it. The recorded frames are then not used for positions.
  public var device: Device?
  /// The glyph widths from which the widths of texts are predicted.
  public var glyphs = GlyphTable.standard

  public init(
    calibratesFromRecordedFrames: Bool = true, usesRecordedText: Bool = true, device: Device? = nil
  ) {
    self.calibratesFromRecordedFrames = calibratesFromRecordedFrames
    self.usesRecordedText = usesRecordedText
    self.device = device
  }
}

/// An entry of `<resources>`.
struct ImageResource: Sendable {
  var size: Size
  /// Whether the image is an SF Symbol. The recorded size of a symbol is that of its artwork, not the size in the layout.
  var isSymbol: Bool

  static func all(in document: MarkupElement) -> [String: ImageResource] {
    var images: [String: ImageResource] = [:]
    for element in document.child("resources")?.children ?? [] where element.tag == "image" {
      guard let name = element["name"], let width = element["width"].flatMap(Double.init(finite:)),
        let height = element["height"].flatMap(Double.init(finite:))
      else { continue }
      images[name] = ImageResource(
        size: Size(width: width, height: height), isSymbol: element["catalog"] == "system")
    }
    return images
  }
}

extension Double {
  /// The largest coordinate that is accepted, in points.
  static let largestCoordinate = 1e7

  /// A finite number of a sensible size, with -0 made 0; nil for everything else.
  init?(finite text: String) {
    guard let value = Double(text), value.isFinite, abs(value) <= Double.largestCoordinate else { return nil }
    self = value == 0 ? 0 : value
  }
}
