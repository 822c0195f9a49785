import Foundation
import HeadlessUIKit
import Testing

final class NibPersonCell: UITableViewCell {
  weak var nameLabel: UILabel?
  override func connect(_ value: Any?, outlet name: String) -> Bool {
    guard name == "nameLabel" else { return super.connect(value, outlet: name) }
    nameLabel = value as? UILabel
    return true
  }
}
final class NibList: UITableViewController {
  var heard: [String] = []
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 30 }
  override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: path.row == 1 ? "plain" : "person", for: path)
    (cell as? NibPersonCell)?.nameLabel?.text = "Person \(path.row)"
    if path.row == 1 { cell.textLabel?.text = "plain" }
    return cell
  }
  override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    heard.append("\(segue.identifier ?? "") from \((sender as? NibPersonCell)?.nameLabel?.text ?? "nobody")")
  }
  override func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) { heard.append("row \(path.row)") }
}
final class NibTile: UICollectionViewCell {
  weak var dot: UIView?
  override func connect(_ value: Any?, outlet name: String) -> Bool {
    guard name == "dot" else { return super.connect(value, outlet: name) }
    dot = value as? UIView
    return true
  }
}
final class NibGrid: UIViewController, UICollectionViewDataSource {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 5 }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
    collectionView.dequeueReusableCell(withReuseIdentifier: "tile", for: path)
  }
}

struct NibListTests {
  @Test("Lists of a storyboard make cells of its patterns, and what a cell leads to opens when it is chosen")
  func prototypes() throws {
    let made = UIStoryboard(name: "Lists", bundle: .module).instantiateInitialViewController()
    let navigation = try #require(made as? UINavigationController)
    let list = try #require(navigation.topViewController as? NibList)
    let window = show(navigation)
    #expect(window.conflicts == [] && list.tableView.style == .plain)
    let cell = try #require(list.tableView.cellForRow(at: IndexPath(row: 0, section: 0)) as? NibPersonCell)
    #expect(cell.frame.size == CGSize(width: 375, height: 60) && cell.reuseIdentifier == "person")
    #expect(cell.nameLabel?.text == "Person 0" && cell.nameLabel?.frame.minX == 30)
    #expect(cell.nameLabel?.center.y == cell.contentView.bounds.midY)
    let plain = list.tableView.cellForRow(at: IndexPath(row: 1, section: 0))
    #expect(plain?.textLabel?.text == "plain" && plain?.accessoryType == .checkmark)
    window.tap(cell)
    #expect(list.heard == ["grid from Person 0", "row 0"])
    window.advance(by: 0.5)
    let grid = try #require(navigation.topViewController as? NibGrid)
    let collection = try #require(grid.view.subviews.first as? UICollectionView)
    let tile = try #require(collection.cellForItem(at: IndexPath(item: 3, section: 0)) as? NibTile)
    #expect(tile.frame == CGRect(x: 10, y: 61, width: 100, height: 50))
    #expect(tile.dot?.frame == CGRect(x: 80, y: 15, width: 20, height: 20))
    #expect(window.conflicts == [])
  }
}
