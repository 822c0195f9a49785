import Foundation
import LayoutKernel
import SceneModel

extension UITableView {
  func highlight(_ cell: UITableViewCell) {
    guard allowsSelection, let path = indexPath(for: cell),
      delegate?.tableView(self, shouldHighlightRowAt: path) ?? true
    else { return }
    cell.setHighlighted(true, animated: false)
    delegate?.tableView(self, didHighlightRowAt: path)
  }

  func unhighlight(_ cell: UITableViewCell) {
    guard cell.isHighlighted else { return }
    cell.setHighlighted(false, animated: false)
    if let path = indexPath(for: cell) { delegate?.tableView(self, didUnhighlightRowAt: path) }
  }

  /// Called when a finger has tapped a row; it notifies the delegate, unlike a selection by code.
  func tapped(_ cell: UITableViewCell) {
    guard allowsSelection, !isEditing || allowsSelectionDuringEditing, let path = indexPath(for: cell) else { return }
    if allowsMultipleSelection, selection.contains(path) {
      guard let path = delegate.map({ $0.tableView(self, willDeselectRowAt: path) }) ?? path else { return }
      deselectRow(at: path, animated: false)
      delegate?.tableView(self, didDeselectRowAt: path)
      return
    }
    guard let path = delegate.map({ $0.tableView(self, willSelectRowAt: path) }) ?? path else { return }
    if !allowsMultipleSelection {
      for old in selection.sorted() where old != path {
        guard let old = delegate.map({ $0.tableView(self, willDeselectRowAt: old) }) ?? old else { continue }
        deselectRow(at: old, animated: false)
        delegate?.tableView(self, didDeselectRowAt: old)
      }
    }
    selection.insert(path)
    cells[path]?.setSelected(true, animated: false)
    cell.segueOfNib?()
    delegate?.tableView(self, didSelectRowAt: path)
  }
}
