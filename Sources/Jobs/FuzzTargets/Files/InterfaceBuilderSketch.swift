import SceneImport
import SceneModel

/// Makes Interface Builder files as versions of Xcode have saved them. They follow the grammar and do not come from our writer, which writes only
/// what a scene can express.
struct InterfaceBuilderSketch {
  private var entropy: Entropy
  private var text = ""
  private var count = 0
  /// Ids that a constraint or a variation may name.
  private var views: [String] = []
  private var constraints: [String] = []

  init(_ entropy: inout Entropy) { self.entropy = Entropy(seed: entropy.next()) }

  mutating func file() -> [UInt8] {
    let runtime = entropy.pick(["iOS.CocoaTouch", "iOS.CocoaTouch", "iOS.CocoaTouch", "AppleTV", "MacOSX.Cocoa"])
    text += "<document toolsVersion=\"\(entropy.pick(Self.versions))\" targetRuntime=\"\(runtime)\""
    if entropy.chance(3, in: 4) { text += " useSafeAreas=\"YES\"" }
    text += ">"
    if entropy.chance(3, in: 4) { device() }
    if entropy.chance(1, in: 3) {
      text += "<objects>"
      view(depth: 0, key: nil)
      text += "</objects>"
    } else {
      text += "<scenes>"
      scene()
      text += "</scenes>"
    }
    text += "<resources><image name=\"i\" width=\"30\" height=\"20\"/>"
    text += "<image name=\"s\" catalog=\"system\" width=\"128\" height=\"96\"/></resources></document>"
    return Array(text.utf8)
  }

  private mutating func device() {
    text +=
      "<device id=\"\(entropy.pick(Device.all.map { Device.canvasName(of: $0.name) } + ["retina7_0", "tablet"]))\""
    if entropy.chance(1, in: 3) { text += " orientation=\"landscape\"" }
    text += ">"
    if entropy.chance(1, in: 4) { text += "<adaptation id=\"\(entropy.pick(["fullscreen", "splitview1_3"]))\"/>" }
    text += "</device>"
  }

  private mutating func scene() {
    let container = entropy.pick([nil, nil, "navigationController", "tabBarController"])
    if let container {
      text += "<scene><objects><\(container) id=\"n\" sceneMemberID=\"viewController\"><connections>"
      text += "<segue destination=\"c\" kind=\"relationship\" id=\"g\"/></connections></\(container)></objects></scene>"
    }
    text += "<scene><objects><viewController id=\"c\" sceneMemberID=\"viewController\""
    if entropy.chance(1, in: 3) { text += " \(entropy.pick(Self.controllerNames))" }
    text += ">"
    if entropy.chance(1, in: 3) {
      text += "<layoutGuides><viewControllerLayoutGuide type=\"top\" id=\"t\"/>"
      text += "<viewControllerLayoutGuide type=\"bottom\" id=\"b\"/></layoutGuides>"
    }
    view(depth: 0, key: "view")
    if entropy.chance(1, in: 4) { text += "<freeformSimulatedSizeMetrics key=\"simulatedDestinationMetrics\"/>" }
    text += "</viewController></objects></scene>"
  }

  private mutating func view(depth: Int, key: String?, tag given: String? = nil) {
    let tag = given ?? (depth == 0 && entropy.chance(7, in: 8) ? "view" : entropy.pick(Self.tags))
    count += 1
    let id = "v\(count)"
    text += "<\(tag) id=\"\(id)\""
    if let key { text += " key=\"\(key)\"" }
    for attribute in attributes(of: tag) where entropy.chance(1, in: 3) { text += " \(attribute)" }
    for attribute in Self.usual where entropy.chance(1, in: 8) { text += " \(attribute)" }
    text += ">"
    frame(depth: depth)
    look(of: tag)
    if entropy.chance(1, in: 8) { margins() }
    views.append(id)
    let first = views.count - 1
    subviews(of: tag, depth: depth)
    if entropy.chance(1, in: 2) {
      text += "<viewLayoutGuide key=\"\(entropy.pick(["safeArea", "keyboard", "readableContent"]))\" id=\"g\(count)\"/>"
      views.append("g\(count)")
    }
    if tag == "scrollView", entropy.chance(1, in: 2) {
      text += "<viewLayoutGuide key=\"contentLayoutGuide\" id=\"k\(count)\"/>"
      views.append("k\(count)")
    }
    if entropy.chance(3, in: 4) {
      text += "<constraints>"
      for _ in 0..<entropy.count(1...4) { constraint(from: first) }
      text += "</constraints>"
    }
    if entropy.chance(1, in: 6) { variations(of: id) }
    text += "</\(tag)>"
  }

  private mutating func frame(depth: Int) {
    if depth > 0, entropy.chance(1, in: 6) { return }
    let (width, height) = depth == 0 ? entropy.pick(Self.canvases) : ("\(size())", "\(size())")
    text += "<rect key=\"frame\" x=\"\(depth == 0 ? "0.0" : "\(size())")\" y=\"\(depth == 0 ? "0.0" : "\(size())")\""
    text += " width=\"\(width)\" height=\"\(height)\"/>"
    if entropy.chance(1, in: 2) {
      text += "<autoresizingMask key=\"autoresizingMask\" \(entropy.pick(Self.masks))/>"
    }
  }

  private mutating func size() -> String {
    entropy.pick(["0.0", "8", "20", "44", "100", "20.5", "33.333333333333336", "240", "128"])
  }

  private mutating func attributes(of tag: String) -> [String] {
    let word = "\"\(entropy.pick(Self.words))\""
    return switch tag {
    case "label":
      [
        "text=\(word)", "numberOfLines=\"\(entropy.pick(["0", "2", "-1"]))\"", "textAlignment=\"center\"",
        "preferredMaxLayoutWidth=\"120\"", "minimumScaleFactor=\"0.5\"", "adjustsFontSizeToFit=\"NO\"",
      ]
    case "button": ["title=\(word)", "buttonType=\"system\""]
    case "imageView": ["image=\"\(entropy.pick(["i", "s", "lost"]))\"", "catalog=\"system\""]
    case "textField": ["text=\(word)", "placeholder=\(word)", "borderStyle=\"roundedRect\"", "minimumFontSize=\"9\""]
    case "textView": ["text=\(word)", "scrollEnabled=\"NO\""]
    case "stackView":
      [
        "axis=\"vertical\"", "alignment=\"\(entropy.pick(["center", "top", "trailing", "lastBaseline", "odd"]))\"",
        "distribution=\"\(entropy.pick(["fillEqually", "fillProportionally", "equalSpacing", "equalCentering", "odd"]))\"",
        "spacing=\"7.5\"", "spacingType=\"standard\"", "baselineRelativeArrangement=\"YES\"",
      ]
    case "switch": ["on=\"YES\""]
    case "activityIndicatorView": ["style=\"whiteLarge\""]
    default: []
    }
  }

  private mutating func look(of tag: String) {
    if entropy.chance(1, in: 6) {
      text += entropy.pick([
        "<color key=\"backgroundColor\" white=\"0.5\" alpha=\"1\" colorSpace=\"custom\"/>",
        "<color key=\"textColor\" red=\"1\" green=\"0.5\" blue=\"2\" colorSpace=\"custom\"/>",
        "<color key=\"textColor\" systemColor=\"labelColor\"/>",
      ])
    }
    if entropy.chance(1, in: 6) { text += "<fontDescription key=\"fontDescription\" \(entropy.pick(Self.fonts))/>" }
    guard entropy.chance(1, in: 2) else { return }
    switch tag {
    case "label":
      text += entropy.pick([
        "<string key=\"text\">two\nlines of text</string>",
        "<attributedString key=\"attributedText\"><fragment content=\"a\"/><fragment><string key=\"content\">b</string>"
          + "</fragment></attributedString>",
      ])
    case "button":
      text += entropy.pick([
        "<buttonConfiguration key=\"configuration\" title=\"Go\"/>",
        "<state key=\"normal\" title=\"\(entropy.pick(Self.words))\"/>", "<state key=\"normal\" image=\"i\"/>",
        "<inset key=\"contentEdgeInsets\" minX=\"4\" minY=\"2\" maxX=\"4\" maxY=\"2\"/><state key=\"normal\" title=\"a\"/>",
      ])
    case "imageView": text += "<imageReference key=\"image\" image=\"s\" catalog=\"system\"/>"
    case "segmentedControl": text += "<segments><segment title=\"one\"/><segment title=\"two\"/></segments>"
    default: break
    }
  }

  private mutating func margins() {
    text += entropy.pick([
      "<directionalEdgeInsets key=\"directionalLayoutMargins\" top=\"1\" leading=\"2\" bottom=\"3\" trailing=\"4\"/>",
      "<edgeInsets key=\"layoutMargins\" top=\"9\" left=\"12\" bottom=\"9\" right=\"30\"/>",
    ])
  }

  private mutating func subviews(of tag: String, depth: Int) {
    guard depth < 3 else { return }
    switch tag {
    case "tableView":
      text += "<prototypes>"
      view(depth: 3, key: nil, tag: "tableViewCell")
      text += "</prototypes>"
    case "tableViewCell": view(depth: depth + 1, key: "contentView", tag: "tableViewCellContentView")
    case "view", "stackView", "scrollView", "tableViewCellContentView", "visualEffectView":
      guard entropy.chance(depth == 0 ? 7 : 1, in: depth == 0 ? 8 : 2) || tag == "stackView" else { return }
      text += "<subviews>"
      for _ in 0..<entropy.count(1...3) { view(depth: depth + 1, key: nil) }
      text += "</subviews>"
    default: break
    }
  }

  /// Adds a random constraint between views from index `first` on. The view at `first` holds the constraint.
  private mutating func constraint(from first: Int) {
    count += 1
    text += "<constraint id=\"c\(count)\""
    constraints.append("c\(count)")
    if entropy.chance(3, in: 4) { text += " firstItem=\"\(entropy.pick(Array(views[first...])))\"" }
    let pair = entropy.pick(Self.pairs)
    text += " firstAttribute=\"\(pair.0)\""
    if let second = pair.1 {
      text += " secondItem=\"\(entropy.chance(1, in: 24) ? "lost" : entropy.pick(Array(views[first...])))\""
      text += " secondAttribute=\"\(second)\""
    }
    for attribute in Self.constraintAttributes where entropy.chance(1, in: 6) { text += " \(attribute)" }
    text += "/>"
  }

  private mutating func variations(of id: String) {
    let named = entropy.pick(constraints + ["lost"])
    for key in Self.variationKeys where entropy.chance(1, in: 2) {
      text += "<variation key=\"\(key)\""
      if entropy.chance(1, in: 3) { text += " \(entropy.pick(["spacing=\"3\"", "hidden=\"YES\"", "text=\"x\""]))" }
      text += "><mask key=\"constraints\"><\(entropy.pick(["exclude", "include"])) reference=\"\(named)\"/></mask>"
      text += "<mask key=\"subviews\"><exclude reference=\"\(entropy.pick(views))\"/></mask></variation>"
    }
  }

  private static let versions = [
    "5056", "7706", "11762.0", "13771", "14490.70", "14868", "15705", "16097", "16100", "17132", "21701", "24127", "",
  ]
  private static let controllerNames = ["customClass=\"Main\"", "title=\"Home\"", "storyboardIdentifier=\"home\""]
  private static let tags = [
    "view", "view", "label", "label", "button", "imageView", "textField", "textView", "stackView", "stackView",
    "scrollView",
    "tableView", "collectionView", "switch", "slider", "segmentedControl", "stepper", "progressView",
    "activityIndicatorView", "pickerView", "datePicker", "searchBar", "visualEffectView", "containerView", "mapView",
  ]
  private static let usual = [
    "translatesAutoresizingMaskIntoConstraints=\"NO\"", "translatesAutoresizingMaskIntoConstraints=\"NO\"",
    "translatesAutoresizingMaskIntoConstraints=\"NO\"", "hidden=\"YES\"", "fixedFrame=\"YES\"", "misplaced=\"YES\"",
    "ambiguous=\"YES\"", "customClass=\"Card\"", "userLabel=\"Card\"", "userLabel=\"a long name\nof two lines\"",
    "horizontalHuggingPriority=\"251\"", "verticalCompressionResistancePriority=\"1001\"",
    "placeholderIntrinsicWidth=\"infinite\"", "placeholderIntrinsicHeight=\"30\"",
    "semanticContentAttribute=\"forceRightToLeft\"", "preservesSuperviewLayoutMargins=\"YES\"",
    "insetsLayoutMarginsFromSafeArea=\"NO\"",
  ]
  private static let canvases = [
    ("375", "667"), ("375", "667"), ("414", "896"), ("600", "600"), ("768", "1024"), ("320", "44"), ("667", "375"),
  ]
  private static let masks = [
    "widthSizable=\"YES\" heightSizable=\"YES\"", "flexibleMaxX=\"YES\" flexibleMaxY=\"YES\"",
    "flexibleMinX=\"YES\" flexibleMinY=\"YES\"", "",
  ]
  private static let fonts = [
    "type=\"system\" pointSize=\"12\"", "type=\"boldSystem\" pointSize=\"17\"", "style=\"UICTFontTextStyleBody\"",
    "style=\"UICTFontTextStyleHeadline\"", "name=\"Avenir-Bold\" pointSize=\"15\"",
    "type=\"system\" weight=\"heavy\" pointSize=\"-1\"",
  ]
  private static let words = ["OK", "Sign in", "a long text that breaks", "", "Привет", "&lt;b&gt; &amp; c"]
  private static let pairs: [(String, String?)] = [
    ("leading", "leading"), ("trailing", "trailing"), ("top", "bottom"), ("bottom", "bottom"), ("centerX", "centerX"),
    ("centerY", "centerYWithinMargins"), ("width", nil), ("height", nil), ("width", "height"), ("top", "topMargin"),
    ("leading", "leadingMargin"), ("trailingMargin", "trailing"), ("centerX", "centerXWithinMargins"),
    ("firstBaseline", "baseline"), ("left", "leading"), ("width", "left"), ("top", nil), ("odd", "top"),
  ]
  private static let constraintAttributes = [
    "constant=\"8\"", "constant=\"-20.5\"", "multiplier=\"16:9\"", "multiplier=\"0.5\"", "multiplier=\"1:0\"",
    "priority=\"750\"", "priority=\"1001\"", "relation=\"greaterThanOrEqual\"", "relation=\"odd\"", "symbolic=\"YES\"",
    "identifier=\"mine\"",
  ]
  private static let variationKeys = [
    "default", "widthClass=compact", "heightClass=regular-widthClass=compact", "userInterfaceIdiom=pad", "odd",
  ]
}
