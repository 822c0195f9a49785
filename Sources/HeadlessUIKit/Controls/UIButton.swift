import Foundation
import SceneModel

/// A button: a title and an image, with the insets of its time or a configuration.
open class UIButton: UIControl {
  nonisolated public enum ButtonType: Int, Sendable {
    case custom, system, detailDisclosure, infoLight, infoDark, contactAdd, plain, close
    public static let roundedRect = ButtonType.system
  }
  public internal(set) var buttonType = ButtonType.custom
  private var titles: [UInt: String] = [:]
  private var attributedTitles: [UInt: NSAttributedString] = [:]
  private var images: [UInt: UIImage] = [:]
  private var backgrounds: [UInt: UIImage] = [:]
  private var colors: [UInt: UIColor] = [:]
  public private(set) lazy var titleLabel: UILabel? = {
    let label = UILabel()
    label.font = .systemFont(ofSize: buttonType == .custom ? 18 : 15)
    label.owner = self
    return label
  }()
  public private(set) lazy var imageView: UIImageView? = UIImageView()
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { changed() } }
  open var titleEdgeInsets = UIEdgeInsets.zero
  open var imageEdgeInsets = UIEdgeInsets.zero
  open var adjustsImageWhenHighlighted = true
  open var adjustsImageWhenDisabled = true
  open var showsTouchWhenHighlighted = false
  open var configuration: Configuration? { didSet { changed() } }
  open var configurationUpdateHandler: ((UIButton) -> Void)?
  open var automaticallyUpdatesConfiguration = true
  open var menu: UIMenu?
  open var showsMenuAsPrimaryAction = false
  open var changesSelectionAsPrimaryAction = false

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = true
  }
  public convenience init(type: ButtonType) {
    self.init(frame: .zero)
    buttonType = type
  }
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero)
    buttonType = type
    guard let primaryAction else { return }
    if !primaryAction.title.isEmpty { setTitle(primaryAction.title, for: .normal) }
    addAction(primaryAction, for: .primaryActionTriggered)
  }
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

  open func setTitle(_ title: String?, for state: State) {
    titles[state.rawValue] = title
    changed()
  }
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    attributedTitles[state.rawValue] = title
    changed()
  }
  open func setImage(_ image: UIImage?, for state: State) {
    images[state.rawValue] = image
    imageView?.image = currentImage
    changed()
  }
  open func setBackgroundImage(_ image: UIImage?, for state: State) { backgrounds[state.rawValue] = image }
  open func setTitleColor(_ color: UIColor?, for state: State) { colors[state.rawValue] = color }
  open func setTitleShadowColor(_ color: UIColor?, for state: State) {}
  open func setPreferredSymbolConfiguration(_ configuration: UIImage.SymbolConfiguration?, forImageIn state: State) {}
  open func title(for state: State) -> String? { titles[state.rawValue] ?? titles[0] }
  open func attributedTitle(for state: State) -> NSAttributedString? {
    attributedTitles[state.rawValue] ?? attributedTitles[0]
  }
  open func image(for state: State) -> UIImage? { images[state.rawValue] ?? images[0] }
  open func backgroundImage(for state: State) -> UIImage? { backgrounds[state.rawValue] ?? backgrounds[0] }
  open func titleColor(for state: State) -> UIColor? { colors[state.rawValue] ?? colors[0] }
  open func setNeedsUpdateConfiguration() { configurationUpdateHandler?(self) }
  open func updateConfiguration() {}
  public var currentTitle: String? { title(for: state) }
  public var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
  public var currentImage: UIImage? { image(for: state) }
  public var currentTitleColor: UIColor { titleColor(for: state) ?? tintColor }

  open override var intrinsicContentSize: CGSize {
    let scale = traitCollection.displayScale
    if let configuration { return configuration.size(title: currentTitle, image: currentImage, scale: scale) }
    let font = titleLabel?.font ?? .systemFont(ofSize: 15)
    let title = currentAttributedTitle ?? currentTitle.map { NSAttributedString(string: $0) }
    let image = currentImage
    if let image, title == nil {
      return CGSize(
        width: image.size.width + contentEdgeInsets.left + contentEdgeInsets.right,
        height: image.size.height + contentEdgeInsets.top + contentEdgeInsets.bottom)
    }
    let text = TextMeasure(title, font: font, scale: 1).size(lines: 1, width: 0)
    let line = font.lineHeight.rounded(.up)
    let hasInsets = contentEdgeInsets != .zero
    let width = text.width + (image?.size.width ?? 0) + contentEdgeInsets.left + contentEdgeInsets.right
    return CGSize(
      width: max(hasInsets ? 0 : 30, width),
      height: max(line, image?.size.height ?? 0) + (hasInsets ? contentEdgeInsets.top + contentEdgeInsets.bottom : 12))
  }
  open func titleRect(forContentRect rect: CGRect) -> CGRect { rect }
  open func imageRect(forContentRect rect: CGRect) -> CGRect { rect }

  /// The looks of iOS 15.
  nonisolated public struct Configuration: @unchecked Sendable {
    nonisolated public enum CornerStyle: Int, Sendable { case fixed = -1, dynamic, small, medium, large, capsule }
    nonisolated public enum Size: Int, Sendable { case medium, small, mini, large }
    nonisolated public enum TitleAlignment: Int, Sendable { case automatic, leading, center, trailing }
    public var title: String?
    public var subtitle: String?
    public var attributedTitle: AttributedString?
    public var image: UIImage?
    public var imagePadding: CGFloat = 0
    public var titlePadding: CGFloat = 1
    public var imagePlacement = NSDirectionalRectEdge.leading
    public var contentInsets = NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
    public var baseBackgroundColor: UIColor?
    public var baseForegroundColor: UIColor?
    public var cornerStyle = CornerStyle.dynamic
    public var buttonSize = Size.medium
    public var titleAlignment = TitleAlignment.automatic
    public var showsActivityIndicator = false
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
    public var background = UIBackgroundConfiguration()

    public static func plain() -> Configuration { Configuration() }
    public static func filled() -> Configuration { Configuration() }
    public static func tinted() -> Configuration { Configuration() }
    public static func gray() -> Configuration { Configuration() }
    public static func bordered() -> Configuration { Configuration() }
    public static func borderedTinted() -> Configuration { Configuration() }
    public static func borderedProminent() -> Configuration { Configuration() }
    public static func borderless() -> Configuration { Configuration() }

    func size(title own: String?, image ownImage: UIImage?, scale: CGFloat) -> CGSize {
      let text = attributedTitle.map { String($0.characters) } ?? title ?? own
      let font = UIFont.systemFont(ofSize: buttonSize == .small || buttonSize == .mini ? 15 : 17)
      var size = TextMeasure(text.map { NSAttributedString(string: $0) }, font: font, scale: scale).size(
        lines: 1, width: 0)
      if let subtitle {
        let below = TextMeasure(NSAttributedString(string: subtitle), font: .systemFont(ofSize: 12), scale: scale)
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
nonisolated public struct NSDirectionalRectEdge: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let top = NSDirectionalRectEdge(rawValue: 1), leading = NSDirectionalRectEdge(rawValue: 2)
  public static let bottom = NSDirectionalRectEdge(rawValue: 4), trailing = NSDirectionalRectEdge(rawValue: 8)
  public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}
nonisolated public struct UIBackgroundConfiguration: Sendable {
  public var backgroundColor: UIColor?
  public var cornerRadius: CGFloat = 0
  public var strokeColor: UIColor?
  public var strokeWidth: CGFloat = 0
  public init() {}
  public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
}
