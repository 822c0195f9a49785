import SceneModel

/// A device as Interface Builder's canvas knows it: size, scale, bars, size classes.
public struct DeviceProfile: Hashable, Sendable {
  public enum Idiom: String, Hashable, Sendable {
    case phone, pad
    case television = "tv"
    case mac
  }

  public enum SizeClass: String, Hashable, Sendable {
    case compact, regular
  }

  /// Interface Builder's name, such as `retina4_7`.
  public var id: String
  public var idiom: Idiom
  /// In portrait, except for a television; in points.
  public var size: Size
  /// Device pixels per point.
  public var scale: Double
  public var isLandscape = false
  /// Status bar or sensor housing, and home indicator, in portrait.
  public var safeArea: Insets

  init(_ id: String, _ idiom: Idiom, _ width: Double, _ height: Double, scale: Double, safeArea: Insets) {
    self.id = id
    self.idiom = idiom
    size = Size(width: width, height: height)
    self.scale = scale
    self.safeArea = safeArea
  }

  /// The canvas's size in the device's orientation.
  public var canvas: Size {
    isLandscape && idiom != .television ? Size(width: size.height, height: size.width) : size
  }

  public var horizontalClass: SizeClass {
    switch idiom {
    case .phone: isLandscape && size.width >= 414 ? .regular : .compact
    case .pad, .television, .mac: .regular
    }
  }

  public var verticalClass: SizeClass { idiom == .phone && isLandscape ? .compact : .regular }

  /// The insets of the screen itself, bars apart, in the device's orientation.
  public var screenInsets: Insets {
    guard isLandscape, idiom == .phone else { return safeArea }
    let hasHousing = safeArea.bottom > 0
    return hasHousing
      ? Insets(top: 0, left: safeArea.top, bottom: 21, right: safeArea.top) : Insets(top: safeArea.top)
  }

  /// Sizes and scales are Apple's published ones; the insets are those that real files show
  /// (`retina6_1` and later differ between Xcode versions by a few points).
  public static let all: [DeviceProfile] = {
    let bar = Insets(top: 20)
    func housing(_ top: Double) -> Insets { Insets(top: top, bottom: 34) }
    return [
      DeviceProfile("retina3_5", .phone, 320, 480, scale: 2, safeArea: bar),
      DeviceProfile("retina4_0", .phone, 320, 568, scale: 2, safeArea: bar),
      DeviceProfile("retina4_7", .phone, 375, 667, scale: 2, safeArea: bar),
      DeviceProfile("retina5_5", .phone, 414, 736, scale: 3, safeArea: bar),
      DeviceProfile("retina5_4", .phone, 375, 812, scale: 3, safeArea: housing(50)),
      DeviceProfile("retina5_9", .phone, 375, 812, scale: 3, safeArea: housing(44)),
      DeviceProfile("retina6_0", .phone, 390, 844, scale: 3, safeArea: housing(47)),
      DeviceProfile("retina6_1", .phone, 414, 896, scale: 2, safeArea: housing(44)),
      DeviceProfile("retina6_12", .phone, 393, 852, scale: 3, safeArea: housing(59)),
      DeviceProfile("retina6_3", .phone, 402, 874, scale: 3, safeArea: housing(62)),
      DeviceProfile("retina6_5", .phone, 414, 896, scale: 3, safeArea: housing(44)),
      DeviceProfile("retina6_7", .phone, 430, 932, scale: 3, safeArea: housing(59)),
      DeviceProfile("retina6_9", .phone, 440, 956, scale: 3, safeArea: housing(62)),
      DeviceProfile("retina6_72", .phone, 430, 932, scale: 3, safeArea: housing(59)),
      DeviceProfile("ipad7_9", .pad, 768, 1024, scale: 2, safeArea: bar),
      DeviceProfile("ipad9_7", .pad, 768, 1024, scale: 2, safeArea: bar),
      DeviceProfile("ipad10_5", .pad, 834, 1112, scale: 2, safeArea: bar),
      DeviceProfile("ipad10_9rounded", .pad, 820, 1180, scale: 2, safeArea: Insets(top: 24, bottom: 20)),
      DeviceProfile("ipad11_0rounded", .pad, 834, 1194, scale: 2, safeArea: Insets(top: 24, bottom: 20)),
      DeviceProfile("ipad12_9", .pad, 1024, 1366, scale: 2, safeArea: bar),
      DeviceProfile("ipad12_9rounded", .pad, 1024, 1366, scale: 2, safeArea: Insets(top: 24, bottom: 20)),
      DeviceProfile(
        "appleTV", .television, 1920, 1080, scale: 1, safeArea: Insets(top: 60, left: 80, bottom: 60, right: 80)),
    ]
  }()

  /// By name, on its side with `-landscape` behind it.
  public init?(spelling: String) {
    let suffix = "-landscape"
    let isLandscape = spelling.hasSuffix(suffix)
    guard let known = DeviceProfile.named(isLandscape ? String(spelling.dropLast(suffix.count)) : spelling) else {
      return nil
    }
    self = known
    self.isLandscape = isLandscape
  }

  public static func named(_ id: String) -> DeviceProfile? { all.first { $0.id == id } }
}
