import Foundation
import SceneModel

/// A button: a title and an image, with the insets of its time or a configuration.
open class UIButton: UIControl {
  /// The kinds of button.
  nonisolated public enum ButtonType: Int, Sendable {
    /// UIKit's cases of these names.
    case custom, system, detailDisclosure, infoLight, infoDark, contactAdd, plain, close
    /// UIKit's `UIButton.ButtonType.roundedRect`.
    public static let roundedRect = ButtonType.system
  }
  /// The button type, as in UIKit.
  public internal(set) var buttonType = ButtonType.custom
  private var titles: [UInt: String] = [:]
  private var attributedTitles: [UInt: NSAttributedString] = [:]
  private var images: [UInt: UIImage] = [:]
  private var backgrounds: [UInt: UIImage] = [:]
  private var colors: [UInt: UIColor] = [:]
  /// Made when it is asked for.
  private var storedTitleLabel: UILabel?
  private var standardFont: UIFont { .systemFont(ofSize: buttonType == .custom ? 18 : 15) }
  public var titleLabel: UILabel? {
    if let storedTitleLabel { return storedTitleLabel }
    let label = UILabel()
    label.font = standardFont
    label.owner = self
    storedTitleLabel = label
    return label
  }
  /// The image view, as in UIKit.
  public private(set) lazy var imageView: UIImageView? = UIImageView()
  /// The content edge insets, as in UIKit.
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { changed() } }
  /// The title edge insets; kept, without effect on layout or motion.
  open var titleEdgeInsets = UIEdgeInsets.zero
  /// The image edge insets; kept, without effect on layout or motion.
  open var imageEdgeInsets = UIEdgeInsets.zero
  /// Whether it adjusts image when highlighted; kept, without effect on layout or motion.
  open var adjustsImageWhenHighlighted = true
  /// Whether it adjusts image when disabled; kept, without effect on layout or motion.
  open var adjustsImageWhenDisabled = true
  /// Whether it shows touch when highlighted; kept, without effect on layout or motion.
  open var showsTouchWhenHighlighted = false
  /// The configuration, as in UIKit.
  open var configuration: Configuration? { didSet { changed() } }
  /// The configuration update handler, as in UIKit.
  open var configurationUpdateHandler: ((UIButton) -> Void)?
  /// Whether it automatically updates configuration; kept, without effect on layout or motion.
  open var automaticallyUpdatesConfiguration = true
  /// The menu.
  open var menu: UIMenu?
  /// Whether it shows menu as primary action; kept, without effect on layout or motion.
  open var showsMenuAsPrimaryAction = false
  /// The flag `changesSelectionAsPrimaryAction`; kept, without effect on layout or motion.
  open var changesSelectionAsPrimaryAction = false

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = true
  }
  /// Makes one as UIKit does.
  public convenience init(type: ButtonType) {
    self.init(frame: .zero)
    buttonType = type
  }
  /// Makes one as UIKit does.
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero)
    buttonType = type
    guard let primaryAction else { return }
    if !primaryAction.title.isEmpty { setTitle(primaryAction.title, for: .normal) }
    addAction(primaryAction, for: .primaryActionTriggered)
  }
  /// Makes one as UIKit does.
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(type: .system, primaryAction: primaryAction)
    self.configuration = configuration
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override var sceneKind: SceneModel.View.Kind { .button }

  private func changed() { invalidateIntrinsicContentSize() }
  override func stateChanged() {
    configurationUpdateHandler?(self)
    changed()
  }

  /// Does what UIKit's `setTitle(_:for:)` does.
  open func setTitle(_ title: String?, for state: State) {
    titles[state.rawValue] = title
    changed()
  }
  /// Does what UIKit's `setAttributedTitle(_:for:)` does.
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    attributedTitles[state.rawValue] = title
    changed()
  }
  /// Does what UIKit's `setImage(_:for:)` does.
  open func setImage(_ image: UIImage?, for state: State) {
    images[state.rawValue] = image
    imageView?.image = currentImage
    changed()
  }
  /// Does what UIKit's `setBackgroundImage(_:for:)` does.
  open func setBackgroundImage(_ image: UIImage?, for state: State) { backgrounds[state.rawValue] = image }
  /// Does what UIKit's `setTitleColor(_:for:)` does.
  open func setTitleColor(_ color: UIColor?, for state: State) { colors[state.rawValue] = color }
  /// Accepted, and does nothing here.
  open func setTitleShadowColor(_ color: UIColor?, for state: State) {}
  /// Accepted, and does nothing here.
  open func setPreferredSymbolConfiguration(_ configuration: UIImage.SymbolConfiguration?, forImageIn state: State) {}
  /// Does what UIKit's `title(for:)` does.
  open func title(for state: State) -> String? { titles[state.rawValue] ?? titles[0] }
  /// Does what UIKit's `attributedTitle(for:)` does.
  open func attributedTitle(for state: State) -> NSAttributedString? {
    attributedTitles[state.rawValue] ?? attributedTitles[0]
  }
  /// Does what UIKit's `image(for:)` does.
  open func image(for state: State) -> UIImage? { images[state.rawValue] ?? images[0] }
  /// Does what UIKit's `backgroundImage(for:)` does.
  open func backgroundImage(for state: State) -> UIImage? { backgrounds[state.rawValue] ?? backgrounds[0] }
  /// Does what UIKit's `titleColor(for:)` does.
  open func titleColor(for state: State) -> UIColor? { colors[state.rawValue] ?? colors[0] }
  /// Does what UIKit's `setNeedsUpdateConfiguration()` does.
  open func setNeedsUpdateConfiguration() { configurationUpdateHandler?(self) }
  /// Accepted, and does nothing here.
  open func updateConfiguration() {}
  /// The current title, as in UIKit.
  public var currentTitle: String? { title(for: state) }
  /// The current attributed title, as in UIKit.
  public var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
  /// The current image, as in UIKit.
  public var currentImage: UIImage? { image(for: state) }
  /// The current title colour, as in UIKit.
  public var currentTitleColor: UIColor { titleColor(for: state) ?? tintColor }

  open override var intrinsicContentSize: CGSize {
    let scale = traitCollection.displayScale
    if let configuration { return configuration.size(title: currentTitle, image: currentImage, scale: scale) }
    let font = storedTitleLabel?.font ?? standardFont
    let (attributed, plain, image) = (currentAttributedTitle, currentTitle, currentImage)
    if let image, attributed == nil, plain == nil {
      return CGSize(
        width: image.size.width + contentEdgeInsets.left + contentEdgeInsets.right,
        height: image.size.height + contentEdgeInsets.top + contentEdgeInsets.bottom)
    }
    let measure =
      attributed.map { TextMeasure($0, font: font, scale: 1) } ?? TextMeasure(plain, font: font, scale: 1)
    let text = measure.size(lines: 1, width: 0)
    let line = font.lineHeight.rounded(.up)
    let hasInsets = contentEdgeInsets != .zero
    let width = text.width + (image?.size.width ?? 0) + contentEdgeInsets.left + contentEdgeInsets.right
    return CGSize(
      width: max(hasInsets ? 0 : 30, width),
      height: max(line, image?.size.height ?? 0) + (hasInsets ? contentEdgeInsets.top + contentEdgeInsets.bottom : 12))
  }
  /// Does what UIKit's `titleRect(forContentRect:)` does.
  open func titleRect(forContentRect rect: CGRect) -> CGRect { rect }
  /// Does what UIKit's `imageRect(forContentRect:)` does.
  open func imageRect(forContentRect rect: CGRect) -> CGRect { rect }

  /// The looks of iOS 15.
  nonisolated public struct Configuration: @unchecked Sendable {
    /// How a configured button's corners are rounded.
    nonisolated public enum CornerStyle: Int, Sendable { case fixed = -1, dynamic, small, medium, large, capsule }
    /// The sizes of a configured button.
    nonisolated public enum Size: Int, Sendable { case medium, small, mini, large }
    /// How a configured button's titles are aligned.
    nonisolated public enum TitleAlignment: Int, Sendable { case automatic, leading, center, trailing }
    /// The title, as in UIKit.
    public var title: String?
    /// The subtitle, as in UIKit.
    public var subtitle: String?
    /// The attributed title, as in UIKit.
    public var attributedTitle: AttributedString?
    /// The image, as in UIKit.
    public var image: UIImage?
    /// The image padding, as in UIKit.
    public var imagePadding: CGFloat = 0
    /// The title padding, as in UIKit.
    public var titlePadding: CGFloat = 1
    /// The image placement, as in UIKit.
    public var imagePlacement = NSDirectionalRectEdge.leading
    /// The content insets, as in UIKit.
    public var contentInsets = NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
    /// The base background colour; kept, without effect on layout or motion.
    public var baseBackgroundColor: UIColor?
    /// The base foreground colour; kept, without effect on layout or motion.
    public var baseForegroundColor: UIColor?
    /// The corner style; kept, without effect on layout or motion.
    public var cornerStyle = CornerStyle.dynamic
    /// The button size, as in UIKit.
    public var buttonSize = Size.medium
    /// The title alignment; kept, without effect on layout or motion.
    public var titleAlignment = TitleAlignment.automatic
    /// Whether it shows activity indicator; kept, without effect on layout or motion.
    public var showsActivityIndicator = false
    /// The preferred symbol configuration for image; kept, without effect on layout or motion.
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
    /// The background.
    public var background = UIBackgroundConfiguration()

    /// Does what UIKit's `plain()` does.
    public static func plain() -> Configuration { Configuration() }
    /// Does what UIKit's `filled()` does.
    public static func filled() -> Configuration { Configuration() }
    /// Does what UIKit's `tinted()` does.
    public static func tinted() -> Configuration { Configuration() }
    /// Does what UIKit's `gray()` does.
    public static func gray() -> Configuration { Configuration() }
    /// Does what UIKit's `bordered()` does.
    public static func bordered() -> Configuration { Configuration() }
    /// Does what UIKit's `borderedTinted()` does.
    public static func borderedTinted() -> Configuration { Configuration() }
    /// Does what UIKit's `borderedProminent()` does.
    public static func borderedProminent() -> Configuration { Configuration() }
    /// Does what UIKit's `borderless()` does.
    public static func borderless() -> Configuration { Configuration() }

    func size(title own: String?, image ownImage: UIImage?, scale: CGFloat) -> CGSize {
      let text = attributedTitle.map { String($0.characters) } ?? title ?? own
      let font = UIFont.systemFont(ofSize: buttonSize == .small || buttonSize == .mini ? 15 : 17)
      var size = TextMeasure(text, font: font, scale: scale).size(lines: 1, width: 0)
      if let subtitle {
        let below = TextMeasure(subtitle, font: .systemFont(ofSize: 12), scale: scale)
          .size(lines: 1, width: 0)
        size = CGSize(width: max(size.width, below.width), height: size.height + titlePadding + below.height)
      }
      if let picture = (image ?? ownImage)?.size {
        let gap = text == nil ? 0 : imagePadding
        if imagePlacement == .top || imagePlacement == .bottom {
          size = CGSize(width: max(size.width, picture.width), height: size.height + gap + picture.height)
        } else {
          size = CGSize(width: size.width + gap + picture.width, height: max(size.height, picture.height))
        }
      }
      return CGSize(
        width: size.width + contentInsets.leading + contentInsets.trailing,
        height: size.height + contentInsets.top + contentInsets.bottom)
    }
  }
}
/// A set of edges of a rectangle that follow the layout direction.
nonisolated public struct NSDirectionalRectEdge: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// UIKit's values of these names.
  public static let top = NSDirectionalRectEdge(rawValue: 1), leading = NSDirectionalRectEdge(rawValue: 2)
  /// UIKit's values of these names.
  public static let bottom = NSDirectionalRectEdge(rawValue: 4), trailing = NSDirectionalRectEdge(rawValue: 8)
  /// UIKit's `NSDirectionalRectEdge.all`.
  public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}
/// The background of a configured button or cell; nothing is drawn.
nonisolated public struct UIBackgroundConfiguration: Sendable {
  /// The background colour.
  public var backgroundColor: UIColor?
  /// The corner radius; kept, without effect on layout or motion.
  public var cornerRadius: CGFloat = 0
  /// The stroke colour; kept, without effect on layout or motion.
  public var strokeColor: UIColor?
  /// The stroke width; kept, without effect on layout or motion.
  public var strokeWidth: CGFloat = 0
  /// Makes one as UIKit does.
  public init() {}
  /// Does what UIKit's `clear()` does.
  public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
}
