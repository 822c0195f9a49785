import Foundation
import HeadlessUIKit
import SceneModel
import Testing

@Suite("Tables show the rows of a data source")
struct TableViewTests {
  final class NoteCell: UITableViewCell {
    let note = UILabel()
    var box: NSLayoutConstraint!
    var reuses = 0
    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      note.numberOfLines = 0
      note.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(note)
      let fill = UIView()
      fill.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(fill)
      box = fill.heightAnchor.constraint(equalToConstant: 10)
      box.priority = .defaultHigh
      NSLayoutConstraint.activate([
        note.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 5),
        note.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 10),
        note.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -10),
        fill.topAnchor.constraint(equalTo: note.bottomAnchor),
        fill.leadingAnchor.constraint(equalTo: note.leadingAnchor),
        fill.trailingAnchor.constraint(equalTo: note.trailingAnchor),
        fill.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -5), box,
      ])
    }
    required init?(coder: NSCoder) { nil }
    override func prepareForReuse() {
      super.prepareForReuse()
      reuses += 1
    }
  }

  final class Notes: UITableViewController {
    var sections: [[String]] = [["one"]]
    var heads: [String?] = []
    var made = 0
    var tapped: [IndexPath] = []
    var fixed: CGFloat?
    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(NoteCell.self, forCellReuseIdentifier: "note")
      tableView.separatorStyle = .none
    }
    override func numberOfSections(in tableView: UITableView) -> Int { sections.count }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      sections[section].count
    }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      made += 1
      let cell = tableView.dequeueReusableCell(withIdentifier: "note", for: indexPath)
      (cell as? NoteCell)?.note.text = sections[indexPath.section][indexPath.row]
      return cell
    }
    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      heads.indices.contains(section) ? heads[section] : nil
    }
    override func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
      fixed ?? UITableView.automaticDimension
    }
    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { tapped.append(indexPath) }
  }

  static func show(_ notes: Notes) -> UIWindow { LayoutTests.show(notes, on: "iphone-8") }
  /// Shows rows of 50 points, which are estimated at that, too.
  static func showRows(_ count: Int) -> (UIWindow, Notes) {
    let notes = Notes()
    notes.sections = [(0..<count).map { "row \($0)" }]
    notes.fixed = 50
    notes.loadViewIfNeeded()
    notes.tableView.estimatedRowHeight = 50
    return (show(notes), notes)
  }
  static let long = "A note of so many words that they have to break into two lines or more on this narrow screen"

  @Test("Rows that show have cells as high as their content wants, one below the other")
  func selfSizing() throws {
    let notes = Notes()
    notes.sections = [["one", Self.long, "three"]]
    let window = Self.show(notes)
    let cells = notes.tableView.visibleCells
    #expect(cells.count == 3)
    let line = try #require((cells[0] as? NoteCell)?.note.intrinsicContentSize.height)
    #expect(cells[0].frame == CGRect(x: 0, y: 0, width: 375, height: line + 20))
    #expect(cells[1].frame.minY == cells[0].frame.maxY)
    #expect(cells[1].frame.height >= 2 * line + 20 - 1)
    #expect(cells[1].contentView.frame.height == cells[1].frame.height)
    #expect(cells[2].frame.minY == cells[1].frame.maxY)
    #expect(notes.tableView.contentSize.height == cells[2].frame.maxY)
    #expect(window.conflicts.isEmpty)
    #expect(notes.tableView.rectForRow(at: IndexPath(row: 1, section: 0)) == cells[1].frame)
  }

  @Test("A separator belongs to the height of a row that sizes itself, and to none that is given")
  func separators() throws {
    let notes = Notes()
    let window = Self.show(notes)
    let bare = notes.tableView.visibleCells[0].frame.height
    notes.tableView.separatorStyle = .singleLine
    window.settle()
    #expect(notes.tableView.visibleCells[0].frame.height == bare + 0.5)
    #expect(notes.tableView.visibleCells[0].contentView.frame.height == bare)
    notes.fixed = 60
    notes.tableView.reloadData()
    window.settle()
    #expect(notes.tableView.visibleCells[0].frame.height == 60)
  }

  @Test("Only rows that show have cells, which are shown again for others")
  func reuse() throws {
    let (window, notes) = Self.showRows(1000)
    // The status bar's 20 points stay free above the first row.
    #expect(notes.made == 13)
    #expect(notes.tableView.contentSize.height == 50_000)
    notes.tableView.contentOffset.y = 500
    window.settle()
    #expect(notes.tableView.indexPathsForVisibleRows?.first == IndexPath(row: 10, section: 0))
    #expect(notes.tableView.visibleCells.count == 14)
    #expect(notes.tableView.cellForRow(at: IndexPath(row: 12, section: 0))?.frame.minY == 600)
    let cells = notes.tableView.subviews.count { $0 is UITableViewCell }
    #expect(cells == 14)
    notes.tableView.contentOffset.y = 5000
    window.settle()
    #expect(notes.tableView.subviews.count { $0 is UITableViewCell } == cells)
    #expect(notes.tableView.visibleCells.compactMap { $0 as? NoteCell }.contains { $0.reuses > 0 })
    #expect((notes.tableView.visibleCells[0] as? NoteCell)?.note.text == "row 100")
    #expect(window.conflicts.isEmpty)
  }

  @Test("scrollToRow puts a row where it was asked for, at once or in time")
  func scrolling() {
    let (window, notes) = Self.showRows(100)
    let table: UITableView = notes.tableView
    table.scrollToRow(at: IndexPath(row: 20, section: 0), at: .top, animated: false)
    #expect(table.contentOffset.y == 1000 - table.adjustedContentInset.top)
    table.scrollToRow(at: IndexPath(row: 40, section: 0), at: .bottom, animated: true)
    window.advance(by: 0.5)
    #expect(table.contentOffset.y == 2050 - 667 + table.adjustedContentInset.bottom)
    table.scrollToRow(at: IndexPath(row: 99, section: 0), at: .top, animated: false)
    #expect(table.contentOffset.y == 5000 - 667 + table.adjustedContentInset.bottom)
  }

  @Test("A plain table keeps the header of its first visible section at the top")
  func stickyHeaders() throws {
    let notes = Notes()
    notes.sections = [Array(repeating: "x", count: 20), Array(repeating: "y", count: 20)]
    notes.heads = ["First", "Second"]
    notes.fixed = 50
    let window = Self.show(notes)
    let table: UITableView = notes.tableView
    let inset = table.adjustedContentInset.top
    #expect(table.headerView(forSection: 0)?.frame == CGRect(x: 0, y: 0, width: 375, height: 28))
    #expect(table.visibleCells[0].frame.minY == 28)
    table.contentOffset.y = 300
    window.settle()
    #expect(table.headerView(forSection: 0)?.frame.minY == 300 + inset)
    #expect(table.headerView(forSection: 0)?.textLabel?.text == "First")
    table.contentOffset.y = 1028 - 10 - inset
    window.settle()
    #expect(table.headerView(forSection: 0)?.frame.maxY == 1028)
    #expect(table.headerView(forSection: 1)?.frame.minY == 1028)
  }

  @Test("A tap selects a row and tells the delegate, which selecting by code does not")
  func selection() {
    let notes = Notes()
    notes.sections = [["one", "two", "three"]]
    let window = Self.show(notes)
    let table: UITableView = notes.tableView
    table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
    #expect(table.visibleCells[0].isSelected)
    #expect(notes.tapped.isEmpty)
    window.tap(table.visibleCells[2])
    #expect(notes.tapped == [IndexPath(row: 2, section: 0)])
    #expect(table.indexPathsForSelectedRows == [IndexPath(row: 2, section: 0)])
    #expect(!table.visibleCells[0].isSelected)
    window.touch(table.visibleCells[1])
    #expect(table.visibleCells[1].isHighlighted)
    window.drag(by: CGVector(dx: 0, dy: -40))
    window.release()
    #expect(notes.tapped.count == 1)
  }

  @Test("Rows that come push the others down, in time; those that go leave")
  func batches() throws {
    let notes = Notes()
    notes.sections = [["a", "b", "c"]]
    notes.fixed = 50
    let window = Self.show(notes)
    let table: UITableView = notes.tableView
    let cells = table.visibleCells
    notes.sections = [["new", "a", "c"]]
    var isDone = false
    table.performBatchUpdates {
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
      table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
    } completion: { _ in
      isDone = true
    }
    #expect(table.visibleCells.count == 3)
    #expect(table.visibleCells[1] === cells[0])
    #expect(cells[0].frame.minY == 50)
    #expect(table.visibleCells[2] === cells[2])
    window.advance(by: 0.15)
    #expect(!isDone)
    let shown = try #require(cells[0].layer.presentation()?.position.y)
    #expect(shown > 25 && shown < 75)
    window.advance(by: 0.3)
    #expect(isDone)
    #expect(cells[1].isHidden)
    #expect(table.contentSize.height == 150)
    #expect((table.visibleCells[0] as? NoteCell)?.note.text == "new")
    notes.sections = [["c", "new", "a"]]
    table.moveRow(at: IndexPath(row: 2, section: 0), to: IndexPath(row: 0, section: 0))
    #expect(table.cellForRow(at: IndexPath(row: 0, section: 0)) === cells[2])
    notes.sections = [["only"], ["c", "new", "a"]]
    table.insertSections(IndexSet(integer: 0), with: .none)
    #expect(table.cellForRow(at: IndexPath(row: 0, section: 1)) === cells[2])
    window.advance(by: 1)
    #expect(cells[2].frame.minY == 50)
  }

  @Test("begin and end updates measure the rows that show again, without loading them")
  func measuredAgain() throws {
    let notes = Notes()
    notes.sections = [["one", "two"]]
    let window = Self.show(notes)
    let table: UITableView = notes.tableView
    let cell = try #require(table.visibleCells[0] as? NoteCell)
    let (before, made) = (cell.frame.height, notes.made)
    cell.box.constant = 90
    window.settle()
    #expect(cell.frame.height == before)
    table.beginUpdates()
    table.endUpdates()
    #expect(cell.frame.height == before + 80)
    #expect(table.visibleCells[1].frame.minY == before + 80)
    #expect(notes.made == made)
    #expect(window.conflicts.isEmpty)
    // A required height quarrels with the height that the table gave.
    cell.box.isActive = false
    cell.box.priority = .required
    cell.box.isActive = true
    window.settle()
    cell.box.constant = 200
    window.settle()
    let given = cell.contentView.frame.height
    #expect(
      window.conflicts.contains { $0.contains("UITableViewCellContentView@") && $0.contains(".height = \(given)") })
    #expect(window.conflicts.contains { $0.contains("broken: ") && $0.contains("height == 200.0") })
  }

  @Test("A batch that does not add up is refused in UIKit's words")
  func mismatch() {
    var updates = ListUpdatesProbe()
    updates.insert(row: 0)
    #expect(updates.refusal(from: [3], to: [3])?.contains("(1 inserted, 0 deleted)") == true)
    #expect(updates.refusal(from: [3], to: [4]) == nil)
    #expect(
      updates.refusal(from: [3], to: [4, 1])
        == "Invalid update: invalid number of sections. The number of sections contained in the table view after the update "
        + "(2) must be equal to the number of sections contained in the table view before the update (1), plus or minus the "
        + "number of sections inserted or deleted (0 inserted, 0 deleted).")
  }

  @Test("A table's screen is a scene that lays out the same")
  func recorded() throws {
    let notes = Notes()
    notes.sections = [["one", Self.long]]
    let window = Self.show(notes)
    notes.tableView.contentOffset.y = 3
    window.settle()
    let scene = Scene(recording: window)
    #expect(try Scene(text: scene.text) == scene)
    #expect(scene.steps.contains { if case .addView(let view) = $0 { view.kind == .tableCell } else { false } })
  }

  @Test("A table goes with its controller")
  func memory() {
    weak var table: UITableView?
    weak var cell: UITableViewCell?
    do {
      let notes = Notes()
      notes.sections = [["one"]]
      let window = Self.show(notes)
      table = notes.tableView
      cell = notes.tableView.visibleCells.first
      #expect(cell != nil)
      window.rootViewController = nil
    }
    #expect(table == nil)
    #expect(cell == nil)
  }
}
