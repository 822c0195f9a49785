import SceneModel

/// Two layouts of one screen, side by side and laid over each other. Changed views are outlined: in red where they were, in green where they are now.
package struct ComparisonPicture {
  private let before, after: LaidOutScreen
  private let difference: ScreenDifference
  /// The drawings of both screens. If there are none, only frames are shown.
  private let drawings: (before: Picture?, after: Picture?)

  package init(
    _ before: LaidOutScreen, _ after: LaidOutScreen, _ difference: ScreenDifference,
    drawings: (before: Picture?, after: Picture?) = (nil, nil)
  ) {
    (self.before, self.after, self.difference, self.drawings) = (before, after, difference, drawings)
  }

  static let beforeColor = "#c0392b", afterColor = "#1f8a4c"
  private static let gap = 24.0
  /// The largest number of outlines. More could not be distinguished.
  private static let mostOutlines = 300

  var canvas: Rect {
    let size = Size(
      width: max(before.size.width, after.size.width, 1), height: max(before.size.height, after.size.height, 1))
    return Rect(x: 0, y: 0, width: size.width, height: size.height).outset(by: .all(4))
  }

  /// The earlier layout, with outlines of the views that have changed since.
  var beforeBody: String {
    (drawings.before?.body ?? frames(of: before))
      + outlines(of: \.before, Self.beforeColor, " stroke-dasharray=\"5 3\"")
  }
  /// The later layout, with outlines of the views that have changed.
  var afterBody: String { (drawings.after?.body ?? frames(of: after)) + outlines(of: \.after, Self.afterColor, "") }

  /// The picture of both layouts side by side, and laid over each other.
  package var svg: String {
    let canvas = canvas
    let beforePicture = Picture(canvas: canvas, body: beforeBody)
    let afterPicture = Picture(canvas: canvas, body: afterBody)
    let both = Picture(
      canvas: canvas, body: "<g opacity=\"0.55\">\(beforeBody)</g><g opacity=\"0.55\">\(afterBody)</g>")
    return Picture(
      sideBySide: [("before", beforePicture), ("after", afterPicture), ("laid over each other", both)]
    ).svg
  }

  private func frames(of screen: LaidOutScreen) -> String {
    screen.elements.prefix(SceneDrawing.maximumViews).filter { !$0.isHidden }.compactMap { element in
      screen.absolute[element.identifier].map {
        SVG.rect($0, "fill=\"none\" stroke=\"#9aa5b1\" stroke-width=\"0.75\"", title: element.name)
      }
    }.joined()
  }

  /// Returns the outlines of views that changed by themselves. Views that only moved with their superview have none, because too many outlines
  /// would hide the changes.
  private func outlines(
    of side: (ScreenDifference.Change) -> ScreenDifference.Change.Frame?, _ color: String, _ dashes: String
  ) -> String {
    difference.changes.filter { !$0.isCarried }.prefix(Self.mostOutlines).compactMap { change in
      side(change).map { frame in
        SVG.rect(
          frame.rect, "fill=\"\(color)\" fill-opacity=\"0.1\" stroke=\"\(color)\" stroke-width=\"1.5\"\(dashes)",
          title: change.name)
      }
    }.joined()
  }
}
