import LayoutKernel
import SceneModel

/// A problem of a screen in one layout.
public enum ScreenTrouble: Hashable, Sendable {
  /// Required constraints conflict. The text is that of the constraint that gives way.
  case conflict(String)
  /// The view leaves its superview, which does not scroll.
  case outside(ItemID)
  /// The two views cover each other.
  case overlap(ItemID, ItemID)
  /// The text of the view is cut off.
  case cut(ItemID)
  /// There is no space left for the text of the view.
  case noRoom(ItemID)
  /// The control is smaller than a finger needs.
  case smallTarget(ItemID)

  /// The view that has the problem, or the first of two.
  public var item: ItemID {
    switch self {
    case .conflict: .root
    case .outside(let id), .overlap(let id, _), .cut(let id), .noRoom(let id), .smallTarget(let id): id
    }
  }

  /// The smallest size of a touch target in points, from Apple's Human Interface Guidelines.
  public static let smallestTarget = 44.0

  /// The smallest overlap in points that counts. It is slightly more than rounding to pixels gives for views that touch.
  public static let tolerance = 0.51
  /// The largest number of siblings that are compared pair by pair. A larger group counts as a list and is not compared.
  private static let mostSiblings = 60

  /// Returns the problems of the present layout, each once.
  ///
  /// - Parameters:
  ///   - kernel: the layout.
  ///   - imported: the screen.
  ///   - first: the index in `kernel.conflicts` of the first conflict that counts.
  ///   - unseen: the views that are not visible.
  ///   - frame: returns the frame at which a view is shown in its superview; if `frame` is nil, that is the frame in the layout.
  public static func all(
    in kernel: LayoutKernel, _ imported: ImportedScene, conflictsFrom first: Int = 0, unseen: Set<ItemID> = [],
    frame: ((ItemID) -> Rect)? = nil
  ) -> ScreenTroubles {
    var troubles: Set<ScreenTrouble> = []
    var overhangs: [ItemID: Overhang] = [:]
    var narrow: Set<ItemID> = []
    for conflict in kernel.conflicts.dropFirst(first)
    where !imported.isOfCanvas || kernel.miss(of: conflict) >= SceneCheck.rounding {
      troubles.insert(.conflict(conflict.members[conflict.broken].text))
    }
    let scene = kernel.scene
    let shown = scene.views.filter { $0.kind != .layer }
    let turned = Set(shown.filter { $0.isRightToLeft(in: scene) }.map(\.id))
    var hidden: Set<ItemID> = []
    var scrolls: Set<ItemID> = []
    var children: [ItemID: [(id: ItemID, frame: Rect)]] = [:]
    for view in shown {
      if view.scroll != nil || view.table != nil || view.flow != nil { scrolls.insert(view.id) }
      // Everything in a hidden view is hidden.
      guard !view.isHidden, !unseen.contains(view.id), let parent = view.parent, !hidden.contains(parent) else {
        if view.parent != nil { hidden.insert(view.id) }
        continue
      }
      let laidOut = kernel.displayedFrame(of: view.id)
      let frame = frame?(view.id) ?? laidOut
      children[parent, default: []].append((view.id, frame))
      troubles.formUnion(ofContent(view, laidOut, imported))
      if troubles.contains(.cut(view.id)), laidOut.width + tolerance < view.widthInOneLine { narrow.insert(view.id) }
      // The content of a scroll view may be larger than the scroll view.
      guard !scrolls.contains(parent), !frame.isNothing else { continue }
      let room = kernel.displayedFrame(of: parent)
      if frame.x < -tolerance || frame.y < -tolerance || frame.maxX > room.width + tolerance
        || frame.maxY > room.height + tolerance
      {
        troubles.insert(.outside(view.id))
        overhangs[view.id] = Overhang(
          of: frame, in: room, superview: parent, isRightToLeft: turned.contains(parent))
      }
    }
    for (parent, list) in children where !scrolls.contains(parent) && list.count <= mostSiblings {
      for (index, first) in list.enumerated() where !first.frame.isNothing {
        for second in list.dropFirst(index + 1) where !second.frame.isNothing {
          if first.frame.covers(second.frame) { troubles.insert(.overlap(first.id, second.id)) }
        }
      }
    }
    return ScreenTroubles(all: troubles, overhangs: overhangs, narrow: narrow)
  }

  private static func ofContent(_ view: View, _ frame: Rect, _ imported: ImportedScene) -> [ScreenTrouble] {
    var troubles: [ScreenTrouble] = []
    let wanted = view.intrinsic.width ?? view.text?.longestWord ?? 0
    let wantedHeight = view.intrinsic.height ?? (wanted > tolerance ? view.text?.lineHeight : nil) ?? 0
    if wanted > tolerance && frame.width < tolerance || wantedHeight > tolerance && frame.height < tolerance {
      return [.noRoom(view.id)]
    }
    if [.label, .button].contains(view.kind), imported.showsText(view), !frame.isNothing {
      let traits = imported.textTraits[view.id]
      let least = traits?.leastScale ?? 1
      let isCut =
        view.text.map { $0.isCut(in: frame.size, least, tolerance) }
        ?? (frame.width + tolerance < min(wanted, traits?.width ?? wanted) * least
          || frame.height + tolerance < min(wantedHeight, traits?.pointSize ?? wantedHeight / lineOfText) * least)
      if isCut { troubles.append(.cut(view.id)) }
    }
    // The heights of other controls are the system's, so they are not judged.
    let isShort = [.button, .textField].contains(view.kind) && frame.height + tolerance < smallestTarget
    let isNarrow =
      [.button, .textField, .slider, .segmentedControl].contains(view.kind) && frame.width + tolerance < smallestTarget
    if !frame.isNothing, isShort || isNarrow { troubles.append(.smallTarget(view.id)) }
    return troubles
  }
}

/// The line height of the system font as a multiple of the height of its letters. A text that is cut by less than the difference is still readable.
private let lineOfText = 1.2

extension View {
  fileprivate func isRightToLeft(in scene: Scene) -> Bool {
    switch semantic {
    case .unspecified: scene.direction == .rightToLeft
    case .playback, .spatial, .forceLeftToRight: false
    case .forceRightToLeft: true
    }
  }
}

extension Rect {
  /// Whether the rectangle is too small to be seen.
  fileprivate var isNothing: Bool { width < 0.51 || height < 0.51 }

  func holds(_ other: Rect) -> Bool {
    other.x >= x - 0.51 && other.y >= y - 0.51 && other.maxX <= maxX + 0.51 && other.maxY <= maxY + 0.51
  }

  /// Whether the rectangles overlap by more than the rounding of both.
  func covers(_ other: Rect) -> Bool {
    let points = 2 * ScreenTrouble.tolerance
    return min(maxX, other.maxX) - max(x, other.x) > points && min(maxY, other.maxY) - max(y, other.y) > points
  }
}

extension TextMetrics {
  fileprivate var longestWord: Double { wordWidths.max() ?? 0 }
  fileprivate var widthInOneLine: Double {
    wordWidths.reduce(0, +) + spaceWidth * Double(max(0, wordWidths.count - 1))
  }

  /// Whether the text does not fit even at the smallest size to which it may shrink.
  fileprivate func isCut(in size: Size, _ least: Double, _ tolerance: Double) -> Bool {
    let width = (size.width + tolerance) / least
    if lineLimit == 1 {
      return widthInOneLine > width
        || lineHeight / lineOfText * least > size.height + tolerance
    }
    let lines = lines(at: width)
    if lineLimit > 0, lines.count > lineLimit { return true }
    return (lines.max() ?? 0) > width || Double(lines.count) * lineHeight * least > size.height + tolerance
  }
}

extension View {
  /// The width that the view's text takes in one line; 0 if it may break into several, or there is none.
  package var widthInOneLine: Double {
    guard let text else { return intrinsic.width ?? 0 }
    return text.lineLimit == 1 ? text.widthInOneLine : 0
  }
}
