import Foundation
import SceneImport
import SceneModel

extension NibLoader {
  /// UIKit's classes by the tags of their elements. All other tags are plain views.
  private static let classes: [String: UIView.Type] = [
    "label": UILabel.self, "button": UIButton.self, "imageView": UIImageView.self, "textField": UITextField.self,
    "textView": UITextView.self, "switch": UISwitch.self, "slider": UISlider.self, "stepper": UIStepper.self,
    "segmentedControl": UISegmentedControl.self, "progressView": UIProgressView.self,
    "activityIndicatorView": UIActivityIndicatorView.self, "pageControl": UIPageControl.self,
    "pickerView": UIPickerView.self, "datePicker": UIDatePicker.self, "searchBar": UISearchBar.self,
    "scrollView": UIScrollView.self, "stackView": UIStackView.self, "navigationBar": UINavigationBar.self,
    "toolbar": UIToolbar.self, "tabBar": UITabBar.self, "visualEffectView": UIVisualEffectView.self,
    "control": UIControl.self, "tableView": UITableView.self, "tableViewCell": UITableViewCell.self,
    "collectionView": UICollectionView.self, "collectionViewCell": UICollectionViewCell.self,
    "collectionReusableView": UICollectionReusableView.self,
  ]

  /// Makes a view as the file describes it, without its subviews.
  func makeView(
    _ element: MarkupElement, _ described: SceneModel.View, look: ViewLook, in parent: UIView?
  ) -> UIView {
    let view: UIView
    if let content = parent?.contentOfNib, element["key"] == "contentView" {
      view = content
    } else {
      view = instantiate(element, as: Self.classes[element.tag] ?? UIView.self)
    }
    view.frame = CGRect(described.frame)
    if element["translatesAutoresizingMaskIntoConstraints"] == "NO" {
      view.translatesAutoresizingMaskIntoConstraints = false
    } else if let mask = described.autoresizing {
      view.autoresizingMask = UIView.AutoresizingMask(rawValue: UInt(mask.rawValue))
    }
    view.isHidden = described.isHidden
    view.hugging = described.intrinsic.hugging
    view.resistance = described.intrinsic.resistance
    view.margins = described.margins
    view.hasOwnMargins =
      element.child("directionalEdgeInsets", key: "directionalLayoutMargins") != nil
      || element.child("edgeInsets", key: "layoutMargins") != nil
    if let alpha = element["alpha"].flatMap(Double.init) { view.alpha = CGFloat(alpha) }
    if let tag = element["tag"].flatMap({ Int($0) }) { view.tag = tag }
    if let color = look.background {
      view.backgroundColor = UIColor(
        red: CGFloat(color.red), green: CGFloat(color.green), blue: CGFloat(color.blue), alpha: CGFloat(color.alpha))
    }
    view.clipsToBounds = element.isYes("clipsSubviews")
    if element["userInteractionEnabled"] == "NO" { view.isUserInteractionEnabled = false }
    view.accessibilityIdentifier = element.child("accessibility")?["identifier"]
    let semantics: [SemanticContent: UISemanticContentAttribute] = [
      .playback: .playback, .spatial: .spatial, .forceLeftToRight: .forceLeftToRight,
      .forceRightToLeft: .forceRightToLeft,
    ]
    if let semantic = semantics[described.semantic] { view.semanticContentAttribute = semantic }
    fill(view, element, described, look)
    return view
  }

  private func fill(_ view: UIView, _ element: MarkupElement, _ described: SceneModel.View, _ look: ViewLook) {
    let font = font(of: element, look)
    switch view {
    case let label as UILabel:
      label.text = look.text
      if let font { label.font = font }
      label.numberOfLines = element["numberOfLines"].flatMap { Int($0) } ?? 1
    case let button as UIButton:
      if element["buttonType"] != nil { button.buttonType = .system }
      if let font { button.titleLabel?.font = font }
      for state in element.children where state.tag == "state" {
        let states: [String: UIControl.State] = [
          "normal": .normal, "selected": .selected, "highlighted": .highlighted, "disabled": .disabled,
        ]
        guard let key = state["key"].flatMap({ states[$0] }) else { continue }
        if let title = state["title"] { button.setTitle(title, for: key) }
        if let name = state["image"] { button.setImage(document.image(name), for: key) }
      }
      if let configuration = element.child("buttonConfiguration", key: "configuration") {
        var made = UIButton.Configuration.plain()
        made.title = configuration["title"]
        button.configuration = made
      }
    case let image as UIImageView: image.image = look.image.flatMap { document.image($0) }
    case let field as UITextField:
      field.text = element["text"]
      field.placeholder = element["placeholder"]
      field.borderStyle = element["borderStyle"] == "roundedRect" ? .roundedRect : .none
      if let font { field.font = font }
    case let text as UITextView:
      text.text = look.text ?? ""
      if let font { text.font = font }
      if element["scrollEnabled"] == "NO" { text.isScrollEnabled = false }
    case let toggle as UISwitch: toggle.isOn = look.isOn
    case let slider as UISlider:
      slider.value = element["value"].flatMap(Float.init) ?? 0
      slider.minimumValue = element["minValue"].flatMap(Float.init) ?? 0
      slider.maximumValue = element["maxValue"].flatMap(Float.init) ?? 1
    case let segments as UISegmentedControl:
      for (index, title) in look.segments.enumerated() {
        segments.insertSegment(withTitle: title, at: index, animated: false)
      }
      segments.selectedSegmentIndex = element["selectedSegmentIndex"].flatMap { Int($0) } ?? 0
    case let pages as UIPageControl: pages.numberOfPages = element["numberOfPages"].flatMap { Int($0) } ?? 0
    case let progress as UIProgressView: progress.progress = element["progress"].flatMap(Float.init) ?? 0
    case let table as UITableView: fill(table, element)
    case let list as UICollectionView: fill(list, element)
    case let cell as UITableViewCell: fill(cell, element)
    case let view as UICollectionReusableView: view.reuseIdentifier = element["reuseIdentifier"]
    case let stack as UIStackView: if let configuration = described.stack { stack.take(configuration) }
    default: break
    }
    if let control = view as? UIControl {
      if element["enabled"] == "NO" { control.isEnabled = false }
      if element.isYes("selected") { control.isSelected = true }
    }
  }

  private func font(of element: MarkupElement, _ look: ViewLook) -> UIFont? {
    guard let description = element.child("fontDescription", key: "fontDescription") else { return nil }
    let styles: [String: UIFont.TextStyle] = [
      "UICTFontTextStyleLargeTitle": .largeTitle, "UICTFontTextStyleTitle0": .largeTitle,
      "UICTFontTextStyleTitle1": .title1, "UICTFontTextStyleTitle2": .title2, "UICTFontTextStyleTitle3": .title3,
      "UICTFontTextStyleHeadline": .headline, "UICTFontTextStyleSubhead": .subheadline, "UICTFontTextStyleBody": .body,
      "UICTFontTextStyleCallout": .callout, "UICTFontTextStyleFootnote": .footnote,
      "UICTFontTextStyleCaption1": .caption1, "UICTFontTextStyleCaption2": .caption2,
    ]
    if let style = description["style"].flatMap({ styles[$0] }) { return .preferredFont(forTextStyle: style) }
    return .systemFont(ofSize: CGFloat(look.pointSize), weight: look.isBold ? .semibold : .regular)
  }

  /// Makes an object of the class that the file names, or of UIKit's if that class does not exist, as UIKit does.
  func instantiate<Kind: UIView>(_ element: MarkupElement, as kind: Kind.Type) -> UIView {
    let found = document.type(of: element) as? UIView.Type ?? kind
    guard let made = found.init(coder: NSCoder()) else {
      raise("\(found).init(coder:) gave nothing for <\(element.tag)> of \(document.name)")
    }
    return made
  }
}

extension UIView {
  /// The content view to which a nib's subviews of this view are added; nil for classes that have no content view.
  var contentOfNib: UIView? {
    switch self {
    case let view as UIVisualEffectView: view.contentView
    case let cell as UITableViewCell: cell.contentView
    case let cell as UICollectionViewCell: cell.contentView
    default: nil
    }
  }
  func addSubviewOfNib(_ view: UIView) { (contentOfNib ?? self).addSubview(view) }
}

extension UIStackView {
  fileprivate func take(_ configuration: StackConfiguration) {
    axis = configuration.axis == .horizontal ? .horizontal : .vertical
    spacing = CGFloat(configuration.spacing)
    isLayoutMarginsRelativeArrangement = configuration.isLayoutMarginsRelative
    isBaselineRelativeArrangement = configuration.isBaselineRelative
    let alignments: [StackConfiguration.Alignment: Alignment] = [
      .fill: .fill, .leading: .leading, .center: .center, .trailing: .trailing, .firstBaseline: .firstBaseline,
      .lastBaseline: .lastBaseline,
    ]
    let distributions: [StackConfiguration.Distribution: Distribution] = [
      .fill: .fill, .fillEqually: .fillEqually, .fillProportionally: .fillProportionally, .equalSpacing: .equalSpacing,
      .equalCentering: .equalCentering,
    ]
    (alignment, distribution) = (alignments[configuration.alignment]!, distributions[configuration.distribution]!)
  }
}
