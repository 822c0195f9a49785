import SceneModel

extension ListWorkload {
  /// Items of a social feed below each other, as in LinkedIn's LayoutFrameworkBenchmark: three pictures, eight texts, four buttons in an item.
  ///
  /// It uses only distances between edges and fixed lengths, so that layout engines without other features can do the same.
  static let feedItem = ListWorkload(
    name: "feed-item", sizes: [1, 20, 200], operations: [.build, .leaf, .rotate, .tick]
  ) {
    count in
    var builder = WorkloadBuilder(rootSize: FeedItem.rootSize)
    let texts = FeedItem.Texts.of(items: count)
    var previous: ItemID?
    var comments: [EditableSceneConstant] = []
    for (index, texts) in texts.enumerated() {
      let item = builder.view("item\(index)")
      builder.add(item, .leading, .root, .leading)
      builder.add(item, .trailing, .root, .trailing)
      builder.add(item, .top, previous ?? .root, previous == nil ? .top : .bottom)
      let comment = FeedItem.addContent(of: item, index, texts, to: &builder)
      comments.append(EditableSceneConstant(constraint: comment, values: (texts.comment, texts.comment + 18)))
      previous = item
    }
    var workload = SceneWorkload(name: "feed-item-\(count)", scene: builder.scene)
    let widths = RootWidths(widest: FeedItem.rootSize.width, narrowest: 0.75)
    @Sendable func resize(_ width: Double) -> [Step] { [.resize(Size(width: width, height: FeedItem.rootSize.height))] }
    let rotation = DeviceRotation(of: builder.scene)
    workload.cycles = [
      .leaf: [1.0, 0].map { [comments[count / 2].set($0), .layout(.root)] },
      .rotate: [rotation.steps(1), rotation.steps(0)], .tick: widths.tick.map(resize),
    ]
    workload.fresh = [
      .leaf: { [comments] n in [comments[n % count].set(fraction(n)), .layout(.root)] },
      .rotate: { n in rotation.steps(n % 2 == 0 ? 1 - fraction(n) / 16 : fraction(n) / 16) },
      .tick: { resize(widths.turned(swing($0))) },
    ]
    workload.frames = FeedItem.frames(texts)
    return workload
  }
}

/// An item: a line that says who did something, the article with its author, three buttons, and an answer.
private enum FeedItem {
  static let rootSize = Size(width: 375, height: 667)
  static let viewsPerItem = 16
  static let side = 8.0
  static let portrait = 48.0
  static let picture = 180.0
  static let answerer = 32.0
  /// The line that says what somebody did, with a button of this width at its end.
  static let action = (height: 20.0, button: 24.0)
  static let (nameHeight, headlineHeight, timeHeight, domainHeight) = (20.0, 16.0, 14.0, 16.0)
  static let buttonHeight = 32.0
  static let buttonWidths = [64.0, 96, 72]

  /// The heights of texts with more than one line.
  struct Texts: Sendable {
    var comment, title, answer: Double

    static func of(items: Int) -> [Texts] {
      var entropy = Entropy(seed: 11)
      return (0..<items).map { _ in
        Texts(
          comment: 18 * Double(1 + entropy.below(5)), title: 20 * Double(1 + entropy.below(2)),
          answer: 16 * Double(1 + entropy.below(2)))
      }
    }
  }

  /// Adds the content of an item. Returns the constraint of the comment's height.
  static func addContent(
    of item: ItemID, _ index: Int, _ texts: Texts, to builder: inout WorkloadBuilder
  ) -> LayoutConstraint.ID {
    var height = LayoutConstraint.ID(0)
    /// Adds a view. It reaches from one edge to another, or has a width, and its top lies at a distance from a third edge.
    func place(
      _ name: String, _ kind: View.Kind = .label, from left: Edge, to right: Edge? = nil, width: Double? = nil,
      below top: Edge,
      height points: Double
    ) -> ItemID {
      let view = builder.view("\(name)\(index)", in: item, kind: kind)
      builder.add(view, .leading, left.item, left.attribute, constant: left.distance)
      if let right { builder.add(view, .trailing, right.item, right.attribute, constant: right.distance) }
      if let width { builder.add(view, .width, constant: width) }
      builder.add(view, .top, top.item, top.attribute, constant: top.distance)
      height = builder.add(view, .height, constant: points)
      return view
    }
    let left = Edge(item, .leading, side)
    let right = Edge(item, .trailing, -side)
    let more = builder.view("more\(index)", in: item, kind: .button)
    builder.add(more, .trailing, item, .trailing, constant: -side)
    builder.add(more, .width, constant: action.button)
    builder.add(more, .top, item, .top, constant: side)
    builder.add(more, .height, constant: action.height)
    let action = place(
      "action", from: left, to: Edge(more, .leading, -side), below: Edge(item, .top, side), height: Self.action.height)
    let face = place("face", .image, from: left, width: portrait, below: Edge(action, .bottom, side), height: portrait)
    let text = Edge(face, .trailing, side)
    let name = place("name", from: text, to: right, below: Edge(face, .top), height: nameHeight)
    let headline = place("headline", from: text, to: right, below: Edge(name, .bottom), height: headlineHeight)
    let time = place("time", from: text, to: right, below: Edge(headline, .bottom), height: timeHeight)
    let comment = place("comment", from: left, to: right, below: Edge(time, .bottom, side), height: texts.comment)
    let changed = height
    let picture = place(
      "picture", .image, from: Edge(item, .leading), to: Edge(item, .trailing), below: Edge(comment, .bottom, side),
      height: Self.picture)
    let title = place("title", from: left, to: right, below: Edge(picture, .bottom, side), height: texts.title)
    let domain = place("domain", from: left, to: right, below: Edge(title, .bottom), height: domainHeight)
    var (next, button) = (left, domain)
    for (name, width) in zip(["like", "reply", "share"], buttonWidths) {
      button = place(name, .button, from: next, width: width, below: Edge(domain, .bottom, side), height: buttonHeight)
      next = Edge(button, .trailing, side)
    }
    let answerer = place(
      "answerer", .image, from: left, width: Self.answerer, below: Edge(button, .bottom, side), height: Self.answerer)
    _ = place(
      "answer", from: Edge(answerer, .trailing, side), to: right, below: Edge(answerer, .top), height: texts.answer)
    builder.add(item, .bottom, answerer, .bottom, constant: side)
    return changed
  }

  /// An edge, and the distance from it in points.
  private struct Edge {
    var item: ItemID
    var attribute: LayoutAttribute
    var distance: Double

    init(_ item: ItemID, _ attribute: LayoutAttribute, _ distance: Double = 0) {
      (self.item, self.attribute, self.distance) = (item, attribute, distance)
    }
  }

  static func frames(_ texts: [Texts]) -> HandWrittenFrames {
    HandWrittenFrames(views: 1 + viewsPerItem * texts.count) { rootWidth, out in
      out.setFrame(0, 0, 0, rootWidth, rootSize.height)
      texts.withUnsafeBufferPointer { texts in
        var top = 0.0
        for (index, text) in texts.enumerated() {
          let view = 1 + viewsPerItem * index
          let (full, right) = (rootWidth - 2 * side, rootWidth - side)
          out.setFrame(view + 1, right - action.button, top + side, action.button, action.height)
          out.setFrame(view + 2, side, top + side, full - action.button - side, action.height)
          var y = top + side + action.height + side
          let indent = side + portrait + side
          out.setFrame(view + 3, side, y, portrait, portrait)
          for (offset, height) in [nameHeight, headlineHeight, timeHeight].enumerated() {
            out.setFrame(view + 4 + offset, indent, y, right - indent, height)
            y += height
          }
          out.setFrame(view + 7, side, y + side, full, text.comment)
          y += side + text.comment + side
          out.setFrame(view + 8, 0, y, rootWidth, picture)
          y += picture + side
          out.setFrame(view + 9, side, y, full, text.title)
          out.setFrame(view + 10, side, y + text.title, full, domainHeight)
          y += text.title + domainHeight + side
          var x = side
          for (offset, width) in buttonWidths.enumerated() {
            out.setFrame(view + 11 + offset, x, y, width, buttonHeight)
            x += width + side
          }
          y += buttonHeight + side
          out.setFrame(view + 14, side, y, answerer, answerer)
          out.setFrame(view + 15, side + answerer + side, y, right - answerer - 2 * side, text.answer)
          y += answerer + side
          out.setFrame(view, 0, top, rootWidth, y - top)
          top = y
        }
      }
    }
  }
}
