import Foundation

/// A list that changes from one snapshot to the next: a table or a collection view.
@MainActor
protocol SnapshotShowing: AnyObject {
  /// Reads the counts of the data source, if they were not read yet.
  func loadIfNeeded()
  func perform(_ updates: ListUpdates, _ completion: @escaping (Bool) -> Void)
  func reloadData()
}

extension UITableView: SnapshotShowing {}
extension UICollectionView: SnapshotShowing {}

/// The common base of the diffable data sources of tables and collection views. It holds the shown snapshot and computes the changes to the next one.
open class DiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>: UIObject {
  private weak var list: (any SnapshotShowing)?
  final fileprivate var shown = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

  fileprivate init(_ list: any SnapshotShowing) {
    self.list = list
    super.init()
  }

  /// Returns the snapshot that is shown.
  open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { shown }
  /// Returns the item at a place; nil if there is none.
  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { shown.item(at: indexPath) }
  /// Returns the place of an item; nil if it is not there.
  open func indexPath(for item: ItemIdentifierType) -> IndexPath? { shown.places()[item] }
  /// Returns the section at an index; nil if there is none.
  open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    shown.sectionIdentifiers.indices.contains(index) ? shown.sectionIdentifiers[index] : nil
  }
  /// Returns the index of a section; nil if it is not there.
  open func index(for section: SectionIdentifierType) -> Int? { shown.indexOfSection(section) }

  /// Shows another snapshot. Items that are in the old and the new one slide to their new places, or move there at once without the animation. The
  /// completion runs when everything is in its place.
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    guard let list else { return }
    // The list must read its counts while the old snapshot is shown.
    list.loadIfNeeded()
    let updates = snapshot.updates(from: shown)
    shown = snapshot
    func change() { list.perform(updates) { _ in completion?() } }
    if animatingDifferences { change() } else { UIView.performWithoutAnimation { change() } }
  }
  /// Shows another snapshot with new cells for all of it, at once.
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    completion: (() -> Void)? = nil
  ) {
    shown = snapshot
    list?.reloadData()
    completion?()
  }
}

/// Shows the items of a snapshot in a table, which it holds weakly. Rows slide to their places in the next snapshot.
open class UITableViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
  DiffableDataSource<SectionIdentifierType, ItemIdentifierType>, UITableViewDataSource
{
  /// A function that makes the cell of an item. If it returns nil, the process ends with UIKit's message.
  public typealias CellProvider = (UITableView, IndexPath, ItemIdentifierType) -> UITableViewCell?
  private let provider: CellProvider
  open var defaultRowAnimation = UITableView.RowAnimation.automatic {
    didSet { noEffect("UITableViewDiffableDataSource.defaultRowAnimation", .motion) }
  }

  /// Makes a data source and sets it as the table's. The program must keep both alive.
  public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
    provider = cellProvider
    super.init(tableView)
    tableView.dataSource = self
  }

  /// Returns the number of sections of the snapshot.
  open func numberOfSections(in tableView: UITableView) -> Int { shown.numberOfSections }
  /// Returns the number of items of a section of the snapshot.
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    shown.numberOfItems(inSection: shown.sectionIdentifiers[section])
  }
  /// Returns the cell that the provider makes for an item.
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    guard let item = shown.item(at: indexPath), let cell = provider(tableView, indexPath, item) else {
      raise("NSInternalInconsistencyException: UITableViewDiffableDataSource: no cell for the row at \(indexPath)")
    }
    return cell
  }
  /// Returns nil: no header, unless a subclass has one.
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
  /// Returns nil: no footer, unless a subclass has one.
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
  /// Returns false: rows cannot be edited, unless a subclass says so.
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
  /// Returns false: rows cannot be moved, unless a subclass says so.
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
  /// Called when a row is deleted or inserted by its control. Does nothing by default.
  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {}
  /// Called when a row was moved by a finger. Does nothing by default.
  open func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to destination: IndexPath) {}
  /// Returns nil: no index at the side, unless a subclass has one.
  open func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
}

/// Shows the items of a snapshot in a collection view, which it holds weakly.
open class UICollectionViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
  DiffableDataSource<SectionIdentifierType, ItemIdentifierType>, UICollectionViewDataSource
{
  /// A function that makes the cell of an item. If it returns nil, the process ends with UIKit's message.
  public typealias CellProvider = (UICollectionView, IndexPath, ItemIdentifierType) -> UICollectionViewCell?
  /// A function that makes a supplementary view of a kind. If it returns nil, the process ends with UIKit's message.
  public typealias SupplementaryViewProvider = (UICollectionView, String, IndexPath) -> UICollectionReusableView?
  private let provider: CellProvider
  /// The maker of headers, footers and the like; a layout that has them needs it.
  open var supplementaryViewProvider: SupplementaryViewProvider?

  /// Makes a data source and sets it as the collection view's. The program must keep both alive.
  public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
    provider = cellProvider
    super.init(collectionView)
    collectionView.dataSource = self
  }

  /// Returns the number of sections of the snapshot.
  open func numberOfSections(in collectionView: UICollectionView) -> Int { shown.numberOfSections }
  /// Returns the number of items of a section of the snapshot.
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    shown.numberOfItems(inSection: shown.sectionIdentifiers[section])
  }
  /// Returns the cell that the provider makes for an item.
  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    guard let item = shown.item(at: indexPath), let cell = provider(collectionView, indexPath, item) else {
      raise(
        "NSInternalInconsistencyException: UICollectionViewDiffableDataSource: no cell for the item at \(indexPath)")
    }
    return cell
  }
  /// Returns the supplementary view that its provider makes.
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    guard let view = supplementaryViewProvider?(collectionView, kind, indexPath) else {
      raise("NSInternalInconsistencyException: no supplementary view of kind \(kind) at \(indexPath)")
    }
    return view
  }
}
