import UIKit

/// A member's page: who they are, what they say of themselves, and what they made.
class ProfileViewController: UIViewController {
  let scrollView = UIScrollView()
  let contentStack = UIStackView()
  let headerView = UIView()
  let avatarView = UIImageView()
  let nameLabel = UILabel()
  let handleLabel = UILabel()
  let followButton = UIButton(type: .system)
  let statsStack = UIStackView()
  let bioCard = UIView()
  let bioLabel = UILabel()
  let moreButton = UIButton(type: .system)
  let footerStack = UIStackView()
  let messageButton = UIButton(type: .system)
  let shareButton = UIButton(type: .system)

  private var bioCollapsedHeight: NSLayoutConstraint!
  private var isExpanded = false

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    setUpScrollView()
    setUpHeader()
    setUpStats([("128", "Posts"), ("4,096", "Followers"), ("77", "Following")])
    setUpBio()
    setUpWorks([
      ("Harbour at dawn", "Watercolour, 40 × 30 cm", "new"), ("Three boats", "Oil on canvas", nil),
      ("A long walk along the shore that took all day", "Pencil", "sold"),
    ])
    setUpFooter()
  }

  private func setUpScrollView() {
    scrollView.translatesAutoresizingMaskIntoConstraints = false
    contentStack.translatesAutoresizingMaskIntoConstraints = false
    contentStack.axis = .vertical
    contentStack.spacing = 16
    view.addSubview(scrollView)
    scrollView.addSubview(contentStack)
    NSLayoutConstraint.activate([
      scrollView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      scrollView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      scrollView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      contentStack.topAnchor.constraint(equalTo: scrollView.contentLayoutGuide.topAnchor, constant: 16),
      contentStack.leadingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.leadingAnchor, constant: 16),
      contentStack.trailingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.trailingAnchor, constant: -16),
      contentStack.bottomAnchor.constraint(equalTo: scrollView.contentLayoutGuide.bottomAnchor, constant: -16),
      contentStack.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor, constant: -32),
    ])
  }

  private func setUpHeader() {
    avatarView.image = UIImage(systemName: "person.crop.circle")
    avatarView.contentMode = .scaleAspectFill
    avatarView.layer.cornerRadius = 32
    avatarView.clipsToBounds = true
    nameLabel.text = "Alexandra Featherstone"
    nameLabel.font = .preferredFont(forTextStyle: .headline)
    handleLabel.text = "@alex"
    handleLabel.textColor = .secondaryLabel
    followButton.setTitle("Follow", for: .normal)
    followButton.setTitle("Following", for: .selected)
    followButton.setContentCompressionResistancePriority(.defaultHigh + 1, for: .horizontal)
    followButton.setContentHuggingPriority(.defaultHigh, for: .horizontal)
    followButton.addTarget(self, action: #selector(followTapped(_:)), for: .touchUpInside)
    for subview in [avatarView, nameLabel, handleLabel, followButton] {
      subview.translatesAutoresizingMaskIntoConstraints = false
      headerView.addSubview(subview)
    }
    contentStack.addArrangedSubview(headerView)
    NSLayoutConstraint.activate([
      avatarView.topAnchor.constraint(equalTo: headerView.topAnchor),
      avatarView.leadingAnchor.constraint(equalTo: headerView.leadingAnchor),
      avatarView.bottomAnchor.constraint(equalTo: headerView.bottomAnchor),
      avatarView.widthAnchor.constraint(equalToConstant: 64),
      avatarView.heightAnchor.constraint(equalTo: avatarView.widthAnchor),
      nameLabel.leadingAnchor.constraint(equalTo: avatarView.trailingAnchor, constant: 12),
      nameLabel.topAnchor.constraint(equalTo: headerView.topAnchor, constant: 8),
      nameLabel.trailingAnchor.constraint(lessThanOrEqualTo: followButton.leadingAnchor, constant: -8),
      handleLabel.leadingAnchor.constraint(equalTo: nameLabel.leadingAnchor),
      handleLabel.topAnchor.constraint(equalTo: nameLabel.bottomAnchor, constant: 4),
      handleLabel.bottomAnchor.constraint(lessThanOrEqualTo: headerView.bottomAnchor),
      followButton.centerYAnchor.constraint(equalTo: avatarView.centerYAnchor),
      followButton.trailingAnchor.constraint(equalTo: headerView.trailingAnchor),
    ])
  }

  private func setUpStats(_ stats: [(String, String)]) {
    statsStack.distribution = .fillEqually
    for (number, caption) in stats {
      let numberLabel = UILabel()
      numberLabel.text = number
      numberLabel.font = .boldSystemFont(ofSize: 20)
      numberLabel.textAlignment = .center
      let captionLabel = UILabel()
      captionLabel.text = caption
      captionLabel.font = .preferredFont(forTextStyle: .caption1)
      captionLabel.textAlignment = .center
      let column = UIStackView(arrangedSubviews: [numberLabel, captionLabel])
      column.axis = .vertical
      column.spacing = 2
      statsStack.addArrangedSubview(column)
    }
    contentStack.addArrangedSubview(statsStack)
  }

  private func setUpBio() {
    bioCard.backgroundColor = .secondarySystemBackground
    bioCard.layer.cornerRadius = 12
    bioLabel.numberOfLines = 0
    bioLabel.text =
      "Painter of harbours, boats and the people who wait for them. Mornings outside, afternoons in the studio above the "
      + "bakery. Teaches on Thursdays, and answers letters, though slowly. Commissions are open until the end of spring."
    moreButton.setTitle("More", for: .normal)
    moreButton.addTarget(self, action: #selector(moreTapped), for: .touchUpInside)
    for subview in [bioLabel, moreButton] {
      subview.translatesAutoresizingMaskIntoConstraints = false
      bioCard.addSubview(subview)
    }
    contentStack.addArrangedSubview(bioCard)
    bioCollapsedHeight = bioLabel.heightAnchor.constraint(lessThanOrEqualToConstant: 61)
    NSLayoutConstraint.activate([
      bioLabel.topAnchor.constraint(equalTo: bioCard.topAnchor, constant: 12),
      bioLabel.leadingAnchor.constraint(equalTo: bioCard.leadingAnchor, constant: 12),
      bioLabel.trailingAnchor.constraint(equalTo: bioCard.trailingAnchor, constant: -12),
      bioCollapsedHeight,
      moreButton.topAnchor.constraint(equalTo: bioLabel.bottomAnchor, constant: 4),
      moreButton.trailingAnchor.constraint(equalTo: bioLabel.trailingAnchor),
      moreButton.bottomAnchor.constraint(equalTo: bioCard.bottomAnchor, constant: -8),
    ])
  }

  private func setUpWorks(_ works: [(title: String, subtitle: String, badge: String?)]) {
    for work in works {
      contentStack.addArrangedSubview(WorkCard(title: work.title, subtitle: work.subtitle, badge: work.badge))
    }
  }

  private func setUpFooter() {
    messageButton.setTitle("Message", for: .normal)
    shareButton.setTitle("Share", for: .normal)
    footerStack.distribution = .fillEqually
    footerStack.spacing = 12
    footerStack.addArrangedSubview(messageButton)
    footerStack.addArrangedSubview(shareButton)
    contentStack.setCustomSpacing(24, after: contentStack.arrangedSubviews[contentStack.arrangedSubviews.count - 1])
    contentStack.addArrangedSubview(footerStack)
    footerStack.heightAnchor.constraint(equalToConstant: 44).isActive = true
  }

  @objc private func followTapped(_ sender: UIButton) {
    sender.isSelected.toggle()
    UIView.animate(withDuration: 0.25) { self.headerView.layoutIfNeeded() }
  }

  @objc private func moreTapped() {
    isExpanded.toggle()
    moreButton.setTitle(isExpanded ? "Less" : "More", for: .normal)
    view.layoutIfNeeded()
    bioCollapsedHeight.isActive = !isExpanded
    UIView.animate(withDuration: 0.4, delay: 0, usingSpringWithDamping: 0.8, initialSpringVelocity: 0) {
      self.view.layoutIfNeeded()
    }
  }
}

/// One work: a thumbnail, two lines, and a badge where there is something to say.
final class WorkCard: UIView {
  let thumbnailView = UIImageView()
  let titleLabel = UILabel()
  let subtitleLabel = UILabel()
  let badgeLabel = UILabel()

  init(title: String, subtitle: String, badge: String?) {
    super.init(frame: .zero)
    thumbnailView.image = UIImage(systemName: "photo")
    thumbnailView.layer.cornerRadius = 8
    titleLabel.text = title
    titleLabel.numberOfLines = 2
    subtitleLabel.text = subtitle
    subtitleLabel.font = .preferredFont(forTextStyle: .footnote)
    badgeLabel.text = badge
    badgeLabel.isHidden = badge == nil
    badgeLabel.setContentHuggingPriority(.required, for: .horizontal)
    badgeLabel.setContentCompressionResistancePriority(.defaultHigh + 1, for: .horizontal)
    for subview in [thumbnailView, titleLabel, subtitleLabel, badgeLabel] {
      subview.translatesAutoresizingMaskIntoConstraints = false
      addSubview(subview)
    }
    let snug = heightAnchor.constraint(equalToConstant: 72)
    snug.priority = .defaultLow
    NSLayoutConstraint.activate([
      snug,
      thumbnailView.topAnchor.constraint(equalTo: topAnchor, constant: 8),
      thumbnailView.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 8),
      thumbnailView.bottomAnchor.constraint(lessThanOrEqualTo: bottomAnchor, constant: -8),
      thumbnailView.widthAnchor.constraint(equalToConstant: 56),
      thumbnailView.heightAnchor.constraint(equalToConstant: 56),
      titleLabel.topAnchor.constraint(equalTo: thumbnailView.topAnchor),
      titleLabel.leadingAnchor.constraint(equalTo: thumbnailView.trailingAnchor, constant: 12),
      titleLabel.trailingAnchor.constraint(lessThanOrEqualTo: badgeLabel.leadingAnchor, constant: -8),
      subtitleLabel.topAnchor.constraint(equalTo: titleLabel.bottomAnchor, constant: 4),
      subtitleLabel.leadingAnchor.constraint(equalTo: titleLabel.leadingAnchor),
      subtitleLabel.trailingAnchor.constraint(lessThanOrEqualTo: trailingAnchor, constant: -8),
      subtitleLabel.bottomAnchor.constraint(lessThanOrEqualTo: bottomAnchor, constant: -8),
      badgeLabel.firstBaselineAnchor.constraint(equalTo: titleLabel.firstBaselineAnchor),
      badgeLabel.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -8),
    ])
  }
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}
