import Foundation
import SceneImport
import SceneModel

/// Makes the objects of one part of an Interface Builder document, a controller's view or a nib, and connects them.
final class NibLoader {
  let document: NibDocument
  private(set) weak var owner: AnyObject?
  /// The objects by Interface Builder's ids.
  private(set) var objects: [String: AnyObject] = [:]
  /// The objects that have `<connections>`, in document order.
  private var connecting: [(object: AnyObject, element: MarkupElement)] = []
  private var awaking: [UIView] = []

  init(_ document: NibDocument, owner: AnyObject?) {
    (self.document, self.owner) = (document, owner)
  }

  func register(_ object: AnyObject, _ element: MarkupElement) {
    if let identifier = element["id"] { objects[identifier] = object }
    connecting.append((object, element))
  }

  /// Makes one view of an outline and all views in it, with their constraints.
  func makeViews(_ part: NibDocument.Part, from root: Int = 0) -> UIView {
    var views: [UIView?] = []
    for (index, entry) in part.outline.views.enumerated() {
      let parent = index > root ? entry.parent.flatMap { views[$0] } : nil
      // The views in a prototype cell are made when a cell is made from it.
      let isStatic = entry.parent.map { document.isStatic(part.outline.views[$0].element) } ?? false
      guard index == root || parent != nil, isStatic || !(index > root && document.isPrototype(entry.element)) else {
        views.append(nil)
        continue
      }
      let described = part.scene.scene.views[index]
      let view = makeView(
        entry.element, described, look: part.scene.origins[described.id]?.look ?? ViewLook(), in: parent)
      register(view, entry.element)
      views.append(view)
      awaking.append(view)
      registerPrototypes(of: index, view, part)
      guard let parent, view.superview == nil, view !== parent.contentOfNib else { continue }
      if isStatic, view is UITableViewCell { continue }
      if entry.isArranged, let stack = parent as? UIStackView {
        stack.addArrangedSubview(view)
        if let custom = part.scene.scene.views[entry.parent!].stack?.customSpacing[described.id] {
          stack.setCustomSpacing(CGFloat(custom), after: view)
        }
      } else {
        parent.addSubviewOfNib(view)
      }
    }
    for (entry, view) in zip(part.outline.views, views) where document.isStatic(entry.element) {
      (view as? UITableView)?.staticContent = staticContent(entry.element)
    }
    addConstraints(part.scene, views)
    return views[root]!
  }

  private func addConstraints(_ imported: ImportedScene, _ views: [UIView?]) {
    var items: [ItemID: AnyObject] = [:]
    for (view, described) in zip(views, imported.scene.views) { items[described.id] = view }
    for guide in imported.scene.guides {
      guard let owner = items[guide.owner] as? UIView else { continue }
      items[guide.id] = owner.guide(guide.kind)
    }
    for described in imported.scene.constraints {
      guard case .anchor(let first) = described.first, let item = items[first.item],
        let attribute = NSLayoutConstraint.Attribute(rawValue: first.attribute.rawValue)
      else { continue }
      var second: AnyObject?
      var secondAttribute = NSLayoutConstraint.Attribute.notAnAttribute
      if case .anchor(let anchor)? = described.second {
        guard let other = items[anchor.item],
          let known = NSLayoutConstraint.Attribute(rawValue: anchor.attribute.rawValue)
        else { continue }
        (second, secondAttribute) = (other, known)
      }
      let relations: [Relation: NSLayoutConstraint.Relation] = [
        .equal: .equal, .lessThanOrEqual: .lessThanOrEqual, .greaterThanOrEqual: .greaterThanOrEqual,
      ]
      let constraint = NSLayoutConstraint(
        item, attribute, relations[described.relation] ?? .equal, second, secondAttribute,
        CGFloat(described.multiplier), CGFloat(described.constant), "", 0)
      (constraint.file, constraint.line) = (document.name, UInt(imported.lines.constraints[described.id] ?? 0))
      constraint.priority = UILayoutPriority(Float(described.priority))
      constraint.identifier = described.identifier
      constraint.isActive = described.isActive
      objects[described.name] = constraint
    }
  }

  // MARK: Connections

  /// Sets outlets, adds targets, and calls `awakeFromNib`.
  func connect() {
    for (object, element) in connecting {
      for connection in element.child("connections")?.children ?? [] {
        switch connection.tag {
        case "outlet", "outletCollection": connectOutlet(connection, of: object)
        case "action": connectAction(connection, of: object)
        case "segue": connectSegue(connection, of: object)
        default: break
        }
      }
    }
    connecting = []
    let woken = awaking
    awaking = []
    for view in woken { view.awakeFromNib() }
  }

  private var collections: [String: [Any]] = [:]

  private func connectOutlet(_ connection: MarkupElement, of object: AnyObject) {
    guard let name = connection["property"], let identifier = connection["destination"],
      let value = objects[identifier]
    else { return }
    if connection.tag == "outletCollection" {
      if name == "gestureRecognizers" {
        if let view = object as? UIView, let recognizer = value as? UIGestureRecognizer {
          view.addGestureRecognizer(recognizer)
        }
        return
      }
      let key = "\(ObjectIdentifier(object)).\(name)"
      collections[key, default: []].append(value)
      connect(collections[key] ?? [], to: object, name)
      return
    }
    connect(value, to: object, name)
  }

  private func connect(_ value: Any, to object: AnyObject, _ name: String) {
    if (object as? ConnectsByName)?.connect(value, outlet: name) == true { return }
    if connectsOwn(value, to: object, name) { return }
    raise(
      "NSUnknownKeyException: [\(Swift.type(of: object)) setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key \(name) (\(document.name))."
    )
  }

  /// Connects an outlet of UIKit's own classes, such as `delegate`; returns false for any other outlet. A value that does not conform to the protocol
  /// is ignored.
  private func connectsOwn(_ value: Any, to object: AnyObject, _ name: String) -> Bool {
    switch (name, object) {
    case ("view", let controller as UIViewController): controller.view = value as? UIView
    case ("delegate", let view as UITextField): view.delegate = value as? any UITextFieldDelegate
    case ("textLabel", let cell as UITableViewCell): take(value, for: cell.textLabel)
    case ("detailTextLabel", let cell as UITableViewCell): take(value, for: cell.detailTextLabel)
    case ("imageView", let cell as UITableViewCell):
      cell.imageView?.image = (value as? UIImageView)?.image
      (value as? UIView)?.removeFromSuperview()
    case ("dataSource", let table as UITableView): table.dataSource = value as? any UITableViewDataSource
    case ("dataSource", let list as UICollectionView): list.dataSource = value as? any UICollectionViewDataSource
    case ("delegate", let table as UITableView): table.delegate = value as? any UITableViewDelegate
    case ("delegate", let list as UICollectionView): list.delegate = value as? any UICollectionViewDelegate
    case ("delegate", let view as UITextView): view.delegate = value as? any UITextViewDelegate
    case ("delegate", let view as UISearchBar): view.delegate = value as? any UISearchBarDelegate
    case ("delegate", let view as UIScrollView): view.delegate = value as? any UIScrollViewDelegate
    case ("delegate", let recognizer as UIGestureRecognizer):
      recognizer.delegate = value as? any UIGestureRecognizerDelegate
    case ("delegate", _), ("dataSource", _): break
    default: return false
    }
    return true
  }

  private func connectAction(_ connection: MarkupElement, of object: AnyObject) {
    guard let selector = connection["selector"] else { return }
    // The placeholder "First Responder" is no object, so its actions are not connected.
    guard let target = connection["destination"].flatMap({ objects[$0] }) else { return }
    switch object {
    case let control as UIControl:
      control.addTarget(target, action: Selector(selector), for: .init(interfaceBuilder: connection["eventType"]))
    case let recognizer as UIGestureRecognizer: recognizer.addTarget(target, action: Selector(selector))
    case let item as UIBarButtonItem: (item.target, item.action) = (target, Selector(selector))
    default: break
    }
  }

  private func connectSegue(_ connection: MarkupElement, of object: AnyObject) {
    guard let controller = owner as? UIViewController else { return }
    if let back = UnwindSegue(connection) {
      if !controller.unwindSegues.contains(back) { controller.unwindSegues.append(back) }
      return whenChosen(object) { [weak controller] sender in controller?.perform(back, sender: sender) }
    }
    guard let segue = StoryboardSegue(connection) else { return }
    if !controller.segues.contains(segue) { controller.segues.append(segue) }
    if segue.kind == "embed", let view = object as? UIView {
      return controller.perform(segue, sender: view, in: view)
    }
    whenChosen(object) { [weak controller] sender in controller?.perform(segue, sender: sender) }
  }

  /// Runs a function when a finger selects a control, a cell or a bar button. The object itself is passed as the sender.
  private func whenChosen(_ object: AnyObject, _ body: @escaping (AnyObject?) -> Void) {
    let run = { [weak object] in body(object) }
    switch object {
    case let control as UIControl: control.addAction(UIAction { _ in run() }, for: .touchUpInside)
    case let cell as UITableViewCell: cell.segueOfNib = run
    case let cell as UICollectionViewCell: cell.segueOfNib = run
    case let item as UIBarButtonItem: item.primaryAction = UIAction { _ in run() }
    default: break
    }
  }
}

extension UIControl.Event {
  init(interfaceBuilder name: String?) {
    let events: [String: UIControl.Event] = [
      "touchDown": .touchDown, "touchUpInside": .touchUpInside, "touchUpOutside": .touchUpOutside,
      "touchCancel": .touchCancel, "touchDragInside": .touchDragInside, "valueChanged": .valueChanged,
      "primaryActionTriggered": .primaryActionTriggered, "editingDidBegin": .editingDidBegin,
      "editingChanged": .editingChanged, "editingDidEnd": .editingDidEnd, "editingDidEndOnExit": .editingDidEndOnExit,
    ]
    self = name.flatMap { events[$0] } ?? .primaryActionTriggered
  }
}
