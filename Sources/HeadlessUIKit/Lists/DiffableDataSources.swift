import Foundation

/// A list that goes from one snapshot to the next: a table or a collection view.
@MainActor
protocol SnapshotShowing: AnyObject {
  /// Asks the data source for its counts, if it was not asked yet.
  func loadIfNeeded()
  func perform(_ updates: ListUpdates, _ completion: @escaping (Bool) -> Void)
  func reloadData()
}

extension UITableView: SnapshotShowing {}
extension UICollectionView: SnapshotShowing {}

/// The snapshot that a list shows, and how it slides to the next: what the data sources of tables and of collection views share.
open class DiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>: UIObject {
  private weak var list: (any SnapshotShowing)?
  final fileprivate var shown = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

  fileprivate init(_ list: any SnapshotShowing) {
    self.list = list
    super.init()
  }

  /// Does what UIKit's `snapshot()` does.
  open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { shown }
  /// Does what UIKit's `itemIdentifier(for:)` does.
  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { shown.item(at: indexPath) }
  /// Does what UIKit's `indexPath(for:)` does.
  open func indexPath(for item: ItemIdentifierType) -> IndexPath? { shown.places()[item] }
  /// Does what UIKit's `sectionIdentifier(for:)` does.
  open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    shown.sectionIdentifiers.indices.contains(index) ? shown.sectionIdentifiers[index] : nil
  }
  /// Does what UIKit's `index(for:)` does.
  open func index(for section: SectionIdentifierType) -> Int? { shown.indexOfSection(section) }

  /// Does what UIKit's `apply(_:animatingDifferences:completion:)` does.
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    guard let list else { return }
    // The counts before belong to what was shown.
    list.loadIfNeeded()
    let updates = snapshot.updates(from: shown)
    shown = snapshot
    func change() { list.perform(updates) { _ in completion?() } }
    if animatingDifferences { change() } else { UIView.performWithoutAnimation { change() } }
  }
  /// Does what UIKit's `applySnapshotUsingReloadData(_:completion:)` does.
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    completion: (() -> Void)? = nil
  ) {
    shown = snapshot
    list?.reloadData()
    completion?()
  }
}

/// Shows the items of a snapshot in a table, which it holds weakly, and slides it from one snapshot to the next.
open class UITableViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
  DiffableDataSource<SectionIdentifierType, ItemIdentifierType>, UITableViewDataSource
{
  public typealias CellProvider = (UITableView, IndexPath, ItemIdentifierType) -> UITableViewCell?
  private let provider: CellProvider
  open var defaultRowAnimation = UITableView.RowAnimation.automatic

  public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
    provider = cellProvider
    super.init(tableView)
    tableView.dataSource = self
  }

  open func numberOfSections(in tableView: UITableView) -> Int { shown.numberOfSections }
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    shown.numberOfItems(inSection: shown.sectionIdentifiers[section])
  }
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    guard let item = shown.item(at: indexPath), let cell = provider(tableView, indexPath, item) else {
      raise("NSInternalInconsistencyException: UITableViewDiffableDataSource: no cell for the row at \(indexPath)")
    }
    return cell
  }
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {}
  open func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to destination: IndexPath) {}
  open func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
}

/// Shows the items of a snapshot in a collection view, which it holds weakly.
open class UICollectionViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
  DiffableDataSource<SectionIdentifierType, ItemIdentifierType>, UICollectionViewDataSource
{
  public typealias CellProvider = (UICollectionView, IndexPath, ItemIdentifierType) -> UICollectionViewCell?
  public typealias SupplementaryViewProvider = (UICollectionView, String, IndexPath) -> UICollectionReusableView?
  private let provider: CellProvider
  open var supplementaryViewProvider: SupplementaryViewProvider?

  public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
    provider = cellProvider
    super.init(collectionView)
    collectionView.dataSource = self
  }

  open func numberOfSections(in collectionView: UICollectionView) -> Int { shown.numberOfSections }
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    shown.numberOfItems(inSection: shown.sectionIdentifiers[section])
  }
  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    guard let item = shown.item(at: indexPath), let cell = provider(collectionView, indexPath, item) else {
      raise(
        "NSInternalInconsistencyException: UICollectionViewDiffableDataSource: no cell for the item at \(indexPath)")
    }
    return cell
  }
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    guard let view = supplementaryViewProvider?(collectionView, kind, indexPath) else {
      raise("NSInternalInconsistencyException: no supplementary view of kind \(kind) at \(indexPath)")
    }
    return view
  }
}
