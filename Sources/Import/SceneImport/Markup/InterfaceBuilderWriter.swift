import SceneModel

/// Writes a scene as an Interface Builder file that imports as the same scene.
///
/// Frames, constraints, intrinsic sizes, margins and stack settings are written as Interface Builder writes them. Baselines and alignment insets
/// become user-defined runtime attributes. Steps, text metrics, inactive constraints and distances between anchors are left out, because such a file
/// cannot hold them. `expressible` is the remaining scene; importing the file without calibration gives exactly this scene.
public struct InterfaceBuilderWriter: Sendable {
  /// The part of a scene that a file can hold, with the numbers and the order that importing gives.
  public let expressible: Scene

  public init(_ scene: Scene) { expressible = ExpressibleScene(scene).scene }

  /// The file's text. With controller guides on the root it is a storyboard, otherwise a xib.
  public var xml: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + document.xml(indentation: 0)
  }

  /// The largest depth of views that are written. The reader accepts elements up to 200 levels deep, and a view takes two levels.
  static let depthLimit = 90

  /// Returns the scene that the written file gives when it is read again; nil if the file cannot be read, or contains no scene.
  public func importedAgain() -> Scene? {
    guard let document = try? InterfaceBuilderDocument(utf8: xml, file: "written.xib") else { return nil }
    return document.scenes(ImportOptions(calibratesFromRecordedFrames: false)).first?.scene
  }

  /// Returns the same as `importedAgain()`, without writing and parsing text, which takes most of the time.
  public func elementsImportedAgain() -> Scene? {
    InterfaceBuilderDocument(root: document, file: "written.xib")
      .scenes(ImportOptions(calibratesFromRecordedFrames: false)).first?.scene
  }

  private var document: MarkupElement {
    var document = MarkupElement(
      tag: "document",
      attributes: [
        "type": "com.apple.InterfaceBuilder3.CocoaTouch.\(usesController ? "Storyboard." : "")XIB", "version": "3.0",
        "toolsVersion": "22155", "targetRuntime": "iOS.CocoaTouch", "useAutolayout": "YES",
        "useTraitCollections": "YES", "useSafeAreas": "YES",
      ], line: 0)
    if let device = expressible.device {
      document.children.append(
        MarkupElement(
          tag: "device", attributes: ["id": Device.canvasName(of: device), "orientation": "portrait"], line: 0))
    }
    var root = view(0)
    if usesController {
      root.attributes["key"] = "view"
      var controller = MarkupElement(
        tag: "viewController", attributes: ["id": "~controller", "sceneMemberID": "viewController"], line: 0)
      let guides = expressible.guides.filter(\.isControllers).map { guide in
        MarkupElement(
          tag: "viewControllerLayoutGuide",
          attributes: ["type": guide.kind.rawValue, "id": guide.name], line: 0)
      }
      controller.children = [MarkupElement(tag: "layoutGuides", attributes: [:], line: 0, children: guides), root]
      let objects = MarkupElement(tag: "objects", attributes: [:], line: 0, children: [controller])
      let scene = MarkupElement(tag: "scene", attributes: ["sceneID": "~scene"], line: 0, children: [objects])
      document.children.append(MarkupElement(tag: "scenes", attributes: [:], line: 0, children: [scene]))
    } else {
      document.children.append(MarkupElement(tag: "objects", attributes: [:], line: 0, children: [root]))
    }
    return document
  }

  private var usesController: Bool { expressible.guides.contains(where: \.isControllers) }

  private func view(_ index: Int) -> MarkupElement {
    let view = expressible.views[index]
    var element = MarkupElement(tag: view.kind.tag, attributes: ["id": view.name], line: 0)
    func set(_ name: String, _ value: Double, unless standard: Double) {
      if value != standard { element.attributes[name] = "\(value)" }
    }
    if view.isHidden { element.attributes["hidden"] = "YES" }
    if view.autoresizing == nil { element.attributes["translatesAutoresizingMaskIntoConstraints"] = "NO" }
    set("horizontalHuggingPriority", view.intrinsic.hugging.horizontal, unless: 250)
    set("verticalHuggingPriority", view.intrinsic.hugging.vertical, unless: 250)
    set("horizontalCompressionResistancePriority", view.intrinsic.resistance.horizontal, unless: 750)
    set("verticalCompressionResistancePriority", view.intrinsic.resistance.vertical, unless: 750)
    element.attributes["placeholderIntrinsicWidth"] = view.intrinsic.width.map { "\($0)" } ?? "infinite"
    element.attributes["placeholderIntrinsicHeight"] = view.intrinsic.height.map { "\($0)" } ?? "infinite"
    element.attributes["semanticContentAttribute"] = view.semantic.interfaceBuilderName
    if view.margins.preservesSuperviewMargins { element.attributes["preservesSuperviewLayoutMargins"] = "YES" }
    if !view.margins.insetsFromSafeArea { element.attributes["insetsLayoutMarginsFromSafeArea"] = "NO" }
    if let stack = view.stack { describe(stack, in: &element) }

    element.children.append(rect(view.frame))
    if let mask = view.autoresizing ?? (index == 0 ? [] : nil) { element.children.append(self.mask(mask)) }
    for guide in expressible.guides where guide.owner == view.id && !guide.isControllers {
      element.children.append(
        MarkupElement(
          tag: guide.kind == .keyboard ? "keyboardLayoutGuide" : "viewLayoutGuide",
          attributes: ["key": guide.kind.viewGuideKey, "id": guide.name], line: 0))
    }
    let subviews = expressible.views.indices.filter { expressible.views[$0].parent == view.id }
    if !subviews.isEmpty {
      element.children.append(
        MarkupElement(tag: "subviews", attributes: [:], line: 0, children: subviews.map(self.view)))
    }
    let constraints = expressible.constraints.filter { owner(of: $0) == view.id }
    if !constraints.isEmpty {
      element.children.append(
        MarkupElement(
          tag: "constraints", attributes: [:], line: 0, children: constraints.map { self.constraint($0, in: view.id) }))
    }
    if view.stack == nil || view.stack?.isLayoutMarginsRelative == true {
      let own = view.margins.own
      element.children.append(
        MarkupElement(
          tag: "directionalEdgeInsets",
          attributes: [
            "key": "directionalLayoutMargins", "top": "\(own.top)", "leading": "\(own.leading)",
            "bottom": "\(own.bottom)", "trailing": "\(own.trailing)",
          ], line: 0))
    }
    let extras = runtimeAttributes(of: view, index: index)
    if !extras.isEmpty {
      element.children.append(
        MarkupElement(tag: "userDefinedRuntimeAttributes", attributes: [:], line: 0, children: extras))
    }
    return element
  }

  private func owner(of constraint: LayoutConstraint) -> ItemID {
    constraint.holder ?? ExpressibleScene.commonAncestor(of: constraint, in: expressible)
  }

  private func describe(_ stack: StackConfiguration, in element: inout MarkupElement) {
    if stack.axis == .vertical { element.attributes["axis"] = "vertical" }
    switch stack.alignment {
    case .fill: break
    case .leading: element.attributes["alignment"] = stack.axis == .vertical ? "leading" : "top"
    case .trailing: element.attributes["alignment"] = stack.axis == .vertical ? "trailing" : "bottom"
    case .center: element.attributes["alignment"] = "center"
    case .firstBaseline: element.attributes["alignment"] = "firstBaseline"
    case .lastBaseline: element.attributes["alignment"] = "lastBaseline"
    }
    switch stack.distribution {
    case .fill: break
    case .fillEqually: element.attributes["distribution"] = "fillEqually"
    case .fillProportionally: element.attributes["distribution"] = "fillProportionally"
    case .equalSpacing: element.attributes["distribution"] = "equalSpacing"
    case .equalCentering: element.attributes["distribution"] = "equalCentering"
    }
    if stack.spacing != 0 { element.attributes["spacing"] = "\(stack.spacing)" }
    if stack.isBaselineRelative { element.attributes["baselineRelativeArrangement"] = "YES" }
  }

  private func rect(_ frame: Rect) -> MarkupElement {
    MarkupElement(
      tag: "rect",
      attributes: [
        "key": "frame", "x": "\(frame.x)", "y": "\(frame.y)", "width": "\(frame.width)", "height": "\(frame.height)",
      ], line: 0)
  }

  private func mask(_ mask: AutoresizingMask) -> MarkupElement {
    var element = MarkupElement(tag: "autoresizingMask", attributes: ["key": "autoresizingMask"], line: 0)
    let flags: [(String, AutoresizingMask)] = [
      ("flexibleMinX", .flexibleLeft), ("widthSizable", .flexibleWidth), ("flexibleMaxX", .flexibleRight),
      ("flexibleMinY", .flexibleTop), ("heightSizable", .flexibleHeight), ("flexibleMaxY", .flexibleBottom),
    ]
    for (name, flag) in flags where mask.contains(flag) { element.attributes[name] = "YES" }
    return element
  }

  private func constraint(_ constraint: LayoutConstraint, in owner: ItemID) -> MarkupElement {
    var element = MarkupElement(tag: "constraint", attributes: ["id": constraint.name], line: 0)
    guard case .anchor(let first) = constraint.first else { return element }
    func name(_ item: ItemID) -> String {
      let index = Int(item.rawValue)
      return index < expressible.views.count
        ? expressible.views[index].name : expressible.guides[index - expressible.views.count].name
    }
    func name(_ attribute: LayoutAttribute) -> String { attribute == .lastBaseline ? "baseline" : attribute.name }
    if first.item != owner { element.attributes["firstItem"] = name(first.item) }
    element.attributes["firstAttribute"] = name(first.attribute)
    if case .anchor(let second)? = constraint.second {
      element.attributes["secondItem"] = name(second.item)
      element.attributes["secondAttribute"] = name(second.attribute)
    }
    switch constraint.relation {
    case .equal: break
    case .lessThanOrEqual: element.attributes["relation"] = "lessThanOrEqual"
    case .greaterThanOrEqual: element.attributes["relation"] = "greaterThanOrEqual"
    }
    if constraint.multiplier != 1 { element.attributes["multiplier"] = "\(constraint.multiplier)" }
    if constraint.constant != 0 { element.attributes["constant"] = "\(constraint.constant)" }
    if constraint.priority != LinearConstraint.requiredPriority {
      element.attributes["priority"] = "\(constraint.priority)"
    }
    element.attributes["identifier"] = constraint.identifier
    return element
  }

  private func runtimeAttributes(of view: View, index: Int) -> [MarkupElement] {
    var list: [MarkupElement] = []
    let metrics = ControlMetrics(toolsVersion: 22155)
    let tag = view.kind.tag
    let insets = view.alignmentInsets
    if insets != metrics.alignmentInsets(of: tag, frame: view.frame) {
      list.append(RuntimeAttributes.element(.alignmentInsets, [insets.top, insets.left, insets.bottom, insets.right]))
    }
    let hasBaselines =
      FontMetrics(element: .empty, tag: tag, isTelevision: false).baselines(of: tag, height: 0, scale: 1) != nil
    if hasBaselines || view.firstBaseline != 0 || view.lastBaseline != 0 {
      list.append(RuntimeAttributes.element(.firstBaseline, [view.firstBaseline]))
      list.append(RuntimeAttributes.element(.lastBaseline, [view.lastBaseline]))
    }
    let safe = view.safeArea
    if safe != .zero || index == 0 {
      list.append(RuntimeAttributes.element(.safeArea, [safe.top, safe.left, safe.bottom, safe.right]))
    }
    if view.kind == .tableCellContent {
      let own = view.margins.own
      list.append(RuntimeAttributes.element(.margins, [own.top, own.leading, own.bottom, own.trailing]))
    }
    if let minimum = view.margins.systemMinimum {
      list.append(
        RuntimeAttributes.element(
          .systemMinimumMargins, [minimum.top, minimum.leading, minimum.bottom, minimum.trailing]))
    }
    if let parent = view.parent, let spacing = expressible.views[Int(parent.rawValue)].stack?.customSpacing[view.id] {
      list.append(RuntimeAttributes.element(.customSpacing, [spacing]))
    }
    return list
  }
}

extension Guide {
  /// Whether the guide is written as `topLayoutGuide` or `bottomLayoutGuide` of the root's controller.
  var isControllers: Bool { owner == .root && (kind == .top || kind == .bottom) }
}

extension MarkupElement {
  /// The element as text, attributes in alphabetical order, two spaces a level.
  func xml(indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    var text = "\(margin)<\(tag)"
    for (name, value) in attributes.sorted(by: { $0.name < $1.name }) { text += " \(name)=\"\(value.escapedForXML)\"" }
    guard !children.isEmpty else { return text + "/>\n" }
    text += ">\n"
    for child in children { text += child.xml(indentation: indentation + 2) }
    return text + "\(margin)</\(tag)>\n"
  }
}
