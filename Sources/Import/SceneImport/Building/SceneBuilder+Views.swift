import SceneModel

extension SceneBuilder {
  mutating func addViews() {
    var isSolved: [Bool] = []
    for (index, entry) in outline.views.enumerated() {
      let id = ItemID(UInt32(index))
      let element = entry.element
      let superview = entry.parent
      var identifier = entry.identifier
      if identifier.isEmpty {
        let owner = superview.flatMap { imported.origins[ItemID(UInt32($0))]?.identifier } ?? "top"
        identifier = "\(owner)~\(element["key"] ?? element.tag)"
      }
      let name = index == 0 ? "root" : names.unique(identifier)
      var look = ViewLook(element, isTelevision: environment.isTelevision)
      look.outlet = entry.outlet
      imported.origins[id] = .init(identifier: identifier, tag: element.tag, line: element.line, look: look)
      imported.textTraits[id] = ImportedScene.TextTraits(
        element, isTelevision: environment.isTelevision, glyphs: options.glyphs)
      if !entry.identifier.isEmpty, items[entry.identifier] == nil { items[entry.identifier] = id }

      let isEmptyStack = usesRecordedFrames && SceneBuilder.isEmptyArrangedStack(entry)
      var view = View(
        id: id, name: name, parent: superview.map { ItemID(UInt32($0)) },
        kind: isEmptyStack ? .plain : View.Kind(tag: element.tag))
      // A scene's root starts at 0, 0, even if the file puts it elsewhere, as it does with a bar, or with the first view below a damaged one.
      let recorded = recordedFrame(of: entry).map { index == 0 ? boundsOf($0) : $0 }
      view.frame = recorded ?? superview.map { imported.scene.views[$0].frame }.map(boundsOf) ?? .zero
      if let recorded { imported.scene.recorded[id] = recorded }
      view.isHidden = element.isYes("hidden")
      if superview != nil { view.autoresizing = autoresizing(of: entry) }
      view.alignmentInsets = metrics.alignmentInsets(of: element.tag, frame: recorded)
      setIntrinsicSize(of: &view, entry: entry, recorded: recorded)
      if let baselines = FontMetrics(
        element: element, tag: element.tag, isTelevision: environment.isTelevision
      ).baselines(
        of: element.tag, height: view.frame.height - view.alignmentInsets.top - view.alignmentInsets.bottom,
        scale: environment.scale)
      {
        (view.firstBaseline, view.lastBaseline) = baselines
      }
      view.semantic = SemanticContent(interfaceBuilder: element["semanticContentAttribute"])
      if element.tag == "stackView", !isEmptyStack { view.stack = stack(element) }
      if [.scroll, .table, .collection].contains(view.kind) || view.kind == .textView {
        view.scroll = ScrollConfiguration()
      }
      setMargins(of: &view, entry: entry, isRoot: index == 0)
      if index == 0 { view.safeArea = predictedSafeArea(rootFrame: view.frame) }
      if view.stack.map({ $0.isBaselineRelative && $0.axis == .vertical }) == true, element["spacingType"] == "standard"
      {
        imported.calibrated.append(
          CalibratedInput(what: .guess, item: id, identifier: identifier, edge: "spacing", value: 22))
      }
      let extras = RuntimeAttributes(element)
      extras.apply(to: &view)
      imported.scene.views.append(view)
      if let superview, entry.isArranged {
        imported.scene.views[superview].stack?.arranged.append(id)
        if let spacing = extras.customSpacing { imported.scene.views[superview].stack?.customSpacing[id] = spacing }
      }

      let parentIsSolved = superview.map { isSolved[$0] } ?? false
      isSolved.append(superview != nil && (view.autoresizing == nil || parentIsSolved))
      if index == 0 {
        imported.exemptions[id] = .root
      } else if recorded == nil {
        imported.exemptions[id] = .unrecorded
      } else if view.autoresizing != nil {
        if parentIsSolved {
          noteHeldFrame(id, identifier, view.frame)
        } else {
          imported.exemptions[id] = .held
        }
      }
      for flag in ["misplaced", "ambiguous"] where element.isYes(flag) { imported.flags.append(.marked(id, flag)) }
      if element.isYes("fixedFrame") { imported.fixedFrames.insert(id) }
      if element.isOfBarItem { imported.barItemViews.insert(id) }
    }
    imported.root = imported.origins[.root]?.identifier ?? ""
    noteRunTime()
    imported.screen = outline.controller.flatMap { controller in
      ["customClass", "userLabel", "title", "storyboardIdentifier"].lazy.compactMap { controller[$0] }
        .first { !$0.isEmpty }
    }
  }

  private func boundsOf(_ frame: Rect) -> Rect { Rect(x: 0, y: 0, width: frame.width, height: frame.height) }

  /// Records that a recorded frame was used to make a mask, so that it is not compared with the result.
  private mutating func noteHeldFrame(_ id: ItemID, _ identifier: String, _ frame: Rect) {
    let values: [(Coordinate.Part, Double)] = [
      (.x, frame.x), (.y, frame.y), (.width, frame.width), (.height, frame.height),
    ]
    for (part, value) in values { calibrate(.frame, id, identifier, part, value) }
  }

  private mutating func calibrate(
    _ what: CalibratedInput.What, _ id: ItemID, _ identifier: String, _ part: Coordinate.Part, _ value: Double
  ) {
    imported.calibrated.append(
      CalibratedInput(what: what, item: id, identifier: identifier, edge: part.rawValue, value: value))
    imported.unjudged[Coordinate(id, part)] = what
  }

  private mutating func recordedFrame(of entry: SceneOutline.ViewEntry) -> Rect? {
    guard let rect = entry.element.child("rect", key: "frame") else { return nil }
    let numbers = ["x", "y", "width", "height"].map { rect[$0].flatMap(Double.init(finite:)) }
    guard let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3], width >= 0,
      height >= 0
    else {
      complain(
        .notANumber,
        rect, "the frame of \"\(entry.identifier)\" is not four sensible numbers",
        "Write x, y, width and height as numbers within ±\(Int(Double.largestCoordinate)), sizes not negative.")
      return nil
    }
    var frame = Rect(x: onPixel(x), y: onPixel(y), width: onPixel(width), height: onPixel(height))
    if environment.isMac, let parent = entry.parent {
      // AppKit's y axis points upwards.
      frame.y = imported.scene.views[parent].frame.height - y - height
    }
    return frame
  }

  /// Returns a recorded number, which is of single precision, on the nearest pixel: 75.666664 is 227 pixels at three a point (IB4.18).
  private func onPixel(_ value: Double) -> Double {
    for scale in [environment.scale, 2, 3] {
      let pixels = (value * scale).rounded()
      if abs(pixels - value * scale) < 1e-4 * max(1, abs(value) / 1000) { return pixels / scale + 0 }
    }
    return value
  }

  private func autoresizing(of entry: SceneOutline.ViewEntry) -> AutoresizingMask? {
    if entry.isArranged { return nil }
    let element = entry.element
    // Interface Builder pins a view with a fixed frame at its recorded rect, whatever else the file says, and a bar gives its item's view
    // the frame (IB5.15).
    if element["translatesAutoresizingMaskIntoConstraints"] == "NO", !element.isYes("fixedFrame"), !element.isOfBarItem
    {
      return nil
    }
    guard let mask = element.child("autoresizingMask", key: "autoresizingMask") else { return [] }
    var result: AutoresizingMask = []
    let flags: [(String, AutoresizingMask)] = [
      ("flexibleMinX", .flexibleLeft), ("widthSizable", .flexibleWidth), ("flexibleMaxX", .flexibleRight),
      ("flexibleMinY", environment.isMac ? .flexibleBottom : .flexibleTop), ("heightSizable", .flexibleHeight),
      ("flexibleMaxY", environment.isMac ? .flexibleTop : .flexibleBottom),
    ]
    for (name, flag) in flags where mask.isYes(name) { result.insert(flag) }
    return result
  }

  private mutating func setIntrinsicSize(of view: inout View, entry: SceneOutline.ViewEntry, recorded: Rect?) {
    let element = entry.element
    view.intrinsic.hugging = AxisPriorities(
      horizontal: priority("horizontalHuggingPriority", of: element) ?? 250,
      vertical: priority("verticalHuggingPriority", of: element) ?? 250)
    view.intrinsic.resistance = AxisPriorities(
      horizontal: priority("horizontalCompressionResistancePriority", of: element) ?? 750,
      vertical: priority("verticalCompressionResistancePriority", of: element) ?? 750)

    let isEmptyLabel = usesRecordedFrames && SceneBuilder.isEmptyArrangedLabel(entry)
    if isEmptyLabel {
      // A label with a text gives way to one without.
      for axis in Axis.allCases where view.intrinsic.resistance[axis] < 999 { view.intrinsic.resistance[axis] += 1 }
    }

    let identifier = imported.origins[view.id]?.identifier ?? ""
    let insets = view.alignmentInsets
    let fixed = metrics.frameSize(of: element.tag, element: element)
    let image = imageSize(of: element)
    if view.kind == .image, isSymbol(element) { imported.symbols.insert(view.id) }
    let prediction =
      isEmptyLabel
      ? PredictedContent(width: SceneBuilder.emptyLabel, height: SceneBuilder.emptyLabel)
      : designed(predictedContent(of: element), entry)
    // A prediction is also needed if no frame was recorded.
    let content = options.usesRecordedText && recorded != nil ? nil : prediction
    view.text = content?.text
    let told = recorded.flatMap { toldSize(of: view, entry: entry, recorded: $0.size) }
    // If the class stated its size for text on one line, this does not predict the size for several lines.
    let isToldInLines = designables[entry.identifier] != nil && prediction.text != nil
    var natural = ImportedScene.NaturalSize(
      text: content == nil && told == nil && !isToldInLines ? prediction.text : nil)
    for axis in Axis.allCases {
      let part: Coordinate.Part = axis == .horizontal ? .width : .height
      let recordedLength = recorded.map { axis == .horizontal ? $0.width : $0.height }
      let inset = axis == .horizontal ? insets.left + insets.right : insets.top + insets.bottom
      var length: Double?
      let placeholder = element[axis == .horizontal ? "placeholderIntrinsicWidth" : "placeholderIntrinsicHeight"]
      if let told {
        length = told[axis]
      } else if let placeholder {
        length = placeholder == "infinite" ? nil : Double(finite: placeholder).map { max(0, $0) }
      } else if view.kind == .image, !image.isNone || !entry.isArranged {
        switch image {
        case .none: length = nil
        case .known(let size):
          length = axis == .horizontal ? size.width : size.height
          // A resource's size may be in pixels of another scale than that of the image that was laid out.
          if usesRecordedFrames, let recorded,
            let factor = scaleFactor(from: size, to: recorded.size, isArranged: entry.isArranged)
          {
            length = length! * factor
            calibrate(.imageSize, view.id, identifier, part, length!)
          }
        case .recorded:
          guard usesRecordedFrames, let recordedLength else { break }
          length = max(0, recordedLength - inset)
          calibrate(.imageSize, view.id, identifier, part, length!)
        }
      } else if let predicted = axis == .horizontal ? fixed.width : fixed.height {
        length = predicted - inset
        // If the recorded size differs from the rules, it is used, because files that were edited for years mix sizes of several versions.
        let isRange = element.tag == "slider" && predicted == ControlMetrics.sliderHeights.lowerBound
        if usesRecordedFrames, isRange, let recordedLength, ControlMetrics.sliderHeights.contains(recordedLength) {
          length = recordedLength - inset
        } else if usesRecordedFrames, let recordedLength,
          abs(recordedLength - predicted) > 0.5 / environment.scale + 1e-6
        {
          natural[axis] = length
          length = max(0, recordedLength - inset)
          calibrate(.controlSize, view.id, identifier, part, length!)
        }
      } else if let content {
        length = (axis == .horizontal ? content.width : content.height).map { max(0, $0 - inset) }
      } else if sizesToContent(view, element: element, axis: axis), usesRecordedFrames, let recordedLength {
        let predicted = axis == .horizontal ? prediction.width : prediction.height
        // A custom class draws a button in its own way, so the title does not determine the size.
        if element.tag != "button" || element["customClass"] == nil || designables[entry.identifier] != nil {
          natural[axis] = predicted.map { max(0, $0 - inset) }
        }
        length = max(0, recordedLength - inset)
        if !isEmptyLabel || recordedLength != predicted {
          calibrate(.textSize, view.id, identifier, part, length!)
        }
      } else if let wish = canvasWish(view, entry: entry, axis: axis, recorded: recordedLength) {
        length = max(0, wish.length - inset)
        imported.wishes.insert(Coordinate(view.id, part))
        if wish.isStored { calibrate(.storedSize, view.id, identifier, part, length!) }
        if let hugging = wish.hugging { view.intrinsic.hugging[axis] = hugging }
      }
      if axis == .horizontal { view.intrinsic.width = length } else { view.intrinsic.height = length }
    }
    natural.isSystemFont = element.hasSystemFont
    natural.isTold = designables[entry.identifier] != nil && !isToldInLines
    if natural.width != nil || natural.height != nil || natural.text != nil { imported.naturalSizes[view.id] = natural }
    if element["customClass"] != nil, view.kind == .plain || view.kind == .other, recorded != nil, usesRecordedFrames {
      imported.customViews.append(view.id)
    }
  }

  /// The width and the height that the canvas gives to a label without a text in a stack view (IB5.16).
  private static let emptyLabel = 50.0

  /// Whether the view is a label of one line and without a text in a stack view.
  private static func isEmptyArrangedLabel(_ entry: SceneOutline.ViewEntry) -> Bool {
    let element = entry.element
    guard entry.isArranged, element.tag == "label", element["text"]?.isEmpty ?? true,
      element["numberOfLines"] ?? "1" == "1"
    else { return false }
    return (element.child("string", key: "text")?.text ?? "").isEmpty
      && (element.attributedText(key: "attributedText") ?? "").isEmpty
  }

  private func sizesToContent(_ view: View, element: MarkupElement, axis: Axis) -> Bool {
    switch element.tag {
    // A scrolling text view shows any text in a frame of any size.
    case "textView": element["scrollEnabled"] == "NO"
    case "pickerView", "datePicker", "pageControl": true
    default: ControlMetrics.sizedByText.contains(element.tag)
    }
  }

  /// Returns 2, 3, ½ or ⅓ if both sides of an image were recorded at exactly that multiple of the size of its resource; otherwise nil. One side of an
  /// arranged image may have been stretched (IB5.14).
  private func scaleFactor(from resource: Size, to recorded: Size, isArranged: Bool) -> Double? {
    guard resource.width > 0, resource.height > 0 else { return nil }
    return [2, 3, 0.5, 1.0 / 3].first { factor in
      let more = (recorded.width - resource.width * factor, recorded.height - resource.height * factor)
      let isExact = (abs(more.0) <= 0.5, abs(more.1) <= 0.5)
      return isExact.0 && isExact.1 || isArranged && (isExact.0 && more.1 > 0 || isExact.1 && more.0 > 0)
    }
  }

  private enum ImageSize {
    case none, known(Size), recorded

    var isNone: Bool { if case .none = self { true } else { false } }
  }

  private func imageSize(of element: MarkupElement) -> ImageSize {
    let reference = element.child("imageReference", key: "image")
    guard let name = element["image"] ?? reference?["image"] else { return .none }
    guard !isSymbol(element), let image = images[name] else { return .recorded }
    return .known(image.size)
  }

  private func isSymbol(_ element: MarkupElement) -> Bool {
    let reference = element.child("imageReference", key: "image")
    if element["catalog"] == "system" || reference?["catalog"] == "system" { return true }
    return (element["image"] ?? reference?["image"]).flatMap { images[$0] }?.isSymbol == true
  }

  private mutating func priority(_ name: String, of element: MarkupElement) -> Double? {
    guard let text = element[name] else { return nil }
    guard let value = Double(finite: text), value > 0, value <= 1000 else {
      complain(
        .outside, element, "\(name) is \"\(text)\"", "Give a priority above 0 and up to 1000; the default is used.")
      return nil
    }
    return value
  }

  private mutating func stack(_ element: MarkupElement) -> StackConfiguration {
    var stack = StackConfiguration()
    stack.axis = element["axis"] == "vertical" || element["orientation"] == "vertical" ? .vertical : .horizontal
    switch element["alignment"] {
    case nil, "fill": stack.alignment = .fill
    case "center", "centerX", "centerY": stack.alignment = .center
    case "top", "leading", "left": stack.alignment = .leading
    case "bottom", "trailing", "right": stack.alignment = .trailing
    case "firstBaseline": stack.alignment = .firstBaseline
    case "lastBaseline", "baseline": stack.alignment = .lastBaseline
    case let other?: complain(.unknownWord, element, "unknown stack alignment \"\(other)\"", "fill is used.")
    }
    switch element["distribution"] {
    case nil, "fill", "gravityAreas": stack.distribution = .fill
    case "fillEqually": stack.distribution = .fillEqually
    case "fillProportionally": stack.distribution = .fillProportionally
    case "equalSpacing": stack.distribution = .equalSpacing
    case "equalCentering": stack.distribution = .equalCentering
    case let other?: complain(.unknownWord, element, "unknown stack distribution \"\(other)\"", "fill is used.")
    }
    stack.spacing = element["spacing"].flatMap(Double.init(finite:)) ?? 0
    // The standard distance between siblings.
    if element["spacingType"] == "standard" { stack.spacing = 8 }
    stack.isBaselineRelative = element.isYes("baselineRelativeArrangement")
    // Seen in only one file, at 17 points. So it is a guess, and is reported as one.
    if stack.isBaselineRelative, stack.axis == .vertical, element["spacingType"] == "standard" { stack.spacing = 22 }
    return stack
  }
}

extension MarkupElement {
  /// Whether the element is the custom view of a bar item or the title view of a navigation item. A bar sets the frame of these views.
  var isOfBarItem: Bool { self["key"] == "customView" || self["key"] == "titleView" }
}
