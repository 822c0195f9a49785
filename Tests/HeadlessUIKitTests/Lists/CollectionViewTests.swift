import Foundation
import HeadlessUIKit
import Testing

@Suite("Collections show items where their layout says")
struct CollectionViewTests {
  final class Tile: UICollectionViewCell {
    let word = UILabel()
    override init(frame: CGRect) {
      super.init(frame: frame)
      word.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(word)
      NSLayoutConstraint.activate([
        word.topAnchor.constraint(equalTo: contentView.topAnchor),
        word.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 4),
        contentView.trailingAnchor.constraint(equalTo: word.trailingAnchor, constant: 4),
        contentView.bottomAnchor.constraint(equalTo: word.bottomAnchor),
      ])
    }
    required init?(coder: NSCoder) { nil }
  }
  final class Head: UICollectionReusableView {}

  final class Grid: UICollectionViewController, UICollectionViewDelegateFlowLayout {
    var words = ["one", "two", "three", "four", "five"]
    var tapped: [IndexPath] = []
    var size = CGSize(width: 100, height: 40)
    var sections = 1
    override func numberOfSections(in collectionView: UICollectionView) -> Int { sections }
    override func viewDidLoad() {
      super.viewDidLoad()
      collectionView.register(Tile.self, forCellWithReuseIdentifier: "tile")
      collectionView.register(
        Head.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader, withReuseIdentifier: "head")
    }
    override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      words.count
    }
    override func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "tile", for: indexPath)
      (cell as? Tile)?.word.text = words[indexPath.item]
      return cell
    }
    override func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
      collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "head", for: indexPath)
    }
    override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
      tapped.append(indexPath)
    }
    func collectionView(
      _ collectionView: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt indexPath: IndexPath
    ) -> CGSize { size }
  }

  @Test("A flow layout fills lines, with headers, insets and spacings")
  func flow() {
    let layout = UICollectionViewFlowLayout()
    layout.sectionInset = UIEdgeInsets(top: 5, left: 10, bottom: 5, right: 10)
    layout.minimumLineSpacing = 8
    layout.headerReferenceSize = CGSize(width: 0, height: 30)
    let grid = Grid(collectionViewLayout: layout)
    let window = LayoutTests.show(grid, on: "iphone-8")
    let cells: [UICollectionViewCell] = grid.collectionView.visibleCells
    #expect(cells.count == 5)
    #expect(cells[0].frame == CGRect(x: 10, y: 35, width: 100, height: 40))
    #expect(cells[2].frame.maxX == 365)
    #expect(cells[3].frame.minY == 83)
    #expect(cells[0].contentView.frame.size == cells[0].frame.size)
    #expect(grid.collectionView.contentSize.height == 128)
    let heads = grid.collectionView.visibleSupplementaryViews(ofKind: UICollectionView.elementKindSectionHeader)
    #expect(heads.map(\.frame) == [CGRect(x: 0, y: 0, width: 375, height: 30)])
    window.tap(cells[1])
    #expect(grid.tapped == [IndexPath(item: 1, section: 0)])
    #expect(cells[1].isSelected)
  }

  @Test("The selection goes when the screen comes back, unless the controller keeps it", arguments: [true, false])
  func selectionOnReturn(clears: Bool) {
    let grid = Grid(collectionViewLayout: UICollectionViewFlowLayout())
    grid.clearsSelectionOnViewWillAppear = clears
    let navigation = UINavigationController(rootViewController: grid)
    let window = LayoutTests.show(navigation, on: "iphone-8")
    window.tap(grid.collectionView.visibleCells[1])
    navigation.pushViewController(UIViewController(), animated: false)
    window.settle()
    #expect(grid.collectionView.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
    navigation.popViewController(animated: false)
    window.settle()
    #expect(grid.collectionView.indexPathsForSelectedItems?.isEmpty == clears)
  }

  @Test("Footers stay in sight as long as their section does") func pinnedFooters() {
    let layout = UICollectionViewFlowLayout()
    layout.footerReferenceSize = CGSize(width: 0, height: 30)
    layout.sectionFootersPinToVisibleBounds = true
    let grid = Grid(collectionViewLayout: layout)
    grid.words = (0..<100).map { "\($0)" }
    grid.sections = 2
    let footer = UICollectionView.elementKindSectionFooter
    grid.loadViewIfNeeded()
    grid.collectionView.register(Head.self, forSupplementaryViewOfKind: footer, withReuseIdentifier: "head")
    let window = LayoutTests.show(grid, on: "iphone-8")
    for offset in [0, 100, grid.collectionView.contentSize.height - 667] {
      grid.collectionView.contentOffset.y = offset
      window.settle()
      let frames = grid.collectionView.visibleSupplementaryViews(ofKind: footer).map(\.frame)
      #expect(frames == [CGRect(x: 0, y: offset + 637, width: 375, height: 30)])
    }
  }

  @Test("Cells say how large they want to be where the size is an estimate")
  func selfSizing() throws {
    let layout = UICollectionViewFlowLayout()
    layout.estimatedItemSize = CGSize(width: 60, height: 30)
    let grid = Grid(collectionViewLayout: layout)
    let window = LayoutTests.show(grid, on: "iphone-8")
    for cell in grid.collectionView.visibleCells {
      let word = try #require((cell as? Tile)?.word)
      #expect(cell.frame.width == word.intrinsicContentSize.width + 8)
      #expect(cell.frame.height == word.intrinsicContentSize.height)
    }
    #expect(window.conflicts.isEmpty)
  }

  final class Diagonal: UICollectionViewLayout {
    var prepared = 0
    override func prepare() { prepared += 1 }
    override var collectionViewContentSize: CGSize { CGSize(width: 5000, height: 5000) }
    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
      let made = UICollectionViewLayoutAttributes(forCellWith: indexPath)
      made.frame = CGRect(x: indexPath.item * 100, y: indexPath.item * 100, width: 100, height: 100)
      return made
    }
    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
      (0..<(collectionView?.numberOfItems(inSection: 0) ?? 0))
        .compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: 0)) }
        .filter { $0.frame.intersects(rect) }
    }
  }

  @Test("A layout of one's own places the items; only those that show have cells")
  func custom() {
    let layout = Diagonal()
    let grid = Grid(collectionViewLayout: layout)
    grid.words = (0..<50).map { "\($0)" }
    let window = LayoutTests.show(grid, on: "iphone-8")
    let items = grid.collectionView.indexPathsForVisibleItems.map(\.item)
    #expect(items == [0, 1, 2, 3])
    grid.collectionView.contentOffset = CGPoint(x: 1000, y: 1000)
    window.settle()
    #expect(grid.collectionView.indexPathsForVisibleItems.first?.item == 10)
    let before = layout.prepared
    layout.invalidateLayout()
    window.settle()
    #expect(layout.prepared == before + 1)
  }

  @Test("A snapshot slides from one order to the next, in a collection and in a table")
  func diffable() throws {
    let collection = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 300, height: 600), collectionViewLayout: UICollectionViewFlowLayout())
    collection.register(Tile.self, forCellWithReuseIdentifier: "tile")
    let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: collection) { view, path, word in
      let cell = view.dequeueReusableCell(withReuseIdentifier: "tile", for: path)
      (cell as? Tile)?.word.text = word
      return cell
    }
    let controller = UIViewController()
    controller.view.addSubview(collection)
    let window = LayoutTests.show(controller, on: "iphone-8")
    var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
    snapshot.appendSections([0])
    snapshot.appendItems(["a", "b", "c", "d"])
    source.apply(snapshot, animatingDifferences: false)
    window.settle()
    let cells = collection.visibleCells
    #expect(cells.map { ($0 as? Tile)?.word.text } == ["a", "b", "c", "d"])
    snapshot.deleteItems(["b"])
    snapshot.moveItem("d", beforeItem: "a")
    snapshot.appendItems(["e"])
    source.apply(snapshot)
    #expect(collection.visibleCells.map { ($0 as? Tile)?.word.text } == ["d", "a", "c", "e"])
    #expect(collection.visibleCells[0] === cells[3])
    window.advance(by: 1)
    #expect(cells[3].frame.minX == 0)
    #expect(source.indexPath(for: "c") == IndexPath(item: 2, section: 0))

    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 600))
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    let rows = UITableViewDiffableDataSource<Int, String>(tableView: table) { view, path, word in
      let cell = view.dequeueReusableCell(withIdentifier: "row", for: path)
      cell.textLabel?.text = word
      return cell
    }
    controller.view.addSubview(table)
    rows.apply(snapshot, animatingDifferences: false)
    window.settle()
    #expect(table.visibleCells.map { $0.textLabel?.text } == ["d", "a", "c", "e"])
    snapshot.moveItem("e", beforeItem: "d")
    rows.apply(snapshot)
    window.advance(by: 1)
    #expect(table.visibleCells.map { $0.textLabel?.text } == ["e", "d", "a", "c"])
    #expect(table.visibleCells[0].frame.minY == 0)
  }
}
