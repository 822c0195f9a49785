import Foundation
import HeadlessUIKit
import Testing

@Suite("Compositional layouts give groups of items their places")
struct CompositionalLayoutTests {
  final class Word: UICollectionViewCell {
    let label = UILabel()
    override init(frame: CGRect) {
      super.init(frame: frame)
      label.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(label)
      NSLayoutConstraint.activate([
        label.topAnchor.constraint(equalTo: contentView.topAnchor),
        label.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
        label.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
        label.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
      ])
      label.numberOfLines = 0
    }
    required init?(coder: NSCoder) { nil }
  }
  final class Head: UICollectionReusableView {}
  final class Back: UICollectionReusableView {}

  final class Lists: UICollectionViewController {
    var counts = [4]
    var word: (IndexPath) -> String = { "\($0.item)" }
    override func viewDidLoad() {
      super.viewDidLoad()
      collectionView.register(Word.self, forCellWithReuseIdentifier: "word")
      for kind in [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter, "badge"] {
        collectionView.register(Head.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "head")
      }
    }
    override func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }
    override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      counts[section]
    }
    override func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "word", for: indexPath)
      (cell as? Word)?.label.text = word(indexPath)
      return cell
    }
    override func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
      collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "head", for: indexPath)
    }
    var frames: [CGRect] { collectionView.visibleCells.map(\.frame) }
  }

  private func size(
    _ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension
  ) -> NSCollectionLayoutSize { NSCollectionLayoutSize(widthDimension: width, heightDimension: height) }

  private func show(
    _ section: NSCollectionLayoutSection, counts: [Int] = [4], mirrored: Bool = false,
    word: @escaping (IndexPath) -> String = { "\($0.item)" }
  ) -> (UIWindow, Lists) {
    let lists = Lists(collectionViewLayout: UICollectionViewCompositionalLayout(section: section))
    (lists.counts, lists.word) = (counts, word)
    let window = UIWindow(screen: UIScreen(device: "iphone-8", isRightToLeft: mirrored))
    window.rootViewController = lists
    window.makeKeyAndVisible()
    return (window, lists)
  }

  @Test("Fractions are of what insets leave, and a line takes as many items as it has room for (L16.5)")
  func grid() {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(0.5), .fractionalHeight(1)))
    item.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 5, bottom: 5, trailing: 5)
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(60)), subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.contentInsets = NSDirectionalEdgeInsets(top: 10, leading: 20, bottom: 30, trailing: 55)
    section.interGroupSpacing = 4
    let (_, lists) = show(section, counts: [3])
    #expect(
      lists.frames == [
        CGRect(x: 25, y: 15, width: 140, height: 50), CGRect(x: 175, y: 15, width: 140, height: 50),
        CGRect(x: 25, y: 79, width: 140, height: 50),
      ])
    #expect(lists.collectionView.contentSize == CGSize(width: 375, height: 10 + 60 + 4 + 60 + 30))
  }

  @Test("A right-to-left line begins at the right")
  func mirrored() {
    let item = NSCollectionLayoutItem(layoutSize: size(.absolute(100), .absolute(40)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(40)), subitems: [item])
    let (_, lists) = show(NSCollectionLayoutSection(group: group), mirrored: true)
    #expect(lists.frames.map(\.minX) == [275, 175, 75, 275])
  }

  @Test("Items of a count share the room; spacing that is not there for three leaves two (L16.5)")
  func counts() {
    let whole = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
    let shared = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(40)), subitem: whole, count: 3)
    shared.interItemSpacing = .fixed(15)
    let (_, lists) = show(NSCollectionLayoutSection(group: shared))
    #expect(lists.frames.map(\.width) == [115, 115, 115, 115])
    #expect(lists.frames.map(\.minX) == [0, 130, 260, 0])

    let third = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1.0 / 3), .fractionalHeight(1)))
    let line = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(40)), subitems: [third])
    #expect(show(NSCollectionLayoutSection(group: line)).1.frames.map(\.minX) == [0, 125, 250, 0])
    line.interItemSpacing = .fixed(6)
    #expect(show(NSCollectionLayoutSection(group: line)).1.frames.map(\.minX) == [0, 131, 0, 131])
  }

  @Test("Flexible spaces share what the line leaves (L16.6)")
  func flexible() {
    let item = NSCollectionLayoutItem(layoutSize: size(.absolute(75), .absolute(40)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(40)), repeatingSubitem: item, count: 3)
    group.interItemSpacing = .flexible(0)
    #expect(show(NSCollectionLayoutSection(group: group), counts: [3]).1.frames.map(\.minX) == [0, 150, 300])
    item.edgeSpacing = NSCollectionLayoutEdgeSpacing(
      leading: .flexible(0), top: .fixed(3), trailing: .flexible(0), bottom: nil)
    group.interItemSpacing = nil
    let (_, lists) = show(NSCollectionLayoutSection(group: group), counts: [3])
    #expect(lists.frames.map(\.minX) == [25, 150, 275])
    #expect(lists.frames.map(\.minY) == [3, 3, 3])
  }

  @Test("Groups nest: one large item, and two below each other beside it")
  func nested() {
    let large = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(0.6), .fractionalHeight(1)))
    let small = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.5)))
    let pair = NSCollectionLayoutGroup.vertical(
      layoutSize: size(.fractionalWidth(0.4), .fractionalHeight(1)), subitems: [small])
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(100)), subitems: [large, pair])
    let (_, lists) = show(NSCollectionLayoutSection(group: group))
    #expect(
      lists.frames == [
        CGRect(x: 0, y: 0, width: 225, height: 100), CGRect(x: 225, y: 0, width: 150, height: 50),
        CGRect(x: 225, y: 50, width: 150, height: 50), CGRect(x: 0, y: 100, width: 225, height: 100),
      ])
  }

  @Test("Headers and footers lie outside of a section's insets along it, and within them across (L16.7)")
  func boundaries() throws {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .absolute(300)))
    let group = NSCollectionLayoutGroup.vertical(
      layoutSize: size(.fractionalWidth(1), .absolute(300)), subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.contentInsets = NSDirectionalEdgeInsets(top: 10, leading: 16, bottom: 12, trailing: 16)
    let header = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: size(.fractionalWidth(1), .absolute(30)), elementKind: UICollectionView.elementKindSectionHeader,
      alignment: .top)
    header.pinToVisibleBounds = true
    let footer = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: size(.absolute(100), .absolute(20)), elementKind: UICollectionView.elementKindSectionFooter,
      alignment: .bottomTrailing)
    section.boundarySupplementaryItems = [header, footer]
    section.decorationItems = [.background(elementKind: "back")]
    let (window, lists) = show(section, counts: [1, 1, 1])
    lists.collectionView.collectionViewLayout.register(Back.self, forDecorationViewOfKind: "back")
    lists.collectionView.setNeedsLayout()
    window.settle()
    let list: UICollectionView = lists.collectionView
    let path = IndexPath(item: 0, section: 0)
    let head = try #require(
      list.supplementaryView(forElementKind: UICollectionView.elementKindSectionHeader, at: path))
    #expect(head.frame == CGRect(x: 16, y: 0, width: 343, height: 30))
    #expect(list.cellForItem(at: path)?.frame == CGRect(x: 16, y: 40, width: 343, height: 300))
    let foot = list.supplementaryView(forElementKind: UICollectionView.elementKindSectionFooter, at: path)
    #expect(foot?.frame == CGRect(x: 259, y: 352, width: 100, height: 20))
    #expect(list.subviews.first is Back)
    #expect(
      list.subviews.filter { $0 is Back }.map(\.frame).contains(CGRect(x: 0, y: 0, width: 375, height: 372)))
    // Pinned below the status bar as long as its section is there.
    list.contentOffset.y = 100
    window.settle()
    #expect(head.frame.minY == 120)
    list.contentOffset.y = 360
    window.settle()
    #expect(head.frame.minY == 342)
  }

  @Test("A badge lies at the corner of its item")
  func badges() throws {
    let badge = NSCollectionLayoutSupplementaryItem(
      layoutSize: size(.absolute(20), .absolute(20)), elementKind: "badge",
      containerAnchor: NSCollectionLayoutAnchor(
        edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.3, y: -0.3)))
    let item = NSCollectionLayoutItem(
      layoutSize: size(.absolute(100), .absolute(50)), supplementaryItems: [badge])
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(50)), subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.contentInsets.top = 10
    let (_, lists) = show(section)
    let view = lists.collectionView.supplementaryView(forElementKind: "badge", at: IndexPath(item: 1, section: 0))
    #expect(view?.frame == CGRect(x: 186, y: 4, width: 20, height: 20))
  }

  @Test("An estimated height becomes what the text needs at the width that is given, and again after a turn (L16.8)")
  func estimates() {
    let size = size(.fractionalWidth(1), .estimated(44))
    let group = NSCollectionLayoutGroup.vertical(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)])
    let long = String(repeating: "word ", count: 30)
    let (window, lists) = show(NSCollectionLayoutSection(group: group), counts: [3]) { $0.item == 1 ? long : "x" }
    let line = lists.frames[0].height
    #expect(line < 44)
    #expect(lists.frames.map(\.width) == [375, 375, 375])
    let lines = lists.frames[1].height / line
    #expect(lines > 2)
    #expect(lists.frames[2].minY == line + lists.frames[1].height)
    window.resize(to: CGSize(width: 667, height: 375))
    #expect(lists.frames[1].height < lines * line)
    #expect(lists.frames[1].width == 667)
    #expect(window.conflicts.isEmpty)
  }

  @Test("A section that scrolls across has one line of groups, and a finger moves it to the next group (L16.9)")
  func orthogonal() {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.absolute(300), .absolute(80)), subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.orthogonalScrollingBehavior = .groupPaging
    section.interGroupSpacing = 10
    let (window, lists) = show(section, counts: [5, 1])
    let list: UICollectionView = lists.collectionView
    #expect(list.contentSize.height == 160)
    #expect(list.indexPathsForVisibleItems.filter { $0.section == 0 }.map(\.item) == [0, 1])
    window.touch(at: CGPoint(x: 300, y: 40))
    for _ in 0..<10 { window.drag(by: CGVector(dx: -20, dy: 0)) }
    window.release()
    window.advance(by: 1)
    #expect(list.cellForItem(at: IndexPath(item: 1, section: 0))?.frame.minX == 0)
    #expect(list.cellForItem(at: IndexPath(item: 0, section: 1))?.frame.minX == 0)
    list.scrollToItem(at: IndexPath(item: 4, section: 0), at: .right, animated: false)
    window.settle()
    #expect(list.cellForItem(at: IndexPath(item: 4, section: 0))?.frame.maxX == 375)
  }

  @Test("A list of the system has rows as high as they want to be, and gets sections by a provider")
  func list() {
    let layout = UICollectionViewCompositionalLayout { number, environment in
      #expect(environment.container.effectiveContentSize.width == 375)
      return .list(
        using: UICollectionLayoutListConfiguration(appearance: number == 0 ? .plain : .insetGrouped),
        layoutEnvironment: environment)
    }
    let lists = Lists(collectionViewLayout: layout)
    lists.counts = [2, 1]
    let window = LayoutTests.show(lists, on: "iphone-8")
    #expect(lists.frames.map(\.minX) == [0, 0, 16])
    #expect(lists.frames.map(\.width) == [375, 375, 343])
    #expect(Set(lists.frames.map(\.height)).count == 1)
    #expect(window.conflicts.isEmpty)
  }

  @Test("A custom group asks its provider for frames")
  func custom() {
    let group = NSCollectionLayoutGroup.custom(layoutSize: size(.fractionalWidth(1), .absolute(100))) { environment in
      let width = environment.container.contentSize.width
      return [0, 30, 60].map { (y: CGFloat) in
        NSCollectionLayoutGroupCustomItem(frame: CGRect(x: width - 50, y: y, width: 40, height: 20))
      }
    }
    let (_, lists) = show(NSCollectionLayoutSection(group: group))
    #expect(lists.frames.map(\.minY) == [0, 30, 60, 100])
    #expect(lists.frames.map(\.minX) == [325, 325, 325, 325])
  }

  @Test("A view knows the identifier that it was registered by")
  func reuse() {
    let item = NSCollectionLayoutItem(layoutSize: size(.absolute(100), .absolute(50)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(50)), subitems: [item])
    let (_, lists) = show(NSCollectionLayoutSection(group: group))
    #expect(lists.collectionView.visibleCells.map(\.reuseIdentifier) == ["word", "word", "word", "word"])
  }
}
