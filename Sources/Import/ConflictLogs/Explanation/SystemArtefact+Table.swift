extension SystemArtefact {
  /// The known artefacts, more specific ones first. The first that matches a log is shown.
  public static let all: [SystemArtefact] = [
    SystemArtefact(
      name: "action-sheet-width", classes: ["UIView"], loneSize: -16,
      text:
        "A bug of UIKit's, in every action sheet (UIAlertController) of iOS 12.2 and later on an iPhone: it gives a view "
        + "inside a width of -16 while it has none.",
      advice:
        "It is harmless, and nothing in your code is wrong. Leave it, or present the sheet without animation, which "
        + "keeps the message away.",
      source: "Open Radar 49289931"),
    SystemArtefact(
      name: "alert", classes: ["_UIAlertController*", "UIInterfaceAction*", "_UIInterfaceAction*"],
      text: "The inside of an alert or action sheet (UIAlertController).",
      advice:
        "It is harmless unless you added views to the alert's own view: then constrain them to its edges with priorities of "
        + "999, and give the alert's view a height.",
      source: "Open Radar 18921595"),
    SystemArtefact(
      name: "keyboard-assistant",
      classes: [
        "SystemInputAssistant*", "UIKeyboardAssistant*", "TUISystemInput*", "TUIPrediction*", "TUIKeyplane*",
        "UIKeyboardImpl",
      ],
      identifiers: ["assistantHeight", "assistantView.*", "TUIKeyplane.*"],
      text:
        "The bar above the system's keyboard (suggestions, undo and redo): UIKit lays it out before it has a height.",
      advice: "It is harmless. Where it disturbs, turn the bar off for the field: autocorrectionType = .no, and empty "
        + "inputAssistantItem.leadingBarButtonGroups and trailingBarButtonGroups.",
      source: "Open Radar 36578167"),
    SystemArtefact(
      name: "keyboard-window",
      classes: [
        "UIInputSet*", "UIInputWindow*", "UIInputResponder*", "_UIKB*", "UIKB*", "UIRemoteKeyboard*",
        "_UIRemoteKeyboard*", "UITextEffects*",
        "UICompatibilityInput*",
        "_UIInput*", "UIKeyboard*",
      ],
      identifiers: ["accessoryView.*", "inputView.*", "UIInputWindowController*"],
      text: "The window in which UIKit shows the keyboard, and what it holds there (accessory and input views).",
      advice:
        "It is harmless while the keyboard is shown and hidden. With an inputAccessoryView or inputView of your own, give that "
        + "view a frame with a height or an intrinsicContentSize before the field becomes first responder.",
      source: "hotwired/hotwire-native-ios#129"),
    SystemArtefact(
      name: "custom-bar-view", classes: ["_UITAMICAdaptorView"],
      text:
        "A custom view of yours in a navigation bar or toolbar: UIKit wraps it, and lays the bar out with its own constraints.",
      advice: "Give the custom view its size by constraints of priority 999 or by intrinsicContentSize, and set "
        + "translatesAutoresizingMaskIntoConstraints = false on it.",
      source: "names of classes; in no log that was seen"),
    SystemArtefact(
      name: "toolbar-size", classes: ["_UIToolbar*", "UIToolbar"], identifiers: ["TB_*"],
      text: "A UIToolbar that was laid out at a size of 0: the insets of its buttons do not fit.",
      advice:
        "Give the toolbar a size first: UIToolbar(frame: CGRect(x: 0, y: 0, width: 100, height: 44)), or sizeToFit() before "
        + "you set its items. The insets are UIKit's own, and nothing is to be changed there.",
      source: "hackiftekhar/IQKeyboardManager#1607"),
    SystemArtefact(
      name: "navigation-bar",
      classes: [
        "_UINavigationBar*", "_UIModernBarButton", "_UIButtonBar*", "_UIBackButton*", "_UINavigation*",
        "UINavigationButton",
        "_UIBarBackground",
      ],
      identifiers: ["BIB_*", "CB_*", "IB_*", "Mask_*", "MaskEV_*", "UINav*", "UIButtonBar.*"],
      text: "The inside of a navigation bar or toolbar, which UIKit lays out once before it has its size.",
      advice:
        "It is harmless when the bar looks right. Otherwise look for a custom titleView or bar button view without a size of "
        + "its own, a very long title of the back button, or bar items that are set before the bar is in a window.",
      source: "meshtastic/Meshtastic-Apple#11"),
    SystemArtefact(
      name: "search-bar", classes: ["_UISearchBar*", "UISearchBarBackground", "UISearchBarTextField"],
      text: "The inside of a search bar, which UIKit moves and resizes while search begins and ends.",
      advice:
        "It is harmless when the bar looks right. Do not constrain the search bar of a UISearchController yourself.",
      source: "names of classes; in no log that was seen"),
    SystemArtefact(
      name: "date-picker", classes: ["_UIDatePicker*", "_UICalendar*", "_UICompactDate*", "_UIPicker*"],
      text: "The inside of a date picker, which is laid out before it has its size.",
      advice: "Give the picker room: do not fix its width or height below what intrinsicContentSize says.",
      source: "names of classes; in no log that was seen"),
    SystemArtefact(
      name: "swipe-actions", classes: ["UISwipeAction*", "_UISwipeAction*"],
      text: "The buttons behind a table or collection view cell that is swiped.",
      advice: "It is harmless; a cell that is lower than the buttons' own insets shows it.",
      source: "names of classes; in no log that was seen"),
    SystemArtefact(
      name: "menus", classes: ["_UIContextMenu*", "_UIEditMenu*", "UICallout*", "_UIMenu*"],
      text: "The inside of a menu of UIKit's.", advice: "It is harmless: nothing in it is yours.",
      source: "names of classes; in no log that was seen"),
    SystemArtefact(
      name: "swiftui-host", classes: ["_UIHostingView", "_TtGC7SwiftUI*", "*NavigationBarHost", "_UIInherited*"],
      text: "A view through which SwiftUI shows itself in UIKit.",
      advice:
        "Give the hosting controller's view edges alone (sizingOptions decides its size), and no fixed size besides them.",
      source: "names of classes; in no log that was seen"),
    SystemArtefact(
      name: "media-player", classes: ["AVPlayback*", "AVMobile*", "_AV*"],
      text: "The controls of an AVPlayerViewController.",
      advice:
        "It is harmless; it comes of a player view that is smaller than its controls. Give it its size before it is shown.",
      source: "names of classes; in no log that was seen"),
    SystemArtefact(
      name: "text-content", classes: ["_NSText*"],
      text: "The inside of a text view of AppKit's, which is laid out while the view around it has no size yet.",
      advice:
        "It is harmless when the text looks right. Otherwise give the text view, or the scroll view around it, its size before "
        + "it is shown.",
      source: "transmission/transmission#6644"),
    SystemArtefact(
      name: "window-frame", classes: ["NSTitlebar*", "NSThemeFrame", "NSToolbarItemViewer", "NSTouchBar*", "_NS*"],
      text: "The frame of a window or its toolbar, which AppKit lays out.",
      advice:
        "Give items with a custom view a size of their own, and the window a minimum size that its content fits into.",
      source: "names of classes; in no log that was seen"),
  ]
}
