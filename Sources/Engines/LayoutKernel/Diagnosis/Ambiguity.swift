import LayoutPlugin
import SceneModel

/// A group of linked views whose layout the constraints leave open, and the numbers that must be decided.
public struct Ambiguity: Hashable, Sendable {
  /// A number of a view for which more than one value is equally good.
  public struct OpenNumber: Hashable, Sendable {
    /// The view whose number is open.
    public var view: ItemID
    /// Which number of the view is open.
    public var what: LayoutKernel.OpenRange.What
    /// The values that are equally good, in points and in the superview's coordinates; a range that ends at plus or minus 10 000 may be larger.
    /// `nil`: not measured.
    public var range: ClosedRange<Double>?
    /// The tie that leaves the number open; nil unless the number is a size that the view's content prefers.
    public var tie: Tie?

    /// Makes an open number: the view, and which of its numbers is open. Its range and tie are nil at first.
    public init(view: ItemID, what: LayoutKernel.OpenRange.What) {
      self.view = view
      self.what = what
    }
  }

  /// Views that keep the size of their content with the same priority, so that nothing decides which of them gives way.
  public struct Tie: Hashable, Sendable {
    /// Whether there is too much space, so that one of the views must grow beyond its content (the priorities are those of hugging). Otherwise one
    /// must become smaller than its content (compression resistance).
    public var isHugging: Bool
    /// The priority with which each of the views keeps its size.
    public var priority: Double
    /// The views with this priority besides the one that has the open number, in tree order.
    public var others: [ItemID]
  }

  /// The numbers that must be decided, superviews first and sizes before positions. Once they are decided, all other open numbers of this ambiguity
  /// are decided, too.
  public var undecided: [OpenNumber]
  /// All views whose layout the numbers in `undecided` decide, in tree order.
  public var views: [ItemID]

  /// Makes an ambiguity from its numbers and views.
  public init(undecided: [OpenNumber], views: [ItemID]) {
    self.undecided = undecided
    self.views = views
  }

  /// The views without a number in `undecided`, in tree order. They are determined as soon as those numbers are decided.
  public var followers: [ItemID] {
    let own = Set(undecided.map(\.view))
    return views.filter { !own.contains($0) }
  }
}

extension LayoutKernel {
  /// Returns what the constraints leave open, for the given views; `nil`: for all views whose layout is ambiguous. Views that constraints link belong
  /// to one ambiguity, since one more constraint may decide them all. Empty if no view is ambiguous, or if the engine cannot tell.
  ///
  /// To find out whether a number is undecided, the numbers before it are fixed somewhere in their ranges. Each fixed number takes four solves: three
  /// to find its range, and one after it was fixed. At most 8 numbers of one ambiguity, and 128 in all, are fixed; after that, all open numbers of
  /// the remaining views count as undecided. Frames stay as they are.
  public func ambiguities(among views: [ItemID]? = nil) throws(LayoutMistake) -> [Ambiguity] {
    try updateConstraintsIfNeeded()
    try solve()
    let views = views ?? scene.views.map(\.id).filter { hasAmbiguousLayout($0) == true }
    var open: [(item: Item, unknowns: [Unknown])] = []
    for id in views {
      let item = try view(id)
      let unknowns = (openUnknowns(of: item) ?? []) + openContentSizes(of: item)
      if !unknowns.isEmpty { open.append((item, unknowns)) }
    }
    guard !open.isEmpty else { return [] }
    var links = OpenLinks(of: open.map { ($0.item.id, $0.unknowns) })
    link(&links)
    let groups = links.groups()
    var held: [Item] = []
    defer { for item in held { rows.drop(.held, of: item) } }
    var result: [Ambiguity] = []
    for group in groups {
      var ambiguity = Ambiguity(undecided: [], views: group.map { open[$0].item.id })
      let mostHeld = min(held.count + Self.mostHeld.together, Self.mostHeld.all)
      for (item, unknowns) in group.map({ open[$0] }) {
        for unknown in Unknown.sizesBeforePlaces where unknowns.contains(unknown) {
          guard held.count >= mostHeld || isOpen(unknown, of: item) else { continue }
          var number = Ambiguity.OpenNumber(view: item.id, what: OpenRange.What(unknown))
          if held.count < mostHeld, unknown.isHeld {
            let range = try range(of: unknown, of: item)
            number.range = range
            number.tie = tie(of: unknown, of: item, among: group.map { open[$0] })
            held.append(item)
            hold(unknown, of: item, at: range)
            try solve()
          }
          ambiguity.undecided.append(number)
        }
      }
      result.append(ambiguity)
    }
    for item in held { rows.drop(.held, of: item) }
    held = []
    try solve()
    return result
  }

  /// The largest number of open numbers that are fixed: in all, and in one ambiguity. It limits the cost.
  private static let mostHeld = (all: 128, together: 8)
  /// The fraction of a range at which a number is fixed. It is no simple fraction, so that it is unlikely to be a value that a constraint requires.
  static let placeInRange = 0.381966

  /// Links the open numbers that one row contains. So numbers are also linked through open numbers of guides, spacers, and views that the caller did
  /// not list.
  private func link(_ links: inout OpenLinks) {
    var known: [Variable: Bool] = [:]
    for key in rows.table.keys {
      guard let row = rows.table.installed(key) else { continue }
      var first: Variable?
      for term in row.terms {
        let variable = term.variable
        let isKnownOpen = known[variable] ?? isOpen(variable)
        known[variable] = isKnownOpen
        guard isKnownOpen else { continue }
        if let first { links.join(first, variable) } else { first = variable }
      }
    }
  }

  /// Fixes an unknown at a value inside its range that no constraint is likely to require. At an end of the range, numbers could look decided that
  /// are open elsewhere in it.
  private func hold(_ unknown: Unknown, of item: Item, at range: ClosedRange<Double>) {
    var constraint = exercise(item, unknown, towardsLarge: true)
    constraint.constant = range.lowerBound + Self.placeInRange * (range.upperBound - range.lowerBound)
    let slot: SystemSlot =
      switch unknown {
      case .minX: .heldLeft
      case .minY: .heldTop
      case .width: .heldWidth
      default: .heldHeight
      }
    constraint.id = .init(item.id, slot)
    // This priority is above the one that moves the next number, so that this number stays while the next range is measured.
    constraint.priority = 10 * Self.exercisePriority
    replace(.only(slot), of: item) { $0.append(constraint) }
  }

  /// Returns the tie of an open size: the other views of the group whose sizes along the same axis are open and whose contents have the same
  /// priority. Nil if there are none.
  private func tie(
    of unknown: Unknown, of item: Item, among group: [(item: Item, unknowns: [Unknown])]
  ) -> Ambiguity.Tie? {
    guard unknown == .width || unknown == .height else { return nil }
    func content(_ item: Item) -> Double? {
      unknown == .width ? intrinsicSize(of: item).width : intrinsicSize(of: item).height
    }
    guard content(item) != nil else { return nil }
    let contestants = group.filter { $0.unknowns.contains(unknown) && content($0.item) != nil }.map(\.item)
    // The canonical solution gives all excess or all lack of space to one of the views, so the sum shows which of the two it is.
    let excess = contestants.reduce(0) { $0 + $1.engineValue(of: unknown) - content($1)! }
    guard abs(excess) > Self.roundingExcess else { return nil }
    func priority(_ item: Item) -> Double {
      let both = excess > 0 ? item.view.intrinsic.hugging : item.view.intrinsic.resistance
      return unknown == .width ? both.horizontal : both.vertical
    }
    let others = contestants.filter { $0 !== item && priority($0) == priority(item) }
    return others.isEmpty
      ? nil : Ambiguity.Tie(isHugging: excess > 0, priority: priority(item), others: others.map(\.id))
  }

  /// The amount in points by which a range may exceed zero because of rounding: engine values are rounded to 2⁻²⁰ points.
  private static let roundingExcess = 1e-3
}

extension Unknown {
  /// The order in which a view's numbers are examined.
  fileprivate static let sizesBeforePlaces: [Unknown] = [.width, .height, .minX, .minY, .contentWidth, .contentHeight]

  /// Whether the number can be fixed. A content size cannot, because no constraint is about it alone.
  fileprivate var isHeld: Bool { self != .contentWidth && self != .contentHeight }
}

/// Open numbers that are linked, as disjoint sets.
private struct OpenLinks {
  private var parents: [Variable: Variable] = [:]
  private let asked: [(id: ItemID, unknowns: [Unknown])]

  init(of asked: [(id: ItemID, unknowns: [Unknown])]) {
    self.asked = asked
    // All open numbers of one view belong together.
    for (id, unknowns) in asked {
      for unknown in unknowns.dropFirst() { join(Variable(id, unknowns[0]), Variable(id, unknown)) }
    }
  }

  mutating func join(_ a: Variable, _ b: Variable) {
    let (a, b) = (root(a), root(b))
    if a != b { parents[a] = b }
  }

  private mutating func root(_ variable: Variable) -> Variable {
    var top = variable
    while let next = parents[top] { top = next }
    var present = variable
    while let next = parents[present] {
      parents[present] = top == next ? next : top
      present = next
    }
    return top
  }

  /// The indices of the examined numbers, linked ones together, in the order of their first members.
  mutating func groups() -> [[Int]] {
    var places: [Variable: Int] = [:]
    var groups: [[Int]] = []
    for (index, one) in asked.enumerated() {
      let top = root(Variable(one.id, one.unknowns[0]))
      if let place = places[top] {
        groups[place].append(index)
      } else {
        places[top] = groups.count
        groups.append([index])
      }
    }
    return groups
  }
}
