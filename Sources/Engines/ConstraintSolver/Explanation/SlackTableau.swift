/// A sparse simplex tableau of slacks, in numbers whose signs are reliable (`CertainNumber`). The **slack** of a row is its left side less its
/// constant; that of a bound is the variable. An **active** slack is nonbasic and zero. A **dependent** slack is basic: a constant plus a linear
/// combination of active ones. Every row and every column is a linked list, so the cost of a pivot grows with the entries that it changes, not with
/// the size of the tableau.
struct SlackTableau<N: CertainNumber>: ~Copyable {
  /// The values that a slack may have.
  enum Domain: UInt8, BitwiseCopyable {
    case zero, atMostZero, atLeastZero, any

    func allows(_ sign: Int) -> Bool {
      switch self {
      case .zero: sign == 0
      case .atMostZero: sign <= 0
      case .atLeastZero: sign >= 0
      case .any: true
      }
    }
  }

  struct Slack {
    var domain = Domain.any
    var isDependent = false
    /// The first entry: of a dependent slack in its row, of an active one in its column; -1 for none.
    var first: Int32 = -1
    var count: Int32 = 0
    /// The value at the present point.
    var value = N.zero
  }

  /// A coefficient that is not zero.
  struct Entry {
    var row: Int32
    var column: Int32
    var nextInRow: Int32
    var previousInRow: Int32
    var nextInColumn: Int32
    var previousInColumn: Int32
    var value: N
  }

  private var slacks = Buffer<Slack>()
  private var entries = Buffer<Entry>()
  private var freeEntries = Buffer<Int32>()
  /// For one row at a time, the entry in each column; -1 for none.
  private var places = Buffer<Int32>()
  private let limit: Int
  private(set) var pivots = 0

  /// Makes a tableau without rows, for at most `limit` coefficients.
  init(slackCount: Int, limit: Int) {
    self.limit = limit
    slacks.reserve(slackCount)
    slacks.append(repeating: Slack(), count: slackCount)
    places.append(repeating: -1, count: slackCount)
  }

  subscript(domain slack: Int32) -> Domain {
    get { slacks[slack].domain }
    nonmutating set { slacks[slack].domain = newValue }
  }
  func isDependent(_ slack: Int32) -> Bool { slacks[slack].isDependent }
  /// The number of entries in a dependent slack's row, or in an active slack's column.
  func count(of slack: Int32) -> Int { Int(slacks[slack].count) }
  func value(_ slack: Int32) -> N { slacks[slack].value }
  /// Whether the slack's value is outside its domain.
  func isViolated(_ slack: Int32) -> Bool { !slacks[slack].domain.allows(slacks[slack].value.rateSign) }

  /// Makes a slack dependent, with an empty row. No other slack may depend on it.
  func makeDependent(_ slack: Int32, value: N) { (slacks[slack].isDependent, slacks[slack].value) = (true, value) }

  // MARK: Entries

  mutating func append(_ row: Int32, _ column: Int32, _ value: N) throws(ConflictSearchStop) {
    if value.isTiny { throw .isUnsure }
    let (next, below) = (slacks[row].first, slacks[column].first)
    let entry = Entry(
      row: row, column: column, nextInRow: next, previousInRow: -1, nextInColumn: below, previousInColumn: -1,
      value: value)
    let place: Int32
    if let free = freeEntries.popLast() {
      place = free
      entries[place] = entry
    } else {
      if entries.count == limit { throw .isTooLarge }
      place = Int32(entries.count)
      entries.append(entry)
    }
    if next >= 0 { entries[next].previousInRow = place }
    if below >= 0 { entries[below].previousInColumn = place }
    (slacks[row].first, slacks[column].first) = (place, place)
    slacks[row].count += 1
    slacks[column].count += 1
  }

  private mutating func remove(_ place: Int32) {
    let entry = entries[place]
    if entry.previousInRow >= 0 {
      entries[entry.previousInRow].nextInRow = entry.nextInRow
    } else {
      slacks[entry.row].first = entry.nextInRow
    }
    if entry.nextInRow >= 0 { entries[entry.nextInRow].previousInRow = entry.previousInRow }
    if entry.previousInColumn >= 0 {
      entries[entry.previousInColumn].nextInColumn = entry.nextInColumn
    } else {
      slacks[entry.column].first = entry.nextInColumn
    }
    if entry.nextInColumn >= 0 { entries[entry.nextInColumn].previousInColumn = entry.previousInColumn }
    slacks[entry.row].count -= 1
    slacks[entry.column].count -= 1
    freeEntries.append(place)
  }

  /// Removes a dependent slack that is not needed any more.
  mutating func removeRow(_ row: Int32) {
    while slacks[row].first >= 0 { remove(slacks[row].first) }
  }

  /// Appends the active slacks in a dependent slack's row.
  func appendColumns(of row: Int32, to list: inout Buffer<Int32>) {
    forEachInRow(row) { column, _ in list.append(column) }
  }

  /// Calls a closure with each entry of a dependent slack's row.
  @inline(__always)
  func forEachInRow(_ row: Int32, _ body: (_ column: Int32, N) -> Void) {
    var place = slacks[row].first
    while place >= 0 {
      body(entries[place].column, entries[place].value)
      place = entries[place].nextInRow
    }
  }

  /// Calls a closure with each entry of an active slack's column.
  @inline(__always)
  func forEachInColumn<Stop>(_ column: Int32, _ body: (_ row: Int32, N) throws(Stop) -> Void) throws(Stop) {
    var place = slacks[column].first
    while place >= 0 {
      try body(entries[place].row, entries[place].value)
      place = entries[place].nextInColumn
    }
  }

  /// The coefficient of a dependent slack in a column, or nil.
  func coefficient(_ row: Int32, _ column: Int32) -> N? {
    let place = place(row, column)
    return place < 0 ? nil : entries[place].value
  }

  /// The entry of a row in a column; -1 for none. Searches the column, which is mostly short.
  private func place(_ row: Int32, _ column: Int32) -> Int32 {
    var place = slacks[column].first
    while place >= 0, entries[place].row != row { place = entries[place].nextInColumn }
    return place
  }

  // MARK: Steps

  /// Moves an active slack, and all slacks that depend on it.
  func move(_ column: Int32, by step: N) throws(ConflictSearchStop) {
    try forEachInColumn(column) { row, coefficient throws(ConflictSearchStop) in
      let value = slacks[row].value + coefficient * step
      if value.isTiny { throw .isUnsure }
      slacks[row].value = value
    }
    slacks[column].value = slacks[column].value + step
  }

  /// Exchanges two slacks: the dependent one at `row`, whose value is zero, becomes active, and the active one at `column` dependent.
  mutating func pivot(_ row: Int32, _ column: Int32) throws(ConflictSearchStop) {
    pivots += 1
    let pivotPlace = self.place(row, column)
    // The row is solved for the column's slack; from now on row and column have changed roles.
    let inverse = N.one / entries[pivotPlace].value
    if inverse.isTiny { throw .isUnsure }
    var place = slacks[row].first
    while place >= 0 {
      let next = entries[place].nextInRow
      entries[place].row = column
      if place == pivotPlace {
        entries[place].value = inverse
      } else {
        let value = -(entries[place].value * inverse)
        if value.isTiny { throw .isUnsure }
        entries[place].value = value
      }
      place = next
    }
    swap(row, column)
    // The column's slack is replaced in all other rows.
    place = slacks[row].first
    while place >= 0 {
      let next = entries[place].nextInColumn
      entries[place].column = row
      if place != pivotPlace {
        let factor = entries[place].value
        entries[place].value = factor * inverse
        if entries[place].value.isTiny { throw .isUnsure }
        try add(column, besides: pivotPlace, times: factor, to: entries[place].row)
      }
      place = next
    }
  }

  private func swap(_ row: Int32, _ column: Int32) {
    (slacks[row].first, slacks[column].first) = (slacks[column].first, slacks[row].first)
    (slacks[row].count, slacks[column].count) = (slacks[column].count, slacks[row].count)
    (slacks[row].isDependent, slacks[column].isDependent) = (false, true)
  }

  /// Adds a multiple of a row, without one of its entries, to another.
  private mutating func add(
    _ source: Int32, besides skipped: Int32, times factor: N, to row: Int32
  ) throws(ConflictSearchStop) {
    // Either the longer row is listed by column, or the columns are searched, whichever is less work.
    var searched = 0
    var place = slacks[source].first
    while place >= 0, searched < Int(slacks[row].count) {
      searched += Int(slacks[entries[place].column].count)
      place = entries[place].nextInRow
    }
    let isListed = searched >= Int(slacks[row].count)
    if isListed { list(row) { $0 } }
    place = slacks[source].first
    while place >= 0 {
      let (column, value) = (entries[place].column, entries[place].value)
      let next = entries[place].nextInRow
      if place != skipped {
        let old = isListed ? places[column] : self.place(row, column)
        if old < 0 {
          try append(row, column, factor * value)
        } else {
          let sum = entries[old].value + factor * value
          if sum.isTiny { throw .isUnsure }
          if sum.isSignificant {
            entries[old].value = sum
          } else {
            places[column] = -1
            remove(old)
          }
        }
      }
      place = next
    }
    if isListed { list(row) { _ in -1 } }
  }

  private func list(_ row: Int32, _ place: (Int32) -> Int32) {
    var next = slacks[row].first
    while next >= 0 {
      places[entries[next].column] = place(next)
      next = entries[next].nextInRow
    }
  }
}
