import SceneImport
import SceneModel

/// The views of a recording whose frames were set by code; a table sets those of its cells, for example. On another screen or with larger texts the code
/// would set other frames, which a recording does not contain. So problems of views that depend on these frames are not reported there.
struct FramesOfCode {
  private var parents: [ItemID: ItemID] = [:]
  private var views: [ItemID: View] = [:]
  private var placed: Set<ItemID> = []

  init(_ scene: Scene) {
    for view in scene.views { note(view) }
    for step in scene.steps {
      switch step {
      case .addView(let view):
        note(view)
        // It comes with the recorded screen's size, whatever follows it from then on.
        if view.autoresizing != nil { placed.insert(view.id) }
      case .setIntrinsic(let id, let size): views[id]?.intrinsic = size
      case .setProperty(let id, .text(let text)): views[id]?.text = text
      case .setProperty(let id, .frame(let frame)): views[id]?.frame = frame
      case .setProperty(let id, .bounds(let bounds)):
        views[id]?.frame.width = bounds.width
        views[id]?.frame.height = bounds.height
      default: break
      }
    }
  }

  private mutating func note(_ view: View) {
    let fillsParent = view.parent.flatMap { views[$0]?.frame.size } == view.frame.size
    let follows = view.autoresizing.map { $0.contains(.flexibleWidth) && $0.contains(.flexibleHeight) } ?? true
    if view.parent != nil, view.kind == .bar || view.autoresizing != nil && !(follows && fillsParent) {
      placed.insert(view.id)
    } else {
      placed.remove(view.id)
    }
    views[view.id] = view
    parents[view.id] = view.parent
  }

  /// Whether a problem would also occur if the code had run on the other screen. On the same device the code would set the same widths, so problems
  /// of widths may be reported there.
  func tell(_ trouble: ScreenTrouble, _ troubles: ScreenTroubles, isOnOtherDevice: Bool) -> Bool {
    var items = [trouble.item]
    if case .overlap(_, let other) = trouble { items.append(other) }
    return items.allSatisfy { item in
      let isPlaced = placed.contains(item)
      guard isPlaced || isInPlaced(item) else { return true }
      guard !isOnOtherDevice else { return false }
      switch trouble {
      case .cut: return troubles.narrow.contains(item) && (!isPlaced || isWider(item))
      case .outside: return !isPlaced && troubles.overhang(of: trouble)?.isVertical == false
      default: return false
      }
    }
  }

  private func isInPlaced(_ item: ItemID) -> Bool {
    var next = parents[item]
    while let parent = next {
      if placed.contains(parent) { return true }
      next = parents[parent]
    }
    return false
  }

  /// Whether code gave a view more width than its text needed. Such a width was not computed from the text, and would not grow with it.
  private func isWider(_ item: ItemID) -> Bool {
    guard let view = views[item] else { return false }
    return view.frame.width > view.widthInOneLine + 1
  }
}
