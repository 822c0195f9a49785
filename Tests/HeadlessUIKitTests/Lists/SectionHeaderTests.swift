import Foundation
import HeadlessUIKit
import Testing

@Suite("Section headers of one's own are fitted")
struct SectionHeaderTests {
  final class Head: UIView {
    let title = UILabel(), line = UIView()
    override init(frame: CGRect) {
      super.init(frame: frame)
      title.text = "Members"
      for view in [title, line] {
        view.translatesAutoresizingMaskIntoConstraints = false
        addSubview(view)
      }
      NSLayoutConstraint.activate([
        title.topAnchor.constraint(equalTo: topAnchor, constant: 12),
        title.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 16),
        title.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -16),
        title.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -12),
        line.leadingAnchor.constraint(equalTo: leadingAnchor), line.trailingAnchor.constraint(equalTo: trailingAnchor),
        line.bottomAnchor.constraint(equalTo: bottomAnchor), line.heightAnchor.constraint(equalToConstant: 1),
      ])
    }
    required init?(coder: NSCoder) { nil }
  }
  final class Members: UITableViewController {
    let head = Head()
    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
    }
    override func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { head }
  }

  @Test("A header whose constraints give its height meets no conflict on its way there")
  func plain() {
    let members = Members(style: .plain)
    let window = LayoutTests.show(members, on: "iphone-8")
    #expect(window.conflicts == [])
    #expect(members.head.frame.height > 24)
    window.resize(to: CGSize(width: 667, height: 375))
    #expect(window.conflicts == [])
  }

  @Test("Nor where the table appears without a height and grows")
  func growing() {
    let members = Members(style: .plain)
    let holder = UIViewController()
    holder.addChild(members)
    holder.view.addSubview(members.view)
    members.view.frame = CGRect(x: 0, y: 300, width: 375, height: 0)
    let window = LayoutTests.show(holder, on: "iphone-8")
    #expect(window.conflicts == [])
    members.view.frame = CGRect(x: 0, y: 100, width: 375, height: 500)
    window.settle()
    #expect(window.conflicts == [])
  }
}
