import LayoutKernel
import SceneModel

extension Scene {
  /// The scene at twice the size: every length is doubled, which is exact, and every ratio and priority is kept. Nil if something in it does not grow
  /// in proportion: a table's hairlines and standard height, items measured to whole pixels, the readable width, and multi-line text, which is
  /// wrapped with a tolerance in points.
  var doubled: Scene? {
    if guides.contains(where: { $0.kind == .readableContent && $0.insets == nil }) { return nil }
    var scene = self
    for index in scene.views.indices {
      let view = scene.views[index]
      if view.table != nil || view.flow?.isSelfSizing == true { return nil }
      if let text = view.text, text.lineLimit != 1 { return nil }
      scene.views[index].double()
    }
    for index in scene.guides.indices { scene.guides[index].insets = scene.guides[index].insets?.doubled }
    for index in scene.constraints.indices { scene.constraints[index].constant *= 2 }
    return scene
  }
}

extension View {
  fileprivate mutating func double() {
    frame = frame.doubled
    resizingOrigin = resizingOrigin?.doubled
    intrinsic.width = intrinsic.width.map { $0 * 2 }
    intrinsic.height = intrinsic.height.map { $0 * 2 }
    if var text {
      text.wordWidths = text.wordWidths.map { $0 * 2 }
      text.spaceWidth *= 2
      text.lineHeight *= 2
      text.lineSpacing *= 2
      text.padding = Size(width: text.padding.width * 2, height: text.padding.height * 2)
      text.preferredMaxLayoutWidth *= 2
      self.text = text
    }
    alignmentInsets = alignmentInsets.doubled
    firstBaseline *= 2
    lastBaseline *= 2
    margins.own = margins.own.doubled
    margins.systemMinimum = margins.systemMinimum?.doubled
    safeArea = safeArea.doubled
    if var stack {
      stack.spacing *= 2
      stack.customSpacing = stack.customSpacing.mapValues { spacing in
        spacing.isSpacingConstant ? spacing : spacing * 2
      }
      self.stack = stack
    }
    if var flow {
      flow.itemSize = Size(width: flow.itemSize.width * 2, height: flow.itemSize.height * 2)
      flow.itemSpacing *= 2
      flow.lineSpacing *= 2
      flow.sectionInset = flow.sectionInset.doubled
      self.flow = flow
    }
    if var scroll {
      scroll.contentOffset.x *= 2
      scroll.contentOffset.y *= 2
      scroll.contentInset = scroll.contentInset.doubled
      self.scroll = scroll
    }
  }
}

extension Double {
  /// Whether the number is UIKit's `spacingUseDefault` or `spacingUseSystem`, which stand for other numbers.
  var isSpacingConstant: Bool {
    self >= Double(Float.greatestFiniteMagnitude) || self == Double(Float.leastNormalMagnitude)
  }
}

extension Rect {
  var doubled: Rect { Rect(x: x * 2, y: y * 2, width: width * 2, height: height * 2) }
}

extension ResizingOrigin {
  fileprivate var doubled: ResizingOrigin {
    ResizingOrigin(
      frame: frame.doubled, superviewSize: Size(width: superviewSize.width * 2, height: superviewSize.height * 2))
  }
}

extension Insets {
  fileprivate var doubled: Insets { Insets(top: top * 2, left: left * 2, bottom: bottom * 2, right: right * 2) }
}

extension DirectionalInsets {
  fileprivate var doubled: DirectionalInsets {
    DirectionalInsets(top: top * 2, leading: leading * 2, bottom: bottom * 2, trailing: trailing * 2)
  }
}
