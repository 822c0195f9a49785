import Foundation
import HeadlessUIKit
import Testing

/// As the rewriter writes them: outlets and actions by name.
final class NibSettings: UIViewController {
  weak var notifyLabel: UILabel!
  weak var stackTop: NSLayoutConstraint!
  weak var details: UIButton!
  weak var toggle: UISwitch!
  weak var pad: UIView!
  var controls: [UIControl] = []
  var heard: [String] = []

  override func connect(_ value: Any?, outlet name: String) -> Bool {
    switch name {
    case "notifyLabel": notifyLabel = value as? UILabel
    case "stackTop": stackTop = value as? NSLayoutConstraint
    case "details": details = value as? UIButton
    case "toggle": toggle = value as? UISwitch
    case "pad": pad = value as? UIView
    case "controls": controls = value as? [UIControl] ?? []
    default: return super.connect(value, outlet: name)
    }
    return true
  }
  override func perform(named name: String, sender: Any?, event: UIEvent?) -> Bool {
    guard ["flipped:", "tapped:"].contains(name) else {
      return super.perform(named: name, sender: sender, event: event)
    }
    heard.append(name)
    return true
  }
  override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    heard.append("\(segue.identifier ?? "") to \(segue.destination.title ?? "")")
  }
}
final class NibBadge: UIView {
  var icon: UIImageView?
  var isAwake = false
  override func awakeFromNib() { isAwake = icon != nil }
  override func connect(_ value: Any?, outlet name: String) -> Bool {
    icon = value as? UIImageView
    return name == "icon"
  }
}
final class NibOwner: UIObject {
  var badge: NibBadge?
  override func connect(_ value: Any?, outlet name: String) -> Bool {
    badge = value as? NibBadge
    return name == "badge"
  }
}

@Suite("Storyboards and nibs in code") struct NibTests {
  @Test("A storyboard's controllers come with views, constraints, outlets, actions and segues")
  func storyboard() throws {
    let storyboard = UIStoryboard(name: "Settings", bundle: nil)
    let navigation = try #require(storyboard.instantiateInitialViewController() as? UINavigationController)
    let screen = try #require(navigation.topViewController as? NibSettings)
    #expect(!screen.isViewLoaded)
    let window = show(navigation)
    #expect(window.conflicts == [])
    #expect(screen.notifyLabel.text == "Notify me")
    #expect(screen.notifyLabel.frame.origin == CGPoint(x: 16, y: 84))
    let stack = try #require(screen.details.superview as? UIStackView)
    #expect(stack.frame.minX == 16 && stack.frame.maxX == 359)
    #expect(stack.frame.minY == screen.notifyLabel.frame.maxY + 16)
    screen.stackTop.constant = 40
    window.settle()
    #expect(stack.frame.minY == screen.notifyLabel.frame.maxY + 40)
    #expect(screen.controls.count == 2 && screen.controls.last === screen.details)
    window.tap(screen.toggle)
    window.tap(screen.pad)
    window.tap(screen.details)
    #expect(screen.heard == ["flipped:", "tapped:", "details to Details"])
    window.advance(by: 0.5)
    #expect(navigation.topViewController?.title == "Details")
    #expect(storyboard.instantiateViewController(withIdentifier: "Details").title == "Details")
  }

  @Test("A button of a bar follows its segue, as a button of the screen does") func barButton() throws {
    let made = UIStoryboard(name: "Settings", bundle: nil).instantiateInitialViewController()
    let navigation = try #require(made as? UINavigationController)
    let screen = try #require(navigation.topViewController as? NibSettings)
    let window = show(navigation)
    try #require(screen.navigationItem.rightBarButtonItem).performAction()
    #expect(screen.heard == ["more to Details"])
    window.advance(by: 0.5)
    #expect(navigation.topViewController?.title == "Details")
  }

  @Test("A nib's views are connected to its owner, and wake afterwards") func nib() throws {
    let owner = NibOwner()
    let made = Bundle.main.loadNibNamed("Badge", owner: owner)
    let badge = try #require(owner.badge)
    #expect(made?.count == 1 && badge.isAwake)
    badge.layoutIfNeeded()
    #expect(badge.icon?.frame == CGRect(x: 8, y: 8, width: 24, height: 24))
    let again = UINib(nibName: "Badge", bundle: nil).instantiate(withOwner: owner)
    #expect(again.first as? NibBadge !== badge)
  }
}
