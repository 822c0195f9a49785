import Foundation

/// A controller whose view is a collection, of which it is data source and delegate.
open class UICollectionViewController: UIViewController, UICollectionViewDataSource, UICollectionViewDelegate {
  private let givenLayout: UICollectionViewLayout
  /// Whether it clears selection on view will appear; kept, without effect on layout or motion.
  open var clearsSelectionOnViewWillAppear = true
  /// The collection view layout, as in UIKit.
  open var collectionViewLayout: UICollectionViewLayout { collectionView.collectionViewLayout }
  /// Makes one as UIKit does.
  public init(collectionViewLayout layout: UICollectionViewLayout) {
    givenLayout = layout
    super.init(nibName: nil, bundle: nil)
  }
  public override init(nibName: String?, bundle: Bundle?) {
    givenLayout = UICollectionViewFlowLayout()
    super.init(nibName: nibName, bundle: bundle)
  }
  public required init?(coder: NSCoder) {
    givenLayout = UICollectionViewFlowLayout()
    super.init(coder: coder)
  }
  private var storedCollection: UICollectionView?
  /// The collection view, as in UIKit.
  open var collectionView: UICollectionView! {
    get {
      loadViewIfNeeded()
      return storedCollection
    }
    set {
      storedCollection = newValue
      view = newValue
    }
  }
  open override func loadView() {
    if loadViewOfNib() { return }
    let collection = UICollectionView(frame: UIScreen.main.bounds, collectionViewLayout: givenLayout)
    collection.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    (collection.dataSource, collection.delegate) = (self, self)
    storedCollection = collection
    view = collection
  }

  // A subclass overrides what it answers.
  /// Asked as by UIKit; `0` unless a subclass overrides it.
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
  /// Does what UIKit's `collectionView(_:cellForItemAt:)` does.
  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    raise("UICollectionView dataSource must return a cell from collectionView:cellForItemAtIndexPath:")
  }
  /// Asked as by UIKit; `1` unless a subclass overrides it.
  open func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
  /// Does what UIKit's `collectionView(_:viewForSupplementaryElementOfKind:at:)` does.
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    raise("NSInternalInconsistencyException: the data source has no supplementary view of kind \(kind) at \(indexPath)")
  }
  /// Returns `false` here.
  open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }
  /// Accepted, and does nothing here.
  open func collectionView(
    _ collectionView: UICollectionView, moveItemAt source: IndexPath, to destination: IndexPath
  ) {}
  /// Asked as by UIKit; `true` unless a subclass overrides it.
  open func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
    true
  }
  /// Called as by UIKit; does nothing by itself.
  open func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {}
  /// Called as by UIKit; does nothing by itself.
  open func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {}
  /// Asked as by UIKit; `true` unless a subclass overrides it.
  open func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    true
  }
  /// Asked as by UIKit; `true` unless a subclass overrides it.
  open func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
    true
  }
  /// Called as by UIKit; does nothing by itself.
  open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
  /// Called as by UIKit; does nothing by itself.
  open func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {}
  /// Called as by UIKit; does nothing by itself.
  open func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
  /// Called as by UIKit; does nothing by itself.
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
  /// Called as by UIKit; does nothing by itself.
  open func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind kind: String, at indexPath: IndexPath
  ) {}
  /// Does what UIKit's `collectionView(_:targetContentOffsetForProposedContentOffset:)` does.
  open func collectionView(
    _ collectionView: UICollectionView, targetContentOffsetForProposedContentOffset proposed: CGPoint
  ) -> CGPoint { proposed }
  /// Called as by UIKit; does nothing by itself.
  open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  /// Called as by UIKit; does nothing by itself.
  open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  /// Called as by UIKit; does nothing by itself.
  open func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  /// Called as by UIKit; does nothing by itself.
  open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  /// Called as by UIKit; does nothing by itself.
  open func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  /// Called as by UIKit; does nothing by itself.
  open func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  /// Called as by UIKit; does nothing by itself.
  open func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  /// A hook for subclasses; nothing here calls it.
  open func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  /// Returns `nil` here.
  open func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  /// Returns `true` here.
  open func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  /// A hook for subclasses; nothing here calls it.
  open func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
}
