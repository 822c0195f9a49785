import Foundation
import HeadlessUIKit
import Testing

@Suite("Sizes of text, and of what has text in it") struct TextSizeTests {
  private func shown(
    _ view: UIView, on device: String = "iphone-x", width: CGFloat? = nil, size: UIContentSizeCategory = .large
  ) -> UIWindow {
    let window = UIWindow(screen: UIScreen(device: device, contentSizeCategory: size))
    let page = UIViewController()
    view.translatesAutoresizingMaskIntoConstraints = false
    page.view.addSubview(view)
    view.topAnchor.constraint(equalTo: page.view.topAnchor, constant: 100).isActive = true
    view.leftAnchor.constraint(equalTo: page.view.leftAnchor).isActive = true
    if let width { view.widthAnchor.constraint(equalToConstant: width).isActive = true }
    window.rootViewController = page
    window.makeKeyAndVisible()
    return window
  }
  private static let words = "Some words that need to break into three lines at two hundred points"

  final class PaddedBySize: UILabel {
    override var intrinsicContentSize: CGSize {
      let size = super.intrinsicContentSize
      return CGSize(width: size.width + 16, height: size.height + 16)
    }
  }
  final class PaddedByRect: UILabel {
    override func textRect(forBounds bounds: CGRect, limitedToNumberOfLines lines: Int) -> CGRect {
      let inner = super.textRect(
        forBounds: bounds.inset(by: UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)), limitedToNumberOfLines: lines)
      return inner.inset(by: UIEdgeInsets(top: -8, left: -8, bottom: -8, right: -8))
    }
    override func drawText(in rect: CGRect) {}
  }

  final class Keeper: UIObject, UITextFieldDelegate {
    func textFieldShouldClear(_ field: UITextField) -> Bool { false }
  }
  @Test("A field is emptied when editing begins, unless its delegate refuses") func cleared() {
    let (field, keeper) = (UITextField(), Keeper())
    let window = shown(field)
    field.text = "Words"
    field.becomeFirstResponder()
    #expect(field.text == "Words")
    field.resignFirstResponder()
    field.clearsOnBeginEditing = true
    field.delegate = keeper
    field.becomeFirstResponder()
    #expect(field.text == "Words")
    field.resignFirstResponder()
    field.delegate = nil
    field.becomeFirstResponder()
    #expect(field.text == "" && window.conflicts.isEmpty)
  }

  @Test("A label that is larger than its text is asked again with the width that the layout found (rule L9.3)")
  func padded() {
    let plain = UILabel()
    let labels = [PaddedBySize(), PaddedByRect()]
    for label in [plain] + labels {
      label.text = Self.words
      label.numberOfLines = 0
    }
    let windows = [shown(plain, width: 200), shown(labels[0], width: 200), shown(labels[1], width: 200)]
    #expect(plain.frame.height == 61)
    for label in labels { #expect(label.frame.height == 77) }
    let cell = UIView()
    cell.addSubview(labels[1])
    NSLayoutConstraint.activate([
      labels[1].topAnchor.constraint(equalTo: cell.topAnchor),
      labels[1].leftAnchor.constraint(equalTo: cell.leftAnchor),
      labels[1].bottomAnchor.constraint(equalTo: cell.bottomAnchor),
      labels[1].rightAnchor.constraint(equalTo: cell.rightAnchor),
    ])
    let fitted = cell.systemLayoutSizeFitting(
      CGSize(width: 200, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    // A third or half of a pixel more where the main screen has other pixels.
    #expect(abs(fitted.height - 77) < 1)
    _ = windows
  }

  @Test("What changes between two calls of `super.layoutSubviews()` counts in the second (rule L10.10)") func again() {
    final class Box: UIView {
      let inner = UIView()
      var height: NSLayoutConstraint!
      var seen: [CGFloat] = []
      override func layoutSubviews() {
        super.layoutSubviews()
        height.constant = 40
        super.layoutSubviews()
        seen.append(inner.frame.height)
      }
    }
    let box = Box()
    box.inner.translatesAutoresizingMaskIntoConstraints = false
    box.addSubview(box.inner)
    box.height = box.inner.heightAnchor.constraint(equalToConstant: 10)
    box.height.isActive = true
    box.layoutIfNeeded()
    #expect(box.seen.first == 40 && box.inner.frame.height == 40)
  }

  @Test("Controls have their sizes when they are made") func controls() {
    #expect(UISwitch().frame.size == CGSize(width: 51, height: 31))
    #expect(UISwitch(frame: CGRect(x: 3, y: 4, width: 9, height: 9)).frame == CGRect(x: 3, y: 4, width: 51, height: 31))
    #expect(UIStepper().bounds.size == CGSize(width: 94, height: 32))
    #expect(UIActivityIndicatorView(style: .medium).bounds.size == CGSize(width: 20, height: 20))
    #expect(UIActivityIndicatorView(style: .large).bounds.size == CGSize(width: 37, height: 37))
    let segments = UISegmentedControl(items: ["One", "Two"])
    #expect(segments.bounds.width == segments.intrinsicContentSize.width && segments.bounds.height == 32)
    let toggle = UISwitch()
    toggle.center = CGPoint(x: 100, y: 100)
    #expect(toggle.frame.midX == 100 && toggle.frame.minX == 74.5)
  }

  @Test("Text styles have the sizes of the Human Interface Guidelines (rule L9.4)") func styles() {
    func size(_ style: UIFont.TextStyle, _ category: UIContentSizeCategory) -> CGFloat {
      UIFont.preferredFont(
        forTextStyle: style, compatibleWith: UITraitCollection(preferredContentSizeCategory: category)
      ).pointSize
    }
    #expect(size(.title1, .accessibilityExtraExtraExtraLarge) == 58)
    #expect(size(.largeTitle, .accessibilityExtraExtraExtraLarge) == 60)
    #expect(size(.caption2, .extraSmall) == 11 && size(.footnote, .accessibilityLarge) == 27)
    let window = shown(UIView(), size: .accessibilityExtraExtraExtraLarge)
    UIScreen.showing(window.screen) {
      let font = UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: 17))
      #expect(font.pointSize == 53 && UIFontMetrics.default.scaledValue(for: 34) == 106)
      #expect(UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: 17), maximumPointSize: 30).pointSize == 30)
    }
  }

  @Test("A label whose font follows the text size grows when the reader asks for more") func follows() {
    let (label, fixed) = (UILabel(), UILabel())
    for one in [label, fixed] {
      one.text = "Text"
      one.font = .preferredFont(forTextStyle: .body)
    }
    label.adjustsFontForContentSizeCategory = true
    let window = shown(label)
    #expect(abs(label.frame.height - fixed.intrinsicContentSize.height) < 0.5)
    window.screen.traits.preferredContentSizeCategory = .accessibilityExtraExtraExtraLarge
    window.settle()
    #expect(label.font.pointSize == 53 && label.frame.height > 60)
    #expect(fixed.font.pointSize == 17)
  }

  @Test("Paragraph styles and kerning count for the size (rule L9.3)") func attributes() {
    func height(_ change: (NSMutableParagraphStyle) -> Void) -> CGFloat {
      let style = NSMutableParagraphStyle()
      change(style)
      let label = UILabel()
      label.numberOfLines = 0
      label.attributedText = NSAttributedString(
        string: Self.words, attributes: [.paragraphStyle: style, .font: UIFont.systemFont(ofSize: 17)])
      let window = shown(label, on: "iphone-8", width: 200)
      defer { _ = window }
      return label.frame.height
    }
    #expect(height { _ in } == 61.5)
    #expect(height { $0.lineSpacing = 10 } == 81.5)
    #expect(height { $0.minimumLineHeight = 30 } == 90)
    #expect(height { $0.maximumLineHeight = 10 } == 30)
    func width(_ kern: CGFloat) -> CGFloat {
      let label = UILabel()
      label.attributedText = NSAttributedString(string: "Word", attributes: [.kern: kern])
      return label.intrinsicContentSize.width
    }
    #expect(abs(width(5) - width(0) - 20) < 1)
  }

  @Test("A button's title is a subview in its middle, which constraints may name") func button() {
    let button = UIButton(type: .system)
    button.setTitle("Button", for: .normal)
    let window = shown(button)
    let label = button.titleLabel
    #expect(label?.superview === button && button.subviews.contains { $0 === label })
    #expect(label?.frame == CGRect(x: 0, y: 6, width: button.bounds.width, height: 18))
    button.setTitle("Another title", for: .normal)
    window.settle()
    #expect(label?.text == "Another title" && label?.frame.width == button.bounds.width)
    let mark = UIView()
    button.addSubview(mark)
    mark.translatesAutoresizingMaskIntoConstraints = false
    mark.leftAnchor.constraint(equalTo: label!.rightAnchor, constant: 2).isActive = true
    window.settle()
    #expect(mark.frame.minX == button.bounds.width + 2)
    var large = UIButton.Configuration.filled()
    large.buttonSize = .large
    large.title = "Go"
    let big = UIButton(configuration: large)
    #expect(abs(big.intrinsicContentSize.height - 50.5) < 0.6)
  }

  @Test("A symbol's alignment rectangle is higher than the symbol (rule IB4.5)") func symbols() {
    let view = UIImageView(image: UIImage(systemName: "star"))
    view.heightAnchor.constraint(equalToConstant: 200).isActive = true
    let window = shown(view)
    #expect(abs(view.frame.height - 198.667) < 0.001)
    _ = window
  }

  @Test("A library's own arithmetic of priorities is the one that counts") func priorities() {
    #expect((UILayoutPriority.defaultHigh + 1).rawValue == 753)
    #expect((UILayoutPriority.defaultHigh - Float(1)).rawValue == 749)
  }
}

extension UILayoutPriority {
  static func + (priority: UILayoutPriority, more: Float) -> UILayoutPriority {
    UILayoutPriority(rawValue: priority.rawValue + 3 * more)
  }
}
