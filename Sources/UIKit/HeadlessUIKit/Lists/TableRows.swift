import Foundation

/// The positions of a table's headers, rows and footers, one below the other.
nonisolated struct TableRows {
  struct Row {
    var height: CGFloat
    /// Whether the height is an estimate. It is measured when the row first becomes visible.
    var isEstimated: Bool
  }
  struct Section {
    var header = Row(height: 0, isEstimated: true)
    var footer = Row(height: 0, isEstimated: true)
    var rows: [Row] = []
  }

  /// The space above the first section, for the table's header.
  var top: CGFloat = 0 { didSet { if oldValue != top { isStale = true } } }
  var sections: [Section] = [] { didSet { isStale = true } }
  private var isStale = true
  private var sectionTops: [CGFloat] = []
  /// For each section, the tops of its rows, followed by the bottom of the last one.
  private var rowTops: [[CGFloat]] = []
  private var end: CGFloat = 0

  mutating func settle() {
    guard isStale else { return }
    isStale = false
    (sectionTops, rowTops) = ([], [])
    var y = top
    for section in sections {
      sectionTops.append(y)
      y += section.header.height
      var tops: [CGFloat] = []
      tops.reserveCapacity(section.rows.count + 1)
      for row in section.rows {
        tops.append(y)
        y += row.height
      }
      tops.append(y)
      rowTops.append(tops)
      y += section.footer.height
    }
    end = y
  }

  /// The end of the last section, in points.
  var height: CGFloat {
    mutating get {
      settle()
      return end
    }
  }

  func contains(_ path: IndexPath) -> Bool {
    sections.indices.contains(path.section) && sections[path.section].rows.indices.contains(path.row)
  }

  mutating func row(_ path: IndexPath) -> ClosedRange<CGFloat> {
    settle()
    let tops = rowTops[path.section]
    return tops[path.row]...tops[path.row + 1]
  }
  mutating func header(_ section: Int) -> ClosedRange<CGFloat> {
    settle()
    return sectionTops[section]...(rowTops[section].first ?? sectionTops[section])
  }
  mutating func footer(_ section: Int) -> ClosedRange<CGFloat> {
    settle()
    let bottom = rowTops[section].last ?? 0
    return bottom...(bottom + sections[section].footer.height)
  }
  mutating func section(_ section: Int) -> ClosedRange<CGFloat> {
    settle()
    return sectionTops[section]...footer(section).upperBound
  }

  /// Returns the sections that are visible in a range. A section that only touches the range is not among them.
  mutating func sections(in range: ClosedRange<CGFloat>) -> Range<Int> {
    settle()
    var first = 0
    while first + 1 < sectionTops.count, sectionTops[first + 1] <= range.lowerBound { first += 1 }
    var last = first
    while last < sectionTops.count, sectionTops[last] < range.upperBound { last += 1 }
    return first..<max(first, last)
  }
  mutating func rows(in range: ClosedRange<CGFloat>) -> [IndexPath] {
    var found: [IndexPath] = []
    for section in sections(in: range) {
      let tops = rowTops[section]
      // The first row whose bottom lies below the range's top.
      var (low, high) = (0, tops.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if tops[middle + 1] <= range.lowerBound { low = middle + 1 } else { high = middle }
      }
      while low < tops.count - 1, tops[low] < range.upperBound {
        found.append(IndexPath(row: low, section: section))
        low += 1
      }
    }
    return found
  }
}
