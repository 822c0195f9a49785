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
  /// The text that would show while there is none.
  open var placeholder: String?
  /// The delegate for editing; held weakly.
  public weak var delegate: (any UISearchBarDelegate)?
  /// A text field that programs may set up. It is not in the bar's view tree, and its text is not the bar's.
  public private(set) lazy var searchTextField = UITextField()
  /// Whether there is a button to cancel; none is shown.
  open var showsCancelButton = false
  /// The search bar style; kept, without effect on layout or motion.
  open var searchBarStyle = Style.default
  /// The prompt; kept, without effect on layout or motion.
  open var prompt: String?
  /// The bar style; kept, without effect on layout or motion.
  open var barStyle = UIBarStyle.default
  /// Whether the bar is translucent.
  open var isTranslucent = true
  /// The background image; kept, without effect on layout or motion.
  open var backgroundImage: UIImage?
  /// The scope button titles; kept, without effect on layout or motion.
  open var scopeButtonTitles: [String]?
  /// The selected scope button index; kept, without effect on layout or motion.
  open var selectedScopeButtonIndex = 0
  /// Whether scopes can be chosen; kept, without effect: none is shown.
  open var showsScopeBar = false
  /// The keyboard type; kept, without effect on layout or motion.
  open var keyboardType = UIKeyboardType.default
  /// The return key type; kept, without effect on layout or motion.
  open var returnKeyType = UIReturnKeyType.search
  /// The autocapitalization type; kept, without effect on layout or motion.
  open var autocapitalizationType = UITextAutocapitalizationType.none
  /// The autocorrection type; kept, without effect on layout or motion.
  open var autocorrectionType = UITextAutocorrectionType.default
  /// The keyboard appearance; kept, without effect on layout or motion.
  open var keyboardAppearance = UIKeyboardAppearance.default
  /// The styles of a search bar; nothing is drawn.
  nonisolated public enum Style: UInt, Sendable { case `default`, prominent, minimal }
  /// Sets whether there is a button to cancel, at once.
  open func setShowsCancelButton(_ shows: Bool, animated: Bool) { showsCancelButton = shows }
  open override var canBecomeFirstResponder: Bool { true }
  open override func becomeFirstResponder() -> Bool {
    guard !isFirstResponder, delegate?.searchBarShouldBeginEditing(self) ?? true else { return isFirstResponder }
    isFirstResponder = true
    delegate?.searchBarTextDidBeginEditing(self)
    return true
  }
  open override func resignFirstResponder() -> Bool {
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
  /// The bar tint colour; kept, without effect on layout or motion.
  open var barTintColor: UIColor?
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 56) }
}
