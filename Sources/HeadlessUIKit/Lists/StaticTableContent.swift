import Foundation

/// The sections of a table whose rows a storyboard draws once and for all.
struct StaticTableContent {
  struct Section {
    var header, footer: String?
    /// With the height that the file gives the row; nil: the table's.
    var rows: [(cell: UITableViewCell, height: CGFloat?)] = []
  }
  var sections: [Section] = []

  func cell(at path: IndexPath) -> UITableViewCell? { row(path)?.cell }
  func height(at path: IndexPath) -> CGFloat? { row(path)?.height }
  private func row(_ path: IndexPath) -> (cell: UITableViewCell, height: CGFloat?)? {
    guard sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.row) else {
      return nil
    }
    return sections[path.section].rows[path.row]
  }
}
