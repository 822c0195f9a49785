import AnimationSampler
import ConstraintSolver
import Foundation
import FuzzTargets
import LayoutPlugin
import SceneModel
import Testing

@testable import HeadlessUIKit

/// Screens with lists, bars and pages that are drawn from a seed: what is recorded of them, played again, shows what they showed.
@Suite("Generated screens come again", .serialized)
struct RecordedScreenTests {
  /// How many; `make programs` plays ten times as many.
  private static let count = (ProcessInfo.processInfo.environment["LAYOUTLAB_PROGRAMS"].flatMap { Int($0) } ?? 200) / 5

  @Test("Frames and shown values are the same, bit for bit", arguments: 0..<4)
  func comesAgain(part: Int) throws {
    for seed in 0..<UInt64(Self.count / 4) {
      let seed = UInt64(part) * 100_000 + seed
      let program = RandomScreens(seed: seed)
      program.run()
      let recorded = Scene(recording: program.window)
      let trial = RecordingTrial(program.window, recorded: recorded)
      if let difference = try trial.difference(on: .layoutlab.withAnimationSampler) {
        Issue.record("screens \(seed): \(difference)\n\(program.done.joined(separator: "\n"))")
        if ProcessInfo.processInfo.environment["LAYOUTLAB_PROGRAMS"] != nil { print(recorded.text) }
        return
      }
    }
  }
}

/// A list in a navigation controller, and what people and code do to it.
@MainActor final class RandomScreens {
  final class Cell: UITableViewCell {
    let title = UILabel()
    let detail = UILabel()
    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      let stack = UIStackView(arrangedSubviews: [title, detail])
      stack.axis = .vertical
      stack.translatesAutoresizingMaskIntoConstraints = false
      title.numberOfLines = 0
      contentView.addSubview(stack)
      NSLayoutConstraint.activate([
        stack.topAnchor.constraint(equalTo: contentView.layoutMarginsGuide.topAnchor),
        stack.bottomAnchor.constraint(equalTo: contentView.layoutMarginsGuide.bottomAnchor),
        stack.leadingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.leadingAnchor),
        stack.trailingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.trailingAnchor),
      ])
    }
    required init?(coder: NSCoder) { nil }
  }

  final class List: UITableViewController {
    var rows = Array(0..<12)
    var opened: Set<Int> = []
    override func viewDidLoad() {
      super.viewDidLoad()
      title = "List"
      tableView.register(Cell.self, forCellReuseIdentifier: "cell")
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }
    override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
      guard let own = cell as? Cell else { return cell }
      own.title.text = String(repeating: "Row \(rows[path.row]) ", count: 1 + rows[path.row] % 9)
      own.detail.text = "Detail"
      own.detail.isHidden = !opened.contains(rows[path.row])
      return own
    }
    override func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) {
      opened.formSymmetricDifference([rows[path.row]])
      (tableView.cellForRow(at: path) as? Cell)?.detail.isHidden = !opened.contains(rows[path.row])
      tableView.beginUpdates()
      tableView.endUpdates()
    }
  }

  final class Page: UIViewController {
    let label = UILabel()
    override func viewDidLoad() {
      super.viewDidLoad()
      title = "Page"
      label.text = "A page"
      label.numberOfLines = 0
      label.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(label)
      NSLayoutConstraint.activate([
        label.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 8),
        label.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
        label.trailingAnchor.constraint(lessThanOrEqualTo: view.layoutMarginsGuide.trailingAnchor),
      ])
    }
  }

  let window = UIWindow(screen: UIScreen(device: "iphone-8"))
  private let list = List(style: .plain)
  private lazy var bar = UINavigationController(rootViewController: list)
  private var entropy: Entropy
  private var next = 12
  /// What was done, for whoever reads a difference.
  private(set) var done: [String] = []

  init(seed: UInt64) { entropy = Entropy(seed: seed) }

  func run() {
    window.rootViewController = bar
    window.makeKeyAndVisible()
    window.advance(by: 0)
    for _ in 0..<(2 + entropy.below(8)) { act() }
    window.advance(by: 1)
  }

  private func act() {
    let kind = entropy.below(14)
    done.append("\(kind)")
    switch kind {
    case 0: insert()
    case 1: delete()
    case 2: list.tableView.reloadData()
    case 3:
      let path = IndexPath(row: entropy.below(max(1, list.rows.count)), section: 0)
      if !list.rows.isEmpty { list.tableView.reloadRows(at: [path], with: .fade) }
    case 4:
      let path = IndexPath(row: entropy.below(max(1, list.rows.count)), section: 0)
      if !list.rows.isEmpty {
        list.tableView.scrollToRow(at: path, at: .middle, animated: entropy.chance(1, in: 2))
      }
    case 5, 6:
      let cells = list.tableView.visibleCells
      if let cell = cells.isEmpty ? nil : entropy.pick(cells), list.view.window != nil { window.tap(cell) }
    case 7:
      let isWide = window.bounds.width > window.bounds.height
      window.resize(to: isWide ? CGSize(width: 375, height: 667) : CGSize(width: 667, height: 375))
    case 8: bar.pushViewController(Page(), animated: entropy.chance(2, in: 3))
    case 9: bar.popViewController(animated: entropy.chance(2, in: 3))
    case 10:
      if bar.presentedViewController == nil {
        bar.present(Page(), animated: entropy.chance(2, in: 3))
      } else {
        bar.dismiss(animated: entropy.chance(2, in: 3))
      }
    case 11:
      if let page = bar.topViewController as? Page {
        page.label.text = String(repeating: "Another text ", count: 1 + entropy.below(9))
        UIView.animate(withDuration: 0.3) { page.view.layoutIfNeeded() }
      } else {
        UIView.animate(withDuration: 0.3) { self.list.tableView.alpha = 0.5 }
      }
    case 12:
      UIView.transition(with: list.view, duration: 0.3, options: .transitionCrossDissolve) {
        self.list.tableView.reloadData()
      }
    default: list.additionalSafeAreaInsets.bottom = CGFloat(entropy.below(40))
    }
    if entropy.chance(2, in: 3) { window.advance(by: Double(entropy.below(11)) / 16) }
  }

  private func insert() {
    let at = entropy.below(list.rows.count + 1)
    list.rows.insert(next, at: at)
    next += 1
    list.tableView.insertRows(at: [IndexPath(row: at, section: 0)], with: .automatic)
  }

  private func delete() {
    guard !list.rows.isEmpty else { return }
    let at = entropy.below(list.rows.count)
    list.rows.remove(at: at)
    list.tableView.deleteRows(at: [IndexPath(row: at, section: 0)], with: .fade)
  }
}
