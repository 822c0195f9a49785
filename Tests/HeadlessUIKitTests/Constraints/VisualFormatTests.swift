import Foundation
import Testing

@testable import HeadlessUIKit

@Suite("Visual formats")
struct VisualFormatTests {
  @Test("A format makes constraints with the file and line that wrote it")
  func formats() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    let (a, b) = (UIView(), UIView())
    for view in [a, b] {
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
    }
    let views = ["a": a, "b": b]
    let row = NSLayoutConstraint.constraints(
      withVisualFormat: "H:|-[a(==wide@750)]-(gap)-[b]-|", options: [.alignAllTop, .alignAllBottom],
      metrics: ["wide": 100, "gap": 12.5], views: views)
    let column = NSLayoutConstraint.constraints(withVisualFormat: "V:|-10-[a(>=40)]-(>=0)-|", views: views)
    #expect(row.count == 6)
    #expect(row.first?.line != 0 && row.first?.file.hasSuffix("VisualFormatTests.swift") == true)
    #expect(row.contains { $0.priority == .defaultHigh && $0.constant == 100 && $0.firstAttribute == .width })
    NSLayoutConstraint.activate(row + column)
    // Without a window it lies on the pixels of the main screen, which another test may have shown.
    UIScreen.showing(UIScreen(device: "iphone-8")) { root.layoutIfNeeded() }
    #expect(a.frame.minX == 20 && a.frame.width == 100 && a.frame.minY == 10)
    #expect(b.frame.minX == 132.5 && b.frame.maxX == 280)
    #expect(b.frame.minY == 10 && b.frame.height == a.frame.height)
  }

  @Test("What is wrong with a format is shown at its place, as UIKit shows it")
  func mistakes() {
    #expect(throws: (any Error).self) {
      try NSLayoutConstraint.parsed("H:|-[nobody]", [], [:], ["a": UIView()], "file", 1)
    }
    do {
      _ = try NSLayoutConstraint.parsed("H:[a]-gap-[a]", [], [:], ["a": UIView()], "file", 1)
      Issue.record("It is refused.")
    } catch {
      #expect("\(error)".hasPrefix("Unable to parse constraint format: \nEncountered metric with name \"gap\""))
      #expect("\(error)".hasSuffix("H:[a]-gap-[a] \n      ^"))
    }
  }
}

/// Batches of edits, as tables and collections count them.
struct ListUpdatesProbe {
  private var updates = ListUpdates()
  mutating func insert(row: Int) { updates.inserted.insert(IndexPath(row: row, section: 0)) }
  func refusal(from old: [Int], to new: [Int]) -> String? {
    do {
      _ = try updates.origins(from: old, to: new, .table)
      return nil
    } catch {
      return error.message
    }
  }
}

@Suite("Classes that are only known at run time")
struct DynamicClassTests {
  final class Glow: CALayer {
    var steps: [Int]
    override init() {
      steps = [1]
      super.init()
    }
    required init?(coder: NSCoder) { nil }
  }
  final class Lamp: UIView { override class var layerClass: AnyClass { Glow.self } }

  @Test("A view's layer class needs no required initialiser")
  func layerClass() { #expect((Lamp().layer as? Glow)?.steps == [1]) }
}

@Suite("Forms that apps write")
struct WrittenFormTests {
  @Test("A colour literal is a colour; a constraint of nothing waits for another")
  func forms() {
    let color = #colorLiteral(red: 1, green: 0.5, blue: 0, alpha: 1)
    #expect(color == UIColor(red: 1, green: 0.5, blue: 0, alpha: 1))
    let constraint = NSLayoutConstraint()
    constraint.isActive = true
    constraint.constant = 5
    #expect(!constraint.isActive)
    #expect(!UIViewPropertyAnimator().isRunning)
    #expect(UIApplication.value(forKeyPath: "shared") as? UIApplication === UIApplication.shared)
  }

  @Test("A scroll view's offset is observed by its key path, until the observation goes")
  func observed() {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    var told: [CGFloat] = []
    var observation: NSKeyValueObservation? = table.observe(\.contentOffset, options: .old) { view, change in
      told += [change.oldValue?.y ?? -1, view.contentOffset.y]
    }
    table.contentOffset.y = 5
    table.contentOffset.y = 5
    #expect(told == [0, 5])
    #expect(observation != nil)
    observation = nil
    table.contentOffset.y = 9
    #expect(told.count == 2)
    #expect(table.isKind(of: UIScrollView.self) && !table.isKind(of: UILabel.self))
  }
}
