/// A kind of conflict between constraints of UIKit's own views, with what an app can do about it.
public struct SystemArtefact: Hashable, Sendable {
  /// A short name, for lists and JSON.
  public var name: String
  /// The classes that identify the case, as logs print them; a `*` at an end matches any text.
  public var classes: [String]
  /// The identifiers of constraints that identify the case (one of them in the log is enough), as logs print them; a `*` at an end matches any text.
  public var identifiers: [String] = []
  /// The constant in points by which the artefact is recognised in a list with a single line; nil if classes and identifiers are enough.
  public var loneSize: Double?
  /// The explanation in one or two sentences.
  public var text: String
  /// The remedy in one or two sentences: what to do instead of changing a constraint.
  public var advice: String
  /// The source of this knowledge: a report, or the project's own logs.
  public var source: String

  /// Returns the artefact that the lines show; `nil` if they show no known one.
  static func shown(by lines: [ConstraintDescription]) -> SystemArtefact? {
    if lines.count == 1, let line = lines.first, line.isConstantSize {
      if let known = all.first(where: { $0.loneSize == line.request && line.mentions($0.classes) }) { return known }
    }
    return all.first { artefact in
      artefact.loneSize == nil
        && lines.contains { line in
          line.mentions(artefact.classes) || line.identifier.map { matches($0, artefact.identifiers) } == true
        }
    }
  }

  /// The text for constraints of the system that no artefact explains.
  static let unknown = SystemArtefact(
    name: "system-constraints", classes: [],
    text:
      "All of these are the system's own constraints: none is of your code's making, and none can be reached from it.",
    advice:
      "If nothing looks wrong, it is harmless. Otherwise look at what you give the view around them: a size of 0 when it is "
      + "first laid out, a custom view in a bar without a size of its own, a hidden view.",
    source: "Guides/rules/conflict-logs.md, CL5.3")

  fileprivate static func matches(_ text: String, _ patterns: [String]) -> Bool {
    patterns.contains { pattern in
      if pattern.hasSuffix("*") { return text.hasPrefix(pattern.dropLast()) }
      return pattern.hasPrefix("*") ? text.hasSuffix(pattern.dropFirst()) : text == pattern
    }
  }
}

extension ConstraintDescription {
  /// Whether an item of the line, or a superview that it names, is of one of the classes.
  fileprivate func mentions(_ classes: [String]) -> Bool {
    classNames.contains { SystemArtefact.matches($0, classes) }
  }

  /// The classes of the line's items and of the superview that it names, without modules. A name without a class counts as a class.
  private var classNames: [String] {
    let described = ItemNames(tail).described.map { $0.item.className }
    return (items.map(\.className) + described).map { $0.split(separator: ".").last.map(String.init) ?? $0 }
  }

  /// Whether the user's code may hold the constraint: UIKit did not make it, and it is not only between private views of UIKit.
  func isReachable(in log: ConflictLog) -> Bool {
    if isSystem(in: log) || isGenerated { return false }
    if let identifier, SystemArtefact.matches(identifier, Self.systemIdentifiers) { return false }
    // `_UILayoutGuide` is the class of `topLayoutGuide` and `bottomLayoutGuide`, which any controller has.
    let isPrivate = classNames.contains { $0 != "_UILayoutGuide" && SystemArtefact.matches($0, Self.privateClasses) }
    return !isPrivate || isOfOwnView
  }

  /// Whether an item is of a class that is not the system's.
  private var isOfOwnView: Bool {
    items.contains { item in
      guard case .object(let className, _) = item.reference else { return false }
      return !SystemArtefact.matches(className, Self.systemClasses)
    }
  }

  /// Whether the frame of the view with this autoresizing mask is set by its container, as for a cell's content, or for views that a scroll view
  /// tiles.
  var isMaskOfHostedView: Bool {
    guard let item = items.first else { return false }
    let name = item.className.split(separator: ".").last.map(String.init) ?? item.className
    return SystemArtefact.matches(name, Self.hostedClasses) || SystemArtefact.matches(name, Self.privateClasses)
  }

  private static let hostedClasses = [
    "NSClipView", "NSScroller", "NSRulerView", "*TableViewCellContentView", "UITableViewCell", "UICollectionViewCell",
    "UIWindow", "UITransitionView", "UIDropShadowView", "NSTableRowView", "NSThemeFrame",
  ]

  private static let systemClasses = [
    "UI*", "NS*", "_*", "TUI*", "System*", "CA*", "SwiftUI.*", "UIKit.*", "AV*", "WK*",
  ]

  private static let privateClasses = [
    "_UI*", "_NS*", "_TtGC7SwiftUI*", "UIKB*", "UIKeyboard*", "TUI*", "SystemInput*", "UIInputSet*", "UIInputWindow*",
    "UIInputResponder*", "UITextEffects*",
    "UIRemoteKeyboard*", "UICompatibilityInput*", "UIInterfaceAction*", "UITransitionView", "UIDropShadowView",
    "UISwipeAction*", "UICallout*", "UISwitchModern*", "UINavigationButton", "UIActivityContent*", "NSTitlebar*",
    "NSThemeFrame", "NSToolbarItemViewer", "NSTouchBar*", "AVPlayback*", "AVMobile*", "WKContentView",
  ]

  private static let systemIdentifiers = [
    "assistantHeight", "assistantView.*", "accessoryView.*", "inputView.*", "UIInputWindowController*",
    "UIButtonBar.*", "TUIKeyplane.*", "UINavItemContentGuide*", "UINav_*", "MaskEV_*", "UIIBSystemGenerated*",
  ]
}
