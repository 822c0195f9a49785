import Foundation
import SceneModel

extension UICollectionView {
  func highlight(_ cell: UICollectionViewCell) {
    guard allowsSelection, let path = indexPath(for: cell),
      delegate?.collectionView(self, shouldHighlightItemAt: path) ?? true
    else { return }
    cell.isHighlighted = true
    delegate?.collectionView(self, didHighlightItemAt: path)
  }

  func unhighlight(_ cell: UICollectionViewCell) {
    guard cell.isHighlighted else { return }
    cell.isHighlighted = false
    if let path = indexPath(for: cell) { delegate?.collectionView(self, didUnhighlightItemAt: path) }
  }

  func tapped(_ cell: UICollectionViewCell) {
    guard allowsSelection, let path = indexPath(for: cell) else { return }
    if selection.contains(path), allowsMultipleSelection {
      guard delegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else { return }
      deselectItem(at: path, animated: false)
      delegate?.collectionView(self, didDeselectItemAt: path)
      return
    }
    guard delegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
    if !allowsMultipleSelection {
      for old in selection.sorted() where old != path {
        deselectItem(at: old, animated: false)
        delegate?.collectionView(self, didDeselectItemAt: old)
      }
    }
    selection.insert(path)
    cell.isSelected = true
    cell.segueOfNib?()
    delegate?.collectionView(self, didSelectItemAt: path)
  }
}
