import Foundation
import HeadlessUIKit
import Testing

final class StaticSettings: UITableViewController {
  weak var nameLabel: UILabel?
  var heard: [String] = []
  override func connect(_ value: Any?, outlet name: String) -> Bool {
    guard name == "nameLabel" else { return super.connect(value, outlet: name) }
    nameLabel = value as? UILabel
    return true
  }
  // As the rewriter writes it for `@IBAction func backToSettings(_ segue: UIStoryboardSegue)`.
  override func perform(named name: String, sender: Any?, event: UIEvent?) -> Bool {
    guard name == "backToSettings:" else { return super.perform(named: name, sender: sender, event: event) }
    if let segue = Selector.argument(sender, as: UIStoryboardSegue.self) { backToSettings(segue) }
    return true
  }
  func backToSettings(_ segue: UIStoryboardSegue) { heard.append("back by \(segue.identifier ?? "")") }
}

struct StaticTableTests {
  private func shown() throws -> (UIWindow, UINavigationController, StaticSettings) {
    let made = UIStoryboard(name: "Static", bundle: .module).instantiateInitialViewController()
    let navigation = try #require(made as? UINavigationController)
    let settings = try #require(navigation.topViewController as? StaticSettings)
    let window = show(navigation)
    return (window, navigation, settings)
  }

  @Test("A static table shows the rows of the file, with their heights, titles and outlets")
  func rows() throws {
    let (window, _, settings) = try shown()
    let table: UITableView = settings.tableView
    #expect(table.numberOfSections == 2)
    #expect((0..<2).map { table.numberOfRows(inSection: $0) } == [2, 1])
    #expect(settings.tableView(table, titleForHeaderInSection: 0) == "Account")
    #expect(settings.tableView(table, titleForFooterInSection: 1) == "All of it")
    let first = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
    #expect(first.frame.height == 80)
    #expect(table.cellForRow(at: IndexPath(row: 1, section: 0))?.frame.height == 50)
    #expect(settings.nameLabel?.frame.minX == 20)
    #expect(settings.nameLabel?.isDescendant(of: first) == true)
    table.reloadData()
    window.settle()
    #expect(table.cellForRow(at: IndexPath(row: 0, section: 0)) === first)
    #expect(window.conflicts.isEmpty)
  }

  @Test("An unwinding segue goes back to the controller that has its action, past what was presented and pushed")
  func unwinding() throws {
    let (window, navigation, settings) = try shown()
    window.tap(try #require(settings.tableView.cellForRow(at: IndexPath(row: 0, section: 0))))
    window.advance(by: 1)
    #expect(navigation.children.count == 2)
    navigation.topViewController?.performSegue(withIdentifier: "last", sender: nil)
    window.advance(by: 1)
    let last = try #require(navigation.presentedViewController ?? navigation.topViewController?.presentedViewController)
    window.tap(try #require(last.view.subviews.first))
    #expect(settings.heard == ["back by done"])
    window.advance(by: 1)
    #expect(navigation.topViewController === settings)
    #expect(navigation.presentedViewController == nil && settings.presentedViewController == nil)
    #expect(last.view.window == nil)
  }
}
