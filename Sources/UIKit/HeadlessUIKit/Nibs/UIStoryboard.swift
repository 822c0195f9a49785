import Foundation
import SceneImport

/// A storyboard's scenes as controllers; its file is found in the same way as a nib's.
open class UIStoryboard: UIObject {
  /// The name of the file, without its extension.
  public let name: String
  private let document: NibDocument

  /// Makes a storyboard of a file's name; a file that is not there ends the process with UIKit's message.
  public init(name: String, bundle: Bundle?) {
    self.name = name
    guard let document = NibFiles.find(name, endings: ["storyboard"], in: bundle, modules: []) else {
      raise("NSInvalidArgumentException: Could not find a storyboard named '\(name)' in bundle")
    }
    self.document = document
  }

  /// Returns the controller at the storyboard's entry; nil if it has none.
  open func instantiateInitialViewController() -> UIViewController? {
    document.content["initialViewController"].flatMap { make($0) }
  }
  /// Returns the controller at the storyboard's entry, made by `creator` if it returns one; nil if there is no entry, or the controller is no `Kind`.
  public func instantiateInitialViewController<Kind: UIViewController>(
    creator: ((NSCoder) -> Kind?)? = nil
  ) -> Kind? {
    document.content["initialViewController"].flatMap { make($0, creator: creator) as? Kind }
  }
  /// Returns the controller with an identifier. An unknown identifier ends the process with UIKit's message.
  open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
    instantiateViewController(identifier: identifier, creator: nil as ((NSCoder) -> UIViewController?)?)
  }
  /// Returns the controller with an identifier, made by `creator` if it returns one. An unknown identifier ends the process with UIKit's message.
  public func instantiateViewController<Kind: UIViewController>(
    identifier: String, creator: ((NSCoder) -> Kind?)? = nil
  ) -> Kind {
    let element = controllers.first { $0["storyboardIdentifier"] == identifier }
    guard let id = element?["id"], let made = make(id, creator: creator) as? Kind else {
      raise(
        "NSInvalidArgumentException: Storyboard (\(name)) doesn't contain a view controller with identifier '\(identifier)'"
      )
    }
    return made
  }

  private var controllers: [MarkupElement] {
    (document.content.child("scenes")?.children ?? []).flatMap { scene in
      (scene.child("objects")?.children ?? []).filter { $0["sceneMemberID"] == "viewController" }
    }
  }

  private static func kind(_ tag: String) -> UIViewController.Type {
    switch tag {
    case "navigationController": UINavigationController.self
    case "tabBarController": UITabBarController.self
    case "tableViewController": UITableViewController.self
    case "collectionViewController": UICollectionViewController.self
    case "pageViewController": UIPageViewController.self
    case "splitViewController": UISplitViewController.self
    default: UIViewController.self
    }
  }

  /// Returns the controller with an id of the file, nil if there is none. Its view is made on first use.
  func make<Kind: UIViewController>(_ id: String, creator: ((NSCoder) -> Kind?)?) -> UIViewController? {
    guard let element = controllers.first(where: { $0["id"] == id }) else { return nil }
    let type = document.type(of: element) as? UIViewController.Type ?? Self.kind(element.tag)
    guard let made: UIViewController = creator?(NSCoder()) ?? type.init(coder: NSCoder()) else { return nil }
    made.storyboard = self
    made.title = element["title"]
    if let item = element.child("navigationItem", key: "navigationItem") { made.navigationItem.title = item["title"] }
    if let item = element.child("tabBarItem", key: "tabBarItem") { made.tabBarItem.title = item["title"] }
    made.makesViewOfNib = { [weak self, weak made] in if let made { self?.loadView(of: made, element) } }
    for segue in element.child("connections")?.children ?? [] where segue["kind"] == "relationship" {
      guard let destination = segue["destination"].flatMap({ make($0) }) else { continue }
      switch made {
      case let navigation as UINavigationController: navigation.setViewControllers([destination], animated: false)
      case let tabs as UITabBarController:
        tabs.setViewControllers((tabs.viewControllers ?? []) + [destination], animated: false)
      case let split as UISplitViewController: split.viewControllers += [destination]
      default: break
      }
    }
    return made
  }
  func make(_ id: String) -> UIViewController? { make(id, creator: nil as ((NSCoder) -> UIViewController?)?) }

  private func loadView(of controller: UIViewController, _ element: MarkupElement) {
    let loader = NibLoader(document, owner: controller)
    loader.register(controller, element)
    let scene = document.content.child("scenes")?.children.first { scene in
      scene.child("objects")?.children.contains { $0["id"] == element["id"] } ?? false
    }
    for object in scene?.child("objects")?.children ?? [] {
      if let recognizer = UIGestureRecognizer.made(of: object) { loader.register(recognizer, object) }
    }
    if let item = element.child("navigationItem", key: "navigationItem") { loader.makeBarItems(item, for: controller) }
    if let part = document.parts.first(where: { $0.outline.controller?["id"] == element["id"] }) {
      let view = loader.makeViews(part)
      switch (controller, view) {
      case (let controller as UITableViewController, let table as UITableView): controller.tableView = table
      case (let controller as UICollectionViewController, let list as UICollectionView):
        controller.collectionView = list
      default: controller.view = view
      }
    }
    loader.connect()
  }
}

extension NibLoader {
  fileprivate func makeBarItems(_ item: MarkupElement, for controller: UIViewController) {
    for element in item.children where element.tag == "barButtonItem" {
      let made = UIBarButtonItem(
        title: element["title"] ?? element["systemItem"], style: .plain, target: nil, action: nil)
      if let name = element["image"] { made.image = document.image(name) }
      register(made, element)
      if element["key"]?.hasPrefix("left") == true {
        controller.navigationItem.leftBarButtonItem = made
      } else {
        controller.navigationItem.rightBarButtonItem = made
      }
    }
  }
}

/// A segue as the file describes it.
struct StoryboardSegue: Equatable {
  let destination: String
  let kind: String
  let identifier: String?

  /// Reads a segue; nil for relations between controllers and for unwind segues.
  init?(_ element: MarkupElement) {
    guard let destination = element["destination"], let kind = element["kind"], kind != "relationship", kind != "unwind"
    else { return nil }
    (self.destination, self.kind, identifier) = (destination, kind, element["identifier"])
  }
}

extension UIViewController {
  /// Makes the destination, calls `prepare(for:sender:)`, and shows it. `shouldPerformSegue` may prevent a segue that a control or bar button starts.
  func perform(_ described: StoryboardSegue, sender: Any?, in container: UIView? = nil) {
    guard let destination = storyboard?.make(described.destination) else { return }
    if sender is UIControl || sender is UIBarButtonItem, let identifier = described.identifier,
      !shouldPerformSegue(withIdentifier: identifier, sender: sender)
    {
      return
    }
    let segue = UIStoryboardSegue(identifier: described.identifier, source: self, destination: destination)
    prepare(for: segue, sender: sender)
    switch described.kind {
    case "embed":
      guard let container else { return }
      addChild(destination)
      destination.view.frame = container.bounds
      destination.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      container.addSubview(destination.view)
      destination.didMove(toParent: self)
    case "presentation", "modal", "popoverPresentation": present(destination, animated: true)
    default: show(destination, sender: sender)
    }
  }
}
