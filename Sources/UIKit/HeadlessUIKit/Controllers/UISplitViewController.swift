import Foundation

/// The delegate that decides what a split view controller shows if there is space for only one controller.
@MainActor public protocol UISplitViewControllerDelegate: AnyObject {
  /// Returns true if the secondary controller is left out when there is space for only one.
  func splitViewController(
    _ split: UISplitViewController, collapseSecondary secondary: UIViewController, onto primary: UIViewController
  ) -> Bool
}
extension UISplitViewControllerDelegate {
  public func splitViewController(
    _ split: UISplitViewController, collapseSecondary secondary: UIViewController, onto primary: UIViewController
  ) -> Bool { false }
}

/// Two controllers side by side in a regular width, the first in a column of up to 320 points by default. In a compact width one of them fills the view.
open class UISplitViewController: UIViewController {
  /// The columns that a split controller shows.
  nonisolated public enum DisplayMode: Int, Sendable {
    /// The controller's own choice, the second column alone, both columns side by side, or the first column over the second.
    case automatic, secondaryOnly, oneBesideSecondary, oneOverSecondary
    /// The old names of `secondaryOnly` and `oneBesideSecondary`.
    public static let primaryHidden = DisplayMode.secondaryOnly, allVisible = DisplayMode.oneBesideSecondary
    /// The old name of `oneOverSecondary`.
    public static let primaryOverlay = DisplayMode.oneOverSecondary
  }
  /// The number of a split controller's columns.
  nonisolated public enum Style: Int, Sendable { case unspecified, doubleColumn, tripleColumn }
  /// The columns of a split controller.
  nonisolated public enum Column: Int, Sendable { case primary, supplementary, secondary, compact }
  /// A width that the controller chooses itself.
  nonisolated public static let automaticDimension: CGFloat = -3.4028234663852886e38

  /// The object that decides which controller shows if there is space for only one; held weakly.
  public weak var delegate: (any UISplitViewControllerDelegate)?
  /// The number of columns that the controller was made with; a third one is laid out as the second.
  public let style: Style
  /// The columns to show; `automatic`: both if the view is wider than high, otherwise the secondary alone.
  open var preferredDisplayMode = DisplayMode.automatic { didSet { arrange() } }
  /// The fraction of the view's width that the first column gets if possible; `automaticDimension`: 320 points.
  open var preferredPrimaryColumnWidthFraction = UISplitViewController.automaticDimension { didSet { arrange() } }
  /// The least width of the first column, in points; `automaticDimension`: 0.
  open var minimumPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { arrange() } }
  /// The greatest width of the first column, in points; `automaticDimension`: 320.
  open var maximumPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { arrange() } }
  open var presentsWithGesture = true  // inert
  /// The controllers, the primary first; setting them lays them out at once.
  open var viewControllers: [UIViewController] {
    get { shown }
    set {
      for child in shown where !newValue.contains(where: { $0 === child }) {
        child.viewIfLoaded?.removeFromSuperview()
        child.removeFromParent()
      }
      shown = newValue
      for child in newValue where child.parent == nil {
        addChild(child)
        child.didMove(toParent: self)
      }
      arrange()
    }
  }
  private var shown: [UIViewController] = []

  /// Makes a controller without columns.
  public init(style: Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }
  public override init(nibName: String?, bundle: Bundle?) {
    style = .unspecified
    super.init(nibName: nibName, bundle: bundle)
  }
  public required init?(coder: NSCoder) {
    style = .unspecified
    super.init(coder: coder)
  }

  /// Sets the controller of a column. Each column except the primary one counts as the secondary; nil removes the column's controller.
  open func setViewController(_ controller: UIViewController?, for column: Column) {
    var next = shown
    let place = column == .primary ? 0 : 1
    if next.indices.contains(place) { next.remove(at: place) }
    if let controller { next.insert(controller, at: min(place, next.count)) }
    viewControllers = next
  }
  /// Returns the controller of a column; nil if it has none. Each column except the primary one counts as the secondary.
  open func viewController(for column: Column) -> UIViewController? {
    column == .primary ? shown.first : shown.dropFirst().last
  }

  /// Whether there is space for only one controller: the width is not regular.
  public var isCollapsed: Bool { traitCollection.horizontalSizeClass != .regular }
  /// The columns that show.
  public var displayMode: DisplayMode {
    if preferredDisplayMode != .automatic { return preferredDisplayMode }
    let size = viewIfLoaded?.bounds.size ?? .zero
    return size.width > size.height ? .oneBesideSecondary : .secondaryOnly
  }
  /// The width of the first column, in points.
  public var primaryColumnWidth: CGFloat {
    let room = viewIfLoaded?.bounds.width ?? 0
    func told(_ value: CGFloat, _ other: CGFloat) -> CGFloat { value == Self.automaticDimension ? other : value }
    let wanted =
      preferredPrimaryColumnWidthFraction == Self.automaticDimension ? 320 : preferredPrimaryColumnWidthFraction * room
    return min(max(wanted, told(minimumPrimaryColumnWidth, 0)), told(maximumPrimaryColumnWidth, 320))
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    arrange()
  }
  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    arrange()
  }
  override var visibleChildren: [UIViewController] { shown.filter { $0.viewIfLoaded?.superview === viewIfLoaded } }

  private func arrange() {
    guard isViewLoaded, let primary = shown.first else { return }
    let secondary = shown.dropFirst().last
    let (bounds, width) = (view.bounds, primaryColumnWidth)
    if isCollapsed {
      let leavesOut =
        secondary.map { delegate?.splitViewController(self, collapseSecondary: $0, onto: primary) ?? false } ?? true
      let top = leavesOut ? primary : secondary ?? primary
      for child in shown { child === top ? show(child, bounds) : child.viewIfLoaded?.removeFromSuperview() }
      return
    }
    let isRightToLeft = view.effectiveUserInterfaceLayoutDirection == .rightToLeft
    let column = CGRect(
      x: isRightToLeft ? bounds.maxX - width : bounds.minX, y: bounds.minY, width: width, height: bounds.height)
    switch secondary == nil ? .oneBesideSecondary : displayMode {
    case .secondaryOnly:
      primary.viewIfLoaded?.removeFromSuperview()
      if let secondary { show(secondary, bounds) }
    case .oneOverSecondary:
      if let secondary { show(secondary, bounds) }
      show(primary, column)
    default:
      if let secondary {
        // One point is the line between the two.
        let rest = CGRect(
          x: isRightToLeft ? bounds.minX : column.maxX + 1, y: bounds.minY, width: bounds.width - width - 1,
          height: bounds.height)
        show(secondary, rest)
      }
      show(primary, secondary == nil ? bounds : column)
    }
  }
  private func show(_ child: UIViewController, _ frame: CGRect) {
    let content: UIView = child.view
    if content.superview !== view { view.addSubview(content) }
    if content.frame != frame { content.frame = frame }
  }

  open override func showDetailViewController(_ controller: UIViewController, sender: Any?) {
    if isCollapsed, let stack = shown.first as? UINavigationController {
      stack.pushViewController(controller, animated: true)
    } else if let primary = shown.first {
      viewControllers = [primary, controller]
    } else {
      viewControllers = [controller]
    }
  }
}
