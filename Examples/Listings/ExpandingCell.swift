import SnapKit
import UIKit

/// The second document: a card in a cell whose middle section opens and closes.
class ExpandingCell: UITableViewCell {
  let containerView = UIView()
  let stackView = UIStackView()
  let menuButton = UIButton()
  let firstSectionView = UIView()
  let secondSectionView = UIView()
  let thirdSectionView = UIView()
  let nameLabel = UILabel()
  let untilPaydayLabel = UILabel()
  let totalEarnedLabel = UILabel()
  let dummyView = UIView()
  let chevronImageView = UIImageView()
  var dummyHeightConstraint: Constraint?
  /// What the document tried for the height of the section.
  class var sectionPriority: ConstraintPriority { .required }

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    nameLabel.text = "Bakery"
    untilPaydayLabel.text = "12 days to payday"
    totalEarnedLabel.text = "1,204"
    setHierarchy()
    setConstraints()
  }
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func setHierarchy() {
    contentView.addSubview(containerView)
    containerView.addSubview(stackView)
    containerView.addSubview(menuButton)
    for view in [nameLabel, untilPaydayLabel, totalEarnedLabel] { firstSectionView.addSubview(view) }
    secondSectionView.addSubview(dummyView)
    thirdSectionView.addSubview(chevronImageView)
    stackView.axis = .vertical
    stackView.spacing = 8
    for view in [firstSectionView, secondSectionView, thirdSectionView] { stackView.addArrangedSubview(view) }
  }

  func setConstraints() {
    containerView.snp.makeConstraints {
      $0.top.equalToSuperview().inset(12)
      $0.directionalHorizontalEdges.equalToSuperview().inset(16)
    }
    stackView.snp.makeConstraints {
      $0.edges.equalToSuperview()
    }
    nameLabel.snp.makeConstraints {
      $0.top.equalToSuperview().inset(12)
      $0.leading.equalToSuperview().inset(16)
    }
    untilPaydayLabel.snp.makeConstraints {
      $0.top.equalTo(nameLabel.snp.bottom)
      $0.leading.equalToSuperview().inset(16)
    }
    menuButton.snp.makeConstraints {
      $0.top.equalToSuperview()
      $0.trailing.equalToSuperview().inset(6)
      $0.size.equalTo(44)
    }
    totalEarnedLabel.snp.makeConstraints {
      $0.top.equalTo(menuButton.snp.bottom).offset(10)
      $0.trailing.equalToSuperview().inset(16)
      $0.bottom.equalToSuperview()
    }
    dummyView.snp.makeConstraints {
      $0.edges.equalToSuperview()
      dummyHeightConstraint = $0.height.equalTo(0).priority(Self.sectionPriority).constraint
    }
    chevronImageView.snp.makeConstraints {
      $0.top.equalToSuperview().inset(12)
      $0.centerX.equalToSuperview()
      $0.bottom.equalToSuperview().inset(8)
      $0.width.equalTo(22)
      $0.height.equalTo(16)
    }
    containerView.snp.makeConstraints {
      $0.bottom.equalToSuperview().inset(12)
    }
  }

  /// The first attempt: the section grows, and the table never hears of it.
  func toggleSecondSectionAlone(_ expanded: Bool) {
    self.dummyHeightConstraint?.update(offset: expanded ? 200 : 0)
    UIView.animate(withDuration: 0.25) {
      self.layoutIfNeeded()
    }
  }

  func toggleSecondSection(_ expanded: Bool) {
    self.dummyHeightConstraint?.update(offset: expanded ? 200 : 0)
    if let tableView = self.superview as? UITableView {
      tableView.beginUpdates()
      self.contentView.layoutIfNeeded()
      tableView.endUpdates()
    }
  }
}

/// The document's cure: a height that yields while the table's own stands.
final class YieldingCell: ExpandingCell {
  override class var sectionPriority: ConstraintPriority { .medium }
}

final class ExpandingCellController: UITableViewController {
  let cellType: UITableViewCell.Type

  init(_ cellType: UITableViewCell.Type) {
    self.cellType = cellType
    super.init(style: .plain)
  }
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(cellType, forCellReuseIdentifier: "cell")
    tableView.separatorStyle = .none
  }
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
  }
}
