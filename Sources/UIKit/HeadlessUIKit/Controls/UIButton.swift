import Foundation
import SceneModel

/// A button with a title and an image. They are placed by insets, or by a configuration (iOS 15).
open class UIButton: UIControl {
  /// The kinds of button.
  nonisolated public enum ButtonType: Int, Sendable {
    /// `custom` has text of 18 points, the others have text of 15. The symbols of some kinds are not shown.
    case custom, system, detailDisclosure, infoLight, infoDark, contactAdd, plain, close
    /// The old name of `system`.
    public static let roundedRect = ButtonType.system
  }
  /// The kind of button that was made.
  public internal(set) var buttonType = ButtonType.custom
  private var titles: [UInt: String] = [:]
  private var attributedTitles: [UInt: NSAttributedString] = [:]
  private var images: [UInt: UIImage] = [:]
  private var backgrounds: [UInt: UIImage] = [:]
  private var colors: [UInt: UIColor] = [:]
  /// The title's label, made on first use.
  private var storedTitleLabel: UIButtonLabel?
  private var standardFont: UIFont { .systemFont(ofSize: buttonType == .custom ? 18 : 15) }
  /// The label of the title, made on first use. Its text is the title of the present state, and the button's size follows its font.
  public var titleLabel: UILabel? {
    if let storedTitleLabel { return storedTitleLabel }
    let label = UIButtonLabel()
    label.font = standardFont
    label.owner = self
    label.showTitle(currentAttributedTitle, configuration?.title ?? currentTitle)
    storedTitleLabel = label
    addSubview(label)
    return label
  }
  private var storedImageView: UIImageView?
  /// The view of the picture, made on first use; the natural size follows the picture.
  public var imageView: UIImageView? {
    if let storedImageView { return storedImageView }
    let view = UIImageView()
    view.image = currentImage
    storedImageView = view
    insertSubview(view, at: 0)
    return view
  }

  /// Lays out title and picture side by side, where the content's alignment puts them (rule L9.5).
  open override func layoutSubviews() {
    super.layoutSubviews()
    let (title, picture) = (shownTitleSize, shownImage?.size)
    if title != nil { _ = titleLabel }
    if picture != nil { _ = imageView }
    let insets = configuration.map { configured -> UIEdgeInsets in
      let (insets, isFlipped) = (configured.contentInsets, effectiveUserInterfaceLayoutDirection == .rightToLeft)
      return UIEdgeInsets(
        top: insets.top, left: isFlipped ? insets.trailing : insets.leading, bottom: insets.bottom,
        right: isFlipped ? insets.leading : insets.trailing)
    }
    let room = bounds.inset(by: insets ?? contentEdgeInsets)
    let gap = title != nil && picture != nil ? configuration?.imagePadding ?? 0 : 0
    let placement = configuration?.imagePlacement ?? .leading
    let isColumn = placement == .top || placement == .bottom
    var text = title ?? .zero
    let image = picture ?? .zero
    text.width = max(0, min(text.width, isColumn ? room.width : room.width - image.width - gap))
    let whole =
      isColumn
      ? CGSize(width: max(text.width, image.width), height: text.height + gap + image.height)
      : CGSize(width: text.width + gap + image.width, height: max(text.height, image.height))
    let isFlipped = effectiveUserInterfaceLayoutDirection == .rightToLeft
    let start = isFlipped ? ContentHorizontalAlignment.right : .left
    let end = isFlipped ? ContentHorizontalAlignment.left : .right
    let alignment =
      contentHorizontalAlignment == .leading
      ? start : contentHorizontalAlignment == .trailing ? end : contentHorizontalAlignment
    var x = room.midX - whole.width / 2
    if alignment == .left || alignment == .fill { x = room.minX }
    if alignment == .right { x = room.maxX - whole.width }
    var y = room.midY - whole.height / 2
    if contentVerticalAlignment == .top || contentVerticalAlignment == .fill { y = room.minY }
    if contentVerticalAlignment == .bottom { y = room.maxY - whole.height }
    let scale = traitCollection.displayScale
    func pixel(_ value: CGFloat) -> CGFloat { (value * scale + 0.5).rounded(.down) / scale }
    func put(_ view: UIView?, _ size: CGSize, _ place: CGPoint, _ edges: UIEdgeInsets) {
      guard let view, view.superview === self, view.translatesAutoresizingMaskIntoConstraints else { return }
      // The part is centred in the space that its insets leave, so they move it by half of their difference; at an edge, by all of it.
      let moved = CGPoint(
        x: pixel(place.x + (edges.left - edges.right) / (alignment == .center ? 2 : 1)),
        y: pixel(place.y + (edges.top - edges.bottom) / (contentVerticalAlignment == .center ? 2 : 1)))
      view.setLayoutFrame(CGRect(origin: moved, size: size))
    }
    let isAhead = placement == .top || (placement == .leading) != isFlipped && !isColumn
    if isColumn {
      put(
        storedImageView, image, CGPoint(x: x + (whole.width - image.width) / 2, y: isAhead ? y : y + text.height + gap),
        imageEdgeInsets)
      put(
        storedTitleLabel, text, CGPoint(x: x + (whole.width - text.width) / 2, y: isAhead ? y + image.height + gap : y),
        titleEdgeInsets)
    } else {
      put(
        storedImageView, image,
        CGPoint(x: isAhead ? x : x + text.width + gap, y: y + (whole.height - image.height) / 2),
        imageEdgeInsets)
      put(
        storedTitleLabel, text,
        CGPoint(x: isAhead ? x + image.width + gap : x, y: y + (whole.height - text.height) / 2),
        titleEdgeInsets)
    }
  }
  private var shownImage: UIImage? { configuration?.image ?? currentImage }
  /// The size of the shown title; nil if there is none.
  private var shownTitleSize: CGSize? {
    let scale = traitCollection.displayScale
    if let configuration { return configuration.titleSize(title: currentTitle, scale: scale) }
    let font = storedTitleLabel?.font ?? standardFont
    guard
      let measure = currentAttributedTitle.map({ TextMeasure($0, font: font, scale: 1) })
        ?? currentTitle.map({ TextMeasure($0, font: font, scale: 1) })
    else { return nil }
    let size = measure.size(lines: 1, width: 0)
    return size == .zero ? nil : CGSize(width: size.width, height: font.lineHeight.rounded(.up))
  }
  /// The distances between the button's edges and its content, in points; part of the natural size.
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { changed() } }
  /// The distances by which the title moves inward; the natural size does not follow them.
  open var titleEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  /// The distances by which the picture moves inward; the natural size does not follow them.
  open var imageEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  open var adjustsImageWhenHighlighted = true  // inert
  open var adjustsImageWhenDisabled = true  // inert
  open var showsTouchWhenHighlighted = false  // inert
  /// The configuration (iOS 15); nil: the button uses its own titles, pictures and insets.
  open var configuration: Configuration? { didSet { changed() } }
  /// A block that adapts the configuration to the state; called when the state changes.
  open var configurationUpdateHandler: ((UIButton) -> Void)?
  open var automaticallyUpdatesConfiguration = true  // inert
  open var menu: UIMenu? { didSet { noEffect("UIButton.menu", .menus) } }
  open var showsMenuAsPrimaryAction = false  // inert
  open var changesSelectionAsPrimaryAction = false {
    didSet { noEffect("UIButton.changesSelectionAsPrimaryAction", .touches) }
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = true
  }
  /// Makes a button of a kind.
  public convenience init(type: ButtonType) {
    self.init(frame: .zero)
    buttonType = type
  }
  /// Makes a button that runs an action when it is tapped; it has the action's title, but not its picture.
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero)
    buttonType = type
    guard let primaryAction else { return }
    if !primaryAction.title.isEmpty { setTitle(primaryAction.title, for: .normal) }
    addAction(primaryAction, for: .primaryActionTriggered)
  }
  /// Makes a button with a configuration (iOS 15).
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(type: .system, primaryAction: primaryAction)
    self.configuration = configuration
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override var sceneKind: SceneModel.View.Kind { .button }

  private func changed() {
    storedTitleLabel?.showTitle(
      configuration?.attributedTitle.map { NSAttributedString(string: String($0.characters)) }
        ?? currentAttributedTitle,
      configuration?.title ?? currentTitle)
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }
  override func stateChanged() {
    configurationUpdateHandler?(self)
    changed()
  }

  /// Sets the title for a state; states without one show that of `normal`.
  open func setTitle(_ title: String?, for state: State) {
    titles[state.rawValue] = title
    changed()
  }
  /// Sets the title with attributes for a state.
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    attributedTitles[state.rawValue] = title
    changed()
  }
  /// Sets the picture for a state; states without one show that of `normal`.
  open func setImage(_ image: UIImage?, for state: State) {
    images[state.rawValue] = image
    if image != nil || storedImageView != nil { imageView?.image = currentImage }
    changed()
  }
  /// Sets the picture behind the content for a state; it has no effect on the size.
  open func setBackgroundImage(_ image: UIImage?, for state: State) { backgrounds[state.rawValue] = image }
  /// Sets the colour of the title for a state; nothing is drawn.
  open func setTitleColor(_ color: UIColor?, for state: State) { colors[state.rawValue] = color }
  open func setTitleShadowColor(_ color: UIColor?, for state: State) {}  // inert
  open func setPreferredSymbolConfiguration(_ configuration: UIImage.SymbolConfiguration?, forImageIn state: State) {
    noEffect("UIButton.setPreferredSymbolConfiguration(_:forImageIn:)", .symbols)
  }
  /// Returns the title for a state, or else that of `normal`.
  open func title(for state: State) -> String? { titles[state.rawValue] ?? titles[0] }
  /// Returns the title with attributes for a state, or else that of `normal`.
  open func attributedTitle(for state: State) -> NSAttributedString? {
    attributedTitles[state.rawValue] ?? attributedTitles[0]
  }
  /// Returns the picture for a state, or else that of `normal`.
  open func image(for state: State) -> UIImage? { images[state.rawValue] ?? images[0] }
  /// Returns the picture behind the content for a state, or else that of `normal`.
  open func backgroundImage(for state: State) -> UIImage? { backgrounds[state.rawValue] ?? backgrounds[0] }
  /// Returns the colour of the title for a state, or else that of `normal`.
  open func titleColor(for state: State) -> UIColor? { colors[state.rawValue] ?? colors[0] }
  /// Calls the block that adapts the configuration to the state, now.
  open func setNeedsUpdateConfiguration() { configurationUpdateHandler?(self) }
  /// Called in UIKit when the state has changed; never called here.
  open func updateConfiguration() {}
  /// The title of the present state.
  public var currentTitle: String? { title(for: state) }
  /// The title with attributes of the present state.
  public var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
  /// The picture of the present state.
  public var currentImage: UIImage? { image(for: state) }
  /// The colour of the title in the present state; by default the tint.
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
  /// Returns the rectangle of the title: all of the content's.
  open func titleRect(forContentRect rect: CGRect) -> CGRect { rect }
  /// Returns the rectangle of the picture: all of the content's.
  open func imageRect(forContentRect rect: CGRect) -> CGRect { rect }

  /// The configurations of buttons from iOS 15 on.
  nonisolated public struct Configuration: @unchecked Sendable {
    /// How a configured button's corners are rounded.
    nonisolated public enum CornerStyle: Int, Sendable { case fixed = -1, dynamic, small, medium, large, capsule }
    /// The sizes of a configured button.
    nonisolated public enum Size: Int, Sendable { case medium, small, mini, large }
    /// How a configured button's titles are aligned.
    nonisolated public enum TitleAlignment: Int, Sendable { case automatic, leading, center, trailing }
    /// The title; nil if there is none.
    public var title: String?
    /// The line below the title; nil if there is none.
    public var subtitle: String?
    /// The title with attributes; nil if there is none.
    public var attributedTitle: AttributedString?
    /// The picture; nil if there is none.
    public var image: UIImage?
    /// The distance between picture and title, in points.
    public var imagePadding: CGFloat = 0
    /// The distance between title and subtitle, in points.
    public var titlePadding: CGFloat = 1
    /// The side of the title on which the picture lies.
    public var imagePlacement = NSDirectionalRectEdge.leading
    /// The distances between the button's edges and its content, in points.
    public var contentInsets: NSDirectionalEdgeInsets {
      get { givenInsets ?? Self.insets(of: buttonSize) }
      set { givenInsets = newValue }
    }
    private var givenInsets: NSDirectionalEdgeInsets?
    /// Returns the default insets for a size. They apply if the program has not set others.
    private static func insets(of size: Size) -> NSDirectionalEdgeInsets {
      size == .large
        ? NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20)
        : NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
    }
    /// Resets the insets to the default ones of the button's size class.
    public mutating func setDefaultContentInsets() { givenInsets = nil }
    public var baseBackgroundColor: UIColor?  // inert
    public var baseForegroundColor: UIColor?  // inert
    public var cornerStyle = CornerStyle.dynamic  // inert
    /// The size class of the button, which its insets and its font follow.
    public var buttonSize = Size.medium
    public var titleAlignment = TitleAlignment.automatic {
      didSet { noEffect("UIButton.Configuration.titleAlignment", .layout) }
    }
    public var showsActivityIndicator = false {
      didSet { noEffect("UIButton.Configuration.showsActivityIndicator", .layout) }
    }
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration? {
      didSet { noEffect("UIButton.Configuration.preferredSymbolConfigurationForImage", .symbols) }
    }
    public var background = UIBackgroundConfiguration()  // inert

    /// Returns the configuration of a button without a background.
    public static func plain() -> Configuration { Configuration() }
    /// Returns the look of a filled button, which is laid out as the plain one.
    public static func filled() -> Configuration { Configuration() }
    /// Returns the look of a tinted button, which is laid out as the plain one.
    public static func tinted() -> Configuration { Configuration() }
    /// Returns the look of a grey button, which is laid out as the plain one.
    public static func gray() -> Configuration { Configuration() }
    /// Returns the look of a bordered button, which is laid out as the plain one.
    public static func bordered() -> Configuration { Configuration() }
    /// Returns the look of a bordered tinted button, which is laid out as the plain one.
    public static func borderedTinted() -> Configuration { Configuration() }
    /// Returns the look of a bordered filled button, which is laid out as the plain one.
    public static func borderedProminent() -> Configuration { Configuration() }
    /// Returns the look of a borderless button, which is laid out as the plain one.
    public static func borderless() -> Configuration { Configuration() }

    private var font: UIFont { .systemFont(ofSize: buttonSize == .small || buttonSize == .mini ? 15 : 17) }
    func titleSize(title own: String?, scale: CGFloat) -> CGSize? {
      guard let text = attributedTitle.map({ String($0.characters) }) ?? title ?? own, !text.isEmpty else { return nil }
      return TextMeasure(text, font: font, scale: scale).size(lines: 1, width: 0)
    }
    func size(title own: String?, image ownImage: UIImage?, scale: CGFloat) -> CGSize {
      let text = attributedTitle.map { String($0.characters) } ?? title ?? own
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
  /// The upper edge; the edge where a line of text begins.
  public static let top = NSDirectionalRectEdge(rawValue: 1), leading = NSDirectionalRectEdge(rawValue: 2)
  /// The lower edge; the edge where a line of text ends.
  public static let bottom = NSDirectionalRectEdge(rawValue: 4), trailing = NSDirectionalRectEdge(rawValue: 8)
  /// All four edges.
  public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}
/// The background of a configured button or cell; nothing is drawn.
nonisolated public struct UIBackgroundConfiguration: Sendable {
  public var backgroundColor: UIColor?  // inert
  public var cornerRadius: CGFloat = 0  // inert
  public var strokeColor: UIColor?  // inert
  public var strokeWidth: CGFloat = 0  // inert
  /// Makes a background without a colour.
  public init() {}
  /// Returns a background without a colour.
  public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
}

/// The label of a button's title. A recorded scene does not contain it as a view, only the button, whose natural size follows the title.
final class UIButtonLabel: UILabel {
  override var sceneKind: SceneModel.View.Kind { .plain }
  func showTitle(_ attributed: NSAttributedString?, _ plain: String?) {
    isShowing = true
    if let attributed { attributedText = attributed } else if text != plain { text = plain }
    isShowing = false
  }
  /// Whether `showTitle` sets the text at present. The label does not notify the button then.
  private(set) var isShowing = false
}
