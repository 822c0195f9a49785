/// A device: its screen, the part of the screen that bars and the sensor housing (the notch) cover, and its size classes.
///
/// A device has one name in scenes, settings, code and on the command line, such as `iphone-14-pro`. Interface Builder's names, such as
/// `retina6_12`, are accepted in the same places. A custom device is described by its measures (`init(spelling:)`).
public struct Device: Hashable, Sendable {
  /// The kinds of devices, as Interface Builder's variations spell them.
  public enum Idiom: String, Hashable, Sendable {
    /// A phone, or a tablet.
    case phone, pad
    /// An Apple TV.
    case television = "tv"
    /// A desktop.
    case mac
  }

  /// The size classes of an axis.
  public enum SizeClass: String, Hashable, Sendable {
    /// UIKit's `.compact` (little space) and `.regular` (much space).
    case compact, regular
  }

  /// The size classes of a screen.
  public struct SizeClasses: Hashable, Sendable {
    /// The class of the width, and of the height.
    public var horizontal, vertical: SizeClass

    /// Makes a pair of classes.
    public init(horizontal: SizeClass, vertical: SizeClass) {
      (self.horizontal, self.vertical) = (horizontal, vertical)
    }
  }

  /// The device's name, such as `iphone-14-pro`.
  public var name: String
  /// Interface Builder's names for the device, and those of other devices with the same screen.
  public var otherNames: [String] = []
  /// The kind of device.
  public var idiom: Idiom
  /// The screen's size in points: in portrait, or for a television in its only orientation.
  public var size: Size
  /// The pixels per point.
  public var scale: Double
  /// The part of the screen that bars and housings cover in portrait, in points.
  public var safeArea: Insets
  /// The part of the screen that bars and housings cover in landscape, in points, with the housing on the left.
  public var landscapeSafeArea: Insets
  /// Whether the device is in landscape.
  public var isLandscape = false
  /// The size classes in both orientations; `nil` if they follow from the idiom.
  public var ownClasses: SizeClasses?

  /// Makes a custom device. Both orientations have the same size classes, and the safe area in landscape is zero unless it is given.
  public init(
    name: String, idiom: Idiom = .phone, size: Size, scale: Double, safeArea: Insets = .zero,
    landscapeSafeArea: Insets = .zero, classes: SizeClasses? = nil
  ) {
    self.name = name
    self.idiom = idiom
    self.size = size
    self.scale = scale
    self.safeArea = safeArea
    self.landscapeSafeArea = landscapeSafeArea
    ownClasses = classes
  }

  /// The screen's size in the device's orientation, in points.
  public var canvas: Size {
    isLandscape && idiom != .television ? Size(width: size.height, height: size.width) : size
  }

  /// The part of the screen that bars and housings cover in the device's orientation.
  public var screenInsets: Insets { isLandscape && idiom != .television ? landscapeSafeArea : safeArea }

  /// Whether the device is a tablet.
  public var isPad: Bool { idiom == .pad }
  /// Whether the device is a phone.
  public var isPhone: Bool { idiom == .phone }

  /// Returns the safe area insets of a window in points. They are zero unless the window has the size of the whole screen, in portrait or in
  /// landscape.
  public func safeArea(ofWindow window: Size) -> Insets {
    if window == size { return safeArea }
    return window == Size(width: size.height, height: size.width) ? landscapeSafeArea : .zero
  }

  /// Whether the device is a phone without a home button: a sensor housing reaches into its screen.
  public var hasHousing: Bool { idiom == .phone && safeArea.bottom > 0 }

  /// The size class of the width in the device's orientation.
  public var horizontalClass: SizeClass {
    if let ownClasses { return ownClasses.horizontal }
    return idiom != .phone || isLandscape && size.width >= 414 ? .regular : .compact
  }

  /// The size class of the height in the device's orientation.
  public var verticalClass: SizeClass {
    if let ownClasses { return ownClasses.vertical }
    return idiom == .phone && isLandscape ? .compact : .regular
  }

  /// The name as the command line takes it; in landscape `-landscape` is appended.
  public var spelling: String { isLandscape ? name + Device.landscape : name }

  private static let landscape = "-landscape"
}

extension Device {
  /// All known devices. Sizes and scales are Apple's published ones; safe areas are those that canvases and simulators show (rule IB4.12).
  public static let all: [Device] = [
    Device("iphone-4s", "retina3_5", 320, 480, 2, top: 20),
    Device("iphone-se-1", "retina4_0 iphone-5s", 320, 568, 2, top: 20),
    Device("iphone-8", "retina4_7 iphone-se-2 iphone-se-3 iphone-7", 375, 667, 2, top: 20),
    Device("iphone-8-plus", "retina5_5 iphone-7-plus", 414, 736, 3, top: 20),
    Device("iphone-x", "retina5_9 iphone-xs iphone-11-pro", 375, 812, 3, top: 44),
    Device("iphone-11", "retina6_1 iphone-xr", 414, 896, 2, top: 48),
    Device("iphone-11-pro-max", "retina6_5 iphone-xs-max", 414, 896, 3, top: 44),
    Device("iphone-12-mini", "retina5_4 iphone-13-mini", 375, 812, 3, top: 50),
    Device(
      "iphone-12", "retina6_0 iphone-12-pro iphone-13 iphone-13-pro iphone-14 iphone-16e iphone-17e", 390, 844, 3,
      top: 47),
    Device("iphone-12-pro-max", "retina6_7 iphone-13-pro-max iphone-14-plus", 428, 926, 3, top: 47),
    Device("iphone-14-pro", "retina6_12 iphone-15 iphone-15-pro iphone-16", 393, 852, 3, top: 59),
    Device(
      "iphone-14-pro-max", "retina6_72 iphone-15-plus iphone-15-pro-max iphone-16-plus", 430, 932, 3, top: 59),
    Device("iphone-16-pro", "retina6_3 iphone-17 iphone-17-pro", 402, 874, 3, top: 62),
    Device("iphone-16-pro-max", "retina6_9 iphone-17-pro-max", 440, 956, 3, top: 62),
    Device("iphone-air", "", 420, 912, 3, top: 68),
    Device("ipad-9.7", "ipad9_7", 768, 1024, tabletTop: 20),
    Device("ipad-7.9", "ipad7_9 ipad-mini-5", 768, 1024, tabletTop: 20),
    Device("ipad-8.3", "ipad8_3rounded ipad-mini-6", 744, 1133, tabletTop: 24),
    Device("ipad-10.2", "ipad10_2", 810, 1080, tabletTop: 20),
    Device("ipad-10.5", "ipad10_5", 834, 1112, tabletTop: 20),
    Device("ipad-10.9", "ipad10_9rounded ipad-air-11", 820, 1180, tabletTop: 24),
    Device("ipad-11", "ipad11_0rounded", 834, 1194, tabletTop: 24),
    Device("ipad-pro-11", "", 834, 1210, tabletTop: 24),
    Device("ipad-12.9", "ipad12_9rounded ipad-air-13", 1024, 1366, tabletTop: 24),
    Device("ipad-12.9-home-button", "ipad12_9", 1024, 1366, tabletTop: 20),
    Device("ipad-pro-13", "", 1032, 1376, tabletTop: 24),
    Device(
      name: "apple-tv", otherNames: "appleTV", idiom: .television, size: Size(width: 1920, height: 1080), scale: 1,
      safeArea: Insets(top: 60, left: 80, bottom: 60, right: 80), landscapeSafeArea: .zero),
  ]

  /// The devices by all their names.
  private static let byName: [String: Device] = Dictionary(
    all.flatMap { device in ([device.name] + device.otherNames).map { ($0, device) } },
    uniquingKeysWith: { first, _ in first })

  /// Returns the device with this name or Interface Builder's name, or the one that the text describes (`init(spelling:)`); `nil` if there is none.
  public static func named(_ name: String) -> Device? { byName[name] ?? Device(spelling: name) }

  /// Returns this project's name of the device that a text names; the text itself if it describes a custom device or names no device.
  public static func canonical(_ name: String) -> String { byName[name]?.name ?? name }

  /// Returns Interface Builder's name for a device; the given name itself if there is none.
  public static func canvasName(of name: String) -> String { byName[name]?.otherNames.first ?? name }

  /// Makes the device that a text names or describes; `nil` if it does neither.
  ///
  /// A name may end in `-landscape`. A custom device is described in parts separated by colons: its size and scale, then its safe area (top, left,
  /// bottom, right), its safe area in landscape, its size classes (of width and height) and its kind. Parts after the first may be missing. A name
  /// with `=` may stand first:
  ///
  ///     kiosk=900x700@2x:safe=24/0/20/0:landscape=0/24/20/24:classes=regular/regular:idiom=pad
  public init?(spelling: String) {
    var text = Substring(spelling)
    let isLandscape = text.hasSuffix(Device.landscape)
    if isLandscape { text.removeLast(Device.landscape.count) }
    if let known = Device.byName[String(text)] {
      self = known
    } else {
      var name: Substring?
      if let equals = text.firstIndex(of: "="), !text[..<equals].contains(":") {
        name = text[..<equals]
        text = text[text.index(after: equals)...]
      }
      var parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard !parts.isEmpty, name != "", let (size, scale) = Device.screen(parts.removeFirst()) else { return nil }
      self.init(
        name: name.map(String.init) ?? String(spelling.dropLast(isLandscape ? Device.landscape.count : 0)), size: size,
        scale: scale)
      for part in parts {
        guard read(part) else { return nil }
      }
    }
    self.isLandscape = isLandscape
  }

  /// Reads the size and scale of a screen such as `900x700@2x`. The scale is 1 if it is left out. Nil if the text is not of this form.
  private static func screen(_ text: Substring) -> (Size, Double)? {
    let ends = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let sides = ends[0].split(separator: "x", omittingEmptySubsequences: false).compactMap { length($0) }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { return nil }
    var scale = 1.0
    if ends.count == 2 {
      guard ends[1].hasSuffix("x"), let number = length(ends[1].dropLast()), number > 0, number <= 16 else {
        return nil
      }
      scale = number
    }
    return (Size(width: sides[0], height: sides[1]), scale)
  }

  private static let longest = 100_000.0

  private static func length(_ text: Substring) -> Double? {
    TextNumber.parse(String(text)).flatMap { (0...longest).contains($0) ? $0 : nil }
  }

  private mutating func read(_ part: Substring) -> Bool {
    let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2 else { return false }
    let values = sides[1].split(separator: "/", omittingEmptySubsequences: false)
    switch sides[0] {
    case "safe", "landscape":
      let numbers = values.compactMap { Device.length($0) }
      guard values.count == 4, numbers.count == 4 else { return false }
      let insets = Insets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
      if sides[0] == "safe" { safeArea = insets } else { landscapeSafeArea = insets }
    case "classes":
      let classes = values.compactMap { SizeClass(rawValue: String($0)) }
      guard values.count == 2, classes.count == 2 else { return false }
      ownClasses = SizeClasses(horizontal: classes[0], vertical: classes[1])
    case "idiom":
      guard let idiom = Idiom(rawValue: String(sides[1])) else { return false }
      self.idiom = idiom
    default: return false
    }
    return true
  }

  /// Returns a hint for an unknown device name: similar names, or all names and the spelling of a custom device.
  ///
  /// - Parameters:
  ///   - name: the unknown name.
  ///   - own: names of custom devices.
  ///   - alternative: what else the reader can do if no name is similar.
  public static func hint(for name: String, besides own: [String] = [], alternative: String = "") -> String {
    let near = didYouMean(name, among: own + all.map(\.name) + all.flatMap(\.otherNames))
    if !near.isEmpty { return near }
    return "Devices are \(all.map(\.name).joined(separator: ", ")), each perhaps with -landscape behind it, "
      + "Interface Builder's names for them, and one's own, such as 900x700@2x:safe=24/0/20/0."
      + (alternative.isEmpty ? "" : " " + alternative)
  }

  /// Makes a phone. Without a home button it has a safe area of 34 points at the bottom, in landscape of 21 points at the bottom and of the
  /// housing's height at both sides. With a home button its status bar is hidden in landscape.
  private init(_ name: String, _ others: String, _ width: Double, _ height: Double, _ scale: Double, top: Double) {
    let hasHousing = height / width > 2
    self.init(
      name: name, otherNames: others, idiom: .phone, size: Size(width: width, height: height), scale: scale,
      safeArea: Insets(top: top, bottom: hasHousing ? 34 : 0),
      landscapeSafeArea: hasHousing ? Insets(left: top, bottom: 21, right: top) : .zero)
  }

  /// Makes a tablet, with the same bars in both orientations.
  private init(_ name: String, _ others: String, _ width: Double, _ height: Double, tabletTop top: Double) {
    let safeArea = Insets(top: top, bottom: top > 20 ? 20 : 0)
    self.init(
      name: name, otherNames: others, idiom: .pad, size: Size(width: width, height: height), scale: 2,
      safeArea: safeArea, landscapeSafeArea: safeArea)
  }

  private init(
    name: String, otherNames: String, idiom: Idiom, size: Size, scale: Double, safeArea: Insets,
    landscapeSafeArea: Insets
  ) {
    self.init(
      name: name, idiom: idiom, size: size, scale: scale, safeArea: safeArea, landscapeSafeArea: landscapeSafeArea)
    self.otherNames = otherNames.split(separator: " ").map(String.init)
  }
}
