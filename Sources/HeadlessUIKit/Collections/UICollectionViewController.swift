import Foundation

/// A controller whose view is a collection, of which it is data source and delegate.
open class UICollectionViewController: UIViewController, UICollectionViewDataSource, UICollectionViewDelegate {
  private let givenLayout: UICollectionViewLayout
  open var clearsSelectionOnViewWillAppear = true
  open var collectionViewLayout: UICollectionViewLayout { collectionView.collectionViewLayout }
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
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    raise("UICollectionView dataSource must return a cell from collectionView:cellForItemAtIndexPath:")
  }
  open func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    raise("NSInternalInconsistencyException: the data source has no supplementary view of kind \(kind) at \(indexPath)")
  }
  open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }
  open func collectionView(
    _ collectionView: UICollectionView, moveItemAt source: IndexPath, to destination: IndexPath
  ) {}
  open func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
    true
  }
  open func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {}
  open func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {}
  open func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    true
  }
  open func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
    true
  }
  open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
  open func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {}
  open func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind kind: String, at indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, targetContentOffsetForProposedContentOffset proposed: CGPoint
  ) -> CGPoint { proposed }
  open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  open func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  open func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  open func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  open func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  open func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  open func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  open func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  open func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
}
