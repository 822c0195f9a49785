import LayoutPlugin
import SceneModel

/// The views that are ambiguous, and the ranges of their numbers.
extension LayoutKernel {
  /// Whether a view is ambiguous: one of its unknowns has more than one value that is equally good. `nil` if the engine cannot tell, if the view is
  /// unknown, or if the constraints cannot be solved.
  ///
  /// Constraints are brought up to date first; no layout runs.
  public func hasAmbiguousLayout(_ id: ItemID) -> Bool? {
    guard let item = items[id] else { return nil }
    do throws(LayoutMistake) {
      try updateConstraintsIfNeeded()
      try solve()
    } catch {
      return nil
    }
    guard let open = openUnknowns(of: item) else { return nil }
    return !open.isEmpty
  }

  /// The range in which a number of a view can move without any constraint being violated more.
  public struct OpenRange: Hashable, Sendable {
    /// The numbers of a view: its place, its size, and the size of a scroll view's content.
    public enum What: String, Hashable, Sendable {
      /// The left edge, the top edge, the width, or the height.
      case left, top, width, height
      /// The width of a scroll view's content.
      case contentWidth = "content width"
      /// The height of a scroll view's content.
      case contentHeight = "content height"
    }

    /// The number that can move.
    public var what: What
    /// The length of the range in points; `nil` where it was not measured, as for a scroll view's content.
    public var length: Double?
  }

  /// Returns the numbers of a view that the constraints leave open, and how far each can move. `nil` if the engine cannot tell.
  ///
  /// A scroll view's content size is examined too, where constraints lay its content out. Each number of the view itself takes three solves, to find
  /// its range. Frames stay as they are.
  public func openRanges(of id: ItemID) throws(LayoutMistake) -> [OpenRange]? {
    let item = try view(id)
    try updateConstraintsIfNeeded()
    try solve()
    guard let open = openUnknowns(of: item) else { return nil }
    var ranges: [OpenRange] = []
    for unknown in open {
      let range = try range(of: unknown, of: item)
      ranges.append(OpenRange(what: OpenRange.What(unknown), length: range.upperBound - range.lowerBound))
    }
    for unknown in openContentSizes(of: item) {
      ranges.append(OpenRange(what: OpenRange.What(unknown), length: nil))
    }
    return ranges
  }

  /// Returns the values of an open unknown that are equally good; takes three solves.
  func range(of unknown: Unknown, of item: Item) throws(LayoutMistake) -> ClosedRange<Double> {
    var ends: [Double] = []
    for towardsLarge in [true, false] {
      replace(.exercise, of: item) { $0.append(exercise(item, unknown, towardsLarge: towardsLarge)) }
      try solve()
      ends.append(item.engineValue(of: unknown))
    }
    rows.drop(.exercise, of: item)
    try solve()
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }

  /// Lays an ambiguous view out at another of its equally good places, as `exerciseAmbiguityInLayout` does.
  ///
  /// Each call goes one step further: to the largest and the smallest value of each open number in turn, then back to the canonical place.
  /// A view that is not ambiguous stays.
  ///
  /// - Throws: the mistakes of a layout; `.scene` when the engine cannot tell what is ambiguous.
  public func exerciseAmbiguityInLayout(of id: ItemID) throws(LayoutMistake) {
    let item = try view(id)
    rows.drop(.exercise, of: item)
    try updateConstraintsIfNeeded()
    try solve()
    guard let open = openUnknowns(of: item) else {
      throw .scene(
        where: "view \(item.view.name)", problem: "the engine cannot tell whether it is ambiguous",
        hint: "Use an engine that claims uniqueness.")
    }
    item.exercise = (item.exercise + 1) % (2 * open.count + 1)
    if item.exercise > 0 {
      let unknown = open[(item.exercise - 1) / 2]
      replace(.exercise, of: item) { $0.append(exercise(item, unknown, towardsLarge: item.exercise % 2 == 1)) }
    }
    try layoutIfNeeded()
  }

  /// The open sizes of a scroll view's content, if constraints lay the content out.
  func openContentSizes(of item: Item) -> [Unknown] {
    guard item.view.kind == .scroll, item.children.contains(where: { $0.view.autoresizing == nil }) else { return [] }
    return [.contentWidth, .contentHeight].filter { isOpen($0, of: item) }
  }

  /// Whether the engine says that an unknown is not unique. An unknown that no constraint contains counts as open.
  func isOpen(_ unknown: Unknown, of item: Item) -> Bool {
    !item.declaredUnknowns.contains(.init(unknown)) || isOpen(Variable(item.id, unknown))
  }

  func isOpen(_ variable: Variable) -> Bool {
    do throws(PluginFault) { return try solver.isUnique(variable) == false } catch { return false }
  }

  /// The unknowns of the item that the constraints leave open; nil if the engine cannot tell.
  func openUnknowns(of item: Item) -> [Unknown]? {
    let unknowns: [Unknown] = item === root ? [.width, .height] : [.minX, .minY, .width, .height]
    var open: [Unknown] = []
    var isUndecided = false
    for unknown in unknowns {
      let isUnique: Bool?
      do throws(PluginFault) { isUnique = try solver.isUnique(Variable(item.id, unknown)) } catch { return nil }
      switch isUnique {
      case false?: open.append(unknown)
      case nil: isUndecided = true
      case true?: break
      }
    }
    return open.isEmpty && isUndecided ? nil : open
  }

  /// The priority of the constraint that moves an ambiguous view: lower than every priority of a document, so that it only chooses among equally good
  /// values.
  static let exercisePriority = 1e-12

  func exercise(_ item: Item, _ unknown: Unknown, towardsLarge: Bool) -> SystemConstraint {
    let attribute: LayoutAttribute =
      switch unknown {
      case .minX: .left
      case .minY: .top
      case .width: .width
      default: .height
      }
    // Positions are moved relative to the superview's left or top edge, because ranges are reported in its coordinates.
    let isSize = attribute.isSize
    let reach = Self.expandedSize.width
    return SystemConstraint(
      id: .init(item.id, .exercise), kind: .fitting, holder: item.parent?.id ?? item.id,
      first: Anchor(item.id, attribute), relation: .equal,
      second: isSize ? nil : item.parent.map { Anchor($0.id, attribute) },
      constant: towardsLarge ? reach : isSize ? 0 : -reach, priority: Self.exercisePriority)
  }
}

extension LayoutKernel.OpenRange.What {
  /// The kind of number that an unknown is: of the view itself, or of its content.
  init(_ unknown: Unknown) {
    switch unknown {
    case .minX: self = .left
    case .minY: self = .top
    case .width: self = .width
    case .contentWidth: self = .contentWidth
    case .contentHeight: self = .contentHeight
    default: self = .height
    }
  }
}

extension Item {
  /// The engine's last value of one of the four numbers of the alignment rectangle.
  func engineValue(of unknown: Unknown) -> Double {
    let value =
      switch unknown {
      case .minX: minX
      case .minY: minY
      case .width: width
      default: height
      }
    return value - alignmentInset(of: unknown)
  }
}
