import Foundation
import TestSupport
import Testing

@testable import HeadlessUIKit

/// What AppKit's objects of layout were seen to answer, asked of ours where they have the same rules.
@Suite("What objects of layout answer")
struct ObjectFactsTests {
  nonisolated private struct Facts: Decodable {
    nonisolated struct Arranging: Decodable {
      var edit, view: String
      var place: Int?
      var arranged: [String]?
      var count: Int
      var subviews: [String]
    }
    nonisolated struct Guiding: Decodable {
      var edit: String
      var hasOwner: Bool
      var count: Int
    }
    nonisolated struct Anchored: Decodable {
      var of, anchor: String
      var hasOther: Bool
      var constant: Double
      var firstAttribute, secondAttribute: String
      var multiplier: Double
    }
    nonisolated struct Lone: Decodable {
      var priority: Double
      var isActive, identifierIsNil: Bool
      var multiplier, constant, newConstant: Double
    }
    nonisolated struct Sized: Decodable { var size, frame: [Double] }
    var arranged: [Arranging]
    var guides: [Guiding]
    var anchors: [Anchored]
    var constraint: Lone
    var batch: [Sized]
  }

  private let facts = Evidence.decode(Facts.self, from: "layout/object-facts")

  @Test("A stack view knows which of its subviews it arranges, and in which order")
  func arranged() {
    let stack = UIStackView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    #expect(stack.arrangedSubviews.isEmpty && stack.subviews.isEmpty && stack.axis == .horizontal)
    var views: [String: UIView] = [:]
    func names(_ list: [UIView]) -> [String] { list.map { view in views.first { $0.value === view }?.key ?? "?" } }
    for fact in facts.arranged {
      let view = views[fact.view] ?? UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
      views[fact.view] = view
      switch fact.edit {
      case "add": stack.addArrangedSubview(view)
      case "insert": stack.insertArrangedSubview(view, at: fact.place ?? 0)
      case "remove": stack.removeArrangedSubview(view)
      case "subview": stack.addSubview(view)
      default: view.removeFromSuperview()
      }
      if let arranged = fact.arranged { #expect(names(stack.arrangedSubviews) == arranged, "\(fact)") }
      #expect(stack.arrangedSubviews.count == fact.count, "\(fact)")
      #expect(names(stack.subviews).sorted() == fact.subviews, "\(fact)")
    }
  }

  @Test("A guide has one owner, however often it is added")
  func guides() {
    let (view, guide) = (UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)), UILayoutGuide())
    #expect(guide.layoutFrame == .zero)
    for fact in facts.guides {
      if fact.edit == "add" { view.addLayoutGuide(guide) }
      if fact.edit == "remove" { view.removeLayoutGuide(guide) }
      #expect((guide.owningView === view) == fact.hasOwner && view.layoutGuides.count == fact.count, "\(fact)")
    }
  }

  @Test("Constraints between anchors carry their items, attributes, relation and numbers")
  func anchors() {
    let (view, other) = (UIView(), UIView())
    let (guide, otherGuide) = (UILayoutGuide(), UILayoutGuide())
    for fact in facts.anchors {
      let isView = fact.of == "view"
      let made =
        fact.hasOther
        ? (isView ? view.leadingAnchor : guide.leadingAnchor).constraint(
          equalTo: isView ? other.leadingAnchor : otherGuide.leadingAnchor, constant: CGFloat(fact.constant))
        : (isView ? view.widthAnchor : guide.widthAnchor).constraint(equalToConstant: CGFloat(fact.constant))
      #expect(made.firstItem === (isView ? view : guide) as AnyObject)
      #expect((made.secondItem === (isView ? other : otherGuide) as AnyObject) == fact.hasOther)
      #expect("\(made.firstAttribute)" == fact.firstAttribute && "\(made.secondAttribute)" == fact.secondAttribute)
      #expect(made.relation == .equal && made.constant == CGFloat(fact.constant))
      #expect(made.multiplier == CGFloat(fact.multiplier) && !made.isActive)
    }
  }

  @Test("A constraint that was just made is required, inactive and without a name, and its constant may change")
  func lone() {
    let (view, inner) = (UIView(), UIView())
    view.addSubview(inner)
    let fact = facts.constraint
    let made = NSLayoutConstraint(
      item: view, attribute: .width, relatedBy: .equal, toItem: inner, attribute: .width,
      multiplier: CGFloat(fact.multiplier), constant: CGFloat(fact.constant))
    #expect(made.priority.rawValue == Float(fact.priority) && made.isActive == fact.isActive)
    #expect((made.identifier == nil) == fact.identifierIsNil)
    #expect(made.firstItem === view && made.secondItem === inner && made.relation == .equal)
    #expect(made.multiplier == CGFloat(fact.multiplier) && made.constant == CGFloat(fact.constant))
    made.constant = CGFloat(fact.newConstant)
    made.identifier = "name"
    made.priority = .defaultHigh
    #expect(made.constant == CGFloat(fact.newConstant) && made.identifier == "name" && made.priority == .defaultHigh)
  }

  @Test("Constraints that are added together lay out as those that are added singly, and leave as they do")
  func batch() {
    func screen(together: Bool) -> (root: UIView, inner: UIView, [NSLayoutConstraint]) {
      let (root, inner) = (UIView(), UIView())
      inner.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(inner)
      let constraints = [
        inner.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 20),
        inner.bottomAnchor.constraint(equalTo: root.bottomAnchor, constant: -10),
        inner.widthAnchor.constraint(equalTo: root.widthAnchor, constant: -50),
        inner.heightAnchor.constraint(equalTo: root.heightAnchor, constant: -25),
      ]
      if together { root.addConstraints(constraints) } else { constraints.forEach(root.addConstraint) }
      return (root, inner, constraints)
    }
    let (both, each) = (screen(together: true), screen(together: false))
    for fact in facts.batch {
      for screen in [both, each] {
        screen.root.frame.size = CGSize(width: fact.size[0], height: fact.size[1])
        screen.root.layoutIfNeeded()
        #expect(
          screen.inner.frame == CGRect(x: fact.frame[0], y: fact.frame[1], width: fact.frame[2], height: fact.frame[3]))
      }
    }
    both.root.removeConstraints(both.2)
    each.2.forEach(each.root.removeConstraint)
    for size in [CGSize(width: 400, height: 300), CGSize(width: 500, height: 400)] {
      for screen in [both, each] {
        screen.root.frame.size = size
        screen.root.layoutIfNeeded()
      }
      #expect(both.inner.frame == each.inner.frame)
    }
  }
}
