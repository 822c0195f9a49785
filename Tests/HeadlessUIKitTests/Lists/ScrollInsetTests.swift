import Foundation
import HeadlessUIKit
import Testing

/// What bars leave of scroll views, and where their content begins.
@Suite("Scroll views under bars") struct ScrollInsetTests {
  private func shown(_ page: UIViewController, large: Bool = false) -> (UIWindow, UINavigationController) {
    let navigation = UINavigationController(rootViewController: page)
    navigation.navigationBar.prefersLargeTitles = large
    let window = UIWindow(screen: UIScreen(device: "iphone-8"))
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    return (window, navigation)
  }
  final class Page: UIViewController {
    let scroll = UIScrollView()
    override func viewDidLoad() {
      scroll.frame = view.bounds
      scroll.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      scroll.contentSize = CGSize(width: 375, height: 2000)
      view.addSubview(scroll)
    }
  }
  final class Grid: UICollectionViewController {
    override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
    override func viewDidLoad() { collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "c") }
    override func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
      view.dequeueReusableCell(withReuseIdentifier: "c", for: path)
    }
  }

  @Test("Content begins below the bar, in scroll views and in collections") func begins() {
    let page = Page()
    let (window, _) = shown(page)
    #expect(page.scroll.adjustedContentInset.top == 64 && page.scroll.contentOffset == CGPoint(x: 0, y: -64))
    page.scroll.contentInset.top = 10
    #expect(page.scroll.contentOffset.y == -74)
    page.scroll.contentInsetAdjustmentBehavior = .never
    #expect(page.scroll.adjustedContentInset.top == 10)
    let grid = Grid(collectionViewLayout: UICollectionViewFlowLayout())
    let (other, _) = shown(grid)
    #expect(grid.collectionView.adjustedContentInset.top == 64 && grid.collectionView.contentOffset.y == -64)
    _ = (window, other)
  }

  @Test("Pages come to rest at multiples of the bounds", arguments: [(-250, 375), (-150, 0), (-2000, 750)])
  func pages(way: CGFloat, rest: CGFloat) {
    let page = Page()
    page.loadViewIfNeeded()
    page.scroll.isPagingEnabled = true
    page.scroll.contentSize = CGSize(width: 1125, height: 600)
    let window = LayoutTests.show(page, on: "iphone-8")
    let top = page.scroll.contentOffset.y
    window.touch(at: CGPoint(x: 300, y: 300))
    for _ in 0..<10 {
      window.drag(by: CGVector(dx: way / 10, dy: 0))
      window.advance(by: 0.1)
    }
    window.release()
    window.advance(by: 1)
    #expect(page.scroll.contentOffset == CGPoint(x: rest, y: top))
  }

  @Test("A rectangle comes into sight within the insets") func visible() {
    let page = Page()
    let (window, _) = shown(page)
    page.scroll.contentInset.bottom = 83
    page.scroll.scrollRectToVisible(CGRect(x: 0, y: 1700, width: 10, height: 115), animated: false)
    #expect(page.scroll.contentOffset.y == 1231)
    page.scroll.scrollRectToVisible(CGRect(x: 0, y: 500, width: 10, height: 10), animated: false)
    #expect(page.scroll.contentOffset.y == 436)
    _ = window
  }

  final class Rows: UITableViewController {
    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "r")
      tableView.estimatedRowHeight = 44
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 30 }
    override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "r", for: path)
      if cell.contentView.subviews.isEmpty {
        let box = UIView()
        box.translatesAutoresizingMaskIntoConstraints = false
        cell.contentView.addSubview(box)
        NSLayoutConstraint.activate([
          box.topAnchor.constraint(equalTo: cell.contentView.topAnchor),
          box.bottomAnchor.constraint(equalTo: cell.contentView.bottomAnchor),
          box.heightAnchor.constraint(equalToConstant: 71),
        ])
      }
      return cell
    }
  }

  @Test("The last row is in sight after scrolling to it, though rows are higher than estimated") func lastRow() {
    let rows = Rows(style: .plain)
    let (window, _) = shown(rows)
    let last = IndexPath(row: 29, section: 0)
    rows.tableView.scrollToRow(at: last, at: .bottom, animated: false)
    let rect = rows.tableView.rectForRow(at: last)
    #expect(rows.tableView.bounds.maxY == rect.maxY && rows.tableView.cellForRow(at: last) != nil)
    _ = window
  }

  @Test("Rows of an inset table keep within the margins (rule L16.11)") func inset() {
    let rows = Rows(style: .insetGrouped)
    let (window, _) = shown(rows)
    let cell = rows.tableView.cellForRow(at: IndexPath(row: 0, section: 0))
    #expect(cell?.frame.minX == 16 && cell?.frame.width == 343 && cell?.contentView.frame.width == 343)
    _ = window
  }

  @Test("A large title goes away with the content, and where a page does not want it (rule L7.9)") func largeTitles() {
    let page = Page()
    let (window, navigation) = shown(page, large: true)
    #expect(navigation.navigationBar.frame.height == 96 && page.scroll.contentOffset.y == -116)
    page.scroll.contentOffset.y = -86
    window.settle()
    #expect(navigation.navigationBar.frame.height == 66 && page.scroll.contentOffset.y == -86)
    page.scroll.contentOffset.y = 200
    window.settle()
    #expect(navigation.navigationBar.frame.height == 44 && page.scroll.adjustedContentInset.top == 64)
    page.scroll.contentOffset.y = -116
    window.settle()
    #expect(navigation.navigationBar.frame.height == 96 && page.scroll.adjustedContentInset.top == 116)
    page.navigationItem.largeTitleDisplayMode = .never
    window.settle()
    #expect(navigation.navigationBar.frame.height == 44)
    let next = UIViewController()
    navigation.pushViewController(next, animated: false)
    window.settle()
    #expect(navigation.navigationBar.frame.height == 44)
    next.navigationItem.largeTitleDisplayMode = .always
    window.settle()
    #expect(navigation.navigationBar.frame.height == 96)
  }
}
