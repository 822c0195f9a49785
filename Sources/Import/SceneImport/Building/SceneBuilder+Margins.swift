import LayoutKernel
import SceneModel

extension SceneBuilder {
  /// Returns the safe area insets of the root: how far bars and the housing of the sensors (the notch) reach over its edges on the canvas. They are
  /// zero unless a controller's view fills the screen.
  func predictedSafeArea(rootFrame frame: Rect) -> Insets {
    guard let device = environment.device ?? DocumentEnvironment.anyDevice(isTelevision: environment.isTelevision)
    else { return .zero }
    let isFullScreen =
      environment.device == nil || (frame.width == device.canvas.width && frame.height == device.canvas.height)
    let isFreeform = outline.views[0].element.child("freeformSimulatedSizeMetrics") != nil
    guard isFullScreen, !isFreeform, outline.controller != nil else { return .zero }
    var insets = device.screenInsets
    if outline.containment.isInNavigation { insets.top += 44 }
    if outline.containment.isInTabs { insets.bottom += 49 }
    return insets
  }

  mutating func setMargins(of view: inout View, entry: SceneOutline.ViewEntry, isRoot: Bool) {
    let element = entry.element
    var margins = Margins()
    margins.preservesSuperviewMargins = element.isYes("preservesSuperviewLayoutMargins")
    // Before Xcode 9, margins did not include safe areas.
    margins.insetsFromSafeArea =
      element["insetsLayoutMarginsFromSafeArea"] != "NO" && environment.toolsVersion >= 13_000
    // On a canvas in landscape the short side counts, as on devices (rule L7.6).
    let isWide =
      environment.device.map { MarginRules.isLarge($0.size) } ?? (view.frame.width >= MarginRules.largeShortSide)
    if isRoot, outline.controller != nil {
      let side: Double
      if environment.isTelevision {
        side = 96
      } else if environment.device == nil, environment.toolsVersion < 8_000 {
        side = 16
      } else {
        side = isWide ? 20 : 16
      }
      margins.own = DirectionalInsets(top: 0, leading: side, bottom: 0, trailing: side)
    } else if isRoot, environment.toolsVersion >= 14_000, !environment.isMac, view.kind == .plain {
      let side = isWide ? 20.0 : 16.0
      margins.own = DirectionalInsets(top: 0, leading: side, bottom: 0, trailing: side)
    } else if view.kind == .tableCellContent {
      margins.own = cellMargins(entry, preservesSuperviewMargins: margins.preservesSuperviewMargins)
    }
    if let explicit = explicitMargins(element) {
      let system = margins.own
      margins.own = explicit
      if view.kind == .tableCellContent, margins.preservesSuperviewMargins {
        // A cell's own margins are the least margins of its content view.
        margins.own = DirectionalInsets(
          top: max(explicit.top, system.top), leading: max(explicit.leading, system.leading),
          bottom: max(explicit.bottom, system.bottom), trailing: max(explicit.trailing, system.trailing))
      }
      view.stack?.isLayoutMarginsRelative = true
    }
    view.margins = margins
  }

  /// The margins of a cell's content view. They depend on the version of Xcode and on the device (IB4.8).
  private func cellMargins(
    _ entry: SceneOutline.ViewEntry, preservesSuperviewMargins: Bool
  ) -> DirectionalInsets {
    // Before Xcode 9, a cell had the margins of any other view.
    guard environment.toolsVersion >= 13_000 else {
      return DirectionalInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
    }
    let cell = entry.parent.map { outline.views[$0] }
    // A cell without a table has the margins of a superview only if it preserves them.
    let isAlone = cell?.parent == nil
    let isWide =
      environment.device.map { min($0.size.width, $0.size.height) >= SceneBuilder.wideTable }
      ?? (imported.scene.views.first.map { $0.frame.width >= MarginRules.largeShortSide } ?? false)
    let side = isWide && (!isAlone || preservesSuperviewMargins) ? 20.0 : 16
    let accessory = cell?.element["accessoryType"] ?? "none"
    let vertical = environment.toolsVersion < 24_000 ? 11.0 : 15
    return DirectionalInsets(
      top: vertical, leading: side, bottom: vertical, trailing: accessory == "none" ? side : 8)
  }

  /// The short side of screens on which a table's cells have margins of 20, in points; a controller's root has them from 414 on.
  private static let wideTable = 393.0

  private func explicitMargins(_ element: MarkupElement) -> DirectionalInsets? {
    func number(_ source: MarkupElement, _ name: String) -> Double { source[name].flatMap(Double.init(finite:)) ?? 0 }
    if let insets = element.child("directionalEdgeInsets", key: "directionalLayoutMargins") {
      return DirectionalInsets(
        top: number(insets, "top"), leading: number(insets, "leading"), bottom: number(insets, "bottom"),
        trailing: number(insets, "trailing"))
    }
    if let insets = element.child("edgeInsets", key: "layoutMargins") {
      return DirectionalInsets(
        top: number(insets, "top"), leading: number(insets, "left"), bottom: number(insets, "bottom"),
        trailing: number(insets, "right"))
    }
    return nil
  }
}
