import Foundation
import SceneModel

/// The delegate of a search bar.
@MainActor public protocol UISearchBarDelegate: AnyObject {
  /// Returns whether editing may begin; true by default.
  func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
  /// Called when editing has begun.
  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
  /// Returns whether editing may end; true by default.
  func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
  /// Called when editing has ended.
  func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
  /// Called when text was typed.
  func searchBar(_ searchBar: UISearchBar, textDidChange text: String)
  /// Called in UIKit when the key to search is pressed; never called here.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
  /// Called in UIKit when the button to cancel is tapped; never called here.
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
  /// Called in UIKit when a tap has chosen a scope; never called here.
  func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange index: Int)
}

extension UISearchBarDelegate {
  public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
  public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
  public func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { true }
  public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
  public func searchBar(_ searchBar: UISearchBar, textDidChange text: String) {}
  public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
  public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
  public func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange index: Int) {}
}

/// A search bar, with UIKit's height.
open class UISearchBar: UIView {
  /// The text; nil or empty: the placeholder would show.
  open var text: String?
  open var placeholder: String?  // inert
  /// The delegate for editing; held weakly.
  public weak var delegate: (any UISearchBarDelegate)?
  /// A text field that programs may set up. It is not in the bar's view tree, and its text is not the bar's.
  public private(set) lazy var searchTextField = UITextField()
  open var showsCancelButton = false  // inert
  open var searchBarStyle = Style.default  // inert
  open var prompt: String? { didSet { noEffect("UISearchBar.prompt", .layout) } }
  open var barStyle = UIBarStyle.default  // inert
  open var isTranslucent = true  // inert
  open var backgroundImage: UIImage?  // inert
  open var scopeButtonTitles: [String]?  // inert
  open var selectedScopeButtonIndex = 0  // inert
  open var showsScopeBar = false { didSet { noEffect("UISearchBar.showsScopeBar", .layout) } }
  open var keyboardType = UIKeyboardType.default  // inert
  open var returnKeyType = UIReturnKeyType.search  // inert
  open var autocapitalizationType = UITextAutocapitalizationType.none  // inert
  open var autocorrectionType = UITextAutocorrectionType.default  // inert
  open var keyboardAppearance = UIKeyboardAppearance.default  // inert
  /// The styles of a search bar; nothing is drawn.
  nonisolated public enum Style: UInt, Sendable { case `default`, prominent, minimal }
  /// Sets whether there is a button to cancel, at once.
  open func setShowsCancelButton(_ shows: Bool, animated: Bool) { showsCancelButton = shows }
  open override var canBecomeFirstResponder: Bool { true }
  @discardableResult open override func becomeFirstResponder() -> Bool {
    guard !isFirstResponder, delegate?.searchBarShouldBeginEditing(self) ?? true else { return isFirstResponder }
    isFirstResponder = true
    delegate?.searchBarTextDidBeginEditing(self)
    return true
  }
  @discardableResult open override func resignFirstResponder() -> Bool {
    guard isFirstResponder, delegate?.searchBarShouldEndEditing(self) ?? true else { return false }
    isFirstResponder = false
    delegate?.searchBarTextDidEndEditing(self)
    return true
  }
  /// Adds a text at the end, as if typed by the user. The delegate is called.
  open func insertText(_ typed: String) {
    text = (text ?? "") + typed
    delegate?.searchBar(self, textDidChange: text ?? "")
  }
  open var barTintColor: UIColor?  // inert
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 56) }
}
