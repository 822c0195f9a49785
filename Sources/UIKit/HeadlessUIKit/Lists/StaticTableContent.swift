import Foundation

/// The sections of a table whose rows a storyboard defines.
struct StaticTableContent {
  struct Section {
    var header, footer: String?
    /// The rows, with the heights that the file gives them; nil for the table's.
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
