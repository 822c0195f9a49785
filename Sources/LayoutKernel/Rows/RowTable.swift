import LayoutPlugin
import SceneModel

/// The left side and the relation of a row: a run of terms in the table's pool.
struct RowShape: Equatable, BitwiseCopyable {
  var first: Int32
  var count: Int32
  var relation: Relation

  static let none = RowShape(first: -1, count: 0, relation: .equal)

  var isNone: Bool { first < 0 }
}

/// A row as the scene wants it and as the engine has it.
struct RowState: BitwiseCopyable {
  /// None: it is not wanted.
  var wanted = RowShape.none
  /// None: the engine does not have it. The same run as the wanted one where terms and relation are the same.
  var installed = RowShape.none
  var constant = 0.0
  var priority = 0.0
  var installedConstant = 0.0
  var installedPriority = 0.0
  var isTouched = false

  var isWanted: Bool { !wanted.isNone }
  var isInstalled: Bool { !installed.isNone }
  var isRequired: Bool { isWanted && priority >= LinearConstraint.requiredPriority }
  /// It is wanted with other terms, or another relation, than the engine has.
  var isReshaped: Bool { isWanted && isInstalled && wanted != installed }
}

/// All rows by number, in flat memory: what a row costs is its numbers and its terms.
struct RowTable: ~Copyable {
  private var states = NumberTable<RowState>()
  private var terms = TermPool()

  var keys: [UInt32] { states.keys }

  subscript(id: UInt32) -> RowState? { states[id] }

  mutating func reserveCapacity(_ capacity: Int) {
    states.reserveCapacity(capacity)
    terms.reserveCapacity(2 * capacity)
  }

  /// The row as the scene wants it.
  func wanted(_ id: UInt32) -> LinearConstraint? {
    guard let state = states[id], state.isWanted else { return nil }
    return lent(id, state.wanted, state.constant, state.priority).constraint
  }

  /// The row as the engine has it.
  func installed(_ id: UInt32) -> LinearConstraint? {
    guard let state = states[id], state.isInstalled else { return nil }
    return lent(id, state.installed, state.installedConstant, state.installedPriority).constraint
  }

  private func lent(_ id: UInt32, _ shape: RowShape, _ constant: Double, _ priority: Double) -> LentRow {
    LentRow(
      id: LinearConstraint.ID(id), terms: terms.run(shape), relation: shape.relation, constant: constant,
      priority: priority)
  }

  /// Takes note that a row is wanted in another way. Returns whether it is touched now and was not before.
  mutating func want(_ row: LentRow) -> Bool {
    let id = row.id.rawValue
    guard let index = states.index(of: id) else {
      states[id] = RowState(
        wanted: terms.insert(row), constant: row.constant, priority: row.priority, isTouched: true)
      return true
    }
    var state = states.values[index]
    let isSameShape = terms.isSame(state.wanted, row)
    if isSameShape, state.constant == row.constant, state.priority == row.priority { return false }
    if !isSameShape {
      terms.release(state.wanted, besides: state.installed)
      state.wanted = terms.isSame(state.installed, row) ? state.installed : terms.insert(row)
    }
    (state.constant, state.priority) = (row.constant, row.priority)
    let isNew = !state.isTouched
    state.isTouched = true
    states.change(at: index) { $0 = state }
    return isNew
  }

  /// A wanted row gets another constant.
  mutating func want(_ constant: Double, for id: UInt32) -> Bool {
    guard let index = states.index(of: id) else { return false }
    return states.change(at: index) { state in
      guard state.isWanted, state.constant != constant else { return false }
      state.constant = constant
      defer { state.isTouched = true }
      return !state.isTouched
    }
  }

  /// Whether the row is touched that was not before.
  mutating func drop(_ id: UInt32) -> Bool {
    guard let index = states.index(of: id), states.values[index].isWanted else { return false }
    var state = states.values[index]
    terms.release(state.wanted, besides: state.installed)
    state.wanted = .none
    let isNew = !state.isTouched
    state.isTouched = true
    states.change(at: index) { $0 = state }
    return isNew
  }

  /// The variables of a row as it is wanted, and as the engine has it.
  func eachVariable(of id: UInt32, _ body: (Variable) -> Void) {
    guard let index = states.index(of: id) else { return }
    let state = states.values[index]
    if state.isWanted { for term in terms.run(state.wanted) { body(term.variable) } }
    if state.isInstalled, state.installed != state.wanted {
      for term in terms.run(state.installed) { body(term.variable) }
    }
  }

  /// The engine has what is wanted.
  mutating func settle(_ id: UInt32, isBroken: Bool) {
    guard let index = states.index(of: id) else { return }
    var state = states.values[index]
    terms.release(state.installed, besides: state.wanted)
    guard state.isWanted else {
      states.removeValue(forKey: id)
      return
    }
    state.installed = state.wanted
    state.installedConstant = state.constant
    state.installedPriority = isBroken ? Conflict.brokenPriority : state.priority
    state.isTouched = false
    states.change(at: index) { $0 = state }
  }

  func appendRemoval(of id: UInt32, to edits: inout [LentEdit]) {
    guard let index = states.index(of: id), states.values[index].isInstalled else { return }
    if !states.values[index].isWanted || states.values[index].isReshaped {
      edits.append(.remove(LinearConstraint.ID(id)))
    }
  }

  /// Broken constraints stay in the system, below every priority that can be asked for. The terms of an added row are lent
  /// until the table is changed.
  func appendChanges(of id: UInt32, to edits: inout [LentEdit], isBroken: Bool) {
    guard let index = states.index(of: id) else { return }
    let state = states.values[index]
    guard state.isWanted else { return }
    let priority = isBroken ? Conflict.brokenPriority : state.priority
    guard state.isInstalled, !state.isReshaped else {
      edits.append(.add(lent(id, state.wanted, state.constant, priority)))
      return
    }
    let name = LinearConstraint.ID(id)
    if state.installedConstant != state.constant { edits.append(.setConstant(name, state.constant)) }
    if state.installedPriority != priority { edits.append(.setPriority(name, priority)) }
  }
}

/// Terms of rows in one piece of memory; runs that were given back are used again for runs of their length.
private struct TermPool: ~Copyable {
  private typealias Term = LinearConstraint.Term

  private var base: UnsafeMutablePointer<LinearConstraint.Term>
  private var count = 0
  private var capacity = 0
  /// The first free run of each length; a free run's first variable is the next one, plus one.
  private var free: [Int32] = []

  init() { base = .allocate(capacity: 0) }

  deinit { base.deallocate() }

  mutating func reserveCapacity(_ wished: Int) {
    guard wished > capacity else { return }
    let grown = UnsafeMutablePointer<Term>.allocate(capacity: wished)
    grown.update(from: base, count: count)
    base.deallocate()
    (base, capacity) = (grown, wished)
  }

  func run(_ shape: RowShape) -> UnsafeBufferPointer<LinearConstraint.Term> {
    UnsafeBufferPointer(start: base + Int(shape.first), count: Int(shape.count))
  }

  func isSame(_ shape: RowShape, _ row: LentRow) -> Bool {
    guard !shape.isNone, shape.relation == row.relation, Int(shape.count) == row.terms.count else { return false }
    let own = base + Int(shape.first)
    for index in row.terms.indices where own[index] != row.terms[index] { return false }
    return true
  }

  mutating func insert(_ row: LentRow) -> RowShape {
    let length = row.terms.count
    var first = count
    if length < free.count, length > 0, free[length] > 0 {
      first = Int(free[length]) - 1
      free[length] = Int32(bitPattern: base[first].variable.id)
    } else {
      if count + length > capacity { reserveCapacity(max(16, capacity + capacity / 2, count + length)) }
      count += length
    }
    for index in row.terms.indices { (base + first + index).initialize(to: row.terms[index]) }
    return RowShape(first: Int32(first), count: Int32(length), relation: row.relation)
  }

  /// Gives a run back, unless the other shape is the same run.
  mutating func release(_ shape: RowShape, besides other: RowShape) {
    let length = Int(shape.count)
    guard !shape.isNone, length > 0, shape != other else { return }
    while free.count <= length { free.append(0) }
    base[Int(shape.first)].variable = Variable(UInt32(bitPattern: free[length]))
    free[length] = shape.first + 1
  }
}
