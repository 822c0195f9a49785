import LayoutKernel
import SceneModel

/// One way in which a screen is shown: on a device, with a text size, in a direction, in a language.
///
/// In an Interface Builder file, the device must be set when the file is read (`ImportOptions.device`). In a scene that names a device,
/// `varied(_:)` sets it.
public struct ScreenVariation: Hashable, Sendable {
  /// The device; nil for the file's own.
  public var device: Device?
  public var textSize = LayoutQuirks.TextSize.large
  /// The layout direction; nil for the file's own.
  public var direction: LayoutDirection?
  /// The factor by which texts are longer than the file's. German texts are about 1.4 times as long as English ones; 2 is Xcode's double-length
  /// pseudo-language.
  public var lengthening = 1.0

  /// The pseudo-language; nil for the file's own language.
  public var language: PseudoLanguage?

  public init(device: Device? = nil) { self.device = device }

  /// The differences from the file's own screen, as text; empty if there are none.
  public var parts: [String] {
    var parts = device.map { [$0.spelling] } ?? []
    if textSize != .large { parts.append("text size \(textSize.shortName)") }
    if let direction { parts.append(direction.rawValue) }
    if lengthening != 1 { parts.append("texts \(TextNumber.spell(lengthening)) times as long") }
    if let language { parts.append("\(language.rawValue) texts") }
    return parts
  }

  /// The default devices: the smallest and the largest phone, and a tablet, in portrait and landscape.
  public static let devices: [Device] = ["iphone-se-1", "iphone-16-pro-max", "ipad-9.7"].flatMap { name in
    [name, name + "-landscape"].compactMap(Device.init(spelling:))
  }

  /// The default devices for a file's platform: a television, only tablets, or phones and a tablet; none for a desktop.
  public static func devices(for idiom: Device.Idiom?) -> [Device] {
    switch idiom {
    case .television: ["apple-tv"].compactMap(Device.named)
    case .pad:
      ["ipad-8.3", "ipad-pro-13"].flatMap { name in [name, name + "-landscape"].compactMap(Device.init(spelling:)) }
    case .mac: []
    case .phone, nil: devices
    }
  }

  public static let textSizes: [LayoutQuirks.TextSize] = [.large, .extraExtraExtraLarge, .accessibilityExtraLarge]
  public static let directions: [LayoutDirection] = [.rightToLeft]
  public static let lengthenings = [1, 1.4]

  /// Returns every combination on one device, simpler ones first. The first is the device alone, with which the others are compared.
  public static func all(
    on device: Device?, textSizes: [LayoutQuirks.TextSize], directions: [LayoutDirection], lengthenings: [Double],
    languages: [PseudoLanguage] = []
  ) -> [ScreenVariation] {
    var all = [ScreenVariation(device: device)]
    for textSize in textSizes {
      for direction in [nil] + directions {
        for lengthening in lengthenings {
          var one = ScreenVariation(device: device)
          (one.textSize, one.direction, one.lengthening) = (textSize, direction, lengthening)
          if !all.contains(one) { all.append(one) }
        }
        for language in languages {
          var one = ScreenVariation(device: device)
          (one.textSize, one.direction, one.language) = (textSize, direction, language)
          all.append(one)
        }
      }
    }
    return all.enumerated().sorted { ($0.element.parts.count, $0.offset) < ($1.element.parts.count, $1.offset) }
      .map(\.element)
  }
}

extension LayoutQuirks.TextSize {
  /// Short names of UIKit's content size categories: L is the default, AX1 to AX5 are for accessibility.
  private static let names: [(String, LayoutQuirks.TextSize)] = Array(
    zip(["XS", "S", "M", "L", "XL", "XXL", "XXXL", "AX1", "AX2", "AX3", "AX4", "AX5"], allCases))

  public static var shortNames: [String] { names.map(\.0) }
  public var shortName: String { LayoutQuirks.TextSize.names.first { $0.1 == self }?.0 ?? "\(self)" }

  public init?(shortName: String) {
    guard let known = LayoutQuirks.TextSize.names.first(where: { $0.0 == shortName }) else { return nil }
    self = known.1
  }
}

extension ImportedScene {
  /// Returns the screen under a variation: at rest, with texts in their natural size. Another device is set by a step, so autoresizing masks follow
  /// it.
  public func varied(_ variation: ScreenVariation) -> ImportedScene {
    var result = self
    result.scene = asConstrained()
    result.scene.recorded = [:]
    result.scene.constraints.removeAll { placeholders.contains($0.id) }
    if isFreeStanding, !origins.isEmpty { result.scene.root.safeArea = .zero }
    if let direction = variation.direction { result.scene.direction = direction }
    let larger = variation.textSize.rawValue / LayoutQuirks.TextSize.large.rawValue
    for index in result.scene.views.indices {
      let id = result.scene.views[index].id
      guard showsText(result.scene.views[index]) else { continue }
      // In a scene without a file, all texts are assumed to follow the text size, because it does not describe fonts.
      let isDynamic = origins.isEmpty || textTraits[id]?.followsTextSize == true
      let growth = isDynamic ? larger : 1
      if let language = variation.language {
        let size =
          textTraits[id]?.pointSize ?? result.scene.views[index].text.map { $0.lineHeight / SystemFont.lineHeight }
          ?? 17
        result.scene.views[index].speak(
          language, natural: naturalSizes[id]?.text, textWidth: textTraits[id]?.width, pointSize: size)
        // Accented letters need the space above and below the letters of a line, too.
        if language == .accented { result.textTraits[id]?.pointSize *= SystemFont.lineHeight }
        let (bracket, space) = PseudoLanguage.spacing(atSize: size)
        if let width = textTraits[id]?.width {
          result.textTraits[id]?.width = language.width(width, bracket: bracket, space: space)
        }
      }
      result.scene.views[index].scaleText(
        by: growth, lengthening: variation.lengthening, natural: naturalSizes[id]?.text,
        textWidth: textTraits[id]?.width)
      result.textTraits[id]?.width? *= growth * variation.lengthening
      result.textTraits[id]?.pointSize *= growth
    }
    let device = origins.isEmpty && scene.device != nil ? variation.device : nil
    var story = StoryVariation(result.scene, device: device) { view in
      guard showsText(view) else { return }
      view.scaleText(by: larger, lengthening: variation.lengthening, natural: nil, textWidth: nil)
    }
    let sources = scene.steps.indices.map { scene.source(ofStep: $0) }
    result.scene.setSteps(scene.steps.map { story.varied($0) }, from: sources)
    if let device {
      result.prepare([
        .resize(device.canvas), .setProperty(.root, .safeArea(device.screenInsets)), .layout(.root),
      ])
    }
    return result
  }

  /// Inserts steps that change the screen, before the steps of the story.
  mutating func prepare(_ steps: [Step]) {
    let sources = scene.steps.indices.map { scene.source(ofStep: $0) }
    scene.setSteps(steps + scene.steps, from: steps.map { _ in nil } + sources)
    preparations += steps.count
  }

  /// Whether the view shows text. A label or button that the file gives no text may show only an icon.
  func showsText(_ view: View) -> Bool {
    switch view.kind {
    case .label, .button: origins[view.id].map { $0.look.text != nil } ?? true
    case .textField, .textView: true
    default: false
    }
  }

  /// Whether the layout may depend on the device. In a scene in text form, it does only if the scene names a device.
  public func follows(_ device: Device) -> Bool { !origins.isEmpty || scene.device != nil }
}

extension View {
  /// Replaces the text by that of a pseudo-language. If only the text's size is known, the padding stays the same.
  fileprivate mutating func speak(
    _ language: PseudoLanguage, natural: TextMetrics?, textWidth: Double?, pointSize: Double
  ) {
    let (bracket, space) = PseudoLanguage.spacing(atSize: pointSize)
    if text == nil, let natural, natural.lineLimit != 1 {
      text = natural
      (intrinsic.width, intrinsic.height) = (nil, nil)
    }
    if var metrics = text {
      metrics.wordWidths = language.words(metrics.wordWidths, bracket: bracket)
      metrics.lineHeight *= language.lineGrowth
      text = metrics
    }
    intrinsic.width = intrinsic.width.map {
      let own = min($0, textWidth ?? $0)
      return $0 - own + language.width(own, bracket: bracket, space: space)
    }
    let line = SystemFont.lineHeight * pointSize
    intrinsic.height = intrinsic.height.map { $0 + min($0, line) * (language.lineGrowth - 1) }
  }

  /// Enlarges the natural size: both lengths by the factor `larger` of the text size, and the width also by the factor `lengthening` of the
  /// language. If the width of the text alone is known, only this part of the width grows. A text that may wrap becomes a wrapping text if its
  /// words are known.
  fileprivate mutating func scaleText(
    by larger: Double, lengthening: Double, natural: TextMetrics?, textWidth: Double?
  ) {
    guard larger != 1 || lengthening != 1 else { return }
    if text == nil, let natural, natural.lineLimit != 1 {
      text = natural
      (intrinsic.width, intrinsic.height) = (nil, nil)
    }
    if var metrics = text {
      metrics.wordWidths = metrics.wordWidths.map { $0 * larger * lengthening }
      metrics.spaceWidth *= larger
      metrics.lineHeight *= larger
      text = metrics
    }
    intrinsic.width = intrinsic.width.map { $0 + min($0, textWidth ?? $0) * (larger * lengthening - 1) }
    intrinsic.height = intrinsic.height.map { $0 * larger }
  }
}

/// Adapts the steps of a story to another screen: texts that are set later are enlarged, too, and rotations use the other device's size.
private struct StoryVariation {
  private let size: Size
  private let device: Device?
  private let grow: (inout View) -> Void
  private var views: [ItemID: View]
  private var isTurned = false

  init(_ scene: Scene, device: Device?, grow: @escaping (inout View) -> Void) {
    (size, self.device, self.grow) = (scene.root.frame.size, device, grow)
    views = Dictionary(scene.views.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func varied(_ step: Step) -> Step {
    switch step {
    case .addView(var view):
      views[view.id] = view
      grow(&view)
      return .addView(view)
    case .setIntrinsic(let id, let intrinsic):
      guard var view = views[id] else { return step }
      (view.text, view.intrinsic) = (nil, intrinsic)
      grow(&view)
      return .setIntrinsic(id, view.intrinsic)
    case .setProperty(let id, .text(let text)):
      guard var view = views[id] else { return step }
      view.text = text
      grow(&view)
      return view.text.map { .setProperty(id, .text($0)) } ?? step
    case .animate(var animation):
      animation.steps = animation.steps.map { varied($0) }
      return .animate(animation)
    case .resize(let asked): return .resize(turned(asked))
    case .setProperty(.root, .frame(let asked)):
      let size = turned(asked.size)
      return .setProperty(.root, .frame(Rect(x: asked.x, y: asked.y, width: size.width, height: size.height)))
    // A view as large as the screen gets the size of the other screen. Bounds may have any offset, because a scroll view's have one.
    case .setProperty(let id, .bounds(let asked)) where asked.size == present:
      let size = turned(asked.size)
      return .setProperty(id, .bounds(Rect(x: asked.x, y: asked.y, width: size.width, height: size.height)))
    case .setProperty(let id, .frame(let asked)) where asked.size == present && asked.x == 0 && asked.y == 0:
      let size = turned(asked.size)
      return .setProperty(id, .frame(Rect(x: 0, y: 0, width: size.width, height: size.height)))
    case .setProperty(.root, .safeArea):
      guard let device else { return step }
      return .setProperty(.root, .safeArea((isTurned ? device.turned : device).screenInsets))
    default: return step
    }
  }

  /// The recorded device's size in its present orientation.
  private var present: Size { isTurned ? Size(width: size.height, height: size.width) : size }

  /// Returns the size to use in place of a step's new root size, for the other device.
  private mutating func turned(_ asked: Size) -> Size {
    guard let device else { return asked }
    if asked == Size(width: size.height, height: size.width), size.width != size.height {
      isTurned = true
    } else if asked == size {
      isTurned = false
    } else {
      return asked
    }
    return isTurned ? Size(width: device.canvas.height, height: device.canvas.width) : device.canvas
  }
}

extension Device {
  /// The device in its other orientation.
  fileprivate var turned: Device {
    var turned = self
    turned.isLandscape.toggle()
    return turned
  }
}
