import SceneModel

/// Finds the view trees of a document.
struct OutlineReader {
  private let traits: VariationTraits
  private(set) var outlines: [SceneOutline] = []
  private var containments: [String: SceneOutline.Containment]
  /// The names of the outlets, by the id of the connected view.
  private let outlets: [String: String]

  init(document: MarkupElement, traits: VariationTraits) {
    self.traits = traits
    outlets = OutlineReader.outlets(in: document)
    containments = OutlineReader.containments(in: document)
    findRoots(in: document, controller: nil)
  }

  /// The tags of views that may also occur outside of a `<subviews>` list.
  private static let viewTags: Set<String> = [
    "view", "label", "button", "imageView", "tableView", "tableViewCell", "tableViewCellContentView", "collectionView",
    "collectionViewCell", "collectionViewCellContentView", "collectionReusableView", "scrollView", "stackView",
    "textField", "textView", "switch", "slider", "stepper", "segmentedControl", "progressView",
    "activityIndicatorView", "pageControl", "pickerView", "datePicker", "searchBar", "navigationBar", "toolbar",
    "tabBar", "containerView", "mapView", "webView", "wkWebView", "visualEffectView", "customView",
  ]

  private mutating func findRoots(in element: MarkupElement, controller: MarkupElement?) {
    for child in element.children {
      if OutlineReader.isView(child, in: element) {
        outlines.append(outline(of: child, in: element, controller: controller))
      } else {
        findRoots(in: child, controller: OutlineReader.isController(child) ? child : controller)
      }
    }
  }

  /// Whether an element is a controller. In a storyboard, its place in a scene says so; in a xib it is recognised by its view.
  private static func isController(_ element: MarkupElement) -> Bool {
    element["sceneMemberID"] == "viewController"
      || element.tag.lowercased().hasSuffix("controller")
        && element.children.contains { $0["key"] == "view" && isView($0, in: element) }
  }

  private static func isView(_ element: MarkupElement, in parent: MarkupElement) -> Bool {
    if parent.tag == "subviews" { return true }
    guard element.child("rect", key: "frame") != nil else {
      return element["key"] == "contentView" && viewTags.contains(element.tag)
    }
    return viewTags.contains(element.tag) || element["key"]?.lowercased().hasSuffix("view") == true
      || element.child("autoresizingMask") != nil
  }

  private func outline(
    of root: MarkupElement, in parent: MarkupElement, controller: MarkupElement?
  ) -> SceneOutline {
    let isControllersView = controller != nil && root["key"] == "view" && parent.tag == controller?.tag
    var outline = SceneOutline(
      views: [], guides: [], constraints: [], uninstalled: [], controller: isControllersView ? controller : nil,
      containment: controller?["id"].flatMap { containments[$0] } ?? .init())
    add(root, parent: nil, isArranged: false, to: &outline)
    if isControllersView, let layoutGuides = controller?.child("layoutGuides") {
      for guide in layoutGuides.children where guide.tag == "viewControllerLayoutGuide" {
        guard let identifier = guide["id"], let kind = Guide.Kind(controllerGuide: guide["type"]) else { continue }
        outline.guides.append(.init(identifier: identifier, kind: kind, owner: 0))
      }
    }
    return outline
  }

  private func add(_ view: MarkupElement, parent: Int?, isArranged: Bool, to outline: inout SceneOutline) {
    let element = view.varied(for: traits)
    let index = outline.views.count
    let identifier = element["id"] ?? ""
    outline.views.append(
      .init(
        identifier: identifier, element: element, parent: parent, outlet: outlets[identifier], isArranged: isArranged))
    let excludedConstraints = element.excluded(from: "constraints", for: traits)
    let excludedViews = element.excluded(from: "subviews", for: traits)
    for child in element.children {
      switch child.tag {
      case "constraints":
        for constraint in child.children where constraint.tag == "constraint" {
          if let name = constraint["id"], excludedConstraints.contains(name) {
            outline.namedElsewhere.formUnion([
              constraint["firstItem"] ?? identifier, constraint["secondItem"] ?? identifier,
            ])
            continue
          }
          outline.constraints.append(.init(owner: index, element: constraint.varied(for: traits)))
        }
      case "viewLayoutGuide", "keyboardLayoutGuide":
        guard let identifier = child["id"], let kind = Guide.Kind(viewGuide: child["key"]) else { continue }
        outline.guides.append(.init(identifier: identifier, kind: kind, owner: index))
      default: break
      }
    }
    addViews(below: element, superview: index, excluding: excludedViews, to: &outline)
  }

  /// Adds the views below an element. They stand in `<subviews>`, `<cells>`, `<prototypes>`, bar items and more; the superview is the nearest view
  /// above, whatever lies between.
  private func addViews(
    below element: MarkupElement, superview: Int, excluding excluded: Set<String>, to outline: inout SceneOutline
  ) {
    let isStack = outline.views[superview].element.tag == "stackView" && element.tag == "subviews"
    for child in element.children where child.tag != "connections" {
      if !OutlineReader.isView(child, in: element) {
        addViews(below: child, superview: superview, excluding: excluded, to: &outline)
      } else if let identifier = child["id"], excluded.contains(identifier) {
        child.visit { if let identifier = $0["id"] { outline.uninstalled.insert(identifier) } }
      } else {
        add(child, parent: superview, isArranged: isStack, to: &outline)
      }
    }
  }
}

extension OutlineReader {
  /// The outlets that views are connected to, the first for each view. A controller's `view`, and delegates and data sources, are left out, because
  /// UIKit chose these names.
  private static func outlets(in document: MarkupElement) -> [String: String] {
    var outlets: [String: String] = [:]
    document.visit { element in
      guard element.tag == "outlet", let property = element["property"], let destination = element["destination"] else {
        return
      }
      let word = property.lowercased()
      if property == "view" || word.hasSuffix("delegate") || word.hasSuffix("datasource") { return }
      if outlets[destination] == nil { outlets[destination] = property }
    }
    return outlets
  }

  /// Returns a mistake for each id that two elements have, because references to it are ambiguous.
  static func duplicateMistakes(in document: MarkupElement, file: String) -> [TextError] {
    var firstLines: [String: Int] = [:]
    var mistakes: [TextError] = []
    func visit(_ element: MarkupElement) {
      if let identifier = element["id"] {
        if let line = firstLines.updateValue(element.line, forKey: identifier) {
          firstLines[identifier] = line
          mistakes.append(
            TextError(
              file: file, line: element.line,
              code: .existsAlready,
              problem: "the id \"\(identifier)\" of <\(element.tag)> is already used in line \(line)",
              hint: "Give each object its own id; constraints that name it mean the first view with it."))
        }
      }
      for child in element.children { visit(child) }
    }
    for part in document.children where part.tag == "scenes" || part.tag == "objects" { visit(part) }
    return mistakes.sorted { $0.line < $1.line }
  }

  /// Returns, by id, the containers of each controller that Interface Builder shows inside a navigation or tab bar controller. These are the
  /// controllers that such a container contains, and those that are pushed from them.
  private static func containments(in document: MarkupElement) -> [String: SceneOutline.Containment] {
    var pushes: [String: [String]] = [:]
    var contents: [(container: MarkupElement, identifier: String)] = []
    for scene in document.child("scenes")?.children ?? [] {
      for controller in scene.child("objects")?.children ?? [] {
        guard let identifier = controller["id"] else { continue }
        controller.visit { segue in
          guard segue.tag == "segue", let destination = segue["destination"] else { return }
          switch segue["kind"] {
          case "relationship": contents.append((controller, destination))
          case "push", "show": pushes[identifier, default: []].append(destination)
          default: break
          }
        }
      }
    }
    var result: [String: SceneOutline.Containment] = [:]
    var pending: [String] = []
    func place(_ identifier: String, _ change: (inout SceneOutline.Containment) -> Void) {
      var containment = result[identifier] ?? .init()
      let before = containment
      change(&containment)
      result[identifier] = containment
      if containment != before { pending.append(identifier) }
    }
    for (container, identifier) in contents {
      switch container.tag {
      case "navigationController":
        if !container.isYes("navigationBarHidden") { place(identifier) { $0.isInNavigation = true } }
      case "tabBarController": place(identifier) { $0.isInTabs = true }
      default: break
      }
    }
    // A controller's containment can only grow, and at most twice, so this ends.
    let relationships = Dictionary(grouping: contents, by: { $0.container["id"] ?? "" })
    while let identifier = pending.popLast() {
      let containment = result[identifier] ?? .init()
      for destination in pushes[identifier] ?? [] {
        place(destination) {
          $0.isInNavigation = $0.isInNavigation || containment.isInNavigation
          $0.isInTabs = $0.isInTabs || containment.isInTabs
        }
      }
      for (_, content) in relationships[identifier] ?? [] where containment.isInTabs {
        place(content) { $0.isInTabs = true }
      }
    }
    return result
  }
}

extension Guide.Kind {
  init?(controllerGuide type: String?) {
    switch type {
    case "top": self = .top
    case "bottom": self = .bottom
    default: return nil
    }
  }

  /// Reads Interface Builder's key of a guide, or this project's key for a kind that Interface Builder does not have; nil for any other key.
  init?(viewGuide key: String?) {
    switch key {
    case "safeArea": self = .safeArea
    case "contentLayoutGuide": self = .scrollContent
    case "frameLayoutGuide": self = .scrollFrame
    case "keyboard", "keyboardLayoutGuide": self = .keyboard
    default:
      guard let key, let kind = Guide.Kind(rawValue: key) else { return nil }
      self = kind
    }
  }

  /// The key that `init(viewGuide:)` reads.
  var viewGuideKey: String {
    switch self {
    case .safeArea: "safeArea"
    case .scrollContent: "contentLayoutGuide"
    case .scrollFrame: "frameLayoutGuide"
    case .keyboard: "keyboard"
    default: rawValue
    }
  }
}
