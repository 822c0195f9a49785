import SceneModel

/// The differences between two layouts of one screen.
package struct ScreenDifference: Hashable, Sendable {
  /// One view that has another position or size, is new, or is gone.
  package struct Change: Hashable, Sendable, Codable {
    package enum What: String, Hashable, Sendable, Codable {
      case appeared, vanished, moved, resized
      /// The view and its content are shown or hidden now.
      case shown, hidden
    }

    package struct Frame: Hashable, Sendable, Codable {
      package var x, y, width, height: Double
      init(_ rect: Rect) { (x, y, width, height) = (rect.x, rect.y, rect.width, rect.height) }
      package var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
    }

    package var view: String
    package var name: String
    /// All kinds of change that apply: a view may be moved and resized.
    package var what: [What]
    /// The frame in the root's coordinates, in points; nil if the view does not exist.
    package var before: Frame?
    package var after: Frame?
    /// Whether the view only follows its superview: it moved with it and kept its place in it, or appeared or vanished together with it.
    package var isCarried: Bool

    package var isMoved: Bool { what.contains(.moved) }
    package var isResized: Bool { what.contains(.resized) }

    /// The difference of the view's frames, number by number.
    package var shift: Rect {
      guard let before, let after else { return .zero }
      return Rect(
        x: after.x - before.x, y: after.y - before.y, width: after.width - before.width,
        height: after.height - before.height)
    }
  }

  /// The changes in the order of the later tree; views that are gone come last.
  package var changes: [Change]

  /// The smallest difference in points that counts. Frames are rounded to pixels, so real differences are larger.
  package static let tolerance = 0.05

  /// Compares two layouts of a screen.
  ///
  /// - Parameter points: The difference up to which numbers count as the same, in points.
  package init(from before: LaidOutScreen, to after: LaidOutScreen, within points: Double = ScreenDifference.tolerance)
  {
    changes = after.elements.compactMap { element in
      guard let frame = after.absolute[element.identifier] else { return nil }
      guard let old = before[element.identifier], let oldFrame = before.absolute[element.identifier] else {
        return Change(
          view: element.identifier, name: element.name, what: [.appeared], before: nil, after: .init(frame),
          isCarried: element.parent.map { before[$0] == nil } ?? false)
      }
      var what: [Change.What] = []
      if old.isHidden != element.isHidden { what.append(element.isHidden ? .hidden : .shown) }
      // What is hidden in both is never visible.
      if !(old.isHidden && element.isHidden) {
        let (x, y) = (frame.x - oldFrame.x, frame.y - oldFrame.y)
        if abs(x) > points || abs(y) > points { what.append(.moved) }
        let (width, height) = (frame.width - oldFrame.width, frame.height - oldFrame.height)
        if abs(width) > points || abs(height) > points { what.append(.resized) }
      }
      guard !what.isEmpty else { return nil }
      let isCarried = what == [.moved] && old.parent == element.parent && old.frame.isWithin(points, of: element.frame)
      return Change(
        view: element.identifier, name: element.name, what: what, before: .init(oldFrame), after: .init(frame),
        isCarried: isCarried)
    }
    for element in before.elements where after[element.identifier] == nil {
      changes.append(
        Change(
          view: element.identifier, name: element.name, what: [.vanished],
          before: before.absolute[element.identifier].map(Change.Frame.init), after: nil,
          isCarried: element.parent.map { after[$0] == nil } ?? false))
    }
  }

  package var isEmpty: Bool { changes.isEmpty }
}

extension [ScreenDifference.Change] {
  /// Returns the changes in sentences without a full stop: `40 views move 8 down: Title, Price and 38 more`.
  ///
  /// Views that only move with their superview are counted, but not named.
  package func sentences(naming most: Int = 3) -> [String] {
    var sentences: [String] = []
    for (what, one, several) in [
      (ScreenDifference.Change.What.appeared, "appears", "appear"), (.vanished, "vanishes", "vanish"),
      (.shown, "is shown", "are shown"), (.hidden, "is hidden", "are hidden"),
    ] {
      let some = filter { $0.what.contains(what) }
      guard !some.isEmpty else { continue }
      let own = some.filter { !$0.isCarried }
      sentences.append(
        "\(counted(some.count, "view")) \(some.count == 1 ? one : several): \(own.names(most, of: some.count))")
    }
    var groups: [(isResized: Bool, by: String, changes: [ScreenDifference.Change])] = []
    // If a resized view's corner stays, only the size is described.
    for change in filter(\.isResized) + filter({ $0.isMoved && !$0.isResized }) {
      let by = change.isResized ? change.growth : change.way
      if let at = groups.firstIndex(where: { $0.isResized == change.isResized && $0.by == by }) {
        groups[at].changes.append(change)
      } else {
        groups.append((change.isResized, by, [change]))
      }
    }
    for (isResized, by, changes) in groups.sorted(by: { $0.changes.count > $1.changes.count }) {
      let named = changes.filter { !$0.isCarried }
      let verb = isResized ? "become" : "move"
      sentences.append(
        "\(counted(changes.count, "view")) \(verb)\(changes.count == 1 ? "s" : "") \(by): "
          + (named.isEmpty ? changes : named).names(most, of: changes.count))
    }
    return sentences
  }

  private func names(_ most: Int, of all: Int) -> String {
    let shown = prefix(most).map(\.name)
    let rest = all - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension ScreenDifference.Change {
  /// The distance that the view moved, such as `8 down and 4 right`.
  fileprivate var way: String { spell([(shift.y, "down", "up"), (shift.x, "right", "left")]) }

  /// The change of the view's size, such as `8 wider and 4 lower`.
  fileprivate var growth: String { spell([(shift.width, "wider", "narrower"), (shift.height, "higher", "lower")]) }

  private func spell(_ parts: [(points: Double, positive: String, negative: String)]) -> String {
    parts.filter { abs($0.points) > ScreenDifference.tolerance }
      .map { "\(readable(abs($0.points))) \($0.points > 0 ? $0.positive : $0.negative)" }.joined(separator: " and ")
  }
}

extension ScreenDifference {
  /// The largest number of views that are listed with their numbers.
  private static let mostListed = 20

  /// The changes in sentences, and then the numbers of each view that changed by itself.
  package var lines: [String] {
    let own = changes.filter { !$0.isCarried }
    let numbers = own.prefix(Self.mostListed).map { change in
      let sides = [change.before, change.after].map { $0?.rect.words ?? "nowhere" }
      return "\(change.name)  \(sides[0]) → \(sides[1])"
    }
    let rest = own.count - numbers.count
    return changes.sentences() + numbers + (rest > 0 ? ["and \(counted(rest, "more view"))"] : [])
  }
}
