import SceneModel

/// The kernel's facts about a constraint of the document, in addition to the `LayoutConstraint` itself.
struct ConstraintState: BitwiseCopyable {
  /// The position in the document's order.
  var position: Int32
  /// The index of the `LayoutConstraint`: in the scene's list, or, if negative, among those that were added later.
  fileprivate var words: Int32
  /// The first entry of the list of items whose unknowns or properties the row reads; -1 for an empty list.
  var firstReader: Int32 = -1
  var isActive: Bool
  var isStale = false
  fileprivate var hasRow = false
  fileprivate var hasOffsets = false
  var constant: Double
  var priority: Double
}

/// A constraint of the document without its name: the facts from which its row is made. It is copied without reference counting.
struct BareConstraint {
  var id: UInt32
  var first: Operand
  var relation: Relation
  var second: Operand?
  var multiplier: Double
  var constant: Double
  var priority: Double
  var isActive: Bool
  var holder: ItemID?

  init(_ constraint: UnsafePointer<LayoutConstraint>) {
    id = constraint.pointee.id.rawValue
    (first, relation, second) = (constraint.pointee.first, constraint.pointee.relation, constraint.pointee.second)
    (multiplier, constant) = (constraint.pointee.multiplier, constraint.pointee.constant)
    (priority, isActive, holder) = (constraint.pointee.priority, constraint.pointee.isActive, constraint.pointee.holder)
  }

  var isRequired: Bool { priority >= LinearConstraint.requiredPriority }

  /// Whether an item of either side meets a condition.
  func names(_ condition: (ItemID) -> Bool) -> Bool {
    var isMet = false
    eachAnchor { if !isMet { isMet = condition($0.item) } }
    return isMet
  }

  /// Calls a closure with the anchors of both sides.
  @inline(__always)
  func eachAnchor(_ body: (LayoutAnchor) -> Void) {
    func each(_ operand: Operand) {
      switch operand {
      case .anchor(let anchor): body(anchor)
      case .distance(let from, let to):
        body(from)
        body(to)
      }
    }
    each(first)
    if let second { each(second) }
  }
}

/// The constraints of the document while they are laid out. Their unchanging parts stay in the scene's list, which is not copied.
struct ConstraintTable: ~Copyable {
  private(set) var states = NumberTable<ConstraintState>()
  private let given: [LayoutConstraint]
  private var added: [LayoutConstraint] = []
  private var freePlaces: [Int32] = []
  /// The offsets of the constraints whose row has a constant that differs from their own.
  private var offsets = NumberTable<RowOffsets>()

  init(_ given: [LayoutConstraint]) {
    self.given = given
    states.reserveCapacity(given.count)
  }

  func contains(_ id: UInt32) -> Bool { states.contains(id) }

  /// The constraint with its present constant, priority and activity; nil if there is no such constraint.
  subscript(id: UInt32) -> LayoutConstraint? {
    states.index(of: id).map { constraint(states.values[$0]) }
  }

  /// The facts from which a constraint's row is made; nil if there is no such constraint.
  func bare(_ id: UInt32) -> BareConstraint? {
    guard let index = states.index(of: id) else { return nil }
    return bare(at: index)
  }

  /// The facts from which the row of the constraint at an index is made.
  func bare(at index: Int) -> BareConstraint {
    let state = states.values[index]
    var bare =
      state.words >= 0
      ? given.withUnsafeBufferPointer { BareConstraint($0.baseAddress! + Int(state.words)) }
      : added.withUnsafeBufferPointer { BareConstraint($0.baseAddress! + Int(~state.words)) }
    (bare.constant, bare.priority, bare.isActive) = (state.constant, state.priority, state.isActive)
    return bare
  }

  private func constraint(_ state: ConstraintState) -> LayoutConstraint {
    var constraint = state.words >= 0 ? given[Int(state.words)] : added[Int(~state.words)]
    (constraint.constant, constraint.priority) = (state.constant, state.priority)
    constraint.isActive = state.isActive
    return constraint
  }

  /// The present constraints in the document's order.
  var inOrder: [LayoutConstraint] { states.values.sorted { $0.position < $1.position }.map { constraint($0) } }

  /// Inserts a constraint whose row must be made.
  ///
  /// - Parameters:
  ///   - place: the constraint's index in the scene's list; nil if it was added later.
  ///   - firstReader: the first entry of the list of items that its row reads; -1 for an empty list.
  mutating func insert(
    _ constraint: UnsafePointer<LayoutConstraint>, at place: Int?, position: Int32, firstReader: Int32
  ) {
    var words = Int32(place ?? 0)
    if place == nil {
      if let free = freePlaces.popLast() {
        added[Int(free)] = constraint.pointee
        words = ~free
      } else {
        words = ~Int32(added.count)
        added.append(constraint.pointee)
      }
    }
    states.append(
      constraint.pointee.id.rawValue,
      ConstraintState(
        position: position, words: words, firstReader: firstReader, isActive: constraint.pointee.isActive,
        isStale: true,
        constant: constraint.pointee.constant, priority: constraint.pointee.priority))
  }

  mutating func remove(_ id: UInt32) {
    guard let index = states.index(of: id) else { return }
    setOffsets(nil, at: index)
    guard let state = states.removeValue(forKey: id), state.words < 0 else { return }
    freePlaces.append(~state.words)
  }

  /// Frees unused memory if there is a lot of it.
  mutating func trim() {
    states.trim()
    added.trim()
    offsets.trim()
  }

  /// Returns the amounts by which the row's constant differs from the constraint's, valid until the row must be made again; nil if there is no row.
  func offsets(of index: Int) -> RowOffsets? {
    let state = states.values[index]
    if !state.hasRow { return nil }
    return state.hasOffsets ? offsets[states.keys[index]] : RowOffsets.none
  }

  mutating func setOffsets(_ new: RowOffsets?, at index: Int) {
    let hasOffsets = new.map { $0 != .none } ?? false
    if hasOffsets || states.values[index].hasOffsets { offsets[states.keys[index]] = hasOffsets ? new : nil }
    states.change(at: index) { ($0.hasRow, $0.hasOffsets) = (new != nil, hasOffsets) }
  }

  /// Changes the facts about a constraint in place; does nothing if the number is not in the table.
  mutating func update(_ id: UInt32, _ change: (inout ConstraintState) -> Void) { states.update(id, change) }

  func index(of id: UInt32) -> Int? { states.index(of: id) }

  mutating func change<Result>(at index: Int, _ change: (inout ConstraintState) -> Result) -> Result {
    states.change(at: index, change)
  }
}
